//! What makes a type a command or an event, and what comes back: answers and events whose bodies are still raw.
//!
//! Fields that we do not know are normal and skipped, on every level.

mod envelope;

pub(crate) use envelope::{Failure, Incoming, incoming};

use crate::error::{Error, cut};
use crate::ids::Seq;
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A command: its parameters are the value itself.
pub trait Command: Serialize {
    /// The method's name on the wire.
    const METHOD: &'static str;
    /// What a success holds.
    type Reply: DeserializeOwned;
}

/// An event: its parameters are the value itself.
pub trait Event: DeserializeOwned {
    /// The method's name on the wire.
    const METHOD: &'static str;
}

/// Stands for a reply nobody reads: anything is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nothing;

impl<'de> Deserialize<'de> for Nothing {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Nothing)
    }
}

/// Implements [`Command`] for types: `commands! { Navigate = "browsingContext.navigate" -> Navigated; … }`.
macro_rules! commands {
    ($($name:ident $(<$life:lifetime>)? = $method:literal -> $reply:ty;)*) => {$(
        impl $(<$life>)? $crate::message::Command for $name $(<$life>)? {
            const METHOD: &'static str = $method;
            type Reply = $reply;
        }
    )*};
}

/// Implements [`Event`] for types: `events! { Load = "browsingContext.load"; … }`.
macro_rules! events {
    ($($name:ident = $method:literal;)*) => {$(
        impl $crate::message::Event for $name {
            const METHOD: &'static str = $method;
        }
    )*};
}

/// An enum of words from outside. A word that is not listed is `Unknown`, never an error.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)*
            /// A word that this crate does not know.
            Unknown(Box<str>),
        }

        impl $name {
            /// The word on the wire.
            pub fn as_str(&self) -> &str {
                match self { $(Self::$variant => $word,)* Self::Unknown(word) => word }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                Ok(match &*word { $($word => Self::$variant,)* other => Self::Unknown(other.into()) })
            }
        }
    };
}

pub(crate) use {commands, events, words};

/// A success's body, still raw, with the number of the frame that held it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The frame's number on its connection.
    pub seq: Seq,
    /// The number of the last event before it: once that one is folded, so is all that the answer followed on.
    pub after: Seq,
    body: Bytes,
}

impl Reply {
    pub(crate) fn new(seq: Seq, after: Seq, body: Bytes) -> Self {
        Self { seq, after, body }
    }

    /// The body's JSON text.
    pub fn raw(&self) -> &[u8] {
        &self.body
    }

    /// Reads the body.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if it does not have the form of `T`.
    pub fn read<'a, T: Deserialize<'a>>(&'a self, method: &str) -> Result<T, Error> {
        read(&self.body, method)
    }
}

/// A typed success with the number of the frame that held it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<T> {
    /// The frame's number on its connection.
    pub seq: Seq,
    /// The number of the last event before it: once that one is folded, so is all that the answer followed on.
    pub after: Seq,
    /// What it said.
    pub value: T,
}

/// An event, body still raw.
#[derive(Clone, Debug)]
pub struct Happening {
    /// The frame's number on its connection.
    pub seq: Seq,
    /// The event's name.
    pub method: Box<str>,
    /// The CDP session it came from; BiDi has none.
    pub session: Option<Box<str>>,
    body: Bytes,
}

impl Happening {
    /// Reads the parameters if this is a `T`; `None` if it is another event.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if it is a `T` by name and not in form.
    pub fn read<T: Event>(&self) -> Option<Result<T, Error>> {
        (&*self.method == T::METHOD).then(|| read(&self.body, T::METHOD))
    }

    /// The parameters' JSON text.
    pub fn raw(&self) -> &[u8] {
        &self.body
    }

    /// Reads the parameters as something else than what the name says.
    pub(crate) fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, Error> {
        read(&self.body, &self.method)
    }

    /// An event that lies within this one; `body` is a part of this one's.
    pub(crate) fn within(&self, method: Box<str>, session: Option<Box<str>>, body: &RawValue) -> Self {
        Self { seq: self.seq, method, session, body: self.body.slice_ref(body.get().as_bytes()) }
    }
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8], method: &str) -> Result<T, Error> {
    serde_json::from_slice(body)
        .map_err(|error| Error::Unreadable { method: method.into(), reason: reason(&error).into() })
}

/// What serde says, without the values it quotes: they may be page text. The field that is missing is our own word.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.find(['`', '"']) {
        Some(quote) if error.is_data() && !text.starts_with("missing field") => {
            format!("{} (column {})", text[..quote].trim_end(), error.column())
        }
        _ => cut(&text, 200).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_without_the_value() {
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "camelCase")]
        enum Word {
            Known,
        }
        for error in [
            read::<u32>(br#""a secret of the page""#, "a.b").map(drop),
            read::<Word>(br#""secret""#, "a.b").map(|word| assert!(matches!(word, Word::Known))),
        ] {
            let error = error.expect_err("neither can be read");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }
}
