//! Every story again, with browsers that play what real ones did.

use crate::common::stories::{STORIES, Stage};
use crate::common::transcript::SITE_PORT;
use crate::house::Served;
use crate::player::Player;
use futures::FutureExt;
use std::sync::Arc;

#[tokio::test]
async fn in_chrome() {
    all("chrome").await;
}

#[tokio::test]
async fn in_firefox() {
    all("firefox").await;
}

async fn all(browser: &'static str) {
    for story in STORIES.iter().filter(|story| story.browsers.contains(&browser)) {
        let player = Arc::new(Player::start(story.name, browser).await);
        let grid = player.front.url();
        let served = Served::start(&[("grid.url", &grid), ("grid.direct", "off")]).await;
        let client = served.client(story.name).telling(Arc::new(player.begin()));
        let site = format!("http://127.0.0.1:{SITE_PORT}");
        let crash = {
            let player = Arc::clone(&player);
            // It crashed when it was recorded.
            Box::new(move || player.caught_up().boxed())
        };
        (story.tell)(&Stage { client, browser, site, crash }).await;
        player.finish();
        served.house.close().await;
    }
}
