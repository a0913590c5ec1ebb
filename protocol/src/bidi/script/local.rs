//! Values that go to the page.

use super::{Ownership, SerializationOptions};
use crate::ids::{Handle, SharedId};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A value for a script, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-LocalValue).
#[derive(Clone, Debug, PartialEq)]
pub enum LocalValue {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A text.
    Text(String),
    /// A number; also -0, NaN and the infinities.
    Number(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// A BigInt, in decimal digits.
    BigInt(String),
    /// A date, as ECMAScript writes it: `2026-11-30T12:00:00.000Z`.
    Date(String),
    /// An array.
    Array(Vec<LocalValue>),
    /// A plain object.
    Object(Vec<(String, LocalValue)>),
    /// A node.
    Node(SharedId),
    /// Any value that an earlier call kept.
    Handle(Handle),
    /// A function by which the script can speak until its realm goes.
    Channel(ChannelValue),
}

/// A reference to a node, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-SharedReference).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SharedReference {
    /// The node.
    pub shared_id: SharedId,
}

impl From<SharedId> for SharedReference {
    fn from(shared_id: SharedId) -> Self {
        Self { shared_id }
    }
}

/// A function by which a script speaks, as [`super::Message`] events,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-ChannelValue).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelValue {
    /// The name that its events carry.
    pub channel: String,
    /// How much of what is said comes out.
    pub serialization_options: Option<SerializationOptions>,
    /// Whether what is said is kept for later calls; no if `None`.
    pub ownership: Option<Ownership>,
}

impl ChannelValue {
    /// A channel of this name.
    pub fn new(channel: impl Into<String>) -> Self {
        Self { channel: channel.into(), serialization_options: None, ownership: None }
    }
}

impl Serialize for ChannelValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[serde_with::skip_serializing_none]
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Properties<'a> {
            channel: &'a str,
            serialization_options: Option<&'a SerializationOptions>,
            ownership: Option<&'a Ownership>,
        }
        let properties = Properties {
            channel: &self.channel,
            serialization_options: self.serialization_options.as_ref(),
            ownership: self.ownership.as_ref(),
        };
        tagged(serializer, "channel", &properties)
    }
}

fn tagged<S: Serializer>(serializer: S, kind: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("type", kind)?;
    map.serialize_entry("value", value)?;
    map.end()
}

fn alone<S: Serializer>(serializer: S, key: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(key, value)?;
    map.end()
}

impl Serialize for LocalValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => alone(serializer, "type", &"undefined"),
            Self::Null => alone(serializer, "type", &"null"),
            Self::Text(text) => tagged(serializer, "string", text),
            Self::Number(number) => match special(*number) {
                Some(word) => tagged(serializer, "number", &word),
                None => tagged(serializer, "number", number),
            },
            Self::Boolean(boolean) => tagged(serializer, "boolean", boolean),
            Self::BigInt(digits) => tagged(serializer, "bigint", digits),
            Self::Date(date) => tagged(serializer, "date", date),
            Self::Array(items) => tagged(serializer, "array", items),
            Self::Object(entries) => tagged(serializer, "object", entries),
            Self::Node(id) => alone(serializer, "sharedId", id),
            Self::Handle(handle) => alone(serializer, "handle", handle),
            Self::Channel(channel) => channel.serialize(serializer),
        }
    }
}

/// The word for a number that JSON cannot write, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-SpecialNumber).
fn special(number: f64) -> Option<&'static str> {
    if number.is_nan() {
        Some("NaN")
    } else if number == f64::INFINITY {
        Some("Infinity")
    } else if number == f64::NEG_INFINITY {
        Some("-Infinity")
    } else if number == 0.0 && number.is_sign_negative() {
        Some("-0")
    } else {
        None
    }
}

impl From<Value> for LocalValue {
    /// The same value. It recurses as deep as the value is, which serde bounds to 128 levels when it reads one.
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(boolean) => Self::Boolean(boolean),
            // An integer beyond 2^53 loses its last digits, as it would in any page.
            Value::Number(number) => Self::Number(number.as_f64().unwrap_or(f64::NAN)),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Value::Object(map) => {
                Self::Object(map.into_iter().map(|(key, value)| (key, Self::from(value))).collect())
            }
        }
    }
}

impl From<&str> for LocalValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<f64> for LocalValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for LocalValue {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl From<SharedId> for LocalValue {
    fn from(id: SharedId) -> Self {
        Self::Node(id)
    }
}
