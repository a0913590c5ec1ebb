//! Keeping bodies, and reading them later.

use super::BytesValue;
use crate::bidi::Scope;
use crate::ids::{CollectorId, RequestId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize};

commands! {
    AddDataCollector<'a> = "network.addDataCollector" -> Collector;
    RemoveDataCollector<'a> = "network.removeDataCollector" -> Nothing;
    GetData<'a> = "network.getData" -> Data;
}

/// Has the browser keep bodies, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-addDataCollector).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddDataCollector<'a> {
    /// Which; at least one.
    pub data_types: &'a [DataType],
    /// Bytes of the longest body that is kept; above zero. The browser has a bound of its own for all together.
    pub max_encoded_data_size: u64,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

words! {
    /// Whose body, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-DataType).
    DataType {
        /// The request's.
        Request = "request",
        /// The response's.
        Response = "response",
    }
}

/// The answer to [`AddDataCollector`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Collector {
    /// What [`GetData`] and [`RemoveDataCollector`] take.
    pub collector: CollectorId,
}

/// Keeps no more, and forgets what only this one kept,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-removeDataCollector).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RemoveDataCollector<'a> {
    /// Which.
    pub collector: &'a CollectorId,
}

/// Reads a body, [BiDi](https://w3c.github.io/webdriver-bidi/#command-network-getData). One that is on its way is waited
/// for; one that was too long is refused as `unavailable network data`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetData<'a> {
    /// Whose.
    pub data_type: DataType,
    /// Of which request.
    pub request: &'a RequestId,
    /// The collector that kept it; any if `None`.
    pub collector: Option<&'a CollectorId>,
    /// Whether the collector forgets it; needs `collector`. No if `None`.
    pub disown: Option<bool>,
}

/// The answer to [`GetData`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Data {
    /// The body, decoded. Chromium writes texts as they are, Firefox everything in base64.
    pub bytes: BytesValue,
}
