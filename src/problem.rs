//! What went wrong: a sentence for the agent, a code, what to do next, and apart from them a line for the log.
//!
//! One table of codes. Nothing here knows HTTP or MCP; the doors translate a [`Kind`]. A problem never holds a
//! stack trace, a token, a password of a URL, a typed secret or a Grid session id: whoever makes one puts such
//! things into [`Problem::logged`], if anywhere.

use serde_json::{Map, Value};
use std::fmt;

/// What a problem means for the caller; the doors give it a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Cannot succeed as sent (HTTP 400).
    Bad,
    /// No valid credential (401).
    Unauthorized,
    /// A valid credential without the right (403).
    Forbidden,
    /// What was named is gone or never was (404).
    Gone,
    /// Somebody else has it now (409).
    Held,
    /// More bytes than allowed (413).
    TooLarge,
    /// Too much at once; later it may work (429).
    Busy,
    /// Not expected by this server (500).
    Internal,
    /// What this server needs is not there now (503).
    Unavailable,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal, $kind:ident;)*) => {
        /// The word by which a program recognises a problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, for documentation and tests.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The word itself.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// What it means for the caller.
            pub fn kind(self) -> Kind {
                match self { $(Code::$variant => Kind::$kind,)* }
            }
        }
    };
}

codes! {
    /// A missing, unknown or rejected argument.
    InvalidArgument = "INVALID_ARGUMENT", Bad;
    /// The call names no workspace, or two.
    Workspace = "WORKSPACE", Bad;
    /// A locator matched nothing before the wait ran out.
    NoMatch = "NO_MATCH", Bad;
    /// The element is there and cannot be used: hidden, covered, disabled, not editable.
    NotInteractable = "NOT_INTERACTABLE", Bad;
    /// The action was sent and its effect did not hold: a field reverted the text, the click went elsewhere.
    NotDone = "NOT_DONE", Bad;
    /// Something that was waited for did not happen in time.
    WaitTimeout = "WAIT_TIMEOUT", Bad;
    /// A script threw, or its result cannot be told.
    ScriptError = "SCRIPT_ERROR", Bad;
    /// An assertion was not true.
    AssertFailed = "ASSERT_FAILED", Bad;
    /// The page did not come: refused, unknown host, broken off.
    NavigationFailed = "NAVIGATION_FAILED", Bad;
    /// The page's certificate is not trusted.
    UntrustedCertificate = "UNTRUSTED_CERTIFICATE", Bad;
    /// The address may not be visited.
    AddressBlocked = "ADDRESS_BLOCKED", Bad;
    /// A dialog is open and must be answered first.
    DialogOpen = "DIALOG_OPEN", Bad;
    /// The browser cannot do this.
    Unsupported = "UNSUPPORTED", Bad;
    /// The flow document cannot be saved or run.
    InvalidFlow = "INVALID_FLOW", Bad;
    /// Missing or wrong token.
    Unauthorized = "UNAUTHORIZED", Unauthorized;
    /// Known, without the role.
    Forbidden = "FORBIDDEN", Forbidden;
    /// Host or Origin is not allowed.
    HostRefused = "HOST_REFUSED", Forbidden;
    /// No browser is open in the workspace.
    NoBrowser = "NO_BROWSER", Gone;
    /// The browser went away while this call ran.
    BrowserGone = "BROWSER_GONE", Gone;
    /// The document or node of a ref is gone.
    StaleRef = "STALE_REF", Gone;
    /// No such file, flow, tab, request or route.
    NotFound = "NOT_FOUND", Gone;
    /// A person holds the browser.
    ControlHeld = "CONTROL_HELD", Held;
    /// Another open of the same workspace won.
    ConcurrentOpen = "CONCURRENT_OPEN", Held;
    /// Over a cap of bytes.
    TooLarge = "TOO_LARGE", TooLarge;
    /// Over a rate or a full queue.
    RateLimited = "RATE_LIMITED", Busy;
    /// Not expected by this server.
    Internal = "INTERNAL", Internal;
    /// The source of browsers could not serve this.
    GridUnavailable = "GRID_UNAVAILABLE", Unavailable;
    /// The store could not serve this.
    StoreUnavailable = "STORE_UNAVAILABLE", Unavailable;
    /// The server is stopping.
    Stopping = "STOPPING", Unavailable;
}

