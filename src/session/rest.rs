//! When the page has come to rest after something was done to it.
//!
//! Nothing here sleeps for a fixed time: navigations end by their events, documents say themselves when they are quiet
//! (`settle.js`), requests that the doing started are waited for. All of it has a cap; past it the answer says what
//! still goes on.

use super::page::{Cut, PROMPT, Page};
use crate::driver::Dialog;
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// The longest that anything but a page's loading is waited for.
const CAP: Duration = Duration::from_secs(5);
/// The longest that requests are waited for which were started without leaving the page: some never end.
const REQUESTS: Duration = Duration::from_millis(2_500);
/// How long a navigation that fetches nothing may take to show itself: a page from the cache, or none at all.
const SILENT_NAVIGATION: Duration = Duration::from_millis(300);

/// How long a page may take from setting out for another document to the browser's first word of it.
const DEPARTURE: Duration = Duration::from_secs(2);

/// How much is expected to come of what was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A press or a key that may set anything off.
    Press,
    /// Something that changes at most what it is done to: a scroll, a hover.
    Slight,
    /// A text in a field: as slight, and it shows at once.
    Text,
    /// A page that is loading.
    Load,
}

/// How the page came to rest.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What still went on at the cap, in a few words.
    pub still: Option<String>,
    /// What got the press: `{got}`, `{stray}` or `{none}`.
    pub press: Option<Value>,
    /// What live regions said meanwhile: `{text, gone}`.
    pub seen: Vec<Seen>,
    /// What was to be read when it had.
    pub read: Option<Value>,
    /// The dialog that blocks the page.
    pub dialog: Option<Dialog>,
}

/// Something that a live region said.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Seen {
    /// The text.
    pub text: String,
    /// Whether it is gone by now.
    pub gone: bool,
}

/// What `settle` answers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Settled {
    url: String,
    title: String,
    ready: String,
    busy: bool,
    still: bool,
    leaves: bool,
    press: Map<String, Value>,
    seen: Vec<Seen>,
    read: Option<Value>,
}

impl Page {
    /// Waits until the tab has come to rest.
    ///
    /// # Errors
    /// The tab closed or the browser went away.
    pub async fn rest(&self, effect: Effect) -> Result<Rest, Problem> {
        self.rest_in(&self.context.clone(), effect).await
    }

    /// [`Page::rest`] after something was done in a frame of the tab.
    ///
    /// # Errors
    /// As [`Page::rest`].
    pub async fn rest_in(&self, frame: &ContextId, effect: Effect) -> Result<Rest, Problem> {
        self.rest_and_read(frame, effect, None).await
    }

    /// [`Page::rest_in`], and what a field there holds then: `readBack`'s argument. None is read of a document that went.
    pub(super) async fn rest_and_read(
        &self,
        frame: &ContextId,
        effect: Effect,
        read: Option<&Value>,
    ) -> Result<Rest, Problem> {
        let load = self.session.inner.wish.page_load;
        let began = Instant::now();
        let mut until = began + if effect == Effect::Load { load } else { CAP };
        let mut rest = Rest::default();
        let mut asked_frame = frame;
        let mut may_leave = true;
        loop {
            if let Some(dialog) = self.dialog() {
                rest.dialog = Some(dialog);
                return Ok(self.known(rest));
            }
            if !self.session.know(|state| state.tab(self.tab).is_some()) {
                // The page closed itself: told by the caller's news, not a fault of the doing.
                return Ok(rest);
            }
            if self.is_going() {
                until = until.max(began + load);
                if !self.arrive(until).await {
                    rest.still = Some("the page is still loading".to_owned());
                    return Ok(self.known(rest));
                }
                asked_frame = &self.context;
                continue;
            }
            let Some(settled) = self.settle(asked_frame, effect, until, read).await? else {
                if Instant::now() >= until {
                    rest.still = Some("the page keeps changing its document".to_owned());
                    return Ok(self.known(rest));
                }
                asked_frame = &self.context;
                continue;
            };
            rest.seen.extend(settled.seen);
            rest.read = settled.read;
            if !settled.press.is_empty() {
                let stray = settled.press.contains_key("stray");
                rest.press = Some(Value::Object(settled.press));
                if stray {
                    return Ok(self.known(rest));
                }
            }
            if self.is_going() || self.dialog().is_some() {
                continue;
            }
            if settled.leaves && std::mem::take(&mut may_leave) {
                self.departs().await;
                continue;
            }
            (rest.url, rest.title) = (settled.url, settled.title);
            let open = self.open_requests();
            let now = Instant::now();
            if settled.still || now >= until {
                rest.still = Some(what_goes_on(&settled.ready, settled.busy, open));
                return Ok(self.whole(rest, asked_frame));
            }
            if open > 0 && !matches!(effect, Effect::Slight | Effect::Text) && now < began + REQUESTS {
                self.requests_end(began + REQUESTS).await;
                continue;
            }
            return Ok(self.whole(rest, asked_frame));
        }
    }

