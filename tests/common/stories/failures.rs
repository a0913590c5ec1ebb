//! Pages that do not come: missing, empty, dropped, refused, stopped.

use super::super::client::named;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "failures",
    shows: "no content, a missing page, a dropped and a refused connection, a stopped load, a name that nobody has",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    client.open(stage.browser).await;
    let traps = json!(stage.at("/traps"));
    for selector in [named("link", "No content"), named("button", "Stopped")] {
        client.visit(&stage.at("/traps")).await;
        let clicked = client.click(selector.clone()).await;
        assert_eq!(clicked["url"], traps, "{selector}: the page stays");
        assert!(clicked["still_changing"].is_null(), "{selector}: {clicked}");
    }
    let stayed = client.go(&stage.at("/none")).await;
    assert_eq!(stayed["url"], traps, "no content is no failure, and no page either");

    let missing = client.go(&stage.at("/missing")).await;
    assert_eq!((&missing["url"], &missing["title"]), (&json!(stage.at("/missing")), &json!("Not found")));

    for (link, path) in [("Dropped", stage.at("/drop")), ("Refused", "http://127.0.0.1:1/".to_owned())] {
        client.visit(&stage.at("/traps")).await;
        let clicked = client.click(named("link", link)).await;
        assert_eq!(clicked["url"], json!(path), "where it wanted to go, not the browser's own page");
        assert!(clicked["warnings"].to_string().contains("did not load"), "{link}: {clicked}");
        let went = client.post("/browser/navigate", json!({"url": path})).await;
        assert!(went.refused(400, "NAVIGATION_FAILED").contains(path.as_str()));
    }
    let nowhere = client.post("/browser/navigate", json!({"url": "http://nowhere.invalid/"})).await;
    nowhere.refused(400, "NAVIGATION_FAILED");
    client.end().await;
}
