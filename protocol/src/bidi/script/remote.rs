//! Values that come from the page.

mod read;

use crate::ids::{ContextId, Handle, SharedId};
use crate::message::words;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A page's value, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-RemoteValue). All of it is the page's.
///
/// It is read in one pass. Nesting beyond 128 levels of JSON, about forty of objects, is refused as unreadable.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteValue {
    /// What it is.
    pub kind: Kind,
    /// What is in it, as far as it came along.
    pub content: Content,
    /// Its name for later calls, if it was kept.
    pub handle: Option<Handle>,
    /// Tells that two places of one message hold the same value. Only the first bears the content.
    pub internal_id: Option<Box<str>>,
    /// Its name if it is a node.
    pub shared_id: Option<SharedId>,
}

words! {
    /// What a value is.
    Kind {
        /// `undefined`.
        Undefined = "undefined",
        /// `null`.
        Null = "null",
        /// A text.
        String = "string",
        /// A number.
        Number = "number",
        /// `true` or `false`.
        Boolean = "boolean",
        /// A BigInt.
        BigInt = "bigint",
        /// A symbol.
        Symbol = "symbol",
        /// An array.
        Array = "array",
        /// An object.
        Object = "object",
        /// A function.
        Function = "function",
        /// A regular expression.
        RegExp = "regexp",
        /// A date.
        Date = "date",
        /// A map.
        Map = "map",
        /// A set.
        Set = "set",
        /// An error.
        Error = "error",
        /// A promise.
        Promise = "promise",
        /// A list of nodes.
        NodeList = "nodelist",
        /// A live list of elements.
        HtmlCollection = "htmlcollection",
        /// A node.
        Node = "node",
        /// The window of a context.
        Window = "window",
    }
}

/// What is in a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Content {
    /// Nothing, or nothing that came along.
    #[default]
    Nothing,
    /// A text; a BigInt's digits; a date as ECMAScript writes it.
    Text(String),
    /// A number; also -0, NaN and the infinities.
    Number(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// Items of an array, a set or a list of nodes.
    Items(Vec<RemoteValue>),
    /// Entries of an object or a map.
    Entries(Vec<(Key, RemoteValue)>),
    /// A regular expression.
    RegExp(RegExp),
    /// A node.
    Node(Box<Node>),
    /// The context whose window it is.
    Window(ContextId),
}

/// A key of an object or a map.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// A text.
    Text(String),
    /// Any other value, in maps only.
    Value(RemoteValue),
}

impl Key {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Value(_) => None,
        }
    }
}

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RegExp {
    /// Its pattern.
    pub pattern: String,
    /// Its flags.
    pub flags: Option<String>,
}

/// A node, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-NodeProperties).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// As DOM numbers them: 1 is an element, 3 a text, 9 a document, 11 a fragment.
    pub node_type: u32,
    /// Children in the document, whether they came along or not.
    #[serde(default)]
    pub child_node_count: u64,
    /// An element's name, without a prefix.
    pub local_name: Option<String>,
    /// An element's namespace.
    #[serde(rename = "namespaceURI")]
    pub namespace_uri: Option<String>,
    /// Text of a text, a comment or an attribute.
    pub node_value: Option<String>,
    /// An element's attributes.
    #[serde(default)]
    pub attributes: BTreeMap<String, String>,
    /// Children, if they were asked for.
    pub children: Option<Vec<RemoteValue>>,
    /// Its shadow root, if it has one.
    pub shadow_root: Option<RemoteValue>,
    /// `open` or `closed`, for a shadow root.
    pub mode: Option<String>,
}

impl RemoteValue {
    /// The text, if it is one.
    pub fn into_text(self) -> Option<String> {
        match (self.kind, self.content) {
            (Kind::String, Content::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.content {
            Content::Number(number) => Some(number),
            _ => None,
        }
    }

    /// `true` or `false`, if it is one of them.
    pub fn as_bool(&self) -> Option<bool> {
        match self.content {
            Content::Boolean(boolean) => Some(boolean),
            _ => None,
        }
    }

    /// The node's properties, if it is one.
    pub fn as_node(&self) -> Option<&Node> {
        match &self.content {
            Content::Node(node) => Some(node),
            _ => None,
        }
    }
}
