//! The wires of a browser: BiDi for all, and CDP beside it where it can be had.

use handback_protocol::connection::{Connection, Events, Heartbeat, Limits, open};
use handback_protocol::transport::{ConnectError, Endpoint, Tls, connect};
use std::time::Duration;
use url::Url;

/// How long a socket may take to open.
const CONNECT: Duration = Duration::from_secs(10);
/// Silence after which a browser in use is asked for a sign of life.
const EVERY: Duration = Duration::from_secs(5);
/// Silence after the question that means it is dead.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection and its events.
#[derive(Debug)]
pub struct Wire {
    /// The handle.
    pub connection: Connection,
    /// What happens.
    pub events: Events,
}

/// The wires of one browser.
#[derive(Debug)]
pub struct Wires {
    /// WebDriver BiDi.
    pub bidi: Wire,
    /// The Chrome DevTools Protocol, of the whole browser.
    pub cdp: Option<Wire>,
}

/// Connects to a BiDi socket.
pub(super) async fn bidi(url: Url, tls: &Tls, deadline: Duration) -> Result<Wire, ConnectError> {
    wire(url, tls, deadline, "session.status").await
}

/// Connects to a CDP socket.
pub(super) async fn cdp(url: Url, tls: &Tls) -> Result<Wire, ConnectError> {
    wire(url, tls, CONNECT, "Browser.getVersion").await
}

/// [`bidi`] with the ordinary deadline.
pub(super) async fn bidi_patiently(url: Url, tls: &Tls) -> Result<Wire, ConnectError> {
    bidi(url, tls, CONNECT).await
}

async fn wire(url: Url, tls: &Tls, deadline: Duration, sign_of_life: &'static str) -> Result<Wire, ConnectError> {
    let limits = Limits {
        heartbeat: Some(Heartbeat { every: EVERY, patience: PATIENCE, method: sign_of_life }),
        ..Limits::default()
    };
    let endpoint = Endpoint { url, tls: tls.clone(), deadline, receive_bytes: limits.receive_bytes };
    let (connection, events) = open(connect(&endpoint).await?, limits);
    Ok(Wire { connection, events })
}
