//! [Storage](https://w3c.github.io/webdriver-bidi/#module-storage): cookies.
//!
//! Always name the partition: without one Firefox lists the cookies of every user context, Chromium those of the
//! default one.

use super::network::{BytesValue, SameSite};
use crate::ids::{ContextId, UserContextId};
use crate::message::{Nothing, commands};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

commands! {
    GetCookies<'a> = "storage.getCookies" -> Cookies;
    SetCookie<'a> = "storage.setCookie" -> Nothing;
    DeleteCookies<'a> = "storage.deleteCookies" -> Nothing;
}

/// Whose cookies, [BiDi](https://w3c.github.io/webdriver-bidi/#type-storage-PartitionDescriptor).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Partition<'a> {
    /// Those that a context's page would send.
    Context {
        /// The context.
        context: &'a ContextId,
    },
    /// Those of a storage key.
    StorageKey {
        /// Its user context.
        user_context: Option<&'a UserContextId>,
        /// Its origin.
        source_origin: Option<&'a str>,
    },
}

/// Reads cookies, [BiDi](https://w3c.github.io/webdriver-bidi/#command-storage-getCookies).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetCookies<'a> {
    /// Which.
    pub filter: Option<CookieFilter<'a>>,
    /// Whose.
    pub partition: Option<Partition<'a>>,
}

/// Which cookies; what is `None` is not looked at,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#type-storage-CookieFilter).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CookieFilter<'a> {
    /// The name.
    pub name: Option<&'a str>,
    /// The domain, exactly.
    pub domain: Option<&'a str>,
    /// The path, exactly.
    pub path: Option<&'a str>,
}

/// The answer to [`GetCookies`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Cookies {
    /// The cookies. Their values are secrets.
    pub cookies: Vec<Cookie>,
}

/// A cookie as the browser keeps it, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-Cookie).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Name.
    pub name: String,
    /// Value.
    pub value: BytesValue,
    /// Domain; with a leading dot if subdomains get it too.
    pub domain: String,
    /// Path.
    pub path: String,
    /// Bytes of name and value.
    #[serde(default)]
    pub size: u64,
    /// Hidden from scripts.
    #[serde(default)]
    pub http_only: bool,
    /// Sent over TLS only.
    #[serde(default)]
    pub secure: bool,
    /// When it goes along with requests from elsewhere.
    pub same_site: Option<SameSite>,
    /// Seconds since 1970; `None`: ends with the browser. Chromium sends fractions.
    pub expiry: Option<f64>,
    /// What the browser adds, `goog:partitionKey` say: it goes back with [`PartialCookie::other`].
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Sets a cookie, [BiDi](https://w3c.github.io/webdriver-bidi/#command-storage-setCookie).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SetCookie<'a> {
    /// What to keep.
    pub cookie: &'a PartialCookie,
    /// Whose it is.
    pub partition: Option<Partition<'a>>,
}

/// A cookie to be set, [BiDi](https://w3c.github.io/webdriver-bidi/#type-storage-PartialCookie).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PartialCookie {
    /// Name.
    pub name: String,
    /// Value.
    pub value: BytesValue,
    /// Domain.
    pub domain: String,
    /// Path; `/` if `None`.
    pub path: Option<String>,
    /// Hidden from scripts.
    pub http_only: Option<bool>,
    /// Sent over TLS only.
    pub secure: Option<bool>,
    /// When it goes along with requests from elsewhere.
    pub same_site: Option<SameSite>,
    /// Whole seconds since 1970; `None`: ends with the browser.
    pub expiry: Option<u64>,
    /// What only one browser knows.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl From<Cookie> for PartialCookie {
    /// The same cookie, to be set again. A fraction of a second of its life is given up.
    fn from(cookie: Cookie) -> Self {
        Self {
            name: cookie.name,
            value: cookie.value,
            domain: cookie.domain,
            path: Some(cookie.path),
            http_only: Some(cookie.http_only),
            secure: Some(cookie.secure),
            same_site: cookie.same_site,
            // The cast saturates: a moment before 1970 becomes 0, which is over as well.
            expiry: cookie.expiry.map(|seconds| seconds as u64),
            other: cookie.other,
        }
    }
}

/// Deletes cookies, [BiDi](https://w3c.github.io/webdriver-bidi/#command-storage-deleteCookies).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DeleteCookies<'a> {
    /// Which.
    pub filter: Option<CookieFilter<'a>>,
    /// Whose.
    pub partition: Option<Partition<'a>>,
}
