//! Classic WebDriver's HTTP, towards drivers and Grids: one client, kept-alive connections, a deadline on each call.

use base64::Engine;
use bytes::Bytes;
use handback_protocol::classic::{self, Call};
use handback_protocol::transport::Tls;
use http::Request;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use percent_encoding::percent_decode_str;
use std::time::Duration;
use url::Url;

/// The most of an answer, in bytes: a downloaded file comes base64 in JSON.
const ANSWER_BYTES: usize = 512 << 20;

/// A client for http and https.
pub type HttpClient = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// A client whose connections are kept for a while.
pub fn http_client(tls: &Tls) -> HttpClient {
    let connector = hyper_rustls::HttpsConnectorBuilder::new()
        .with_tls_config(tls.config().as_ref().clone())
        .https_or_http()
        .enable_http1()
        .build();
    Client::builder(TokioExecutor::new()).pool_idle_timeout(Duration::from_secs(20)).build(connector)
}

/// A server that speaks classic WebDriver.
#[derive(Clone, Debug)]
pub(super) struct Remote {
    base: Url,
    authorization: Option<HeaderValue>,
    client: HttpClient,
}

/// Why a call brought no answer.
#[derive(Debug)]
pub(super) enum Fault {
    /// It could not be reached, or the connection broke.
    Unreachable(String),
    /// No answer in time.
    Late(Duration),
    /// It answered with an error.
    Said(classic::Error),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreachable(why) => write!(f, "it cannot be reached ({why})"),
            Self::Late(after) => write!(f, "it did not answer within {:.0} s", after.as_secs_f64()),
            Self::Said(error) => error.fmt(f),
        }
    }
}

impl Remote {
    /// A server at `base`, whose path is a prefix of every route and whose credentials are sent with every call.
    pub(super) fn new(base: &Url, tls: &Tls) -> Self {
        let client = http_client(tls);
        let authorization = authorization(base);
        let mut base = base.clone();
        // It has a host, so that cannot fail.
        let _ = base.set_username("").and_then(|()| base.set_password(None));
        base.set_query(None);
        base.set_fragment(None);
        Self { base, authorization, client }
    }

    /// The address without credentials.
    pub(super) fn base(&self) -> &Url {
        &self.base
    }

    /// The address of a route.
    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// Calls, and reads the answer.
    ///
    /// # Errors
    /// Each variant of [`Fault`].
    pub(super) async fn ask<C: Call>(&self, call: &C, deadline: Duration) -> Result<C::Answer, Fault> {
        let asked = call.request().map_err(|error| Fault::Unreachable(error.to_string()))?;
        let (status, body) =
            tokio::time::timeout(deadline, self.send(asked)).await.map_err(|_| Fault::Late(deadline))??;
        C::read(status, &body).map_err(Fault::Said)
    }

    /// Fetches a JSON document of a route that is not WebDriver's own.
    ///
    /// # Errors
    /// Unreachable or late.
    pub(super) async fn fetch(&self, path: &str, deadline: Duration) -> Result<Bytes, Fault> {
        let asked = classic::Request { method: classic::Method::Get, path: path.to_owned(), body: None };
        let sent = tokio::time::timeout(deadline, self.send(asked)).await;
        sent.map_err(|_| Fault::Late(deadline))?.map(|(_, body)| body)
    }

    async fn send(&self, asked: classic::Request) -> Result<(u16, Bytes), Fault> {
        let mut request = Request::builder().method(asked.method.as_str()).uri(self.address(&asked.path));
        if asked.body.is_some() {
            request = request.header(CONTENT_TYPE, classic::CONTENT_TYPE);
        }
        if let Some(value) = &self.authorization {
            request = request.header(AUTHORIZATION, value.clone());
        }
        let body = Full::new(asked.body.unwrap_or_default().into());
        let request = request.body(body).map_err(|error| Fault::Unreachable(error.to_string()))?;
        let answer =
            self.client.request(request).await.map_err(|error| Fault::Unreachable(causes(&error)))?;
        let status = answer.status().as_u16();
        let body = Limited::new(answer.into_body(), ANSWER_BYTES).collect().await;
        let body = body.map_err(|error| Fault::Unreachable(error.to_string()))?;
        Ok((status, body.to_bytes()))
    }
}

fn authorization(url: &Url) -> Option<HeaderValue> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let pair = format!("{}:{}", decoded(url.username()), decoded(url.password().unwrap_or_default()));
    let text = format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(pair));
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// An error with its causes: «connection refused» is two levels down.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}
