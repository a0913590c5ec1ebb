//! The way to a Grid: cut, and silent.

use super::{Call, SILENCE, SOON, Scene};
use crate::common::grid;
use crate::common::pipe::Pipe;

#[tokio::test]
async fn chrome_behind_a_cut() {
    cut("chrome", Call::Script).await;
}

#[tokio::test]
async fn firefox_behind_a_cut() {
    cut("firefox", Call::Wait).await;
}

#[tokio::test]
async fn chrome_behind_silence() {
    silent("chrome", Call::Wait).await;
}

#[tokio::test]
async fn firefox_behind_silence() {
    silent("firefox", Call::Script).await;
}

async fn behind_a_pipe(browser: &str) -> (Pipe, Scene) {
    let pipe = Pipe::to(grid::shared().await.front.port).await;
    let scene = Scene::open(browser, &["--grid", &pipe.url(), "--grid-direct", "off"]).await;
    (pipe, scene)
}

/// The browser lives: the session finds it again.
async fn cut(browser: &str, call: Call) {
    let (pipe, scene) = behind_a_pipe(browser).await;
    scene.loses(call, SOON, async || pipe.cut()).await;
    let next = scene.agent.outline().await;
    assert!(next["reopened"].is_null(), "the browser is the same: {next}");
    scene.goes_on(&next).await;
}

/// Nobody can tell whether the browser lives: it is given up, and another is had as soon as the way is open again.
async fn silent(browser: &str, call: Call) {
    let (pipe, scene) = behind_a_pipe(browser).await;
    scene.loses(call, SILENCE, async || pipe.silence()).await;
    pipe.cut();
    scene.reopens().await;
}
