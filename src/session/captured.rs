//! Capture on a live browser: turning it on, and reading what it has.

use super::capture::{Capture, CaptureNews, Exchange, Line};
use super::state::TabId;
use super::{Session, fault};
use crate::driver::Fault;
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use handback_protocol::message::Happening;
use std::sync::{MutexGuard, PoisonError};

impl Session {
    /// Captures from here on. Nothing happens if it did already.
    ///
    /// # Errors
    /// The browser went away.
    pub async fn start_capture(&self) -> Result<(), Problem> {
        if self.capture().is_some() {
            return Ok(());
        }
        *self.capture() = Some(Capture::default());
        let gone = |fault: Fault| fault::problem(fault, "The browser went away; try again.");
        self.driver().tell_all().await.map_err(gone)
    }

    /// The lines that pages wrote on their console, oldest first, and how many more there were; `None` while nothing is
    /// captured.
    pub fn console(&self) -> Option<(Vec<Line>, u64)> {
        self.capture().as_ref().map(Capture::lines)
    }

    /// The requests, oldest first, and how many more there were; `None` while nothing is captured.
    pub fn network(&self) -> Option<(Vec<Exchange>, u64)> {
        self.capture().as_ref().map(Capture::requests)
    }

    /// What went wrong on pages since this was asked last.
    pub fn capture_news(&self) -> CaptureNews {
        self.capture().as_mut().map(Capture::take_news).unwrap_or_default()
    }

    /// A captured request with its answer's body.
    ///
    /// # Errors
    /// Nothing is captured, there is no such request, or the browser has its body no more.
    pub async fn body_of(&self, id: &str) -> Result<(Exchange, Vec<u8>), Problem> {
        let exchange = match &*self.capture() {
            Some(capture) => capture.request(id),
            None => return Err(Problem::new(Code::NotFound, OFF)),
        };
        let exchange = exchange.ok_or_else(|| {
            let says = format!(
                "There is no request {id}: take an id from workspace://network, or GET /browser/network. The last five pages are kept."
            );
            Problem::new(Code::NotFound, says)
        })?;
        match self.driver().body_of(&exchange.request).await {
            Ok(body) => Ok((exchange, body)),
            Err(Fault::Refused(refusal)) => {
                let says = format!(
                    "The browser has no body for {id}: there was none, it was too long to be kept, or it is kept no more. Load the page again and ask soon after."
                );
                Err(Problem::new(Code::NotFound, says).logged(refusal.message))
            }
            Err(fault) => Err(fault::problem(fault, "The browser went away; try again.")),
        }
    }

    /// Takes an event into what is captured, if anything is.
    pub(super) fn capture_event(&self, event: &Happening) {
        let mut capture = self.capture();
        let Some(capture) = &mut *capture else { return };
        let state = self.inner.state.borrow();
        let place = |context: &ContextId| -> Option<(TabId, bool)> {
            let tab = state.tab_of(context)?;
            Some((tab.id, tab.context == *context))
        };
        capture.fold(event, place);
    }

    pub(super) fn is_capturing(&self) -> bool {
        self.capture().is_some()
    }

    fn capture(&self) -> MutexGuard<'_, Option<Capture>> {
        // Held for single reads and writes only; a panic in one leaves it whole.
        self.inner.capture.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said where nothing is captured.
pub const OFF: &str = "Nothing is captured of this browser: open_session with capture=true begins it.";
