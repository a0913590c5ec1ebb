//! The MCP Inspector on the command line: what it reads, how it shows a refusal, and what it says of the tools' schemas.

use crate::common::process;
use crate::common::served::Served;
use crate::outside::{Said, here, modules, node, run};
use serde_json::{Value, json};
use std::process::Command;

/// The Inspector, on a workspace of a server.
pub fn on(served: &Served, workspace: &str) -> Command {
    let mut command = inspector();
    command.args(["--cli", &format!("{}/mcp", served.base), "--transport", "http", "--header"]);
    command.arg(format!("Authorization: Bearer {}", served.token.as_deref().unwrap_or_default()));
    command.args(["--header", &format!("Sf-Workspace: {workspace}")]);
    command
}

fn inspector() -> Command {
    let mut command =
        node(&modules().join("@modelcontextprotocol/inspector/clients/launcher/build/index.js"));
    // It keeps a list of servers in its user's home.
    command.env("MCP_CATALOG_PATH", process::folder().path().join("catalog.json"));
    command
}

/// The result that a run printed, of one that succeeded.
pub fn result(said: &Said) -> Value {
    assert_eq!(said.code, Some(0), "{}\n{}", said.out, said.err);
    serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("no result: {}\n{}", said.out, said.err))
}

/// Asks for something in a workspace of its own.
async fn ask(words: &[&str]) -> Said {
    let mut command = on(here().await, "inspector");
    command.args(words);
    run(command).await
}

/// The names of the tools that it was told of.
fn tools(result: &Value) -> Vec<&str> {
    let tools = result["tools"].as_array().expect("a list");
    tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect()
}

fn every_tool() -> Vec<&'static str> {
    handback::actions::TABLE.iter().map(|action| action.name).collect()
}

/// It holds every schema against what clients in use understand.
#[tokio::test]
async fn schemas_travel_well() {
    let said = ask(&["--method", "tools/list", "--strict"]).await;
    assert_eq!(tools(&result(&said)), every_tool());
    assert!(said.err.contains("0 errors"), "{}", said.err);
    // These hold any JSON value, or something or null: a type in words of JSON Schema would need a list of types, which
    // other clients do not understand.
    let open = [
        ("write", "outputSchema.properties.value"),
        ("drag", "outputSchema.properties.moved"),
        ("scroll", "outputSchema.properties.scrolled"),
        ("execute_script", "inputSchema.properties.args.items"),
        ("execute_script", "outputSchema.properties.result"),
        ("frame", "outputSchema.properties.in_frame"),
        ("await_control", "outputSchema.properties.control"),
    ];
    let lines: Vec<&str> = said.err.lines().map(str::trim).collect();
    for warning in lines.windows(3).filter(|lines| lines[0].starts_with("Warning: ")) {
        let tool = warning[0].trim_start_matches("Warning: tool ").trim_matches('"');
        let path = warning[1].trim_start_matches("Path: ");
        assert!(open.contains(&(tool, path)), "{warning:?}");
        assert!(warning[2].contains("accepts any value"), "{warning:?}");
    }
}

#[tokio::test]
async fn a_refusal_is_a_tools_error() {
    let said = ask(&["--method", "tools/call", "--tool-name", "outline"]).await;
    assert_eq!(said.code, Some(5), "its code for it; {}\n{}", said.out, said.err);
    let result: Value = serde_json::from_str(&said.out).expect("a result");
    assert_eq!(
        (&result["isError"], &result["structuredContent"]["code"]),
        (&json!(true), &json!("NO_BROWSER"))
    );
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("call open_session"), "{text}");
}

#[tokio::test]
async fn the_workspace_is_read() {
    let read = result(&ask(&["--method", "resources/read", "--uri", "workspace://current"]).await);
    let text = read["contents"][0]["text"].as_str().expect("a text");
    let told: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!((&told["workspace"], &told["browser"]), (&json!("inspector"), &Value::Null));
    for uri in ["workspace://console", "workspace://network"] {
        let read = result(&ask(&["--method", "resources/read", "--uri", uri]).await);
        let text = read["contents"][0]["text"].as_str().expect("a text");
        assert!(text.contains("capture=true"), "how to have something to read: {text}");
    }
}

#[tokio::test]
async fn a_prompt_is_offered_and_filled_in() {
    let list = result(&ask(&["--method", "prompts/list"]).await);
    assert_eq!(list["prompts"][0]["name"], "hand_over");
    let words = ["--method", "prompts/get", "--prompt-name", "hand_over", "--prompt-args", "reason=Sign in"];
    let prompt = result(&ask(&words).await);
    let text = prompt["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.contains("ask_person") && text.contains("\"Sign in\""), "{text}");
}

#[tokio::test]
async fn a_server_of_its_own_is_listed_over_pipes() {
    assert_eq!(tools(&result(&ask_over_pipes(&["--method", "tools/list"]).await)), every_tool());
}

/// Over pipes the server knows what the Inspector said at the handshake: that it follows tasks. It does not, in that
/// protocol.
#[tokio::test]
async fn it_is_given_no_task_over_pipes() {
    let words = ["--method", "tools/call", "--tool-name", "await_control"];
    let answer = result(&ask_over_pipes(&words).await);
    assert_eq!(answer["structuredContent"]["handed_back"], false, "{answer}");
}

/// Asks a server that the Inspector starts itself.
async fn ask_over_pipes(words: &[&str]) -> Said {
    let data = process::folder();
    let mut command = inspector();
    command.args(["--cli", env!("CARGO_BIN_EXE_handback"), "mcp", "--data-dir"]).arg(data.path()).args(words);
    run(command).await
}
