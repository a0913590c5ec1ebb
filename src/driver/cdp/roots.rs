//! Closed shadow roots over CDP: a deep look at an element tells its shadow root, whether closed or not.

use super::Lane;
use crate::driver::roots::MOST;
use crate::driver::{Fault, QUICK};
use futures::future::join_all;
use handback_protocol::bidi::script::ShadowTree;
use handback_protocol::cdp::dom::ResolveNode;
use handback_protocol::cdp::runtime::{
    CallFunctionOn, Evaluate, NodeDepth, ReleaseObjectGroup, Serialization, SerializationOptions,
};
use handback_protocol::ids::{BackendNodeId, CdpSessionId, ContextId, ExecutionContextId};
use serde::Deserialize;

/// What the page's nodes are kept under until they are handed over.
const GROUP: &str = "roots";

/// The list of elements as the browser tells it.
#[derive(Deserialize)]
struct Hosts {
    value: Vec<Host>,
}

#[derive(Deserialize)]
struct Host {
    value: HostNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HostNode {
    shadow_root: Option<Root>,
}

#[derive(Deserialize)]
struct Root {
    value: RootNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootNode {
    backend_node_id: BackendNodeId,
}

impl Lane {
    /// Hands our world the closed roots of the next elements that it asks about: how many it asked about, and how many
    /// roots there were.
    pub(in crate::driver) async fn open_roots(&self, frame: &ContextId) -> Result<(usize, usize), Fault> {
        let (session, world) = self.world_of(frame).await?;
        let opened = self.open_in(&session, world).await;
        let release = ReleaseObjectGroup { object_group: GROUP };
        // Sent, and not waited for: nothing depends on it.
        let _ = self.connection.send_in(Some(session.as_str()), &release, QUICK).await;
        opened
    }

    async fn open_in(
        &self,
        session: &CdpSessionId,
        world: ExecutionContextId,
    ) -> Result<(usize, usize), Fault> {
        let nodes = NodeDepth { max_node_depth: Some(0), include_shadow_tree: Some(ShadowTree::All) };
        let hosts = Evaluate {
            expression: &format!("hb.hosts({MOST})"),
            context_id: Some(world),
            object_group: Some(GROUP),
            serialization_options: Some(SerializationOptions {
                serialization: Serialization::Deep,
                max_depth: Some(1),
                additional_parameters: Some(nodes),
            }),
            ..Evaluate::default()
        };
        let told = self.connection.call_in(Some(session.as_str()), &hosts, QUICK).await?.value.result;
        let told = told.deep_serialized_value.and_then(|list| serde_json::from_value::<Hosts>(list).ok());
        let hosts = told.map(|list| list.value).unwrap_or_default();
        let roots =
            hosts.iter().filter_map(|host| Some(host.value.shadow_root.as_ref()?.value.backend_node_id));
        let opened = join_all(roots.map(|root| self.open(session, world, root))).await;
        Ok((hosts.len(), opened.into_iter().filter(Result::is_ok).count()))
    }

    async fn open(
        &self,
        session: &CdpSessionId,
        world: ExecutionContextId,
        root: BackendNodeId,
    ) -> Result<(), Fault> {
        let wire = Some(session.as_str());
        let resolve = ResolveNode {
            backend_node_id: root,
            object_group: Some(GROUP),
            execution_context_id: Some(world),
        };
        let root = self.connection.call_in(wire, &resolve, QUICK).await?.value.object.object_id;
        let adopt = CallFunctionOn {
            function_declaration: "function(){hb.adopt(this)}",
            object_id: Some(&root.ok_or(Fault::Gone)?),
            ..CallFunctionOn::default()
        };
        self.connection.call_in(wire, &adopt, QUICK).await?;
        Ok(())
    }
}
