//! What browsers tell about their contexts. Which of them tells what, when a page goes somewhere, differs a lot:
//! nothing may be waited for without a bound.

use super::Info;
use crate::capabilities::PromptHandler;
use crate::ids::{ClientWindowId, ContextId, DownloadId, NavigationId, UserContextId};
use crate::message::{events, words};
use serde::{Deserialize, Deserializer};

events! {
    ContextCreated = "browsingContext.contextCreated";
    ContextDestroyed = "browsingContext.contextDestroyed";
    NavigationStarted = "browsingContext.navigationStarted";
    NavigationCommitted = "browsingContext.navigationCommitted";
    NavigationFailed = "browsingContext.navigationFailed";
    NavigationAborted = "browsingContext.navigationAborted";
    DomContentLoaded = "browsingContext.domContentLoaded";
    Load = "browsingContext.load";
    FragmentNavigated = "browsingContext.fragmentNavigated";
    HistoryUpdated = "browsingContext.historyUpdated";
    UserPromptOpened = "browsingContext.userPromptOpened";
    UserPromptClosed = "browsingContext.userPromptClosed";
    DownloadWillBegin = "browsingContext.downloadWillBegin";
    DownloadEnd = "browsingContext.downloadEnd";
}

macro_rules! navigations {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub NavigationInfo);
    )*};
}

/// A tab or frame came to be, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-contextCreated).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct ContextCreated(#[serde(deserialize_with = "alone")] pub Info);

/// A tab or frame is gone, and all frames within it with this one event,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-contextDestroyed).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct ContextDestroyed(#[serde(deserialize_with = "alone")] pub Info);

/// Reads a context and skips what is within it: that may be deeper than can be read, and is known from its beginning.
fn alone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Info, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Alone {
        context: ContextId,
        #[serde(default)]
        url: String,
        parent: Option<ContextId>,
        user_context: Option<UserContextId>,
        original_opener: Option<ContextId>,
        client_window: Option<ClientWindowId>,
    }
    let Alone { context, url, parent, user_context, original_opener, client_window } =
        Alone::deserialize(deserializer)?;
    Ok(Info { context, url, children: None, parent, user_context, original_opener, client_window })
}

navigations! {
    /// A document is on its way, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-navigationStarted).
    /// The address is that of the first hop; Firefox names the old one for a `meta` refresh.
    NavigationStarted;
    /// It took the place of the old one,
    /// [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-navigationCommitted). The address is right.
    NavigationCommitted;
    /// It will not come, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-navigationFailed). In
    /// Chromium a download says so too.
    NavigationFailed;
    /// Another took over, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-navigationAborted).
    /// Firefox does not know the event's name.
    NavigationAborted;
    /// The document is parsed, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-domContentLoaded).
    DomContentLoaded;
    /// The document is loaded, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-load).
    Load;
    /// The fragment changed, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-fragmentNavigated).
    /// Chromium says so as well for going back over `pushState`.
    FragmentNavigated;
}

/// Where a context goes, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-NavigationInfo).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigationInfo {
    /// The context.
    pub context: ContextId,
    /// The navigation; redirects keep it.
    pub navigation: Option<NavigationId>,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub timestamp: f64,
    /// The address; Firefox sends none while a page asks whether it may be left.
    pub url: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

/// A page changed its address by the history API,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-historyUpdated). Chromium says nothing when the
/// Navigation API does the same.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryUpdated {
    /// The context.
    pub context: ContextId,
    /// The new address.
    pub url: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub timestamp: f64,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

/// A dialog opened, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-userPromptOpened). Until it is
/// answered Chromium answers neither scripts nor screenshots of that tab.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserPromptOpened {
    /// The context to answer in.
    pub context: ContextId,
    /// What will happen to it by itself.
    pub handler: PromptHandler,
    /// The page's words. For `beforeunload` none, or the browser's own.
    #[serde(default)]
    pub message: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PromptType,
    /// What stands in a `prompt` already.
    pub default_value: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

/// A dialog was answered, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-userPromptClosed).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserPromptClosed {
    /// The context it belonged to.
    pub context: ContextId,
    /// Yes or no.
    pub accepted: bool,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PromptType,
    /// What was typed into a `prompt`.
    pub user_text: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

words! {
    /// A dialog's kind, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-UserPromptType).
    PromptType {
        /// Says something.
        Alert = "alert",
        /// Asks whether the page may be left.
        BeforeUnload = "beforeunload",
        /// Asks yes or no.
        Confirm = "confirm",
        /// Asks for a line of text.
        Prompt = "prompt",
    }
}

/// A download begins, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-downloadWillBegin).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadWillBegin {
    /// The context that asked for it.
    pub context: ContextId,
    /// The download; Firefox sends none, and its end is known by the navigation.
    pub download: Option<DownloadId>,
    /// The navigation that became a download; `None` for a link that is one by itself.
    pub navigation: Option<NavigationId>,
    /// The name that the site would give the file. Not to be trusted as a path.
    #[serde(default)]
    pub suggested_filename: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub timestamp: f64,
    /// Where it comes from.
    pub url: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

/// A download ended, [BiDi](https://w3c.github.io/webdriver-bidi/#event-browsingContext-downloadEnd).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DownloadEnd {
    /// The context that asked for it.
    pub context: ContextId,
    /// The download; Firefox sends none.
    pub download: Option<DownloadId>,
    /// The navigation that became a download.
    pub navigation: Option<NavigationId>,
    /// How it ended.
    pub status: DownloadStatus,
    /// Where the file is on the browser's host, if it is.
    pub filepath: Option<String>,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub timestamp: f64,
    /// Where it came from.
    pub url: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

words! {
    /// How a download ended.
    DownloadStatus {
        /// The file is there.
        Complete = "complete",
        /// It was given up, refused or broke off.
        Canceled = "canceled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bidi::browsing_context::Tree;

    /// A context with this many levels of frames in it.
    fn nested(levels: usize) -> String {
        format!(
            "{}{}{}",
            r#"{"context":"T","url":"u:","children":["#.repeat(levels),
            r#"{"context":"L","url":"u:","children":[]}"#,
            "]}".repeat(levels)
        )
    }

    #[test]
    fn a_tab_that_goes_with_any_depth_of_frames_is_read() {
        let ContextDestroyed(info) = serde_json::from_str(&nested(10_000)).expect("read");
        assert_eq!((info.context.as_str(), info.children), ("T", None));
    }

    #[test]
    fn a_tree_as_deep_as_it_is_asked_for_is_read() {
        let tree: Tree = serde_json::from_str(&format!(r#"{{"contexts":[{}]}}"#, nested(50))).expect("read");
        assert_eq!(tree.contexts.len(), 1);
    }
}
