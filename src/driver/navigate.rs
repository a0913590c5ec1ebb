//! Going places: tabs, addresses, history, dialogs. All over BiDi, in both browsers.
//!
//! A navigation is only begun here. Whether and where it arrived is told by events, which the session folds: a browser
//! may hold its answer back until a dialog is closed, or say that a download is a failure.

use super::{Browser, Fault, QUICK};
use handback_protocol::bidi::browsing_context::{
    Activate, Choice, Close, Create, CreateType, HandleUserPrompt, Navigate, ReadinessState, Reload,
    SetViewport, TraverseHistory, Viewport,
};
use handback_protocol::error::{Error, Refusal};
use handback_protocol::ids::{ContextId, Seq};
use std::time::Duration;

/// What the browser said to a navigation, if it said anything in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It began or arrived; the last event before the browser said so.
    Begun(Seq),
    /// The browser says that it failed, in its words: `net::ERR_NAME_NOT_RESOLVED`, `NS_ERROR_UNKNOWN_HOST`.
    Failed(Box<str>),
}

impl Browser {
    /// Sends a tab to an address and waits at most `deadline` until the browser says that it is on its way.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn go(&self, tab: &ContextId, url: &str, deadline: Duration) -> Result<Arrival, Fault> {
        let command = Navigate { context: tab, url, wait: Some(ReadinessState::None) };
        arrival(self.bidi().call(&command, deadline).await.map(|answer| answer.after))
    }

    /// Loads a tab's page again.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn reload(&self, tab: &ContextId, deadline: Duration) -> Result<Arrival, Fault> {
        let command = Reload { context: tab, ignore_cache: None, wait: Some(ReadinessState::None) };
        arrival(self.bidi().call(&command, deadline).await.map(|answer| answer.after))
    }

    /// Goes back (negative) or forward in a tab's history.
    ///
    /// # Errors
    /// The wire is over, the tab is gone, or there is no such entry.
    pub async fn traverse(&self, tab: &ContextId, delta: i32, deadline: Duration) -> Result<Arrival, Fault> {
        let command = TraverseHistory { context: tab, delta };
        arrival(self.bidi().call(&command, deadline).await.map(|answer| answer.after))
    }

    /// Brings a tab to the front.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn activate(&self, tab: &ContextId) -> Result<(), Fault> {
        self.bidi().call(&Activate { context: tab }, QUICK).await?;
        Ok(())
    }

    /// Opens a tab behind the current one.
    ///
    /// # Errors
    /// The wire is over or the browser refuses.
    pub async fn open_tab(&self) -> Result<ContextId, Fault> {
        let command = Create {
            kind: CreateType::Tab,
            reference_context: None,
            background: Some(true),
            user_context: None,
        };
        Ok(self.bidi().call(&command, QUICK).await?.value.context)
    }

    /// Closes a tab without asking its page.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn close_tab(&self, tab: &ContextId) -> Result<(), Fault> {
        self.bidi().call(&Close { context: tab, prompt_unload: Some(false) }, QUICK).await?;
        Ok(())
    }

    /// Answers a dialog. `text` is what a prompt is answered with.
    ///
    /// # Errors
    /// The wire is over, or no dialog is open.
    pub async fn answer_dialog(
        &self,
        tab: &ContextId,
        accept: bool,
        text: Option<&str>,
    ) -> Result<Seq, Fault> {
        let command = HandleUserPrompt { context: tab, accept: Some(accept), user_text: text };
        Ok(self.bidi().call(&command, QUICK).await?.after)
    }

    /// Sets a tab's viewport in CSS pixels.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn set_viewport(&self, tab: &ContextId, width: u32, height: u32) -> Result<(), Fault> {
        let command = SetViewport {
            context: Some(tab),
            user_contexts: None,
            viewport: Choice::Set(Viewport { width, height }),
            device_pixel_ratio: Choice::Unchanged,
        };
        self.bidi().call(&command, QUICK).await?;
        Ok(())
    }
}

fn arrival(outcome: Result<Seq, Error>) -> Result<Arrival, Fault> {
    match outcome {
        Ok(seq) => Ok(Arrival::Begun(seq)),
        Err(Error::Refused(refusal)) if !refusal.is_gone() && !refusal.is_session_gone() => {
            Ok(Arrival::Failed(reason(&refusal)))
        }
        Err(error) => Err(error.into()),
    }
}

/// `Error: NS_ERROR_X` and `net::ERR_X` as they stand; nothing of a stack.
fn reason(refusal: &Refusal) -> Box<str> {
    let line = refusal.message.lines().next().unwrap_or_default();
    line.strip_prefix("Error: ").unwrap_or(line).into()
}
