//! The page that one call acts on: a tab as it was when the call began, and the browser that it is in.

use super::state::{Mark, TabId};
use super::{Session, State, fault};
use crate::driver::{Browser, Dialog, Fault};
use crate::outline::{Lookup, Ref};
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::time::Duration;

/// What is said when the document went away under a call.
const CHANGED: &str = "The page changed while this ran: look at it again with outline, then try again.";

/// For what our script answers at once, on a page that is not stuck.
pub(super) const PROMPT: Duration = Duration::from_secs(15);
/// For what is nice to know, and not worth a long wait.
const SOON: Duration = Duration::from_secs(3);

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) session: Session,
    pub(super) driver: Browser,
    pub(super) tab: TabId,
    pub(super) context: ContextId,
    pub(super) mark: Mark,
}

/// Something that a dialog cut short.
#[derive(Debug)]
pub(super) enum Cut<T> {
    /// It was not.
    Done(T),
    /// A dialog is open.
    Dialog(Dialog),
}

impl Page {
    /// The page of the current tab.
    ///
    /// # Errors
    /// No tab is open.
    pub fn current_of(session: &Session) -> Result<Self, Problem> {
        let id = session.know(|state| state.current);
        id.and_then(|id| Self::of(session, id)).ok_or_else(|| {
            Problem::new(Code::NotFound, "No tab is open: open one with the tab tool, action open.")
        })
    }

    /// The page of a tab, if it is there.
    pub fn of_tab(session: &Session, tab: TabId) -> Option<Self> {
        Self::of(session, tab)
    }

    pub(super) fn of(session: &Session, tab: TabId) -> Option<Self> {
        session.know(|state| {
            let context = state.tab(tab)?.context.clone();
            Some(Self {
                session: session.clone(),
                driver: session.driver(),
                tab,
                context,
                mark: state.mark_of(tab),
            })
        })
    }

    /// The session it is in.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Its tab.
    pub fn tab(&self) -> TabId {
        self.tab
    }

    /// Its context.
    pub fn context(&self) -> &ContextId {
        &self.context
    }

    /// The moment at which the call began, or the last [`Page::mark_now`].
    pub fn mark(&self) -> &Mark {
        &self.mark
    }

    /// The same page, with all that came since an earlier moment as the call's doing.
    #[must_use]
    pub fn since(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }

    /// What is done from here on is what the call does.
    pub fn mark_now(&mut self) {
        self.mark = self.session.know(|state| state.mark_of(self.tab));
    }

    /// Its address as it is known.
    pub fn url(&self) -> String {
        self.session.know(|state| state.tab(self.tab).map(|tab| tab.url.to_string()).unwrap_or_default())
    }

    /// Whether it is at this address already.
    pub fn is_at(&self, address: &str) -> bool {
        let same = |text: &str| url::Url::parse(text.trim()).ok();
        same(address).is_some_and(|wanted| same(&self.url()) == Some(wanted))
    }

    /// Its address and title, as the page itself says them.
    ///
    /// `None` where it cannot tell: a dialog blocks it, it is stuck, or it went away.
    pub async fn where_it_is(&self) -> Option<(String, String)> {
        #[derive(serde::Deserialize)]
        struct Where {
            url: String,
            title: String,
        }
        if self.is_stuck() {
            return None;
        }
        let place: Where = self.ask(&self.context, "where", &serde_json::json!({}), SOON).await.ok()?;
        Some((place.url, place.title))
    }

    pub(super) fn is_stuck(&self) -> bool {
        self.session.know(|state| state.tab(self.tab).is_some_and(|tab| tab.stuck))
    }

    /// The page of the tab that a ref's element is in, if that is another than this one.
    pub fn page_of(&self, reference: Ref) -> Option<Page> {
        let frame = {
            let view = self.session.view();
            match view.refs.look_up(reference) {
                Lookup::Found { document, .. } => view.place_of(document).cloned()?,
                Lookup::Stale | Lookup::Unknown => return None,
            }
        };
        let tab = self.session.know(|state| state.tab_of(&frame).map(|tab| tab.id))?;
        (tab != self.tab).then(|| Self::of(&self.session, tab)).flatten()
    }

