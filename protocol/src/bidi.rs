//! WebDriver BiDi: one file a module of <https://w3c.github.io/webdriver-bidi/>, with the commands and events that a
//! driver of real browsers needs.
//!
//! Names are the specification's. Commands borrow what they send; what comes back owns its text, leaves out what
//! nobody reads, and takes unknown fields and words as they come. Which browser takes which command is said where
//! they differ, as measured on Chromium 156 and Firefox 153.

pub mod browser;
pub mod browsing_context;
pub mod cdp;
pub mod emulation;
pub mod input;
pub mod log;
pub mod network;
pub mod script;
pub mod session;
pub mod storage;
pub mod web_extension;

use crate::ids::{ContextId, UserContextId};
use serde::Serialize;

/// What a command applies to: top-level contexts, or user contexts with all that will be opened in them.
///
/// The default names neither, which means everything. Naming both is refused by the browser.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope<'a> {
    /// Top-level contexts.
    pub contexts: Option<&'a [ContextId]>,
    /// User contexts.
    pub user_contexts: Option<&'a [UserContextId]>,
}

impl<'a> Scope<'a> {
    /// These top-level contexts.
    pub fn contexts(contexts: &'a [ContextId]) -> Self {
        Self { contexts: Some(contexts), user_contexts: None }
    }

    /// These user contexts.
    pub fn user_contexts(user_contexts: &'a [UserContextId]) -> Self {
        Self { contexts: None, user_contexts: Some(user_contexts) }
    }
}
