//! Slots of a Grid: waited for, given up, kept while in use, given back when not.

use crate::common::grid::{Grid, Options};
use crate::common::served::Served;
use crate::common::site::Site;
use crate::common::until;
use serde_json::json;
use std::time::{Duration, Instant};

/// The Grid looks for silent sessions every 30 s.
const REAPED: Duration = Duration::from_secs(75);

#[tokio::test]
async fn a_slot_is_waited_for_and_given_up() {
    let grid = Grid::standalone(Options { slots: 1, queue: 12, ..Options::default() }).await;
    let url = grid.url();
    let served = Served::start(&["--grid", &url]).await;
    let first = served.client("first");
    first.open("chrome").await;

    let open = json!({"browser": "chrome"});
    let late = served.client("late").post("/browser", open.clone()).await;
    let says = late.refused(503, "GRID_UNAVAILABLE");
    assert!(
        says.starts_with("No free place for chrome within 1") && says.contains("try again later"),
        "{says}"
    );
    assert!(says.contains("chrome ×1"), "what the Grid has: {says}");
    assert!(late.headers.contains_key("retry-after"));
    assert!(late.took > Duration::from_secs(10) && late.took < Duration::from_secs(25), "{:?}", late.took);

    // The server's own patience is shorter here: what it asked for comes when nobody waits for it any more.
    let hasty = Served::start(&["--grid", &url, "--grid-queue", "2"]).await;
    let given_up = hasty.client("hasty").post("/browser", open.clone()).await;
    assert!(given_up.refused(503, "GRID_UNAVAILABLE").contains("within 2 s"), "{}", given_up.body);
    first.end().await;
    is_deleted(&grid, &hasty).await;

    // So does what a caller asked for that hung up.
    first.open("chrome").await;
    let impatient = served.client("impatient");
    let asked = tokio::spawn(async move { impatient.open("chrome").await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    asked.abort();
    tokio::time::sleep(Duration::from_secs(1)).await;
    first.end().await;
    is_deleted(&grid, &served).await;

    first.open("chrome").await;
    first.end().await;
    is_empty(&grid).await;
}

/// A browser comes for nobody, and goes.
async fn is_deleted(grid: &Grid, served: &Served) {
    let comes = "a browser came that nobody waits for any more";
    until(Duration::from_secs(20), "a browser that nobody waits for", async || {
        served.log().contains(comes).then_some(())
    })
    .await;
    is_empty(grid).await;
}

/// The Grid says so a moment after a session ended.
async fn is_empty(grid: &Grid) {
    until(Duration::from_secs(10), "the last session to end", async || {
        grid.sessions().await.is_empty().then_some(())
    })
    .await;
}

#[tokio::test]
async fn what_is_used_is_kept_and_what_is_not_is_given_back() {
    let grid = Grid::standalone(Options { slots: 2, session_timeout: 10, ..Options::default() }).await;
    let url = grid.url();
    let site = Site::start().await;
    let mut killed = Served::start(&["--grid", &url]).await;
    killed.client("killed").open("firefox").await;
    let left = grid.sessions().await;
    assert_eq!(left.len(), 1);
    killed.kill();

    let mut served = Served::start(&["--grid", &url, "--session-idle", "15"]).await;
    let (used, unused) = (served.client("used"), served.client("unused"));
    used.open("chrome").await;
    used.visit(&site.at("/form")).await;
    let wait = json!({"text": "This never comes", "wait_timeout": 50});
    let waiting = tokio::spawn({
        let used = used.clone();
        async move { used.post("/browser/wait-for", wait).await }
    });
    unused.open("chrome").await;
    unused.visit(&site.at("/form")).await;
    let began = Instant::now();
    // Its server deletes it; the Grid would have, but later.
    until(Duration::from_secs(30), "the idle one to be given back", async || {
        let sessions = grid.sessions().await;
        (sessions.iter().filter(|session| !left.contains(session)).count() == 1).then_some(())
    })
    .await;
    assert!(began.elapsed() > Duration::from_secs(12), "not before it was idle: {:?}", began.elapsed());
    until(REAPED, "the one without a server to be reaped", async || {
        (!grid.sessions().await.contains(&left[0])).then_some(())
    })
    .await;

    waiting.await.expect("an answer").refused(400, "WAIT_TIMEOUT");
    let kept = used.outline().await;
    assert!(kept["reopened"].is_null() && kept["url"] == json!(site.at("/form")), "in use all along: {kept}");
    let again = unused.outline().await;
    let why = again["reopened"].as_str().unwrap_or_default();
    assert!(why.contains("idle") && why.contains("at the last page again"), "{again}");

    assert_eq!(grid.sessions().await.len(), 2);
    assert!(served.stop().await.success());
    is_empty(&grid).await;
}
