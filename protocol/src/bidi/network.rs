//! [Network](https://w3c.github.io/webdriver-bidi/#module-network): what is asked for, what comes back, and a hand in
//! it.
//!
//! Its events come at a high rate and are long, mostly of headers. [`Exchange`] reads context, navigation, request
//! (id, address, method, destination, initiator's type), whether it is held and by which intercepts, redirects, the
//! initiator's type, status, media type, bytes, and the error; it skips the rest without keeping it. [`headers`] is a
//! second read for those who want them.

mod collect;
mod events;
mod intercept;

pub use collect::*;
pub use events::*;
pub use intercept::*;

use super::Scope;
use crate::ids::ContextId;
use crate::message::{Nothing, commands, words};
use base64::Engine;
use serde::{Deserialize, Serialize};

commands! {
    SetCacheBehavior<'a> = "network.setCacheBehavior" -> Nothing;
    SetExtraHeaders<'a> = "network.setExtraHeaders" -> Nothing;
}

/// Bytes, as text where they are UTF-8, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-BytesValue).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytesValue {
    /// How they are written.
    #[serde(rename = "type")]
    pub kind: BytesKind,
    /// The text, or base64.
    pub value: String,
}

words! {
    /// How bytes are written.
    BytesKind {
        /// As the text they are in UTF-8.
        String = "string",
        /// As base64.
        Base64 = "base64",
    }
}

impl BytesValue {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { kind: BytesKind::String, value: text.into() }
    }

    /// Any bytes.
    pub fn base64(bytes: &[u8]) -> Self {
        let value = base64::engine::general_purpose::STANDARD.encode(bytes);
        Self { kind: BytesKind::Base64, value }
    }

    /// The bytes; `None` if they are written in a way that is not known, or wrongly.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        match self.kind {
            BytesKind::String => Some(self.value.clone().into_bytes()),
            BytesKind::Base64 => base64::engine::general_purpose::STANDARD.decode(&self.value).ok(),
            BytesKind::Unknown(_) => None,
        }
    }
}

/// A header, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-Header).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Its name, in the case in which it came.
    pub name: String,
    /// Its value.
    pub value: BytesValue,
}

impl Header {
    /// A header with a value that is text.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: BytesValue::text(value) }
    }
}

words! {
    /// When a cookie goes along with requests from elsewhere,
    /// [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-SameSite).
    SameSite {
        /// Never.
        Strict = "strict",
        /// When a link is followed.
        Lax = "lax",
        /// Always.
        None = "none",
        /// The site said nothing; the browser does as it thinks right.
        Default = "default",
    }
}

/// Says whether caches are used, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-setCacheBehavior).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetCacheBehavior<'a> {
    /// Whether.
    pub cache_behavior: CacheBehavior,
    /// Only in these top-level contexts.
    pub contexts: Option<&'a [ContextId]>,
}

words! {
    /// Whether caches are used.
    CacheBehavior {
        /// As usual.
        Default = "default",
        /// No.
        Bypass = "bypass",
    }
}

/// Adds headers to every request, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-setExtraHeaders).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetExtraHeaders<'a> {
    /// All of them; an empty list takes them back.
    pub headers: &'a [Header],
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}
