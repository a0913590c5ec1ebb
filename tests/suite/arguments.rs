//! Arguments are understood in every usual form; one that cannot be is refused with what is right.

use crate::common::client::Client;
use crate::house::Served;
use serde_json::{Value, json};

/// What each door says to the same arguments.
async fn both(client: &Client, tool: &str, path: &str, arguments: Value) -> (String, String) {
    let over_http = client.post(path, arguments.clone()).await;
    let over_mcp = crate::tools::call(client, tool, arguments).await;
    assert_eq!(over_mcp["isError"], true, "{over_mcp}");
    let body = &over_mcp["structuredContent"];
    assert_eq!(*body, over_http.body, "both doors say the same");
    let text = over_mcp["content"][0]["text"].as_str().expect("a text");
    let (code, sentence) =
        (body["code"].as_str().expect("a code"), body["error"].as_str().expect("a sentence"));
    assert!(text.starts_with(&format!("{code}: {sentence}")), "{text}");
    assert_eq!(over_http.status, if code == "NO_BROWSER" { 404 } else { 400 });
    (code.to_owned(), sentence.to_owned())
}

#[tokio::test]
async fn what_cannot_be_understood_is_refused_at_both_doors() {
    let served = Served::start(&[]).await;
    let client = served.client("w");
    for (tool, path, arguments, says) in [
        ("write", "/browser/write", json!({"text": "x", "selctor": "e1"}), "did you mean selector?"),
        ("write", "/browser/write", json!({"selector": "e1"}), "text is missing"),
        ("write", "/browser/write", json!({"text": "x", "css": "a"}), "css belongs inside selector"),
        ("write", "/browser/write", json!({"text": {"a": 1}}), "text must be a text"),
        ("outline", "/browser/outline", json!({"limit": "many"}), "limit must be a whole number from"),
        ("outline", "/browser/outline", json!({"limit": 1.5}), "limit must be a whole number"),
        (
            "outline",
            "/browser/outline",
            json!({"format": "xml"}),
            "format must be one of text, json, not \"xml\"",
        ),
        ("outline", "/browser/outline", json!({"boxes": "perhaps"}), "boxes must be true or false"),
        ("navigate", "/browser/navigate", json!({"url": "x".repeat(9_000)}), "at most 8192 characters"),
        (
            "wait_for",
            "/browser/wait-for",
            json!({"time": 30_001}),
            "time must be a whole number from 0 to 30000",
        ),
        (
            "wait_for",
            "/browser/wait-for",
            json!({"wait_timeout": -1}),
            "wait_timeout must be a number from 0",
        ),
        ("wait_for", "/browser/wait-for", json!({}), "Say what to wait for"),
        ("wait_for", "/browser/wait-for", json!({"text": "a", "load": true}), "one thing at a time"),
        ("open_session", "/browser", json!({"browser": "safari"}), "one of chrome, firefox"),
        ("open_session", "/browser", json!({"width": 5}), "width must be a whole number from 100"),
        ("open_session", "/browser", json!({"capabilities": 3}), "capabilities must be an object"),
        ("execute_script", "/browser/script", json!({"script": "1", "args": 3}), "args must be a list"),
        ("press_key", "/browser/press-key", json!({"key": "Ctrl+Nonsense"}), "Nonsense"),
    ] {
        let (code, sentence) = both(&client, tool, path, arguments.clone()).await;
        assert_eq!(code, "INVALID_ARGUMENT", "{tool} {arguments}: {sentence}");
        assert!(sentence.contains(says), "{tool} {arguments}: {sentence}");
    }
}

#[tokio::test]
async fn every_usual_form_is_understood() {
    let served = Served::start(&[]).await;
    let client = served.client("w");
    for (tool, path, arguments) in [
        (
            "outline",
            "/browser/outline",
            json!({"limit": "3", "boxes": "false", "format": "TEXT", "text": ""}),
        ),
        ("outline", "/browser/outline", json!({"limit": 3.0, "selector": "", "interactive": null})),
        ("write", "/browser/write", json!({"selector": "{\"css\": \"input\"}", "text": 3})),
        ("execute_script", "/browser/script", json!({"script": "return 1", "args": "[1, 2]"})),
        ("wait_for", "/browser/wait-for", json!({"text": "x", "wait_timeout": "2.5"})),
    ] {
        let (code, sentence) = both(&client, tool, path, arguments.clone()).await;
        assert_eq!(code, "NO_BROWSER", "{tool} {arguments}: {sentence}");
    }
}

#[tokio::test]
async fn addresses_that_may_not_be_visited_are_refused_before_a_browser_is_asked_for() {
    let served = Served::start(&[]).await;
    let client = served.client("w");
    for (url, says) in [
        ("file:///etc/passwd", "only http and https"),
        ("chrome://settings", "only http and https"),
        ("view-source:http://a/", "only http and https"),
        ("javascript:alert(1)", "only http and https"),
        ("http://169.254.169.254/latest/meta-data/", "policy.allow"),
        ("http://2852039166/", "policy.allow"),
        ("http://0xA9FEA9FE/", "policy.allow"),
        ("http://[::ffff:169.254.169.254]/", "policy.allow"),
        ("http://metadata.google.internal/", "policy.allow"),
        ("no address", "whole http or https URL"),
    ] {
        let refused = client.post("/browser", json!({"url": url})).await;
        assert!(refused.refused(400, "ADDRESS_BLOCKED").contains(says), "{url}: {}", refused.body);
    }
}
