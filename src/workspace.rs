//! Workspaces: named boxes that callers choose. Each holds at most one live browser and what outlives it.
//!
//! A call that drives the browser gets a [`Turn`]: its place in the workspace's queue, past the one gate of control, with
//! a live session, opened again if the recorded one is gone. The registry finds workspaces by name and keeps their
//! records.

mod name;
mod queue;
mod record;
mod registry;
mod turn;

pub use name::{Name, RULE as NAME_RULE};
pub use record::{Record, Settings};
pub use registry::Registry;
pub use turn::{Turn, Want};

use crate::session::{Over, Session};
use queue::Queue;
use tokio::sync::{Mutex, watch};

/// A workspace, as this process knows it.
#[derive(Debug)]
pub struct Workspace {
    name: Name,
    queue: Queue,
    /// The live browser.
    session: watch::Sender<Option<Session>>,
    /// What outlives it, as it was last read or written here, and its version in the store. Held over the store's
    /// answer, so that two writes of this process cannot cross.
    record: Mutex<Option<(Record, u64)>>,
}

impl Workspace {
    fn new(name: Name) -> Self {
        Self { name, queue: Queue::new(), session: watch::Sender::new(None), record: Mutex::new(None) }
    }

    /// Its name.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// The live browser, if there is one.
    pub fn session(&self) -> Option<Session> {
        let session = self.session.borrow().clone()?;
        session.over().is_none().then_some(session)
    }

    /// Whether a call drives the browser now.
    pub fn is_busy(&self) -> bool {
        self.queue.is_busy()
    }

    /// Why the last browser is over, if it is and was not ended on purpose.
    fn lost(&self) -> Option<Over> {
        self.session.borrow().as_ref().and_then(Session::over).filter(|over| *over != Over::Ended)
    }

    /// Takes a new browser in.
    fn put(&self, session: Session) {
        self.session.send_replace(Some(session));
    }

    /// Ends the live browser. `false` if there was none. Does not queue: a call that runs ends with a clear error.
    pub async fn end(&self) -> bool {
        let session = self.session.send_replace(None);
        match session {
            Some(session) => {
                let was_live = session.over().is_none();
                session.end().await;
                was_live
            }
            None => false,
        }
    }
}
