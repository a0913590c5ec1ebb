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
    paths["/browser"]["get"] = json!({
        "operationId": "current", "summary": "The workspace now", "tags": ["browser"],
        "description": "Its browser, tabs and settings, and whether a person has asked for control or holds it. Never queues and opens nothing.",
        "parameters": [
            {"$ref": "#/components/parameters/workspace"}, {"$ref": "#/components/parameters/workspaceQuery"},
        ],
        "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"type": "object"}}}}},
    });
    for (path, id, about) in [
        ("/browser/console", "console", "What its pages said on their console, oldest first"),
        ("/browser/network", "network", "What its pages asked the network for, oldest first"),
    ] {
        paths.insert(path.to_owned(), json!({"get": {
            "operationId": id, "summary": about, "tags": ["browser"],
            "description": "While open_session's capture is on: 1000 at most, of the last five pages. Never queues and opens nothing.",
            "parameters": [
                {"$ref": "#/components/parameters/workspace"}, {"$ref": "#/components/parameters/workspaceQuery"},
            ],
            "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"type": "object"}}}}},
        }}));
    }
    paths.insert("/files".to_owned(), json!({"get": {
        "operationId": "list_files", "summary": "The workspace's files", "tags": ["files"],
        "description": "What its browser downloaded, prints and kept pictures, each with a link that opens it without a token for an hour.",
        "parameters": [
            {"$ref": "#/components/parameters/workspace"}, {"$ref": "#/components/parameters/workspaceQuery"},
        ],
        "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"type": "object"}}}}},
    }}));
    paths.insert(
        "/files/{workspace}/{shelf}/{name}".to_owned(),
        json!({"get": {
            "operationId": "open_file", "summary": "A file", "tags": ["files"],
            "description": "With the token, or by a signed link of a result.",
            "parameters": (["workspace", "shelf", "name"].map(|name| json!({
                "name": name, "in": "path", "required": true, "schema": {"type": "string"},
            }))),
            "responses": {"200": {"description": "OK", "content": {"*/*": {}}}},
        }}),
    );
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

/// The document as YAML.
fn yaml(document: &Value) -> String {
    serde_saphyr::to_string(document).unwrap_or_else(|error| {
        tracing::warn!(%error, "the OpenAPI document could not be written as YAML");
        // JSON is YAML too.
        format!("{document:#}\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_say_the_same() {
        let document = document();
        let text = yaml(&document);
        assert!(text.lines().count() > 100, "in block form");
        assert_eq!(serde_saphyr::from_str::<Value>(&text).expect("YAML"), document);
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
