//! Which element holds a frame, over CDP: asked from the frame's side.

use super::Lane;
use crate::driver::{Fault, QUICK};
use futures::future::join_all;
use handback_protocol::cdp::dom::{GetFrameOwner, ResolveNode};
use handback_protocol::cdp::runtime::CallFunctionOn;
use handback_protocol::ids::{ContextId, FrameId};

impl Lane {
    /// The numbers, in our world of `parent`, of the elements that hold these frames; 0 before our script is there.
    /// Frames that are gone meanwhile are left out.
    pub(in crate::driver) async fn holders(
        &self,
        parent: &ContextId,
        children: &[ContextId],
    ) -> Result<Vec<(u32, ContextId)>, Fault> {
        let asked = children
            .iter()
            .map(|child| async move { Ok((self.holder(parent, child).await?, child.clone())) });
        let mut held = Vec::with_capacity(children.len());
        for answer in join_all(asked).await {
            match answer {
                Ok(pair) => held.push(pair),
                Err(Fault::Gone | Fault::Refused(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(held)
    }

    async fn holder(&self, parent: &ContextId, child: &ContextId) -> Result<u32, Fault> {
        let (session, world) = self.world_of(parent).await?;
        let wire = Some(session.as_str());
        let owner = GetFrameOwner { frame_id: &FrameId::from(child) };
        let node = self.connection.call_in(wire, &owner, QUICK).await?.value.backend_node_id;
        let resolve =
            ResolveNode { backend_node_id: node, object_group: None, execution_context_id: Some(world) };
        let object = self
            .connection
            .call_in(wire, &resolve, QUICK)
            .await?
            .value
            .object
            .object_id
            .ok_or(Fault::Gone)?;
        let number = CallFunctionOn {
            function_declaration: "function(){return typeof hb==='undefined'?0:hb.idOf(this)}",
            object_id: Some(&object),
            return_by_value: Some(true),
            ..CallFunctionOn::default()
        };
        let value = self.connection.call_in(wire, &number, QUICK).await?.value.result.value;
        value.and_then(|value| value.as_u64()?.try_into().ok()).ok_or(Fault::Gone)
    }
}
