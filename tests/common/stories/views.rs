//! Going on within a document: history API, Navigation API, fragments, and back over them.

use super::super::client::named;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::{Value, json};

pub const STORY: Story = Story {
    name: "views",
    shows: "pushState, replaceState, a late title, the Navigation API, a fragment, back over pushState",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    client.open(stage.browser).await;
    let is_at = |answer: &Value, path: &str, title: &str| {
        assert_eq!((&answer["url"], &answer["title"]), (&json!(stage.at(path)), &json!(title)), "{answer}");
    };
    for (button, path, title) in [
        ("Replace with view three", "/views/three", "View three"),
        ("Push with a late title", "/views/two", "View two"),
        ("Navigation API", "/views/three", "View three"),
        ("Push view two", "/views/two", "View two"),
    ] {
        client.visit(&stage.at("/views")).await;
        is_at(&client.click(named("button", button)).await, path, title);
    }
    is_at(&client.go("back").await, "/views", "View one");
    is_at(&client.go("forward").await, "/views/two", "View two");

    client.visit(&stage.at("/traps")).await;
    is_at(&client.click(named("link", "Fragment")).await, "/traps#below", "Traps");
    is_at(&client.go(&stage.at("/traps#top")).await, "/traps#top", "Traps");
    client.end().await;
}
