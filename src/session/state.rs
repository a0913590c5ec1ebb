//! What is known of a browser, folded from what happened in it. Pure: no IO, no clock.
//!
//! Lists are bounded; an action that wants to know what its doing brought takes a [`Mark`] before and compares after.

mod tab;

pub use tab::{Chooser, Tab, TabId};
pub(crate) use tab::{Frame, Going};

use crate::driver::{Event, Step};
use handback_protocol::ids::{ContextId, DownloadId, NavigationId, Seq};
use std::collections::VecDeque;
use tab::Request;

/// Downloads that are remembered.
const DOWNLOADS: usize = 100;
/// Opened and closed tabs, and refusals, that are remembered.
const NEWS: usize = 64;
/// Frames of one tab that are followed; a page with more is walked without the rest.
const FRAMES: usize = 2_000;
/// Requests of one tab that may be open at once before new ones are no longer followed.
const REQUESTS: usize = 2_000;

/// A download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Its place in the order of all downloads, from 0.
    pub number: u64,
    /// The name that the browser wants to give the file.
    pub name: Box<str>,
    /// Where it comes from.
    pub url: Box<str>,
    /// How it stands.
    pub state: DownloadState,
    download: Option<DownloadId>,
    navigation: Option<NavigationId>,
}

/// How a download stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DownloadState {
    /// Under way.
    Running,
    /// On the disk of the machine that runs the browser, under this path.
    Done(Box<str>),
    /// Given up.
    Failed,
}

/// Something that is told once in the result of the action that brought it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A tab opened.
    Opened(TabId),
    /// A tab closed.
    Closed(TabId),
    /// Policy refused a navigation.
    Refused {
        /// Where to.
        url: Box<str>,
        /// Why.
        why: Box<str>,
    },
}

/// What is known.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The last frame that is folded in.
    pub folded: Seq,
    /// The tabs, oldest first.
    pub tabs: Vec<Tab>,
    /// The tab that actions act on.
    pub current: Option<TabId>,
    /// Downloads, oldest first.
    pub downloads: VecDeque<Download>,
    news: VecDeque<(u64, News)>,
    news_count: u64,
    download_count: u64,
    last_tab: u32,
}

/// A moment in what is known, to compare with later.
#[derive(Clone, Debug)]
pub struct Mark {
    news: u64,
    downloads: u64,
    /// The tab that was current.
    pub tab: Option<TabId>,
    /// Its documents.
    pub document: u64,
    /// Its moves.
    pub moves: u64,
    /// Its failed navigations.
    pub failures: u64,
    /// The requests that had left it.
    pub sent: u64,
    /// Its fruitless fetches.
    pub fruitless: u64,
}

impl State {
    /// The tab that actions act on.
    pub fn current(&self) -> Option<&Tab> {
        self.current.and_then(|id| self.tab(id))
    }

    /// A tab by its short name.
    pub fn tab(&self, id: TabId) -> Option<&Tab> {
        self.tabs.iter().find(|tab| tab.id == id)
    }

    /// The tab that a context is or is in.
    pub fn tab_of(&self, context: &ContextId) -> Option<&Tab> {
        self.tabs.iter().find(|tab| tab.context == *context || tab.frames.contains_key(context))
    }

    /// This moment, for the current tab.
    pub fn mark(&self) -> Mark {
        self.mark_at(self.current)
    }

    /// This moment, for a tab.
    pub fn mark_of(&self, id: TabId) -> Mark {
        self.mark_at(Some(id))
    }

    fn mark_at(&self, id: Option<TabId>) -> Mark {
        let tab = id.and_then(|id| self.tab(id));
        Mark {
            news: self.news_count,
            downloads: self.download_count,
            tab: id,
            document: tab.map_or(0, |tab| tab.document),
            moves: tab.map_or(0, |tab| tab.moves),
            failures: tab.map_or(0, |tab| tab.failures),
            sent: tab.map_or(0, |tab| tab.sent),
            fruitless: tab.map_or(0, |tab| tab.fruitless),
        }
    }

    /// What came since.
    pub fn news_since(&self, mark: &Mark) -> impl Iterator<Item = &News> {
        let from = mark.news;
        self.news.iter().filter(move |(number, _)| *number >= from).map(|(_, news)| news)
    }

    /// Whether a navigation has come to something else than a page since: a download began, or policy refused it.
    pub fn came_to_other(&self, mark: &Mark) -> bool {
        self.downloads_since(mark).next().is_some()
            || self.news_since(mark).any(|news| matches!(news, News::Refused { .. }))
    }

