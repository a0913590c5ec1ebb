//! The use of a session: what sets its idle clock back.

use super::Session;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Keeps a session from being idle. Its idle clock starts again when this is dropped.
#[derive(Debug)]
pub struct InUse(Session);

impl InUse {
    /// The session.
    pub fn session(&self) -> &Session {
        &self.0
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.touch();
        self.0.inner.users.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Session {
    /// Says that it is used as long as the guard lives: a call may take longer than a browser may be idle.
    pub fn in_use(&self) -> InUse {
        self.inner.users.fetch_add(1, Ordering::Relaxed);
        self.touch();
        InUse(self.clone())
    }

    /// Says that it is used now: its idle clock starts again.
    pub fn touch(&self) {
        self.inner.used.send_replace(Instant::now());
    }
}
