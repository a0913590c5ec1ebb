//! What a workspace is now, without touching its browser: what agents read as `workspace://current`.

use super::{Desk, tab};
use crate::policy::without_userinfo;
use crate::problem::Problem;
use crate::session::State;
use crate::workspace::{Name, control_json};
use serde_json::{Map, Value, json};

impl Desk {
    /// The workspace's browser, tabs and control. It never queues, waits for no page and opens nothing.
    ///
    /// # Errors
    /// The store cannot serve.
    pub async fn current(&self, name: &Name) -> Result<Map<String, Value>, Problem> {
        let workspace = self.workspaces.get(name);
        let record = self.workspaces.record(&workspace).await?;
        let mut told = Map::new();
        let mut tell = |key: &str, value: Value| drop(told.insert(key.to_owned(), value));
        tell("workspace", json!(name));
        match workspace.session() {
            Some(session) => {
                tell("browser", json!({"name": session.browser(), "version": session.version()}));
                tell("url", json!(session.know(current_url)));
                tell("tabs", tab::listed(&session));
            }
            None => {
                tell("browser", Value::Null);
                if let Some(page) = record.page.filter(|_| record.open) {
                    tell(
                        "note",
                        json!(format!("The browser is gone; the next call opens another at {page}.")),
                    );
                }
            }
        }
        if let Some(settings) = &record.settings {
            tell("settings", serde_json::to_value(settings).map_err(Problem::internal)?);
        }
        let view = workspace.control();
        if let Some(control) = control_json(&view.control) {
            tell("control", control);
        }
        if view.untold().is_some() {
            tell(
                "handed_back",
                json!("A person handed the browser back: call await_control to learn what they did."),
            );
        }
        if let Some(call) = view.control.call() {
            tell("asked_for_person", json!({"reason": call.reason}));
        }
        Ok(told)
    }
}

fn current_url(state: &State) -> Option<String> {
    state.current().map(|tab| without_userinfo(&tab.url))
}
