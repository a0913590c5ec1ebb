//! `ask_person`: says at the admin that the agent needs a person, and why.

use super::args::{Arg, Form, required};
use super::{Action, Answer, Call, Hints, Method, field, waits};
use crate::problem::Problem;
use crate::session::control::Phase;
use futures::FutureExt;
use serde::Deserialize;

/// The longest reason, in characters.
pub const REASON_CHARS: usize = 300;

const ARGS: &[Arg] =
    &[required("reason", Form::Text(REASON_CHARS), "what they should do, 1 to 300 characters")];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "ask_person",
    title: "Ask for a person",
    about: "Ask a person to take control of this browser: to sign in, solve a captcha, decide. Then call await_control.",
    method: Method::Post,
    path: "/browser/ask-person",
    kind: waits,
    hints: Hints { read_only: false, destructive: false, idempotent: true, open_world: true },
    args: ARGS,
    fields: &[field("asked", "boolean"), field("message", "string"), field("control", "object")],
    on_page: false,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    reason: String,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let Args { reason } = call.read()?;
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Problem::argument("reason is empty: say what the person should do."));
    }
    let workspace = call.desk.workspaces.get(&call.workspace);
    if let Phase::Held { by, .. } = workspace.control().control.phase() {
        let says = format!("{} has control already: call await_control.", by.name);
        return Ok(Answer::new().with("asked", false).with("message", says));
    }
    workspace.call_person(reason)?;
    call.desk.notify.person_asked(&call.workspace, reason);
    let says = "A person was asked for: call await_control, which returns when they hand back.";
    Ok(Answer::new().with("asked", true).with("message", says))
}
