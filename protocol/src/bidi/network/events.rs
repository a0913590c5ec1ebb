//! The five events of a request's life, all of one form.

use super::Header;
use crate::error::Error;
use crate::ids::{ContextId, InterceptId, NavigationId, RequestId, UserContextId};
use crate::message::{Happening, events};
use serde::Deserialize;

events! {
    BeforeRequestSent = "network.beforeRequestSent";
    ResponseStarted = "network.responseStarted";
    ResponseCompleted = "network.responseCompleted";
    FetchError = "network.fetchError";
    AuthRequired = "network.authRequired";
}

macro_rules! exchanges {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Exchange);
    )*};
}

exchanges! {
    /// A request is about to leave, [BiDi](https://w3c.github.io/webdriver-bidi/#event-network-beforeRequestSent).
    BeforeRequestSent;
    /// Status and headers came, [BiDi](https://w3c.github.io/webdriver-bidi/#event-network-responseStarted).
    ResponseStarted;
    /// The body came, [BiDi](https://w3c.github.io/webdriver-bidi/#event-network-responseCompleted).
    ResponseCompleted;
    /// It failed, [BiDi](https://w3c.github.io/webdriver-bidi/#event-network-fetchError).
    FetchError;
    /// A name and a password are asked for, [BiDi](https://w3c.github.io/webdriver-bidi/#event-network-authRequired).
    AuthRequired;
}

/// One step of a request, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-BaseParameters).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Exchange {
    /// The context that asked; `None` for a worker or the browser itself.
    pub context: Option<ContextId>,
    /// The navigation that this is the document of.
    pub navigation: Option<NavigationId>,
    /// What is asked for.
    pub request: Request,
    /// Whether it waits for an answer from us.
    #[serde(default)]
    pub is_blocked: bool,
    /// Redirects so far, under the same id.
    #[serde(default)]
    pub redirect_count: u32,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub timestamp: f64,
    /// The intercepts that hold it.
    #[serde(default)]
    pub intercepts: Vec<InterceptId>,
    /// What began it; with [`BeforeRequestSent`].
    pub initiator: Option<Initiator>,
    /// What came back; with [`ResponseStarted`], [`ResponseCompleted`] and [`AuthRequired`].
    pub response: Option<Response>,
    /// The browser's word for the failure, `net::ERR_ABORTED` say; with [`FetchError`].
    pub error_text: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

/// What is asked for, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-RequestData).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Its id; redirects keep it.
    pub request: RequestId,
    /// The address, fragment included.
    pub url: String,
    /// GET, POST, …
    pub method: String,
    /// The [destination](https://fetch.spec.whatwg.org/#concept-request-destination): `document`, `image`, empty for
    /// `fetch()`.
    #[serde(default)]
    pub destination: String,
    /// The [initiator type](https://fetch.spec.whatwg.org/#request-initiator-type): `fetch`, `script`, ….
    pub initiator_type: Option<String>,
}

/// What began a request, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-Initiator).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Initiator {
    /// `parser`, `script`, `preflight`, `other`.
    #[serde(rename = "type")]
    pub kind: Option<String>,
}

/// What came back, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-ResponseData).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// The HTTP status; -1 in Chromium's [`AuthRequired`].
    pub status: i32,
    /// The media type without its parameters.
    #[serde(default)]
    pub mime_type: String,
    /// Bytes over the wire so far, headers included.
    #[serde(default)]
    pub bytes_received: i64,
    /// Whether it came out of a cache.
    #[serde(default)]
    pub from_cache: bool,
}

/// The headers of an exchange. They hold secrets: cookies and credentials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// What was sent.
    pub request: Vec<Header>,
    /// What came back; empty before it did.
    pub response: Vec<Header>,
}

/// Reads the headers out of one of the five events.
///
/// # Errors
/// [`Error::Unreadable`] if the event does not have their form.
pub fn headers(event: &Happening) -> Result<Headers, Error> {
    #[derive(Deserialize)]
    struct Both {
        request: Side,
        response: Option<Side>,
    }
    #[derive(Deserialize)]
    struct Side {
        headers: Vec<Header>,
    }
    let Both { request, response } = event.parse()?;
    Ok(Headers { request: request.headers, response: response.map(|side| side.headers).unwrap_or_default() })
}
