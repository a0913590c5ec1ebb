//! [DOM debugger](https://chromedevtools.github.io/devtools-protocol/tot/DOMDebugger/): who listens to an element.
//! Scripts cannot learn that.

use crate::ids::{BackendNodeId, ObjectId};
use crate::message::commands;
use serde::{Deserialize, Serialize};

commands! {
    GetEventListeners<'a> = "DOMDebugger.getEventListeners" -> EventListeners;
}

/// Lists the listeners of an object.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetEventListeners<'a> {
    /// The object.
    pub object_id: &'a ObjectId,
    /// Levels of a node's tree; 1 if `None`, all if -1.
    pub depth: Option<i32>,
    /// Whether frames and shadow roots are looked into.
    pub pierce: Option<bool>,
}

/// The answer to [`GetEventListeners`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EventListeners {
    /// The listeners.
    pub listeners: Vec<EventListener>,
}

/// A listener.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventListener {
    /// `click`, ….
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it listens on the way down.
    #[serde(default)]
    pub use_capture: bool,
    /// Whether it promised not to prevent the default.
    #[serde(default)]
    pub passive: bool,
    /// The node that it is on.
    pub backend_node_id: Option<BackendNodeId>,
}
