//! The main job: open, look, write by ref, click by ref, see what changed, end.

use super::super::client::entry;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "journey",
    shows: "opens a page, reads its outline, writes and clicks by ref, sees the change, ends",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    let opened = client.open(stage.browser).await;
    assert_eq!(opened["browser"], stage.browser);
    assert!(opened["version"].as_str().is_some_and(|version| version.contains('.')), "{opened}");
    assert!(opened["note"].is_null(), "a first browser: {opened}");

    let page = client.go(&stage.at("/form")).await;
    assert_eq!((&page["url"], &page["title"]), (&json!(stage.at("/form")), &json!("A form")));
    let name = entry(&page, "textbox", "Name");
    let greet = entry(&page, "button", "Greet");
    assert!(!page.to_string().contains("hunter2"), "a password never leaves: {page}");

    let write = json!({"selector": {"ref": name["ref"]}, "text": "Ada"});
    let written = client.post("/browser/write", write).await.ok();
    assert_eq!(written["value"], "Ada");

    let click = json!({"selector": greet["ref"]});
    let clicked = client.post("/browser/interact/click", click).await.ok();
    assert_eq!(clicked["received"], json!({"role": "button", "name": "Greet", "ref": greet["ref"]}));
    assert_eq!(clicked["title"], "Greeted");
    assert!(clicked["outline"].to_string().contains("Hello Ada!"), "the change is told: {clicked}");

    let after = client.outline().await;
    assert_eq!(entry(&after, "textbox", "Name")["value"], "Ada");
    assert_eq!(entry(&after, "textbox", "Name")["ref"], name["ref"], "same node, same ref");
    assert!(!after.to_string().contains("hunter2"));

    let kept = client.open(stage.browser).await;
    assert!(kept["note"].as_str().is_some_and(|note| note.contains("kept")), "{kept}");

    client.end().await;
    let says = client.post("/browser/outline", json!({})).await;
    assert!(says.refused(404, "NO_BROWSER").contains("open_session"));
}
