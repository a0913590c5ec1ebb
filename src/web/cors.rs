//! Answers to pages of other origins that the gate has let in
//! ([Fetch](https://fetch.spec.whatwg.org/#http-cors-protocol)). No cookies are in play, so no credentials either.

use super::answer::{self, Answer};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, HeaderValue, ORIGIN, VARY,
};
use http::{HeaderMap, StatusCode};

/// The origin that a request names; the gate has checked it.
pub(crate) fn origin(headers: &HeaderMap) -> Option<HeaderValue> {
    headers.get(ORIGIN).cloned()
}

/// The answer to a preflight.
pub(crate) fn preflight() -> Answer {
    let mut answer = answer::bytes(StatusCode::NO_CONTENT, "text/plain", "");
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, PUT, DELETE"));
    headers.insert(
        ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            "authorization, content-type, sf-workspace, x-workspace, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id",
        ),
    );
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    answer
}

/// Lets the page read the answer.
pub(crate) fn allow(mut answer: Answer, origin: Option<HeaderValue>) -> Answer {
    if let Some(origin) = origin {
        let headers = answer.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers
            .insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("mcp-session-id, retry-after"));
        headers.append(VARY, HeaderValue::from_static("Origin"));
    }
    answer
}
