//! Why a verb was not done, as far as the wire and the page can tell.

use handback_protocol::error::{Error, Refusal};

/// Why not.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The wire is over, or did not answer in time.
    Wire(Error),
    /// The tab, frame or document is gone.
    Gone,
    /// Our script in the page was refused something: a selector that is none, say. The browser's words.
    Page {
        /// The error's name, `SyntaxError`.
        name: String,
        /// Its message. It may hold what the caller sent, and nothing of the page.
        message: String,
    },
    /// The browser refused a command.
    Refused(Refusal),
}

impl Fault {
    /// Whether looking again may help: the document changed under the call.
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Gone)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) if refusal.is_gone() => Self::Gone,
            Error::Refused(refusal) => Self::Refused(refusal),
            other => Self::Wire(other),
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wire(error) => error.fmt(f),
            Self::Gone => f.write_str("the tab, frame or document is gone"),
            Self::Page { name, message } => write!(f, "{name}: {message}"),
            Self::Refused(refusal) => {
                write!(f, "the browser refused {}: {}", refusal.method, refusal.message)
            }
        }
    }
}

impl std::error::Error for Fault {}
