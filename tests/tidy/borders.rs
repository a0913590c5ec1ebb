//! Who may name what: each protocol, format and library has one room that knows it.

use crate::none;
use crate::source::{Source, below, crates};

/// Faults where a word stands in code outside the rooms that may name it.
fn only(words: &[&str], may: impl Fn(&Source) -> bool, why: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for source in crates().into_iter().filter(|source| !may(source)) {
        for (number, line) in source.code() {
            for word in words.iter().filter(|word| line.contains(**word)) {
                faults.push(format!("{}:{number}: names {word}; {why}", source.path));
            }
        }
    }
    faults
}

fn is_in(source: &Source, room: &str) -> bool {
    source.path.starts_with("src/") && source.room() == room
}

#[test]
fn protocol_knows_nothing_of_the_server() {
    let is_protocol = |source: &Source| source.path.starts_with("protocol/");
    none(only(&["handback::"], |source| !is_protocol(source), "the protocol crate is below the server"));
    let manifest = below("protocol/Cargo.toml").remove(0);
    let lines = manifest.text.lines().enumerate();
    let upward = lines.filter(|(_, line)| line.contains("path = \"..") || line.starts_with("handback "));
    none(upward.map(|(at, line)| format!("protocol/Cargo.toml:{}: {line}", at + 1)).collect());
}

#[test]
fn the_outline_is_pure() {
    let outward = [
        "std::fs",
        "std::io",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "std::time",
        "tokio",
        "Instant",
        "SystemTime",
        "handback_protocol",
        "hyper",
        "http::",
        "getrandom",
        "tracing::",
    ];
    let why = "the outline does no input or output, reads no clock and knows no wire";
    none(only(&outward, |source| !is_in(source, "outline"), why));
}

#[test]
fn only_web_knows_http_statuses() {
    none(only(
        &["StatusCode"],
        |source| is_in(source, "web"),
        "a problem has a kind; only web gives it a status",
    ));
}

#[test]
fn only_mcp_knows_rmcp() {
    none(only(&["rmcp"], |source| is_in(source, "mcp"), "MCP's shapes stay in the room mcp"));
}

#[test]
fn only_the_command_line_and_the_settings_read_the_environment() {
    let may = |source: &Source| {
        is_in(source, "cli")
            || is_in(source, "config")
            // PATH and DISPLAY say what this machine has.
            || source.path.starts_with("src/source/local")
    };
    none(only(&["env::var"], may, "settings are read once, by config"));
}

#[test]
fn actions_are_known_by_name_to_nobody_but_the_table() {
    let may = |source: &Source| is_in(source, "actions") || !source.path.starts_with("src/");
    let files = below("src/actions").into_iter().filter(Source::is_rust);
    let verbs: Vec<String> = files
        .filter(|source| source.text.contains("static ACTION"))
        .map(|source| source.path.trim_start_matches("src/actions/").trim_end_matches(".rs").to_owned())
        .collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    let paths: Vec<String> = verbs.iter().map(|verb| format!("actions::{verb}")).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    none(only(&paths, may, "doors and flows read actions off the table"));
}
