//! A WebSocket client, over TCP or TLS, with the credentials of its address.

use super::{Received, Transport};
use crate::error::{Why, cut};
use base64::Engine;
use futures::{SinkExt, StreamExt, future};
use rustls::pki_types::ServerName;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Error as WsError, Message, Utf8Bytes};
use url::Url;

/// Where to connect and within which bounds.
#[derive(Clone)]
pub struct Endpoint {
    /// `ws` or `wss`. User and password, if any, are sent as Basic authorization and not in the request line.
    pub url: Url,
    /// How certificates are checked; needed for `wss` only.
    pub tls: Tls,
    /// For resolving, connecting, TLS and the upgrade together.
    pub deadline: Duration,
    /// The longest message that is taken, in bytes.
    pub receive_bytes: usize,
}

impl std::fmt::Debug for Endpoint {
    /// Host and port alone: the rest of the address may hold a password or a session's id.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let port = self.url.port_or_known_default().unwrap_or_default();
        write!(f, "Endpoint({}:{port})", self.url.host_str().unwrap_or_default())
    }
}

/// How certificates are checked: the system's roots, and what the operator adds.
#[derive(Clone)]
pub struct Tls(Arc<rustls::ClientConfig>);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}

impl Tls {
    /// The system's root certificates and the ones in `extra` (DER).
    ///
    /// # Errors
    /// A sentence, if one in `extra` is no certificate or the platform cannot do TLS 1.2 and 1.3.
    pub fn system(extra: &[Vec<u8>]) -> Result<Self, String> {
        let mut roots = rustls::RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        for certificate in extra {
            roots
                .add(certificate.clone().into())
                .map_err(|error| format!("a root certificate cannot be used: {error}"))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("TLS cannot be used: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }

    /// The same rules for another client (HTTP, say).
    pub fn config(&self) -> Arc<rustls::ClientConfig> {
        Arc::clone(&self.0)
    }
}

/// Why a connection could not be made.
#[derive(Debug)]
pub enum ConnectError {
    /// The address cannot be connected to: wrong scheme, no host.
    Address(String),
    /// Name resolution, TCP or TLS failed.
    Unreachable(String),
    /// The server answered the upgrade with this status: 400 and 404 mean an unknown or ended session on a Grid.
    Refused(u16),
    /// The upgrade failed otherwise.
    Upgrade(String),
    /// The deadline passed.
    Late(Duration),
}

impl std::fmt::Display for ConnectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(what) => write!(f, "the address cannot be used: {what}"),
            Self::Unreachable(why) => write!(f, "it cannot be reached: {why}"),
            Self::Refused(status) => write!(f, "the WebSocket was refused with HTTP {status}"),
            Self::Upgrade(why) => write!(f, "the WebSocket could not be opened: {why}"),
            Self::Late(after) => write!(f, "no answer within {:.0} s", after.as_secs_f64()),
        }
    }
}

impl std::error::Error for ConnectError {}

trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// Opens a WebSocket.
///
/// # Errors
/// Each variant of [`ConnectError`].
pub async fn connect(endpoint: &Endpoint) -> Result<Transport, ConnectError> {
    tokio::time::timeout(endpoint.deadline, upgrade(endpoint))
        .await
        .map_err(|_| ConnectError::Late(endpoint.deadline))?
}

async fn upgrade(endpoint: &Endpoint) -> Result<Transport, ConnectError> {
    let stream = dial(endpoint).await?;
    // Nothing of the address goes out but its host, its path and its query.
    let address = endpoint.url.as_str();
    let mut request =
        address.into_client_request().map_err(|error| ConnectError::Address(error.to_string()))?;
    if let Some(value) = basic(&endpoint.url) {
        request.headers_mut().insert("authorization", value);
    }
    let config = WebSocketConfig::default()
        .max_message_size(Some(endpoint.receive_bytes))
        .max_frame_size(Some(endpoint.receive_bytes))
        .read_buffer_size(32 << 10)
        .write_buffer_size(16 << 10);
    let (socket, _) = match tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await {
        Ok(opened) => opened,
        Err(WsError::Http(response)) => return Err(ConnectError::Refused(response.status().as_u16())),
        Err(error) => return Err(ConnectError::Upgrade(error.to_string())),
    };
    let (sink, stream) = socket.split();
    let limit = endpoint.receive_bytes;
    let inbound = stream.map(move |message| received(message, limit));
    let outbound = sink
        .with(|text: String| future::ready(Ok::<_, WsError>(Message::Text(Utf8Bytes::from(text)))))
        .sink_map_err(move |error| ended(error, limit));
    Ok(Transport::new(inbound, outbound))
}

