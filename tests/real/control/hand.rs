//! A person's hand arrives in the page as a person's: trusted, in order, in the right place.

use super::Scene;
use crate::common::live::{Person, middle};
use crate::common::until;
use serde_json::{Value, json};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

/// A person in control of the studio.
async fn studio(browser: &str) -> (Scene, Person) {
    let scene = Scene::open(browser, &[], "/studio").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    (scene, ana)
}

#[tokio::test]
async fn pointer_and_keys() {
    for browser in ["chrome", "firefox"] {
        let (scene, ana) = studio(browser).await;
        let pad = middle(&scene.agent, "img", "Pad").await;
        ana.click(pad).await;
        ana.say(json!({"type": "pointer", "kind": "down", "x": pad.0, "y": pad.1, "button": 2, "clicks": 1}))
            .await;
        ana.say(json!({"type": "pointer", "kind": "up", "x": pad.0, "y": pad.1, "button": 2, "clicks": 1}))
            .await;
        let field = middle(&scene.agent, "textbox", "Notes").await;
        ana.click(field).await;
        ana.type_text("hé!").await;
        ana.key("Backspace", "Backspace").await;
        ana.say(json!({"type": "text", "text": " pasted\ntext"})).await;
        until(SOON, "the text", async || {
            let outline = scene.agent.outline().await;
            (crate::common::client::entry(&outline, "textbox", "Notes")["value"] == "hé pasted\ntext")
                .then_some(())
        })
        .await;
        ana.hand_back(None).await;
        assert_eq!(scene.agent.script("return field.value").await, "hé pasted\ntext", "{browser}");
        let log = scene.log().await;
        let (x, y) = (pad.0.round() as i64, pad.1.round() as i64);
        assert!(log.contains(&json!(["click", true, 0, x, y, false])), "{browser}: {log:?}");
        assert!(log.iter().any(|line| line[0] == "contextmenu"), "{browser}: {log:?}");
        assert!(
            log.contains(&json!(["keydown", true, "Backspace", "Backspace", false])),
            "{browser}: {log:?}"
        );
        let is_real = log.iter().all(|line| line[1] == true);
        assert!(is_real, "{browser}: {log:?}");
    }
}

