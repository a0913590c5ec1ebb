//! A connection against peers that misbehave, over joined memory ends. Clocks are paused, so that minutes cost nothing.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test waits for its tasks, or ends with them")]

mod bounds;
mod endings;
mod frames;
mod silence;

use handback_protocol::bidi::session::{Status, StatusResult};
use handback_protocol::message::Answer;
use handback_protocol::{Connection, Error, Events, Heartbeat, Limits, Peer, Why, joined, open};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

const SECOND: Duration = Duration::from_secs(1);
const HEARTBEAT: Heartbeat =
    Heartbeat { every: Duration::from_secs(5), patience: Duration::from_secs(10), method: "session.status" };

fn start(limits: Limits) -> (Connection, Events, Peer) {
    let (transport, peer) = joined();
    let (connection, events) = open(transport, limits);
    (connection, events, peer)
}

fn with_heartbeat() -> Limits {
    Limits { heartbeat: Some(HEARTBEAT), ..Limits::default() }
}

/// What the connection sent next.
async fn asked(peer: &mut Peer) -> Value {
    serde_json::from_str(&peer.read().await.expect("a message")).expect("JSON")
}

fn success(id: &Value, message: &str) -> String {
    json!({"type": "success", "id": id, "result": {"ready": false, "message": message}}).to_string()
}

fn event(name: &str, bytes: usize) -> String {
    json!({"type": "event", "method": name, "params": {"fill": "x".repeat(bytes)}}).to_string()
}

async fn status(connection: &Connection) -> Result<Answer<StatusResult>, Error> {
    connection.call(&Status {}, 30 * SECOND).await
}

/// Why the connection ended, which it must have within the hour.
async fn end_of(connection: &Connection) -> Why {
    timeout(3_600 * SECOND, connection.until_closed()).await.expect("it ends")
}

/// Answers every call at once, until the connection is over.
fn answer_all(mut peer: Peer) -> tokio::task::JoinHandle<()> {
    tokio::spawn(async move {
        while let Some(text) = peer.read().await {
            let call: Value = serde_json::from_str(&text).expect("JSON");
            peer.write(success(&call["id"], "fine")).await;
        }
    })
}
