//! `frame`: the frame that CSS and XPath selectors and scripts work in. Refs need none.

use super::args::{Arg, Form, OUTLINE, SELECTOR, WAIT, arg};
use super::{Action, Answer, Call, Method, SETS, changes, field};
use crate::problem::Problem;
use crate::session::{Effect, WhichFrame};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const ARGS: &[Arg] = &[
    arg("action", Form::Choice(&["switch", "parent", "default"]), "default switch"),
    SELECTOR,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "frame",
    title: "Choose a frame",
    about: "Choose the frame for css and xpath selectors and scripts: switch into the frame element, to its parent, or default for the page. Refs, roles, texts and labels need no frame.",
    method: Method::Post,
    path: "/browser/frame",
    kind: changes,
    hints: SETS,
    args: ARGS,
    fields: &[field("in_frame", "")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    action: Option<String>,
    selector: Option<Value>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let action = args.action.as_deref().unwrap_or("switch");
    if action != "switch" && args.selector.is_some() {
        return Err(Problem::argument(format!("{action} takes no selector; switch does.")));
    }
    let on = call.on_page().await?;
    let to = match action {
        "parent" => WhichFrame::Parent,
        "default" => WhichFrame::Page,
        _ => WhichFrame::In(on.target().await?),
    };
    let at = on.page.choose_frame(&to).await?;
    let rest = on.page.rest(Effect::Slight).await?;
    let mut fields = Map::new();
    fields.insert("in_frame".to_owned(), at.map_or(Value::Null, |url| json!({"url": url})));
    on.done(rest, fields).await
}
