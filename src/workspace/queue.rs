//! One call at a time drives a workspace's browser, first come first served.
//!
//! A call waits for its place without a deadline of its own: it leaves when its caller does. When a person takes
//! control, every change that still waits is refused, so that none fires after the hand-back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The queue of one workspace.
#[derive(Debug)]
pub(super) struct Queue {
    // Tokio's semaphore serves its waiters in the order in which they came.
    place: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// The most calls that may wait for one browser.
const MOST: usize = 256;

/// The right to drive the browser; dropping it lets the next in.
#[derive(Debug)]
pub(super) struct Place(#[expect(dead_code, reason = "held for its drop")] OwnedSemaphorePermit);

/// The queue is full.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full;

impl Queue {
    pub(super) fn new() -> Self {
        Self { place: Arc::new(Semaphore::new(1)), waiting: AtomicUsize::new(0) }
    }

    /// Waits for the place. Cancel-safe: who leaves loses its position.
    pub(super) async fn enter(&self) -> Result<Place, Full> {
        if let Ok(permit) = Arc::clone(&self.place).try_acquire_owned() {
            return Ok(Place(permit));
        }
        let _counted = Counted::new(&self.waiting)?;
        match Arc::clone(&self.place).acquire_owned().await {
            Ok(permit) => Ok(Place(permit)),
            // Only a closed semaphore fails, and nobody closes it.
            Err(_) => Err(Full),
        }
    }
}

struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(waiting: &'a AtomicUsize) -> Result<Self, Full> {
        if waiting.fetch_add(1, Ordering::Relaxed) < MOST {
            return Ok(Self(waiting));
        }
        waiting.fetch_sub(1, Ordering::Relaxed);
        Err(Full)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[tokio::test]
    async fn first_come_first_served() {
        let queue = Queue::new();
        let first = queue.enter().await.expect("free");
        let mut second = Box::pin(queue.enter());
        let mut third = Box::pin(queue.enter());
        assert!((&mut second).now_or_never().is_none());
        assert!((&mut third).now_or_never().is_none());
        drop(first);
        assert!((&mut third).now_or_never().is_none(), "the second is before it");
        let second = second.now_or_never().expect("its turn").expect("in");
        drop(second);
        third.now_or_never().expect("its turn").expect("in");
    }

    #[tokio::test]
    async fn who_leaves_holds_nobody_up() {
        let queue = Queue::new();
        let first = queue.enter().await.expect("free");
        let mut leaver = Box::pin(queue.enter());
        let mut next = Box::pin(queue.enter());
        assert!((&mut leaver).now_or_never().is_none() && (&mut next).now_or_never().is_none());
        drop(leaver);
        drop(first);
        next.now_or_never().expect("its turn").expect("in");
    }

    #[tokio::test]
    async fn a_full_queue_says_so() {
        let queue = Queue::new();
        let _first = queue.enter().await.expect("free");
        let mut waiting: Vec<_> = (0..MOST).map(|_| Box::pin(queue.enter())).collect();
        for waiter in &mut waiting {
            assert!(waiter.now_or_never().is_none());
        }
        assert_eq!(queue.enter().now_or_never().expect("at once").expect_err("full"), Full);
        waiting.pop();
        assert!(queue.enter().now_or_never().is_none(), "room again");
    }
}
