//! What can go wrong with a call. A variant exists because a caller does something else for it.

use std::time::Duration;

/// Why a call brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The connection is over; every later call fails with the same reason at once.
    Closed(Why),
    /// No answer within the caller's deadline. The command may still take effect on the other side.
    Late {
        /// The command.
        method: Box<str>,
        /// How long was waited.
        after: Duration,
    },
    /// The other side answered with an error.
    Refused(Refusal),
    /// The answer came and did not have the expected form.
    Unreadable {
        /// The command.
        method: Box<str>,
        /// What was wrong with it, without the answer's text.
        reason: Box<str>,
    },
    /// The command is longer than a message may be and was not sent.
    TooLong {
        /// The command.
        method: Box<str>,
        /// Its length in bytes.
        bytes: usize,
        /// The longest that is sent.
        limit: usize,
    },
}

/// The other side's own error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The command that was refused.
    pub method: Box<str>,
    /// BiDi's and classic WebDriver's [error code](https://w3c.github.io/webdriver-bidi/#errors), or CDP's number.
    pub code: Code,
    /// The other side's sentence, cut at 2 000 bytes. It may hold page text: treat it as data.
    pub message: Box<str>,
}

/// An error code: a word in BiDi and classic WebDriver, a number in CDP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// BiDi or classic WebDriver, for example `no such frame`.
    Word(Box<str>),
    /// CDP (JSON-RPC), for example -32000.
    Number(i64),
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl Refusal {
    /// Whether the code is this word. Numbers never are.
    pub fn is(&self, word: &str) -> bool {
        matches!(&self.code, Code::Word(w) if &**w == word)
    }

    /// Whether the document, frame, realm or tab that the command named is gone: the caller may look again and
    /// repeat. Chromium says it in several ways, some of them only in the message.
    pub fn is_gone(&self) -> bool {
        if let Code::Word(word) = &self.code
            && matches!(&**word, "no such frame" | "no such node" | "no such handle" | "no such window")
        {
            return true;
        }
        const SAID: [&str; 14] = [
            "Cannot find context with specified id",
            "Execution context was destroyed",
            "uniqueContextId not found",
            "Inspected target navigated or closed",
            "Session with given id not found",
            "No session with given id",
            "Unknown CDP session ID",
            "No target with given id found",
            "No frame for given id found",
            "Frame with the given",
            "No node with given id found",
            "No node found for given backend id",
            "Node with given id does not belong to the document",
            "Node is detached from document",
        ];
        SAID.iter().any(|said| self.message.contains(said))
    }

    /// Whether the whole session is gone, so that only a new browser helps.
    pub fn is_session_gone(&self) -> bool {
        self.is("invalid session id")
    }
}

/// Why a connection ended. Sticky: the first reason stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Our side closed it.
    Ours,
    /// The other side closed it.
    Theirs {
        /// The WebSocket close code, if one came.
        code: Option<u16>,
        /// The close reason, cut at 200 bytes.
        reason: Box<str>,
    },
    /// The stream broke: reset, end of file without a close frame, TLS failure.
    Broken(Box<str>),
    /// The socket is open, and nothing came over it for this long although an answer was due.
    Silent(Duration),
    /// Events came faster than they were taken and the queue was full.
    Overrun,
    /// The other side sent a message above the limit, in bytes.
    TooLong(usize),
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Ours => f.write_str("we closed the connection"),
            Why::Theirs { code: Some(code), reason } if !reason.is_empty() => {
                write!(f, "the other side closed the connection ({code}: {reason})")
            }
            Why::Theirs { code: Some(code), .. } => {
                write!(f, "the other side closed the connection ({code})")
            }
            Why::Theirs { code: None, .. } => f.write_str("the other side closed the connection"),
            Why::Broken(reason) => write!(f, "the connection broke: {reason}"),
            Why::Silent(after) => write!(f, "the connection was silent for {:.0} s", after.as_secs_f64()),
            Why::Overrun => f.write_str("events came faster than they could be taken"),
            Why::TooLong(limit) => write!(f, "a message was longer than {limit} bytes"),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Closed(why) => why.fmt(f),
            Error::Late { method, after } => {
                write!(f, "{method} was not answered within {:.1} s", after.as_secs_f64())
            }
            Error::Refused(Refusal { method, code, message }) => {
                write!(f, "{method} was refused ({code}): {message}")
            }
            Error::Unreadable { method, reason } => {
                write!(f, "the answer to {method} could not be read: {reason}")
            }
            Error::TooLong { method, bytes, limit } => {
                write!(f, "{method} is {bytes} bytes long; {limit} is the most that is sent")
            }
        }
    }
}

impl std::error::Error for Error {}

/// `text` cut at `limit` bytes, on a character's boundary.
pub(crate) fn cut(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
