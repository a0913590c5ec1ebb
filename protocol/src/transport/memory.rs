//! Two joined ends in memory: one for a connection, one for whoever plays the browser.

use super::{Received, Transport};
use crate::error::Why;
use bytes::Bytes;
use futures::{StreamExt, sink, stream};
use tokio::sync::mpsc;

/// Messages that may lie between the two ends; a full way holds its sender up, as a socket would.
const BETWEEN: usize = 1_024;

/// The far end of a [`joined`] pair: what a browser would read and write, byte for byte.
#[derive(Debug)]
pub struct Peer {
    from: mpsc::Receiver<String>,
    to: mpsc::Sender<Option<Bytes>>,
}

impl Peer {
    /// The next message that the connection sent; `None` once it is over. Cancel-safe.
    pub async fn read(&mut self) -> Option<String> {
        self.from.recv().await
    }

    /// Sends a message. `false` if the connection is over.
    pub async fn write(&self, text: impl Into<Bytes>) -> bool {
        self.to.send(Some(text.into())).await.is_ok()
    }

    /// Sends a message if there is room for it now. `false` if not, or if the connection is over.
    pub fn try_write(&self, text: impl Into<Bytes>) -> bool {
        self.to.try_send(Some(text.into())).is_ok()
    }

    /// Ends the stream as a browser does that closes its socket. Dropping the peer does the same.
    pub async fn hang_up(&self) {
        let _ = self.to.send(None).await;
    }
}

/// A transport and its far end.
pub fn joined() -> (Transport, Peer) {
    let (sent, from) = mpsc::channel(BETWEEN);
    let (to, written) = mpsc::channel::<Option<Bytes>>(BETWEEN);
    let inbound = stream::unfold(written, |mut written| async move {
        let text = written.recv().await??;
        Some((Received::Text(text), written))
    });
    let outbound = sink::unfold(sent, |sent, text: String| async move {
        let gone = |_| Why::Theirs { code: None, reason: "".into() };
        sent.send(text).await.map_err(gone)?;
        Ok::<_, Why>(sent)
    });
    (Transport::new(inbound.fuse(), outbound), Peer { from, to })
}
