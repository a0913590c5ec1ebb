//! `resize`: the viewport.

use super::args::{Arg, Form, OUTLINE, required};
use super::{Action, Answer, Call, Method, SETS, changes, field};
use crate::problem::Problem;
use crate::session::Effect;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[
    required("width", Form::Whole(100, 10_000), "CSS px"),
    required("height", Form::Whole(100, 10_000), ""),
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "resize",
    title: "Resize the viewport",
    about: "Set the viewport's size, for all tabs and for browsers opened later.",
    method: Method::Post,
    path: "/browser/resize",
    kind: changes,
    hints: SETS,
    args: ARGS,
    fields: &[field("width", "integer"), field("height", "integer")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    width: u32,
    height: u32,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let Args { width, height } = call.read()?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    on.session().resize((width, height)).await?;
    on.keep_size((width, height)).await?;
    let rest = on.page.rest(Effect::Press).await?;
    let mut fields = Map::new();
    fields.insert("width".to_owned(), json!(width));
    fields.insert("height".to_owned(), json!(height));
    on.done(rest, fields).await
}
