//! The WebSocket transport against real sockets on loopback: what a Grid, a driver or something in between may do.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test waits for its tasks, or ends with them")]

use futures::{SinkExt, StreamExt};
use handback_protocol::bidi::session::Status;
use handback_protocol::{
    ConnectError, Connection, Endpoint, Error, Events, Heartbeat, Limits, Tls, Why, connect, open,
};
use rustls::pki_types::PrivatePkcs8KeyDer;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

const DEADLINE: Duration = Duration::from_secs(10);

/// A listener and an endpoint that reaches it.
async fn listen(scheme: &str, rest: &str, tls: &Tls) -> (TcpListener, Endpoint) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let url = format!("{scheme}://localhost:{port}/{rest}").parse().expect("a URL");
    let receive_bytes = Limits::default().receive_bytes;
    (listener, Endpoint { url, tls: tls.clone(), deadline: DEADLINE, receive_bytes })
}

fn no_tls() -> Tls {
    Tls::system(&[]).expect("TLS")
}

async fn accept(listener: &TcpListener) -> WebSocketStream<TcpStream> {
    let (stream, _) = listener.accept().await.expect("a connection");
    tokio_tungstenite::accept_async(stream).await.expect("an upgrade")
}

/// Both ends of a WebSocket.
async fn pair(limits: Limits) -> (Connection, Events, WebSocketStream<TcpStream>) {
    let (listener, mut endpoint) = listen("ws", "session/1", &no_tls()).await;
    endpoint.receive_bytes = limits.receive_bytes;
    let (transport, socket) = tokio::join!(connect(&endpoint), accept(&listener));
    let (connection, events) = open(transport.expect("connected"), limits);
    (connection, events, socket)
}

/// Why the connection ended, which it must have soon.
async fn end_of(connection: &Connection) -> Why {
    tokio::time::timeout(DEADLINE, connection.until_closed()).await.expect("it ends")
}

/// Answers calls until the socket ends.
async fn answer_all<S: AsyncRead + AsyncWrite + Unpin>(mut socket: WebSocketStream<S>) {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let call: Value = serde_json::from_str(&text).expect("JSON");
            let answer = json!({"type": "success", "id": call["id"], "result": {"ready": true}});
            if socket.send(Message::text(answer.to_string())).await.is_err() {
                return;
            }
        }
    }
}

#[tokio::test]
async fn calls_and_events_go_through() {
    let (connection, mut events, mut socket) = pair(Limits::default()).await;
    let event = r#"{"type":"event","method":"some.event","params":{}}"#;
    socket.send(Message::text(event)).await.expect("sent");
    socket.send(Message::binary(&b"noise"[..])).await.expect("sent");
    socket.send(Message::Ping("are you there".into())).await.expect("sent");
    let answering = tokio::spawn(answer_all(socket));
    assert!(connection.call(&Status {}, DEADLINE).await.expect("answered").value.ready);
    assert_eq!(&*events.next().await.expect("an event").method, "some.event");
    connection.close().await;
    tokio::time::timeout(DEADLINE, answering).await.expect("the socket is closed").expect("joined");
}

#[tokio::test]
async fn a_close_frame_tells_why() {
    let (connection, _events, mut socket) = pair(Limits::default()).await;
    let frame = CloseFrame { code: 1011.into(), reason: "session timed out".into() };
    socket.close(Some(frame)).await.expect("closed");
    let why = Why::Theirs { code: Some(1011), reason: "session timed out".into() };
    assert_eq!(end_of(&connection).await, why);
    assert_eq!(connection.call(&Status {}, DEADLINE).await.expect_err("closed"), Error::Closed(why));
}

