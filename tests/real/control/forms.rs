//! `await_control` over MCP: blocking with progress for the older protocol, a task for the newer one.

use super::Scene;
use crate::common::client::Client;
use serde_json::{Value, json};

const NEWER: &str = "2026-07-28";

/// One request of the newer protocol, from a client that follows tasks.
async fn modern(client: &Client, method: &str, mut params: Value, name: &str) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": NEWER,
        "io.modelcontextprotocol/clientCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}},
    });
    let mut headers = vec![("mcp-protocol-version", NEWER), ("mcp-method", method)];
    if !name.is_empty() {
        headers.push(("mcp-name", name));
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    client.post_with("/mcp", body, &headers).await.ok()
}

#[tokio::test]
async fn a_task_waits_as_long_as_the_person_takes() {
    let scene = Scene::open("chrome", &[], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let call = json!({"name": "await_control", "arguments": {}});
    let made = modern(&scene.agent, "tools/call", call.clone(), "await_control").await;
    let task = &made["result"];
    assert_eq!(
        (&task["resultType"], &task["status"], &task["pollIntervalMs"]),
        (&json!("task"), &json!("working"), &json!(1_000))
    );
    let id = task["taskId"].as_str().expect("a name").to_owned();
    let about = json!({"taskId": id});

    let stranger = scene.agent.in_workspace("another");
    let theirs = modern(&stranger, "tasks/get", about.clone(), &id).await;
    assert_eq!(theirs["error"]["code"], -32_602, "a task belongs to its workspace");
    let unnamed = modern(&scene.agent, "tasks/get", about.clone(), "").await;
    assert_eq!(unnamed["result"]["status"], "working", "a client that leaves Mcp-Name out is understood");

    let other = modern(&scene.agent, "tools/call", call, "await_control").await;
    let other = other["result"]["taskId"].as_str().expect("a name").to_owned();
    modern(&scene.agent, "tasks/cancel", json!({"taskId": other}), &other).await;
    let gone = crate::common::until(std::time::Duration::from_secs(10), "the end of the wait", async || {
        let task = modern(&scene.agent, "tasks/get", json!({"taskId": other}), &other).await;
        (task["result"]["status"] != "working").then_some(task)
    })
    .await;
    assert_eq!(gone["result"]["status"], "cancelled");
    assert_eq!(ana.seen().state["you"], "holding", "nothing changes for the person");

    ana.hand_back(Some("done")).await;
    let done = crate::common::until(std::time::Duration::from_secs(10), "the result", async || {
        let task = modern(&scene.agent, "tasks/get", about.clone(), &id).await;
        (task["result"]["status"] == "completed").then_some(task)
    })
    .await;
    let result = &done["result"]["result"];
    let told = &result["structuredContent"];
    assert_eq!((&told["handed_back"], &told["control"]["note"]), (&json!(true), &json!("done")));
    assert!(
        told["outline"]["text"].as_str().is_some_and(|text| text.contains("button \"Orders\"")),
        "{told}"
    );
    assert!(result["content"][0]["text"].as_str().is_some_and(|text| text.contains("Ana handed")));
    assert!(scene.awaited().await["control"].is_null(), "told by the task");
}

#[tokio::test]
async fn older_clients_block_and_hear_that_it_goes_on() {
    let scene = Scene::open("chrome", &["--live-await-cap", "30"], "/account").await;
    let ana = scene.person("Ana").await;
    ana.take().await;
    let call = json!({
        "jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": {"name": "await_control", "arguments": {}, "_meta": {"progressToken": "p"}},
    });
    let answer = scene.agent.post_with("/mcp", call, &[("mcp-protocol-version", "2025-11-25")]).await;
    let text = answer.body.as_str().expect("a stream").to_owned();
    let events: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok())
        .collect();
    let progress: Vec<_> =
        events.iter().filter(|event| event["method"] == "notifications/progress").collect();
    assert!(progress.len() >= 2, "at once, and after 15 s: {events:?}");
    assert_eq!(progress[0]["params"]["progress"], 0.0);
    assert!(progress[1]["params"]["message"].as_str().is_some_and(|says| says.contains("Ana")));
    let told = &events.last().expect("an answer")["result"]["structuredContent"];
    assert_eq!((&told["handed_back"], &told["control"]["by"]), (&json!(false), &json!("Ana")), "{told}");
    assert_eq!(told["message"], "The browser is still in Ana's control; call await_control again.");
    assert!(events.last().expect("an answer")["result"]["isError"] != true, "no error at the cap");
}
