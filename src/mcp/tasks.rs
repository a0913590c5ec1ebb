//! Calls that go on after their request was answered, as MCP tasks
//! ([SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension)), for clients that can follow one.
//!
//! A task belongs to the workspace that was named when it was made; to every other it is unknown. Which calls become tasks
//! is for others to say.

use crate::actions::Delivery;
use crate::workspace::Name;
use rmcp::ErrorData;
use rmcp::model::{DetailedTask, InputResponses, ProtocolVersion, Task, TaskStatus};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::task_manager::{TaskContext, TaskFuture, TaskManager, TaskOptions};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a task may take, and how long its result is kept then.
const KEPT: Duration = Duration::from_secs(24 * 3_600);
/// How often a client should ask.
const POLL: Duration = Duration::from_secs(1);
/// Tasks that are kept at once; past it callers get the blocking answer.
const MOST: usize = 10_000;

/// The tasks of a server. Cheap to clone.
#[derive(Clone, Default)]
pub struct Tasks {
    manager: TaskManager,
    owners: Arc<Mutex<Owners>>,
}

/// Whose the tasks are that the manager may still know.
#[derive(Default)]
struct Owners {
    by_task: HashMap<String, Owner>,
    /// When each was made, oldest first.
    made: VecDeque<(Instant, String)>,
}

#[derive(Clone)]
struct Owner {
    workspace: Name,
    delivery: Delivery,
}

impl std::fmt::Debug for Tasks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tasks({})", self.owners().by_task.len())
    }
}

impl Tasks {
    /// Whether this call may become a task: there is room for one, and its client speaks the newer protocol and says with
    /// this very request that it follows tasks. Some clients of the older one say so too and fail then.
    pub fn can_follow(&self, context: &RequestContext<RoleServer>) -> bool {
        let modern =
            context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let follows = context.client_capabilities().is_some_and(|client| client.supports_tasks());
        modern && follows && self.owners().has_room(Instant::now())
    }

    /// Makes work a task of a workspace. `says`: what it waits for, in a sentence. `delivery` is done when the whole
    /// result has left for the client; never, if nobody comes for it.
    pub fn start(
        &self,
        workspace: Name,
        says: &str,
        delivery: Delivery,
        work: impl FnOnce(TaskContext) -> TaskFuture,
    ) -> Task {
        let options = TaskOptions::new()
            .with_ttl_ms(u64::try_from(KEPT.as_millis()).ok())
            .with_poll_interval_ms(POLL.as_millis() as u64)
            .with_status_message(says);
        let task = self.manager.spawn(options, work);
        self.owners().add(&task.task_id, Owner { workspace, delivery });
        task
    }

    /// How a task of this workspace stands. `delivery`: the way of this very answer, where the door tells when it has left.
    ///
    /// # Errors
    /// The workspace has no such task.
    pub fn get(
        &self,
        id: &str,
        workspace: &Name,
        delivery: Option<&Delivery>,
    ) -> Result<DetailedTask, ErrorData> {
        let owner = self.owner(id, workspace)?;
        let task = self.manager.get_task(id)?;
        if task.status() == TaskStatus::Completed {
            match delivery {
                Some(way) => way.then(move || owner.delivery.done()),
                None => owner.delivery.done(),
            }
        }
        Ok(task)
    }

    /// Asks a task of this workspace to stop; it says itself how it ended.
    ///
    /// # Errors
    /// The workspace has no such task.
    pub fn cancel(&self, id: &str, workspace: &Name) -> Result<(), ErrorData> {
        self.owner(id, workspace)?;
        self.manager.cancel_task(id)
    }

    /// Gives a task of this workspace the answers to what it asked its client.
    ///
    /// # Errors
    /// The workspace has no such task.
    pub fn update(&self, id: &str, workspace: &Name, answers: InputResponses) -> Result<(), ErrorData> {
        self.owner(id, workspace)?;
        self.manager.update_task(id, answers)
    }

    fn owner(&self, id: &str, workspace: &Name) -> Result<Owner, ErrorData> {
        let owners = self.owners();
        let owner = owners.by_task.get(id).filter(|owner| owner.workspace == *workspace).cloned();
        owner.ok_or_else(|| ErrorData::invalid_params(format!("unknown task: {id}"), None))
    }

    fn owners(&self) -> MutexGuard<'_, Owners> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Owners {
    fn add(&mut self, id: &str, owner: Owner) {
        self.by_task.insert(id.to_owned(), owner);
        self.made.push_back((Instant::now(), id.to_owned()));
    }

    /// Whether one more may be kept, once those are forgotten that have run and been kept as long as any may.
    fn has_room(&mut self, now: Instant) -> bool {
        while let Some((made, _)) = self.made.front()
            && now.saturating_duration_since(*made) > 2 * KEPT
            && let Some((_, id)) = self.made.pop_front()
        {
            self.by_task.remove(&id);
        }
        self.by_task.len() < MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_comes_back_with_time() {
        let mut owners = Owners::default();
        let owner = Owner { workspace: Name::stdio(), delivery: Delivery::default() };
        for number in 0..MOST {
            assert!(owners.has_room(Instant::now()), "{number}");
            owners.add(&number.to_string(), owner.clone());
        }
        assert!(!owners.has_room(Instant::now()));
        assert!(owners.has_room(Instant::now() + 2 * KEPT + Duration::from_secs(60)));
        assert!(owners.by_task.is_empty() && owners.made.is_empty(), "no longer than the tasks themselves");
    }
}