    /// Downloads that began since.
    pub fn downloads_since(&self, mark: &Mark) -> impl Iterator<Item = &Download> {
        let from = mark.downloads;
        self.downloads.iter().filter(move |download| download.number >= from)
    }

    /// Makes a tab the one that actions act on. `false` if it is not there.
    pub fn choose(&mut self, id: TabId) -> bool {
        let there = self.tab(id).is_some();
        if there {
            self.current = Some(id);
        }
        there
    }

    /// Starts again from a fresh list of tabs and frames: what may have happened unseen is gone through once.
    pub fn reseed(&mut self, tree: &[Event]) {
        self.folded = Seq(0);
        let listed = |context: &ContextId| {
            tree.iter()
                .any(|event| matches!(event, Event::Created { context: listed, .. } if listed == context))
        };
        let gone: Vec<ContextId> =
            self.tabs.iter().map(|tab| tab.context.clone()).filter(|context| !listed(context)).collect();
        for context in gone {
            self.fold(Seq(0), &Event::Destroyed { context });
        }
        for tab in &mut self.tabs {
            tab.frames.clear();
            tab.requests.clear();
            tab.going = None;
            tab.dialog = None;
            // Its document may be another by now.
            tab.document += 1;
        }
        for event in tree {
            self.fold(Seq(0), event);
            if let Event::Created { context, parent: None, url, .. } = event {
                self.on_tab(context, |tab| tab.url = url.clone());
            }
        }
    }

    /// A tab's page failed to answer in time.
    pub fn stick(&mut self, id: TabId) {
        if let Some(tab) = self.tab_mut(id) {
            tab.stuck = true;
        }
    }

    /// Takes a crashed or stuck tab for whole again: going somewhere gives it another page.
    pub fn revive(&mut self, id: TabId) {
        if let Some(tab) = self.tab_mut(id) {
            (tab.crashed, tab.stuck) = (false, false);
        }
    }

    /// Gives the navigation of a tab up: it never ended, and nothing more comes of it.
    pub fn give_up_going(&mut self, id: TabId) {
        if let Some(tab) = self.tab_mut(id) {
            tab.going = None;
        }
    }

    /// Whether a tab's page has opened a file chooser that no caller was told of; from here on one was.
    pub fn tell_chooser(&mut self, id: TabId) -> bool {
        let chooser = self.tab_mut(id).and_then(|tab| tab.chooser.as_mut());
        chooser.is_some_and(|chooser| !std::mem::replace(&mut chooser.told, true))
    }

    /// A tab's file chooser was answered or left.
    pub fn close_chooser(&mut self, id: TabId) {
        if let Some(tab) = self.tab_mut(id) {
            tab.chooser = None;
        }
    }

