//! `await_control` by outside clients: each gets the form that it can follow.
//!
//! A person holds the browser, the client waits, the person hands back with a note, and the client must have been told all
//! of it, once.

use crate::common::client::Client;
use crate::common::live::Person;
use crate::common::served::Served;
use crate::common::site::Site;
use crate::common::until;
use crate::inspector;
use crate::outside::{self, here, run};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

/// The longest that a client takes to start, on a busy machine.
const STARTS: Duration = Duration::from_secs(60);

/// A browser that a person holds.
struct Held {
    served: &'static Served,
    agent: Client,
    workspace: &'static str,
    person: Person,
    site: Site,
}

impl Held {
    /// In a workspace of its own.
    async fn take(workspace: &'static str) -> Self {
        let (served, site) = (here().await, Site::start().await);
        let agent = served.client(workspace);
        agent.post("/browser", json!({"url": site.at("/account"), "outline": "none"})).await.ok();
        let person = Person::watch(&agent, workspace, "Ana").await;
        person.take().await;
        Self { served, agent, workspace, person, site }
    }

    /// A client beside this file, told where the browser is, and what else it is to know.
    fn client(&self, script: &str, told: &[(&str, &str)]) -> Command {
        let mut command = outside::client(script, self.served, self.workspace);
        command.envs(told.iter().copied());
        command
    }

    /// Runs a client until it has its report; the person hands back once it waits.
    async fn report(&self, command: Command) -> Value {
        self.said(command).await.report()
    }

    async fn said(&self, command: Command) -> outside::Said {
        let waiting = tokio::spawn(run(command));
        until(STARTS, "the client to wait", async || {
            // One that ended already shows below why.
            (self.underway().await > 0 || waiting.is_finished()).then_some(())
        })
        .await;
        self.person.hand_back(Some("You are signed in.")).await;
        waiting.await.expect("it ran")
    }

    /// How many calls are under way in the workspace.
    async fn underway(&self) -> u64 {
        let list = self.agent.get("/admin/workspaces").await.ok();
        let own = list["workspaces"].as_array().expect("a list").iter();
        let mut own = own.filter(|workspace| workspace["name"] == self.workspace);
        own.next().map_or(0, |workspace| workspace["underway"].as_u64().expect("a number"))
    }

    /// Checks that a client was told everything in both forms of the answer, and nobody is told again.
    async fn told(&self, report: &Value) {
        let data = &report["data"];
        assert_eq!(
            (&data["handed_back"], &data["ended"], &data["control"]["by"], &data["control"]["note"]),
            (&json!(true), &json!(false), &json!("Ana"), &json!("You are signed in.")),
            "{report:#}"
        );
        assert_eq!(data["page"]["url"], self.site.at("/account"));
        assert!(report["failed"] != true, "{report:#}");
        let text = report["text"].as_str().expect("a text");
        assert!(text.contains("Ana handed") && text.contains("button \"Orders\""), "{text}");
        let again = self.agent.post("/browser/await-control", json!({})).await.ok();
        assert_eq!(again["control"], Value::Null, "told once: {again}");
        self.agent.end().await;
    }
}

/// Waits as a client that follows no tasks: one answer, and a word at once that it waits.
async fn blocks(held: &Held, command: Command, protocol: &str) {
    let report = held.report(command).await;
    assert_eq!(report["protocol"], protocol);
    assert!(report["said"][0].as_str().is_some_and(|says| says.contains("Ana")), "{report:#}");
    held.told(&report).await;
}

#[tokio::test]
async fn python_blocks_with_a_handshake() {
    let held = Held::take("await-python-older").await;
    let command = held.client("await.py", &[("MODE", "legacy")]);
    blocks(&held, command, "2025-11-25").await;
}

#[tokio::test]
async fn python_blocks_without_one() {
    let held = Held::take("await-python-newer").await;
    let command = held.client("await.py", &[("MODE", "auto")]);
    blocks(&held, command, "2026-07-28").await;
}

