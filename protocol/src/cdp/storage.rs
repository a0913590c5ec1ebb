//! [Storage](https://chromedevtools.github.io/devtools-protocol/tot/Storage/): all cookies of a browser context, and
//! clearing what a site kept.

use crate::ids::BrowserContextId;
use crate::message::{Nothing, commands};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

commands! {
    GetCookies<'a> = "Storage.getCookies" -> Cookies;
    SetCookies<'a> = "Storage.setCookies" -> Nothing;
    ClearDataForOrigin<'a> = "Storage.clearDataForOrigin" -> Nothing;
}

/// Reads all cookies.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookies<'a> {
    /// Whose; the default one's if `None`.
    pub browser_context_id: Option<&'a BrowserContextId>,
}

/// The answer to [`GetCookies`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Cookies {
    /// The cookies. Their values are secrets.
    pub cookies: Vec<Cookie>,
}

/// A cookie. What this crate does not read of it goes back as it came, `partitionKey` say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cookie {
    /// Name.
    pub name: String,
    /// Value.
    pub value: String,
    /// Domain; with a leading dot if subdomains get it too.
    pub domain: String,
    /// Path.
    pub path: String,
    /// Seconds since 1970; -1: ends with the browser.
    pub expires: f64,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Sets cookies.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetCookies<'a> {
    /// Which.
    pub cookies: &'a [Cookie],
    /// Whose; the default one's if `None`.
    pub browser_context_id: Option<&'a BrowserContextId>,
}

/// Clears what an origin kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClearDataForOrigin<'a> {
    /// Which.
    pub origin: &'a str,
    /// Kinds with commas between: `cookies,local_storage,indexeddb`, or `all`.
    pub storage_types: &'a str,
}
