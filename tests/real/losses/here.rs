//! Browsers of this machine, and the driver of one.

use super::{Call, SOON, Scene, all_gone, is_browser, is_driver, send};
use crate::common::process::{self, Listed};
use rustix::process::Signal;

#[tokio::test]
async fn chrome_dies() {
    dies("chrome", is_browser, Signal::KILL, Call::Script).await;
    dies("chrome", is_browser, Signal::TERM, Call::Wait).await;
}

#[tokio::test]
async fn firefox_dies() {
    dies("firefox", is_browser, Signal::KILL, Call::Wait).await;
    dies("firefox", is_browser, Signal::TERM, Call::Script).await;
}

#[tokio::test]
async fn chromedriver_dies() {
    dies("chrome", is_driver, Signal::KILL, Call::Wait).await;
    dies("chrome", is_driver, Signal::TERM, Call::Script).await;
}

/// A driver that ends leaves its browser running: that goes too.
async fn dies(browser: &str, who: fn(&Listed) -> bool, how: Signal, call: Call) {
    let scene = Scene::open(browser, &[]).await;
    let folders = scene.served.browser_folders();
    let processes = process::of_folder(&scene.served.browsers());
    scene.loses(call, SOON, async || send(how, &processes, who)).await;
    scene.reopens().await;
    all_gone(&processes).await;
    let now = scene.served.browser_folders();
    assert!(now.len() == 1 && now != folders, "{folders:?} {now:?}");
}
