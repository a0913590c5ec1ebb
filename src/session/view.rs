//! What callers have been shown: the names of elements, and which document each belongs to.

use super::look::Built;
use super::walk::Kept;
use crate::outline::{Outline, Refs};
use crate::session::state::TabId;
use handback_protocol::ids::ContextId;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Documents that are remembered by one session before the oldest are forgotten.
const DOCUMENTS: usize = 1_000;

/// What was shown.
#[derive(Debug, Default)]
pub(super) struct View {
    /// Names of elements.
    pub(super) refs: Refs,
    /// Where each document that was looked at is, and since which look.
    documents: HashMap<Box<str>, (ContextId, u64)>,
    /// The document that each tab or frame had when it was last looked at.
    current: HashMap<ContextId, Box<str>>,
    looks: u64,
    /// The element that holds each frame: the context of its document, and its number there.
    pub(super) holders: HashMap<ContextId, (ContextId, u32)>,
    /// The frame of each tab that CSS and XPath selectors look in, where it is not the main one.
    pub(super) frame: HashMap<TabId, ContextId>,
    /// What each tab or frame said when it was last walked.
    pub(super) kept: HashMap<ContextId, Kept>,
    /// The last outline that was built of each tab.
    pub(super) built: HashMap<TabId, Built>,
    /// Downloads, by number, that a caller was told of as running.
    pub(super) running: HashSet<u64>,
    /// The last outline that was given of each tab.
    pub(super) given: HashMap<TabId, Arc<Outline>>,
}

impl View {
    /// A tab or frame was looked at and had this document: the one before it there is gone.
    pub(super) fn met(&mut self, context: &ContextId, document: &str) {
        self.looks += 1;
        if let Some(before) = self.current.insert(context.clone(), document.into())
            && *before != *document
        {
            self.forget(&before);
            self.kept.remove(context);
            self.holders.retain(|_, (parent, _)| parent != context);
        }
        self.documents.insert(document.into(), (context.clone(), self.looks));
        if self.documents.len() > DOCUMENTS {
            let oldest = self.documents.iter().min_by_key(|(_, (_, look))| *look).map(|(key, _)| key.clone());
            if let Some(oldest) = oldest {
                self.forget(&oldest);
            }
        }
    }

    /// The tab or frame that a document was last seen in.
    pub(super) fn place_of(&self, document: &str) -> Option<&ContextId> {
        self.documents.get(document).map(|(context, _)| context)
    }

    /// Forgets what was kept of tabs and frames that are gone.
    pub(super) fn keep_only(
        &mut self,
        is_there: impl Fn(&ContextId) -> bool,
        is_tab: impl Fn(TabId) -> bool,
    ) {
        self.kept.retain(|context, _| is_there(context));
        self.built.retain(|tab, _| is_tab(*tab));
        self.given.retain(|tab, _| is_tab(*tab));
    }

    fn forget(&mut self, document: &str) {
        self.documents.remove(document);
        self.refs.forget(document);
    }
}
