//! `write`: a text into a field.

use super::args::{Arg, Form, LONG, OUTLINE, SELECTOR, URL, WAIT, arg, required};
use super::{Action, Answer, Call, Hints, Method, changes, field};
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[
    SELECTOR,
    required("text", Form::Text(LONG), ""),
    arg("clear", Form::Flag, "replace what is there (default)"),
    arg("submit", Form::Flag, "press Enter after"),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "write",
    title: "Write into a field",
    about: "Type text into a text field, editor, date, time, colour or range input, with real keys. Says what the field holds afterwards; a field that puts the old text back is an error.",
    method: Method::Post,
    path: "/browser/write",
    kind: changes,
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: true },
    args: ARGS,
    fields: &[field("value", ""), field("how", "string")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    text: String,
    clear: Option<bool>,
    #[serde(default)]
    submit: bool,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    let target = on.target().await?;
    let typed = on.page.write(&target, &args.text, args.clear.unwrap_or(true), args.submit, on.wait()).await;
    let typed = match typed {
        Ok(typed) => typed,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("value".to_owned(), json!(typed.value));
    if let Some(how) = typed.how {
        fields.insert("how".to_owned(), json!(how));
    }
    on.done(typed.rest, fields).await
}
