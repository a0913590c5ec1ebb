//! `extract`: the page or an element as text, Markdown or HTML.

use super::args::{Arg, Form, SELECTOR, URL, WAIT, arg};
use super::{Action, Answer, Call, Method, READS, field, reads};
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("format", Form::Choice(&["text", "html", "markdown"]), ""),
    arg("max_chars", Form::Whole(100, 200_000), "default 20000"),
    arg("offset", Form::Whole(0, 100_000_000), "next_offset of the answer before"),
    URL,
    WAIT,
];

/// Characters of an answer unless the call says otherwise: about 5 000 tokens.
const CHARS: usize = 20_000;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "extract",
    title: "Read the page",
    about: "The page or one element as visible text, Markdown (tables, lists, links, code) or HTML, a piece at a time.",
    method: Method::Post,
    path: "/browser/extract",
    kind: reads,
    hints: READS,
    args: ARGS,
    fields: &[
        field("text", "string"),
        field("html", "string"),
        field("markdown", "string"),
        field("truncated", "boolean"),
        field("next_offset", "integer"),
    ],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    format: Option<String>,
    max_chars: Option<usize>,
    offset: Option<usize>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let target = on.target_if_named().await?;
    let format = args.format.as_deref().unwrap_or("text");
    let (from, limit) = (args.offset.unwrap_or(0), args.max_chars.unwrap_or(CHARS));
    let (text, more) = match on.page.extract(target.as_ref(), format, from, limit).await {
        Ok(extracted) => extracted,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let next = from + text.encode_utf16().count();
    let mut fields = Map::new();
    fields.insert(format.to_owned(), json!(text));
    if more {
        fields.insert("truncated".to_owned(), json!(true));
        fields.insert("next_offset".to_owned(), json!(next));
    }
    on.read_result(fields).await
}