#[tokio::test]
async fn sdk1_blocks() {
    let held = Held::take("await-sdk1").await;
    blocks(&held, held.client("await-sdk1.mjs", &[]), "2025-11-25").await;
}

#[tokio::test]
async fn sdk2_blocks_with_a_handshake() {
    let held = Held::take("await-sdk2-older").await;
    let command = held.client("await-sdk2.mjs", &[("MODE", "legacy")]);
    blocks(&held, command, "2025-11-25").await;
}

#[tokio::test]
async fn sdk2_blocks_without_one() {
    let held = Held::take("await-sdk2-newer").await;
    let command = held.client("await-sdk2.mjs", &[("MODE", "auto")]);
    blocks(&held, command, "2026-07-28").await;
}

#[tokio::test]
async fn the_inspector_blocks() {
    let held = Held::take("await-inspector").await;
    let mut command = inspector::on(held.served, held.workspace);
    command.args(["--method", "tools/call", "--tool-name", "await_control"]);
    let result = inspector::result(&held.said(command).await);
    held.told(&json!({"data": result["structuredContent"], "text": result["content"][0]["text"]})).await;
}

#[tokio::test]
async fn ext_tasks_follows_a_task() {
    let held = Held::take("await-ext-tasks").await;
    let report = held.report(held.client("await-tasks.mjs", &[])).await;
    assert_eq!(report["kind"], "task", "{report:#}");
    let asked = report["asked"].as_array().expect("a list");
    assert_eq!(asked[0], json!({"method": "tools/call", "status": "working"}));
    assert_eq!(asked.last(), Some(&json!({"method": "tasks/get", "status": "completed"})));
    held.told(&report).await;
}

#[tokio::test]
async fn ext_tasks_gives_a_wait_up() {
    let held = Held::take("await-ext-tasks-cancel").await;
    let command = held.client("await-tasks.mjs", &[("CANCEL", "1")]);
    let report = run(command).await.report();
    assert_eq!((&report["kind"], &report["outcome"]), (&json!("task"), &json!("cancelled")), "{report:#}");
    nothing_changed(&held).await;
}

#[tokio::test]
async fn fastmcp_follows_a_task_without_a_word() {
    let held = Held::take("await-fastmcp-call").await;
    let command = held.client("await-fastmcp.py", &[("DO", "call")]);
    let report = held.report(command).await;
    held.told(&report).await;
}

#[tokio::test]
async fn fastmcp_holds_a_task() {
    let held = Held::take("await-fastmcp-task").await;
    let command = held.client("await-fastmcp.py", &[("DO", "task")]);
    let report = held.report(command).await;
    assert!(report["says"].as_str().is_some_and(|says| says.contains("hand the browser back")), "{report}");
    held.told(&report).await;
}

#[tokio::test]
async fn fastmcp_gives_a_wait_up() {
    let held = Held::take("await-fastmcp-cancel").await;
    let command = held.client("await-fastmcp.py", &[("DO", "cancel")]);
    let report = run(command).await.report();
    let statuses = report["statuses"].as_array().expect("a list");
    assert_eq!((&statuses[0], statuses.last()), (&json!("working"), Some(&json!("cancelled"))));
    assert!(report["says"].as_str().is_some_and(|says| says.contains("hand the browser back")), "{report}");
    nothing_changed(&held).await;
}

/// Giving a wait up changes nothing for the person, and the next one to wait is told.
async fn nothing_changed(held: &Held) {
    assert_eq!(held.person.seen().state["you"], "holding");
    until(STARTS, "the wait to end", async || (held.underway().await == 0).then_some(())).await;
    held.person.hand_back(None).await;
    let told = held.agent.post("/browser/await-control", json!({})).await.ok();
    assert_eq!((&told["handed_back"], &told["control"]["by"]), (&json!(true), &json!("Ana")), "{told}");
    held.agent.end().await;
}
