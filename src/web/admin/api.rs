//! What the admin page asks for and does, apart from the live view.

use super::live::choose;
use super::tickets::{GOOD, Purpose};
use super::{Admin, Shared, listed};
use crate::actions::FILE_BYTES;
use crate::config::AuthMode;
use crate::problem::{Code, Problem};
use crate::web::answer::{self, Answer};
use crate::web::{body, no_route};
use crate::workspace::Name;
use http::{Method, Request};
use hyper::body::Incoming;
use serde_json::{Value, json};

/// Answers a call below `/admin/`. The token was checked.
pub(super) async fn answer(
    desk: &Shared,
    admin: &Admin,
    request: Request<Incoming>,
    path: &str,
    parts: &[&str],
) -> Answer {
    let outcome = match (request.method().clone(), parts) {
        (Method::GET, ["info"]) => Ok(info(desk)),
        (Method::POST, ["tickets"]) => ticket(admin, request).await,
        (Method::GET, ["workspaces"]) => Ok(listed::workspaces(&desk.workspaces)),
        (Method::DELETE, ["workspaces", name, "browser"]) => end(desk, name).await,
        (Method::POST, ["workspaces", name, "files"]) => take_file(desk, request, name).await,
        (_, ["info" | "workspaces"]) => return answer::other_method("GET"),
        (_, ["tickets"] | ["workspaces", _, "files"]) => return answer::other_method("POST"),
        (_, ["workspaces", _, "browser"]) => return answer::other_method("DELETE"),
        _ => Err(no_route(path)),
    };
    match outcome {
        Ok(value) => answer::ok(&value),
        Err(problem) => answer::problem(&problem),
    }
}

fn info(desk: &Shared) -> Value {
    let auth = match desk.config.auth {
        AuthMode::Token => "token",
        AuthMode::Off => "off",
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"), "auth": auth,
        "grace_seconds": desk.config.live.grace.as_secs(),
    })
}

async fn ticket(admin: &Admin, request: Request<Incoming>) -> Result<Value, Problem> {
    let (parts, incoming) = request.into_parts();
    let asked = body::read_object(&parts.headers, incoming).await?;
    let text = |key: &str| asked.get(key).and_then(Value::as_str);
    let purpose = match text("for") {
        Some("events") => Purpose::Events,
        Some("live") => Purpose::Live(name(text("workspace").unwrap_or_default())?),
        _ => return Err(Problem::argument("for must be events or live.")),
    };
    let ticket = admin.tickets.issue(purpose).map_err(Problem::internal)?;
    Ok(json!({"ticket": ticket, "expires_in": GOOD.as_secs()}))
}

async fn end(desk: &Shared, text: &str) -> Result<Value, Problem> {
    let ended = desk.workspaces.end_for_person(&name(text)?).await?;
    Ok(json!({"ended": ended}))
}

async fn take_file(desk: &Shared, request: Request<Incoming>, text: &str) -> Result<Value, Problem> {
    let workspace = desk.workspaces.get(&name(text)?);
    let (parts, incoming) = request.into_parts();
    let query: Vec<(String, String)> =
        url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let value = |wanted: &str| query.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let key = value("key").filter(|key| workspace.control().control.is_held_by(key));
    let Some(key) = key else {
        let says = "Take control first: only who has it may give the page a file.";
        return Err(Problem::new(Code::ControlHeld, says));
    };
    let bytes = body::read(&parts.headers, incoming, FILE_BYTES).await?;
    let waiting = choose::keep(&workspace, key, value("name").unwrap_or("file"), bytes)?;
    Ok(json!({"files": waiting}))
}

/// A workspace's name in an address. The one of stdio is a workspace like any other here.
fn name(text: &str) -> Result<Name, Problem> {
    let text = percent_encoding::percent_decode_str(text).decode_utf8_lossy();
    Name::kept(&text).ok_or_else(|| Problem::new(Code::Workspace, format!("There is no workspace {text:?}.")))
}
