//! A page whose process dies: told as such, and gone from by going elsewhere.

use super::{Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "crash",
    shows: "a page crashes; calls say so; going elsewhere recovers",
    // Firefox offers no way to crash a page from outside.
    browsers: &["chrome"],
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    client.open(stage.browser).await;
    client.visit(&stage.at("/form")).await;
    (stage.crash)().await;
    let crashed = client.post("/browser/outline", json!({})).await;
    assert!(crashed.refused(404, "NOT_FOUND").contains("crashed"), "{}", crashed.body);
    let recovered = client.go(&stage.at("/landed")).await;
    assert_eq!(recovered["title"], "Landed");
    assert!(recovered["reopened"].is_null(), "the browser is the same: {recovered}");
    client.end().await;
}
