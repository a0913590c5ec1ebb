//! The desk at which calls are taken: what an action needs beside its arguments.

use super::args;
use super::{Action, Answer, Call, Caller};
use crate::config::Config;
use crate::policy::Policy;
use crate::problem::{Code, Problem};
use crate::shutdown::Tasks;
use crate::source::Source;
use crate::workspace::{Name, Registry};
use futures::FutureExt;
use serde_json::{Map, Value};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// What all calls share.
#[derive(Debug)]
pub struct Desk {
    /// The settings.
    pub config: Arc<Config>,
    /// Which addresses may be visited.
    pub policy: Arc<Policy>,
    /// Where browsers come from.
    pub source: Arc<Source>,
    /// The workspaces.
    pub workspaces: Registry,
    /// The owner of tasks.
    pub tasks: Tasks,
}

impl Desk {
    /// Takes a call: tidies its arguments, runs it, and turns a panic in it into an answer.
    ///
    /// # Errors
    /// What the action says, and arguments that cannot be understood.
    pub async fn take(
        self: &Arc<Self>,
        action: &'static Action,
        workspace: Name,
        sent: Map<String, Value>,
        caller: Caller,
    ) -> Result<Answer, Problem> {
        if self.tasks.stopping().is_cancelled() {
            return Err(stopping());
        }
        let args = args::tidy(&action.arg_list(), sent)?;
        let began = std::time::Instant::now();
        let call = Call::new(Arc::clone(self), action, workspace, args, caller);
        let outcome = match AssertUnwindSafe((action.run)(call)).catch_unwind().await {
            Ok(outcome) => outcome,
            Err(panic) => {
                let what = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied())
                    .unwrap_or("no message");
                Err(Problem::internal(format!("{} panicked: {what}", action.name)))
            }
        };
        let code = outcome.as_ref().err().map_or("OK", |problem| problem.code().as_str());
        tracing::debug!(action = action.name, code, ms = began.elapsed().as_millis(), "answered");
        outcome
    }
}

/// The answer to calls that come too late.
pub(crate) fn stopping() -> Problem {
    Problem::new(Code::Stopping, "The server is stopping: call again once it is back.").retry_after(5)
}
