//! `assert`: a condition of the caller's own, in the page, that must become true.

use super::args::{Arg, Form, LONG, OUTLINE, URL, WAIT, arg, required};
use super::{Action, Answer, Call, Hints, Method, changes, field};
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};
use std::time::Duration;

const ARGS: &[Arg] = &[
    required("script", Form::Text(LONG), "body of an async function that returns true"),
    arg("message", Form::Text(500), "what it means that it is not"),
    arg("stable_for", Form::Number(0.0, 60.0), "seconds it must stay true"),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "assert",
    title: "Assert",
    about: "Wait until a script in the page returns true; an error if it does not in time.",
    method: Method::Post,
    path: "/browser/assert",
    kind: changes,
    hints: Hints { read_only: false, destructive: true, idempotent: true, open_world: true },
    args: ARGS,
    fields: &[field("asserted", "boolean"), field("waited_ms", "integer")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    script: String,
    message: Option<String>,
    stable_for: Option<f64>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let stable = Duration::from_secs_f64(args.stable_for.unwrap_or(0.0));
    let began = tokio::time::Instant::now();
    let rest = on.page.assert(&args.script, args.message.as_deref(), stable, on.wait()).await?;
    let mut fields = Map::new();
    fields.insert("asserted".to_owned(), json!(true));
    fields.insert("waited_ms".to_owned(), json!(began.elapsed().as_millis() as u64));
    on.done(rest, fields).await
}
