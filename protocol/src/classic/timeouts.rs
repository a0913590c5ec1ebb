//! [Timeouts](https://www.w3.org/TR/webdriver2/#timeouts) of a session, in milliseconds.

use super::session::path;
use super::{Call, Request};
use crate::ids::SessionId;
use crate::message::Nothing;
use serde::{Deserialize, Serialize};

/// How long things may take.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timeouts {
    /// A script. As an answer `None` means without end; in a request it stays as it is.
    pub script: Option<u64>,
    /// A page.
    pub page_load: Option<u64>,
    /// A search for an element.
    pub implicit: Option<u64>,
}

/// Asks for the timeouts, [WebDriver](https://www.w3.org/TR/webdriver2/#get-timeouts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GetTimeouts<'a>(pub &'a SessionId);

impl Call for GetTimeouts<'_> {
    type Answer = Timeouts;

    fn request(&self) -> serde_json::Result<Request> {
        Request::get(path(self.0, "/timeouts"))
    }
}

/// Sets timeouts, [WebDriver](https://www.w3.org/TR/webdriver2/#set-timeouts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetTimeouts<'a> {
    /// Whose.
    pub session: &'a SessionId,
    /// What is `None` stays as it is.
    pub timeouts: Timeouts,
}

impl Call for SetTimeouts<'_> {
    type Answer = Nothing;

    fn request(&self) -> serde_json::Result<Request> {
        Request::post(path(self.session, "/timeouts"), &self.timeouts)
    }
}
