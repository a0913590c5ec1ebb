//! The wires of a browser: BiDi for all, and CDP beside it where it can be had.

use handback_protocol::connection::{Connection, Events, Heartbeat, Limits, open};
use handback_protocol::transport::{ConnectError, Endpoint, Tls, connect};
use std::time::Duration;
use url::Url;

/// How long a socket may take to open.
const CONNECT: Duration = Duration::from_secs(10);
/// How long one may take that is only tried because it would be quicker.
const TRY: Duration = Duration::from_millis(1_500);
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

/// Connects to the first BiDi socket that opens, and beside it to the first CDP socket that does, if one does.
///
/// # Errors
/// Why the last BiDi socket did not open.
pub(super) async fn first(bidi: &[Url], cdp: &[Url], tls: &Tls) -> Result<Wires, ConnectError> {
    let (bidi, cdp) =
        tokio::join!(first_of(bidi, tls, "session.status"), first_of(cdp, tls, "Browser.getVersion"));
    Ok(Wires { bidi: bidi?, cdp: cdp.ok() })
}

async fn first_of(urls: &[Url], tls: &Tls, sign_of_life: &'static str) -> Result<Wire, ConnectError> {
    let Some((last, tries)) = urls.split_last() else {
        return Err(ConnectError::Address("there is none".to_owned()));
    };
    for url in tries {
        match wire(url.clone(), tls, TRY, sign_of_life).await {
            Ok(wire) => return Ok(wire),
            Err(error) => tracing::debug!(%error, "a quicker way was not open"),
        }
    }
    wire(last.clone(), tls, CONNECT, sign_of_life).await
}

/// Connects to one BiDi socket.
///
/// # Errors
/// Why it did not open.
pub(super) async fn bidi(url: Url, tls: &Tls) -> Result<Wire, ConnectError> {
    wire(url, tls, CONNECT, "session.status").await
}

async fn wire(
    url: Url,
    tls: &Tls,
    deadline: Duration,
    sign_of_life: &'static str,
) -> Result<Wire, ConnectError> {
    let limits = Limits {
        heartbeat: Some(Heartbeat { every: EVERY, patience: PATIENCE, method: sign_of_life }),
        ..Limits::default()
    };
    let endpoint = Endpoint { url, tls: tls.clone(), deadline, receive_bytes: limits.receive_bytes };
    let (connection, events) = open(connect(&endpoint).await?, limits);
    Ok(Wire { connection, events })
}
