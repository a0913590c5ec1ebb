//! Reading a request's body within its cap and without waiting for ever.

use crate::problem::{Code, Problem};
use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde_json::{Map, Value};
use std::time::Duration;

/// The most of a JSON body, in bytes.
pub(crate) const JSON_BYTES: usize = 1 << 20;

/// How long a body may stand still before it is given up.
const STALL: Duration = Duration::from_secs(15);

/// Reads a body of at most `cap` bytes.
///
/// # Errors
/// Longer than the cap, standing still, or broken off.
pub(crate) async fn read(headers: &HeaderMap, mut body: Incoming, cap: usize) -> Result<Bytes, Problem> {
    let announced = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > cap) {
        return Err(too_large(cap));
    }
    let mut all = BytesMut::with_capacity(announced.unwrap_or_default().min(cap));
    loop {
        let frame = match tokio::time::timeout(STALL, body.frame()).await {
            Ok(Some(Ok(frame))) => frame,
            Ok(None) => return Ok(all.freeze()),
            Ok(Some(Err(_))) => return Err(Problem::argument("The body broke off; send it again.")),
            Err(_) => {
                let says = format!("The body stood still for {} s; send it again.", STALL.as_secs());
                return Err(Problem::argument(says));
            }
        };
        if let Ok(data) = frame.into_data() {
            if all.len() + data.len() > cap {
                return Err(too_large(cap));
            }
            all.extend_from_slice(&data);
        }
    }
}

/// Reads a JSON object; an empty body is an empty object.
///
/// # Errors
/// As [`read`], and whatever is not a JSON object.
pub(crate) async fn read_object(headers: &HeaderMap, body: Incoming) -> Result<Map<String, Value>, Problem> {
    let bytes = read(headers, body, JSON_BYTES).await?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("application/json");
    let essence = kind.split(';').next().unwrap_or_default().trim();
    // curl -d says it sends a form; what matters is what it is.
    if !essence.ends_with("json") && !matches!(essence, "application/x-www-form-urlencoded" | "text/plain") {
        let says = format!("The body is {essence}; send a JSON object with Content-Type: application/json.");
        return Err(Problem::argument(says));
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Problem::argument("The body must be a JSON object with the action's arguments.")),
        Err(error) => {
            let says = format!("The body is not JSON (line {}, column {}).", error.line(), error.column());
            Err(Problem::argument(says))
        }
    }
}

fn too_large(cap: usize) -> Problem {
    let cap = if cap >= 1 << 20 { format!("{} MiB", cap >> 20) } else { format!("{cap} bytes") };
    Problem::new(Code::TooLarge, format!("The body is over its cap of {cap}; send less."))
}
