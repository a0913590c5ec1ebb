//! Dialogs: waited for and answered on the browser's own channel, which a blocked page cannot block.

use super::page::Page;
use crate::driver::{Dialog, Fault};
use crate::problem::Problem;
use std::time::Duration;

impl Page {
    /// The dialog that blocks the page, waiting for one to open.
    ///
    /// # Errors
    /// The browser went away.
    pub async fn wait_for_dialog(&self, wait: Duration) -> Result<Option<Dialog>, Problem> {
        let tab = self.tab;
        let opened = self.wait_for(wait, |state| state.tab(tab).is_none_or(|tab| tab.dialog.is_some()));
        tokio::select! {
            _ = opened => Ok(self.dialog()),
            over = self.session.until_over() => Err(super::fault::over(Some(over))),
        }
    }

    /// Answers the dialog, and waits until it is closed.
    ///
    /// # Errors
    /// The browser went away. A dialog that somebody else closed meanwhile is no error.
    pub async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<(), Problem> {
        let answered = self.driver.answer_dialog(&self.context, accept, text).await;
        match answered {
            Ok(seq) => {
                self.wait_for(Duration::from_secs(5), |state| state.folded >= seq).await;
                Ok(())
            }
            Err(Fault::Refused(refusal)) if refusal.is("no such alert") => {
                // It was closed by somebody else and nobody told: what is known must follow.
                let context = self.context.clone();
                self.session.inner.state.send_modify(|state| {
                    state.fold(state.folded, &crate::driver::Event::DialogClosed { context });
                });
                Ok(())
            }
            Err(fault) => Err(self.problem(fault)),
        }
    }
}
