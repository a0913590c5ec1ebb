//! Following the tabs while a person has the browser: every page they reach, with its title.
//!
//! An entry comes to be while its event is folded, so that none is missed; titles are read beside it, and again when a
//! page changes its title late.

use super::state::State;
use super::visited::{Mark, Page as VisitedPage, Visited};
use super::{Page, Session, TabId};
use crate::config::BrowserName;
use crate::driver::{Browser, Event, Fault, Step};
use crate::policy::without_userinfo;
use crate::problem::Problem;
use handback_protocol::ids::{ContextId, Seq};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long a title's next change is waited for in the page before it is asked again.
const WATCH: Duration = Duration::from_secs(20);
/// How long a document that cannot be asked yet is left alone, and how often.
const RETRY: (Duration, u32) = (Duration::from_millis(100), 20);
/// How long a navigation that fetches nothing may take to show itself.
const SILENT: Duration = Duration::from_millis(300);

/// The pages that were reached in one hold; it may be told after the hold is over.
#[derive(Clone, Debug, Default)]
pub struct Followed(Arc<Mutex<Visited>>);

impl Followed {
    /// What is told: the pages, oldest first, and how many earlier ones were left out; `None` if some may be missing.
    pub fn told(&self) -> Option<(Vec<VisitedPage>, u64)> {
        self.visited().told()
    }

    /// Happenings may have been lost.
    pub(super) fn lose(&self) {
        self.visited().lose();
    }

    fn visited(&self) -> MutexGuard<'_, Visited> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is followed now.
#[derive(Clone, Debug)]
pub(super) struct Following {
    pub(super) into: Followed,
    done: CancellationToken,
}

/// A page that a tab reached.
struct Reached {
    context: ContextId,
    url: String,
    /// The tab's moves when it was reached: another number is another page.
    moves: u64,
    mark: Mark,
}

#[derive(Serialize)]
struct Known<'a> {
    known: Option<&'a Titled>,
    cap: u64,
}

/// A page's address and title at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titled {
    /// The address.
    pub url: String,
    /// The title.
    pub title: String,
}

impl Page {
    /// The page's address and title as soon as they are others than `known`, or after a while all the same.
    ///
    /// # Errors
    /// The document went away, or the browser.
    pub async fn titled(&self, known: Option<&Titled>) -> Result<Titled, Problem> {
        let asked = self.session.titled(&self.driver, &self.context, known).await;
        asked.map_err(|fault| self.problem(fault))
    }
}

impl Session {
    /// Follows the tabs from here on. `into`: the pages of a hold that this one goes on from.
    pub fn start_following(&self, into: Followed) {
        let before = self.following().replace(Following { into, done: CancellationToken::new() });
        if let Some(before) = before {
            before.done.cancel();
        }
    }

    /// Stops following.
    pub fn stop_following(&self) {
        if let Some(following) = self.following().take() {
            following.done.cancel();
        }
    }

    pub(super) fn following(&self) -> MutexGuard<'_, Option<Following>> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.inner.following.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Folds an event into what is known, and follows where it led.
    pub(super) fn fold(&self, seq: Seq, event: &Event) {
        let following = self.following().clone();
        let mut reached = None;
        self.inner.state.send_modify(|state| {
            let before = moves(state, event);
            state.fold(seq, event);
            if let Some(following) = &following
                && let Some((context, before)) = before
            {
                reached = page_reached(state, context, before, &following.into);
            }
        });
        if let (Some(following), Some(reached)) = (following, reached) {
            self.read_titles(following, reached);
        }
        if self.browser() == BrowserName::Firefox
            && let Event::Started(step) = event
        {
            self.watch_silent(step);
        }
    }

    /// Reads a page's title now and whenever it changes, until the tab is at another page or nobody follows any more.
    fn read_titles(&self, following: Following, reached: Reached) {
        let session = self.clone();
        self.inner.tasks.spawn("titles", async move {
            let done = following.done.clone();
            tokio::select! {
                () = session.titles(&following.into, &reached) => {}
                () = done.cancelled() => {}
            }
        });
    }

