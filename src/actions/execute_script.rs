//! `execute_script`: a caller's script in the page.

use super::args::{Arg, Form, LONG, OUTLINE, URL, arg, required};
use super::{ACTS, Action, Answer, Call, Method, changes, field};
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value};

const ARGS: &[Arg] = &[
    required("script", Form::Text(LONG), "body of an async function; return gives the result"),
    arg("args", Form::Values, "its args; {\"ref\":\"e12\"} is that element"),
    URL,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "execute_script",
    title: "Run a script",
    about: "Run JavaScript in the page's own world and get what it returns as JSON.",
    method: Method::Post,
    path: "/browser/script",
    kind: changes,
    hints: ACTS,
    args: ARGS,
    fields: &[field("result", "")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    script: String,
    #[serde(default)]
    args: Vec<Value>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let (result, rest) = match on.page.run(&args.script, &args.args).await {
        Ok(done) => done,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("result".to_owned(), result);
    on.done(rest, fields).await
}
