//! What clients can read without calling a tool: the workspace as it is.

use crate::actions::{CONSOLE, Desk, NETWORK};
use crate::problem::Problem;
use crate::workspace::Name;
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};
use serde_json::{Value, json};

/// The workspace's browser, tabs and control.
const CURRENT: &str = "workspace://current";

/// Every resource.
pub(super) fn listed() -> Vec<Resource> {
    let current = Resource::new(CURRENT, "current")
        .with_title("This workspace now")
        .with_description(
            "Its browser, tabs and settings, and whether a person has asked for control or holds it.",
        )
        .with_mime_type("application/json");
    let captured = |uri: &str, name: &str, title: &str, about: &str| {
        let about = format!("{about}, while open_session's capture is on.");
        Resource::new(uri, name).with_title(title).with_description(about).with_mime_type("application/json")
    };
    vec![
        current,
        captured(CONSOLE, "console", "Console", "What its pages said on their console"),
        captured(NETWORK, "network", "Network", "What its pages asked the network for"),
    ]
}

/// Reads a resource of a workspace.
pub(super) async fn read(
    desk: &Desk,
    uri: &str,
    workspace: Result<Name, Problem>,
) -> Result<ReadResourceResult, ErrorData> {
    if ![CURRENT, CONSOLE, NETWORK].contains(&uri) {
        let says = format!("There is no resource {uri:?}; resources/list names those that there are.");
        return Err(ErrorData::resource_not_found(says, Some(json!({"uri": uri}))));
    }
    let told = match workspace {
        Ok(name) => match uri {
            CONSOLE => desk.console(&name),
            NETWORK => desk.network(&name),
            _ => desk.current(&name).await,
        },
        Err(problem) => Err(problem),
    };
    let told =
        told.map_err(|problem| ErrorData::invalid_params(problem.says().to_owned(), Some(problem.body())))?;
    let text = Value::Object(told).to_string();
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type("application/json")]))
}
