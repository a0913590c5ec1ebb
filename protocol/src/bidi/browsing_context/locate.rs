//! Looking for nodes.

use crate::bidi::script::{RemoteValue, SerializationOptions, SharedReference};
use crate::ids::ContextId;
use crate::message::{commands, words};
use serde::{Deserialize, Serialize};

commands! {
    LocateNodes<'a> = "browsingContext.locateNodes" -> Located;
}

/// Looks for nodes, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-locateNodes).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocateNodes<'a> {
    /// The document.
    pub context: &'a ContextId,
    /// By what.
    pub locator: Locator<'a>,
    /// The most that are wanted, at least 1; all if `None`.
    pub max_node_count: Option<u32>,
    /// How much of each node comes back.
    pub serialization_options: Option<SerializationOptions>,
    /// Only within these.
    pub start_nodes: Option<&'a [SharedReference]>,
}

/// By what nodes are looked for, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-Locator).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Locator<'a> {
    /// Computed role and name, exactly. Costs the browser a computation for each node of the document.
    Accessibility {
        /// Either or both.
        value: AccessibilityMatch<'a>,
    },
    /// A CSS selector.
    Css {
        /// The selector.
        value: &'a str,
    },
    /// The element that holds a frame.
    Context {
        /// The frame.
        value: FrameMatch<'a>,
    },
    /// Rendered text. Chromium only.
    InnerText {
        /// The text.
        value: &'a str,
        /// Whether case is overlooked.
        ignore_case: Option<bool>,
        /// Whether a part suffices.
        match_type: Option<MatchType>,
        /// How deep to look.
        max_depth: Option<u32>,
    },
    /// An XPath expression.
    #[serde(rename = "xpath")]
    XPath {
        /// The expression.
        value: &'a str,
    },
}

/// A role, a name, or both.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AccessibilityMatch<'a> {
    /// The accessible name.
    pub name: Option<&'a str>,
    /// The ARIA role.
    pub role: Option<&'a str>,
}

/// A frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FrameMatch<'a> {
    /// Its context.
    pub context: &'a ContextId,
}

words! {
    /// How much of a text must match.
    MatchType {
        /// All of it.
        Full = "full",
        /// A part.
        Partial = "partial",
    }
}

/// The answer to [`LocateNodes`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Located {
    /// The nodes, in document order.
    pub nodes: Vec<RemoteValue>,
}
