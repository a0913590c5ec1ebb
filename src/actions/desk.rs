//! The desk at which calls are taken: what an action needs beside its arguments.

use super::args;
use super::{Action, Answer, Call, Caller};
use crate::config::Config;
use crate::notify::Notify;
use crate::policy::Policy;
use crate::problem::{Code, Problem};
use crate::shutdown::Tasks;
use crate::source::Source;
use crate::workspace::{Name, Registry, Workspace, control_json};
use futures::FutureExt;
use serde_json::{Map, Value};
use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

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
    /// Who is told that a person is wanted.
    pub notify: Notify,
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
        let known = self.workspaces.get(&workspace);
        let underway = known.underway(action.name);
        let stop = CancellationToken::new();
        let gone = caller.gone.clone();
        let call = Call { desk: Arc::clone(self), action, workspace, args, caller, stop: stop.clone() };
        let outcome = {
            let run = AssertUnwindSafe((action.run)(call)).catch_unwind();
            tokio::select! {
                biased;
                outcome = run => Some(outcome.unwrap_or_else(|panic| Err(panicked(action, &*panic)))),
                () = stop.cancelled() => None,
                () = gone.cancelled() => Some(Err(Problem::new(Code::Internal, "The caller gave up."))),
            }
        };
        // A call that is stopped is dropped at its next step, and only then the person has control.
        let mut outcome = outcome.unwrap_or_else(|| Err(stopped(action, &known)));
        if let Ok(answer) = &mut outcome
            && let Some(control) = control_json(&known.control().control)
            && !answer.fields.contains_key("control")
        {
            answer.fields.insert("control".to_owned(), control);
        }
        underway.end(outcome.as_ref().err().map_or("OK", |problem| problem.code().as_str()));
        outcome
    }
}

fn panicked(action: &Action, panic: &(dyn Any + Send)) -> Problem {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let what = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    Problem::internal(format!("{} panicked: {what}", action.name))
}

/// The answer to a call that a person stopped.
fn stopped(action: &Action, workspace: &Workspace) -> Problem {
    let control = workspace.control().control;
    let by = control.refusal().map_or("A person", |(by, _, _)| &*by.name);
    let says = format!(
        "{by} stopped this {} and took control of the browser: call await_control, which returns when they hand it back. What it had done until then stays done.",
        action.name
    );
    let problem = Problem::new(Code::ControlHeld, says);
    match control_json(&control) {
        Some(control) => problem.with("control", control),
        None => problem,
    }
}

/// The answer to calls that come too late.
pub(crate) fn stopping() -> Problem {
    Problem::new(Code::Stopping, "The server is stopping: call again once it is back.").retry_after(5)
}
