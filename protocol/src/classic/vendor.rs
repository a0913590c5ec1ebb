//! What chromedriver adds of its own. geckodriver has none of it.

use super::grid::ZippedFile;
use super::session::path;
use super::{Call, Request};
use crate::ids::SessionId;
use crate::message::Command;
use serde::Serialize;

/// Sends a CDP command to the current tab by HTTP: the last way to a tab whose sockets are gone. Slow for long answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecuteCdp<'a, C> {
    /// Whose.
    pub session: &'a SessionId,
    /// The command.
    pub command: &'a C,
}

impl<C: Command> Call for ExecuteCdp<'_, C> {
    type Answer = C::Reply;

    fn request(&self) -> serde_json::Result<Request> {
        #[derive(Serialize)]
        struct Body<'a, C> {
            cmd: &'static str,
            params: &'a C,
        }
        let body = Body { cmd: C::METHOD, params: self.command };
        Request::post(path(self.session, "/goog/cdp/execute"), &body)
    }
}

/// Puts a file on chromedriver's machine; the answer is its path there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadFile<'a> {
    /// Whose.
    pub session: &'a SessionId,
    /// A zip archive with this one file.
    pub zip: &'a [u8],
}

impl Call for UploadFile<'_> {
    type Answer = String;

    fn request(&self) -> serde_json::Result<Request> {
        Request::post(path(self.session, "/file"), &ZippedFile::new(self.zip))
    }
}
