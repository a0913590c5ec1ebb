//! Our world over CDP: one isolated world a document
//! ([Page.createIsolatedWorld](https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-createIsolatedWorld)).

use super::Lane;
use crate::driver::Fault;
use crate::driver::QUICK;
use crate::driver::world::WORLD;
use handback_protocol::cdp::page::CreateIsolatedWorld;
use handback_protocol::cdp::runtime::Evaluate;
use handback_protocol::error::Error;
use handback_protocol::ids::{CdpSessionId, ContextId, ExecutionContextId, FrameId};
use serde_json::Value;
use std::time::Duration;

impl Lane {
    /// Evaluates an expression in our world of a frame and gives its text, awaited if it is a promise.
    pub(in crate::driver) async fn evaluate(
        &self,
        frame: &ContextId,
        expression: &str,
        deadline: Duration,
    ) -> Result<String, Fault> {
        let (session, world) = self.world_of(frame).await?;
        match self.evaluate_in(&session, world, expression, deadline).await {
            // The document is another by now, and so is our world.
            Err(Fault::Gone) => {
                self.known().worlds.remove(frame);
                let (session, world) = self.world_of(frame).await?;
                self.evaluate_in(&session, world, expression, deadline).await
            }
            outcome => outcome,
        }
    }

    /// Our world in the frame's current document, and the session it is in.
    pub(super) async fn world_of(
        &self,
        frame: &ContextId,
    ) -> Result<(CdpSessionId, ExecutionContextId), Fault> {
        let remembered = self.known().worlds.get(frame).copied();
        match remembered {
            Some(world) => Ok((self.session(frame).await?, world)),
            None => self.make_world(frame).await,
        }
    }

    async fn make_world(&self, frame: &ContextId) -> Result<(CdpSessionId, ExecutionContextId), Fault> {
        let frame_id = FrameId::from(frame);
        let command = CreateIsolatedWorld { frame_id: &frame_id, world_name: Some(WORLD) };
        let session = self.session(frame).await?;
        let made = match self.connection.call_in(Some(session.as_str()), &command, QUICK).await {
            Ok(made) => made.value.execution_context_id,
            Err(error) => {
                // The frame moved to another process: its new session is told by an event, soon or by now.
                self.known().homes.remove(frame);
                return Err(error.into());
            }
        };
        self.known().worlds.insert(frame.clone(), made);
        Ok((session, made))
    }

    async fn evaluate_in(
        &self,
        session: &CdpSessionId,
        world: ExecutionContextId,
        expression: &str,
        deadline: Duration,
    ) -> Result<String, Fault> {
        let command = Evaluate {
            expression,
            context_id: Some(world),
            await_promise: Some(true),
            return_by_value: Some(true),
            ..Evaluate::default()
        };
        let evaluated = self.connection.call_in(Some(session.as_str()), &command, deadline).await?.value;
        match evaluated.result.value {
            Some(Value::String(text)) if evaluated.exception_details.is_none() => Ok(text),
            // The installing expression gives nothing.
            None | Some(Value::Null) if evaluated.exception_details.is_none() => Ok(String::new()),
            _ => Err(Fault::Wire(Error::Unreadable {
                method: "Runtime.evaluate".into(),
                reason: "our script threw, or gave no text".into(),
            })),
        }
    }
}
