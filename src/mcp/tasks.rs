//! `await_control` as an MCP task, for clients that can follow one
//! ([SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension)): it waits as long as the person takes.
//!
//! A task belongs to the workspace that was named when it was made; to every other it is unknown. Its hand-back counts
//! as told when a `tasks/get` with the whole result has left.

use super::render;
use crate::actions::{Action, Caller, Delivery, Desk, Surface, Waits};
use crate::workspace::Name;
use rmcp::ErrorData;
use rmcp::model::{DetailedTask, ProtocolVersion, Task, TaskStatus};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::task_manager::{TaskExit, TaskManager, TaskOptions};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a task may take, and how long its result is kept then.
const KEPT: Duration = Duration::from_secs(24 * 3_600);
/// How often a client should ask.
const POLL: Duration = Duration::from_secs(1);
/// Tasks that are kept at once; past it callers get the blocking answer.
const MOST: usize = 10_000;

/// The tasks.
#[derive(Clone, Default)]
pub(super) struct Tasks {
    manager: TaskManager,
    owners: Arc<Mutex<HashMap<String, Owner>>>,
}

#[derive(Clone)]
struct Owner {
    workspace: Name,
    delivery: Delivery,
}

impl std::fmt::Debug for Tasks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tasks({})", self.owners().len())
    }
}

impl Tasks {
    /// Whether this call of this action may become a task: only for clients of the newer protocol that say with this
    /// very request that they follow tasks. Some of the older one say so too and fail then.
    pub(super) fn takes(&self, action: &Action, context: &RequestContext<RoleServer>) -> bool {
        let modern =
            context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let follows = context.client_capabilities().is_some_and(|client| client.supports_tasks());
        action.name == "await_control" && modern && follows && self.owners().len() < MOST
    }

    /// Makes a call a task.
    pub(super) fn start(
        &self,
        desk: &Arc<Desk>,
        action: &'static Action,
        workspace: Name,
        arguments: serde_json::Map<String, serde_json::Value>,
    ) -> Task {
        let delivery = Delivery::default();
        let options = TaskOptions::new()
            .with_ttl_ms(u64::try_from(KEPT.as_millis()).ok())
            .with_poll_interval_ms(POLL.as_millis() as u64)
            .with_status_message("Waiting for the person in control to hand the browser back.");
        let caller =
            Caller { waits: Waits::AsLongAsItTakes, delivery: delivery.clone(), ..Caller::new(Surface::Mcp) };
        let gone = caller.gone.clone();
        let (desk, owner) = (Arc::clone(desk), workspace.clone());
        let task = self.manager.spawn(options, move |context| {
            Box::pin(async move {
                // The desk turns a panic into an answer, so that the task cannot stay «working» for ever.
                let call = desk.take(action, workspace, arguments, caller);
                tokio::select! {
                    outcome = call => Ok(match outcome {
                        Ok(answer) => render::answer(answer),
                        Err(problem) => render::problem(&problem),
                    }),
                    () = context.cancelled() => {
                        gone.cancel();
                        Err(TaskExit::Cancelled)
                    }
                }
            })
        });
        self.owners().insert(task.task_id.clone(), Owner { workspace: owner, delivery });
        task
    }

    /// How a task of this workspace stands. `delivery`: the way of this very answer.
    pub(super) fn get(
        &self,
        id: &str,
        workspace: &Name,
        delivery: Option<&Delivery>,
    ) -> Result<DetailedTask, ErrorData> {
        let owner = self.owner(id, workspace)?;
        let task = self.manager.get_task(id).inspect_err(|_| {
            self.owners().remove(id);
        })?;
        if task.status() == TaskStatus::Completed {
            match delivery {
                Some(way) => way.then(move || owner.delivery.done()),
                None => owner.delivery.done(),
            }
        }
        Ok(task)
    }

    /// Stops the wait of a task of this workspace; nothing changes for the person.
    pub(super) fn cancel(&self, id: &str, workspace: &Name) -> Result<(), ErrorData> {
        self.owner(id, workspace)?;
        self.manager.cancel_task(id)
    }

    /// Takes what a client sends to a task of this workspace. Ours ask for nothing.
    pub(super) fn update(&self, id: &str, workspace: &Name) -> Result<(), ErrorData> {
        self.owner(id, workspace)?;
        self.manager.update_task(id, [])
    }

    fn owner(&self, id: &str, workspace: &Name) -> Result<Owner, ErrorData> {
        let owner = self.owners().get(id).filter(|owner| owner.workspace == *workspace).cloned();
        owner.ok_or_else(|| ErrorData::invalid_params(format!("unknown task: {id}"), None))
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<String, Owner>> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
