//! `wait_for`: until something is so.

use super::args::{Arg, Form, OUTLINE, SELECTOR, WAIT, arg};
use super::{Action, Answer, Call, Method, READS, field, reads};
use crate::problem::Problem;
use crate::session::Condition;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

const ARGS: &[Arg] = &[
    arg("text", Form::Text(1_000), "to appear"),
    arg("text_gone", Form::Text(1_000), "to go"),
    SELECTOR,
    arg("url", Form::Text(8_192), "the address to contain it"),
    arg("load", Form::Flag, "the page to come to rest"),
    arg("time", Form::Whole(0, 30_000), "ms"),
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "wait_for",
    title: "Wait for something",
    about: "Wait until a text appears or goes, an element is shown, the address contains something, the page has come to rest, or a time has passed. Give one.",
    method: Method::Post,
    path: "/browser/wait-for",
    kind: reads,
    hints: READS,
    args: ARGS,
    fields: &[field("waited_ms", "integer")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    text: Option<String>,
    text_gone: Option<String>,
    selector: Option<Value>,
    url: Option<String>,
    load: Option<bool>,
    time: Option<u64>,
}

async fn run(mut call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let condition = condition(&args)?;
    // Both are what is waited for, not where to go or what to act on first.
    call.args.remove("url");
    call.args.remove("selector");
    let on = call.on_page().await?;
    let began = tokio::time::Instant::now();
    let rest = match on.page.wait_until(&condition, on.wait()).await {
        Ok(rest) => rest,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert(
        "waited_ms".to_owned(),
        json!(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)),
    );
    on.done(rest, fields).await
}

fn condition(args: &Args) -> Result<Condition, Problem> {
    let mut given = Vec::new();
    given.extend(args.text.clone().map(Condition::Text));
    given.extend(args.text_gone.clone().map(Condition::TextGone));
    if let Some(selector) = &args.selector {
        given.push(Condition::Shown(crate::session::Selector::read(selector).map_err(Problem::argument)?));
    }
    given.extend(args.url.clone().map(Condition::Url));
    given.extend(args.load.filter(|load| *load).map(|_| Condition::Rest));
    given.extend(args.time.map(|time| Condition::Time(Duration::from_millis(time))));
    let mut given = given.into_iter();
    match (given.next(), given.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => {
            Err(Problem::argument("Say what to wait for: text, text_gone, selector, url, load or time."))
        }
        _ => Err(Problem::argument(
            "Wait for one thing at a time: text, text_gone, selector, url, load or time.",
        )),
    }
}
