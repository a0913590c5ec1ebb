//! A store in this process: forgotten with it.

use super::{Expect, Failed, Kept, Store, Written};
use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Values in memory. Ended ones are dropped when the map has doubled since the last look.
#[derive(Debug, Default)]
pub struct Memory {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    values: HashMap<String, (Kept, Instant)>,
    last: u64,
    sweep_at: usize,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held, so a poisoned state is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn live(&self, key: &str) -> Option<&Kept> {
        self.values.get(key).filter(|(_, end)| *end > Instant::now()).map(|(kept, _)| kept)
    }

    fn sweep(&mut self) {
        if self.values.len() >= self.sweep_at {
            let now = Instant::now();
            self.values.retain(|_, (_, end)| *end > now);
            self.sweep_at = (self.values.len() * 2).max(1_024);
        }
    }
}

impl Store for Memory {
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Kept>, Failed>> {
        ready(Ok(self.state().live(key).cloned())).boxed()
    }

    fn put<'a>(
        &'a self,
        key: &'a str,
        bytes: Vec<u8>,
        expect: Expect,
        ttl: Duration,
    ) -> BoxFuture<'a, Result<Written, Failed>> {
        let mut state = self.state();
        let found = state.live(key).map(|kept| kept.version);
        let fits = match expect {
            Expect::Absent => found.is_none(),
            Expect::Version(version) => found == Some(version),
            Expect::Anything => true,
        };
        if !fits {
            return ready(Ok(Written::Conflict)).boxed();
        }
        state.sweep();
        state.last += 1;
        let version = state.last;
        state.values.insert(key.to_owned(), (Kept { bytes, version }, Instant::now() + ttl));
        ready(Ok(Written::Done(version))).boxed()
    }

    fn remove<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<(), Failed>> {
        self.state().values.remove(key);
        ready(Ok(())).boxed()
    }

    fn keys<'a>(&'a self, prefix: &'a str) -> BoxFuture<'a, Result<Vec<String>, Failed>> {
        let state = self.state();
        let keys = state.values.keys().filter(|key| key.starts_with(prefix) && state.live(key).is_some());
        ready(Ok(keys.cloned().collect())).boxed()
    }

    fn kind(&self) -> &'static str {
        "memory"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    #[tokio::test(start_paused = true)]
    async fn writes_compare_and_values_end() {
        let store = Memory::new();
        let put = |bytes: &'static [u8], expect| store.put("w/a", bytes.to_vec(), expect, LONG);
        let Ok(Written::Done(first)) = put(b"1", Expect::Absent).await else { panic!("not written") };
        assert_eq!(put(b"2", Expect::Absent).await.expect("served"), Written::Conflict);
        let Ok(Written::Done(second)) = put(b"2", Expect::Version(first)).await else {
            panic!("not written")
        };
        assert_ne!(first, second);
        assert_eq!(put(b"3", Expect::Version(first)).await.expect("served"), Written::Conflict);
        assert_eq!(store.get("w/a").await.expect("served").expect("there").bytes, b"2");
        assert_eq!(store.keys("w/").await.expect("served"), ["w/a"]);
        tokio::time::advance(LONG).await;
        assert_eq!(store.get("w/a").await.expect("served"), None);
        assert!(store.keys("w/").await.expect("served").is_empty());
        assert!(matches!(put(b"4", Expect::Absent).await, Ok(Written::Done(_))), "an ended value is absent");
    }

    #[tokio::test(start_paused = true)]
    async fn ended_values_do_not_pile_up() {
        let store = Memory::new();
        for n in 0..20_000 {
            let key = format!("k/{n}");
            store.put(&key, vec![0; 8], Expect::Anything, Duration::from_millis(1)).await.expect("served");
            tokio::time::advance(Duration::from_millis(2)).await;
        }
        assert!(store.state().values.len() <= 1_025);
    }
}
