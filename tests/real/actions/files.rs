//! Files that pages are given, files that come from them, and pages that are kept as files.

use super::{Stage, named};
use crate::common::client::Client;
use crate::common::until;
use serde_json::{Value, json};
use std::time::Duration;

pub(super) async fn files_are_given(stage: &Stage) {
    stage.go("files").await;
    let give = async |selector: Value, name: &str, text: &str| {
        stage.act("upload", json!({"selector": selector, "filename": name, "text": text})).await
    };
    let given = give(json!({"label": "Report"}), "report.txt", "a report").await.ok();
    assert_eq!((&given["filename"], &given["bytes"]), (&json!("report.txt"), &json!(8)), "{given}");
    assert_eq!(given["note"], Value::Null, "{given}");
    assert_eq!(stage.says().await, "Report: report.txt 8 a report");

    give(json!({"text": "Attach documents"}), "../deeds.txt", "deed").await.ok();
    assert_eq!(stage.says().await, "Documents: deeds.txt 4 deed", "by the label of a hidden field");
    give(named("group", "Drop zone"), "zone.txt", "z").await.ok();
    assert_eq!(stage.says().await, "Zone: zone.txt 1 z", "by what is around a hidden field");
    give(json!({"label": "Not yet"}), "late.txt", "late").await.ok();
    assert_eq!(stage.says().await, "Later: late.txt 4 late");
    let sent = give(json!({"label": "Sends at once"}), "at-once.txt", "now").await.ok();
    assert!(sent["note"].as_str().expect("a note").contains("emptied"), "{sent}");

    let content =
        json!({"selector": named("button", "Choose a picture"), "filename": "p.bin", "content": "AAEC"});
    let picture = stage.act("upload", content).await.ok();
    assert_eq!((&picture["bytes"], &picture["warnings"]), (&json!(3), &Value::Null), "{picture}");
    assert!(stage.says().await.starts_with("Picture: p.bin 3"), "{}", stage.says().await);
    let asked = stage.click(named("button", "Choose a picture")).await;
    // The browser may tell of the chooser after the click has been answered.
    let hint = until(Duration::from_secs(5), "the hint", async || match asked["warnings"].get(0) {
        Some(hint) => Some(hint.clone()),
        None => stage.client.post("/browser/find", json!({"text": "given"})).await.ok()["warnings"]
            .get(0)
            .cloned(),
    })
    .await;
    assert!(hint.as_str().expect("a hint").contains("upload_file"), "{hint}");
    stage.act("upload", json!({"filename": "open.txt", "text": "open"})).await.ok();
    assert_eq!(stage.says().await, "Picture: open.txt 4 open", "the chooser that is open");

    let form = [("selector", None, "{\"label\": \"Report\"}"), ("file", Some("form.txt"), "from a form")];
    let parts = stage.client.post_form("/browser/upload", &form).await.ok();
    assert_eq!(parts["filename"], "form.txt");
    assert_eq!(stage.says().await, "Report: form.txt 11 from a form");
    stage.client.post_form("/browser/navigate", &form).await.refused(400, "INVALID_ARGUMENT");
}

pub(super) async fn files_that_cannot_be_given_say_why(stage: &Stage) {
    stage.go("files").await;
    let nothing = json!({"selector": named("button", "Choose nothing"), "filename": "a.txt", "text": "a"});
    let nothing = stage.act("upload", nothing).await;
    assert!(nothing.refused(400, "NOT_DONE").contains("opened no file chooser"), "{}", nothing.body);
    let closed = stage.act("upload", json!({"filename": "a.txt", "text": "a"})).await;
    closed.refused(400, "NO_MATCH");
    let report = json!({"label": "Report"});
    for (arguments, says) in [
        (json!({"selector": report, "text": "a"}), "filename"),
        (json!({"selector": report, "filename": "a.txt"}), "one way"),
        (json!({"selector": report, "filename": "a.txt", "text": "a", "content": "AA=="}), "one way"),
        (json!({"selector": report, "filename": "a.txt", "content": "%"}), "base64"),
    ] {
        let refused = stage.act("upload", arguments).await;
        assert!(refused.refused(400, "INVALID_ARGUMENT").contains(says), "{}", refused.body);
    }
}

