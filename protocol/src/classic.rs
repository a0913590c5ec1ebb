//! Classic WebDriver: making a session, ending it, and the few things that BiDi does not have.
//!
//! <https://www.w3.org/TR/webdriver2/> over plain HTTP, with the routes that Selenium Grid and drivers add. There is no
//! HTTP client here: a [`Call`] gives the [`Request`] to send and reads the status and the body that came back.
//!
//! ```
//! use handback_protocol::classic::{Call, status::GetStatus};
//!
//! let request = GetStatus.request()?;
//! assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/status"));
//! let status = GetStatus::read(200, br#"{"value": {"ready": true, "message": "ready"}}"#)?;
//! assert!(status.ready);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod grid;
pub mod session;
pub mod status;
pub mod timeouts;
pub mod vendor;

pub use error::Error;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The content type of every body. Selenium Grid refuses one that does not name the charset.
pub const CONTENT_TYPE: &str = "application/json; charset=utf-8";

/// Something to ask over HTTP.
pub trait Call {
    /// What a success holds.
    type Answer: DeserializeOwned;

    /// The request.
    ///
    /// # Errors
    /// If a value of the body cannot be written as JSON: a number that is none, say.
    fn request(&self) -> serde_json::Result<Request>;

    /// Reads what came back: the HTTP status and the whole body.
    ///
    /// # Errors
    /// Each variant of [`Error`].
    fn read(status: u16, body: &[u8]) -> Result<Self::Answer, Error> {
        read(status, body)
    }
}

/// A request to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The path, which goes behind the driver's or the Grid's own address. It holds the session's id, a secret.
    pub path: String,
    /// The body, of [`CONTENT_TYPE`].
    pub body: Option<Vec<u8>>,
}

impl std::fmt::Debug for Request {
    /// Neither the path nor the body: they hold what is no log's business.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bytes = self.body.as_ref().map_or(0, Vec::len);
        write!(f, "Request({}, {bytes} bytes)", self.method.as_str())
    }
}

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
    /// DELETE.
    Delete,
}

impl Method {
    /// The word in the request line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

impl Request {
    fn get(path: String) -> serde_json::Result<Self> {
        Ok(Self { method: Method::Get, path, body: None })
    }

    fn delete(path: String) -> serde_json::Result<Self> {
        Ok(Self { method: Method::Delete, path, body: None })
    }

    fn post(path: String, body: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self { method: Method::Post, path, body: Some(serde_json::to_vec(body)?) })
    }
}

/// The body of an answer: everything lies in `value`.
#[derive(Deserialize)]
struct Body<T> {
    value: T,
}

fn read<T: DeserializeOwned>(status: u16, body: &[u8]) -> Result<T, Error> {
    let body = crate::surrogates::mend(body);
    if !(200..300).contains(&status) {
        return Err(error::refused(status, &body));
    }
    match serde_json::from_slice::<Body<T>>(&body) {
        Ok(Body { value }) => Ok(value),
        Err(error) => Err(Error::Unreadable { status, reason: crate::message::reason(&error).into() }),
    }
}
