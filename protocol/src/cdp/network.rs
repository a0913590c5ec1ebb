//! [Network](https://chromedevtools.github.io/devtools-protocol/tot/Network/): what is asked for and what comes back.
//! The events come at a high rate: headers, timings and certificates are skipped.

use super::fetch::Request;
use crate::ids::{FrameId, LoaderId, RequestId};
use crate::message::{Nothing, commands, events};
use serde::{Deserialize, Serialize};

commands! {
    Enable = "Network.enable" -> Nothing;
    Disable = "Network.disable" -> Nothing;
    GetResponseBody<'a> = "Network.getResponseBody" -> ResponseBody;
    SetBlockedUrls<'a> = "Network.setBlockedURLs" -> Nothing;
}

events! {
    RequestWillBeSent = "Network.requestWillBeSent";
    ResponseReceived = "Network.responseReceived";
    LoadingFinished = "Network.loadingFinished";
    LoadingFailed = "Network.loadingFailed";
}

/// Asks for the domain's events, and has bodies kept.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Enable {
    /// Bytes of all bodies together that are kept.
    pub max_total_buffer_size: Option<u64>,
    /// Bytes of one body that are kept.
    pub max_resource_buffer_size: Option<u64>,
}

/// Wants no more events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Disable {}

/// Reads a body that was kept. It is gone with its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetResponseBody<'a> {
    /// Whose.
    pub request_id: &'a RequestId,
}

/// The answer to [`GetResponseBody`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseBody {
    /// Text, or base64.
    pub body: String,
    /// Which of them.
    pub base64_encoded: bool,
}

/// Forbids addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetBlockedUrls<'a> {
    /// Addresses with `*`, all that are forbidden from now on.
    pub urls: &'a [&'a str],
}

/// A request leaves. A redirect says so again under the same id.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestWillBeSent {
    /// Its id.
    pub request_id: RequestId,
    /// The document that asks; empty for a worker.
    pub loader_id: LoaderId,
    /// The frame that asks.
    pub frame_id: Option<FrameId>,
    /// What is asked for.
    pub request: Request,
    /// `Document`, `Image`, ….
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Seconds of the browser's own clock.
    pub timestamp: f64,
    /// Seconds since 1970.
    pub wall_time: f64,
    /// The response that redirected here.
    pub redirect_response: Option<Response>,
}

/// Status and headers came.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResponseReceived {
    /// Its id.
    pub request_id: RequestId,
    /// The document that asks.
    pub loader_id: LoaderId,
    /// The frame that asks.
    pub frame_id: Option<FrameId>,
    /// `Document`, `Image`, ….
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// What came.
    pub response: Response,
    /// Seconds of the browser's own clock.
    pub timestamp: f64,
}

/// What came, without its headers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// The address.
    pub url: String,
    /// The HTTP status.
    pub status: i32,
    /// The media type.
    #[serde(default)]
    pub mime_type: String,
    /// Whether it came out of a cache on disk.
    #[serde(default)]
    pub from_disk_cache: bool,
}

/// The body came.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFinished {
    /// Its id.
    pub request_id: RequestId,
    /// Bytes over the wire.
    pub encoded_data_length: f64,
    /// Seconds of the browser's own clock.
    pub timestamp: f64,
}

/// It failed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadingFailed {
    /// Its id.
    pub request_id: RequestId,
    /// `net::ERR_ABORTED`, ….
    pub error_text: String,
    /// Whether the page gave it up.
    #[serde(default)]
    pub canceled: bool,
    /// The rule that forbade it.
    pub blocked_reason: Option<String>,
    /// Seconds of the browser's own clock.
    pub timestamp: f64,
}
