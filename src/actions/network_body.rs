//! `network_body`: what a captured request was answered with.

use super::args::{Arg, Form, required};
use super::{Action, Answer, Call, Method, READS, field, reads};
use crate::problem::Problem;
use base64::Engine;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[required("id", Form::Text(32), "from workspace://network or GET /browser/network")];

/// The longest body that is told, in bytes.
const MOST: usize = 100_000;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "network_body",
    title: "Body of a request",
    about: "What a captured request was answered with, up to 100 kB; base64 if it is no text. Needs open_session with capture.",
    method: Method::Post,
    path: "/browser/network-body",
    kind: reads,
    hints: READS,
    args: ARGS,
    fields: &[
        field("body", "string"),
        field("encoding", "string"),
        field("truncated", "boolean"),
        field("request", "object"),
    ],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    id: String,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    let (request, body) = on.session().body_of(args.id.trim()).await?;
    let mut fields = Map::new();
    let truncated = body.len() > MOST;
    let (told, encoding) = told(&body);
    fields.insert("body".to_owned(), json!(told));
    if let Some(encoding) = encoding {
        fields.insert("encoding".to_owned(), json!(encoding));
    }
    if truncated {
        fields.insert("truncated".to_owned(), json!(true));
    }
    fields.insert("request".to_owned(), serde_json::to_value(request).map_err(Problem::internal)?);
    on.read_result(fields).await
}

/// A body as text, or in base64; at most [`MOST`] bytes of it.
fn told(body: &[u8]) -> (String, Option<&'static str>) {
    let part = &body[..body.len().min(MOST)];
    match std::str::from_utf8(part) {
        Ok(text) => (text.to_owned(), None),
        // Text that was cut within a character is text all the same.
        Err(error) if error.error_len().is_none() && part.len() < body.len() => {
            (String::from_utf8_lossy(&part[..error.valid_up_to()]).into_owned(), None)
        }
        Err(_) => (base64::engine::general_purpose::STANDARD.encode(part), Some("base64")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_as_text_wherever_it_is_cut() {
        assert_eq!(told("naïve".as_bytes()), ("naïve".to_owned(), None));
        assert_eq!(told(&[0xff, 0xd8, 0xff]), ("/9j/".to_owned(), Some("base64")));
        let long = format!("{}ü and more", "x".repeat(MOST - 1));
        let (text, encoding) = told(long.as_bytes());
        assert_eq!((text.len(), encoding), (MOST - 1, None));
        let half = "ü".as_bytes()[..1].to_vec();
        assert_eq!(told(&half).1, Some("base64"), "one that came broken is no text");
    }
}
