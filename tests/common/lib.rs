//! What the test binaries share: the server, callers, pages, Grids, and the stories that are both recorded and played.

pub mod client;
pub mod front;
pub mod grid;
pub mod live;
pub mod pipe;
pub mod process;
pub mod served;
pub mod site;
pub mod stories;
pub mod transcript;

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What `tests/run setup` fetched.
pub fn cache() -> PathBuf {
    std::env::var_os("HB_TEST_CACHE").map_or_else(|| root().join(".cache"), PathBuf::from)
}

/// Asks again and again, every 50 ms, until the answer is something.
///
/// # Panics
/// It was nothing for `patience`.
pub async fn until<T>(patience: Duration, what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(began.elapsed() < patience, "waited {patience:?} for {what}, in vain");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
