//! `await_control`: waits for the person who has control to hand back, and tells what they did.
//!
//! It never queues and changes nothing. A hand-back counts as told once an answer with it has left.

use super::call::Waits;
use super::{Action, Answer, Call, Hints, Method, Surface, field, waits};
use crate::problem::{Code, Problem};
use crate::session::control::{How, Moment, Phase};
use crate::session::{Asked, Effect, Form, Session};
use crate::workspace::{Returned, View, Workspace, hand_back_json, iso};
use futures::FutureExt;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How often a waiting caller is told that it still waits.
const PROGRESS: Duration = Duration::from_secs(15);
/// How long a page that is still loading is waited for before it is read.
const LOADING: Duration = Duration::from_secs(5);

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "await_control",
    title: "Wait for the hand-back",
    about: "Wait for the person who has control of this browser to hand it back; call it when a call is refused with CONTROL_HELD, or after ask_person, instead of retrying. Returns at once with nobody in control. Answers where the page is now, every page they reached, and the outline: read it before you carry on. handed_back:false at the cap: call again. ended:true: call open_session.",
    method: Method::Post,
    path: "/browser/await-control",
    kind: waits,
    hints: Hints { read_only: true, destructive: false, idempotent: false, open_world: true },
    args: &[],
    fields: &[
        field("handed_back", "boolean"),
        field("ended", "boolean"),
        field("control", ""),
        field("page", "object"),
        field("visited", "array"),
        field("dropped", "integer"),
        field("outline", "object"),
        field("page_error", "string"),
        field("site_data", "object"),
        field("message", "string"),
    ],
    on_page: false,
    pictures: false,
    run: |call| run(call).boxed(),
};

/// Why the wait is over.
#[expect(clippy::large_enum_variant, reason = "one a wait, and read at once")]
enum Outcome {
    /// A hold ended, after the wait began or before it.
    Returned(Arc<Returned>),
    /// Nobody has it, and nobody is going to.
    Nobody,
    /// The cap.
    Still(View),
    /// The server stops.
    Stopping,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let workspace = call.desk.workspaces.get(&call.workspace);
    let mut views = workspace.controls();
    let now = views.borrow_and_update().clone();
    let free = matches!(now.control.phase(), Phase::Free);
    if free && let Some(returned) = now.untold() {
        return returned_answer(&call, &workspace, returned, None).boxed().await;
    }
    if !now.control.is_awaited() {
        return nobody(&call, &workspace, "Nobody has control of this browser: carry on.").boxed().await;
    }
    let called = now.control.call().is_some();
    match wait(&call, &workspace, views, now.last()).await {
        Outcome::Returned(returned) => {
            let shared = Some(&returned.pages[form(&call) as usize]);
            returned_answer(&call, &workspace, &returned, shared).boxed().await
        }
        Outcome::Nobody if called => {
            let says = "Nobody has control of this browser: a person saw your request and did not take it.";
            nobody(&call, &workspace, says).boxed().await
        }
        Outcome::Nobody => {
            nobody(&call, &workspace, "Nobody has control of this browser any more: carry on.").boxed().await
        }
        Outcome::Still(view) => Ok(still(&view)),
        Outcome::Stopping => Err(Problem::new(
            Code::Stopping,
            "The server is stopping: call await_control again once it is back.",
        )),
    }
}

/// Waits until there is something to say. `last`: the number of the last hand-back when the wait began.
async fn wait(call: &Call, workspace: &Workspace, mut views: watch::Receiver<View>, last: u64) -> Outcome {
    let began = Instant::now();
    let cap = match call.caller.waits {
        Waits::Capped => Some(began + call.desk.config.live.await_cap),
        Waits::AsLongAsItTakes => None,
    };
    let mut next = began;
    loop {
        let now = Instant::now();
        if cap.is_some_and(|cap| now >= cap) {
            return Outcome::Still(views.borrow().clone());
        }
        if now >= next {
            // The browser is in use as long as somebody waits for it.
            if let Some(session) = workspace.session() {
                session.touch();
            }
            if let Some(progress) = &call.caller.progress {
                progress.say(who_has_it(&views.borrow()));
            }
            next = now + PROGRESS;
        }
        let wake = cap.map_or(next, |cap| cap.min(next));
        tokio::select! {
            biased;
            view = views.wait_for(|view| view.last() > last || !view.control.is_awaited()) => {
                return match view.ok().and_then(|view| view.returned.clone().filter(|_| view.last() > last)) {
                    Some(returned) => Outcome::Returned(returned),
                    None => Outcome::Nobody,
                };
            }
            () = call.desk.tasks.stopping().cancelled() => return Outcome::Stopping,
            () = tokio::time::sleep_until(wake) => {}
        }
    }
}

