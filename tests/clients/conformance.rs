//! The official MCP conformance suite: everything in it that needs no tools made for it, on the real server, and all about
//! tasks on a server with such tools over our own transport and tasks.
//!
//! What must come out is said for each scenario. One that the suite has and that is named nowhere here fails a test, so that
//! none is left out by a new version without a word.

use crate::common::process;
use crate::common::served::Served;
use crate::fixture::Fixture;
use crate::outside::{modules, node, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

/// What a scenario that needs nothing but a server must show.
struct Shows {
    scenario: &'static str,
    /// How many of its checks succeed.
    succeed: usize,
    /// The others, with their status.
    besides: &'static [(&'static str, &'static str)],
}

const fn shows(scenario: &'static str, succeed: usize) -> Shows {
    Shows { scenario, succeed, besides: &[] }
}

/// Of the protocol with a handshake.
const OLDER: &[Shows] = &[
    // The server keeps no sessions, so there is nothing to see of their names and their life.
    Shows {
        scenario: "server-initialize",
        succeed: 2,
        besides: &[("server-session-id-visible-ascii", "INFO")],
    },
    Shows {
        scenario: "server-session-lifecycle",
        succeed: 0,
        besides: &[("server-session-lifecycle-skipped", "INFO")],
    },
    shows("ping", 2),
    shows("tools-list", 3),
    shows("resources-list", 2),
    shows("prompts-list", 2),
    shows("dns-rebinding-protection", 2),
];

/// Of the protocol without one.
const NEWER: &[Shows] = &[
    // Four of its checks need tools made for them; five are about subscriptions, which the server does not offer.
    Shows {
        scenario: "server-stateless",
        succeed: 21,
        besides: &[
            ("sep-2575-http-server-no-independent-requests-on-stream", "FAILURE"),
            ("sep-2575-missing-capability-http-400", "FAILURE"),
            ("sep-2575-server-honors-notification-filter", "SKIPPED"),
            ("sep-2575-server-no-log-without-loglevel", "FAILURE"),
            ("sep-2575-server-rejects-undeclared-capability", "FAILURE"),
            ("sep-2575-server-sends-prompts-list-changed-on-subscription", "SKIPPED"),
            ("sep-2575-server-sends-subscription-ack", "SKIPPED"),
            ("sep-2575-server-sends-tools-list-changed-on-subscription", "SKIPPED"),
            ("sep-2575-server-tags-subscription-id", "SKIPPED"),
        ],
    },
    shows("tools-list", 4),
    shows("resources-list", 2),
    shows("sep-2164-resource-not-found", 4),
    shows("prompts-list", 2),
    shows("dns-rebinding-protection", 2),
    shows("caching", 8),
    shows("http-header-validation", 14),
];

/// What needs tools, resources or prompts made for it, or sessions.
const NEEDS_MORE: &[&str] = &[
    "completion-complete",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "http-custom-header-server-validation",
    "input-required-result-basic-elicitation",
    "input-required-result-basic-list-roots",
    "input-required-result-basic-sampling",
    "input-required-result-capability-check",
    "input-required-result-ignore-extra-params",
    "input-required-result-missing-input-response",
    "input-required-result-multi-round",
    "input-required-result-multiple-input-requests",
    "input-required-result-non-tool-request",
    "input-required-result-request-state",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
    "json-schema-2020-12",
    "logging-set-level",
    "prompts-get-embedded-resource",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-with-image",
    "resources-read-binary",
    "resources-read-text",
    "resources-subscribe",
    "resources-templates-read",
    "resources-unsubscribe",
    "sep-2640-skills-directory",
    "sep-2640-skills-enumeration",
    "sep-2640-skills-manifest",
    "server-sse-multiple-streams",
    "server-sse-polling",
    "tools-call-audio",
    "tools-call-elicitation",
    "tools-call-embedded-resource",
    "tools-call-error",
    "tools-call-image",
    "tools-call-mixed-content",
    "tools-call-sampling",
    "tools-call-simple-text",
    "tools-call-with-logging",
    "tools-call-with-progress",
];

#[tokio::test]
async fn the_real_server_keeps_the_older_protocol() {
    real_server("2025-11-25", OLDER).await;
}

#[tokio::test]
async fn the_real_server_keeps_the_newer_protocol() {
    real_server("2026-07-28", NEWER).await;
}

async fn real_server(version: &str, wanted: &[Shows]) {
    // The suite can send no headers of its own: no token is asked for, and the address names the workspace.
    let served = Served::start(&["--auth-mode", "off"]).await;
    let url = format!("{}/mcp?workspace=conformance", served.base);
    let reports = suite(&url, &["--suite", "all", "--spec-version", version]).await;
    for Shows { scenario, succeed, besides } in wanted {
        let checks = reports.get(*scenario).unwrap_or_else(|| panic!("{scenario} was not run"));
        let (good, other): (Vec<_>, Vec<_>) = checks.iter().partition(|check| check.status == "SUCCESS");
        let mut others: Vec<_> =
            other.iter().map(|check| (check.id.as_str(), check.status.as_str())).collect();
        others.sort_unstable();
        assert_eq!(others, *besides, "{scenario}: {other:#?}");
        assert_eq!(good.len(), *succeed, "{scenario}: {good:#?}");
    }
}

/// One test for each scenario about tasks, with the number of its checks.
macro_rules! about_tasks {
    ($($test:ident: $scenario:literal shows $succeed:literal;)*) => {
        $(#[tokio::test]
        async fn $test() {
            let fixture = Fixture::start().await;
            let reports = suite(&fixture.url, &["--scenario", $scenario]).await;
            let checks = &reports[$scenario];
            let good = checks.iter().filter(|check| check.status == "SUCCESS").count();
            assert_eq!((good, checks.len()), ($succeed, $succeed), "{checks:#?}");
        })*

        const ABOUT_TASKS: &[&str] = &[$($scenario),*];
    };
}

about_tasks! {
    tasks_live: "tasks-lifecycle" shows 9;
    tasks_are_negotiated: "tasks-capability-negotiation" shows 5;
    tasks_look_right: "tasks-wire-fields" shows 4;
    tasks_keep_no_state_of_requests: "tasks-request-state-removal" shows 3;
    tasks_can_ask: "tasks-mrtr-input" shows 4;
    tasks_are_named_in_headers: "tasks-request-headers" shows 5;
    tasks_are_dispatched: "tasks-dispatch-and-envelope" shows 9;
    tasks_can_be_needed: "tasks-required-task-error" shows 3;
    tasks_can_come_after_a_question: "tasks-mrtr-composition" shows 2;
}

/// The suite skips it until it is written anew.
const SKIPPED_BY_THE_SUITE: &str = "tasks-status-notifications";

#[tokio::test]
async fn no_scenario_is_left_out() {
    let mut list = conformance();
    list.args(["list", "--server"]);
    let said = run(list).await;
    // «  - ping [2025-06-18,2025-11-25]»
    let scenarios: Vec<&str> =
        said.out.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split(' ').next()).collect();
    assert!(scenarios.len() > 60, "{}", said.out);
    let free = OLDER.iter().chain(NEWER).map(|shows| shows.scenario);
    let known: Vec<&str> =
        free.chain(NEEDS_MORE.iter().chain(ABOUT_TASKS).copied()).chain([SKIPPED_BY_THE_SUITE]).collect();
    let unknown: Vec<_> = scenarios.iter().filter(|scenario| !known.contains(scenario)).collect();
    assert!(unknown.is_empty(), "the suite has these too: {unknown:?}");
    let gone: Vec<_> = known.iter().filter(|known| !scenarios.contains(known)).collect();
    assert!(gone.is_empty(), "the suite has these no more: {gone:?}");
}

