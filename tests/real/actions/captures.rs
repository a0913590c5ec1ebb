//! What pages say on their console and ask the network for.

use super::{Stage, named};
use crate::common::until;
use serde_json::{Value, json};
use std::time::Duration;

/// For the browser to tell.
const SOON: Duration = Duration::from_secs(10);

pub(super) async fn consoles_and_requests_are_kept(stage: &Stage) {
    let client = &stage.client;
    let off = client.get("/browser/console").await.ok();
    assert_eq!(off["entries"], json!([]));
    assert!(off["note"].as_str().expect("a note").contains("capture=true"), "{off}");
    let body = client.post("/browser/network-body", json!({"id": "r1"})).await;
    assert!(body.refused(404, "NOT_FOUND").contains("capture=true"), "{}", body.body);

    let kept = client.post("/browser", json!({"capture": true})).await.ok();
    assert_eq!(kept["settings"]["capture"], json!(true), "a browser that is open begins with it: {kept}");
    stage.go("capture").await;
    let mut errors = 0;
    for button in ["Say", "Throw"] {
        let clicked = stage.click(named("button", button)).await;
        errors += clicked["page"]["errors"].as_u64().unwrap_or(0);
    }
    assert_eq!(stage.says().await, "thrown");
    let lines = until(SOON, "the lines", async || {
        let entries = client.get("/browser/console").await.ok()["entries"].clone();
        (entries.as_array().expect("entries").len() >= 4).then_some(entries)
    })
    .await;
    let line = |says: &str| {
        let lines = lines.as_array().expect("lines");
        lines.iter().find(|line| line["text"].as_str().is_some_and(|text| text.contains(says))).cloned()
    };
    for (says, level) in [
        ("a plain line 7", "info"),
        ("a warning", "warn"),
        ("an error of ours", "error"),
        ("nobody caught this", "error"),
    ] {
        let line = line(says).unwrap_or_else(|| panic!("{says} in {lines}"));
        assert_eq!(line["level"], level, "{line}");
        assert!(line["tab"].is_string() && line["time"].is_string(), "{line}");
    }
    let at = line("nobody caught this").expect("told")["at"].to_string();
    assert!(at.contains("act-capture.html:"), "{at}");
    errors += client.outline().await["page"]["errors"].as_u64().unwrap_or(0);
    assert_eq!(errors, 2, "each error is hinted at once");
    assert_eq!(client.outline().await["page"], Value::Null);

    let asked = stage.click(named("button", "Ask")).await;
    until(SOON, "the page's word", async || (stage.says().await == "some text 404 dropped").then_some(()))
        .await;
    let request = async |path: &'static str| {
        until(SOON, path, async || {
            let told = client.get("/browser/network").await.ok();
            let mut requests = told["requests"].as_array().expect("requests").clone();
            requests.retain(|one| one["url"].as_str().is_some_and(|url| url.ends_with(path)));
            requests.pop().filter(|one| one.get("status").or(one.get("failed")).is_some())
        })
        .await
    };
    let text = request("/text?ask=1").await;
    assert_eq!(
        (&text["method"], &text["status"], &text["mime"]),
        (&json!("GET"), &json!(200), &json!("text/plain"))
    );
    assert_eq!(request("/missing").await["status"], 404);
    assert!(request("/drop").await["failed"].is_string());
    let page = request("act-capture.html").await;
    assert_eq!((&page["type"], &page["status"]), (&json!("document"), &json!(200)), "{page}");
    let mut hinted = asked["page"]["failed_requests"].as_u64().unwrap_or(0);
    hinted += client.outline().await["page"]["failed_requests"].as_u64().unwrap_or(0);
    assert!(hinted >= 2, "{asked}");

    let body = client.post("/browser/network-body", json!({"id": text["id"]})).await.ok();
    assert_eq!(
        (&body["body"], &body["encoding"], &body["truncated"]),
        (&json!("some text\n"), &Value::Null, &Value::Null)
    );
    assert_eq!(body["request"]["id"], text["id"]);
    client.post("/browser/network-body", json!({"id": "r9999"})).await.refused(404, "NOT_FOUND");

    for _ in 0..5 {
        client.go(&stage.site.at("/landed")).await;
    }
    let console = client.get("/browser/console").await.ok();
    assert_eq!(console["entries"], json!([]), "five pages later");
    assert!(console["dropped"].as_u64().expect("counted") >= 4, "{console}");

    let fresh = client.post("/browser", json!({"fresh": true})).await.ok();
    assert_eq!(fresh["settings"]["capture"], Value::Null, "it is asked for each time");
    assert!(client.get("/browser/network").await.ok()["note"].is_string());
}
