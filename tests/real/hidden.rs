//! What cannot be reached: by scripts, closed shadow roots, which the browser opens to its driver, and frames that cannot
//! be read; by a pointer, what is covered or out of view.

use crate::common::client::Client;
use crate::common::served::Served;
use crate::common::site::Site;
use serde_json::json;

#[tokio::test]
async fn closed_roots_are_read_in_chrome() {
    closed_roots("chrome").await;
}

#[tokio::test]
async fn closed_roots_are_read_in_firefox() {
    closed_roots("firefox").await;
}

async fn closed_roots(browser: &str) {
    let (site, served) = (Site::start().await, Served::start(&[]).await);
    let client = served.client("closed");
    client.open(browser).await;
    client.go(&site.at("/pages/rule-closed.html")).await;
    let text = outline(&client).await;
    for button in ["In a card", "In a card in a card", "In a plain one", "Declared"] {
        assert!(text.contains(&format!("button \"{button}\"")), "{button} is not in {text}");
    }
    assert!(text.contains("textbox \"Field\"") && text.contains("link \"link\""), "{text}");
    assert!(!text.contains("\"Late\""), "{text}");
    assert_eq!(outline(&client).await, text, "the page is the same as before");

    for button in ["In a card", "In a card in a card", "In a plain one"] {
        let selector = json!({"role": "button", "name": button});
        client.post("/browser/interact/click", json!({"selector": selector})).await.ok();
        let text = outline(&client).await;
        assert!(text.contains(&format!("\"Pressed {button}\"")), "{text}");
    }
    let field = json!({"selector": {"label": "Field"}, "text": "words"});
    client.post("/browser/write", field).await.ok();
    assert!(outline(&client).await.contains("textbox \"Field\" = \"words\""));

    client.post("/browser/script", json!({"script": "define()"})).await.ok();
    assert!(outline(&client).await.contains("button \"Late\""), "a root that came later is read too");
    client.end().await;
}

#[tokio::test]
async fn frames_that_cannot_be_read_say_so_in_chrome() {
    unreadable_frames("chrome").await;
}

#[tokio::test]
async fn frames_that_cannot_be_read_say_so_in_firefox() {
    unreadable_frames("firefox").await;
}

async fn unreadable_frames(browser: &str) {
    let (site, served) = (Site::start().await, Served::start(&[]).await);
    let client = served.client("frames");
    client.open(browser).await;
    client.go(&site.at("/pages/rule-frames.html")).await;
    let text = outline(&client).await;
    let wanted = [
        "e1 iframe \"Well\"",
        "f1e1 button \"In a frame\"",
        "e2 iframe \"Nobody there\"",
        "unreadable: \"what it should show did not load\"",
        "e3 iframe \"Sandboxed\"",
        "f2e1 button \"In a sandbox\"",
        "e4 button \"After the frames\"",
    ];
    let mut lines = text.lines().map(str::trim);
    assert!(wanted.iter().all(|wanted| lines.any(|line| line == *wanted)), "{text}");
    client.end().await;
}

#[tokio::test]
async fn what_is_covered_or_out_of_view_says_so_in_chrome() {
    reach("chrome").await;
}

#[tokio::test]
async fn what_is_covered_or_out_of_view_says_so_in_firefox() {
    reach("firefox").await;
}

async fn reach(browser: &str) {
    let (site, served) = (Site::start().await, Served::start(&[]).await);
    let client = served.client("reach");
    client.open(browser).await;
    client.go(&site.at("/pages/rule-reach.html")).await;
    let text = outline(&client).await;
    let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
    assert!(
        line("\"Under\"").contains(" covered by ") && line("\"Under\"").contains("\"Cookies\""),
        "{text}"
    );
    assert!(line("\"Accept\"").ends_with("button \"Accept\""), "{text}");

    let seen = async |name: &str| {
        let told = client.post("/browser/outline", json!({"format": "json"})).await.ok();
        let elements = told["outline"]["elements"].as_array().expect("elements").clone();
        let entry = elements.into_iter().find(|entry| entry["name"] == name).expect("an entry");
        (entry["visible"].clone(), entry["reason"].clone(), entry["blocked_by"]["name"].clone())
    };
    assert_eq!(seen("Under").await, (json!(false), json!("covered"), json!("Cookies")));
    assert_eq!(seen("Below").await, (json!(false), json!("offscreen"), json!(null)));
    client.post("/browser/scroll", json!({"to": "bottom", "outline": "none"})).await.ok();
    // No entry is another, and yet each is elsewhere.
    assert_eq!(seen("Below").await, (json!(true), json!(null), json!(null)));
    assert_eq!(seen("Under").await, (json!(false), json!("offscreen"), json!(null)));
    client.end().await;
}

/// The lines of an outline with everything.
async fn outline(client: &Client) -> String {
    let asked = json!({"interactive": false, "format": "text"});
    let text = client.post("/browser/outline", asked).await.ok()["outline"]["text"].clone();
    let lines = text.as_str().expect("a text").lines();
    // The first and the last line are new each time.
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).skip(1).collect();
    lines[..lines.len() - 1].join("\n")
}