/// A check of a scenario, and what came of it.
#[derive(Debug)]
struct Check {
    id: String,
    status: String,
    #[expect(dead_code, reason = "shown when a test fails")]
    says: String,
}

fn conformance() -> Command {
    node(&modules().join("@modelcontextprotocol/conformance/dist/index.js"))
}

/// Runs the suite on a server. The checks of each scenario that was run.
async fn suite(url: &str, what: &[&str]) -> BTreeMap<String, Vec<Check>> {
    let folder = process::folder();
    let mut command = conformance();
    command.args(["server", "--url", url, "--output-dir"]).arg(folder.path()).args(what);
    // Its exit code says that something failed; the reports say what.
    let said = run(command).await;
    let mut reports = BTreeMap::new();
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path.join("checks.json")).expect("checks");
        let checks: Vec<Value> = serde_json::from_str(&text).expect("JSON");
        let checks = checks.iter().map(|check| {
            let text = |name: &str| check[name].as_str().unwrap_or_default().to_owned();
            Check { id: text("id"), status: text("status"), says: text("errorMessage") }
        });
        reports.insert(scenario(&name).to_owned(), checks.collect());
    }
    assert!(!reports.is_empty(), "nothing was run: {}\n{}", said.out, said.err);
    reports
}

/// The scenario of a folder `server-ping-2026-12-01T04-54-37-964Z`.
fn scenario(folder: &str) -> &str {
    let end = folder.len() - "-2026-12-01T04-54-37-964Z".len();
    folder[..end].strip_prefix("server-").expect("a scenario of a server")
}
