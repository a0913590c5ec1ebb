//! Pages that answer nobody: one that is stuck in a script, and one that a dialog holds.

use crate::common::client::{Client, named};
use crate::common::grid;
use crate::common::served::Served;
use crate::common::site::Site;
use serde_json::json;
use std::time::Duration;

/// For an answer that needs nothing of the page, on a busy machine.
const PROMPT: Duration = Duration::from_secs(8);
/// Over the longest time that a stuck page is waited for.
const STUCK: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_stuck_chrome_is_freed_by_going_elsewhere() {
    let (_served, site, client) = stuck("chrome").await;
    let freed = client.go(&site.at("/landed")).await;
    assert_eq!(freed["title"], "Landed");
    assert!(freed["reopened"].is_null(), "the browser is the same: {freed}");
    client.end().await;
}

#[tokio::test]
async fn a_stuck_firefox_is_left_by_closing_the_tab() {
    let (_served, site, client) = stuck("firefox").await;
    let closed = client.post("/browser/tab", json!({"action": "close"})).await;
    assert!(closed.took < STUCK, "it took {:?}", closed.took);
    assert_eq!(closed.ok()["closed"], json!(["t1"]));
    let freed = client.go(&site.at("/landed")).await;
    assert_eq!((&freed["title"], &freed["reopened"]), (&json!("Landed"), &json!(null)), "{freed}");
    client.end().await;
}

/// A page that a script keeps busy for ever: a call that needs it says so in time, and one that does not is prompt.
async fn stuck(browser: &str) -> (Served, Site, Client) {
    let url = grid::shared().await.url();
    let (served, site) = (Served::start(&["--grid", &url]).await, Site::start().await);
    let client = served.client("stuck");
    client.open(browser).await;
    client.visit(&site.at("/traps")).await;
    let clicked = client.post("/browser/interact/click", json!({"selector": named("button", "Spin")})).await;
    assert!(clicked.refused(400, "WAIT_TIMEOUT").contains("close its tab"), "{}", clicked.body);
    assert!(clicked.took < STUCK, "it took {:?}", clicked.took);
    let listed = client.post("/browser/tab", json!({"action": "list"})).await;
    assert!(listed.took < PROMPT, "it took {:?}", listed.took);
    assert_eq!(listed.ok()["tabs"][0]["url"], json!(site.at("/traps")));
    (served, site, client)
}

#[tokio::test]
async fn reads_under_an_alert_in_chrome() {
    reads_under_an_alert("chrome").await;
}

#[tokio::test]
async fn reads_under_an_alert_in_firefox() {
    reads_under_an_alert("firefox").await;
}

/// Whatever is read while a dialog is open tells of it at once, and the dialog stays.
async fn reads_under_an_alert(browser: &str) {
    let url = grid::shared().await.url();
    let (served, site) = (Served::start(&["--grid", &url]).await, Site::start().await);
    let client = served.client("alert");
    client.open(browser).await;
    client.visit(&site.at("/cases/12-js-dialogs.html")).await;
    client.click(named("button", "Show alert")).await;
    let dialog = json!({"kind": "alert", "message": "Stock is low"});
    for (path, arguments) in [
        ("/browser/outline", json!({})),
        ("/browser/find", json!({"text": "Stock"})),
        ("/browser/extract", json!({})),
        ("/browser/screenshot", json!({})),
        ("/browser/wait-for", json!({"text": "Stock"})),
        ("/browser/tab", json!({"action": "list"})),
        ("/browser/dialog", json!({"action": "read"})),
    ] {
        let read = client.post(path, arguments).await;
        assert!(read.took < PROMPT, "{path} took {:?}", read.took);
        let told = if path == "/browser/dialog" {
            &json!({"kind": read.body["kind"], "message": read.body["message"]})
        } else {
            &read.body["dialog"]
        };
        assert_eq!(*told, dialog, "{path}: {}", read.body);
        if read.status != 200 {
            assert!(read.refused(400, "DIALOG_OPEN").contains("dialog tool"), "{path}: {}", read.body);
        }
    }
    let accepted = client.post("/browser/dialog", json!({})).await.ok();
    assert!(accepted["outline"].to_string().contains("Alert closed"), "{accepted}");
    client.end().await;
}
