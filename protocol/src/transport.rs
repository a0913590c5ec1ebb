//! A pair of text streams: a WebSocket, plain or over TLS, or two joined ends in memory.
//!
//! Limits of a message's length live here. Nothing here knows a protocol.

mod memory;
mod websocket;

pub use memory::{Peer, joined};
pub use websocket::{ConnectError, Endpoint, Tls, connect};

use crate::error::Why;
use bytes::Bytes;
use futures::{Sink, SinkExt, Stream, StreamExt};
use std::pin::Pin;
use std::time::Duration;

type Inbound = Pin<Box<dyn Stream<Item = Received> + Send>>;
type Outbound = Pin<Box<dyn Sink<String, Error = Why> + Send>>;

/// One end of a message stream. Made by [`connect`] or [`joined`], spent by [`crate::connection::open`].
pub struct Transport {
    inbound: Inbound,
    outbound: Outbound,
}

/// What was read.
#[derive(Debug)]
pub(crate) enum Received {
    /// A text message, checked to be UTF-8.
    Text(Bytes),
    /// Anything else that shows life, by name.
    Other(&'static str),
    /// The end.
    End(Why),
}

/// The reading half, with the end made explicit.
pub(crate) struct Reader<'a>(&'a mut Inbound);

impl Reader<'_> {
    /// The next message. Cancel-safe.
    pub(crate) async fn next(self) -> Received {
        let end = Received::End(Why::Theirs { code: None, reason: "".into() });
        self.0.next().await.unwrap_or(end)
    }
}

impl Transport {
    pub(crate) fn new(
        inbound: impl Stream<Item = Received> + Send + 'static,
        outbound: impl Sink<String, Error = Why> + Send + 'static,
    ) -> Self {
        Self { inbound: Box::pin(inbound), outbound: Box::pin(outbound) }
    }

    pub(crate) fn both(&mut self) -> (Reader<'_>, &mut Outbound) {
        (Reader(&mut self.inbound), &mut self.outbound)
    }

    /// Says goodbye if the other side takes it within a second.
    pub(crate) async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), self.outbound.close()).await;
    }
}

impl std::fmt::Debug for Transport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Transport")
    }
}
