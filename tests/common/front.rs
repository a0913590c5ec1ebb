//! The front of something that takes a Grid's place: classic WebDriver over HTTP, BiDi and CDP over WebSockets.

use bytes::Bytes;
use futures::future::BoxFuture;
use http::header::{CONNECTION, CONTENT_TYPE, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

/// The server's end of a socket.
pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// What stands behind the front.
pub trait Behind: Send + Sync + 'static {
    /// Answers a call: method, path, body in; status and JSON out.
    fn call(self: Arc<Self>, method: String, path: String, body: Bytes) -> BoxFuture<'static, (u16, Bytes)>;

    /// Takes a socket that was opened at a path of the front, which listens on `port`, until it closes.
    fn socket(self: Arc<Self>, path: String, port: u16, socket: Socket) -> BoxFuture<'static, ()>;
}

/// The front; it closes when this is dropped.
#[derive(Debug)]
pub struct Front {
    port: u16,
    serving: JoinHandle<()>,
}

impl Drop for Front {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Front {
    /// Listens on a free port of 127.0.0.1.
    pub async fn start(behind: Arc<impl Behind>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                let behind = Arc::clone(&behind);
                let service = service_fn(move |request| {
                    let behind = Arc::clone(&behind);
                    async move { Ok::<_, Infallible>(answer(behind, port, request).await) }
                });
                let connection = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service)
                    .with_upgrades();
                tokio::spawn(connection);
            }
        });
        Self { port, serving }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }
}

async fn answer(
    behind: Arc<impl Behind>,
    port: u16,
    mut request: Request<Incoming>,
) -> Response<Full<Bytes>> {
    let path = request.uri().path().to_owned();
    if let Some(key) = request.headers().get(SEC_WEBSOCKET_KEY).cloned() {
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            // A client that hung up meanwhile has no use for a socket.
            let Ok(upgraded) = upgrade.await else { return };
            let socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, None).await;
            behind.socket(path, port, socket).await;
        });
        let response = Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header(CONNECTION, "upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes()));
        return response.body(Full::default()).expect("a response");
    }
    let method = request.method().to_string();
    let kind = request.headers().get(CONTENT_TYPE).cloned();
    let body = request.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let names_charset =
        kind.is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.ends_with("charset=utf-8")));
    let (status, body) = match body.is_empty() || names_charset {
        true => behind.call(method, path, body).await,
        false => (500, no_charset()),
    };
    let response = Response::builder().status(status).header(CONTENT_TYPE, "application/json; charset=utf-8");
    response.body(Full::new(body)).expect("a response")
}

/// What a Grid says to a body whose charset is not named, as it was recorded.
fn no_charset() -> Bytes {
    let recording = include_str!("../../fixtures/wire/classic/session.no-charset.grid.txt");
    let message = recording.split_once('\n').and_then(|(_origin, rest)| rest.split_once("\n\n"));
    Bytes::from(message.expect("a message").0)
}
