//! Clicks and what they reach.

use super::{Stage, named};
use serde_json::{Value, json};

pub(super) async fn what_is_pressed_gets_it(stage: &Stage) {
    stage.go("press").await;
    for (name, says) in [("Pulsing", "pulse"), ("Sliding", "slider"), ("Late", "late")] {
        let clicked = stage.click(named("button", name)).await;
        assert_eq!(clicked["received"]["name"], name, "{clicked}");
        assert_eq!(stage.says().await, says);
    }
    for (gesture, says) in [("double_click", "dblclick"), ("right_click", "contextmenu")] {
        stage.act(&format!("interact/{gesture}"), json!({"selector": named("button", "Pulsing")})).await.ok();
        assert_eq!(stage.says().await, says);
    }

    stage.click(named("checkbox", "Take the newsletter")).await;
    assert_eq!(stage.says().await, "newsletter true", "a hidden box is pressed by its label");

    let link = stage.click(named("link", "Twice there")).await;
    assert!(link["url"].as_str().expect("a url").ends_with("#a2"), "the one that is shown: {link}");
    let area = stage.click(named("link", "East")).await;
    assert!(area["url"].as_str().expect("a url").ends_with("#east"), "{area}");

    let at = json!({"selector": named("img", "Board"), "x": 150, "y": 20, "modifiers": ["Shift"]});
    stage.act("interact/click", at).await.ok();
    assert_eq!(stage.says().await, "board 150 20 shift");

    let chosen = stage.click(named("option", "Large")).await;
    assert_eq!(stage.says().await, "size Large", "{chosen}");

    let swapped = stage.click(named("button", "Swapped under you")).await;
    assert_eq!(swapped["received"]["name"], "Swapped under you", "{swapped}");
    assert_eq!(stage.says().await, "swap", "the press that went astray was taken back");
}

pub(super) async fn what_is_in_the_way_is_named(stage: &Stage) {
    stage.go("press").await;
    let fail = async |name: &str| {
        let arguments = json!({"selector": {"css": format!("#{name}")}, "wait_timeout": 0.3});
        stage.act("interact/click", arguments).await
    };
    let covered = fail("low").await;
    assert!(
        covered.refused(400, "NOT_INTERACTABLE").contains("covered by region \"Cookies\""),
        "{}",
        covered.body
    );
    assert_eq!(covered.body["covered_by"]["name"], "Cookies");

    let hover = fail("tool").await;
    assert_eq!(
        (&hover.body["reason"], &hover.body["open_with"]),
        (&json!("hidden"), &json!("hover")),
        "{}",
        hover.body
    );
    let panel = fail("inner").await;
    assert!(panel.refused(400, "NOT_INTERACTABLE").contains("click button \"More\" first"), "{}", panel.body);
    assert_eq!(panel.body["revealed_by"]["name"], "More");
    let detail = fail("detail").await;
    assert_eq!(detail.body["revealed_by"]["name"], "Details", "{}", detail.body);
    assert_eq!(fail("off").await.body["reason"], "disabled");
    assert_eq!(fail("tiny").await.body["reason"], "zero_size");

    stage.act("interact/hover", json!({"selector": {"text": "Tools"}})).await.ok();
    stage.click(named("button", "Hidden tool")).await;
    assert_eq!(stage.says().await, "tool");
    stage.click(named("button", "More")).await;
    stage.click(named("button", "In the panel")).await;
    assert_eq!(stage.says().await, "inner");

    stage.click(named("button", "Open a dialog")).await;
    let inert = fail("pulse").await;
    assert!(
        inert.refused(400, "NOT_INTERACTABLE").contains("dialog \"Question\" takes all input"),
        "{}",
        inert.body
    );

    let near =
        stage.act("interact/click", json!({"selector": named("button", "Answr"), "wait_timeout": 0.3})).await;
    assert!(near.refused(400, "NO_MATCH").contains("button \"Answer\""), "{}", near.body);
}

pub(super) async fn waits_say_why(stage: &Stage) {
    stage.go("press").await;
    let wait = async |what: Value| {
        let mut arguments = what;
        arguments["wait_timeout"] = json!(0.3);
        stage.act("wait-for", arguments).await
    };
    let hidden = wait(json!({"selector": {"css": "#inner"}})).await;
    assert!(hidden.refused(400, "WAIT_TIMEOUT").contains("click button \"More\" first"), "{}", hidden.body);
    assert_eq!(hidden.body["revealed_by"]["name"], "More");
    let other = wait(json!({"selector": named("link", "Pulsing")})).await;
    other.refused(400, "WAIT_TIMEOUT");
    assert_eq!(other.body["guidance"], "Nearest: button \"Pulsing\".");
    let text = wait(json!({"text": "Open a dialogue"})).await;
    assert!(
        text.body["guidance"].as_str().expect("a hint").contains("button \"Open a dialog\""),
        "{}",
        text.body
    );
    let nothing = wait(json!({"text": "zzz"})).await;
    assert_eq!(nothing.body["guidance"], Value::Null);
}
