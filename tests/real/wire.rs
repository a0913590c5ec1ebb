//! A bare WebSocket to a browser or driver, for what the server itself would never do.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A wire.
pub struct Wire {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last: u64,
}

impl Wire {
    /// Connects; `None` if nobody takes the connection.
    pub async fn connect(url: &str) -> Option<Self> {
        let (socket, _) = connect_async(url).await.ok()?;
        Some(Self { socket, last: 0 })
    }

    /// Sends a command.
    pub async fn send(&mut self, mut command: Value) -> u64 {
        self.last += 1;
        command["id"] = json!(self.last);
        self.socket.send(Message::text(command.to_string())).await.expect("sent");
        self.last
    }

    /// Sends a command and waits for its answer.
    pub async fn call(&mut self, command: Value) -> Value {
        let id = self.send(command).await;
        self.next(|message| message["id"] == json!(id)).await
    }

    /// Waits for an event.
    pub async fn until_event(&mut self, method: &str) -> Value {
        self.next(|message| message["method"] == method).await
    }

    async fn next(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let reading = async {
            loop {
                if let Message::Text(text) =
                    self.socket.next().await.expect("an open socket").expect("a message")
                {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if wanted(&message) {
                        return message;
                    }
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), reading).await.expect("a message within 20 s")
    }
}
