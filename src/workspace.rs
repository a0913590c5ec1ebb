//! Workspaces: named boxes that callers choose. Each holds at most one live browser and what outlives it.
//!
//! A call that drives the browser gets a [`Turn`]: its place in the workspace's queue, past the one gate of control, with
//! a live session, opened again if the recorded one is gone. The registry finds workspaces by name and keeps their
//! records.

mod activity;
mod audience;
mod control;
mod files;
mod links;
mod name;
mod queue;
mod record;
mod registry;
mod seat;
mod turn;

pub use activity::{Activity, Done, Driving, Underway};
pub use audience::{Audience, Watching};
pub use files::{File, Shelf};
pub use links::Links;
pub use name::{Name, RULE as NAME_RULE};
pub use record::{Record, Settings};
pub use registry::Registry;
pub use seat::{Returned, View, control_json, hand_back_json, iso};
pub use turn::{Claim, Turn, Want};

use crate::session::{Over, Session};
use crate::shutdown::Tasks;
use queue::Queue;
use seat::Seat;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::{Mutex, watch};

/// A workspace, as this process knows it.
#[derive(Debug)]
pub struct Workspace {
    name: Name,
    queue: Queue,
    seat: Seat,
    activity: watch::Sender<Activity>,
    /// Who watches.
    audience: watch::Sender<Audience>,
    /// Whether the person in control holds a button of the pointer.
    button_down: AtomicBool,
    /// How long the page of a person in control may be lost.
    grace: Duration,
    tasks: Tasks,
    /// Told of whatever a list of workspaces shows.
    pulse: watch::Sender<()>,
    /// The live browser.
    session: watch::Sender<Option<Session>>,
    /// What outlives it, as it was last read or written here, and its version in the store. Held over the store's
    /// answer, so that two writes of this process cannot cross.
    record: Mutex<Option<(Record, u64)>>,
}

impl Workspace {
    /// `grace`: how long the page of a person in control may be lost. `pulse`: told of whatever a list shows.
    fn new(name: Name, grace: Duration, tasks: Tasks, pulse: watch::Sender<()>) -> Self {
        Self {
            name,
            queue: Queue::new(),
            seat: Seat::new(pulse.clone()),
            activity: watch::Sender::default(),
            audience: watch::Sender::default(),
            button_down: AtomicBool::new(false),
            grace,
            tasks,
            pulse,
            session: watch::Sender::new(None),
            record: Mutex::new(None),
        }
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

    /// The browser, as it comes and goes. One that is over may still be in it.
    pub fn sessions(&self) -> watch::Receiver<Option<Session>> {
        self.session.subscribe()
    }

    /// What its calls do.
    pub fn activity(&self) -> watch::Receiver<Activity> {
        self.activity.subscribe()
    }

    /// A call of an action begins.
    pub fn underway(&self, action: &'static str) -> Underway<'_> {
        Underway::begin(self, action)
    }

    /// Changes what is known of its calls, and tells whoever shows it.
    fn on_activity(&self, change: impl FnOnce(&mut Activity)) {
        self.activity.send_modify(change);
        self.pulse.send_replace(());
    }

    /// Why the last browser is over, if it is and was not ended on purpose.
    fn lost(&self) -> Option<Over> {
        self.session.borrow().as_ref().and_then(Session::over).filter(|over| *over != Over::Ended)
    }

    /// Ends the live browser. `false` if there was none. Does not queue: a call that runs ends with a clear error.
    pub async fn end(&self) -> bool {
        let session = self.session.send_replace(None);
        self.pulse.send_replace(());
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