#[tokio::test]
async fn a_socket_that_breaks_off_is_broken() {
    let (connection, _events, socket) = pair(Limits::default()).await;
    let waiting = tokio::spawn({
        let connection = connection.clone();
        async move { connection.call(&Status {}, DEADLINE).await }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(socket);
    let error = waiting.await.expect("joined").expect_err("closed");
    assert!(matches!(error, Error::Closed(Why::Broken(_))), "{error}");
}

#[tokio::test]
async fn a_message_above_the_limit_is_not_taken() {
    let limits = Limits { receive_bytes: 100_000, ..Limits::default() };
    let (connection, _events, mut socket) = pair(limits).await;
    let long = json!({"method": "some.event", "params": "x".repeat(100_000)}).to_string();
    // The far end may see the socket go before all is sent.
    let _ = socket.send(Message::text(long)).await;
    assert_eq!(end_of(&connection).await, Why::TooLong(100_000));
}

#[tokio::test]
async fn long_messages_go_both_ways() {
    let (connection, _events, mut socket) = pair(Limits::default()).await;
    let echo = tokio::spawn(async move {
        let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("no text") };
        let call: Value = serde_json::from_str(&text).expect("JSON");
        let answer = json!({"type": "success", "id": call["id"], "result": call["params"]});
        socket.send(Message::text(answer.to_string())).await.expect("sent");
        socket
    });
    let sent = "x".repeat(15 << 20);
    let reply = connection.call_raw(None, "echo.it", &sent, DEADLINE).await.expect("answered");
    assert_eq!(reply.read::<String>("echo.it").expect("a text"), sent);
    drop(echo.await.expect("joined"));
}

#[tokio::test]
async fn a_peer_that_stops_reading_is_found_out() {
    let heartbeat = Heartbeat {
        every: Duration::from_millis(50),
        patience: Duration::from_millis(300),
        method: "session.status",
    };
    let limits = Limits { heartbeat: Some(heartbeat), ..Limits::default() };
    let (connection, _events, _socket) = pair(limits).await;
    let _awake = connection.awake();
    // More than the system's buffers hold, so that the write is stuck half-way.
    let long = "x".repeat(15 << 20);
    let error = connection.call_raw(None, "a.b", &long, DEADLINE).await.expect_err("nobody reads");
    assert!(matches!(error, Error::Closed(Why::Silent(_))), "{error}");
}

#[tokio::test]
async fn a_refused_upgrade_tells_its_status() {
    let (listener, endpoint) = listen("ws", "session/gone/se/bidi", &no_tls()).await;
    let refuse = async {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut head = [0; 4_096];
        let _ = stream.read(&mut head).await.expect("a request");
        let answer = "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}";
        stream.write_all(answer.as_bytes()).await.expect("answered");
        stream
    };
    let (outcome, _stream) = tokio::join!(connect(&endpoint), refuse);
    assert!(matches!(outcome, Err(ConnectError::Refused(404))), "{outcome:?}");
}

#[tokio::test]
async fn an_answer_that_is_no_http_is_no_upgrade() {
    let (listener, endpoint) = listen("ws", "", &no_tls()).await;
    let babble = async {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream.write_all(b"220 mail.example ESMTP\r\n\r\n").await.expect("answered");
        stream
    };
    let (outcome, _stream) = tokio::join!(connect(&endpoint), babble);
    assert!(matches!(outcome, Err(ConnectError::Upgrade(_))), "{outcome:?}");
}

#[tokio::test]
async fn a_slow_handshake_ends_at_its_deadline() {
    for scheme in ["ws", "wss"] {
        let (listener, mut endpoint) = listen(scheme, "", &no_tls()).await;
        endpoint.deadline = Duration::from_millis(200);
        // The system accepts the connection; nobody answers on it.
        let outcome = connect(&endpoint).await;
        assert!(matches!(outcome, Err(ConnectError::Late(_))), "{scheme}: {outcome:?}");
        drop(listener);
    }
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_told_apart() {
    let (listener, mut endpoint) = listen("ws", "", &no_tls()).await;
    drop(listener);
    let outcome = connect(&endpoint).await;
    assert!(matches!(outcome, Err(ConnectError::Unreachable(_))), "{outcome:?}");
    endpoint.url = "http://localhost/".parse().expect("a URL");
    let outcome = connect(&endpoint).await;
    assert!(matches!(outcome, Err(ConnectError::Address(_))), "{outcome:?}");
}

#[tokio::test]
#[expect(clippy::result_large_err, reason = "the form of the callback is tungstenite's")]
async fn credentials_go_into_a_header_and_the_path_stays() {
    let (listener, mut endpoint) = listen("ws", "grid/session/1/se/bidi", &no_tls()).await;
    endpoint.url.set_username("ana").expect("set");
    endpoint.url.set_password(Some("p@ss")).expect("set");
    let accept = async {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut seen = None;
        let look = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
            let header =
                |name| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
            seen = Some((request.uri().to_string(), header("authorization"), header("host")));
            Ok(response)
        };
        let socket = tokio_tungstenite::accept_hdr_async(stream, look).await.expect("an upgrade");
        (seen.expect("a request"), socket)
    };
    let (outcome, (seen, _socket)) = tokio::join!(connect(&endpoint), accept);
    outcome.expect("connected");
    let (path, authorization, host) = seen;
    assert_eq!(path, "/grid/session/1/se/bidi");
    assert_eq!(authorization.as_deref(), Some("Basic YW5hOnBAc3M="));
    assert!(!host.expect("a host").contains("ana"));
}

#[tokio::test]
async fn a_certificate_counts_if_somebody_vouches_for_it() {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let key = PrivatePkcs8KeyDer::from(certified.signing_key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certified.cert.der().clone()], key.into())
        .expect("a configuration");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let trusted = Tls::system(&[certified.cert.der().to_vec()]).expect("TLS");
    let (listener, endpoint) = listen("wss", "session/1", &trusted).await;
    let serving = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust us leaves here.
            if let Ok(stream) = acceptor.accept(stream).await {
                answer_all(tokio_tungstenite::accept_async(stream).await.expect("an upgrade")).await;
            }
        }
    });
    let stranger = Endpoint { tls: no_tls(), ..endpoint.clone() };
    let outcome = connect(&stranger).await;
    assert!(matches!(outcome, Err(ConnectError::Unreachable(_))), "{outcome:?}");
    let mut other_name = endpoint.clone();
    other_name.url.set_host(Some("127.0.0.1")).expect("a host");
    let outcome = connect(&other_name).await;
    assert!(matches!(outcome, Err(ConnectError::Unreachable(_))), "{outcome:?}");
    let (connection, _events) = open(connect(&endpoint).await.expect("connected"), Limits::default());
    assert!(connection.call(&Status {}, DEADLINE).await.expect("answered").value.ready);
    connection.close().await;
    serving.abort();
}

#[tokio::test]
async fn what_is_no_certificate_is_said() {
    let error = Tls::system(&[b"no certificate".to_vec()]).expect_err("refused");
    assert!(error.contains("root certificate"), "{error}");
}
