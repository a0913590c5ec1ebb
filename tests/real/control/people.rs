//! Several people and several agents around one browser.

use super::{Scene, named};
use crate::common::until;
use serde_json::json;
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

/// A script that takes its time, as a call of its own.
fn long_call(scene: &Scene, ms: u32) -> tokio::task::JoinHandle<crate::common::client::Answered> {
    let agent = scene.agent.clone();
    let script = json!({"script": format!("await new Promise((done) => setTimeout(done, {ms})); return 'done'"), "outline": "none"});
    tokio::spawn(async move { agent.post("/browser/script", script).await })
}

#[tokio::test]
async fn a_running_call_finishes_and_waiting_ones_are_refused() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    let running = long_call(&scene, 1_500);
    ana.until("the call to run", |seen| seen.state["driving"]["action"] == "execute_script").await;
    ana.wish("ask").await;
    let seen = ana.until_is("waiting").await;
    assert_eq!(
        (&seen.state["control"]["state"], &seen.state["control"]["by"]),
        (&json!("asked"), &json!("Ana"))
    );
    let queued = {
        let agent = scene.agent.clone();
        tokio::spawn(async move {
            agent.post("/browser/interact/click", json!({"selector": named("button", "Orders")})).await
        })
    };
    let ran = running.await.expect("run").ok();
    assert_eq!(ran["result"], "done", "it finishes");
    ana.until_is("holding").await;
    queued.await.expect("run").refused(409, "CONTROL_HELD");
    ana.hand_back(None).await;
    let url = scene.agent.outline().await["url"].clone();
    assert_eq!(url, scene.site.at("/account"), "nothing fires after the hand-back");
}

#[tokio::test]
async fn stop_and_take_ends_the_running_call() {
    let scene = Scene::open("firefox", &[], "/account").await;
    let ana = scene.person("Ana").await;
    let running = long_call(&scene, 60_000);
    ana.until("the call to run", |seen| seen.state["driving"]["action"] == "execute_script").await;
    ana.wish("take").await;
    let stopped = running.await.expect("run");
    let says = stopped.refused(409, "CONTROL_HELD");
    assert!(says.starts_with("Ana stopped this execute_script") && says.contains("await_control"), "{says}");
    assert!(stopped.took < SOON, "at its next step, not at its end");
    ana.until_is("holding").await;
}

#[tokio::test]
async fn a_read_keeps_nobody_waiting() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    let agent = scene.agent.clone();
    let reading = tokio::spawn(async move {
        agent
            .post("/browser/wait-for", json!({"text": "Your orders", "wait_timeout": 30, "outline": "none"}))
            .await
    });
    ana.until("the read to run", |seen| seen.state["driving"]["action"] == "wait_for").await;
    ana.take().await;
    let (x, y) = (100.0, 90.0);
    ana.click((x, y)).await;
    reading.await.expect("run").ok();
}

#[tokio::test]
async fn two_people_and_a_drag() {
    let scene = Scene::open("chrome", &[], "/studio").await;
    let (ana, bo) = (scene.person("Ana").await, scene.person("Bo").await);
    ana.until("both to watch", |seen| seen.state["watchers"] == json!(["Ana", "Bo"])).await;
    ana.take().await;
    bo.wish("ask").await;
    let told = bo.until("a refusal", |seen| !seen.notices.is_empty()).await;
    assert!(told.notices[0]["says"].as_str().is_some_and(|says| says.contains("Ana")), "{:?}", told.notices);
    ana.pointer("down", (500.0, 100.0)).await;
    scene.until_pressed().await;
    bo.wish("take").await;
    let waits = bo.until_is("waiting").await;
    assert_eq!(
        (&waits.state["control"]["by"], &waits.state["control"]["next"]),
        (&json!("Ana"), &json!("Bo"))
    );
    ana.pointer("up", (520.0, 120.0)).await;
    bo.until_is("holding").await;
    let told = ana.until("the word", |seen| !seen.notices.is_empty()).await;
    assert_eq!(told.notices[0], json!({"type": "handed_back", "how": "taken_over", "by": "Bo"}));
    bo.hand_back(Some("both of us")).await;
    let answer = scene.awaited().await;
    assert_eq!(
        (&answer["control"]["by"], &answer["control"]["before"]),
        (&json!("Bo"), &json!(["Ana"])),
        "{answer}"
    );
    let log = scene.log().await;
    let kinds: Vec<_> = log.iter().map(|line| line[0].as_str().expect("a word")).collect();
    assert_eq!(kinds, ["pointerdown", "pointerup", "click"], "the drag was whole");
}

