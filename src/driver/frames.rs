//! Which element of a document holds which frame.

use super::world::sandbox;
use super::{Browser, Fault, QUICK};
use handback_protocol::bidi::script::{CallFunction, Content, LocalValue};
use handback_protocol::ids::ContextId;

impl Browser {
    /// The elements that hold these frames, as far as the browser can tell before the document that they are in was
    /// walked: what [`Browser::holders`] answers, asked beside the walks.
    pub async fn early_holders(&self, parent: &ContextId, children: &[ContextId]) -> Vec<(u32, ContextId)> {
        let Some(lane) = self.lane() else { return Vec::new() };
        let mut held = lane.holders(parent, children).await.unwrap_or_default();
        held.retain(|(number, _)| *number != 0);
        held
    }

    /// Pairs elements of a document that hold frames with the contexts in them. `numbers`: the elements by their
    /// numbers in our world; `children`: the contexts whose parent the document's context is. Elements without a
    /// context, and contexts whose element is not among them, are left out.
    ///
    /// # Errors
    /// The wire is over or the document is gone.
    pub async fn holders(
        &self,
        parent: &ContextId,
        numbers: &[u32],
        children: &[ContextId],
    ) -> Result<Vec<(u32, ContextId)>, Fault> {
        if numbers.is_empty() || children.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(lane) = self.lane() {
            return Ok(lane
                .holders(parent, children)
                .await?
                .into_iter()
                .filter(|(n, _)| numbers.contains(n))
                .collect());
        }
        // A window comes back as the name of its context.
        const WINDOWS: &str = "ns=>ns.map(n=>hb.elementOf(n)?.contentWindow??null)";
        let list =
            LocalValue::Array(numbers.iter().map(|number| LocalValue::from(f64::from(*number))).collect());
        let arguments = [list];
        let call = CallFunction::new(sandbox(parent), WINDOWS, &arguments);
        let windows = self.bidi().call(&call, QUICK).await?.value.result.map_err(|_| Fault::Gone)?;
        let Content::Items(windows) = windows.content else { return Ok(Vec::new()) };
        let pairs = numbers.iter().zip(windows).filter_map(|(number, window)| match window.content {
            Content::Window(context) => Some((*number, context)),
            _ => None,
        });
        Ok(pairs.collect())
    }
}
