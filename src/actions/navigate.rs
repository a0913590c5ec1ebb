//! `navigate`: goes to an address.

use super::args::{Arg, Form, OUTLINE, required};
use super::{Action, Answer, Call, Method, SETS, changes};
use crate::problem::Problem;
use crate::session::Effect;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::Map;

const ARGS: &[Arg] =
    &[required("url", Form::Text(8_192), "a whole http(s) address, or back, forward, reload"), OUTLINE];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "navigate",
    title: "Go to a page",
    about: "Go to an address and wait until the page is there. Answers with its outline.",
    method: Method::Post,
    path: "/browser/navigate",
    kind: changes,
    hints: SETS,
    args: ARGS,
    fields: &[],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    url: String,
}

async fn run(mut call: Call) -> Result<Answer, Problem> {
    let Args { url } = call.read()?;
    // Going there is the action itself, not something to do first.
    call.args.remove("url");
    let mut on = call.on_page().await?;
    on.show_all();
    on.page.unblocked()?;
    match url.trim() {
        "back" => on.page.traverse(-1).await?,
        "forward" => on.page.traverse(1).await?,
        "reload" => on.page.reload().await?,
        address => on.page.go(address).await?,
    }
    let rest = on.page.rest(Effect::Load).await?;
    on.done(rest, Map::new()).await
}
