//! The envelope of a message, and what makes a type a command or an event.
//!
//! An envelope is read borrowed and first; its body stays raw text until somebody wants it. Fields that we do not
//! know are normal and skipped, on every level.

use crate::error::{Code, Error, Refusal, cut};
use crate::ids::Seq;
use crate::surrogates::mend;
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

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

/// What one frame is.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// The answer to a call.
    Answer { id: u64, outcome: Result<Bytes, Failure> },
    /// An event.
    Event(Happening),
    /// Not a message of either protocol; `id` if one could be made out.
    Broken { id: Option<u64>, reason: String },
}

/// An answer that is none, before the method's name is known.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The other side's error.
    Refused { code: Code, message: Box<str> },
    /// A frame that bears the call's id and cannot be read.
    Unreadable { reason: Box<str> },
}

impl Failure {
    pub(crate) fn named(self, method: &str) -> Error {
        let method = method.into();
        match self {
            Self::Refused { code, message } => Error::Refused(Refusal { method, code, message }),
            Self::Unreadable { reason } => Error::Unreadable { method, reason },
        }
    }
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(default)]
    id: Option<u64>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default, rename = "sessionId")]
    session: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
}

/// CDP puts code and message into an object, BiDi puts the code into `error` and the message beside it.
#[derive(Deserialize)]
#[serde(untagged)]
enum ErrorField<'a> {
    Word(#[serde(borrow)] Cow<'a, str>),
    Object {
        #[serde(default)]
        code: i64,
        #[serde(borrow, default)]
        message: Cow<'a, str>,
    },
}

/// Reads one text frame. Linear, copies nothing but names and what has to be mended; bodies are slices of the text.
pub(crate) fn incoming(seq: Seq, text: Bytes) -> Incoming {
    let text = match mend(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(mended) => mended.into(),
    };
    let envelope: Envelope<'_> = match serde_json::from_slice(&text) {
        Ok(envelope) => envelope,
        Err(error) => return Incoming::Broken { id: find_id(&text), reason: reason(&error) },
    };
    let slice = |raw: Option<&RawValue>| match raw {
        Some(raw) => text.slice_ref(raw.get().as_bytes()),
        None => Bytes::from_static(b"null"),
    };
    match (envelope.id, envelope.method) {
        (Some(id), _) => {
            let outcome = match envelope.error {
                Some(error) => {
                    let (code, message) = refusal(error, envelope.message);
                    Err(Failure::Refused { code, message })
                }
                None => Ok(slice(envelope.result)),
            };
            Incoming::Answer { id, outcome }
        }
        (None, Some(method)) => Incoming::Event(Happening {
            seq,
            method: method.into(),
            session: envelope.session.map(Into::into),
            body: slice(envelope.params),
        }),
        (None, None) => {
            let reason = match envelope.error {
                Some(error) => {
                    format!("an error that belongs to no call: {}", refusal(error, envelope.message).1)
                }
                None => "neither an answer nor an event".to_owned(),
            };
            Incoming::Broken { id: None, reason }
        }
    }
}

fn refusal(error: &RawValue, message: Option<&RawValue>) -> (Code, Box<str>) {
    let beside = message.and_then(|raw| serde_json::from_str::<Cow<'_, str>>(raw.get()).ok());
    let (code, message) = match serde_json::from_str::<ErrorField<'_>>(error.get()) {
        Ok(ErrorField::Word(word)) => (Code::Word(word.into()), beside.unwrap_or_default()),
        Ok(ErrorField::Object { code, message }) => (Code::Number(code), message),
        Err(_) => (Code::Word("unknown error".into()), beside.unwrap_or_default()),
    };
    (code, cut(&message, 2_000).into())
}

/// The id in a text that is not JSON (cut off, say): drivers write it near the start or the end.
fn find_id(text: &[u8]) -> Option<u64> {
    const KEY: &[u8] = b"\"id\":";
    let near = 256.min(text.len());
    [&text[..near], &text[text.len() - near..]].into_iter().find_map(|part| {
        let at = part.windows(KEY.len()).position(|window| window == KEY)? + KEY.len();
        let digits: Vec<u8> = part[at..]
            .iter()
            .copied()
            .skip_while(u8::is_ascii_whitespace)
            .take_while(u8::is_ascii_digit)
            .collect();
        std::str::from_utf8(&digits).ok()?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Incoming {
        incoming(Seq(1), Bytes::copy_from_slice(text.as_bytes()))
    }

    #[test]
    fn an_answer_keeps_its_body_raw() {
        let Incoming::Answer { id: 7, outcome: Ok(body) } =
            read_one(r#"{"type":"success","id":7,"result":{"a":[1,2]},"new":{}}"#)
        else {
            panic!("not an answer")
        };
        assert_eq!(&body[..], br#"{"a":[1,2]}"#);
    }

    #[test]
    fn both_error_forms_are_read() {
        let bidi = r#"{"type":"error","id":3,"error":"no such frame","message":"Context X not found"}"#;
        let cdp = r#"{"id":3,"error":{"code":-32000,"message":"No frame for given id found"}}"#;
        for (text, code) in [(bidi, Code::Word("no such frame".into())), (cdp, Code::Number(-32000))] {
            let Incoming::Answer { id: 3, outcome: Err(failure) } = read_one(text) else {
                panic!("no error")
            };
            let Error::Refused(refusal) = failure.named("x.y") else { panic!("not a refusal") };
            assert_eq!(refusal.code, code);
            assert!(refusal.is_gone());
        }
    }

    #[test]
    fn an_event_of_any_name_is_an_event() {
        let Incoming::Event(event) =
            read_one(r#"{"method":"future.thing","params":{"x":1},"sessionId":"S"}"#)
        else {
            panic!("not an event")
        };
        assert_eq!((&*event.method, event.session.as_deref()), ("future.thing", Some("S")));
        assert_eq!(event.raw(), br#"{"x":1}"#);
    }

    #[test]
    fn a_broken_frame_gives_up_its_id() {
        for (text, id) in [
            (r#"{"id":41,"result":{"cut"#, Some(41)),
            (r#"{"type":"success","id": 9, oops"#, Some(9)),
            ("\u{0}nonsense", None),
            (r#"[1,2,3]"#, None),
            (r#"{"id":null,"error":"unknown command","message":"no id"}"#, None),
        ] {
            let Incoming::Broken { id: found, .. } = read_one(text) else { panic!("not broken: {text}") };
            assert_eq!(found, id, "{text}");
        }
    }

    #[test]
    fn half_a_surrogate_pair_spoils_no_message() {
        let Incoming::Event(event) = read_one(r#"{"method":"a.b","params":{"title":"x\ud83d"}}"#) else {
            panic!("not an event")
        };
        assert_eq!(event.raw(), br#"{"title":"x\ufffd"}"#);
    }

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
