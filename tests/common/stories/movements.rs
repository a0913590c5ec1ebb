//! Going to other documents: links, redirects, replaced and refreshed pages, back and forward.

use super::super::client::named;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "movements",
    shows: "a link, a redirect of three hops, a replaced and a refreshed page, a superseded load, back, forward, reload",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    client.open(stage.browser).await;
    let landed = json!(stage.at("/landed"));
    for link in ["Plain link", "Three hops", "Meta refresh", "Replaced while loading"] {
        client.visit(&stage.at("/traps")).await;
        let clicked = client.click(named("link", link)).await;
        assert_eq!((&clicked["url"], &clicked["title"]), (&landed, &json!("Landed")), "{link}");
        assert!(clicked["still_changing"].is_null(), "{link}: {clicked}");
    }
    client.visit(&stage.at("/traps")).await;
    let clicked = client.click(named("button", "Superseded")).await;
    assert_eq!(clicked["url"], landed);

    for (way, title) in [("back", "Traps"), ("forward", "Landed"), ("reload", "Landed")] {
        let moved = client.go(way).await;
        assert_eq!(moved["title"], title, "{way}: {moved}");
    }
    let redirected = client.go(&stage.at("/hop/1")).await;
    assert_eq!(redirected["url"], landed, "told is where it ended");
    client.end().await;
}