#[tokio::test]
async fn the_wheel_scrolls() {
    for browser in ["chrome", "firefox"] {
        let (scene, ana) = studio(browser).await;
        ana.say(json!({"type": "wheel", "x": 700, "y": 500, "dx": 0, "dy": 600})).await;
        until(SOON, "the page to scroll", async || {
            let shot = scene.agent.outline().await;
            // What was at the top is not seen any more.
            let pad = crate::common::client::entry(&shot, "img", "Pad").clone();
            (pad["visible"] == false).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_composition_is_one_text() {
    let (scene, ana) = studio("chrome").await;
    ana.click(middle(&scene.agent, "textbox", "Notes").await).await;
    for (text, at) in [("に", 1), ("にほ", 2), ("日本", 2)] {
        ana.say(json!({"type": "compose", "text": text, "from": at, "to": at})).await;
    }
    ana.say(json!({"type": "text", "text": "日本"})).await;
    until(SOON, "the text", async || {
        let outline = scene.agent.outline().await;
        (crate::common::client::entry(&outline, "textbox", "Notes")["value"] == "日本").then_some(())
    })
    .await;
    ana.hand_back(None).await;
    let log = scene.log().await;
    assert!(log.iter().any(|line| line[0] == "compositionupdate" && line[2] == "にほ"), "{log:?}");
}

#[tokio::test]
async fn files_from_their_machine() {
    for browser in ["chrome", "firefox"] {
        let (scene, ana) = studio(browser).await;
        ana.click(middle(&scene.agent, "button", "Picture").await).await;
        let seen = ana.until("the chooser", |seen| seen.state["chooser"].is_object()).await;
        assert_eq!(seen.state["chooser"]["multiple"], true);
        let path = |key: &str, name: &str| {
            format!("/admin/workspaces/{}/files?key={key:0<32}&name={name}", scene.workspace)
        };
        scene.agent.post(&path("Bo", "x.txt"), json!("no")).await.refused(409, "CONTROL_HELD");
        for (name, content) in [("one.txt", json!("1")), ("two.txt", json!("22"))] {
            scene.agent.post(&path("Ana", name), content).await.ok();
        }
        ana.wish("choose_files").await;
        ana.until("the chooser to close", |seen| seen.state["chooser"].is_null()).await;
        ana.hand_back(None).await;
        let log = scene.log().await;
        // A JSON text has its quotes.
        assert!(log.contains(&json!(["files", true, "one.txt:3", "two.txt:4"])), "{browser}: {log:?}");
    }
}

#[tokio::test]
async fn dialogs_are_theirs_while_they_hold() {
    for browser in ["chrome", "firefox"] {
        let (scene, ana) = studio(browser).await;
        ana.click(middle(&scene.agent, "button", "Ask me").await).await;
        let seen = ana.until("the dialog", |seen| seen.state["dialog"].is_object()).await;
        assert_eq!(
            seen.state["dialog"],
            json!({"kind": "prompt", "message": "Your name?", "default": "nobody"})
        );
        ana.say(json!({"type": "dialog", "accept": true, "text": "Ana"})).await;
        ana.until("its end", |seen| seen.state["dialog"].is_null()).await;
        ana.hand_back(None).await;
        assert!(scene.log().await.contains(&json!(["answer", true, "Ana"])), "{browser}");
    }
}

#[tokio::test]
async fn a_hand_without_control_moves_nothing() {
    let scene = Scene::open("chrome", &[], "/studio").await;
    let (ana, bo) = (scene.person("Ana").await, scene.person("Bo").await);
    let pad = middle(&scene.agent, "img", "Pad").await;
    bo.click(pad).await;
    ana.take().await;
    bo.click(pad).await;
    bo.say(json!({"type": "go", "url": scene.site.at("/landed")})).await;
    let seen = bo.until("a refusal", |seen| !seen.notices.is_empty()).await;
    assert_eq!(seen.notices[0]["what"], "control");
    ana.hand_back(None).await;
    assert_eq!(scene.log().await, Vec::<Value>::new());
}

#[tokio::test]
async fn where_a_person_may_not_go_either() {
    let (scene, ana) = studio("chrome").await;
    for url in ["file:///etc/passwd", "http://169.254.169.254/", &scene.served.base] {
        let before = ana.seen().notices.len();
        ana.say(json!({"type": "go", "url": url})).await;
        let seen = ana.until("a refusal", |seen| seen.notices.len() > before).await;
        assert_eq!(seen.notices[before]["what"], "ADDRESS_BLOCKED", "{url}");
    }
}

#[tokio::test]
async fn the_picture_is_the_page_as_it_is() {
    for browser in ["chrome", "firefox"] {
        let (scene, ana) = studio(browser).await;
        let seen = ana.until("a picture", |seen| seen.picture.is_some()).await;
        let (jpeg, width, height) = seen.picture.expect("a picture");
        assert_eq!((width, height), (1_280.0, 800.0), "{browser}: its scale is known");
        let picture =
            image::load_from_memory_with_format(&jpeg, image::ImageFormat::Jpeg).expect("a JPEG").to_rgb8();
        let scale = f64::from(picture.width()) / f64::from(width);
        let pad = middle(&scene.agent, "img", "Pad").await;
        let pixel = picture.get_pixel((pad.0 * scale) as u32, (pad.1 * scale) as u32).0;
        let near = pixel.iter().zip([0x9e, 0xc5, 0xff]).all(|(is, wanted)| is.abs_diff(wanted) < 12);
        assert!(near, "{browser}: the pad is where it is said to be: {pixel:?}");

        ana.wish("pause").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let before = ana.seen().pictures;
        ana.say(json!({"type": "wheel", "x": 700, "y": 500, "dx": 0, "dy": 600})).await;
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(ana.seen().pictures, before, "{browser}: none while nobody looks");
        ana.wish("resume").await;
        ana.until("a picture again", |seen| seen.pictures > before).await;
    }
}

#[tokio::test]
async fn shortcuts_reach_the_page() {
    let (scene, ana) = studio("chrome").await;
    ana.click(middle(&scene.agent, "textbox", "Notes").await).await;
    ana.type_text("abc").await;
    for (kind, key, code, modifiers) in [
        ("down", "Control", "ControlLeft", 2),
        ("down", "a", "KeyA", 2),
        ("up", "a", "KeyA", 2),
        ("up", "Control", "ControlLeft", 0),
    ] {
        ana.say(json!({"type": "key", "kind": kind, "key": key, "code": code, "modifiers": modifiers})).await;
    }
    ana.type_text("x").await;
    until(SOON, "the text to be replaced", async || {
        let outline = scene.agent.outline().await;
        (crate::common::client::entry(&outline, "textbox", "Notes")["value"] == "x").then_some(())
    })
    .await;
}
