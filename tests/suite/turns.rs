//! One call at a time drives a browser; what waits is bounded, and ends with the browser and with the server.

use crate::common::client::Client;
use crate::common::until;
use crate::house::Served;
use crate::player::Player;
use crate::raw::Raw;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use handback::actions::{ACTS, Action, Caller, Method, Surface, changes};
use handback::problem::Code;
use handback::workspace::Name;
use serde_json::{Map, json};
use std::time::Duration;

/// How many calls may wait for one browser.
const QUEUE: usize = 256;

async fn opened() -> (Player, Served, Client) {
    let player = Player::start("journey", "chrome").await;
    let served = Served::start(&[("grid.url", &player.front.url()), ("grid.direct", "off")]).await;
    let client = served.client("w");
    player.begin()("POST /browser");
    client.open("chrome").await;
    (player, served, client)
}

#[tokio::test]
async fn a_full_queue_says_so_and_an_end_empties_it() {
    let (_player, served, client) = opened().await;
    let wait = json!({"time": 30_000, "outline": "none"});
    let spawn = || {
        // A caller of its own, so that each has a connection.
        let (client, wait) = (served.client("w"), wait.clone());
        tokio::spawn(async move { client.post("/browser/wait-for", wait).await })
    };
    let running = spawn();
    until(Duration::from_secs(20), "the first call to have its turn", async || {
        // A call that takes no time is not answered any more, and is given up.
        let call = client.post("/browser/wait-for", json!({"time": 0, "outline": "none"}));
        tokio::time::timeout(Duration::from_millis(300), call).await.is_err().then_some(())
    })
    .await;
    let mut waiting: FuturesUnordered<_> = (0..=QUEUE).map(|_| spawn()).collect();
    let full = waiting.next().await.expect("one too many").expect("answered");
    assert!(full.refused(429, "RATE_LIMITED").contains("another workspace"));
    assert!(full.headers.contains_key("retry-after"));

    // Never queues.
    client.end().await;
    let cut = running.await.expect("answered");
    assert!(cut.refused(404, "BROWSER_GONE").contains("was ended while this call ran"), "{}", cut.body);
    while let Some(call) = waiting.next().await {
        call.expect("answered").refused(404, "NO_BROWSER");
    }
}

#[tokio::test]
async fn a_stopping_server_says_so() {
    let served = Served::start(&[]).await;
    let mut late = Raw::connect(&served.base).await;
    late.send("POST /browser/outline HTTP/1.1\r\nHost: localhost\r\nSf-Workspace: w\r\n").await;
    late.send(&format!("Authorization: Bearer {}\r\nContent-Length: 2\r\n\r\n{{", served.token)).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    served.house.desk().tasks.stop();
    late.send("}").await;
    let said = late.read().await;
    assert!(said.refused(503, "STOPPING").contains("once it is back"));
    assert!(said.head.contains("retry-after"));
    served.house.close().await;
}

/// An action that panics, which no table has.
static PANICS: Action = Action {
    name: "panics",
    title: "Panic",
    about: "Panics.",
    method: Method::Post,
    path: "/browser/panics",
    kind: changes,
    hints: ACTS,
    args: &[],
    fields: &[],
    on_page: false,
    pictures: false,
    run: |_| async { panic!("a secret of the inside") }.boxed(),
};

#[tokio::test]
async fn a_panic_is_an_answer() {
    let served = Served::start(&[]).await;
    let name = Name::chosen("w").expect("a name");
    let desk = served.house.desk();
    for _ in 0..2 {
        let call = desk.take(&PANICS, name.clone(), Map::new(), Caller::new(Surface::Http));
        let problem = call.await.expect_err("a problem");
        assert_eq!(problem.code(), Code::Internal);
        assert!(problem.field("id").is_some(), "an id to find it in the log");
        assert!(!problem.body().to_string().contains("secret"), "{}", problem.body());
    }
    served.client("w").post("/browser/outline", json!({})).await.refused(404, "NO_BROWSER");
}
