//! Tabs that a page opens: told with their opener, never the current one by themselves.

use super::super::client::named;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "tabs",
    shows: "target=_blank with and without opener, a popup window, switching, a window that closes itself, closing",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    let tab = async |arguments| client.post("/browser/tab", arguments).await.ok();
    client.open(stage.browser).await;
    let landed = json!(stage.at("/landed"));
    for (number, selector) in
        [named("link", "New tab"), named("link", "New tab without opener"), named("button", "Popup window")]
            .into_iter()
            .enumerate()
    {
        client.visit(&stage.at("/traps")).await;
        let clicked = client.click(selector).await;
        let name = format!("t{}", number + 2);
        let opened = json!([{"tab": name, "url": landed, "opener": "t1"}]);
        assert_eq!((&clicked["opened"], &clicked["title"]), (&opened, &json!("Traps")), "{clicked}");
    }
    let listed = tab(json!({})).await;
    let current: Vec<_> =
        listed["tabs"].as_array().expect("tabs").iter().filter(|tab| tab["current"] == true).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["tab"], "t1", "no tab stole the current one: {listed}");

    let switched = tab(json!({"action": "switch", "id": "t2"})).await;
    assert_eq!((&switched["title"], &switched["tab"]), (&json!("Landed"), &json!("t2")));
    client.visit(&stage.at("/traps")).await;
    let closed = tab(json!({"action": "close"})).await;
    assert_eq!((&closed["closed"], &closed["tab"]), (&json!(["t2"]), &json!("t1")), "back to its opener");

    // Only a window that a script opened may close itself.
    tab(json!({"action": "switch", "id": "t4"})).await;
    client.visit(&stage.at("/traps")).await;
    let left = client.click(named("button", "Close this window")).await;
    assert_eq!((&left["closed"], &left["tab"]), (&json!(["t4"]), &json!("t1")), "{left}");

    let gone = client.post("/browser/tab", json!({"action": "switch", "id": "t4"})).await;
    assert!(gone.refused(404, "NOT_FOUND").contains("t1"), "the open ones are named");
    client.end().await;
}