    /// The rest of a page that cannot be asked: a dialog blocks it.
    pub(super) fn rest_now(&self) -> Rest {
        self.known(Rest { dialog: self.dialog(), ..Rest::default() })
    }

    fn known(&self, mut rest: Rest) -> Rest {
        rest.url = self.url();
        rest
    }

    /// A frame tells its own address; the result is the tab's.
    fn whole(&self, rest: Rest, asked: &ContextId) -> Rest {
        if *asked == self.context { rest } else { Rest { title: String::new(), ..self.known(rest) } }
    }

    fn is_going(&self) -> bool {
        self.session.know(|state| state.tab(self.tab).is_some_and(|tab| tab.going.is_some()))
    }

    fn open_requests(&self) -> usize {
        let sent = self.mark.sent;
        self.session.know(|state| state.tab(self.tab).map_or(0, |tab| tab.open_requests(sent)))
    }

    /// Waits until the navigation under way has arrived, failed, become something else or shown itself to be nothing.
    /// `false` at the deadline.
    async fn arrive(&self, until: Instant) -> bool {
        let mut silent_since = None;
        loop {
            let (going, fetching) = self.session.know(|state| {
                let tab = state.tab(self.tab);
                (
                    tab.is_some_and(|tab| tab.going.is_some() && tab.dialog.is_none()),
                    tab.is_some_and(super::state::Tab::is_fetching),
                )
            });
            if !going {
                return true;
            }
            let now = Instant::now();
            if now >= until {
                return false;
            }
            // Nothing of it is fetched: it shows itself soon, or never (204, a page from Firefox's cache).
            let silent = if fetching { None } else { Some(*silent_since.get_or_insert(now)) };
            if fetching {
                silent_since = None;
            }
            if silent.is_some_and(|since| now >= since + SILENT_NAVIGATION) {
                self.session.end_silent(self.tab).await;
                return true;
            }
            let next = silent.map_or(until, |since| (since + SILENT_NAVIGATION).min(until));
            let wait = next.saturating_duration_since(now);
            self.wait_for(wait, |state| match state.tab(self.tab) {
                Some(tab) => tab.going.is_none() || tab.dialog.is_some() || tab.is_fetching() != fetching,
                None => true,
            })
            .await;
        }
    }

    /// The page has set out for another document: waits until the browser tells of it, or of why not.
    async fn departs(&self) {
        self.wait_for(DEPARTURE, |state| {
            let told = state.tab(self.tab).is_none_or(|tab| {
                tab.going.is_some()
                    || tab.dialog.is_some()
                    || tab.moves != self.mark.moves
                    || tab.failures != self.mark.failures
                    || tab.fruitless != self.mark.fruitless
            });
            told || state.news_since(&self.mark).next().is_some()
                || state.downloads_since(&self.mark).next().is_some()
        })
        .await;
    }

    async fn requests_end(&self, until: Instant) {
        let wait = until.saturating_duration_since(Instant::now());
        let sent = self.mark.sent;
        self.wait_for(wait, |state| match state.tab(self.tab) {
            Some(tab) => tab.open_requests(sent) == 0 || tab.dialog.is_some() || tab.going.is_some(),
            None => true,
        })
        .await;
    }

    /// Asks the document to come to rest. `None` if it went away, or began to, meanwhile.
    async fn settle(
        &self,
        frame: &ContextId,
        effect: Effect,
        until: Instant,
        read: Option<&Value>,
    ) -> Result<Option<Settled>, Problem> {
        let cap = until.saturating_duration_since(Instant::now());
        let (patience, quiet) = match effect {
            Effect::Press => (400, 100),
            Effect::Slight | Effect::Text => (0, 40),
            Effect::Load => (0, 100),
        };
        let mut argument = json!({"patience": patience, "quiet": quiet, "cap": cap.as_millis() as u64});
        if effect == Effect::Text {
            argument["prompt"] = json!(true);
        }
        if let Some(read) = read {
            argument["read"] = read.clone();
        }
        let leaves = self.wait_for(cap + PROMPT, |state| match state.tab(self.tab) {
            Some(tab) => tab.going.is_some(),
            None => true,
        });
        let asked = self.until_cut(self.driver.ask::<Settled>(frame, "settle", &argument, cap + PROMPT));
        let answer = tokio::select! {
            biased;
            answer = asked => answer,
            _ = leaves => return Ok(None),
        };
        match answer {
            Ok(Cut::Done(settled)) => Ok(Some(settled)),
            Ok(Cut::Dialog(_)) => Ok(None),
            Err(problem) if matches!(problem.code(), Code::StaleRef | Code::NotFound) => Ok(None),
            Err(problem) => Err(problem),
        }
    }
}

fn what_goes_on(ready: &str, busy: bool, open: usize) -> String {
    if ready == "loading" {
        "the page is still loading".to_owned()
    } else if busy {
        "a part of the page says that it is busy".to_owned()
    } else if open > 0 {
        format!("the page keeps changing, and {open} requests are open")
    } else {
        "the page keeps changing".to_owned()
    }
}
