//! What a browser of a Grid hangs on: its driver, its node, the hub.

use super::{Call, SILENCE, SOON, Scene, is_browser, is_driver, send};
use crate::common::grid::{Grid, Options, Part};
use crate::common::process::{self, kill, signal};
use crate::common::until;
use rustix::process::Signal;
use serde_json::json;
use std::time::Duration;

/// For nodes to find a hub that was started again.
const REGISTER: Duration = Duration::from_secs(60);

#[tokio::test]
async fn browsers_and_drivers_die() {
    let grid = Grid::standalone(Options::default()).await;
    for (browser, direct) in [("chrome", "off"), ("firefox", "auto")] {
        let scene = Scene::open(browser, &["--grid", &grid.url(), "--grid-direct", direct]).await;
        for (who, call) in [(is_browser as fn(&_) -> bool, Call::Script), (is_driver, Call::Wait)] {
            let processes = process::below(grid.front.pid());
            scene.loses(call, SILENCE, async || send(Signal::KILL, &processes, who)).await;
            scene.reopens().await;
            // The Grid leaves the browser of a dead driver running.
            for process in processes {
                kill(process.pid);
            }
        }
        scene.agent.end().await;
    }
}

#[tokio::test]
async fn nodes_die() {
    let mut grid = Grid::hub(Options { slots: 1, ..Options::default() }).await;
    for (browser, direct) in [("chrome", "off"), ("firefox", "auto")] {
        let scene = Scene::open(browser, &["--grid", &grid.url(), "--grid-direct", direct]).await;
        for (how, call) in [(Signal::KILL, Call::Wait), (Signal::TERM, Call::Script)] {
            let node = node_in_use(&mut grid).await;
            let orphans = process::below(node.pid());
            scene.loses(call, SILENCE, async || signal(node.pid(), how)).await;
            scene.reopens().await;
            for orphan in orphans {
                kill(orphan.pid);
            }
            grid.add_node();
            grid.ready(2).await;
        }
        scene.agent.end().await;
    }
}

#[tokio::test]
async fn a_hub_dies() {
    let mut grid = Grid::hub(Options { slots: 1, ..Options::default() }).await;
    let url = grid.url();
    let through = Scene::open("chrome", &["--grid", &url, "--grid-direct", "off"]).await;
    let straight = Scene::open("firefox", &["--grid", &url]).await;
    through.loses(Call::Script, SOON, async || kill(grid.front.pid())).await;

    let next = through.agent.post("/browser/outline", json!({})).await;
    let says = next.refused(503, "GRID_UNAVAILABLE");
    assert!(says.contains("is not there") && says.contains("try again"), "{says}");
    let goes_on = straight.agent.outline().await;
    straight.goes_on(&goes_on).await;

    grid.restart_hub();
    until(REGISTER, "the nodes to find the hub", async || {
        (grid.status().await["nodes"].as_array()?.len() == 2).then_some(())
    })
    .await;
    through.reopens().await;
    let goes_on = straight.agent.outline().await;
    straight.goes_on(&goes_on).await;
}

/// Takes the node out that has the one session. The hub may still list one that died before.
async fn node_in_use(grid: &mut Grid) -> Part {
    let sessions = grid.sessions().await;
    let has_one = |node: &Part| sessions.iter().any(|(_, uri)| uri.ends_with(&format!(":{}", node.port)));
    let place = grid.nodes.iter().position(has_one).expect("a node with a session");
    grid.nodes.swap_remove(place)
}
