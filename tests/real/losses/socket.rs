//! The way to a Grid: cut, and silent.

use super::{Call, SILENCE, SOON, Scene};
use crate::common::grid;
use crate::common::pipe::Pipe;
use serde_json::json;

#[tokio::test]
async fn chrome_behind_a_cut() {
    cut("chrome", Call::Script).await;
}

#[tokio::test]
async fn firefox_behind_a_cut() {
    cut("firefox", Call::Wait).await;
}

#[tokio::test]
async fn chrome_behind_a_moment_of_silence() {
    let (pipe, scene) = behind_a_pipe("chrome").await;
    scene.loses(Call::Wait, SILENCE, async || pipe.silence()).await;
    pipe.cut();
    scene.is_found_again().await;
}

/// Nobody can tell whether the browser lives: it is given up, and another is had as soon as the way is open again.
#[tokio::test]
async fn firefox_behind_long_silence() {
    let (pipe, scene) = behind_a_pipe("firefox").await;
    scene.loses(Call::Script, SILENCE, async || pipe.silence()).await;
    let next = scene.agent.post("/browser/outline", json!({})).await;
    next.refused(503, "GRID_UNAVAILABLE");
    assert!(next.took < SILENCE, "it took {:?}", next.took);
    pipe.cut();
    scene.reopens().await;
}

async fn behind_a_pipe(browser: &str) -> (Pipe, Scene) {
    let pipe = Pipe::to(grid::shared().await.front.port).await;
    let scene = Scene::open(browser, &["--grid", &pipe.url(), "--grid-direct", "off"]).await;
    (pipe, scene)
}

async fn cut(browser: &str, call: Call) {
    let (pipe, scene) = behind_a_pipe(browser).await;
    scene.loses(call, SOON, async || pipe.cut()).await;
    scene.is_found_again().await;
}
