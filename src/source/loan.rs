//! A session that a Grid lends: it takes a slot until it is given back, so whoever lets go of it gives it back.

use super::http::{Fault, Remote};
use crate::shutdown::Tasks;
use handback_protocol::classic::Error;
use handback_protocol::classic::session::DeleteSession;
use handback_protocol::ids::SessionId;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// For the Grid to end a browser.
const END: Duration = Duration::from_secs(8);

/// A session at a Grid. Dropped before [`Loan::give_back`], it is given back by a task of its own.
#[derive(Debug)]
pub(super) struct Loan {
    /// The Grid.
    pub(super) grid: Remote,
    /// The session.
    pub(super) session: SessionId,
    tasks: Tasks,
    is_back: AtomicBool,
}

impl Loan {
    pub(super) fn new(grid: Remote, session: SessionId, tasks: Tasks) -> Self {
        Self { grid, session, tasks, is_back: AtomicBool::new(false) }
    }

    /// Deletes the session, again if the Grid could not be reached. Idempotent.
    pub(super) async fn give_back(&self) {
        delete(&self.grid, &self.session).await;
        self.is_back.store(true, Ordering::Relaxed);
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        // Without a runtime the process is at its end: the Grid reaps the session.
        if *self.is_back.get_mut() || tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        tracing::info!("a browser came that nobody waits for any more; ending it");
        let (grid, session) = (self.grid.clone(), self.session.clone());
        self.tasks.spawn("end of an abandoned browser", async move { delete(&grid, &session).await });
    }
}

async fn delete(grid: &Remote, session: &SessionId) {
    for attempt in 1..=3 {
        match grid.ask(&DeleteSession(session), END).await {
            Ok(_) | Err(Fault::Said(Error::Gone { .. } | Error::NodeLost)) => return,
            Err(fault) => tracing::warn!(attempt, %fault, "the Grid did not end a browser"),
        }
        tokio::time::sleep(Duration::from_millis(300 * attempt)).await;
    }
}
