//! [Sessions](https://www.w3.org/TR/webdriver2/#sessions), and what can be asked of one cheaply. Each call, whatever it
//! asks, tells a Grid that the session is in use.

use super::{Call, Request};
use crate::capabilities::{Capabilities, CapabilitiesRequest};
use crate::ids::{ContextId, SessionId};
use crate::message::Nothing;
use serde::{Deserialize, Serialize};

/// Makes a session, [WebDriver](https://www.w3.org/TR/webdriver2/#new-session). On a Grid it waits for a free slot as
/// long as the Grid's `session-request-timeout` says. If nobody waits for the answer any more, a session may have come
/// to be all the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NewSession<'a> {
    /// What is asked for.
    pub capabilities: &'a CapabilitiesRequest,
}

/// The answer to [`NewSession`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The session's id: a secret of the operator.
    pub session_id: SessionId,
    /// What the browser says it is.
    #[serde(default)]
    pub capabilities: Capabilities,
}

impl Call for NewSession<'_> {
    type Answer = Session;

    fn request(&self) -> serde_json::Result<Request> {
        Request::post("/session".to_owned(), self)
    }
}

/// Ends a session and its browser, [WebDriver](https://www.w3.org/TR/webdriver2/#delete-session).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeleteSession<'a>(pub &'a SessionId);

impl Call for DeleteSession<'_> {
    type Answer = Nothing;

    fn request(&self) -> serde_json::Result<Request> {
        Request::delete(path(self.0, ""))
    }
}

/// Asks for the current page's title, [WebDriver](https://www.w3.org/TR/webdriver2/#get-title).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GetTitle<'a>(pub &'a SessionId);

impl Call for GetTitle<'_> {
    type Answer = String;

    fn request(&self) -> serde_json::Result<Request> {
        Request::get(path(self.0, "/title"))
    }
}

/// Asks for the current page's address, [WebDriver](https://www.w3.org/TR/webdriver2/#get-current-url).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GetCurrentUrl<'a>(pub &'a SessionId);

impl Call for GetCurrentUrl<'_> {
    type Answer = String;

    fn request(&self) -> serde_json::Result<Request> {
        Request::get(path(self.0, "/url"))
    }
}

/// Lists tabs, [WebDriver](https://www.w3.org/TR/webdriver2/#get-window-handles). A handle is the text of BiDi's
/// top-level context. It asks no page, so that it answers while they are busy or hang in a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GetWindowHandles<'a>(pub &'a SessionId);

impl Call for GetWindowHandles<'_> {
    type Answer = Vec<ContextId>;

    fn request(&self) -> serde_json::Result<Request> {
        Request::get(path(self.0, "/window/handles"))
    }
}

/// A path within a session. An id that is no plain word is escaped, so that it stays one part of the path.
pub(super) fn path(session: &SessionId, rest: &str) -> String {
    let mut path = String::from("/session/");
    for byte in session.as_str().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => path.push(char::from(byte)),
            _ => path.push_str(&format!("%{byte:02X}")),
        }
    }
    path + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_stays_one_part_of_the_path() {
        assert_eq!(path(&"ab-1_".into(), "/url"), "/session/ab-1_/url");
        assert_eq!(path(&"../a b?".into(), ""), "/session/%2E%2E%2Fa%20b%3F");
    }
}
