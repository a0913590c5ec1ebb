//! Taking a WebSocket over from a request.

use crate::problem::Problem;
use crate::shutdown::Tasks;
use crate::web::answer::{self, Answer};
use futures::future::BoxFuture;
use http::header::{
    CONNECTION, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig, frame::coding::CloseCode};

/// A person's WebSocket.
pub(super) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// The most of one message from a page, in bytes: a paste.
const MESSAGE: usize = 4 << 20;

/// Answers a request for a WebSocket and serves it in a task of its own.
pub(super) fn take(
    mut request: Request<Incoming>,
    tasks: &Tasks,
    serve: impl FnOnce(Socket) -> BoxFuture<'static, ()> + Send + 'static,
) -> Answer {
    let headers = request.headers();
    let wants = headers.get(UPGRADE).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"));
    let version = headers.get(SEC_WEBSOCKET_VERSION).is_some_and(|value| value.as_bytes() == b"13");
    let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| wants && version);
    let accepted = key.and_then(|key| HeaderValue::try_from(derive_accept_key(key.as_bytes())).ok());
    let Some(accepted) = accepted else {
        return answer::problem(&Problem::argument("This route is a WebSocket: open it as one."));
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tasks.spawn("admin socket", async move {
        let Ok(upgraded) = upgrade.await else { return };
        let config = WebSocketConfig::default().max_message_size(Some(MESSAGE)).max_frame_size(Some(MESSAGE));
        let socket =
            WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        serve(socket).await;
    });
    let mut answer = answer::bytes(StatusCode::SWITCHING_PROTOCOLS, "text/plain", "");
    let headers = answer.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accepted);
    answer
}

/// The last words before the server stops.
pub(super) fn stopping() -> CloseFrame {
    CloseFrame { code: CloseCode::Away, reason: "the server is stopping".into() }
}
