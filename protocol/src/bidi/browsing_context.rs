//! [Browsing contexts](https://w3c.github.io/webdriver-bidi/#module-browsingContext): tabs and frames, where they go,
//! and how they look.

mod events;
mod locate;
mod picture;

pub use events::*;
pub use locate::*;
pub use picture::*;

use crate::ids::{ClientWindowId, ContextId, NavigationId, UserContextId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize, Serializer};

commands! {
    Activate<'a> = "browsingContext.activate" -> Nothing;
    Close<'a> = "browsingContext.close" -> Nothing;
    Create<'a> = "browsingContext.create" -> Created;
    GetTree<'a> = "browsingContext.getTree" -> Tree;
    HandleUserPrompt<'a> = "browsingContext.handleUserPrompt" -> Nothing;
    Navigate<'a> = "browsingContext.navigate" -> Navigated;
    Reload<'a> = "browsingContext.reload" -> Navigated;
    SetViewport<'a> = "browsingContext.setViewport" -> Nothing;
    TraverseHistory<'a> = "browsingContext.traverseHistory" -> Nothing;
}

/// Brings a tab to the front, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-activate).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Activate<'a> {
    /// A top-level context.
    pub context: &'a ContextId,
}

/// Closes a tab, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-close).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Close<'a> {
    /// A top-level context.
    pub context: &'a ContextId,
    /// Whether the page may ask back. If it does, the tab stays and the call waits for the dialog.
    pub prompt_unload: Option<bool>,
}

/// Opens a tab or a window, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-create).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Create<'a> {
    /// What to open.
    #[serde(rename = "type")]
    pub kind: CreateType,
    /// A tab beside which the new one is put.
    pub reference_context: Option<&'a ContextId>,
    /// Whether it stays behind the current tab.
    pub background: Option<bool>,
    /// Whose cookies it uses.
    pub user_context: Option<&'a UserContextId>,
}

words! {
    /// What is opened.
    CreateType {
        /// A tab.
        Tab = "tab",
        /// A window.
        Window = "window",
    }
}

/// The answer to [`Create`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Created {
    /// The new context.
    pub context: ContextId,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

/// Lists contexts with their frames, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-getTree).
/// It answers while pages are busy or hang in a dialog.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetTree<'a> {
    /// Levels below the root that are listed; as many as can be read, which is fifty, if `None`. A page can have
    /// frames within frames as deep as it likes.
    #[serialize_always]
    #[serde(serialize_with = "readable_depth")]
    pub max_depth: Option<u32>,
    /// Only this context and what is in it.
    pub root: Option<&'a ContextId>,
}

fn readable_depth<S: Serializer>(depth: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    // A level takes two of the 128 levels of JSON that serde reads.
    serializer.serialize_u32(depth.unwrap_or(50))
}

/// The answer to [`GetTree`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Tree {
    /// Top-level contexts, or the root that was asked for.
    pub contexts: Vec<Info>,
}

/// A context, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-Info).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Info {
    /// Its id.
    pub context: ContextId,
    /// Its address as it is now.
    #[serde(default)]
    pub url: String,
    /// Its frames; `None` where they were not asked for, and always in events.
    pub children: Option<Vec<Info>>,
    /// The context it is a frame of. Absent within a tree, where the place says it.
    pub parent: Option<ContextId>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
    /// The context that opened it, also when it may not know.
    pub original_opener: Option<ContextId>,
    /// The window that shows it.
    pub client_window: Option<ClientWindowId>,
}

/// Answers a dialog, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-handleUserPrompt).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandleUserPrompt<'a> {
    /// The context that the dialog named.
    pub context: &'a ContextId,
    /// Yes or no; yes if `None`.
    pub accept: Option<bool>,
    /// What is typed into a `prompt`.
    pub user_text: Option<&'a str>,
}

/// Goes to an address, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-navigate).
///
/// Chromium refuses it with `net::ERR_ABORTED` when the address turns out to be a download, which may succeed all
/// the same. An answer to one that never ends (HTTP 204 in Firefox, say) does not come.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Navigate<'a> {
    /// A tab or a frame.
    pub context: &'a ContextId,
    /// Where to.
    pub url: &'a str,
    /// How long to wait; not at all if `None`.
    pub wait: Option<ReadinessState>,
}

/// Loads the page again, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-reload).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reload<'a> {
    /// A top-level context.
    pub context: &'a ContextId,
    /// Whether the cache is passed by. Firefox refuses `true`.
    pub ignore_cache: Option<bool>,
    /// How long to wait; not at all if `None`.
    pub wait: Option<ReadinessState>,
}

words! {
    /// How far a navigation has come, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-ReadinessState).
    ReadinessState {
        /// It has begun.
        None = "none",
        /// The document is parsed.
        Interactive = "interactive",
        /// Pictures and frames are loaded.
        Complete = "complete",
    }
}

/// The answer to [`Navigate`] and [`Reload`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Navigated {
    /// The navigation that its events name; `None` where the document stayed.
    pub navigation: Option<NavigationId>,
    /// Where it led so far.
    #[serde(default)]
    pub url: String,
}

/// Sets the size of the page, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-setViewport).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetViewport<'a> {
    /// A top-level context, or user contexts instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<&'a ContextId>,
    /// For all tabs of these, those to come included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_contexts: Option<&'a [UserContextId]>,
    /// The size; [`Choice::Own`] takes the override back.
    #[serde(skip_serializing_if = "Choice::is_unchanged")]
    pub viewport: Choice<Viewport>,
    /// Device pixels a CSS pixel.
    #[serde(skip_serializing_if = "Choice::is_unchanged")]
    pub device_pixel_ratio: Choice<f64>,
}

/// A parameter whose absence and whose `null` say different things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Choice<T> {
    /// Left out: it stays as it is.
    #[default]
    Unchanged,
    /// `null`: the browser's own.
    Own,
    /// This.
    Set(T),
}

impl<T> Choice<T> {
    fn is_unchanged(&self) -> bool {
        matches!(self, Self::Unchanged)
    }
}

/// A page's size in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Viewport {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// Goes back or forward, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-traverseHistory). The
/// answer comes before the page does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TraverseHistory<'a> {
    /// A top-level context.
    pub context: &'a ContextId,
    /// Steps; negative is back. Further than there is history is refused as `no such history entry`.
    pub delta: i32,
}
