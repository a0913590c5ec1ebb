//! `drag`: one element onto another, or by a distance.

use super::args::{Arg, Form, OUTLINE, SELECTOR, URL, WAIT, arg};
use super::{ACTS, Action, Answer, Call, Method, changes, field};
use crate::problem::Problem;
use crate::session::{LetGo, Selector};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::Value;

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("to", Form::Selector, "drop it on this"),
    arg("by_x", Form::Number(-10_000.0, 10_000.0), "or drag so far, px"),
    arg("by_y", Form::Number(-10_000.0, 10_000.0), ""),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "drag",
    title: "Drag and drop",
    about: "Drag an element onto another, or by a distance (sliders, maps). Says what got the drop and what moved.",
    method: Method::Post,
    path: "/browser/drag",
    kind: changes,
    hints: ACTS,
    args: ARGS,
    fields: &[field("from", "object"), field("to", "object"), field("moved", ""), field("how", "string")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    to: Option<Value>,
    by_x: Option<f64>,
    by_y: Option<f64>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let onto = args.to.as_ref().map(Selector::read).transpose().map_err(Problem::argument)?;
    let by = args.by_x.is_some() || args.by_y.is_some();
    if onto.is_some() == by {
        return Err(Problem::argument("Say where to: to (an element), or by_x and by_y."));
    }
    let on = call.on_page().await?;
    let source = on.target().await?;
    let to = match &onto {
        Some(selector) => LetGo::On(on.page.find(selector, on.wait()).await?),
        None => LetGo::By(args.by_x.unwrap_or(0.0), args.by_y.unwrap_or(0.0)),
    };
    let dragged = match on.page.drag(&source, None, &to, on.wait()).await {
        Ok(dragged) => dragged,
        Err(problem) => return Err(on.explain(problem).await),
    };
    on.done(dragged.rest, dragged.fields).await
}
