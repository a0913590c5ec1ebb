//! `await_control` as a task: it waits as long as the person takes. Its hand-back counts as told when the result has left.

use super::render;
use super::tasks::Tasks;
use crate::actions::{Action, Caller, Delivery, Desk, Surface, Waits};
use crate::workspace::Name;
use rmcp::model::Task;
use rmcp::task_manager::TaskExit;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Starts the wait. `action`: `await_control`.
pub(super) fn start(
    tasks: &Tasks,
    desk: &Arc<Desk>,
    action: &'static Action,
    workspace: Name,
    arguments: Map<String, Value>,
) -> Task {
    let caller = Caller { waits: Waits::AsLongAsItTakes, ..Caller::new(Surface::Mcp) };
    let (gone, delivery): (_, Delivery) = (caller.gone.clone(), caller.delivery.clone());
    let (desk, owner) = (Arc::clone(desk), workspace.clone());
    let says = "Waiting for the person in control to hand the browser back.";
    tasks.start(owner, says, delivery, move |context| {
        Box::pin(async move {
            // The desk turns a panic into an answer, so that the task cannot stay «working» for ever.
            let call = desk.take(action, workspace, arguments, caller);
            tokio::select! {
                outcome = call => Ok(match outcome {
                    Ok(answer) => render::answer(answer),
                    Err(problem) => render::problem(&problem),
                }),
                // Nothing changes for the person.
                () = context.cancelled() => {
                    gone.cancel();
                    Err(TaskExit::Cancelled)
                }
            }
        })
    })
}