/// Why something was not done.
#[derive(Clone, Debug)]
pub struct Problem {
    inner: Box<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    code: Code,
    says: String,
    guidance: Option<String>,
    more: Map<String, Value>,
    logged: Option<String>,
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem with one sentence that says what happened and what to do.
    pub fn new(code: Code, says: impl Into<String>) -> Self {
        let inner = Inner {
            code,
            says: says.into(),
            guidance: None,
            more: Map::new(),
            logged: None,
            retry_after: None,
        };
        Self { inner: Box::new(inner) }
    }

    /// A rejected argument.
    pub fn argument(says: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, says)
    }

    /// Something this server did not expect. The caller sees an id, the log the same id and `logged`.
    pub fn internal(logged: impl fmt::Display) -> Self {
        let id = format!("{:08x}", fresh_id());
        let mut problem = Self::new(
            Code::Internal,
            format!(
                "Something failed that this server did not expect; look for {id} in its log. Trying once more is safe for a read."
            ),
        );
        tracing::error!(id, error = %logged, "unexpected failure");
        problem.inner.more.insert("id".to_owned(), Value::String(id));
        problem
    }

    /// Adds what to do next, apart from the sentence.
    #[must_use]
    pub fn guided(mut self, guidance: impl Into<String>) -> Self {
        self.inner.guidance = Some(guidance.into());
        self
    }

    /// Adds another problem as its reason: that one's sentence after its own, and that one's fields.
    #[must_use]
    pub fn because(mut self, reason: &Problem) -> Self {
        self.inner.says = format!("{} {}", self.inner.says, reason.inner.says);
        self.inner.more.extend(reason.inner.more.clone());
        self
    }

    /// Adds a field to the body, `control` or `outline` say.
    #[must_use]
    pub fn with(mut self, key: &str, value: Value) -> Self {
        self.inner.more.insert(key.to_owned(), value);
        self
    }

    /// Adds what only the log may see.
    #[must_use]
    pub fn logged(mut self, line: impl fmt::Display) -> Self {
        self.inner.logged = Some(line.to_string());
        self
    }

    /// Says after how many seconds it is worth trying again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.inner.retry_after = Some(seconds);
        self
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.inner.code
    }

    /// The sentence.
    pub fn says(&self) -> &str {
        &self.inner.says
    }

    /// A field added by [`Problem::with`].
    pub fn field(&self, key: &str) -> Option<&Value> {
        self.inner.more.get(key)
    }

    /// Seconds after which it is worth trying again.
    pub fn retry_seconds(&self) -> Option<u64> {
        self.inner.retry_after
    }

    /// The line for the log.
    pub fn log_line(&self) -> Option<&str> {
        self.inner.logged.as_deref()
    }

    /// `{"error", "code", "guidance"?, …}` as both doors send it.
    pub fn body(&self) -> Value {
        let mut body = Map::new();
        body.insert("error".to_owned(), Value::String(self.inner.says.clone()));
        body.insert("code".to_owned(), Value::String(self.inner.code.as_str().to_owned()));
        if let Some(guidance) = &self.inner.guidance {
            body.insert("guidance".to_owned(), Value::String(guidance.clone()));
        }
        for (key, value) in &self.inner.more {
            body.insert(key.clone(), value.clone());
        }
        Value::Object(body)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.inner.code.as_str(), self.inner.says)
    }
}

impl std::error::Error for Problem {}

fn fresh_id() -> u32 {
    let mut bytes = [0; 4];
    // Without randomness the id is only less unique.
    let _ = getrandom::fill(&mut bytes);
    u32::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_upper_case_and_unique() {
        let mut seen = std::collections::HashSet::new();
        for code in Code::ALL {
            let text = code.as_str();
            assert!(text.chars().all(|c| c.is_ascii_uppercase() || c == '_'), "{text}");
            assert!(seen.insert(text), "{text} twice");
        }
    }

    #[test]
    fn what_is_logged_stays_out_of_the_body() {
        let problem = Problem::new(Code::GridUnavailable, "The Grid is away.").logged("session 123abc");
        assert!(!problem.body().to_string().contains("123abc"));
        let internal = Problem::internal("secret detail");
        assert!(!internal.body().to_string().contains("secret"));
        assert!(internal.body()["id"].is_string());
    }
}
