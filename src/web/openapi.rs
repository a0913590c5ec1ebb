//! The OpenAPI document, read off the actions table.

use crate::actions::{Action, TABLE};
use bytes::Bytes;
use serde_json::{Map, Value, json};

/// The media type of the YAML form.
pub(crate) const YAML: &str = "application/yaml";

/// Both forms, made once.
pub(crate) struct Document {
    json: Bytes,
    yaml: Bytes,
}

impl Document {
    pub(crate) fn new() -> Self {
        let document = document();
        Self { json: document.to_string().into(), yaml: yaml(&document).into() }
    }

    pub(crate) fn json(&self) -> Bytes {
        self.json.clone()
    }

    pub(crate) fn yaml(&self) -> Bytes {
        self.yaml.clone()
    }
}

/// The document's text.
pub(crate) fn text(json: bool) -> String {
    let document = document();
    if json { format!("{document:#}\n") } else { yaml(&document) }
}

/// The document as a value ([OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0)).
fn document() -> Value {
    let mut paths = Map::new();
    for action in TABLE {
        let item = paths.entry(action.path).or_insert_with(|| json!({}));
        item[action.method.as_str().to_lowercase()] = operation(action);
    }
    for (path, about) in [
        ("/health", "The process lives."),
        ("/ready", "The browser source and the store can serve."),
        ("/info", "Name, version and addresses."),
        ("/metrics", "Counters in Prometheus' text form."),
        ("/openapi.json", "This document as JSON."),
        ("/openapi.yaml", "This document as YAML."),
    ] {
        paths.insert(
            path.to_owned(),
            json!({"get": {"summary": about, "security": [], "responses": {"200": {"description": "OK"}}}}),
        );
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Handback",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Real browsers for AI agents, and a person who can take over and hand back. Every action is also an MCP tool at /mcp.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "parameters": {
                "workspace": {
                    "name": "Sf-Workspace", "in": "header", "required": false,
                    "description": "The workspace; alias X-Workspace. Name it here or with ?workspace=, not both.",
                    "schema": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"},
                },
                "workspaceQuery": {
                    "name": "workspace", "in": "query", "required": false,
                    "schema": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"},
                },
            },
            "schemas": {
                "Error": {
                    "type": "object",
                    "required": ["error", "code"],
                    "properties": {
                        "error": {"type": "string", "description": "What happened, and what to do."},
                        "code": {"type": "string", "enum": crate::problem::Code::ALL.iter().map(|code| code.as_str()).collect::<Vec<_>>()},
                        "guidance": {"type": "string"},
                        "control": {"type": "object"},
                    },
                },
            },
        },
    })
}

fn operation(action: &Action) -> Value {
    let in_path = action.path.contains("{action}");
    let mut input = action.input_schema();
    let mut parameters = vec![
        json!({"$ref": "#/components/parameters/workspace"}),
        json!({"$ref": "#/components/parameters/workspaceQuery"}),
    ];
    if in_path {
        let schema = input["properties"].as_object_mut().and_then(|fields| fields.remove("action"));
        if let Some(required) = input["required"].as_array_mut() {
            required.retain(|name| name != "action");
            if required.is_empty() {
                input.as_object_mut().map(|input| input.remove("required"));
            }
        }
        parameters.push(json!({"name": "action", "in": "path", "required": true, "schema": schema}));
    }
    let error = json!({
        "description": "What happened, and what to do.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    });
    let mut responses = json!({
        "200": {"description": "Done.", "content": {"application/json": {"schema": action.output_schema()}}},
    });
    for status in ["400", "401", "404", "409", "413", "429", "500", "503"] {
        responses[status] = error.clone();
    }
    let mut operation = json!({
        "operationId": action.name,
        "summary": action.title,
        "description": action.about,
        "tags": ["browser"],
        "parameters": parameters,
        "responses": responses,
    });
    if !action.args.is_empty() && action.method == crate::actions::Method::Post {
        operation["requestBody"] = json!({"content": {"application/json": {"schema": input}}});
    }
    operation
}

/// JSON in YAML's block form. Every text is quoted, which YAML reads as JSON does.
fn yaml(value: &Value) -> String {
    let mut out = String::new();
    write_yaml(value, 0, &mut out);
    out
}

fn write_yaml(value: &Value, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                out.push_str(&pad);
                out.push_str(&yaml_key(key));
                write_below(value, depth, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                out.push_str(&pad);
                out.push('-');
                write_below(item, depth, out);
            }
        }
        other => {
            out.push_str(&pad);
            out.push_str(&other.to_string());
            out.push('\n');
        }
    }
}

fn write_below(value: &Value, depth: usize, out: &mut String) {
    let is_block = matches!(value, Value::Object(map) if !map.is_empty())
        || matches!(value, Value::Array(items) if !items.is_empty());
    if is_block {
        out.push('\n');
        write_yaml(value, depth + 1, out);
    } else {
        out.push(' ');
        out.push_str(&value.to_string());
        out.push('\n');
    }
}

fn yaml_key(key: &str) -> String {
    let plain =
        key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/' | b'.'))
            && key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
    if plain { format!("{key}:") } else { format!("{}:", Value::String(key.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_quotes_what_needs_it() {
        let value = json!({"a": {"200": ["x: y", {}], "on": true}, "/p/{q}": [], "n": [{"k": 1}]});
        let text = yaml(&value);
        assert_eq!(
            text,
            "a:\n  \"200\":\n    - \"x: y\"\n    - {}\n  on: true\n\"/p/{q}\": []\nn:\n  -\n    k: 1\n"
        );
    }

    #[test]
    fn every_action_is_an_operation() {
        let document = document();
        for action in TABLE {
            let operation = &document["paths"][action.path][action.method.as_str().to_lowercase()];
            assert_eq!(operation["operationId"], action.name);
        }
    }
}
