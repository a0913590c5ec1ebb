//! Text, Markdown and HTML of a page or an element.

use super::find::{Target, stale};
use super::page::{PROMPT, Page};
use crate::problem::Problem;
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Extracted {
    why: Option<String>,
    text: String,
    more: bool,
}

impl Page {
    /// A piece of the visible `text`, of the `markdown` or of the `html` of an element, or of the page: at most `limit`
    /// characters from `from` on, in UTF-16 units, and whether there is more.
    ///
    /// # Errors
    /// The element is gone, or the page went away.
    pub async fn extract(
        &self,
        target: Option<&Target>,
        format: &str,
        from: usize,
        limit: usize,
    ) -> Result<(String, bool), Problem> {
        let mut argument = json!({"format": format, "from": from, "limit": limit});
        let frame = match target {
            Some(target) => {
                argument["doc"] = json!(target.document);
                argument["node"] = json!(target.node);
                target.frame.clone()
            }
            None => self.current_frame(),
        };
        let extracted: Extracted = self.ask(&frame, "extract", &argument, PROMPT).await?;
        match (extracted.why, target) {
            (None, _) => Ok((extracted.text, extracted.more)),
            (Some(_), Some(target)) => Err(stale(self.call(target))),
            (Some(_), None) => Err(stale("The page")),
        }
    }
}
