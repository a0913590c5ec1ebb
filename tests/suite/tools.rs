//! Every action is a tool and a route, with the same arguments and the same result; every route but the probes asks for
//! the token.

use crate::common::client::Client;
use crate::house::Served;
use crate::raw::ask;
use handback::actions::TABLE;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A request to the MCP door, and its result.
pub async fn request(client: &Client, method: &str, params: Value) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let mut answer = client.post("/mcp", message).await.ok();
    assert!(answer["error"].is_null(), "{answer}");
    answer["result"].take()
}

/// A tool's result.
pub async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    request(client, "tools/call", json!({"name": tool, "arguments": arguments})).await
}

#[tokio::test]
async fn an_action_is_a_tool_and_a_route_with_the_same_schemas() {
    let served = Served::start(&[]).await;
    let client = served.client("w");
    let openapi = client.get("/openapi.json").await.ok();
    let tools = request(&client, "tools/list", json!({})).await;
    let tools = tools["tools"].as_array().expect("tools");
    assert_eq!(tools.len(), TABLE.len());
    let mut routes = BTreeSet::new();
    for tool in tools {
        let name = tool["name"].as_str().expect("a name");
        let action = handback::actions::named(name).unwrap_or_else(|| panic!("{name} is no action"));
        let method = action.method.as_str().to_lowercase();
        routes.insert((action.path, method.clone()));
        let operation = &openapi["paths"][action.path][&method];
        assert_eq!(operation["operationId"], tool["name"]);
        assert_eq!(operation["description"], tool["description"]);
        assert_eq!(operation["summary"], tool["annotations"]["title"]);

        let mut wanted = tool["inputSchema"].clone();
        let given = &operation["requestBody"]["content"]["application/json"]["schema"];
        if action.path.contains("{action}") {
            let word = wanted["properties"].as_object_mut().expect("fields").remove("action");
            let parameters = operation["parameters"].as_array().expect("parameters");
            let in_path =
                parameters.iter().find(|parameter| parameter["in"] == "path").expect("one in the path");
            assert_eq!(in_path["schema"], word.expect("the argument"), "{name}");
            assert_eq!(given["properties"], wanted["properties"], "{name}");
        } else if action.args.is_empty() {
            assert_eq!(wanted["properties"], json!({}), "{name}");
        } else {
            assert_eq!(*given, wanted, "{name}");
        }
        let result = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        match tool.get("outputSchema") {
            Some(schema) => assert_eq!(schema, result, "{name}"),
            None => assert!(action.pictures, "only a picture comes without a schema: {name}"),
        }
    }
    let paths = openapi["paths"].as_object().expect("paths");
    for (path, item) in paths.iter().filter(|(path, _)| path.starts_with("/browser")) {
        for method in item.as_object().expect("methods").keys() {
            // What is known of the browser is no action: over MCP it is a resource.
            let is_resource = method == "get";
            assert!(
                is_resource || routes.contains(&(path.as_str(), method.clone())),
                "{method} {path} is no tool"
            );
        }
    }
}

#[tokio::test]
async fn every_route_but_the_probes_asks_for_the_token() {
    let served = Served::start(&[]).await;
    let openapi = served.client("").get("/openapi.json").await.ok();
    let mut probes = BTreeSet::new();
    for (path, item) in openapi["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let line = format!("{} {}", method.to_uppercase(), path.replace("{action}", "click"));
            let answer = ask(&served.base, &line, &[("Host", "localhost"), ("Sf-Workspace", "w")], "").await;
            if operation["security"] == json!([]) {
                probes.insert(path.as_str());
                assert_ne!(answer.status, 401, "{line}");
            } else {
                answer.refused(401, "UNAUTHORIZED");
            }
        }
    }
    let wanted = ["/health", "/info", "/metrics", "/openapi.json", "/openapi.yaml", "/ready"];
    assert_eq!(probes, BTreeSet::from(wanted));
    for line in [
        "POST /mcp",
        "GET /mcp",
        "POST /admin/tickets",
        "GET /admin/nowhere",
        "GET /nowhere",
        "POST /browser/nonsense",
        "PUT /health/x",
    ] {
        ask(&served.base, line, &[("Host", "localhost")], "").await.refused(401, "UNAUTHORIZED");
    }
}

#[tokio::test]
async fn unknown_routes_and_methods_are_told_apart() {
    let served = Served::start(&[]).await;
    let client = served.client("w");
    for path in
        ["/nowhere", "/browser/nonsense", "/browser/interact", "/browser/interact/click/twice", "/mcp/x"]
    {
        let missing = client.post(path, json!({})).await;
        assert!(missing.refused(404, "NOT_FOUND").contains("/openapi.yaml"), "{path}");
    }
    for (path, allowed) in [("/browser/navigate", "POST"), ("/browser/interact/click", "POST")] {
        let other = client.get(path).await;
        assert_eq!((other.status, &other.headers["allow"]), (405, &http::HeaderValue::from_static(allowed)));
        assert_eq!(other.body["error"], format!("This route takes {allowed}."));
    }
    assert_eq!(client.post("/health", json!({})).await.status, 405);
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nonsense"}});
    let unknown = client.post("/mcp", message).await;
    assert_eq!(unknown.body["error"]["code"], -32602, "{}", unknown.body);
}

#[tokio::test]
async fn probes_answer_without_secrets() {
    let served = Served::start(&[("grid.url", "http://someone:pa55word@127.0.0.1:9/")]).await;
    let open = Client::new(&served.base, None, "");
    for path in ["/health", "/ready", "/info", "/metrics", "/openapi.json", "/openapi.yaml"] {
        let answer = open.get(path).await;
        let wanted = if path == "/ready" { 503 } else { 200 };
        assert_eq!(answer.status, wanted, "{path}: {}", answer.body);
        let text = answer.body.to_string();
        assert!(!text.contains("pa55word") && !text.contains(&served.token), "{path}: {text}");
    }
    let ready = open.get("/ready").await;
    assert_eq!((&ready.body["ready"], &ready.body["source"]), (&json!(false), &json!("grid")));
    assert!(
        ready.body["note"].as_str().is_some_and(|note| note.contains("cannot be reached")),
        "{}",
        ready.body
    );
    let refused = served.client("w").post("/browser", json!({})).await;
    let says = refused.refused(503, "GRID_UNAVAILABLE");
    assert!(says.contains("127.0.0.1:9") && !says.contains("pa55word"), "{says}");
    assert!(refused.headers.contains_key("retry-after"));
}
