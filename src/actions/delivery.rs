//! What must happen only once an answer really left: a hand-back counts as told then, and not before.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Then = Box<dyn FnOnce() + Send>;

/// The way of one answer to its caller. The door says when it has arrived there.
#[derive(Clone, Default)]
pub struct Delivery(Arc<Mutex<Vec<Then>>>);

impl std::fmt::Debug for Delivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Delivery({})", self.list().len())
    }
}

impl Delivery {
    /// Does this once the answer has left. Never, if the caller went before.
    pub fn then(&self, what: impl FnOnce() + Send + 'static) {
        self.list().push(Box::new(what));
    }

    /// The answer has left.
    pub fn done(&self) {
        let list = std::mem::take(&mut *self.list());
        for what in list {
            what();
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Then>> {
        // Nothing foreign runs while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
