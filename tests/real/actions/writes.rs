//! Writing, and reading back what was kept.

use super::{Stage, named};
use serde_json::{Value, json};

pub(super) async fn fields_keep_what_is_written(stage: &Stage) {
    stage.go("write").await;
    for (label, text, value) in [
        ("Name", "Ada Lovelace", "Ada Lovelace"),
        ("Amount", "12.5", "12.5"),
        ("Mail", "ada@example.org", "ada@example.org"),
        ("Notes", "two\nlines", "two\nlines"),
        ("Short", "12345", "12345"),
        ("Phone", "5551234567", "(555) 123-4567"),
        ("Controlled", "heard", "heard"),
        ("Soon", "in time", "in time"),
        ("Name", "", ""),
    ] {
        let written = stage.write(label, text).await.ok();
        assert_eq!((&written["value"], &written["how"]), (&json!(value), &Value::Null), "{label}: {written}");
    }
    let more = json!({"selector": {"label": "Name"}, "text": "Grace", "clear": false});
    stage.act("write", more).await.ok();
    let more = json!({"selector": {"label": "Name"}, "text": " Hopper", "clear": false, "submit": true});
    assert_eq!(stage.act("write", more).await.ok()["value"], "Grace Hopper");
    assert_eq!(stage.says().await, "Sent Grace Hopper");

    for (label, text, keys) in [
        ("Day", "2024-12-31", true),
        ("Hour", "14:05", true),
        ("Moment", "2025-01-02T03:04", true),
        ("Level", "35", true),
        // A text field where the browser has no such one.
        ("Month", "2024-05", stage.is_firefox()),
        ("Colour", "#336699", false),
    ] {
        let written = stage.write(label, text).await.ok();
        assert_eq!(written["value"], text, "{label}: {written}");
        assert_eq!(written["how"] == "script", !keys, "{label}: {written}");
    }

    let long = "sixty-four characters of a text that is longer than a few keys. ".repeat(10);
    assert_eq!(stage.write("Notes", &long).await.ok()["value"], json!(long));
    let secret = stage.write("Password", "hunter2").await.ok();
    assert_eq!(secret["value"], Value::Null);
    let code = stage.write("Digit 1", "4711").await.ok();
    assert_eq!(code["value"], "4711", "one box a character: {code}");
}

pub(super) async fn what_is_not_kept_is_told(stage: &Stage) {
    stage.go("write").await;
    for label in ["Reverts", "Reverts late", "Digits only"] {
        let written = stage.write(label, "something else").await;
        assert!(written.refused(400, "NOT_DONE").contains("did not keep"), "{label}: {}", written.body);
    }
    let long = stage.write("Short", "123456").await;
    assert!(long.refused(400, "INVALID_ARGUMENT").contains("at most 5 characters, not 6"));
    let lines = stage.write("Name", "two\nlines").await;
    assert!(lines.refused(400, "INVALID_ARGUMENT").contains("one"));
    let fixed = stage.write("Fixed", "x").await;
    assert_eq!(fixed.body["reason"], "readonly", "{}", fixed.body);
    let form = stage.write("Day", "31.12.2024").await;
    assert!(form.refused(400, "INVALID_ARGUMENT").contains("YYYY-MM-DD"));
    let range = stage.write("Level", "60").await;
    assert!(range.refused(400, "INVALID_ARGUMENT").contains("from 0 to 50"));
    let none =
        stage.act("write", json!({"selector": named("heading", "Things to write in"), "text": "x"})).await;
    assert_eq!(none.body["reason"], "not_editable", "{}", none.body);
}

pub(super) async fn editors_take_keys(stage: &Stage) {
    stage.go("editors").await;
    let write = async |name: &str, text: &str, clear: bool| {
        let arguments = json!({"selector": named("textbox", name), "text": text, "clear": clear});
        stage.act("write", arguments).await
    };
    for name in ["Modelled", "Guarded", "Plain"] {
        let written = write(name, "new words", true).await.ok();
        assert_eq!(written["value"], "new words", "{name}: {written}");
        assert_eq!(stage.says().await, format!("{name}: new words"));
        let added = write(name, " and more", false).await.ok();
        assert_eq!(added["value"], "new words and more", "{name}: {added}");
    }
    write("Modelled", "two\nlines", true).await.ok();
    assert_eq!(stage.says().await, "Modelled: two|lines");
    let cleared = write("Plain", "", true).await.ok();
    assert_eq!(cleared["value"], "");
    let rejected = write("Rejecting", "new words", true).await;
    assert!(rejected.refused(400, "NOT_DONE").contains("did not keep"), "{}", rejected.body);

    let code = json!({"selector": named("group", "Code"), "text": "let x = 1;\nlet y = 2;"});
    let written = stage.act("write", code).await.ok();
    assert_eq!(stage.says().await, "Code: 2 lines, first let x = 1;", "{written}");
    assert_eq!(written["value"], "let x = 1;\nlet y = 2;");
}
