//! The page and its files, in the binary.

use crate::web::answer::{self, Answer};
use crate::web::no_route;
use http::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use http::{Method, StatusCode};

/// What the page may do: load its own files, show pictures that it was sent, talk to its own server.
const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CONTENT_SECURITY_POLICY: HeaderName = HeaderName::from_static("content-security-policy");
const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");

macro_rules! files {
    ($($name:literal,)*) => { &[$(($name, include_bytes!(concat!("ui/", $name))),)*] };
}

/// The page.
const INDEX: &[u8] = include_bytes!("ui/index.html");

/// Its files.
static FILES: &[(&str, &[u8])] = files![
    "address-bar.js",
    "api.js",
    "app.js",
    "banners.js",
    "base.css",
    "calls.js",
    "chooser.js",
    "clock.js",
    "control-bar.js",
    "dom.js",
    "foot.js",
    "hand-back.js",
    "input.js",
    "keys.js",
    "line-banner.js",
    "line.js",
    "list.css",
    "list.js",
    "live.css",
    "live.js",
    "mark.svg",
    "mouse.js",
    "notices.js",
    "page-dialog.js",
    "parts.css",
    "person.js",
    "platform.js",
    "request.js",
    "screen.css",
    "screen.js",
    "sheet.js",
    "shortcuts.js",
    "signin.js",
    "standing.js",
    "tab-strip.js",
    "touch.js",
    "typing.js",
    "watchers.js",
    "workspace.js",
    "zoom.js",
];

pub(super) fn index(method: &Method) -> Answer {
    file(method, "text/html; charset=utf-8", INDEX)
}

pub(super) fn asset(method: &Method, name: &str) -> Answer {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => file(method, media_type(name), bytes),
        None => answer::problem(&no_route(&format!("/admin/assets/{name}"))),
    }
}

fn file(method: &Method, kind: &'static str, bytes: &'static [u8]) -> Answer {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return answer::other_method("GET");
    }
    let mut answer = answer::bytes(StatusCode::OK, kind, bytes);
    let headers = answer.headers_mut();
    // The files go with the binary: a newer one must not meet an older page's copies.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    answer
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
