//! The page on paper, and as a document of its own.

use super::page::{Cut, PROMPT, Page, blocked};
use crate::problem::Problem;
use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// Firefox takes seconds for a long page.
const PRINT: Duration = Duration::from_secs(60);

impl Page {
    /// The tab as PDF.
    ///
    /// # Errors
    /// A dialog holds it back, or the page went away.
    pub async fn print(&self, landscape: bool, background: bool) -> Result<Bytes, Problem> {
        self.unblocked()?;
        match self.until_cut(self.driver.print(&self.context, landscape, background, PRINT)).await? {
            Cut::Done(bytes) => Ok(bytes),
            Cut::Dialog(dialog) => Err(blocked(&dialog)),
        }
    }

    /// The HTML of the tab's document as it is now, without what is in secret fields.
    ///
    /// # Errors
    /// A dialog blocks it, or the page went away.
    pub async fn snapshot(&self) -> Result<String, Problem> {
        #[derive(Deserialize)]
        struct Snapshot {
            html: String,
        }
        self.unblocked()?;
        let taken: Snapshot = self.ask(&self.context, "snapshot", &json!({}), PROMPT).await?;
        Ok(taken.html)
    }
}
