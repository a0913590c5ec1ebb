//! [Log](https://w3c.github.io/webdriver-bidi/#module-log): what pages say on their console, and what they throw.

use super::script::{RemoteValue, Source, StackTrace};
use crate::message::{events, words};
use serde::Deserialize;

events! {
    EntryAdded = "log.entryAdded";
}

/// A line was logged, [BiDi](https://w3c.github.io/webdriver-bidi/#event-log-entryAdded). Its text is the page's.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryAdded {
    /// How grave it is.
    pub level: Level,
    /// Who wrote it.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Where it was written.
    pub source: Source,
    /// The line; `None` when there is nothing to say in words.
    pub text: Option<String>,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub timestamp: f64,
    /// The console's method, for [`Kind::Console`].
    pub method: Option<String>,
    /// What was handed to the console.
    #[serde(default)]
    pub args: Vec<RemoteValue>,
    /// The calls that led there.
    pub stack_trace: Option<StackTrace>,
}

words! {
    /// How grave an entry is.
    Level {
        /// Of interest to a developer.
        Debug = "debug",
        /// Plain.
        Info = "info",
        /// A warning.
        Warn = "warn",
        /// An error.
        Error = "error",
    }
}

words! {
    /// Who wrote an entry.
    Kind {
        /// A call to `console`.
        Console = "console",
        /// The script engine, about an error that nobody caught.
        Javascript = "javascript",
    }
}
