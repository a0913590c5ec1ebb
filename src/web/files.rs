//! Files over HTTP: the list of a workspace's, and each by its link.
//!
//! A signed link opens one file without a token, for an hour. What is opened was made elsewhere, so it must not act
//! here: documents are sandboxed, and what no browser shows by itself is handed over to be saved.

use super::{answer, naming};
use crate::actions::Desk;
use crate::problem::{Code, Problem};
use crate::source::Content;
use crate::workspace::{Name, Shelf};
use answer::Answer;
use bytes::Bytes;
use futures::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, HeaderValue};
use http::{Method, Request, StatusCode};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Frame, Incoming};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::json;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use tokio::fs::File;
use tokio::io::AsyncReadExt;

/// How much of a file is in memory at a time, in bytes.
const PIECE: usize = 64 << 10;

/// Types of what browsers show by themselves, by the end of the name; whatever else there is, is saved.
const SHOWN: [(&str, &str); 11] = [
    ("pdf", "application/pdf"),
    ("html", "text/html; charset=utf-8"),
    ("htm", "text/html; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("txt", "text/plain; charset=utf-8"),
    ("json", "application/json"),
];

/// Answers a request that brings a signature instead of a token; none if it brings none.
pub(crate) async fn by_link(desk: &Arc<Desk>, request: &Request<Incoming>) -> Option<Answer> {
    let path = request.uri().path();
    if !path.starts_with("/files/") {
        return None;
    }
    let query = request.uri().query().unwrap_or_default().as_bytes();
    let value = |wanted: &str| {
        url::form_urlencoded::parse(query).find(|(key, _)| key == wanted).map(|(_, value)| value)
    };
    let signature = value("signature")?;
    let expires = value("expires").and_then(|text| text.parse().ok()).unwrap_or(0);
    if !desk.workspaces.is_good_link(path, expires, &signature) {
        let says = "The link is no longer good, or was changed: ask for the file again.";
        return Some(answer::problem(&Problem::new(Code::Forbidden, says)));
    }
    Some(answer(desk, request).await)
}

/// Answers a request below `/files` that may come in.
pub(crate) async fn answer(desk: &Arc<Desk>, request: &Request<Incoming>) -> Answer {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return answer::other_method("GET");
    }
    let path = request.uri().path();
    let parts: Vec<&str> = path.split('/').skip(2).collect();
    let outcome = match parts[..] {
        [] => list(desk, request).await,
        [workspace, shelf, name] => one(desk, workspace, shelf, name).await,
        _ => Err(super::no_route(path)),
    };
    outcome.unwrap_or_else(|problem| answer::problem(&problem))
}

async fn list(desk: &Arc<Desk>, request: &Request<Incoming>) -> Result<Answer, Problem> {
    let workspace = naming::needed(naming::workspace(request.uri(), request.headers())?)?;
    let files = desk.workspaces.list_files(&workspace).await?;
    Ok(answer::ok(&json!({"files": files})))
}

async fn one(desk: &Arc<Desk>, workspace: &str, shelf: &str, name: &str) -> Result<Answer, Problem> {
    let nothing =
        || Problem::new(Code::NotFound, "There is no such file; GET /files lists those of a workspace.");
    let workspace = Name::kept(workspace).ok_or_else(nothing)?;
    let shelf = Shelf::named(shelf).ok_or_else(nothing)?;
    let name = percent_decode_str(name).decode_utf8().map_err(|_| nothing())?;
    let content = desk.workspaces.open_file(&workspace, shelf, &name).await?;
    let kind = kind_of(&name);
    let mut answer = match content {
        Content::Bytes(bytes) => answer::bytes(StatusCode::OK, kind.unwrap_or(BYTES), bytes),
        // It may have been swept since it was found.
        Content::At(path) => {
            stream(&path, kind.unwrap_or(BYTES)).await.map_err(|error| nothing().logged(error))?
        }
    };
    let headers = answer.headers_mut();
    let way = if kind.is_some() { "inline" } else { "attachment" };
    let disposition = format!("{way}; filename*=UTF-8''{}", utf8_percent_encode(&name, NON_ALPHANUMERIC));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(Problem::internal)?);
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
        ),
    );
    Ok(answer)
}

/// The type of what is to be saved.
const BYTES: &str = "application/octet-stream";

fn kind_of(name: &str) -> Option<&'static str> {
    let end = name.rsplit_once('.')?.1.to_ascii_lowercase();
    SHOWN.iter().find(|(known, _)| *known == end).map(|(_, kind)| *kind)
}

/// A file, piece by piece. One that breaks off ends the connection, since its length was told.
async fn stream(path: &Path, kind: &'static str) -> std::io::Result<Answer> {
    let file = File::open(path).await?;
    let length = file.metadata().await?.len();
    let pieces = stream::unfold(file, |mut file| async move {
        let mut piece = Vec::with_capacity(PIECE);
        match (&mut file).take(PIECE as u64).read_to_end(&mut piece).await {
            Ok(count) if count > 0 => Some((Ok::<_, Infallible>(Frame::data(Bytes::from(piece))), file)),
            _ => None,
        }
    });
    let mut answer = answer::bytes(StatusCode::OK, kind, Bytes::new());
    *answer.body_mut() = StreamBody::new(pieces).boxed();
    answer.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(length));
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_show_is_shown() {
        assert_eq!(kind_of("a.PDF"), Some("application/pdf"));
        assert_eq!(kind_of("a.b.svg"), Some("image/svg+xml"));
        for name in ["a.exe", "pdf", "a.pdf.zip", "a."] {
            assert_eq!(kind_of(name), None, "{name}");
        }
    }
}
