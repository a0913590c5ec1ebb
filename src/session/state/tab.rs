//! A tab as it is known: where it is, where it goes, its frames and open requests.

use crate::driver::{Dialog, Step};
use handback_protocol::ids::{ContextId, NavigationId, RequestId, SharedId};
use std::collections::HashMap;

/// A tab's short name, `t1`, `t2`, …: never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TabId(pub u32);

impl std::fmt::Display for TabId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl std::str::FromStr for TabId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.trim().strip_prefix('t').and_then(|number| number.parse().ok()).map(TabId).ok_or(())
    }
}

/// A frame within a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The context it is in.
    pub parent: ContextId,
    /// Its address.
    pub url: Box<str>,
    /// How many documents it has had; another number is another document.
    pub document: u64,
}

/// A navigation that began and has not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Going {
    /// It, if it has a name.
    pub navigation: Option<NavigationId>,
    /// Where to, as far as is known.
    pub url: Box<str>,
}

/// A tab.
#[derive(Clone, Debug)]
pub struct Tab {
    /// Its short name.
    pub id: TabId,
    /// Its browsing context.
    pub context: ContextId,
    /// The tab that opened it.
    pub opener: Option<TabId>,
    /// Its address.
    pub url: Box<str>,
    /// How many documents it has had; another number is another document.
    pub document: u64,
    /// How often its address changed, within documents too.
    pub moves: u64,
    /// The navigation under way.
    pub going: Option<Going>,
    /// Whether the current document was parsed, as far as events told.
    pub parsed: bool,
    /// Whether it was loaded.
    pub loaded: bool,
    /// How many navigations failed.
    pub failures: u64,
    /// The last one that did: what the browser shows in its place is told under its name.
    pub(super) failed: Option<NavigationId>,
    /// The dialog that blocks it.
    pub dialog: Option<Dialog>,
    /// The file chooser that its page opened.
    pub chooser: Option<Chooser>,
    /// Its frames, of any depth.
    pub frames: HashMap<ContextId, Frame>,
    /// Whether its process died.
    pub crashed: bool,
    /// Whether its page failed to answer in time. It is asked for nothing that is not needed until it goes elsewhere.
    pub stuck: bool,
    pub(super) requests: HashMap<RequestId, Request>,
    /// How many requests left.
    pub sent: u64,
    /// How many fetches of its document ended before a document came: «no content», or what turns out a download.
    pub fruitless: u64,
}

/// A file chooser that a page opened. The browser shows none: who drives it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chooser {
    /// The tab or frame.
    pub frame: ContextId,
    /// The input that takes the files, where the browser names it.
    pub element: Option<SharedId>,
    /// Whether several files may be chosen.
    pub multiple: bool,
    /// Whether a caller was told that it is open.
    pub told: bool,
}

/// A request that has not ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Its place in the order in which requests left this tab.
    pub(super) number: u64,
    /// Whether it fetches a document.
    pub(super) navigates: bool,
    /// For one that fetches the tab's own document: how many the tab had had.
    pub(super) document: Option<u64>,
}

impl Tab {
    pub(super) fn new(id: TabId, context: ContextId, opener: Option<TabId>, url: &str) -> Self {
        Self {
            id,
            context,
            opener,
            url: url.into(),
            document: 0,
            moves: 0,
            going: None,
            parsed: false,
            loaded: false,
            failures: 0,
            failed: None,
            dialog: None,
            chooser: None,
            frames: HashMap::new(),
            crashed: false,
            stuck: false,
            requests: HashMap::new(),
            sent: 0,
            fruitless: 0,
        }
    }

    /// Requests that left after the first `sent` ones and have not ended.
    pub fn open_requests(&self, sent: u64) -> usize {
        self.requests.values().filter(|request| request.number > sent).count()
    }

    /// Whether a document is being fetched.
    pub fn is_fetching(&self) -> bool {
        self.requests.values().any(|request| request.navigates)
    }

    pub(super) fn is_going(&self, navigation: Option<&NavigationId>) -> bool {
        self.going
            .as_ref()
            .is_some_and(|going| navigation.is_none() || going.navigation.as_ref() == navigation)
    }

    /// A document was parsed or loaded. Chrome leaves the commit out for `target=_blank`, so this may be the first
    /// word of it; after a failure it is the browser's own error page.
    pub(super) fn reached(&mut self, step: &Step, loaded: bool) {
        let of_going = self.going.is_some() && self.is_going(step.navigation.as_ref());
        let of_failed = self.going.is_none()
            && self.failed.take_if(|failed| step.navigation.as_ref() == Some(failed)).is_some();
        if of_going && step.navigation.is_some() || of_failed {
            self.document += 1;
            self.moves += 1;
            self.url = step.url.clone();
            self.going = None;
            self.frames.clear();
        }
        self.parsed = true;
        self.loaded |= loaded;
    }

    pub(super) fn forget_frame(&mut self, context: &ContextId) {
        self.frames.remove(context);
        self.forget_below(context);
    }

    /// Forgets the frames inside a frame, of any depth.
    pub(super) fn forget_below(&mut self, context: &ContextId) {
        let mut gone = vec![context.clone()];
        while let Some(parent) = gone.pop() {
            let below: Vec<ContextId> = self
                .frames
                .iter()
                .filter(|(_, frame)| frame.parent == parent)
                .map(|(context, _)| context.clone())
                .collect();
            for context in below {
                self.frames.remove(&context);
                gone.push(context);
            }
        }
    }
}