pub(super) async fn downloads_are_told_and_opened(stage: &Stage) {
    stage.go("files").await;
    let came = stage.click(named("link", "Get the report")).await;
    let report = &came["downloads"][0];
    let told = json!({"name": report["name"], "size": report["size"], "state": report["state"]});
    assert_eq!(told, json!({"name": "report.bin", "size": 11, "state": "done"}), "{came}");

    let stranger = Client::new(stage.client.base(), None, "");
    let path = path_of(stage, report);
    let opened = stranger.get(&path).await;
    assert_eq!((opened.status, &opened.body), (200, &json!("some bytes\n")));
    let disposition = opened.headers["content-disposition"].to_str().expect("a text");
    assert!(disposition.starts_with("attachment; filename*=UTF-8''report"), "{disposition}");
    stranger.get(&path.replace("report.bin", "other.bin")).await.refused(403, "FORBIDDEN");
    let (bare, _) = path.split_once('?').expect("a query");
    stranger.get(bare).await.refused(401, "UNAUTHORIZED");
    assert_eq!(stage.client.get(bare).await.status, 200, "with the token");
    stage.client.get(&bare.replace("report.bin", "..%2Fowner")).await.refused(404, "NOT_FOUND");

    let long = stage.click(named("link", "Get a long one")).await;
    assert_eq!(long["downloads"][0]["state"], "running", "{long}");
    let ended = until(Duration::from_secs(20), "the download's end", async || {
        let read = stage.client.post("/browser/find", json!({"text": "report"})).await.ok();
        read["downloads"].get(0).cloned()
    })
    .await;
    assert_eq!((&ended["state"], &ended["size"]), (&json!("done"), &json!(12)), "{ended}");
    let again = stage.client.post("/browser/find", json!({"text": "report"})).await.ok();
    assert_eq!(again["downloads"], Value::Null, "its end is told once");

    let listed = stage.client.get("/files").await.ok();
    let names: Vec<&Value> =
        listed["files"].as_array().expect("a list").iter().map(|file| &file["name"]).collect();
    assert_eq!(names, ["long.bin", "report.bin"]);
    let back = json!({"selector": {"label": "Report"}, "file": report["uri"]});
    stage.act("upload", back).await.ok();
    assert_eq!(stage.says().await, "Report: report.bin 11 some bytes\n");
}

pub(super) async fn pages_are_kept(stage: &Stage) {
    stage.go("write").await;
    let stranger = Client::new(stage.client.base(), None, "");
    let paper = stage.client.post("/browser/print", json!({"landscape": true})).await.ok();
    assert_eq!(paper["file"]["name"], "Things to write in.pdf", "{paper}");
    let pdf = stranger.get(&path_of(stage, &paper["file"])).await;
    assert_eq!(pdf.headers["content-type"], "application/pdf");
    assert!(pdf.body.as_str().expect("a text").starts_with("%PDF-"));

    stage.client.script("document.getElementById('password').setAttribute('value', 'hunter2')").await;
    stage.client.script("document.getElementById('name').setAttribute('value', 'Grace')").await;
    let arguments = json!({"format": "html", "filename": "../form.html"});
    let document = stage.client.post("/browser/print", arguments).await.ok();
    let name = document["file"]["name"].as_str().expect("a name");
    assert!(name.ends_with("form.html") && !name.contains('/'), "{document}");
    let html = stranger.get(&path_of(stage, &document["file"])).await;
    let sandboxed = html.headers["content-security-policy"].to_str().expect("a text").contains("sandbox");
    let text = html.body.as_str().expect("a text");
    assert!(text.starts_with("<!doctype html>") && text.contains("\"Grace\""), "{text}");
    assert!(sandboxed && !text.contains("hunter2"));
}

/// The path of a file's link, with its signature.
fn path_of(stage: &Stage, file: &Value) -> String {
    let link = file["link"].as_str().unwrap_or_else(|| panic!("no link in {file}"));
    link.strip_prefix(stage.client.base()).expect("a link to the server").to_owned()
}