    /// Folds one happening in.
    pub fn fold(&mut self, seq: Seq, event: &Event) {
        self.folded = self.folded.max(seq);
        match event {
            Event::Created { context, parent, opener, url } => {
                self.created(context, parent.as_ref(), opener.as_ref(), url);
            }
            Event::Destroyed { context } => self.destroyed(context),
            Event::Started(step) => self.on_tab(&step.context, |tab| {
                tab.going = Some(Going { navigation: step.navigation.clone(), url: step.url.clone() });
            }),
            Event::Committed(step) => self.committed(step),
            Event::Failed(step) => self.on_tab(&step.context, |tab| {
                if tab.is_going(step.navigation.as_ref()) {
                    tab.going = None;
                    tab.failures += 1;
                    tab.failed = step.navigation.clone();
                }
            }),
            Event::Parsed(step) => self.on_tab(&step.context, |tab| tab.reached(step, false)),
            Event::Loaded(step) => self.on_tab(&step.context, |tab| tab.reached(step, true)),
            Event::Moved { context, url } => {
                self.on_tab(context, |tab| {
                    // Two protocols may tell of one step.
                    if tab.url != *url {
                        tab.url = url.clone();
                        tab.moves += 1;
                    }
                });
                self.on_frame(context, |frame| frame.url = url.clone());
            }
            Event::DialogOpened { context, dialog } => {
                self.on_tab_of(context, |tab| tab.dialog = Some(dialog.clone()));
            }
            Event::DialogClosed { context } => self.on_tab_of(context, |tab| tab.dialog = None),
            Event::DownloadBegan { context, download, navigation, url, name } => {
                self.on_tab(context, |tab| {
                    if navigation.is_some() && tab.is_going(navigation.as_ref()) {
                        tab.going = None; // it became this download
                    }
                });
                self.download_began(download.as_ref(), navigation.as_ref(), url, name);
            }
            Event::DownloadEnded { download, navigation, url, path } => {
                let state = path.clone().map_or(DownloadState::Failed, DownloadState::Done);
                let is_it = |known: &Download| match (download, navigation) {
                    (Some(_), _) => known.download == *download,
                    (None, Some(_)) => known.navigation == *navigation,
                    (None, None) => known.url == *url,
                };
                if let Some(known) = self.downloads.iter_mut().rev().find(|known| is_it(known)) {
                    known.state = state;
                }
            }
            Event::FileChooser { context, element, multiple } => {
                let (frame, element) = (context.clone(), element.clone());
                let chooser = Chooser { frame, element, multiple: *multiple, told: false };
                self.on_tab_of(context, |tab| tab.chooser = Some(chooser));
            }
            Event::RequestSent { context, request, navigation, endless } => {
                if let Some(context) = context {
                    self.on_tab_of(context, |tab| {
                        tab.sent += 1;
                        if !endless && tab.requests.len() < REQUESTS {
                            let (number, navigates) = (tab.sent, navigation.is_some());
                            let document = (navigates && tab.context == *context).then_some(tab.document);
                            tab.requests.insert(request.clone(), Request { number, navigates, document });
                        }
                    });
                }
            }
            Event::RequestEnded { request } => {
                for tab in &mut self.tabs {
                    let ended = tab.requests.remove(request);
                    if ended.and_then(|ended| ended.document) == Some(tab.document) {
                        tab.fruitless += 1;
                    }
                }
            }
            Event::Refused { context, url, navigates, why } => {
                // A frame that stays empty is no failure of the page around it.
                let is_tab = |context: &ContextId| self.tabs.iter().any(|tab| tab.context == *context);
                if *navigates && context.as_ref().is_none_or(is_tab) {
                    self.tell(News::Refused { url: url.clone(), why: why.clone() });
                }
            }
            Event::Crashed { context } => self.on_tab(context, |tab| {
                tab.crashed = true;
                tab.going = None;
                tab.requests.clear();
            }),
        }
    }

    fn created(
        &mut self,
        context: &ContextId,
        parent: Option<&ContextId>,
        opener: Option<&ContextId>,
        url: &str,
    ) {
        if let Some(parent) = parent {
            let frame = Frame { parent: parent.clone(), url: url.into(), document: 0 };
            self.on_tab_of(parent, |tab| {
                if tab.frames.len() < FRAMES {
                    // A browser tells of what is already known when it is asked to tell again.
                    tab.frames.entry(context.clone()).or_insert(frame);
                }
            });
            return;
        }
        if self.tabs.iter().any(|tab| tab.context == *context) {
            return;
        }
        self.last_tab += 1;
        let id = TabId(self.last_tab);
        let opener = opener.and_then(|opener| self.tab_of(opener)).map(|tab| tab.id);
        self.tabs.push(Tab::new(id, context.clone(), opener, url));
        match self.current {
            None => self.current = Some(id),
            Some(_) => self.tell(News::Opened(id)),
        }
    }

