//! Values that come from the page.

use crate::ids::{ContextId, Handle, SharedId};
use crate::message::words;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

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

impl<'de> Deserialize<'de> for RemoteValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = RemoteValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a remote value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RemoteValue, A::Error> {
        #[derive(Deserialize)]
        #[serde(field_identifier, rename_all = "camelCase")]
        enum Field {
            Type,
            Value,
            Handle,
            InternalId,
            SharedId,
            #[serde(other)]
            Other,
        }
        let mut kind = None;
        let mut content = Content::Nothing;
        // A value that came before its type; both browsers write the type first.
        let mut early: Option<Value> = None;
        let (mut handle, mut internal_id, mut shared_id) = (None, None, None);
        while let Some(field) = map.next_key()? {
            match (field, &kind) {
                (Field::Type, _) => kind = Some(map.next_value()?),
                (Field::Value, Some(kind)) => content = map.next_value_seed(ContentOf(kind))?,
                (Field::Value, None) => early = Some(map.next_value()?),
                (Field::Handle, _) => handle = map.next_value()?,
                (Field::InternalId, _) => internal_id = map.next_value()?,
                (Field::SharedId, _) => shared_id = map.next_value()?,
                (Field::Other, _) => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let kind = kind.ok_or_else(|| A::Error::missing_field("type"))?;
        if let Some(value) = early {
            content = ContentOf(&kind).deserialize(value).map_err(A::Error::custom)?;
        }
        Ok(RemoteValue { kind, content, handle, internal_id, shared_id })
    }
}

/// Reads a value's content, given what it is.
struct ContentOf<'a>(&'a Kind);

impl<'de> DeserializeSeed<'de> for ContentOf<'_> {
    type Value = Content;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Content, D::Error> {
        #[derive(Deserialize)]
        struct WindowProperties {
            context: ContextId,
        }
        Ok(match self.0 {
            Kind::String | Kind::BigInt | Kind::Date => Content::Text(String::deserialize(deserializer)?),
            Kind::Number => deserializer.deserialize_any(NumberVisitor)?,
            Kind::Boolean => Content::Boolean(bool::deserialize(deserializer)?),
            Kind::Array | Kind::Set | Kind::NodeList | Kind::HtmlCollection => {
                Content::Items(Vec::deserialize(deserializer)?)
            }
            Kind::Object | Kind::Map => Content::Entries(Vec::deserialize(deserializer)?),
            Kind::RegExp => Content::RegExp(RegExp::deserialize(deserializer)?),
            Kind::Node => Content::Node(Box::deserialize(deserializer)?),
            Kind::Window => Content::Window(WindowProperties::deserialize(deserializer)?.context),
            _ => {
                IgnoredAny::deserialize(deserializer)?;
                Content::Nothing
            }
        })
    }
}

/// A number, or the word for one that JSON cannot write.
struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a special number's word")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Content, E> {
        Ok(Content::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Content, E> {
        Ok(Content::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Content, E> {
        Ok(Content::Number(number as f64))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Content, E> {
        Ok(Content::Number(match word {
            "-0" => -0.0,
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            "NaN" => f64::NAN,
            _ => return Err(E::custom("not a special number")),
        }))
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a remote value")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Key, E> {
                Ok(Key::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Key, A::Error> {
                ValueVisitor.visit_map(map).map(Key::Value)
            }
        }
        deserializer.deserialize_any(KeyVisitor)
    }
}
