//! Stands between the server and a Grid and writes down what goes through.

use crate::common::front::{Behind, Front, Socket};
use crate::common::transcript::{Frame, GRID_PORT, SITE_PORT, Transcript, Way, shorten};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, SinkExt, StreamExt};
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// A recorder of one Grid.
pub struct Recorder {
    /// Where the server finds it.
    pub front: Front,
    tape: Arc<Tape>,
}

struct Tape {
    /// The Grid's port.
    grid: u16,
    /// The site's.
    site: u16,
    /// The recorder's own, which the server takes for the Grid's.
    own: OnceLock<u16>,
    http: Client<HttpConnector, Full<Bytes>>,
    began: Instant,
    exchanges: AtomicU64,
    frames: Mutex<Vec<Frame>>,
}

impl Recorder {
    /// A recorder in front of the Grid at `127.0.0.1:grid`, for a site on the port `site`.
    pub async fn start(grid: u16, site: u16) -> Self {
        let tape = Arc::new(Tape {
            grid,
            site,
            own: OnceLock::new(),
            http: Client::builder(TokioExecutor::new()).build_http(),
            began: Instant::now(),
            exchanges: AtomicU64::new(0),
            frames: Mutex::default(),
        });
        let front = Front::start(Arc::clone(&tape)).await;
        tape.own.get_or_init(|| front.port());
        Self { front, tape }
    }

    /// Notes that the story makes a call.
    pub fn note_call(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let tape = Arc::clone(&self.tape);
        move |call| tape.put(Way::Call, call, Value::Null)
    }

    /// What was written down.
    pub fn transcript(&self, header: Map<String, Value>) -> Transcript {
        Transcript { header, frames: self.tape.frames.lock().expect("whole").clone() }
    }
}

impl Tape {
    fn put(&self, way: Way, wire: &str, says: Value) {
        let ms = u64::try_from(self.began.elapsed().as_millis()).expect("a short story");
        let mut text = says.to_string();
        let own = self.own.get().copied().unwrap_or(GRID_PORT);
        for (here, there) in [(self.site, SITE_PORT), (self.grid, GRID_PORT), (own, GRID_PORT)] {
            text = text.replace(&format!(":{here}"), &format!(":{there}"));
            // As it stands in an address within an address.
            text = text.replace(&format!("%3A{here}"), &format!("%3A{there}"));
        }
        text = text.replace(&*std::env::temp_dir().to_string_lossy(), "/scratch");
        let mut says: Value = serde_json::from_str(&text).expect("still JSON");
        shorten(&mut says);
        self.frames.lock().expect("whole").push(Frame { ms, way, wire: wire.to_owned(), says });
    }

    async fn pass(self: Arc<Self>, method: String, path: String, body: Bytes) -> (u16, Bytes) {
        let id = self.exchanges.fetch_add(1, Ordering::Relaxed);
        let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap_or_default();
        let asked = json!({"id": id, "method": method, "path": path, "body": json(&body)});
        self.put(Way::To, "http", asked);
        let request = Request::builder()
            .method(&*method)
            .uri(format!("http://127.0.0.1:{}{path}", self.grid))
            .header("content-type", "application/json; charset=utf-8")
            .body(Full::new(body))
            .expect("a request");
        let answer = self.http.request(request).await.expect("the Grid answers");
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.expect("a whole body").to_bytes();
        self.put(Way::From, "http", json!({"id": id, "status": status, "body": json(&body)}));
        (status, body)
    }

    async fn pump(self: Arc<Self>, path: String, near: Socket) {
        let wire = if path.ends_with("/se/cdp") { "cdp" } else { "bidi" };
        let url = format!("ws://127.0.0.1:{}{path}", self.grid);
        let (far, _) = tokio_tungstenite::connect_async(url).await.expect("the Grid opens its socket");
        let (mut to_near, mut from_near) = near.split();
        let (mut to_far, mut from_far) = far.split();
        loop {
            let (message, way) = tokio::select! {
                message = from_near.next() => (message, Way::To),
                message = from_far.next() => (message, Way::From),
            };
            let Some(Ok(message)) = message else { break };
            if let Message::Text(text) = &message {
                self.put(way, wire, serde_json::from_str(text).expect("JSON"));
            }
            let passed = match way {
                Way::To => to_far.send(message).await,
                _ => to_near.send(message).await,
            };
            if passed.is_err() {
                break;
            }
        }
        // Whichever end is left is told; it may be gone too.
        let _ = tokio::join!(to_near.close(), to_far.close());
    }
}

impl Behind for Tape {
    fn call(self: Arc<Self>, method: String, path: String, body: Bytes) -> BoxFuture<'static, (u16, Bytes)> {
        self.pass(method, path, body).boxed()
    }

    fn socket(self: Arc<Self>, path: String, _port: u16, socket: Socket) -> BoxFuture<'static, ()> {
        self.pump(path, socket).boxed()
    }
}
