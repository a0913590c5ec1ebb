//! The end in order, within one budget; and the owner of every task on the way there.
//!
//! Nobody spawns but through [`Tasks`]: it knows each task by name, waits for all, and names in the log whom it had
//! to abort. The stages are tokens that others wait on.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::FutureExt;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The tasks of the process and the stages of its end. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    tracker: TaskTracker,
    names: Mutex<HashMap<u64, (&'static str, AbortHandle)>>,
    last: AtomicU64,
    stopping: CancellationToken,
    ending: CancellationToken,
}

impl Tasks {
    /// No tasks yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a task. A panic in it is logged under its name and hurts nobody else.
    pub fn spawn(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.shared.last.fetch_add(1, Ordering::Relaxed);
        let shared = Arc::clone(&self.shared);
        let watched = async move {
            if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                tracing::error!(task = name, "a task panicked");
            }
            shared.names().remove(&id);
        };
        // Held over the start, so that a task that ends at once finds itself in the list.
        let mut names = self.shared.names();
        let handle = self.shared.tracker.spawn(watched);
        names.insert(id, (name, handle.abort_handle()));
    }

    /// Done once the doors have closed and long waits must answer.
    pub fn stopping(&self) -> &CancellationToken {
        &self.shared.stopping
    }

    /// Done once running turns must end.
    pub fn ending(&self) -> &CancellationToken {
        &self.shared.ending
    }

    /// Says that the doors stop: `/ready` says no, long waits are told.
    pub fn stop(&self) {
        self.shared.stopping.cancel();
    }

    /// Says that turns must end.
    pub fn end(&self) {
        self.shared.stopping.cancel();
        self.shared.ending.cancel();
    }

    /// How many tasks run.
    pub fn running(&self) -> usize {
        self.shared.tracker.len()
    }

    /// Waits for all tasks at most `budget`, then aborts those that are left and names them.
    pub async fn finish(&self, budget: Duration) {
        self.end();
        self.shared.tracker.close();
        if tokio::time::timeout(budget, self.shared.tracker.wait()).await.is_ok() {
            return;
        }
        for (name, handle) in self.shared.names().values() {
            tracing::warn!(task = name, "still running at the end, aborted");
            handle.abort();
        }
    }
}

impl Shared {
    fn names(&self) -> std::sync::MutexGuard<'_, HashMap<u64, (&'static str, AbortHandle)>> {
        // The lock is never held while foreign code runs, so a poisoned map is whole.
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_end_waits_then_aborts() {
        let tasks = Tasks::new();
        tasks.spawn("quick", async {});
        tasks.spawn("panics", async { panic!("on purpose") });
        let ending = tasks.ending().clone();
        tasks.spawn("polite", async move { ending.cancelled().await });
        tasks.spawn("stuck", std::future::pending());
        let began = tokio::time::Instant::now();
        tasks.finish(Duration::from_secs(3)).await;
        assert_eq!(began.elapsed(), Duration::from_secs(3));
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(tasks.running(), 0);
    }
}
