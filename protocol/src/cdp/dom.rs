//! [DOM](https://chromedevtools.github.io/devtools-protocol/tot/DOM/): nodes, from outside of scripts.

use super::page::Rect;
use super::runtime::RemoteObject;
use crate::ids::{BackendNodeId, ExecutionContextId, FrameId, ObjectId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize};

commands! {
    Enable = "DOM.enable" -> Nothing;
    GetDocument = "DOM.getDocument" -> Document;
    DescribeNode = "DOM.describeNode" -> Described;
    ResolveNode<'a> = "DOM.resolveNode" -> Resolved;
    GetFrameOwner<'a> = "DOM.getFrameOwner" -> FrameOwner;
    SetFileInputFiles<'a> = "DOM.setFileInputFiles" -> Nothing;
    GetBoxModel = "DOM.getBoxModel" -> BoxModelResult;
    ScrollIntoViewIfNeeded = "DOM.scrollIntoViewIfNeeded" -> Nothing;
}

/// A node to act on. Both names outlive what the domain forgets of its own numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum NodeRef {
    /// By its number in the renderer.
    BackendNodeId(BackendNodeId),
    /// By a script's reference to it.
    ObjectId(ObjectId),
}

/// Asks for the domain's events. Not needed for its commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enable {}

/// Reads the document.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetDocument {
    /// Levels; 1 if `None`, all if -1. An answer deeper than about sixty levels cannot be read.
    pub depth: Option<i32>,
    /// Whether frames and shadow roots come along.
    pub pierce: Option<bool>,
}

/// The answer to [`GetDocument`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Document {
    /// The document's node.
    pub root: Node,
}

/// Reads a node.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DescribeNode {
    /// Which.
    #[serde(flatten)]
    pub node: NodeRef,
    /// Levels; 1 if `None`, all if -1. An answer deeper than about sixty levels cannot be read.
    pub depth: Option<i32>,
    /// Whether frames and shadow roots come along.
    pub pierce: Option<bool>,
}

/// The answer to [`DescribeNode`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Described {
    /// The node.
    pub node: Node,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Its number in the renderer.
    pub backend_node_id: BackendNodeId,
    /// As DOM numbers them: 1 is an element, 3 a text, 9 a document, 11 a fragment.
    pub node_type: u32,
    /// `nodeName`.
    #[serde(default)]
    pub node_name: String,
    /// An element's name, without a prefix.
    #[serde(default)]
    pub local_name: String,
    /// Text of a text, a comment or an attribute.
    #[serde(default)]
    pub node_value: String,
    /// Children in the document, whether they came along or not.
    pub child_node_count: Option<u64>,
    /// Children that came along.
    #[serde(default)]
    pub children: Vec<Node>,
    /// Name, value, name, value, ….
    #[serde(default)]
    pub attributes: Vec<String>,
    /// The frame that an element holds, or that a document belongs to.
    pub frame_id: Option<FrameId>,
    /// A shadow root's kind.
    pub shadow_root_type: Option<ShadowRootType>,
    /// An element's shadow roots.
    #[serde(default)]
    pub shadow_roots: Vec<Node>,
    /// A frame's document, if it is of this process.
    pub content_document: Option<Box<Node>>,
}

words! {
    /// A shadow root's kind.
    ShadowRootType {
        /// The browser's own, of an `<input>` say.
        UserAgent = "user-agent",
        /// Open to scripts.
        Open = "open",
        /// Closed to scripts.
        Closed = "closed",
    }
}

/// Makes a script's reference to a node.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolveNode<'a> {
    /// Which.
    pub backend_node_id: BackendNodeId,
    /// A name under which [`super::runtime::ReleaseObjectGroup`] lets it go.
    pub object_group: Option<&'a str>,
    /// Where; in the page's own realm if `None`.
    pub execution_context_id: Option<ExecutionContextId>,
}

/// The answer to [`ResolveNode`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Resolved {
    /// The reference.
    pub object: RemoteObject,
}

/// Asks for the element that holds a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetFrameOwner<'a> {
    /// The frame.
    pub frame_id: &'a FrameId,
}

/// The answer to [`GetFrameOwner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameOwner {
    /// The element.
    pub backend_node_id: BackendNodeId,
}

/// Chooses files in an `<input type=file>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetFileInputFiles<'a> {
    /// Absolute paths on the browser's host.
    pub files: &'a [&'a str],
    /// The input.
    #[serde(flatten)]
    pub node: NodeRef,
}

/// Measures an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GetBoxModel {
    /// Which. One that is not rendered is refused.
    #[serde(flatten)]
    pub node: NodeRef,
}

/// The answer to [`GetBoxModel`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct BoxModelResult {
    /// The boxes.
    pub model: BoxModel,
}

/// Four corners, clockwise from the top left one: x, y, x, y, …, in CSS pixels of the viewport.
pub type Quad = [f64; 8];

/// An element's boxes.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct BoxModel {
    /// Content.
    pub content: Quad,
    /// Content and padding.
    pub padding: Quad,
    /// Content, padding and border.
    pub border: Quad,
    /// All.
    pub margin: Quad,
    /// Of the border box, CSS pixels.
    pub width: i64,
    /// Of the border box, CSS pixels.
    pub height: i64,
}

/// Scrolls an element into view.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScrollIntoViewIfNeeded {
    /// Which.
    #[serde(flatten)]
    pub node: NodeRef,
    /// The part of its border box that must be seen; all if `None`.
    pub rect: Option<Rect>,
}
