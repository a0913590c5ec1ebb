//! Every story again, with browsers that play what real ones did.

use crate::common::stories::{Stage, each_story, named};
use crate::common::transcript::SITE_PORT;
use crate::house::Served;
use crate::player::Player;
use futures::FutureExt;
use std::sync::Arc;

each_story!(super::tell);

async fn tell(name: &str, browser: &'static str) {
    let player = Arc::new(Player::start(name, browser).await);
    let served = Served::start(&[("grid.url", &player.front.url()), ("grid.direct", "off")]).await;
    let client = served.client(name).telling(Arc::new(player.begin()));
    let site = format!("http://127.0.0.1:{SITE_PORT}");
    let crash = {
        let player = Arc::clone(&player);
        // It crashed when it was recorded.
        Box::new(move || player.caught_up().boxed())
    };
    (named(name).tell)(&Stage { client, browser, site, crash }).await;
    player.finish();
    served.house.close().await;
}
