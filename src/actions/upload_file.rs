//! `upload_file`: a file into a page's file field.

use super::args::{Arg, Form, LONG, OUTLINE, SELECTOR, URL, WAIT, arg};
use super::{ACTS, Action, Answer, Call, FILE_BYTES, Method, changes, field};
use crate::problem::{Code, Problem};
use crate::session::GivenFile;
use crate::source::Content;
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
    arg("file", Form::Text(1_000), "or the uri of a file of this workspace"),
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
    file: Option<String>,
}

async fn run(mut call: Call) -> Result<Answer, Problem> {
    let file = file(&mut call).await?;
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
async fn file(call: &mut Call) -> Result<GivenFile, Problem> {
    let Args { filename, text, content, file } = call.read()?;
    let attached = call.caller.attached.take();
    let (name, bytes) = match (text, content, file, attached) {
        (Some(text), None, None, None) => (filename, Bytes::from(text)),
        (None, Some(content), None, None) => {
            let bytes = base64::engine::general_purpose::STANDARD.decode(content.trim());
            let bytes = bytes.map_err(|_| Problem::argument("content is not base64."))?;
            (filename, Bytes::from(bytes))
        }
        (None, None, Some(uri), None) => {
            let (name, content) = call.desk.workspaces.open_uri(&call.workspace, &uri).await?;
            (filename.or(Some(name)), whole(content).await?)
        }
        (None, None, None, Some(attached)) => (filename.or(Some(attached.name)), attached.bytes),
        _ => {
            let says = "Say what is in the file in one way: text, content (base64), or file.";
            return Err(Problem::argument(says));
        }
    };
    match name.filter(|name| !name.is_empty()) {
        Some(name) => Ok(GivenFile { name, bytes }),
        None => Err(Problem::argument("filename is missing: the page sees the file under it.")),
    }
}

/// A file of the workspace, read whole: it goes to the browser's machine as it would from the caller's.
async fn whole(content: Content) -> Result<Bytes, Problem> {
    let path = match content {
        Content::Bytes(bytes) => return Ok(bytes),
        Content::At(path) => path,
    };
    let size = tokio::fs::metadata(&path).await.map_or(0, |meta| meta.len());
    if size > FILE_BYTES as u64 {
        let says = format!("The file is over {} MiB, the most that can be uploaded.", FILE_BYTES >> 20);
        return Err(Problem::new(Code::TooLarge, says));
    }
    let bytes = tokio::fs::read(&path).await;
    bytes.map(Bytes::from).map_err(|error| {
        let says = "The file is gone: its browser ended, or it made room for others.";
        Problem::new(Code::NotFound, says).logged(error)
    })
}
