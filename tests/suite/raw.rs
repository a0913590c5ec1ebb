//! Requests as no well-behaved client sends them.

use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection on which requests are written byte by byte.
pub struct Raw(TcpStream);

/// An answer, read to the end of the connection.
#[derive(Debug)]
pub struct Said {
    /// The status.
    pub status: u16,
    /// The head as it came, in lower case.
    pub head: String,
    /// The body; null where it is no JSON.
    pub body: Value,
}

impl Raw {
    /// Connects to `http://host:port`.
    pub async fn connect(base: &str) -> Self {
        let authority = base.strip_prefix("http://").expect("an address");
        Self(TcpStream::connect(authority).await.expect("connected"))
    }

    /// Sends text as it is.
    pub async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.expect("sent");
    }

    /// Reads the answer, which ends with the connection.
    pub async fn read(&mut self) -> Said {
        let mut text = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(30), self.0.read_to_end(&mut text)).await;
        read.expect("an answer within 30 s").expect("read");
        let text = String::from_utf8(text).expect("a text");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status: {text:?}"));
        Said { status, head: head.to_lowercase(), body: serde_json::from_str(body).unwrap_or_default() }
    }
}

/// Sends a request's head and body on a connection of its own, which the answer ends.
pub async fn ask(base: &str, line: &str, headers: &[(&str, &str)], body: &str) -> Said {
    let mut raw = Raw::connect(base).await;
    let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    raw.send(&format!("{text}\r\n{body}")).await;
    raw.read().await
}

impl Said {
    /// The sentence of a failure.
    pub fn refused(&self, status: u16, code: &str) -> &str {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{self:?}");
        self.body["error"].as_str().expect("a sentence")
    }
}
