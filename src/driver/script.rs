//! A caller's script, in the page's own realm.

use super::world::sandbox;
use super::{Browser, Fault, QUICK};
use handback_protocol::bidi::script::{CallFunction, Evaluated, LocalValue, SerializationOptions, Target};
use handback_protocol::ids::{ContextId, SharedId};
use serde_json::Value;
use std::time::Duration;

/// An argument of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A JSON value.
    Value(Value),
    /// An element of the frame the script runs in, by its number in our world.
    Element(u32),
}

/// What a script threw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The error's text. Page text.
    pub text: String,
    /// Its line in the script, from 1.
    pub line: i64,
}

/// How deep results are told.
const DEPTH: u32 = 8;

impl Browser {
    /// Runs the body of an async function in the page, with `args` as `arguments`, and gives what it returns as JSON.
    ///
    /// # Errors
    /// The wire is over or the frame is gone. What the script threw is no fault but the inner error.
    pub async fn run_script(
        &self,
        frame: &ContextId,
        body: &str,
        args: &[Argument],
        deadline: Duration,
    ) -> Result<Result<Value, Thrown>, Fault> {
        // A line of its own for the body: its errors' line numbers are off by one, which is taken back below.
        let function = format!("async function(...args){{\n{body}\n}}");
        if let Some(lane) = self.lane() {
            return lane.run_script(frame, &function, args, DEPTH, deadline).await;
        }
        let mut arguments = Vec::with_capacity(args.len());
        for arg in args {
            arguments.push(match arg {
                Argument::Value(value) => LocalValue::from(value.clone()),
                Argument::Element(number) => LocalValue::Node(self.shared(frame, *number).await?),
            });
        }
        let target = Target::Context { context: frame, sandbox: None };
        let mut call = CallFunction::new(target, &function, &arguments);
        call.serialization_options = Some(SerializationOptions {
            max_dom_depth: Some(0),
            max_object_depth: Some(DEPTH),
            include_shadow_tree: None,
        });
        call.user_activation = Some(true);
        let Evaluated { result, .. } = self.bidi().call(&call, deadline).await?.value;
        Ok(match result {
            Ok(value) => Ok(value.to_json()),
            Err(thrown) => Err(Thrown { text: thrown.text, line: thrown.line_number }),
        })
    }

    /// Ends the script that keeps a tab's page busy, in browsers that can.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn interrupt(&self, tab: &ContextId) -> Result<(), Fault> {
        match self.lane() {
            Some(lane) => lane.interrupt(tab).await,
            None => Ok(()),
        }
    }

    /// An element of our world as something that other realms understand.
    pub(super) async fn shared(&self, frame: &ContextId, number: u32) -> Result<SharedId, Fault> {
        let arguments = [LocalValue::from(f64::from(number))];
        let call = CallFunction::new(sandbox(frame), "n=>hb.elementOf(n)", &arguments);
        let answer = self.bidi().call(&call, QUICK).await?;
        let id = answer.value.result.ok().and_then(|value| value.shared_id);
        id.ok_or(Fault::Gone)
    }
}
