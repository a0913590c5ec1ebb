//! What a browser tells and keeps only when it is asked to: lines of consoles, requests, and their bodies.

use super::bidi::REQUESTS;
use super::{Browser, Fault, QUICK};
use handback_protocol::bidi::log::EntryAdded;
use handback_protocol::bidi::network::{AddDataCollector, DataType, GetData, ResponseStarted};
use handback_protocol::ids::RequestId;
use handback_protocol::message::Event as _;
use std::time::Duration;

/// Bytes of the longest body that a browser keeps.
const BODY: u64 = 1_000_000;
/// For a body that may still be on its way.
const BODY_WAIT: Duration = Duration::from_secs(15);

impl Browser {
    /// Asks for every line of a console and every request, and has the browser keep bodies. What it cannot do is left
    /// out: an old one keeps none.
    ///
    /// # Errors
    /// The wire is over.
    pub async fn tell_all(&self) -> Result<(), Fault> {
        for name in [EntryAdded::METHOD, ResponseStarted::METHOD].into_iter().chain(REQUESTS) {
            lenient(name, self.ask_for(&[name]).await)?;
        }
        let keep = AddDataCollector {
            data_types: &[DataType::Response],
            max_encoded_data_size: BODY,
            scope: Default::default(),
        };
        let kept = self.bidi().call(&keep, QUICK).await.map(drop).map_err(Fault::from);
        lenient("network.addDataCollector", kept)
    }

    /// The body of a request's answer, which is waited for a while.
    ///
    /// # Errors
    /// Refused: the browser has none. Or the wire is over.
    pub async fn body_of(&self, request: &RequestId) -> Result<Vec<u8>, Fault> {
        let ask = GetData { data_type: DataType::Response, request, collector: None, disown: None };
        let data = self.bidi().call(&ask, BODY_WAIT).await?.value;
        data.bytes.to_bytes().ok_or(Fault::Gone)
    }
}

fn lenient(name: &str, outcome: Result<(), Fault>) -> Result<(), Fault> {
    match outcome {
        Err(Fault::Refused(refusal)) => {
            tracing::info!(name, %refusal.message, "the browser captures less");
            Ok(())
        }
        other => other,
    }
}
