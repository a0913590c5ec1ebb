//! Control of a workspace's browser, for people at the admin and for agents that wait for them.

use super::seat::View;
use super::{Registry, Workspace};
use crate::problem::{Code, Problem};
use crate::session::Session;
use crate::session::control::{Moment, Person, Wanted};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::watch;

impl Workspace {
    /// Where control stands.
    pub fn control(&self) -> View {
        self.seat.now()
    }

    /// Where control stands, as it changes.
    pub fn controls(&self) -> watch::Receiver<View> {
        self.seat.watch()
    }

    /// A person asks for control: it is theirs at once, or when the running call ends.
    ///
    /// # Errors
    /// No browser is open.
    pub fn ask(&self, person: Person) -> Result<Wanted, Problem> {
        Ok(self.seat.ask(person, &self.live()?))
    }

    /// A person takes control, over a running call or over another person; from a person who holds a button of the
    /// pointer only when it is let go.
    ///
    /// # Errors
    /// No browser is open.
    pub fn take(&self, person: Person) -> Result<Wanted, Problem> {
        Ok(self.seat.take(person, self.button_down.load(Ordering::SeqCst), &self.live()?))
    }

    /// A person who waits no longer wants it.
    pub fn withdraw(&self, key: &str) {
        self.seat.change(None, |control| (control.withdraw(key), Vec::new()));
    }

    /// The holder hands back. `false` if this person does not hold it.
    pub fn hand_back(&self, key: &str, note: Option<&str>) -> bool {
        let session = self.session.borrow().clone();
        self.seat.change(session.as_ref(), |control| control.hand_back(key, note, Moment::now()))
    }

    /// The holder pressed a button of the pointer down.
    pub fn button_down(&self) {
        self.button_down.store(true, Ordering::SeqCst);
    }

    /// The holder let the last button go: another person who waits for that has it now.
    pub fn buttons_up(&self) {
        self.button_down.store(false, Ordering::SeqCst);
        let session = self.session.borrow().clone();
        self.seat.change(session.as_ref(), |control| ((), control.buttons_up(Moment::now())));
    }

    /// A person's page came back.
    pub fn page_back(&self, key: &str) {
        self.seat.change(None, |control| (control.page_back(key), Vec::new()));
    }

    /// A person's page is lost: what they hold down is let go, and the hold ends unless they come back in time.
    pub(super) fn page_lost(self: &Arc<Self>, key: &str) {
        let session = self.session.borrow().clone();
        self.seat.change(session.as_ref(), |control| ((), control.page_lost(key, Moment::now())));
        if !self.control().control.is_held_by(key) {
            return;
        }
        // Whatever was held is let go by now.
        self.buttons_up();
        let grace_ms = u64::try_from(self.grace.as_millis()).unwrap_or(u64::MAX);
        let workspace = Arc::clone(self);
        self.tasks.spawn("grace of a lost page", async move {
            // A little longer, so that a clock of whole milliseconds has passed it too.
            tokio::time::sleep(workspace.grace + Duration::from_millis(5)).await;
            let session = workspace.session.borrow().clone();
            workspace.seat.change(session.as_ref(), |control| ((), control.tick(grace_ms, Moment::now())));
        });
    }

    /// The agent asks for a person.
    ///
    /// # Errors
    /// No browser is open.
    pub fn call_person(&self, reason: &str) -> Result<(), Problem> {
        self.live()?;
        self.seat.change(None, |control| (control.call_person(reason, Moment::now()), Vec::new()));
        Ok(())
    }

    /// A person says that the agent's request is dealt with or not going to be. `false` if there was none.
    pub fn dismiss_call(&self) -> bool {
        self.seat.change(None, |control| (control.dismiss_call(), Vec::new()))
    }

    /// An agent was told of this hand-back.
    pub fn told(&self, number: u64) {
        self.seat.change(None, |control| (control.told(number), Vec::new()));
    }

    fn live(&self) -> Result<Session, Problem> {
        self.session().ok_or_else(|| {
            Problem::new(Code::NoBrowser, format!("No browser is open in the workspace {}.", self.name))
        })
    }
}

impl Registry {
    /// Takes a new browser into a workspace, and ends a person's hold when it is over.
    pub(super) fn put(&self, workspace: &Arc<Workspace>, session: Session) {
        workspace.session.send_replace(Some(session.clone()));
        let workspace = Arc::clone(workspace);
        workspace.pulse.send_replace(());
        self.tasks.spawn("watch of a browser", async move {
            tell_of_places(&workspace, &session).await;
            let is_the_last = workspace.session.borrow().as_ref().is_none_or(|now| now.is(&session));
            if is_the_last {
                workspace.seat.change(Some(&session), |control| ((), control.browser_ended(Moment::now())));
                // Who watches the browser learns that it is over.
                workspace.session.send_modify(|_| {});
                workspace.pulse.send_replace(());
            }
        });
    }
}

/// Tells whoever shows it where the browser is, until it is over.
async fn tell_of_places(workspace: &Workspace, session: &Session) {
    let mut state = session.state();
    let mut told = None;
    loop {
        let place = {
            let state = state.borrow_and_update();
            (state.tabs.len(), state.current().map(|tab| tab.url.clone()))
        };
        if told.as_ref() != Some(&place) {
            told = Some(place);
            workspace.pulse.send_replace(());
        }
        tokio::select! {
            _ = session.until_over() => return,
            _ = state.changed() => {}
        }
    }
}
