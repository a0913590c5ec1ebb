//! Pages over loopback HTTP, and a list of the requests that reached them.

use bytes::Bytes;
use futures::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, LOCATION};
use http::{Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A site; it ends when this is dropped.
#[derive(Debug)]
pub struct Site {
    /// `127.0.0.1:port`, or the address that it was asked to listen on.
    pub authority: String,
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    serving: JoinHandle<()>,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Site {
    /// Serves on a free port of 127.0.0.1.
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1").await
    }

    /// Serves on a free port of another address of this machine.
    pub async fn start_at(host: &str) -> Self {
        let listener = TcpListener::bind((host, 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let serving = tokio::spawn(serve(listener, Arc::clone(&asked)));
        Self { authority: format!("{host}:{port}"), port, asked, serving }
    }

    /// The address of a page.
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.authority)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The requests that came, `GET /path?query`, oldest first.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("whole").clone()
    }
}

async fn serve(listener: TcpListener, asked: Arc<Mutex<Vec<String>>>) {
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        let asked = Arc::clone(&asked);
        let service = service_fn(move |request: Request<Incoming>| {
            let path = request.uri().to_string();
            asked.lock().expect("whole").push(format!("{} {path}", request.method()));
            async move {
                match path.split_once('?') {
                    Some(("/drip", delay)) => Ok(drip(delay)),
                    _ => answer(&path).await.map(|page| page.map(BodyExt::boxed)),
                }
            }
        });
        // It ends with its connection, or with the test's runtime.
        tokio::spawn(
            hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service),
        );
    }
}

type Page = Response<Full<Bytes>>;

/// A file whose second half comes so many milliseconds after its first.
fn drip(delay: &str) -> Response<BoxBody<Bytes, Infallible>> {
    let delay = Duration::from_millis(delay.parse().unwrap_or(1_000));
    let halves = stream::unfold(0, move |half| async move {
        match half {
            0 => Some((Ok(Frame::data(Bytes::from_static(b"first "))), 1)),
            1 => {
                tokio::time::sleep(delay).await;
                Some((Ok(Frame::data(Bytes::from_static(b"second"))), 2))
            }
            _ => None,
        }
    });
    Response::builder()
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_DISPOSITION, "attachment; filename=\"long.bin\"")
        .header(CONTENT_LENGTH, 12)
        // Chrome would wait for more to guess the type by.
        .header("x-content-type-options", "nosniff")
        .body(StreamBody::new(halves).boxed())
        .expect("a response")
}

/// # Errors
/// What makes hyper drop the connection without an answer.
async fn answer(target: &str) -> io::Result<Page> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(match path {
        "/form" => html(200, include_str!("site/form.html")),
        "/traps" => html(200, include_str!("site/traps.html")),
        "/away" => html(200, include_str!("site/away.html")),
        "/views" | "/views/two" | "/views/three" => html(200, include_str!("site/views.html")),
        "/frames" => html(200, include_str!("site/frames.html")),
        "/frame" => html(200, include_str!("site/frame.html")),
        "/sign-in" => html(200, include_str!("site/sign-in.html")),
        // Where somebody who signed in lands, over one more hop.
        "/sign" => with(html(302, ""), LOCATION, "/welcome?ticket=1"),
        "/welcome" => with(html(302, ""), LOCATION, "/account?session=secret"),
        "/account" | "/account/orders" => html(200, include_str!("site/account.html")),
        "/studio" => html(200, include_str!("site/studio.html")),
        "/landed" => html(200, &page("Landed", "<h1>Landed</h1>")),
        "/hop/1" => with(html(302, ""), LOCATION, "/hop/2"),
        "/hop/2" => with(html(302, ""), LOCATION, "/hop/3"),
        "/hop/3" => with(html(302, ""), LOCATION, "/landed"),
        "/refresh" => html(200, &page("Refresh", "<meta http-equiv=refresh content='0;url=/landed'><p>Soon")),
        "/replace" => html(200, &page("Replace", "<script>location.replace('/landed')</script><p>Soon")),
        "/file" => {
            let file = with(html(200, "some bytes\n"), CONTENT_TYPE, "application/octet-stream");
            with(file, CONTENT_DISPOSITION, "attachment; filename=\"report.bin\"")
        }
        "/text" => with(html(200, "some text\n"), CONTENT_TYPE, "text/plain"),
        "/none" => html(204, ""),
        "/slow" => {
            tokio::time::sleep(Duration::from_millis(query.parse().unwrap_or(1_000))).await;
            html(200, &page("Slow", "<h1>Slow</h1>"))
        }
        // An open redirect: what a page would use to get around a check of its links.
        "/to" => with(html(302, ""), LOCATION, &decoded(query)),
        "/drop" => return Err(io::Error::other("dropped on purpose")),
        _ => match kept(path) {
            Some(text) => html(200, &text),
            None => html(404, &page("Not found", "<h1>Not found</h1>")),
        },
    })
}

fn page(title: &str, body: &str) -> String {
    format!("<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><body>{body}")
}

fn html(status: u16, text: &str) -> Page {
    let mut response = Response::new(Full::new(Bytes::from(text.to_owned())));
    *response.status_mut() = http::StatusCode::from_u16(status).expect("a status");
    with(with(response, CONTENT_TYPE, "text/html; charset=utf-8"), http::header::CACHE_CONTROL, "no-store")
}

fn with(mut response: Page, name: HeaderName, value: &str) -> Page {
    response.headers_mut().insert(name, value.parse().expect("a header's value"));
    response
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// A page of `fixtures/cases` or `fixtures/pages` by its file's name.
fn kept(path: &str) -> Option<String> {
    let (folder, name) = path.strip_prefix('/')?.split_once('/')?;
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    let is_known = matches!(folder, "cases" | "pages") && is_plain;
    is_known.then(|| std::fs::read_to_string(super::root().join("fixtures").join(folder).join(name)).ok())?
}
