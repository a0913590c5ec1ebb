//! The fixture pages over loopback HTTP.

use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A server of the `fixtures` folder; it ends when dropped.
pub(crate) struct Site {
    pub(crate) base: String,
    task: JoinHandle<()>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

impl Site {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        #[expect(clippy::disallowed_methods, reason = "the task ends with the site that owns it")]
        let task = tokio::spawn(async move {
            // Browsers open connections ahead of need and leave them silent, so each is served by itself.
            let mut serving = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                serving.spawn(serve(stream));
            }
        });
        Self { base, task }
    }
}

async fn serve(mut stream: TcpStream) {
    let mut request = vec![0; 4096];
    let read = stream.read(&mut request).await.unwrap_or(0);
    let line = String::from_utf8_lossy(&request[..read]).into_owned();
    let path = line.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let path = path.split(['?', '#']).next().unwrap_or("");
    let body = std::fs::read(fixtures().join(path)).unwrap_or_default();
    let status = if body.is_empty() { "404 Not Found" } else { "200 OK" };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&body).await;
}

/// Waits until a page has done what it does by itself right after loading.
pub(crate) async fn rest() {
    tokio::time::sleep(Duration::from_millis(200)).await;
}

/// The pages of a folder of the fixtures, as paths from the site's root, in order.
pub(crate) fn pages(folder: &str) -> Vec<String> {
    let mut found: Vec<String> = std::fs::read_dir(fixtures().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        // What actions are tested on changes by itself and has elements that come late.
        .filter(|name| name.ends_with(".html") && !name.starts_with("act-"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    found.sort();
    found
}
