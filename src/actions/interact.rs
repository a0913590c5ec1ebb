//! `interact`: the pointer's verbs on one element.

use super::args::{Arg, Form, OUTLINE, SELECTOR, URL, WAIT, arg, required};
use super::{ACTS, Action, Answer, Call, Method, changes, field};
use crate::driver::{Chord, Key};
use crate::problem::Problem;
use crate::session::Gesture;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value};

const ARGS: &[Arg] = &[
    required("action", Form::Choice(&["click", "double_click", "right_click", "hover", "scroll_to"]), ""),
    SELECTOR,
    arg("x", Form::Number(-100_000.0, 100_000.0), "offset from the element's left edge, px"),
    arg("y", Form::Number(-100_000.0, 100_000.0), "from its top"),
    arg("modifiers", Form::Texts, "Control, Shift, Alt, Meta"),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "interact",
    title: "Click, hover or scroll to",
    about: "Click, double-click, right-click, hover over or scroll to an element. Waits until it can be used; says what got the click.",
    method: Method::Post,
    path: "/browser/interact/{action}",
    kind: changes,
    hints: ACTS,
    args: ARGS,
    fields: &[field("action", "string"), field("received", "object")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    action: String,
    x: Option<f64>,
    y: Option<f64>,
    #[serde(default)]
    modifiers: Vec<String>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let modifiers = args.modifiers.iter().map(|name| modifier(name)).collect::<Result<Vec<_>, _>>()?;
    let on = call.on_page().await?;
    let target = on.target().await?;
    let at = match (args.x, args.y) {
        (None, None) => None,
        (Some(x), Some(y)) => Some((x, y)),
        _ => {
            return Err(Problem::argument(
                "x and y go together: give both, or neither for the element's middle.",
            ));
        }
    };
    let gesture = match args.action.as_str() {
        "click" => Some(Gesture::Click),
        "double_click" => Some(Gesture::DoubleClick),
        "right_click" => Some(Gesture::RightClick),
        "hover" => Some(Gesture::Hover),
        _ => None,
    };
    let done = match gesture {
        Some(gesture) => on
            .page
            .press(&target, gesture, at, &modifiers, on.wait())
            .await
            .map(|done| (done.rest, done.received)),
        None => on.page.bring_into_view(&target, on.wait()).await.map(|rest| (rest, None)),
    };
    let (rest, received) = match done {
        Ok(done) => done,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("action".to_owned(), Value::String(args.action));
    if let Some(mut received) = received {
        // Its number in the page means nothing outside.
        if let Some(received) = received.as_object_mut() {
            received.remove("node");
        }
        fields.insert("received".to_owned(), received);
    }
    on.done(rest, fields).await
}

fn modifier(name: &str) -> Result<Key, Problem> {
    let chord =
        Chord::read(name).ok().filter(|chord| chord.modifiers.is_empty() && chord.key.modifier_bit() != 0);
    chord.map(|chord| chord.key).ok_or_else(|| {
        Problem::argument(format!("{name:?} is no modifier; use Control, Shift, Alt or Meta."))
    })
}
