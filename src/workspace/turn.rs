//! A turn: the right to drive a workspace's browser, and the browser.

use super::activity::Driving;
use super::queue::{Full, Place};
use super::{Name, Registry, Settings, Workspace};
use crate::problem::{Code, Problem};
use crate::session::control::Moment;
use crate::session::{Effect, InUse, Page, Session};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What a call wants of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// To read the page as it is.
    Read,
    /// To alter something.
    Change,
}

/// A call that wants to drive a browser.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    /// Its action, for people who watch.
    pub action: &'static str,
    /// What it wants.
    pub want: Want,
    /// Cancelled when its caller gave up.
    pub gone: &'a CancellationToken,
    /// What a person who stops the call cancels.
    pub stop: &'a CancellationToken,
}

/// The right to drive a browser. Dropping it lets the next call in, or a person who waits for its end.
#[derive(Debug)]
pub struct Turn {
    session: InUse,
    reopened: Option<String>,
    held: Held,
}

/// The place at the browser, and what must be said when it is left.
#[derive(Debug)]
struct Held {
    workspace: Arc<Workspace>,
    place: Option<Place>,
}

impl Turn {
    /// The workspace.
    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.held.workspace
    }

    /// The browser.
    pub fn session(&self) -> &Session {
        self.session.session()
    }

    /// Why the browser is another than the caller knew; told once.
    pub fn take_reopened(&mut self) -> Option<String> {
        self.reopened.take()
    }

    /// What began as a read is about to alter something.
    ///
    /// # Errors
    /// A person holds the browser.
    pub fn become_change(&self) -> Result<(), Problem> {
        self.held.workspace.seat.become_change()?;
        self.held.workspace.on_activity(|activity| {
            if let Some(driving) = &mut activity.driving {
                driving.changes = true;
            }
        });
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // The person before the next call: none that waits may slip in between.
        let session = self.workspace.session.borrow().clone();
        self.workspace.seat.end(session.as_ref());
        self.workspace.on_activity(|activity| activity.driving = None);
        drop(self.place.take());
    }
}

impl Registry {
    /// Waits for the caller's turn. If the recorded browser is gone, another is opened with the same settings at the
    /// last page; a first one never is.
    ///
    /// # Errors
    /// No browser was opened, a person holds it and this is a change, the queue is full, or another browser cannot be
    /// had.
    pub async fn turn(&self, name: &Name, claim: &Claim<'_>) -> Result<Turn, Problem> {
        let held = self.enter(&self.get(name), claim).await?;
        let workspace = &held.workspace;
        if let Some(session) = workspace.session()
            && session.until_wired().await
        {
            return Ok(Turn { session: session.in_use(), reopened: None, held });
        }
        let record = self.record(workspace).await?;
        let Some(settings) = record.settings.filter(|_| record.open) else {
            let says = format!("No browser is open in the workspace {name}: call open_session first.");
            return Err(Problem::new(Code::NoBrowser, says));
        };
        workspace.seat.become_change()?;
        let why = workspace.lost().map_or("the server was started again", |over| over.reason());
        let session = self.start(&settings, claim.gone).await?;
        self.put(workspace, session.clone());
        let mut reopened =
            format!("The browser was replaced: {why}. Settings are the same; what was in the page is lost.");
        if let Some(url) = record.page {
            reopened.push_str(match self.go_back_to(&session, &url).await {
                true => " It is at the last page again.",
                false => " The last page could not be loaded again.",
            });
        }
        Ok(Turn { session: session.in_use(), reopened: Some(reopened), held })
    }

    /// Opens a browser, or keeps the one that is open if it is just so and nothing fresh is wanted. The second value
    /// says whether it was kept.
    ///
    /// # Errors
    /// The queue is full, a person holds the browser, or a browser cannot be had.
    pub async fn open(
        &self,
        name: &Name,
        settings: &Settings,
        fresh: bool,
        claim: &Claim<'_>,
    ) -> Result<(Turn, bool), Problem> {
        let held = self.enter(&self.get(name), claim).await?;
        let workspace = &held.workspace;
        if let Some(session) = workspace.session() {
            if !fresh && session.wish() == settings.wish() && session.until_wired().await {
                return Ok((Turn { session: session.in_use(), reopened: None, held }, true));
            }
            workspace.end().await;
        }
        let session = self.start(settings, claim.gone).await?;
        self.put(workspace, session.clone());
        self.change(workspace, |record| {
            record.settings = Some(settings.clone());
            record.open = true;
        })
        .await?;
        Ok((Turn { session: session.in_use(), reopened: None, held }, false))
    }

    /// Ends a workspace's browser for its agent. `false` if there was none.
    ///
    /// # Errors
    /// A person holds it, or the store cannot serve.
    pub async fn end(&self, name: &Name) -> Result<bool, Problem> {
        self.get(name).seat.check()?;
        self.end_for_person(name).await
    }

    /// Ends a workspace's browser, whoever holds it. `false` if there was none.
    ///
    /// # Errors
    /// The store cannot serve.
    pub async fn end_for_person(&self, name: &Name) -> Result<bool, Problem> {
        let workspace = self.get(name);
        let was_recorded = self.record(&workspace).await?.open;
        // The record first: a call that waits in the queue must not open it again.
        self.change(&workspace, |record| record.open = false).await?;
        Ok(workspace.end().await || was_recorded)
    }

    /// Waits for a place at the browser. A change that waits is refused as soon as a person has it.
    async fn enter(&self, workspace: &Arc<Workspace>, claim: &Claim<'_>) -> Result<Held, Problem> {
        let changes = claim.want == Want::Change;
        if changes {
            workspace.seat.check()?;
        }
        let place = tokio::select! {
            biased;
            problem = workspace.seat.until_held(), if changes => return Err(problem),
            place = workspace.queue.enter() => place,
        };
        let place = place.map_err(|Full| {
            let says =
                "Too many calls wait for this browser: wait for some of them, or use another workspace.";
            Problem::new(Code::RateLimited, says).retry_after(5)
        })?;
        workspace.seat.begin(changes, claim.stop)?;
        let driving = Driving { action: claim.action, since: Moment::now(), changes };
        workspace.on_activity(|activity| activity.driving = Some(driving));
        Ok(Held { workspace: Arc::clone(workspace), place: Some(place) })
    }

    async fn start(&self, settings: &Settings, gone: &CancellationToken) -> Result<Session, Problem> {
        let opened = self.source.open(settings.wish(), gone).await?;
        Session::start(opened, Arc::clone(&self.policy), self.tasks.clone(), self.config.session.idle).await
    }

    async fn go_back_to(&self, session: &Session, url: &str) -> bool {
        let Ok(page) = Page::current_of(session) else { return false };
        page.go(url).await.is_ok() && page.rest(Effect::Load).await.is_ok()
    }
}
