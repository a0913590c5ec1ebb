//! Reads a value in one pass: what is in it depends on its type, which comes first.

use super::{Content, Key, Kind, RegExp, RemoteValue};
use crate::ids::ContextId;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<RemoteValue, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn a_value_before_its_type_is_read_as_well() {
        let early =
            read(r#"{"value":[{"value":"x","type":"string"}],"new":{},"type":"array"}"#).expect("read");
        let usual = read(r#"{"type":"array","value":[{"type":"string","value":"x"}]}"#).expect("read");
        assert_eq!(early, usual);
    }

    #[test]
    fn what_is_not_known_has_no_content() {
        let value = read(r#"{"type":"tuple","value":[[[]]],"handle":"H"}"#).expect("read");
        assert_eq!(value.kind, Kind::Unknown("tuple".into()));
        assert_eq!((value.content, value.handle), (Content::Nothing, Some("H".into())));
    }

    #[test]
    fn a_value_without_a_type_is_none() {
        assert!(read(r#"{"value":1}"#).is_err());
        assert!(read(r#"{"type":"number","value":"many"}"#).is_err());
    }

    #[test]
    fn nesting_without_end_is_refused_and_not_followed() {
        let deep = r#"{"type":"array","value":["#.repeat(100_000);
        let error = read(&deep).expect_err("too deep");
        assert!(error.to_string().contains("recursion limit"), "{error}");
        let forty = format!(
            "{}{}{}",
            r#"{"type":"array","value":["#.repeat(40),
            r#"{"type":"null"}"#,
            "]}".repeat(40)
        );
        read(&forty).expect("as deep as promised").to_json();
    }
}
