//! What was captured of a workspace's browser, without touching it: what agents read as `workspace://console` and
//! `workspace://network`.

use super::Desk;
use crate::problem::Problem;
use crate::session::{CAPTURE_OFF, Form, Session};
use crate::workspace::Name;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Where each is read.
pub const CONSOLE: &str = "workspace://console";
/// The same for requests.
pub const NETWORK: &str = "workspace://network";

impl Desk {
    /// The lines on the console. It never queues, waits for no page and opens nothing.
    ///
    /// # Errors
    /// None of its own.
    pub fn console(&self, name: &Name) -> Result<Map<String, Value>, Problem> {
        told(self.session_of(name).and_then(|session| session.console()), "entries")
    }

    /// The requests. As [`Desk::console`].
    ///
    /// # Errors
    /// None of its own.
    pub fn network(&self, name: &Name) -> Result<Map<String, Value>, Problem> {
        told(self.session_of(name).and_then(|session| session.network()), "requests")
    }

    fn session_of(&self, name: &Name) -> Option<Session> {
        self.workspaces.get(name).session()
    }
}

fn told<T: Serialize>(list: Option<(Vec<T>, u64)>, of: &str) -> Result<Map<String, Value>, Problem> {
    let mut told = Map::new();
    match list {
        Some((list, dropped)) => {
            told.insert(of.to_owned(), serde_json::to_value(list).map_err(Problem::internal)?);
            if dropped > 0 {
                told.insert("dropped".to_owned(), json!(dropped));
            }
        }
        None => {
            told.insert(of.to_owned(), json!([]));
            told.insert("note".to_owned(), json!(CAPTURE_OFF));
        }
    }
    Ok(told)
}

/// `{errors?, failed_requests?, see}`: what went wrong on pages since a caller was told last, if anything did.
pub(super) fn hint(session: &Session, form: Form) -> Option<Value> {
    let news = session.capture_news();
    let mut hint = Map::new();
    let (console, network) = match form {
        // Models read resources, programs routes.
        Form::Text => (CONSOLE, NETWORK),
        Form::Json => ("GET /browser/console", "GET /browser/network"),
    };
    let mut see = Vec::new();
    for (name, count, place) in
        [("errors", news.errors, console), ("failed_requests", news.failed_requests, network)]
    {
        if count > 0 {
            hint.insert(name.to_owned(), json!(count));
            see.push(place);
        }
    }
    if see.is_empty() {
        return None;
    }
    hint.insert("see".to_owned(), json!(see.join(", ")));
    Some(Value::Object(hint))
}
