//! `press_key`: one key, with modifiers if wanted.

use super::args::{Arg, Form, OUTLINE, SELECTOR, URL, WAIT, required};
use super::{ACTS, Action, Answer, Call, Method, changes, field};
use crate::driver::Chord;
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value};

const ARGS: &[Arg] = &[
    required("key", Form::Text(64), "Enter, Tab, ArrowDown, a, Control+Shift+K"),
    SELECTOR,
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "press_key",
    title: "Press a key",
    about: "Press a key or combination, on an element if a selector is given, else on what has the focus.",
    method: Method::Post,
    path: "/browser/press-key",
    kind: changes,
    hints: ACTS,
    args: ARGS,
    fields: &[field("key", "string")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    key: String,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let Args { key } = call.read()?;
    let chord = Chord::read(&key).map_err(Problem::argument)?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let target = on.target_if_named().await?;
    let rest = match on.page.press_key(target.as_ref(), &chord).await {
        Ok(rest) => rest,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("key".to_owned(), Value::String(key));
    on.done(rest, fields).await
}