    fn destroyed(&mut self, context: &ContextId) {
        if let Some(index) = self.tabs.iter().position(|tab| tab.context == *context) {
            let gone = self.tabs.remove(index);
            if self.current == Some(gone.id) {
                // Back to the opener, else to the newest tab.
                let opener = gone.opener.filter(|opener| self.tab(*opener).is_some());
                self.current = opener.or_else(|| self.tabs.last().map(|tab| tab.id));
            }
            self.tell(News::Closed(gone.id));
            return;
        }
        if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.frames.contains_key(context)) {
            tab.forget_frame(context);
        }
    }

    fn committed(&mut self, step: &Step) {
        self.on_tab(&step.context, |tab| {
            tab.document += 1;
            tab.moves += 1;
            tab.url = step.url.clone();
            tab.going = None;
            tab.parsed = false;
            tab.loaded = false;
            (tab.crashed, tab.stuck) = (false, false);
            tab.chooser = None;
            tab.frames.clear();
        });
        self.on_frame(&step.context, |frame| {
            frame.url = step.url.clone();
            frame.document += 1;
        });
        if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.frames.contains_key(&step.context)) {
            tab.forget_below(&step.context);
        }
    }

    fn download_began(
        &mut self,
        download: Option<&DownloadId>,
        navigation: Option<&NavigationId>,
        url: &str,
        name: &str,
    ) {
        if self.downloads.len() == DOWNLOADS {
            self.downloads.pop_front();
        }
        self.downloads.push_back(Download {
            number: self.download_count,
            name: name.into(),
            url: url.into(),
            state: DownloadState::Running,
            download: download.cloned(),
            navigation: navigation.cloned(),
        });
        self.download_count += 1;
    }

    fn tell(&mut self, news: News) {
        if self.news.len() == NEWS {
            self.news.pop_front();
        }
        self.news.push_back((self.news_count, news));
        self.news_count += 1;
    }

    fn tab_mut(&mut self, id: TabId) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.id == id)
    }

    fn on_tab(&mut self, context: &ContextId, change: impl FnOnce(&mut Tab)) {
        if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.context == *context) {
            change(tab);
        }
    }

    fn on_tab_of(&mut self, context: &ContextId, change: impl FnOnce(&mut Tab)) {
        let is_it = |tab: &&mut Tab| tab.context == *context || tab.frames.contains_key(context);
        if let Some(tab) = self.tabs.iter_mut().find(is_it) {
            change(tab);
        }
    }

    fn on_frame(&mut self, context: &ContextId, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.tabs.iter_mut().find_map(|tab| tab.frames.get_mut(context)) {
            change(frame);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Story {
        state: State,
        seq: u64,
    }

    impl Story {
        fn new() -> Self {
            let mut story = Self { state: State::default(), seq: 0 };
            story.created("A", None, None);
            story
        }

        fn tell(&mut self, event: Event) {
            self.seq += 1;
            self.state.fold(Seq(self.seq), &event);
        }

        fn created(&mut self, context: &str, parent: Option<&str>, opener: Option<&str>) {
            self.tell(Event::Created {
                context: context.into(),
                parent: parent.map(Into::into),
                opener: opener.map(Into::into),
                url: "about:blank".into(),
            });
        }

        fn tab(&self) -> &Tab {
            self.state.current().expect("a tab")
        }
    }

    fn step(context: &str, navigation: &str, url: &str) -> Step {
        Step { context: context.into(), navigation: Some(navigation.into()), url: url.into() }
    }

    #[test]
    fn a_navigation_from_start_to_load() {
        let mut story = Story::new();
        story.tell(Event::Started(step("A", "n1", "http://a/first-hop")));
        assert!(story.tab().going.is_some());
        story.tell(Event::Committed(step("A", "n1", "http://a/last-hop")));
        assert_eq!(
            (&*story.tab().url, story.tab().document, story.tab().parsed),
            ("http://a/last-hop", 1, false)
        );
        story.tell(Event::Parsed(step("A", "n1", "http://a/last-hop")));
        story.tell(Event::Loaded(step("A", "n1", "http://a/last-hop")));
        assert!(story.tab().going.is_none() && story.tab().parsed && story.tab().loaded);
        assert_eq!(story.tab().document, 1);
    }

    #[test]
    fn a_blank_target_without_a_commit_still_arrives() {
        let mut story = Story::new();
        story.created("B", None, Some("A"));
        story.tell(Event::Started(step("B", "n2", "http://a/b")));
        story.tell(Event::Parsed(step("B", "n2", "http://a/b")));
        story.tell(Event::Loaded(step("B", "n2", "http://a/b")));
        let popup = story.state.tab(TabId(2)).expect("the popup");
        assert_eq!(
            (&*popup.url, popup.document, popup.opener, popup.loaded),
            ("http://a/b", 1, Some(TabId(1)), true)
        );
        assert_eq!(story.state.current, Some(TabId(1)), "a popup does not steal the current tab");
    }

    #[test]
    fn a_page_from_the_cache_commits_under_another_name() {
        let mut story = Story::new();
        story.tell(Event::Started(step("A", "x", "http://a/1")));
        story.tell(Event::Committed(step("A", "y", "http://a/1")));
        assert!(story.tab().going.is_none());
        story.tell(Event::Started(step("A", "z", "http://a/2")));
        story.tell(Event::Failed(step("A", "x", "http://a/1")));
        assert!(story.tab().going.is_some(), "the late failure of another navigation");
    }

    #[test]
    fn a_superseded_navigation_gives_way() {
        let mut story = Story::new();
        story.tell(Event::Started(step("A", "1", "http://a/slow")));
        story.tell(Event::Failed(step("A", "1", "http://a/slow")));
        story.tell(Event::Started(step("A", "2", "http://a/quick")));
        assert_eq!(story.tab().going.as_ref().map(|going| &*going.url), Some("http://a/quick"));
        assert_eq!(story.tab().failures, 1);
    }

    #[test]
    fn a_failed_navigation_leaves_the_browsers_own_page() {
        let mut story = Story::new();
        story.tell(Event::Committed(step("A", "1", "http://a/")));
        story.tell(Event::Started(step("A", "2", "http://refused/")));
        story.tell(Event::Failed(step("A", "2", "http://refused/")));
        assert_eq!(
            (&*story.tab().url, story.tab().document),
            ("http://a/", 1),
            "as for a page without content"
        );
        story.tell(Event::Parsed(step("A", "2", "http://refused/")));
        story.tell(Event::Loaded(step("A", "2", "http://refused/")));
        assert_eq!((&*story.tab().url, story.tab().document), ("http://refused/", 2));
    }

    #[test]
    fn a_navigation_that_became_a_download_is_over() {
        let mut story = Story::new();
        let mark = story.state.mark();
        story.tell(Event::Started(step("A", "1", "http://a/file")));
        story.tell(Event::DownloadBegan {
            context: "A".into(),
            download: None,
            navigation: Some("1".into()),
            url: "http://a/file".into(),
            name: "file.bin".into(),
        });
        assert!(story.tab().going.is_none());
        story.tell(Event::DownloadEnded {
            download: None,
            navigation: Some("1".into()),
            url: "http://a/file".into(),
            path: Some("/d/file.bin".into()),
        });
        let downloads: Vec<_> = story.state.downloads_since(&mark).collect();
        assert_eq!(downloads[0].state, DownloadState::Done("/d/file.bin".into()));
    }

    #[test]
    fn frames_follow_their_parents() {
        let mut story = Story::new();
        story.created("F", Some("A"), None);
        story.created("G", Some("F"), None);
        story.tell(Event::Committed(step("G", "g1", "http://b/")));
        assert_eq!(story.tab().frames[&ContextId::from("G")].document, 1);
        story.tell(Event::Committed(step("F", "f1", "http://b/2")));
        assert!(!story.tab().frames.contains_key(&ContextId::from("G")), "its parent has another document");
        story.created("G", Some("F"), None);
        story.tell(Event::Destroyed { context: "F".into() });
        assert!(story.tab().frames.is_empty());
    }

    #[test]
    fn a_closed_tab_gives_back_to_its_opener() {
        let mut story = Story::new();
        story.created("B", None, Some("A"));
        story.created("C", None, Some("B"));
        assert!(story.state.choose(TabId(3)));
        let mark = story.state.mark();
        story.tell(Event::Destroyed { context: "C".into() });
        assert_eq!(story.state.current, Some(TabId(2)));
        assert_eq!(story.state.news_since(&mark).collect::<Vec<_>>(), [&News::Closed(TabId(3))]);
        assert!(!story.state.choose(TabId(3)));
    }

    #[test]
    fn requests_are_counted_for_their_document() {
        let mut story = Story::new();
        let sent = |id: &str, navigation: Option<&str>, endless| Event::RequestSent {
            context: Some("A".into()),
            request: id.into(),
            navigation: navigation.map(Into::into),
            endless,
        };
        story.tell(sent("r1", None, false));
        story.tell(sent("ws", None, true));
        story.tell(Event::Started(step("A", "n", "http://a/")));
        let before = story.tab().sent;
        story.tell(sent("r2", Some("n"), false));
        assert!(story.tab().is_fetching());
        assert_eq!((story.tab().open_requests(0), story.tab().open_requests(before)), (2, 1));
        story.tell(Event::Committed(step("A", "n", "http://a/")));
        story.tell(Event::RequestEnded { request: "r2".into() });
        assert_eq!((story.tab().open_requests(before), story.tab().sent), (0, 3));
        assert!(!story.tab().is_fetching());
        assert_eq!(story.tab().fruitless, 0, "a document came");
        story.tell(sent("r3", Some("n2"), false));
        story.tell(Event::RequestEnded { request: "r3".into() });
        assert_eq!(story.tab().fruitless, 1);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut story = Story::new();
        for n in 0..10_000 {
            let context = format!("P{n}");
            story.created(&context, None, Some("A"));
            story.tell(Event::Destroyed { context: context.as_str().into() });
            story.tell(Event::DownloadBegan {
                context: "A".into(),
                download: None,
                navigation: None,
                url: "http://a/".into(),
                name: "x".into(),
            });
            story.created(&format!("F{n}"), Some("A"), None);
        }
        assert_eq!(story.state.news.len(), NEWS);
        assert_eq!(story.state.downloads.len(), DOWNLOADS);
        assert_eq!(story.tab().frames.len(), FRAMES);
    }
}
