//! A call with a file: arguments and one file as the parts of a form
//! ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578)).

use super::body;
use crate::actions::args::Form;
use crate::actions::{Action, Attached, FILE_BYTES};
use crate::problem::Problem;
use futures::stream;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use hyper::body::Incoming;
use multer::Multipart;
use serde_json::{Map, Value};
use std::convert::Infallible;

/// Whether a body says that it is such a form.
pub(crate) fn is_it(headers: &HeaderMap) -> bool {
    content_type(headers).is_some_and(|kind| kind.trim_start().starts_with("multipart/"))
}

/// Reads the form: the part with a file's name is the file, the others are arguments as texts.
///
/// # Errors
/// The action takes no file, the body is over its cap or no such form, or it has several files.
pub(crate) async fn read(
    headers: &HeaderMap,
    incoming: Incoming,
    action: &Action,
) -> Result<(Map<String, Value>, Option<Attached>), Problem> {
    if !action.args.iter().any(|arg| arg.form == Form::Bytes) {
        return Err(Problem::argument("This action takes no file: send its arguments as a JSON object."));
    }
    let boundary = content_type(headers).and_then(|kind| multer::parse_boundary(kind).ok());
    let boundary = boundary.ok_or_else(|| {
        Problem::argument("The body's parts cannot be told apart: Content-Type names no boundary.")
    })?;
    // Arguments beside the file are as small as those that come in JSON.
    let bytes = body::read(headers, incoming, FILE_BYTES + body::JSON_BYTES).await?;
    let mut form = Multipart::new(stream::once(async { Ok::<_, Infallible>(bytes) }), boundary);
    let (mut args, mut attached) = (Map::new(), None);
    while let Some(part) = form.next_field().await.map_err(unreadable)? {
        let name = part.name().unwrap_or_default().to_owned();
        match part.file_name().map(str::to_owned) {
            Some(file) => {
                let bytes = part.bytes().await.map_err(unreadable)?;
                if attached.replace(Attached { name: file, bytes }).is_some() {
                    return Err(Problem::argument(
                        "One file a call: send the others with calls of their own.",
                    ));
                }
            }
            None => {
                let text = part.text().await.map_err(unreadable)?;
                args.insert(name, Value::String(text));
            }
        }
    }
    Ok((args, attached))
}

fn content_type(headers: &HeaderMap) -> Option<&str> {
    headers.get(CONTENT_TYPE)?.to_str().ok()
}

fn unreadable(error: multer::Error) -> Problem {
    Problem::argument(format!("The body is no form of parts ({error}); send it as multipart/form-data."))
}