    /// A tab's address and title as soon as they are others than `known`. A question to a document that is replaced
    /// may stay without an answer, so it is asked again whenever the tab comes a step further.
    async fn titled(
        &self,
        driver: &Browser,
        tab: &ContextId,
        known: Option<&Titled>,
    ) -> Result<Titled, Fault> {
        let argument = Known { known, cap: WATCH.as_millis() as u64 };
        let mut state = self.state();
        loop {
            let step = step_of(&state.borrow_and_update(), tab);
            tokio::select! {
                answer = driver.ask(tab, "title", &argument, WATCH * 2) => return answer,
                further = state.wait_for(|state| step_of(state, tab) != step) => {
                    further.map_err(|_| Fault::Gone)?;
                }
            }
        }
    }

    async fn titles(&self, into: &Followed, reached: &Reached) {
        let mut known: Option<Titled> = None;
        let mut retries = 0;
        while self.know(|state| moves_of(state, &reached.context)) == Some(reached.moves) {
            match self.titled(&self.driver(), &reached.context, known.as_ref()).await {
                Ok(titled) => {
                    // The page may have gone on in the meantime; its event is on the way then.
                    if without_userinfo(&titled.url) == reached.url && !titled.title.is_empty() {
                        into.visited().titled(reached.mark, &titled.title);
                    }
                    known = Some(titled);
                }
                // A document that only just replaced another has no realm yet.
                Err(_) if retries < RETRY.1 => {
                    retries += 1;
                    tokio::time::sleep(RETRY.0).await;
                }
                Err(_) => return,
            }
        }
    }

    /// Firefox takes a page from its cache without any event but the start.
    fn watch_silent(&self, step: &Step) {
        let Some(tab) =
            self.know(|state| state.tabs.iter().find(|tab| tab.context == step.context).map(|tab| tab.id))
        else {
            return;
        };
        let session = self.clone();
        self.inner.tasks.spawn("silent navigation", async move {
            let mut state = session.state();
            let ended = state
                .wait_for(|state| state.tab(tab).is_none_or(|tab| tab.going.is_none() || tab.is_fetching()));
            if tokio::time::timeout(SILENT, ended).await.is_err() {
                session.end_silent(tab).await;
            }
        });
    }

    /// A navigation that fetches nothing and told nothing: the browser is asked where the tab is.
    pub(super) async fn end_silent(&self, id: TabId) {
        let Some((context, going)) =
            self.know(|state| state.tab(id).and_then(|tab| Some((tab.context.clone(), tab.going.clone()?))))
        else {
            return;
        };
        let Ok(url) = self.driver().url_of(&context).await else { return };
        let arrived = self.know(|state| {
            state.tab(id).is_some_and(|tab| tab.going.as_ref() == Some(&going) && *tab.url != *url)
        });
        if arrived {
            let step = Step { context, navigation: going.navigation, url: url.into() };
            self.fold(Seq(0), &Event::Committed(step.clone()));
            self.fold(Seq(0), &Event::Loaded(step));
        } else {
            self.inner.state.send_modify(|state| state.give_up_going(id));
        }
    }
}

/// The tab that an event is about and its moves, if the event may lead to another page.
fn moves<'a>(state: &State, event: &'a Event) -> Option<(&'a ContextId, u64)> {
    let context = match event {
        Event::Committed(step) | Event::Parsed(step) | Event::Loaded(step) => &step.context,
        Event::Moved { context, .. } => context,
        _ => return None,
    };
    Some((context, moves_of(state, context)?))
}

fn moves_of(state: &State, context: &ContextId) -> Option<u64> {
    state.tabs.iter().find(|tab| tab.context == *context).map(|tab| tab.moves)
}

/// How far a tab is: its moves, and whether its document was parsed and loaded.
fn step_of(state: &State, context: &ContextId) -> Option<(u64, bool, bool)> {
    state.tabs.iter().find(|tab| tab.context == *context).map(|tab| (tab.moves, tab.parsed, tab.loaded))
}

fn page_reached(state: &State, context: &ContextId, before: u64, into: &Followed) -> Option<Reached> {
    let tab = state.tabs.iter().find(|tab| tab.context == *context)?;
    if tab.moves == before {
        return None;
    }
    let mark = into.visited().reached(context, &tab.url)?;
    Some(Reached { context: context.clone(), url: without_userinfo(&tab.url), moves: tab.moves, mark })
}
