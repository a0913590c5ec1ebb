//! Closed shadow roots: no script may reach them from their elements, but the browser hands them to its driver.
//!
//! Our script gathers the elements that may have one while it walks, the browser is asked about these, each once, and
//! what it hands out is adopted by our script, which reads it from then on as it reads open ones. The page does not
//! notice.

use super::world::sandbox;
use super::{Browser, Fault, QUICK};
use handback_protocol::bidi::script::{CallFunction, Content, LocalValue, SerializationOptions, ShadowTree};
use handback_protocol::ids::{ContextId, SharedId};

/// Elements that are asked about in one message, of about 300 bytes each.
pub(super) const MOST: usize = 256;

impl Browser {
    /// Opens to our world the closed shadow roots of the elements that it gathered in a frame. How many there were; a
    /// root that goes away meanwhile stays closed.
    ///
    /// # Errors
    /// The wire is over or the document is gone.
    pub async fn open_roots(&self, frame: &ContextId) -> Result<usize, Fault> {
        let mut opened = 0;
        loop {
            let (asked, roots) = match self.lane() {
                Some(lane) => lane.open_roots(frame).await?,
                None => self.open_some(frame).await?,
            };
            opened += roots;
            if asked < MOST {
                return Ok(opened);
            }
        }
    }

    async fn open_some(&self, frame: &ContextId) -> Result<(usize, usize), Fault> {
        let most = [LocalValue::from(MOST as f64)];
        let mut hosts = CallFunction::new(sandbox(frame), "most=>hb.hosts(most)", &most);
        hosts.serialization_options = Some(SerializationOptions {
            max_dom_depth: Some(0),
            max_object_depth: Some(1),
            include_shadow_tree: Some(ShadowTree::All),
        });
        let told = self.bidi().call(&hosts, QUICK).await?.value.result.map_err(|_| Fault::Gone)?;
        let Content::Items(hosts) = told.content else { return Ok((0, 0)) };
        let root = |host: &handback_protocol::bidi::script::RemoteValue| -> Option<SharedId> {
            host.as_node()?.shadow_root.as_ref()?.shared_id.clone()
        };
        let roots: Vec<LocalValue> = hosts.iter().filter_map(root).map(LocalValue::Node).collect();
        if !roots.is_empty() {
            let adopt = CallFunction::new(sandbox(frame), "(...roots)=>roots.forEach(hb.adopt)", &roots);
            self.bidi().call(&adopt, QUICK).await?.value.result.map_err(|_| Fault::Gone)?;
        }
        Ok((hosts.len(), roots.len()))
    }
}
