//! Tools, read off the actions table.

use crate::actions::{Action, TABLE};
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// Every tool, in the table's order, made once.
pub(super) static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| TABLE.iter().map(|action| tool(action)).collect());

/// The tools that `?tools=a,b` leaves, or all.
pub(super) fn listed(query: Option<&str>) -> Vec<Tool> {
    let asked: Vec<String> = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .filter(|(key, _)| key == "tools")
        .flat_map(|(_, value)| value.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>())
        .filter(|name| !name.is_empty())
        .collect();
    TOOLS
        .iter()
        .filter(|tool| asked.is_empty() || asked.iter().any(|name| *name == tool.name))
        .cloned()
        .collect()
}

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<Tool> {
    TOOLS.iter().find(|tool| tool.name == name).cloned()
}

fn tool(action: &Action) -> Tool {
    let hints = action.hints;
    let annotations = ToolAnnotations::with_title(action.title)
        .read_only(hints.read_only)
        .destructive(hints.destructive)
        .idempotent(hints.idempotent)
        .open_world(hints.open_world);
    let tool =
        Tool::new(action.name, action.about, object(action.input_schema())).with_annotations(annotations);
    // A client that sees structured content may drop the picture, so a picture comes without it and without a schema.
    if action.pictures { tool } else { tool.with_raw_output_schema(object(action.output_schema())) }
}

fn object(value: Value) -> Arc<rmcp::model::JsonObject> {
    match value {
        Value::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_narrows_the_list() {
        assert_eq!(listed(None).len(), TABLE.len());
        let names: Vec<_> = listed(Some("workspace=x&tools=outline,%20navigate,none"))
            .into_iter()
            .map(|tool| tool.name)
            .collect();
        assert_eq!(names, ["navigate", "outline"]);
    }

    /// Contract, section 8: names, descriptions and input schemas stay under 24 KB together.
    #[test]
    fn the_list_is_small() {
        let bytes: usize = TOOLS
            .iter()
            .map(|tool| {
                let about = tool.description.as_ref().map_or(0, |about| about.len());
                tool.name.len() + about + serde_json::to_string(&tool.input_schema).expect("JSON").len()
            })
            .sum();
        assert!(bytes < 24 << 10, "{bytes} bytes");
    }

    /// What schema-checking clients stumble over: number formats of Rust, types in lists.
    #[test]
    fn schemas_are_plain() {
        for tool in TOOLS.iter() {
            let mut left = vec![serde_json::to_value(tool).expect("JSON")];
            while let Some(value) = left.pop() {
                assert!(!value["format"].is_string() && !value["type"].is_array(), "{}: {value}", tool.name);
                match value {
                    Value::Object(fields) => left.extend(fields.into_iter().map(|(_, inner)| inner)),
                    Value::Array(items) => left.extend(items),
                    _ => {}
                }
            }
            assert!(tool.annotations.as_ref().is_some_and(|hints| hints.title.is_some()), "{}", tool.name);
        }
    }
}
