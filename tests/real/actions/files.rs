//! Files that pages are given.

use super::{Stage, named};
use serde_json::{Value, json};

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
    assert!(asked["warnings"][0].as_str().expect("a hint").contains("upload_file"), "{asked}");
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
