//! `scroll`: the page, or the box that an element is in.

use super::args::{Arg, Form, OUTLINE, SELECTOR, URL, WAIT, arg};
use super::{Action, Answer, Call, Hints, Method, changes, field};
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::json;

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("by_x", Form::Number(-1_000_000.0, 1_000_000.0), "px"),
    arg("by_y", Form::Number(-1_000_000.0, 1_000_000.0), "px"),
    arg("to", Form::Choice(&["top", "bottom"]), ""),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "scroll",
    title: "Scroll",
    about: "Scroll the page, or the scrollable box of an element (a list, a grid). Without by or to: one screen down. Says how much more there is.",
    method: Method::Post,
    path: "/browser/scroll",
    kind: changes,
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: true },
    args: ARGS,
    fields: &[field("position", "object"), field("more", "object"), field("scrolled", "")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    by_x: Option<f64>,
    by_y: Option<f64>,
    to: Option<String>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    if args.to.is_some() && (args.by_x.is_some() || args.by_y.is_some()) {
        return Err(Problem::argument("Give to, or by_x and by_y, not both."));
    }
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let target = on.target_if_named().await?;
    let by = json!({"x": args.by_x, "y": args.by_y, "to": args.to});
    let (scrolled, rest) = match on.page.scroll(target.as_ref(), &by).await {
        Ok(done) => done,
        Err(problem) => return Err(on.explain(problem).await),
    };
    on.done(rest, scrolled).await
}
