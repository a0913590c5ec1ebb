//! Files, by [Selenium Grid's own routes](https://www.selenium.dev/documentation/grid/configuration/cli_options/): to
//! the browser's machine and from it. A driver alone does not have them.
//!
//! Files travel in zip archives, in base64, in one JSON body.

use super::session::path;
use super::{Call, Request};
use crate::ids::SessionId;
use crate::message::Nothing;
use base64::Engine;
use serde::{Deserialize, Serialize};

/// Lists the files that the session downloaded. It needs `se:downloadsEnabled` at creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListFiles<'a>(pub &'a SessionId);

/// The answer to [`ListFiles`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Files {
    /// Their names.
    #[serde(default)]
    pub names: Vec<String>,
    /// What is known of them; older Grids tell names alone.
    #[serde(default)]
    pub files: Vec<File>,
}

/// A downloaded file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// Its name, which the site chose.
    pub name: String,
    /// Bytes.
    #[serde(default)]
    pub size: u64,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub creation_time: i64,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub last_modified_time: i64,
}

impl Call for ListFiles<'_> {
    type Answer = Files;

    fn request(&self) -> serde_json::Result<Request> {
        Request::get(path(self.0, "/se/files"))
    }
}

/// Fetches a downloaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchFile<'a> {
    /// Whose.
    pub session: &'a SessionId,
    /// The file's name.
    pub name: &'a str,
}

/// The answer to [`FetchFile`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FetchedFile {
    /// The file's name.
    pub filename: String,
    /// A zip archive with this one file, in base64.
    pub contents: String,
}

impl FetchedFile {
    /// The zip archive.
    ///
    /// # Errors
    /// If it is no base64.
    pub fn zip(&self) -> Result<Vec<u8>, base64::DecodeError> {
        base64::engine::general_purpose::STANDARD.decode(&self.contents)
    }
}

impl Call for FetchFile<'_> {
    type Answer = FetchedFile;

    fn request(&self) -> serde_json::Result<Request> {
        #[derive(Serialize)]
        struct Body<'a> {
            name: &'a str,
        }
        Request::post(path(self.session, "/se/files"), &Body { name: self.name })
    }
}

/// Forgets all downloaded files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeleteFiles<'a>(pub &'a SessionId);

impl Call for DeleteFiles<'_> {
    type Answer = Nothing;

    fn request(&self) -> serde_json::Result<Request> {
        Request::delete(path(self.0, "/se/files"))
    }
}

/// Puts a file on the browser's machine; the answer is its path there. It goes with the session.
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
        Request::post(path(self.session, "/se/file"), &ZippedFile::new(self.zip))
    }
}

/// The body of an upload.
#[derive(Serialize)]
pub(super) struct ZippedFile {
    file: String,
}

impl ZippedFile {
    pub(super) fn new(zip: &[u8]) -> Self {
        Self { file: base64::engine::general_purpose::STANDARD.encode(zip) }
    }
}
