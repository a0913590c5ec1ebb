//! The envelope of a message: read first and borrowed. Its body stays raw text until somebody wants it.

use super::{Happening, reason};
use crate::error::{Code, Error, Refusal, cut};
use crate::ids::Seq;
use crate::surrogates::mend;
use bytes::Bytes;
use memchr::memmem;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

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
                    format!("an error that belongs to no call: {}", refusal(error, envelope.message).0)
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

/// The id in a text that is not JSON (cut off, say): drivers write it near the start or the end. An event begins with
/// its method, and an id within it is none of ours.
fn find_id(text: &[u8]) -> Option<u64> {
    const NEAR: usize = 256;
    let start = &text[..NEAR.min(text.len())];
    let end = &text[text.len() - start.len()..];
    let id = b"\"id\":";
    let first = memmem::find(start, id);
    if memmem::find(start, b"\"method\":").is_some_and(|method| first.is_none_or(|id| method < id)) {
        return None;
    }
    let after = match first {
        Some(at) => &start[at + id.len()..],
        None => &end[memmem::rfind(end, id)? + id.len()..],
    };
    let after = after.trim_ascii_start();
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&after[..digits]).ok()?.parse().ok()
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
            (r#"{"error":"unknown error","message":"cut","id":12,"#, Some(12)),
            (r#"{"type":"event","method":"a.b","params":{"id":7,"#, None),
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
}
