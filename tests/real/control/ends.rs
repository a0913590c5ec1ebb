//! Every way in which a hold can end.

use super::Scene;
use crate::common::grid::{Grid, Options};
use crate::common::process::{self, kill};
use crate::common::until;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const SOON: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_lost_page_comes_back_as_the_same_person() {
    let scene = Scene::open("chrome", &["--live-grace", "30"], "/studio").await;
    let (ana, bo) = (scene.person("Ana").await, scene.person("Bo").await);
    ana.take().await;
    ana.pointer("down", (500.0, 100.0)).await;
    scene.until_pressed().await;
    ana.lose();
    let seen = bo.until("the loss", |seen| seen.state["control"]["lost_since"].is_u64()).await;
    assert_eq!(seen.state["control"]["by"], "Ana", "the hold has its grace");
    let ana = scene.person("Ana").await;
    ana.until_is("holding").await;
    bo.until("her return", |seen| seen.state["control"]["lost_since"].is_null()).await;
    ana.hand_back(None).await;
    let answer = scene.awaited().await;
    assert_eq!(answer["control"]["how"], "handed_back");
    let kinds: Vec<Value> = scene.log().await.into_iter().map(|line| line[0].clone()).collect();
    assert!(kinds.contains(&json!("pointerup")), "what was held down was let go at once: {kinds:?}");
}

#[tokio::test]
async fn a_page_that_stays_away_loses_the_hold() {
    let scene = Scene::open("chrome", &["--live-grace", "2"], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let waiting = scene.waiting().await;
    let began = Instant::now();
    ana.lose();
    let answer = waiting.await.expect("an answer");
    assert_eq!((&answer["handed_back"], &answer["control"]["how"]), (&json!(true), &json!("page_lost")));
    assert!(began.elapsed() >= Duration::from_secs(2), "not before the grace is over");
    assert!(answer["message"].as_str().is_some_and(|says| says.contains("lost")), "{answer}");
    scene.agent.click(crate::common::client::named("button", "Orders")).await;
}

#[tokio::test]
async fn a_browser_that_dies_ends_everything() {
    for browser in ["chrome", "firefox"] {
        let scene = Scene::open(browser, &[], "/account").await;
        let ana = scene.person("Ana").await;
        ana.take().await;
        let waiting = scene.waiting().await;
        for process in process::of_folder(&scene.served.browsers()) {
            kill(process.pid);
        }
        let answer = tokio::time::timeout(SOON, waiting).await.expect("in time").expect("an answer");
        ended(&answer);
        let seen = ana.until_is("watching").await;
        assert_eq!(seen.notices.last().expect("a word")["how"], "browser_ended");
        let next = scene.agent.outline().await;
        assert!(next["reopened"].as_str().is_some_and(|why| why.contains("went away")), "{next}");
        assert_eq!(next["url"], scene.site.at("/account"), "at the last page");
    }
}

#[tokio::test]
async fn a_node_that_dies_ends_everything() {
    let mut grid = Grid::hub(Options { slots: 1, ..Options::default() }).await;
    let scene = Scene::open("chrome", &["--grid", &grid.url()], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let waiting = scene.waiting().await;
    let sessions = grid.sessions().await;
    let [(_, node)] = &sessions[..] else { panic!("one session: {sessions:?}") };
    let place =
        grid.nodes.iter().position(|part| node.ends_with(&format!(":{}", part.port))).expect("its node");
    let gone = grid.nodes.swap_remove(place);
    for process in process::below(gone.pid()) {
        kill(process.pid);
    }
    kill(gone.pid());
    let answer =
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("in time").expect("an answer");
    ended(&answer);
}

#[tokio::test]
async fn an_admin_can_end_the_browser() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let waiting = scene.waiting().await;
    let path = format!("/admin/workspaces/{}/browser", scene.workspace);
    assert_eq!(scene.agent.delete(&path).await.ok(), json!({"ended": true}));
    ended(&waiting.await.expect("an answer"));
    scene.agent.post("/browser/outline", json!({})).await.refused(404, "NO_BROWSER");
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_forgets() {
    let mut scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let agent = scene.agent.clone();
    let waiting = tokio::spawn(async move { agent.post("/browser/await-control", json!({})).await });
    until(SOON, "the call to wait", async || (scene.waiters().await == 1).then_some(())).await;
    let data = scene.served.data().to_owned();
    scene.served.stop().await;
    let answer = waiting.await.expect("an answer");
    assert_eq!(
        answer.refused(503, "STOPPING"),
        "The server is stopping: call await_control again once it is back."
    );
    let seen = ana.until("the end of the socket", |seen| seen.closed.is_some()).await;
    assert_eq!(seen.closed, Some(1001));
    let back = crate::common::served::Served::start_in(&data, &[]).await;
    let answer = back.client(&scene.workspace).post("/browser/await-control", json!({})).await.ok();
    assert_eq!((&answer["handed_back"], &answer["control"]), (&json!(false), &Value::Null), "{answer}");
}

fn ended(answer: &Value) {
    assert_eq!((&answer["ended"], &answer["handed_back"]), (&json!(true), &json!(false)), "{answer}");
    assert_eq!(answer["control"]["how"], "browser_ended");
    assert!(answer["page"].is_null() && answer["outline"].is_null(), "there is no page: {answer}");
    assert!(answer["message"].as_str().is_some_and(|says| says.contains("open_session")), "{answer}");
}
