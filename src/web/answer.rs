//! Making answers, and the one table from a problem's kind to an HTTP status.

use crate::actions::Delivery;
use crate::problem::{Kind, Problem};
use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Frame, SizeHint};
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

/// The body of every answer.
pub type Body = BoxBody<Bytes, Infallible>;

/// An answer.
pub type Answer = Response<Body>;

fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Bad => StatusCode::BAD_REQUEST,
        Kind::Unauthorized => StatusCode::UNAUTHORIZED,
        Kind::Forbidden => StatusCode::FORBIDDEN,
        Kind::Gone => StatusCode::NOT_FOUND,
        Kind::Held => StatusCode::CONFLICT,
        Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::Busy => StatusCode::TOO_MANY_REQUESTS,
        Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Bytes of a type.
pub(crate) fn bytes(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(bytes.into()).boxed());
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    answer
}

/// A value as JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Answer {
    match serde_json::to_vec(value) {
        Ok(text) => bytes(status, "application/json", text),
        Err(error) => problem(&Problem::internal(error)),
    }
}

/// A value as JSON with status 200.
pub(crate) fn ok(value: &impl Serialize) -> Answer {
    json(StatusCode::OK, value)
}

/// A problem.
pub(crate) fn problem(problem: &Problem) -> Answer {
    let kind = problem.code().kind();
    if let Some(line) = problem.log_line() {
        tracing::info!(code = problem.code().as_str(), line, "refused");
    }
    let text = problem.body().to_string();
    let mut answer = bytes(status(kind), "application/json", text);
    if kind == Kind::Unauthorized {
        answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(seconds) = problem.retry_seconds() {
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    answer
}

/// The answer, with `delivery` told once all of it was handed to the connection.
pub(crate) fn delivered(answer: Answer, delivery: Delivery) -> Answer {
    answer.map(|body| Delivered { body, delivery: Some(delivery) }.boxed())
}

/// A body that says when it has left. One that is dropped before its end, because the client went, says nothing.
struct Delivered {
    body: Body,
    delivery: Option<Delivery>,
}

impl hyper::body::Body for Delivered {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        let at_end = matches!(polled, Poll::Ready(None))
            || matches!(polled, Poll::Ready(Some(_))) && self.body.is_end_stream();
        if at_end && let Some(delivery) = self.delivery.take() {
            delivery.done();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A known route asked with another method.
pub(crate) fn other_method(allowed: &'static str) -> Answer {
    let says = format!("This route takes {allowed}.");
    let mut answer = problem(&Problem::new(crate::problem::Code::NotFound, says));
    *answer.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    answer
}
