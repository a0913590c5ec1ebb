//! [Accessibility](https://chromedevtools.github.io/devtools-protocol/tot/Accessibility/): the browser's own tree.
//!
//! It sees through closed shadow roots, and costs: 140 ms for a page of a thousand elements and 1.6 s for ten
//! thousand, where a script takes 15 and 160.

use super::dom::NodeRef;
use crate::ids::{AxNodeId, BackendNodeId, FrameId};
use crate::message::{Nothing, commands};
use serde::{Deserialize, Serialize};
use serde_json::Value;

commands! {
    Enable = "Accessibility.enable" -> Nothing;
    Disable = "Accessibility.disable" -> Nothing;
    GetFullAxTree<'a> = "Accessibility.getFullAXTree" -> AxTree;
    GetPartialAxTree = "Accessibility.getPartialAXTree" -> AxTree;
}

/// Keeps ids the same from one answer to the next; it costs the page time until [`Disable`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enable {}

/// Ends what [`Enable`] began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Disable {}

/// Reads the tree of one document.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFullAxTree<'a> {
    /// Levels; all if `None`.
    pub depth: Option<u32>,
    /// The frame; the root frame if `None`. Frames of other processes have sessions of their own.
    pub frame_id: Option<&'a FrameId>,
}

/// Reads a node's part of the tree.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPartialAxTree {
    /// Which.
    #[serde(flatten)]
    pub node: NodeRef,
    /// Whether ancestors, siblings and children come along; yes if `None`.
    pub fetch_relatives: Option<bool>,
}

/// The answer to [`GetFullAxTree`] and [`GetPartialAxTree`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AxTree {
    /// The nodes, parents before children.
    pub nodes: Vec<AxNode>,
}

/// A node of the tree. Where a name comes from is not read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxNode {
    /// Its id.
    pub node_id: AxNodeId,
    /// Whether assistive technology passes it over.
    #[serde(default)]
    pub ignored: bool,
    /// Its role, as ARIA or as Chromium has it.
    pub role: Option<AxValue>,
    /// Its name.
    pub name: Option<AxValue>,
    /// Its description.
    pub description: Option<AxValue>,
    /// Its value.
    pub value: Option<AxValue>,
    /// Its states.
    #[serde(default)]
    pub properties: Vec<AxProperty>,
    /// Its parent.
    pub parent_id: Option<AxNodeId>,
    /// Its children, in order. An id without a node is one that did not come along.
    #[serde(default)]
    pub child_ids: Vec<AxNodeId>,
    /// Its node in the document.
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: Option<BackendNodeId>,
    /// The frame, at the root of its document.
    pub frame_id: Option<FrameId>,
}

/// A state of a node: `checked`, `expanded`, `level`, `labelledby`, ….
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct AxProperty {
    /// Which.
    pub name: Box<str>,
    /// Its value.
    pub value: AxValue,
}

/// A value within the tree.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AxValue {
    /// `string`, `booleanOrUndefined`, `tristate`, `integer`, `token`, `role`, `internalRole`, `nodeList`, ….
    #[serde(rename = "type")]
    pub kind: Box<str>,
    /// The value.
    pub value: Option<Value>,
    /// Nodes that it speaks of.
    #[serde(default)]
    pub related_nodes: Vec<AxRelatedNode>,
}

impl AxValue {
    /// The value if it is a text.
    pub fn as_str(&self) -> Option<&str> {
        self.value.as_ref()?.as_str()
    }
}

/// A node that a value speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AxRelatedNode {
    /// The node in the document.
    #[serde(rename = "backendDOMNodeId")]
    pub backend_dom_node_id: BackendNodeId,
    /// Its `id` attribute.
    pub idref: Option<String>,
    /// Its text.
    pub text: Option<String>,
}
