//! `upload_file`: a file into a page's file field.

use super::args::{Arg, Form, LONG, OUTLINE, SELECTOR, URL, WAIT, arg};
use super::{ACTS, Action, Answer, Call, Method, changes, field};
use crate::problem::Problem;
use crate::session::GivenFile;
use base64::Engine;
use bytes::Bytes;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("filename", Form::Text(200), ""),
    arg("text", Form::Text(LONG), "what is in the file"),
    arg("content", Form::Bytes, "or its bytes"),
    URL,
    WAIT,
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "upload_file",
    title: "Upload a file",
    about: "Give a file to a file field: name the field, its label or the button that opens its chooser; none for a chooser that is open.",
    method: Method::Post,
    path: "/browser/upload",
    kind: changes,
    hints: ACTS,
    args: ARGS,
    fields: &[field("filename", "string"), field("bytes", "integer"), field("note", "string")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    filename: Option<String>,
    text: Option<String>,
    content: Option<String>,
}

async fn run(mut call: Call) -> Result<Answer, Problem> {
    let file = file(&mut call)?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let target = on.target_if_named().await?;
    let uploaded = match on.page.upload(target.as_ref(), file, on.wait()).await {
        Ok(uploaded) => uploaded,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("filename".to_owned(), json!(uploaded.name));
    fields.insert("bytes".to_owned(), json!(uploaded.size));
    if !uploaded.kept {
        let note = "The page took the file and emptied the field, as pages do that send files at once.";
        fields.insert("note".to_owned(), json!(note));
    }
    on.done(uploaded.rest, fields).await
}

/// The file, said in exactly one way.
fn file(call: &mut Call) -> Result<GivenFile, Problem> {
    let Args { filename, text, content } = call.read()?;
    let attached = call.caller.attached.take();
    let (name, bytes) = match (text, content, attached) {
        (Some(text), None, None) => (filename, Bytes::from(text)),
        (None, Some(content), None) => {
            let bytes = base64::engine::general_purpose::STANDARD.decode(content.trim());
            let bytes = bytes.map_err(|_| Problem::argument("content is not base64."))?;
            (filename, Bytes::from(bytes))
        }
        (None, None, Some(attached)) => (filename.or(Some(attached.name)), attached.bytes),
        _ => return Err(Problem::argument("Say what is in the file in one way: text, or content (base64).")),
    };
    match name.filter(|name| !name.is_empty()) {
        Some(name) => Ok(GivenFile { name, bytes }),
        None => Err(Problem::argument("filename is missing: the page sees the file under it.")),
    }
}
