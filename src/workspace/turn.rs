//! A turn: the right to drive a workspace's browser, and the browser.

use super::queue::{Full, Place};
use super::{Name, Registry, Settings, Workspace};
use crate::problem::{Code, Problem};
use crate::session::{Effect, Page, Session};
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

/// The right to drive a browser. Dropping it lets the next call in.
#[derive(Debug)]
pub struct Turn {
    workspace: Arc<Workspace>,
    session: Session,
    reopened: Option<String>,
    _place: Place,
}

impl Turn {
    /// The workspace.
    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.workspace
    }

    /// The browser.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Why the browser is another than the caller knew; told once.
    pub fn take_reopened(&mut self) -> Option<String> {
        self.reopened.take()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.session.touch();
    }
}

impl Registry {
    /// Waits for the caller's turn. If the recorded browser is gone, another is opened with the same settings at the
    /// last page; a first one never is.
    ///
    /// # Errors
    /// No browser was opened, the queue is full, or another browser cannot be had.
    pub async fn turn(&self, name: &Name, _want: Want, gone: &CancellationToken) -> Result<Turn, Problem> {
        let workspace = self.get(name);
        let place = self.enter(&workspace).await?;
        if let Some(session) = workspace.session() {
            session.touch();
            return Ok(Turn { workspace, session, reopened: None, _place: place });
        }
        let record = self.record(&workspace).await?;
        let Some(settings) = record.settings.filter(|_| record.open) else {
            let says = format!("No browser is open in the workspace {name}: call open_session first.");
            return Err(Problem::new(Code::NoBrowser, says));
        };
        let why = workspace.lost().map_or("the server was started again", |over| over.reason());
        let session = self.start(&settings, gone).await?;
        workspace.put(session.clone());
        let mut reopened =
            format!("The browser was replaced: {why}. Settings are the same; what was in the page is lost.");
        if let Some(url) = record.page {
            reopened.push_str(match self.go_back_to(&session, &url).await {
                true => " It is at the last page again.",
                false => " The last page could not be loaded again.",
            });
        }
        Ok(Turn { workspace, session, reopened: Some(reopened), _place: place })
    }

    /// Opens a browser, or keeps the one that is open if it is just so and nothing fresh is wanted. The second value
    /// says whether it was kept.
    ///
    /// # Errors
    /// The queue is full, or a browser cannot be had.
    pub async fn open(
        &self,
        name: &Name,
        settings: &Settings,
        fresh: bool,
        gone: &CancellationToken,
    ) -> Result<(Turn, bool), Problem> {
        let workspace = self.get(name);
        let place = self.enter(&workspace).await?;
        if let Some(session) = workspace.session() {
            if !fresh && *session.wish() == settings.wish() {
                session.touch();
                return Ok((Turn { workspace, session, reopened: None, _place: place }, true));
            }
            workspace.end().await;
        }
        let session = self.start(settings, gone).await?;
        workspace.put(session.clone());
        self.change(&workspace, |record| {
            record.settings = Some(settings.clone());
            record.open = true;
        })
        .await?;
        Ok((Turn { workspace, session, reopened: None, _place: place }, false))
    }

    /// Ends a workspace's browser. `false` if there was none.
    ///
    /// # Errors
    /// The store cannot serve.
    pub async fn end(&self, name: &Name) -> Result<bool, Problem> {
        let workspace = self.get(name);
        let was_recorded = self.record(&workspace).await?.open;
        // The record first: a call that waits in the queue must not open it again.
        self.change(&workspace, |record| record.open = false).await?;
        Ok(workspace.end().await || was_recorded)
    }

    async fn enter(&self, workspace: &Workspace) -> Result<Place, Problem> {
        workspace.queue.enter().await.map_err(|Full| {
            let says =
                "Too many calls wait for this browser: wait for some of them, or use another workspace.";
            Problem::new(Code::RateLimited, says).retry_after(5)
        })
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
