//! The main job in browsers of this machine, through a hub, and straight at a hub's node. Through a standalone Grid it is
//! one of the stories.

use crate::common::grid;
use crate::common::served::Served;
use crate::common::site::Site;
use crate::common::stories::{Stage, named};

#[tokio::test]
async fn chrome_here() {
    journey("chrome", &[]).await;
}

#[tokio::test]
async fn firefox_here() {
    journey("firefox", &[]).await;
}

#[tokio::test]
async fn chrome_through_a_hub() {
    through_a_hub("chrome", "off").await;
}

#[tokio::test]
async fn firefox_through_a_hub() {
    through_a_hub("firefox", "off").await;
}

#[tokio::test]
async fn chrome_straight_at_a_node() {
    through_a_hub("chrome", "auto").await;
}

#[tokio::test]
async fn firefox_straight_at_a_node() {
    through_a_hub("firefox", "auto").await;
}

async fn through_a_hub(browser: &'static str, direct: &str) {
    let grid = grid::shared_hub().await;
    journey(browser, &["--grid", &grid.url(), "--grid-direct", direct]).await;
}

async fn journey(browser: &'static str, flags: &[&str]) {
    let (served, site) = (Served::start(flags).await, Site::start().await);
    let crash = Box::new(|| unreachable!("nothing crashes on this journey"));
    let stage = Stage { client: served.client("journey"), browser, site: site.at(""), crash };
    (named("journey").tell)(&stage).await;
}
