//! Frames, of the same site and of another: one outline, refs that work.

use super::super::client::entry;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "frames",
    shows: "a frame of the same site and one of another site in one outline, pressed by ref",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    client.open(stage.browser).await;
    let page = client.go(&stage.at("/frames")).await;
    for (frame, button, effect) in
        [("Same site", "Press near", "Pressed near"), ("Other site", "Press far", "Pressed far")]
    {
        let holder = entry(&page, "iframe", frame);
        let inside = entry(&page, "button", button);
        assert_eq!(inside["within"], holder["ref"], "{button} is inside {frame}");
        let reference = inside["ref"].as_str().expect("a ref");
        assert!(reference.starts_with('f'), "a ref in a frame says so: {reference}");
        let clicked = client.click(json!({"ref": reference})).await;
        assert_eq!(clicked["received"]["name"], button);
        assert!(clicked["outline"].to_string().contains(effect), "{clicked}");
        assert_eq!(clicked["url"], json!(stage.at("/frames")), "the tab's address, not the frame's");
    }
    client.end().await;
}
