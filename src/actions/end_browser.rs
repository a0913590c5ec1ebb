//! `end_browser`: ends the workspace's browser. Never queues; a call that runs ends with a clear error.

use super::{Action, Answer, Call, Hints, Method, changes, field};
use crate::problem::Problem;
use futures::FutureExt;
use serde_json::json;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "end_browser",
    title: "End the browser",
    about: "End this workspace's browser. The workspace and its settings are kept.",
    method: Method::Delete,
    path: "/browser",
    kind: changes,
    hints: Hints { read_only: false, destructive: true, idempotent: true, open_world: false },
    args: &[],
    fields: &[field("ended", "boolean"), field("workspace", "string")],
    on_page: false,
    pictures: false,
    run: |call| run(call).boxed(),
};

async fn run(call: Call) -> Result<Answer, Problem> {
    let ended = call.desk.workspaces.end(&call.workspace).await?;
    Ok(Answer::new().with("ended", ended).with("workspace", json!(call.workspace)))
}
