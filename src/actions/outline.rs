//! `outline`: what is on the page.

use super::args::{Arg, Form, SELECTOR, URL, WAIT, arg};
use super::{Action, Answer, Call, Method, READS, reads};
use crate::outline::{Begin, Options, Ref};
use crate::problem::Problem;
use crate::session::{self, Asked};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::Map;

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("text", Form::Text(1_000), "only entries that say this"),
    arg("limit", Form::Whole(1, 1_000_000), "default 50; up to 20000 tokens, from 10000 on without end"),
    arg("after", Form::Text(32), "ref: go on behind it"),
    arg("offset", Form::Whole(0, 10_000_000), ""),
    arg("interactive", Form::Flag, "false: text, lists, images too"),
    arg("boxes", Form::Flag, ""),
    arg("selectors", Form::Flag, ""),
    arg("format", Form::Choice(&["text", "json"]), ""),
    URL,
    WAIT,
];

/// Entries unless the call says otherwise.
const LIMIT: usize = 50;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "outline",
    title: "Outline of the page",
    about: "What is on the page: what can be used, with refs, names, values and states, and the headings and messages around it; interactive:false for all content. Content comes before navigation. selector limits it to one element.",
    method: Method::Post,
    path: "/browser/outline",
    kind: reads,
    hints: READS,
    args: ARGS,
    fields: &[],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    text: Option<String>,
    limit: Option<usize>,
    after: Option<String>,
    offset: Option<usize>,
    interactive: Option<bool>,
    #[serde(default)]
    boxes: bool,
    #[serde(default)]
    selectors: bool,
    format: Option<String>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    if on.page.dialog().is_some() {
        // The page cannot be read while it is blocked; what blocks it is what there is to know.
        return on.read_result(Map::new()).await;
    }
    let form = match args.format.as_deref() {
        Some("text") => session::Form::Text,
        Some(_) => session::Form::Json,
        // Boxes and selectors are for programs.
        None if args.boxes || args.selectors => session::Form::Json,
        None => on.form(),
    };
    let after = args.after.as_deref().map(str::parse::<Ref>).transpose();
    let after = after.map_err(|no| Problem::argument(format!("after: {no}.")))?;
    let begin = match (after, args.offset) {
        (Some(_), Some(_)) => return Err(Problem::argument("Give after or offset, not both.")),
        (Some(after), None) => Begin::After(after),
        (None, Some(offset)) if offset > 0 => Begin::Offset(offset),
        (None, _) => Begin::First,
    };
    let target = on.target_if_named().await?;
    let what = Options {
        interactive: args.interactive.unwrap_or(true),
        text: args.text.as_deref(),
        scope: target.as_ref().map(|target| (&*target.document, target.node)),
        begin,
        ..Options::up_to(args.limit.unwrap_or(LIMIT))
    };
    let asked = Asked { what, form, boxes: args.boxes, selectors: args.selectors, aside: false };
    let looked = on.page.look(&asked).await?;
    on.looked(looked, Map::new()).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_outline_is_a_common_field() {
        let schema = super::ACTION.output_schema();
        assert_eq!(schema["properties"]["outline"], serde_json::json!({"type": "object"}));
    }
}