#[tokio::test]
async fn ten_wait_and_one_leaves() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let leaver = scene.waiting().await;
    let mut ten = Vec::new();
    for _ in 0..10 {
        ten.push(scene.waiting().await);
    }
    leaver.abort();
    until(SOON, "the leaver to be gone", async || (scene.waiters().await == 10).then_some(())).await;
    ana.hand_back(Some("all of you")).await;
    for one in ten {
        let answer = one.await.expect("an answer");
        assert_eq!(
            (&answer["handed_back"], &answer["control"]["note"]),
            (&json!(true), &json!("all of you"))
        );
        assert!(answer["outline"]["elements"].is_array(), "{answer}");
    }
    assert!(scene.awaited().await["control"].is_null(), "and then no more");
}

#[tokio::test]
async fn who_leaves_before_the_answer_does_not_count() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let leaver = scene.waiting().await;
    leaver.abort();
    until(SOON, "the leaver to be gone", async || (scene.waiters().await == 0).then_some(())).await;
    ana.hand_back(None).await;
    assert_eq!(scene.awaited().await["control"]["by"], "Ana", "it is kept for the next");
    assert!(scene.awaited().await["control"].is_null());
}

#[tokio::test]
async fn two_untold_holds_are_told_as_one() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    ana.say(json!({"type": "go", "url": scene.site.at("/landed")})).await;
    ana.until_at("/landed").await;
    ana.hand_back(None).await;
    let bo = scene.person("Bo").await;
    bo.take().await;
    bo.say(json!({"type": "go", "url": scene.site.at("/form")})).await;
    bo.until_at("/form").await;
    bo.hand_back(None).await;
    let answer = scene.awaited().await;
    assert_eq!((&answer["control"]["by"], &answer["control"]["before"]), (&json!("Bo"), &json!(["Ana"])));
    let urls: Vec<_> = super::visited(&answer).into_iter().map(|(url, _)| url).collect();
    assert_eq!(urls, [scene.site.at("/landed"), scene.site.at("/form")]);
}

#[tokio::test]
async fn a_person_is_asked_for() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    scene.agent.post("/browser/ask-person", json!({"reason": ""})).await.refused(400, "INVALID_ARGUMENT");
    let asked = scene.agent.post("/browser/ask-person", json!({"reason": "The captcha, please."})).await.ok();
    assert_eq!(asked["asked"], true);
    ana.until("the request", |seen| seen.state["call"]["reason"] == "The captcha, please.").await;
    let waiting = scene.waiting().await;
    ana.take().await;
    ana.until("the request to be answered", |seen| seen.state["call"].is_null()).await;
    ana.hand_back(None).await;
    assert_eq!(waiting.await.expect("an answer")["handed_back"], true);

    scene.agent.post("/browser/ask-person", json!({"reason": "Once more."})).await.ok();
    let waiting = scene.waiting().await;
    ana.wish("dismiss_call").await;
    let answer = waiting.await.expect("an answer");
    assert_eq!((&answer["handed_back"], &answer["control"]), (&json!(false), &json!(null)));
    assert!(answer["message"].as_str().is_some_and(|says| says.contains("did not take it")), "{answer}");
}

#[tokio::test]
async fn reads_that_would_alter_something_are_changes() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let at = |path: &str| json!({"url": scene.site.at(path)});
    scene.agent.post("/browser/outline", at("/account")).await.ok();
    scene.agent.post("/browser/outline", at("/landed")).await.refused(409, "CONTROL_HELD");
    scene.agent.post("/browser/tab", json!({"action": "list"})).await.ok();
    scene.agent.post("/browser/tab", json!({"action": "open"})).await.refused(409, "CONTROL_HELD");
    scene.agent.post("/browser", json!({"fresh": true})).await.refused(409, "CONTROL_HELD");
    scene.agent.delete("/browser").await.refused(409, "CONTROL_HELD");
    let current = scene.agent.get("/browser").await.ok();
    assert_eq!(current["control"]["by"], "Ana");
}
