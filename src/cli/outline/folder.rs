//! A file's folder on loopback: for as long as the file is outlined, and for nobody but who knows its address.

use crate::shutdown::Tasks;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::convert::Infallible;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;

/// Serves the folder that a file is in; the file's address.
pub(super) async fn serve(file: &Path, tasks: &Tasks) -> Result<String, String> {
    let fault = |error: std::io::Error| format!("{} cannot be served: {error}", file.display());
    let file = std::fs::canonicalize(file).map_err(fault)?;
    let (Some(folder), Some(name)) = (file.parent(), file.file_name().and_then(|name| name.to_str())) else {
        return Err(format!("{} has no name that can be an address", file.display()));
    };
    let mut random = [0; 12];
    getrandom::fill(&mut random).map_err(|error| error.to_string())?;
    let secret = random.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    let url = format!("http://{address}/{secret}/{}", utf8_percent_encode(name, NON_ALPHANUMERIC));
    let root: Arc<(PathBuf, String)> = Arc::new((folder.to_owned(), secret));
    let ending = tasks.ending().clone();
    let connections = tasks.clone();
    tasks.spawn("folder", async move {
        loop {
            let stream = tokio::select! {
                Ok((stream, _)) = listener.accept() => stream,
                () = ending.cancelled() => return,
            };
            let (root, ending) = (Arc::clone(&root), ending.clone());
            connections.spawn("folder connection", async move {
                let service = service_fn(move |request| {
                    let root = Arc::clone(&root);
                    async move { Ok::<_, Infallible>(answer(&root, &request)) }
                });
                let served = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service);
                tokio::select! {
                    _ = served => {}
                    () = ending.cancelled() => {}
                }
            });
        }
    });
    Ok(url)
}

fn answer(root: &(PathBuf, String), request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let path = percent_decode_str(request.uri().path()).decode_utf8_lossy();
    let found = path.trim_start_matches('/').split_once('/').filter(|(secret, _)| *secret == root.1);
    let bytes = found.and_then(|(_, inner)| read(&root.0, Path::new(inner)));
    let Some(bytes) = bytes else {
        let absent = Response::builder().status(404).body(Full::default());
        return absent.unwrap_or_default();
    };
    let mut answer = Response::new(Full::new(bytes));
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type(&path)));
    answer
}

/// A file below the folder; nothing outside of it, by links neither.
fn read(folder: &Path, inner: &Path) -> Option<Bytes> {
    let plain = inner.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let path =
        std::fs::canonicalize(folder.join(inner)).ok().filter(|path| plain && path.starts_with(folder))?;
    std::fs::read(path).ok().map(Bytes::from)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "xhtml" => "application/xhtml+xml",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