    /// The dialog that blocks it.
    pub fn dialog(&self) -> Option<Dialog> {
        self.session.know(|state| state.tab(self.tab)?.dialog.clone())
    }

    /// That no dialog blocks it.
    ///
    /// # Errors
    /// The dialog, and that it must be answered first.
    pub fn unblocked(&self) -> Result<(), Problem> {
        self.dialog().map_or(Ok(()), |dialog| Err(blocked(&dialog)))
    }

    /// Waits for something, or until a dialog opens, the tab closes or the browser goes away.
    pub(super) async fn until_cut<T>(
        &self,
        work: impl Future<Output = Result<T, Fault>>,
    ) -> Result<Cut<T>, Problem> {
        let mut state = self.session.state();
        let cut = state.wait_for(|state| match state.tab(self.tab) {
            Some(tab) => tab.dialog.is_some() || tab.crashed,
            None => true,
        });
        tokio::select! {
            biased;
            done = work => done.map(Cut::Done).map_err(|fault| self.problem(fault)),
            over = self.session.until_over() => Err(fault::over(Some(over))),
            _ = cut => self.cut(),
        }
    }

    /// Whether the tab closed, in a browser that lives. The browser may say so a moment after a call failed because of it.
    pub(super) async fn is_closed(&self) -> bool {
        const MOMENT: Duration = Duration::from_millis(300);
        self.session.over().is_none()
            && self.wait_for(MOMENT, |state| state.tab(self.tab).is_none()).await
            && self.session.over().is_none()
    }

    fn cut<T>(&self) -> Result<Cut<T>, Problem> {
        if let Some(dialog) = self.dialog() {
            return Ok(Cut::Dialog(dialog));
        }
        let crashed = self.session.know(|state| state.tab(self.tab).is_some_and(|tab| tab.crashed));
        if crashed {
            let says = "The tab crashed: navigate to go on, or close it.";
            return Err(Problem::new(Code::NotFound, says));
        }
        Err(Problem::new(
            Code::NotFound,
            "The tab closed while this ran; the tab tool lists the ones that are open.",
        ))
    }

    /// Asks one of our functions in a frame; a dialog is a problem.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        frame: &ContextId,
        function: &str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<T, Problem> {
        match self.until_cut(self.driver.ask(frame, function, argument, deadline)).await? {
            Cut::Done(answer) => {
                if self.is_stuck() {
                    self.session.inner.state.send_modify(|state| state.revive(self.tab));
                }
                Ok(answer)
            }
            Cut::Dialog(dialog) => Err(blocked(&dialog)),
        }
    }

    /// A fault as the caller is told.
    pub(super) fn problem(&self, fault: Fault) -> Problem {
        if self.session.inner.ending.is_cancelled() {
            return fault::over(Some(super::Over::Ended));
        }
        if matches!(fault, Fault::Wire(handback_protocol::Error::Late { .. })) {
            self.session.inner.state.send_modify(|state| state.stick(self.tab));
        }
        fault::problem(fault, CHANGED)
    }

    /// Waits until something that is known holds, at most for `deadline`. Whether it does.
    pub(super) async fn wait_for(&self, deadline: Duration, holds: impl FnMut(&State) -> bool) -> bool {
        let mut state = self.session.state();
        matches!(tokio::time::timeout(deadline, state.wait_for(holds)).await, Ok(Ok(_)))
    }
}

/// A dialog that must be answered first.
pub(super) fn blocked(dialog: &Dialog) -> Problem {
    let says = format!(
        "A dialog ({}) is open and blocks the page: answer it with the dialog tool first.",
        dialog.kind
    );
    Problem::new(Code::DialogOpen, says).with("dialog", dialog_json(dialog))
}

/// A dialog as results show it.
pub fn dialog_json(dialog: &Dialog) -> serde_json::Value {
    let mut json = serde_json::json!({"kind": dialog.kind, "message": dialog.message});
    if let Some(default) = &dialog.default {
        json["default"] = serde_json::Value::String(default.to_string());
    }
    json
}
