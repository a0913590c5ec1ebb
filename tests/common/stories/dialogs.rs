//! Dialogs: told by the call that met them, answered by the dialog tool alone.

use super::super::client::named;
use super::{BOTH, Stage, Story};
use futures::FutureExt;
use serde_json::json;

pub const STORY: Story = Story {
    name: "dialogs",
    shows: "alert, confirm, prompt, two in a row, one while the page loads, one that guards the page",
    browsers: BOTH,
    tell: |stage| tell(stage).boxed(),
};

async fn tell(stage: &Stage) {
    let client = &stage.client;
    let page = stage.at("/cases/12-js-dialogs.html");
    let answer = async |arguments| client.post("/browser/dialog", arguments).await.ok();
    client.open(stage.browser).await;
    client.visit(&page).await;

    let clicked = client.click(named("button", "Show alert")).await;
    assert_eq!(clicked["dialog"], json!({"kind": "alert", "message": "Stock is low"}));
    let looked = client.outline().await;
    assert_eq!(looked["dialog"], clicked["dialog"], "a read tells why there is nothing to see");
    let click = json!({"selector": named("button", "Ask to confirm")});
    let blocked = client.post("/browser/interact/click", click).await;
    assert!(blocked.refused(400, "DIALOG_OPEN").contains("dialog tool"));
    assert_eq!(blocked.body["dialog"], clicked["dialog"]);
    let read = answer(json!({"action": "read"})).await;
    assert_eq!((&read["kind"], &read["message"]), (&json!("alert"), &json!("Stock is low")));
    let accepted = answer(json!({})).await;
    assert!(accepted["outline"].to_string().contains("Alert closed"), "{accepted}");

    client.click(named("button", "Ask to confirm")).await;
    let dismissed = answer(json!({"action": "dismiss"})).await;
    assert!(dismissed["outline"].to_string().contains("Declined"), "{dismissed}");

    let asked = client.click(named("button", "Ask for a name")).await;
    assert_eq!(asked["dialog"], json!({"kind": "prompt", "message": "Your name?", "default": "nobody"}));
    let told = answer(json!({"action": "send_text", "text": "Ada"})).await;
    assert!(told["outline"].to_string().contains("Name: Ada"), "{told}");

    client.click(named("button", "Two alerts in a row")).await;
    let second = answer(json!({})).await;
    assert_eq!(second["dialog"], json!({"kind": "alert", "message": "Second of two"}));
    answer(json!({})).await;

    let loading = client.go(&format!("{page}?onload")).await;
    assert_eq!(loading["dialog"]["message"], "Loaded with an alert");
    answer(json!({})).await;

    client.click(named("checkbox", "Guard this page")).await;
    let guarded = client.go(&stage.at("/landed")).await;
    assert_eq!(guarded["dialog"]["kind"], "beforeunload", "{guarded}");
    let left = answer(json!({})).await;
    assert_eq!(left["url"], json!(stage.at("/landed")), "{left}");

    let none = client.post("/browser/dialog", json!({"wait_timeout": 0})).await;
    none.refused(400, "NO_MATCH");
    client.end().await;
}
