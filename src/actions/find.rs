//! `find`: elements by text or role, on pages too large for an outline.

use super::args::{Arg, Form, URL, arg};
use super::{Action, Answer, Call, Method, READS, field, reads};
use crate::outline::Options;
use crate::problem::Problem;
use crate::session::{Asked, Form as Shape};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value};

const ARGS: &[Arg] = &[
    arg("text", Form::Text(1_000), ""),
    arg("role", Form::Text(64), "ARIA role"),
    arg("limit", Form::Whole(1, 10_000), "default 20"),
    URL,
];

/// Entries unless the call says otherwise.
const LIMIT: usize = 20;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "find",
    title: "Find on the page",
    about: "Elements of the whole page, all frames, whose name, text or value says this, or of this role, with refs.",
    method: Method::Post,
    path: "/browser/find",
    kind: reads,
    hints: READS,
    args: ARGS,
    fields: &[field("elements", "array")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    text: Option<String>,
    role: Option<String>,
    limit: Option<usize>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    if args.text.is_none() && args.role.is_none() {
        return Err(Problem::argument("Say what to find: text, role, or both."));
    }
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let role = args.role.map(|role| role.to_lowercase());
    let what = Options::finding(args.text.as_deref(), role.as_deref(), args.limit.unwrap_or(LIMIT));
    let asked = Asked::of(what, on.form());
    let mut looked = on.page.look(&asked).await?;
    if on.form() == Shape::Json {
        let elements = looked.value.as_object_mut().and_then(|value| value.remove("elements"));
        let mut fields = Map::new();
        fields.insert("elements".to_owned(), elements.unwrap_or(Value::Array(Vec::new())));
        return on.looked(looked, fields).await;
    }
    on.looked(looked, Map::new()).await
}