fn who_has_it(view: &View) -> String {
    match view.control.refusal() {
        Some((by, since, true)) => {
            format!("{} has control of the browser since {}.", by.name, iso(since))
        }
        Some((by, _, false)) => {
            format!("{} takes control of the browser when the running call ends.", by.name)
        }
        None => "A person was asked for and has not taken control yet.".to_owned(),
    }
}

/// The answer at the cap.
fn still(view: &View) -> Answer {
    let now = Moment::now();
    let (control, message) = match view.control.refusal() {
        Some((by, since, held)) => {
            let control = json!({"by": by.name, "since": iso(since), "seconds": now.since(since) / 1_000});
            let message = if held {
                format!("The browser is still in {}'s control; call await_control again.", by.name)
            } else {
                format!("{} waits for the running call to end; call await_control again.", by.name)
            };
            (control, message)
        }
        None => (
            Value::Null,
            "No person has taken control yet; call await_control again to go on waiting.".to_owned(),
        ),
    };
    Answer::new()
        .with("handed_back", false)
        .with("ended", false)
        .with("control", control)
        .with("message", message)
}

/// The answer with nobody in control.
async fn nobody(call: &Call, workspace: &Workspace, says: &str) -> Result<Answer, Problem> {
    let mut answer =
        Answer::new().with("handed_back", false).with("ended", false).with("control", Value::Null);
    match workspace.session() {
        Some(session) => {
            answer.fields.extend(page_fields(&session, form(call)).await);
            Ok(answer.with("message", says))
        }
        None => Ok(answer.with("message", format!("{says} No browser is open: call open_session."))),
    }
}

/// The answer with a hold that is over. `shared`: where those who waited together keep the page as it was read.
async fn returned_answer(
    call: &Call,
    workspace: &Arc<Workspace>,
    returned: &Arc<Returned>,
    shared: Option<&tokio::sync::OnceCell<Map<String, Value>>>,
) -> Result<Answer, Problem> {
    let ended = returned.hand_back.how == How::BrowserEnded;
    let mut answer = Answer::new()
        .with("handed_back", !ended)
        .with("ended", ended)
        .with("control", hand_back_json(&returned.hand_back));
    let mut page = Map::new();
    if !ended && let Some(session) = workspace.session() {
        let read = || page_fields(&session, form(call));
        page = match shared {
            Some(cell) => cell.get_or_init(read).await.clone(),
            None => read().await,
        };
    }
    if let Some(place) = page.remove("page") {
        answer = answer.with("page", place);
    }
    if let Some((visited, dropped)) = returned.followed.as_ref().and_then(|followed| followed.told()) {
        answer = answer.with("visited", json!(visited)).with("dropped", dropped);
    }
    answer.fields.extend(page);
    let (workspace, number) = (Arc::clone(workspace), returned.hand_back.number);
    call.caller.delivery.then(move || workspace.told(number));
    Ok(answer.with("message", message(returned)))
}

fn message(returned: &Returned) -> String {
    let hand_back = &returned.hand_back;
    let (by, seconds) = (&hand_back.by, hand_back.until.since(hand_back.since) / 1_000);
    let mut says = match hand_back.how {
        How::HandedBack => format!("{by} handed the browser back after {seconds} s."),
        How::PageLost => {
            format!("{by}'s page was lost, so their hold ended by itself after {seconds} s.")
        }
        How::BrowserEnded => {
            format!("The browser ended while {by} had control: call open_session for a new one.")
        }
    };
    if let Some(note) = &hand_back.note {
        says.push_str(&format!(" They say: {note:?}."));
    }
    if hand_back.how != How::BrowserEnded {
        says.push_str(" Read the outline before you carry on: the page may not be where you left it.");
    }
    says
}

fn form(call: &Call) -> Form {
    match call.caller.surface {
        Surface::Http => Form::Json,
        Surface::Mcp => Form::Text,
    }
}

/// `page` and `outline`, or `page_error`.
async fn page_fields(session: &Session, form: Form) -> Map<String, Value> {
    let mut fields = Map::new();
    match read_page(session, form).await {
        Ok((page, outline)) => {
            fields.insert("page".to_owned(), page);
            fields.insert("outline".to_owned(), outline);
        }
        Err(problem) => {
            fields.insert("page_error".to_owned(), json!(problem.says()));
        }
    }
    fields
}

async fn read_page(session: &Session, form: Form) -> Result<(Value, Value), Problem> {
    let page = session.page()?;
    page.unblocked()?;
    let loads = session.know(|state| {
        state.tab(page.tab()).is_some_and(|tab| tab.going.is_some() || !(tab.parsed || tab.loaded))
    });
    if loads {
        // Read as it is after that: the outline says nothing wrong, only less.
        let _ = tokio::time::timeout(LOADING, page.rest(Effect::Load)).await;
    }
    let looked = page.look(&Asked::usual(form)).await?;
    let place = json!({"url": looked.url, "title": looked.title, "tab": page.tab().to_string()});
    Ok((place, looked.value))
}
