//! Newtypes for every opaque string on the wire, so that a navigation can never be handed in for a context.
//!
//! They own their text, compare and hash by it, and print it as it came. Nothing here looks inside one.

use serde::{Deserialize, Serialize};

/// The number of a frame on one connection, counted from 1 in the order in which frames were read.
///
/// Answers carry the number of the frame that held them, events likewise. «The state is folded through 41» and
/// «the answer was frame 41» can so be compared. Numbers of two connections have nothing to do with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub u64);

/// `shown` ids tell their text to a log, `hidden` ones do not.
macro_rules! text_ids {
    (shown $name:ident $id:ident $f:ident) => { write!($f, "{}({:?})", stringify!($name), $id.0) };
    (hidden $name:ident $id:ident $f:ident) => { $f.write_str(concat!(stringify!($name), "(…)")) };
    ($debug:ident: $($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Box<str>);

        impl $name {
            /// Takes the text as it is.
            pub fn new(text: impl Into<Box<str>>) -> Self {
                Self(text.into())
            }

            /// The text as it came over the wire.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                text_ids!($debug $name self f)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }
    )*};
}

text_ids! { shown:
    /// A browsing context (a tab or a frame), [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-Browsingcontext).
    /// Chromium uses the same text as its CDP frame id.
    ContextId;
    /// A navigation, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-Navigation).
    NavigationId;
    /// A script realm, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-Realm).
    RealmId;
    /// A reference to a node that survives realms, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-SharedId).
    SharedId;
    /// A reference to any object of one realm, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-Handle).
    Handle;
    /// A network request; redirects keep it, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-Request). CDP's
    /// Network domain numbers them by the same texts.
    RequestId;
    /// A network intercept, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-Intercept).
    InterceptId;
    /// A collector of network bodies, [BiDi](https://w3c.github.io/webdriver-bidi/#type-network-Collector).
    CollectorId;
    /// A script that runs before the page's own, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-PreloadScript).
    PreloadId;
    /// One `session.subscribe`, [BiDi](https://w3c.github.io/webdriver-bidi/#type-session-Subscription).
    SubscriptionId;
    /// A cookie jar of its own, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browser-UserContext).
    UserContextId;
    /// A window of the browser, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browser-ClientWindow).
    ClientWindowId;
    /// A download; Firefox sends none, correlate by navigation there.
    DownloadId;
    /// A web extension, [BiDi](https://w3c.github.io/webdriver-bidi/#type-webExtension-Extension).
    ExtensionId;
    /// A CDP target (page, frame of another process, worker).
    TargetId;
    /// A CDP session attached to a target.
    CdpSessionId;
    /// A CDP browser context: a cookie jar of its own.
    BrowserContextId;
    /// A node of CDP's accessibility tree, good within one answer.
    AxNodeId;
    /// A CDP frame. The text of a [`ContextId`] in Chromium.
    FrameId;
    /// A CDP document load.
    LoaderId;
    /// A CDP remote object.
    ObjectId;
    /// A CDP request held by the Fetch domain.
    FetchId;
    /// A CDP script registered for new documents.
    ScriptId;
}

text_ids! { hidden:
    /// A classic WebDriver session. It is a secret of the operator: it must not reach an agent or a log line.
    SessionId;
}

impl From<&ContextId> for FrameId {
    fn from(context: &ContextId) -> Self {
        Self::new(context.as_str())
    }
}

impl From<&ContextId> for TargetId {
    fn from(context: &ContextId) -> Self {
        Self::new(context.as_str())
    }
}

impl From<&FrameId> for ContextId {
    fn from(frame: &FrameId) -> Self {
        Self::new(frame.as_str())
    }
}

/// A CDP node, good while the document lives and whatever the DOM domain forgot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BackendNodeId(pub i64);

/// A CDP execution context: one world of one document in one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExecutionContextId(pub i64);
