//! What a newcomer needs after the start: the addresses, the token, a line to paste into a client.

use crate::config::{AuthMode, Config, Secret};
use std::net::SocketAddr;

/// Prints it on standard output.
pub(super) fn print(config: &Config, address: SocketAddr, token: Option<&Secret>, source: &str) {
    let base = config.base_url(reachable(address));
    println!("Handback {} is ready ({source}).", env!("CARGO_PKG_VERSION"));
    println!();
    println!("  MCP    {base}/mcp");
    println!("  HTTP   {base}/browser  (routes: {base}/openapi.yaml)");
    println!("  Admin  {base}/admin");
    match (config.auth, token) {
        (AuthMode::Token, Some(token)) => println!("  Token  {}", token.reveal()),
        _ => println!("  Token  none needed (auth.mode = off)"),
    }
    println!();
    println!("Claude Code:");
    let authorization = match (config.auth, token) {
        (AuthMode::Token, Some(token)) => format!(" --header \"Authorization: Bearer {}\"", token.reveal()),
        _ => String::new(),
    };
    println!(
        "  claude mcp add --transport http handback {base}/mcp{authorization} --header \"Sf-Workspace: main\""
    );
    println!();
    println!("Stop with Ctrl+C.");
}

/// An address that a client on this machine can use.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::from(([127, 0, 0, 1], v4.port())),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => SocketAddr::from(([127, 0, 0, 1], v6.port())),
        other => other,
    }
}
