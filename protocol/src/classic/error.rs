//! What can go wrong with a classic call. A variant exists because a caller does something else for it.

use super::Body;
use crate::error::cut;
use serde::Deserialize;

/// Why a call brought no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A Grid had no free slot in time, or has no node that offers what was asked for: it says the same of both.
    NoSlot,
    /// A session could not be made.
    NotCreated {
        /// The driver's or the Grid's sentence.
        message: Box<str>,
    },
    /// The session is over.
    Gone {
        /// Why, in the Grid's words, `session timed out due to inactivity` say; empty if it does not tell.
        reason: Box<str>,
    },
    /// The node that has the session does not answer. It may be gone for good, and its browser may live on.
    NodeLost,
    /// A name and a password are missing or wrong: 401 or 403.
    Denied(u16),
    /// There is no such route: a driver does not have the Grid's, a Grid not all of the drivers'.
    UnknownCommand,
    /// Any other refusal.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The [error code](https://www.w3.org/TR/webdriver2/#errors).
        code: Box<str>,
        /// Its sentence. It may hold page text.
        message: Box<str>,
    },
    /// What came back is not WebDriver's: from something else at that address, or in between.
    Unreadable {
        /// The HTTP status.
        status: u16,
        /// What was wrong with it, without the answer's text.
        reason: Box<str>,
    },
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSlot => f.write_str("the Grid had no free browser of this kind in time"),
            Self::NotCreated { message } => write!(f, "the browser could not be started: {message}"),
            Self::Gone { reason } if reason.is_empty() => f.write_str("the browser session is over"),
            Self::Gone { reason } => write!(f, "the browser session is over: {reason}"),
            Self::NodeLost => f.write_str("the Grid cannot reach the machine that runs the browser"),
            Self::Denied(status) => write!(f, "name and password were not accepted (HTTP {status})"),
            Self::UnknownCommand => f.write_str("the driver does not know this command"),
            Self::Refused { status, code, message } => {
                write!(f, "refused ({code}, HTTP {status}): {message}")
            }
            Self::Unreadable { status, reason } => {
                write!(f, "the answer (HTTP {status}) is not WebDriver's: {reason}")
            }
        }
    }
}

impl std::error::Error for Error {}

#[derive(Deserialize)]
struct Said {
    #[serde(default)]
    error: String,
    #[serde(default)]
    message: String,
}

/// The error that an answer with this status holds.
pub(super) fn refused(status: u16, body: &[u8]) -> Error {
    if matches!(status, 401 | 403) {
        return Error::Denied(status);
    }
    let Said { error, message } = match serde_json::from_slice::<Body<Said>>(body) {
        Ok(Body { value }) => value,
        // Drivers answer some routes that they do not have with a bare text.
        Err(_) if matches!(status, 404 | 405) => return Error::UnknownCommand,
        Err(error) => return Error::Unreadable { status, reason: crate::message::reason(&error).into() },
    };
    match error.as_str() {
        "session not created" if is_out_of_time(&message) => Error::NoSlot,
        "session not created" => Error::NotCreated { message: sentence(&message) },
        "invalid session id" => Error::Gone { reason: removal(&message) },
        "unknown command" | "unknown method" => Error::UnknownCommand,
        // A node that went, as the router tells it; it takes the session off its list a good while later.
        _ if message.starts_with("Unable to execute request for an existing session") => Error::NodeLost,
        // A Firefox that was killed; the next call says `invalid session id`.
        _ if message.contains("Failed to decode response from marionette") => {
            Error::Gone { reason: "".into() }
        }
        _ => Error::Refused { status, code: error.into(), message: sentence(&message) },
    }
}

/// Whether a Grid's queue gave a request up: one that waits says the first, one that counts says the second, and either
/// may be quicker.
fn is_out_of_time(message: &str) -> bool {
    ["New session request timed out", "Timed out creating session"]
        .iter()
        .any(|words| message.contains(words))
}

/// What a Grid says about the end of a session: `… Session was removed at T, reason: R, node: N`.
fn removal(message: &str) -> Box<str> {
    let after = message.split_once("reason: ").map(|(_, after)| after);
    let reason = after.and_then(|after| after.split([',', '\n']).next());
    cut(reason.unwrap_or_default().trim(), 200).into()
}

/// What a Grid puts below a message, about its hosts and builds.
const APPENDIX: [&str; 4] = ["Host info:", "Build info:", "System info:", "Driver info:"];

/// A message in one line, without a Grid's appendix and without the ids of sessions.
fn sentence(message: &str) -> Box<str> {
    let is_message = |line: &&str| !APPENDIX.iter().any(|title| line.starts_with(title));
    let lines: Vec<&str> = message.lines().take_while(is_message).map(str::trim).collect();
    let line = lines.join(" ");
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_id =
        |word: &str| word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let mut clean = String::with_capacity(line.len());
    for part in cut(line.trim(), 1_000).split_inclusive(|c: char| !is_part(c)) {
        let word = part.trim_end_matches(|c: char| !is_part(c));
        // An id is 32 hexadecimal digits, or a UUID's 36 characters.
        clean.push_str(if is_id(word) { "…" } else { word });
        clean.push_str(&part[word.len()..]);
    }
    clean.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_neither_hosts_nor_sessions() {
        let said = "Unable (GET /session/909c2a9d26652517d5c85e6b29d7f57f/title) \nHost info: host: 'vm'";
        assert_eq!(&*sentence(said), "Unable (GET /session/…/title)");
        let said = "no 904fbc27-319a-4dae-99bf-232b0d16c147";
        assert_eq!(&*sentence(said), "no …");
        assert_eq!(
            &*sentence("not created\nfrom unknown error: no binary\n"),
            "not created from unknown error: no binary"
        );
        assert_eq!(&*sentence("caf\u{e9}: decade-old facade"), "caf\u{e9}: decade-old facade");
    }

    #[test]
    fn what_is_not_webdriver_is_told_without_its_text() {
        let error = refused(502, b"<html>secret</html>");
        assert!(matches!(error, Error::Unreadable { status: 502, .. }), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        assert_eq!(refused(401, b"secret"), Error::Denied(401));
        assert_eq!(refused(405, br#"{"value":"HTTP method not allowed"}"#), Error::UnknownCommand);
    }
}
