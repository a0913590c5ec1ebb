//! `select`: options of a select element or of a combobox that the page made itself.

use super::args::{Arg, Form, OUTLINE, SELECTOR, URL, WAIT, arg};
use super::{Action, Answer, Call, Method, SETS, changes, field};
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("values", Form::Texts, "values or labels"),
    arg("labels", Form::Texts, ""),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "select",
    title: "Choose options",
    about: "Choose options of a select element, or of a custom combobox or list box, by value or label. Says what is chosen then.",
    method: Method::Post,
    path: "/browser/select",
    kind: changes,
    hints: SETS,
    args: ARGS,
    fields: &[field("chosen", "array"), field("how", "string")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    labels: Vec<String>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let (wanted, by) = match (args.values.is_empty(), args.labels.is_empty()) {
        (false, true) => (args.values, "value"),
        (true, false) => (args.labels, "label"),
        (true, true) => (Vec::new(), "value"),
        (false, false) => return Err(Problem::argument("Give values or labels, not both.")),
    };
    let on = call.on_page().await?;
    let target = on.target().await?;
    let chosen = match on.page.choose(&target, &wanted, by, on.wait()).await {
        Ok(done) => done,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("chosen".to_owned(), json!(chosen.labels));
    if let Some(how) = chosen.how {
        fields.insert("how".to_owned(), json!(how));
    }
    on.done(chosen.rest, fields).await
}
