//! [Fetch](https://chromedevtools.github.io/devtools-protocol/tot/Fetch/): holding requests, and answering them.

use crate::ids::{FetchId, FrameId, RequestId};
use crate::message::{Nothing, commands, events, words};
use serde::{Deserialize, Serialize};

commands! {
    Enable<'a> = "Fetch.enable" -> Nothing;
    Disable = "Fetch.disable" -> Nothing;
    ContinueRequest<'a> = "Fetch.continueRequest" -> Nothing;
    FailRequest<'a> = "Fetch.failRequest" -> Nothing;
    FulfillRequest<'a> = "Fetch.fulfillRequest" -> Nothing;
}

events! {
    RequestPaused = "Fetch.requestPaused";
}

/// Holds requests until they are continued, failed or fulfilled.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable<'a> {
    /// Which; all if `None`.
    pub patterns: Option<&'a [RequestPattern<'a>]>,
}

/// Which requests are held.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPattern<'a> {
    /// An address with `*` and `?`; escape with a backslash. Any if `None`.
    pub url_pattern: Option<&'a str>,
    /// `Document`, `Image`, ….
    pub resource_type: Option<&'a str>,
    /// Before it leaves if `None`.
    pub request_stage: Option<RequestStage>,
}

/// When a request is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RequestStage {
    /// Before it leaves.
    Request,
    /// When status and headers are there.
    Response,
}

/// Holds no more, and lets go what is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Disable {}

/// Lets a request go on. What is `None` goes as it was.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueRequest<'a> {
    /// Which.
    pub request_id: &'a FetchId,
    /// Another address, of which the page learns nothing.
    pub url: Option<&'a str>,
    /// Another method.
    pub method: Option<&'a str>,
    /// Another body, in base64.
    pub post_data: Option<&'a str>,
    /// Other headers, all of them.
    pub headers: Option<&'a [HeaderEntry<'a>]>,
}

impl<'a> ContinueRequest<'a> {
    /// As it was.
    pub fn new(request_id: &'a FetchId) -> Self {
        Self { request_id, url: None, method: None, post_data: None, headers: None }
    }
}

/// A header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HeaderEntry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// Ends a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailRequest<'a> {
    /// Which.
    pub request_id: &'a FetchId,
    /// With what.
    pub error_reason: ErrorReason,
}

words! {
    /// Why a request ends, [CDP](https://chromedevtools.github.io/devtools-protocol/tot/Network/#type-ErrorReason).
    ErrorReason {
        /// It failed.
        Failed = "Failed",
        /// It was given up.
        Aborted = "Aborted",
        /// It was not allowed.
        AccessDenied = "AccessDenied",
        /// A rule of the client forbids it.
        BlockedByClient = "BlockedByClient",
        /// The server could not be reached.
        AddressUnreachable = "AddressUnreachable",
    }
}

/// Answers a request from here.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FulfillRequest<'a> {
    /// Which.
    pub request_id: &'a FetchId,
    /// The status.
    pub response_code: u16,
    /// The headers.
    pub response_headers: Option<&'a [HeaderEntry<'a>]>,
    /// The body in base64; empty if `None`.
    pub body: Option<&'a str>,
    /// The phrase; the status' own if `None`.
    pub response_phrase: Option<&'a str>,
}

/// A request is held. Its headers are not read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestPaused {
    /// Its id in this domain.
    pub request_id: FetchId,
    /// What is asked for.
    pub request: Request,
    /// The frame that asks.
    pub frame_id: FrameId,
    /// `Document`, `Image`, ….
    pub resource_type: String,
    /// The failure, if it is held in place of a response that did not come.
    pub response_error_reason: Option<String>,
    /// The status, if it is held with its response.
    pub response_status_code: Option<i32>,
    /// Its id in the Network domain.
    pub network_id: Option<RequestId>,
    /// The held request that redirected to this one.
    pub redirected_request_id: Option<FetchId>,
}

/// What is asked for, without its headers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Request {
    /// The address without its fragment.
    pub url: String,
    /// GET, POST, ….
    pub method: String,
}