async fn dial(endpoint: &Endpoint) -> Result<Box<dyn Duplex>, ConnectError> {
    let url = &endpoint.url;
    let secure = match url.scheme() {
        "ws" => false,
        "wss" => true,
        other => return Err(ConnectError::Address(format!("{other} is neither ws nor wss"))),
    };
    let host = url.host().ok_or_else(|| ConnectError::Address("it names no host".to_owned()))?;
    let port = url.port_or_known_default().unwrap_or(if secure { 443 } else { 80 });
    // An IPv6 literal is bracketed in a URL and bare in a socket address.
    let name = match host {
        url::Host::Ipv6(address) => address.to_string(),
        other => other.to_string(),
    };
    let unreachable = |error: io::Error| ConnectError::Unreachable(error.to_string());
    let stream = TcpStream::connect((name.as_str(), port)).await.map_err(unreachable)?;
    stream.set_nodelay(true).map_err(unreachable)?;
    if !secure {
        return Ok(Box::new(stream));
    }
    let server = ServerName::try_from(name).map_err(|error| ConnectError::Address(error.to_string()))?;
    let stream =
        TlsConnector::from(endpoint.tls.config()).connect(server, stream).await.map_err(unreachable)?;
    Ok(Box::new(stream))
}

fn basic(url: &Url) -> Option<HeaderValue> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let decode = |part: &str| percent_decoded(part);
    let pair = format!("{}:{}", decode(url.username()), decode(url.password().unwrap_or_default()));
    let mut value = HeaderValue::from_str(&format!(
        "Basic {}",
        base64::engine::general_purpose::STANDARD.encode(pair.as_bytes())
    ))
    .ok()?;
    value.set_sensitive(true);
    Some(value)
}

fn percent_decoded(part: &str) -> String {
    // `form_urlencoded` would turn `+` into a space, so escape it first.
    let escaped = part.replace('+', "%2B");
    url::form_urlencoded::parse(format!("v={escaped}").as_bytes())
        .next()
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

fn received(message: Result<Message, WsError>, limit: usize) -> Received {
    match message {
        Ok(Message::Text(text)) => Received::Text(text.into()),
        Ok(Message::Close(frame)) => {
            let (code, reason) = match frame {
                Some(frame) => (Some(u16::from(frame.code)), cut(frame.reason.as_str(), 200).into()),
                None => (None, "".into()),
            };
            Received::End(Why::Theirs { code, reason })
        }
        Ok(Message::Binary(_)) => Received::Other("binary"),
        Ok(Message::Ping(_)) => Received::Other("ping"),
        Ok(Message::Pong(_)) => Received::Other("pong"),
        Ok(Message::Frame(_)) => Received::Other("frame"),
        Err(error) => Received::End(ended(error, limit)),
    }
}

fn ended(error: WsError, limit: usize) -> Why {
    match error {
        WsError::Capacity(CapacityError::MessageTooLong { .. }) => Why::TooLong(limit),
        WsError::ConnectionClosed | WsError::AlreadyClosed => Why::Theirs { code: None, reason: "".into() },
        WsError::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => {
            Why::Broken("reset without a close".into())
        }
        other => Why::Broken(cut(&other.to_string(), 200).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_keeps_its_password_to_itself() {
        let url = Url::parse("wss://ana:secret@grid:4444/session/abc/se/bidi").expect("a URL");
        let tls = Tls::system(&[]).expect("TLS");
        let endpoint = Endpoint { url, tls, deadline: Duration::from_secs(1), receive_bytes: 1 };
        assert_eq!(format!("{endpoint:?}"), "Endpoint(grid:4444)");
    }

    #[test]
    fn credentials_become_basic_authorization() {
        let header = |url: &str| {
            basic(&Url::parse(url).expect("a URL")).map(|value| value.to_str().expect("plain").to_owned())
        };
        assert_eq!(header("ws://grid/x"), None);
        assert_eq!(header("ws://ana:p%40ss+1@grid/x").as_deref(), Some("Basic YW5hOnBAc3MrMQ=="));
    }
}
