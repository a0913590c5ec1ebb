//! Nothing is left of a browser that was ended, of a server that stopped, and, after its next start, of one that was killed.

use crate::common::process::{self, Listed, is_alive};
use crate::common::served::Served;
use crate::common::site::Site;
use crate::common::until;
use serde_json::json;
use std::time::Duration;

/// For processes to end on a busy machine.
const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_browser_that_was_ended() {
    let served = Served::start(&[]).await;
    for browser in ["chrome", "firefox"] {
        let client = served.client(browser);
        client.open(browser).await;
        let processes = process::of_folder(&served.browsers());
        assert!(!processes.is_empty());
        client.end().await;
        nothing_is_left(&served, &processes).await;
    }
}

#[tokio::test]
async fn a_server_that_stopped() {
    let (mut served, site) = (Served::start(&[]).await, Site::start().await);
    for browser in ["chrome", "firefox"] {
        let client = served.client(browser);
        client.open(browser).await;
        client.visit(&site.at("/form")).await;
    }
    let client = served.client("chrome");
    let called = tokio::spawn(async move {
        client.post("/browser/script", json!({"script": "await fetch('/slow?60000')"})).await
    });
    until(SOON, "the script to ask", async || {
        site.asked().contains(&"GET /slow?60000".to_owned()).then_some(())
    })
    .await;
    let processes = process::of_folder(&served.browsers());
    assert!(served.stop().await.success());
    let answer = called.await.expect("an answer");
    assert!(matches!(answer.status, 404 | 503), "it ends with an answer all the same: {answer:?}");
    nothing_is_left(&served, &processes).await;
}

#[tokio::test]
async fn a_server_that_was_killed() {
    let mut served = Served::start(&[]).await;
    for browser in ["chrome", "firefox"] {
        served.client(browser).open(browser).await;
    }
    // And one that is only starting.
    let late = served.client("late");
    let opening = tokio::spawn(async move { late.open("chrome").await });
    until(SOON, "a browser to start", async || (served.browser_folders().len() == 3).then_some(())).await;
    served.kill();
    opening.await.expect_err("its connection broke");

    let left = process::of_folder(&served.browsers());
    assert!(!left.is_empty() && served.browser_folders().len() == 3, "it could clear nothing away");
    let next = Served::start_in(served.data(), &[]).await;
    nothing_is_left(&next, &left).await;
    let says = next.client("chrome").post("/browser/outline", json!({})).await;
    assert!(says.refused(404, "NO_BROWSER").contains("open_session"));
}

async fn nothing_is_left(served: &Served, processes: &[Listed]) {
    until(SOON, "the processes to end", async || {
        (!processes.iter().any(|process| is_alive(process.pid))).then_some(())
    })
    .await;
    assert_eq!(process::of_folder(&served.browsers()).len(), 0);
    assert_eq!(served.browser_folders(), Vec::<std::path::PathBuf>::new());
}
