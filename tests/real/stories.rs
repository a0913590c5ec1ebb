//! Every story on real browsers through a real Grid; with `RECORD=1` each is written down on the way, for the suite.

use crate::common::grid::{self, Grid};
use crate::common::served::Served;
use crate::common::site::Site;
use crate::common::stories::{Stage, each_story, named};
use crate::recorder::Recorder;
use crate::wire;
use futures::FutureExt;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

each_story!(super::tell);

async fn tell(name: &str, browser: &'static str) {
    let story = named(name);
    let grid = grid::shared().await;
    let site = Site::start().await;
    let recorder = match std::env::var_os("RECORD") {
        Some(_) => Some(Recorder::start(grid.front.port, site.port()).await),
        None => None,
    };
    let url = recorder.as_ref().map_or_else(|| grid.url(), |recorder| recorder.front.url());
    // Recorded, everything goes through the Grid's front.
    let direct = if recorder.is_some() { "off" } else { "auto" };
    let served = Served::start(&["--grid", &url, "--grid-direct", direct]).await;
    let mut client = served.client(name);
    if let Some(recorder) = &recorder {
        client = client.telling(Arc::new(recorder.note_call()));
    }
    let crash = {
        let site = site.at("");
        Box::new(move || crash_page(grid, site.clone()).boxed())
    };
    let stage = Stage { client, browser, site: site.at(""), crash };
    (story.tell)(&stage).await;
    if let Some(recorder) = recorder {
        let header = header(story.name, story.shows, browser, grid).await;
        let mut transcript = recorder.transcript(header);
        let version = transcript.frames.iter().find_map(|frame| {
            frame.says["body"]["value"]["capabilities"]["browserVersion"].as_str().map(str::to_owned)
        });
        transcript.header.insert("version".to_owned(), json!(version));
        transcript.write(name, browser);
    }
}

async fn header(story: &str, shows: &str, browser: &str, grid: &Grid) -> Map<String, Value> {
    let status = grid.status().await;
    // «4.48.0 (revision …)»: the number says enough.
    let version = status["nodes"][0]["version"]
        .as_str()
        .and_then(|version| version.split(' ').next())
        .unwrap_or_default();
    let day = std::process::Command::new("date").arg("+%F").output().expect("a date").stdout;
    let day = String::from_utf8_lossy(&day).trim().to_owned();
    let header = json!({
        "story": story, "browser": browser, "version": "", "through": format!("Selenium Grid {version}"), "day": day,
        "shows": shows,
    });
    match header {
        Value::Object(header) => header,
        _ => unreachable!("an object was written"),
    }
}

/// Crashes the page of the site in the Grid's Chrome, over a CDP socket of the test's own.
async fn crash_page(grid: &'static Grid, site: String) {
    // The session that shows the site: tests run side by side on one Grid.
    for (session, _) in grid.sessions().await {
        let socket = format!("ws://127.0.0.1:{}/session/{session}/se/cdp", grid.front.port);
        let Some(mut cdp) = wire::Wire::connect(&socket).await else { continue };
        cdp.call(json!({"method": "Target.setDiscoverTargets", "params": {"discover": true}})).await;
        let targets = cdp.call(json!({"method": "Target.getTargets", "params": {}})).await;
        let pages = targets["result"]["targetInfos"].as_array().into_iter().flatten();
        let page = pages.clone().find(|page| page["url"].as_str().is_some_and(|url| url.starts_with(&site)));
        let Some(page) = page else { continue };
        let attach = json!({"targetId": page["targetId"], "flatten": true});
        let attached = cdp.call(json!({"method": "Target.attachToTarget", "params": attach})).await;
        // It is not answered: who would?
        cdp.send(json!({
            "method": "Page.navigate", "params": {"url": "chrome://crash"}, "sessionId": attached["result"]["sessionId"],
        }))
        .await;
        cdp.until_event("Target.targetCrashed").await;
        // The server is told on a wire of its own.
        tokio::time::sleep(Duration::from_millis(300)).await;
        return;
    }
    panic!("no session of the Grid shows {site}");
}
