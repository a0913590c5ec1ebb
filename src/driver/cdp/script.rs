//! A caller's script over CDP, in the page's own world.
//!
//! Our world and the page's know the same nodes as different objects. The way across goes by the node's backend id,
//! which needs no event of any realm: `Runtime.enable`, which would tell of every realm, makes each `console.log` of
//! the page a message.

use super::Lane;
use crate::driver::script::{Argument, Thrown};
use crate::driver::{Fault, QUICK};
use handback_protocol::bidi::script::RemoteValue;
use handback_protocol::cdp::dom::{DescribeNode, NodeRef, ResolveNode, SetFileInputFiles};
use handback_protocol::cdp::runtime::{
    CallArgument, CallFunctionOn, Evaluate, ReleaseObjectGroup, RemoteObject, Serialization,
    SerializationOptions, TerminateExecution,
};
use handback_protocol::ids::{CdpSessionId, ContextId, ObjectId};
use serde_json::Value;
use std::time::Duration;

/// Objects that one call needed; let go of together.
const GROUP: &str = "handback-script";

impl Lane {
    /// Ends the script that keeps the page of a tab or frame busy.
    pub(in crate::driver) async fn interrupt(&self, frame: &ContextId) -> Result<(), Fault> {
        let session = self.session(frame).await?;
        self.connection.call_in(Some(session.as_str()), &TerminateExecution {}, QUICK).await?;
        Ok(())
    }

    /// Runs a function in the page's world of a frame.
    pub(in crate::driver) async fn run_script(
        &self,
        frame: &ContextId,
        function: &str,
        args: &[Argument],
        depth: u32,
        deadline: Duration,
    ) -> Result<Result<Value, Thrown>, Fault> {
        let session = self.session(frame).await?;
        let this = self.across(frame, &session, "document").await?;
        let mut arguments = Vec::with_capacity(args.len());
        for arg in args {
            arguments.push(match arg {
                Argument::Value(value) => CallArgument::Value(value.clone()),
                Argument::Element(number) => CallArgument::ObjectId(
                    self.across(frame, &session, &format!("hb.elementOf({number})")).await?,
                ),
            });
        }
        let command = CallFunctionOn {
            function_declaration: function,
            object_id: Some(&this),
            arguments: Some(&arguments),
            await_promise: Some(true),
            user_gesture: Some(true),
            object_group: Some(GROUP),
            serialization_options: Some(SerializationOptions {
                serialization: Serialization::Deep,
                max_depth: Some(depth),
                additional_parameters: None,
            }),
            ..CallFunctionOn::default()
        };
        let called = self.connection.call_in(Some(session.as_str()), &command, deadline).await;
        let release = ReleaseObjectGroup { object_group: GROUP };
        // Sent, and not waited for: nothing depends on it.
        let _ = self.connection.send_in(Some(session.as_str()), &release, QUICK).await;
        let called = called?.value;
        Ok(match called.exception_details {
            Some(thrown) => {
                let said = thrown.exception.and_then(|exception| exception.description);
                // A description goes on with the stack.
                let text =
                    said.as_deref().and_then(|said| said.lines().next()).unwrap_or(&thrown.text).to_owned();
                Err(Thrown { text, line: thrown.line_number })
            }
            None => Ok(plain(called.result)),
        })
    }

    /// Chooses files in a field of our world, by its number.
    pub(in crate::driver) async fn set_files_of(
        &self,
        frame: &ContextId,
        number: u32,
        paths: &[&str],
    ) -> Result<(), Fault> {
        let session = self.session(frame).await?;
        let field = self.across(frame, &session, &format!("hb.elementOf({number})")).await?;
        let command = SetFileInputFiles { files: paths, node: NodeRef::ObjectId(field) };
        self.connection.call_in(Some(session.as_str()), &command, QUICK).await?;
        Ok(())
    }

    /// A node that an expression of our world gives, as an object of the page's world.
    async fn across(
        &self,
        frame: &ContextId,
        session: &CdpSessionId,
        expression: &str,
    ) -> Result<ObjectId, Fault> {
        let wire = Some(session.as_str());
        let (_, world) = self.world_of(frame).await?;
        let evaluate = Evaluate {
            expression,
            context_id: Some(world),
            object_group: Some(GROUP),
            ..Evaluate::default()
        };
        let ours = self
            .connection
            .call_in(wire, &evaluate, QUICK)
            .await?
            .value
            .result
            .object_id
            .ok_or(Fault::Gone)?;
        let describe = DescribeNode { node: NodeRef::ObjectId(ours), depth: None, pierce: None };
        let node = self.connection.call_in(wire, &describe, QUICK).await?.value.node.backend_node_id;
        let resolve =
            ResolveNode { backend_node_id: node, object_group: Some(GROUP), execution_context_id: None };
        self.connection.call_in(wire, &resolve, QUICK).await?.value.object.object_id.ok_or(Fault::Gone)
    }
}

/// A result as JSON. Chromium's deep form is BiDi's.
fn plain(result: RemoteObject) -> Value {
    let deep =
        result.deep_serialized_value.and_then(|value| serde_json::from_value::<RemoteValue>(value).ok());
    match deep {
        Some(value) => value.to_json(),
        None => result.value.unwrap_or(Value::Null),
    }
}
