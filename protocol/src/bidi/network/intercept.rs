//! Holding requests, and letting them go on, end, or be answered from here.

use super::{BytesValue, Header};
use crate::ids::{ContextId, InterceptId, RequestId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize};

commands! {
    AddIntercept<'a> = "network.addIntercept" -> Intercept;
    RemoveIntercept<'a> = "network.removeIntercept" -> Nothing;
    ContinueRequest<'a> = "network.continueRequest" -> Nothing;
    ContinueResponse<'a> = "network.continueResponse" -> Nothing;
    ContinueWithAuth<'a> = "network.continueWithAuth" -> Nothing;
    FailRequest<'a> = "network.failRequest" -> Nothing;
    ProvideResponse<'a> = "network.provideResponse" -> Nothing;
}

/// Holds requests, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-addIntercept). Each waits, for ever if
/// need be, until one of the commands below lets it go; the event of its phase must be subscribed to.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddIntercept<'a> {
    /// When; at least one.
    pub phases: &'a [InterceptPhase],
    /// Only in these top-level contexts.
    pub contexts: Option<&'a [ContextId]>,
    /// Only these addresses.
    pub url_patterns: Option<&'a [UrlPattern<'a>]>,
}

words! {
    /// When a request is held, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-InterceptPhase).
    InterceptPhase {
        /// Before it leaves.
        BeforeRequestSent = "beforeRequestSent",
        /// When status and headers are there.
        ResponseStarted = "responseStarted",
        /// When a name and a password are asked for.
        AuthRequired = "authRequired",
    }
}

/// Which addresses, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-UrlPattern).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum UrlPattern<'a> {
    /// Those with these parts; a part that is `None` may be anything. No wildcards: `*` must be escaped.
    Pattern {
        /// Without the colon.
        protocol: Option<&'a str>,
        /// The host.
        hostname: Option<&'a str>,
        /// The port in digits.
        port: Option<&'a str>,
        /// The path.
        pathname: Option<&'a str>,
        /// The query.
        search: Option<&'a str>,
    },
    /// This one.
    String {
        /// A whole address.
        pattern: &'a str,
    },
}

/// The answer to [`AddIntercept`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Intercept {
    /// What events name and [`RemoveIntercept`] takes.
    pub intercept: InterceptId,
}

/// Holds no more, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-removeIntercept). What is held stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RemoveIntercept<'a> {
    /// Which.
    pub intercept: &'a InterceptId,
}

/// Lets a request leave, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-continueRequest). What is `None`
/// leaves as it was.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContinueRequest<'a> {
    /// Which.
    pub request: &'a RequestId,
    /// Another body.
    pub body: Option<BytesValue>,
    /// Other headers, all of them.
    pub headers: Option<&'a [Header]>,
    /// Another method.
    pub method: Option<&'a str>,
    /// Another address, of which the page learns nothing.
    pub url: Option<&'a str>,
}

impl<'a> ContinueRequest<'a> {
    /// As it was.
    pub fn new(request: &'a RequestId) -> Self {
        Self { request, body: None, headers: None, method: None, url: None }
    }
}

/// Lets a response through, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-continueResponse). What is
/// `None` stays as it was.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueResponse<'a> {
    /// Which.
    pub request: &'a RequestId,
    /// A name and a password, where they are asked for.
    pub credentials: Option<Credentials<'a>>,
    /// Other headers, all of them.
    pub headers: Option<&'a [Header]>,
    /// Another phrase.
    pub reason_phrase: Option<&'a str>,
    /// Another status.
    pub status_code: Option<u16>,
}

impl<'a> ContinueResponse<'a> {
    /// As it was.
    pub fn new(request: &'a RequestId) -> Self {
        Self { request, credentials: None, headers: None, reason_phrase: None, status_code: None }
    }
}

/// Answers a question for a name and a password,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-continueWithAuth).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContinueWithAuth<'a> {
    /// Which.
    pub request: &'a RequestId,
    /// How.
    #[serde(flatten)]
    pub action: AuthAction<'a>,
}

/// How a question for a name and a password is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "camelCase")]
pub enum AuthAction<'a> {
    /// With these.
    ProvideCredentials {
        /// The pair.
        credentials: Credentials<'a>,
    },
    /// As the browser would: it asks the user.
    Default,
    /// Not at all: the page gets the 401.
    Cancel,
}

/// A name and a password, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-AuthCredentials).
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "password")]
pub struct Credentials<'a> {
    /// The name.
    pub username: &'a str,
    /// The password.
    pub password: &'a str,
}

impl std::fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credentials")
    }
}

/// Ends a request as if the network had failed,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-failRequest).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FailRequest<'a> {
    /// Which.
    pub request: &'a RequestId,
}

/// Answers a request from here, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-provideResponse).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProvideResponse<'a> {
    /// Which.
    pub request: &'a RequestId,
    /// The body; empty if `None`.
    pub body: Option<BytesValue>,
    /// The headers.
    pub headers: Option<&'a [Header]>,
    /// The phrase.
    pub reason_phrase: Option<&'a str>,
    /// The status; 200 if `None`.
    pub status_code: Option<u16>,
}
