//! `dialog`: answers or reads the dialog that blocks a page. Nothing else answers dialogs.

use super::args::{Arg, Form, OUTLINE, WAIT, arg};
use super::{ACTS, Action, Answer, Call, Kind, Method, field};
use crate::problem::{Code, Problem};
use crate::session::Effect;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

const ARGS: &[Arg] = &[
    arg("action", Form::Choice(&["accept", "dismiss", "read", "send_text"]), "default accept"),
    arg("text", Form::Text(10_000), "for a prompt"),
    WAIT,
    OUTLINE,
];

/// How long a dialog is waited for unless the call says otherwise, in seconds.
const WAIT_SECONDS: f64 = 10.0;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "dialog",
    title: "Answer a dialog",
    about: "Accept, dismiss or read the alert, confirm, prompt or leave-page dialog that blocks the page; send_text answers a prompt with text.",
    method: Method::Post,
    path: "/browser/dialog",
    kind,
    hints: ACTS,
    args: ARGS,
    fields: &[
        field("action", "string"),
        field("message", "string"),
        field("kind", "string"),
        field("default", "string"),
    ],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    action: Option<String>,
    text: Option<String>,
    wait_timeout: Option<f64>,
}

fn kind(args: &Map<String, Value>) -> Kind {
    match args.get("action").and_then(Value::as_str) {
        Some("read") => Kind::Read,
        _ => Kind::Change,
    }
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    let wait = args.wait_timeout.unwrap_or(WAIT_SECONDS);
    let Some(dialog) = on.page.wait_for_dialog(Duration::from_secs_f64(wait)).await? else {
        let says = format!("No dialog is open, and none opened within {wait:.0} s.");
        return Err(Problem::new(Code::NoMatch, says));
    };
    let action = args.action.as_deref().unwrap_or("accept");
    let mut fields = Map::new();
    fields.insert("action".to_owned(), json!(action));
    fields.insert("message".to_owned(), json!(dialog.message));
    fields.insert("kind".to_owned(), json!(dialog.kind));
    if let Some(default) = &dialog.default {
        fields.insert("default".to_owned(), json!(default));
    }
    if action == "read" {
        return on.read_result(fields).await;
    }
    if args.text.is_some() && &*dialog.kind != "prompt" {
        let says = format!("This dialog ({}) takes no text: accept or dismiss it.", dialog.kind);
        return Err(Problem::argument(says));
    }
    if action == "send_text" && args.text.is_none() {
        return Err(Problem::argument("send_text needs text."));
    }
    on.page.answer_dialog(action != "dismiss", args.text.as_deref()).await?;
    let rest = on.page.rest(Effect::Press).await?;
    on.done(rest, fields).await
}
