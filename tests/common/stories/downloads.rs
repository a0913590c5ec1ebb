//! Downloads: told as such, however they begin; the page stays, and the file can be had.

use super::super::client::named;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::{Value, json};

pub const STORY: Story = Story {
    name: "downloads",
    shows: "downloads by link, by attribute, by blob, and by going to the file's address",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    client.open(stage.browser).await;
    for (selector, file) in [
        (named("link", "Download"), "report.bin"),
        (named("link", "Download attribute"), "notes.txt"),
        (named("button", "Blob download"), "blob.bin"),
    ] {
        client.visit(&stage.at("/traps")).await;
        let clicked = client.click(selector).await;
        holds(&clicked, file, &stage.at("/traps"));
    }
    let went = client.go(&stage.at("/file")).await;
    holds(&went, "report", &stage.at("/traps"));
    // With its size and a link, from the Grid that keeps it.
    let link = went["downloads"][0]["link"].as_str().unwrap_or_else(|| panic!("no link: {went}"));
    // The signature is another each time; the token opens it too.
    let (path, _) =
        link.strip_prefix(client.base()).and_then(|path| path.split_once('?')).expect("a signed link");
    let opened = client.get(path).await;
    assert_eq!((opened.status, &opened.body), (200, &json!("some bytes\n")));
    assert_eq!(went["downloads"][0]["size"], 11, "{went}");
    client.end().await;
}

/// The browser stays on its page, and the file is told: its name may be numbered, since there is one already.
fn holds(answer: &Value, file: &str, page: &str) {
    let downloads = answer["downloads"].as_array().unwrap_or_else(|| panic!("no download: {answer}"));
    assert_eq!(downloads.len(), 1, "{answer}");
    assert!(downloads[0]["name"].as_str().is_some_and(|name| name.starts_with(file)), "{answer}");
    assert_eq!(downloads[0]["state"], "done", "a small one is waited for: {answer}");
    assert_eq!(answer["url"], json!(page), "{answer}");
}
