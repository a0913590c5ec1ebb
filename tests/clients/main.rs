//! Outside clients and the MCP conformance suite against the server as it is run.
//!
//! Clients are small programs beside this file; each does its part and prints one JSON report, and what must be in that is
//! said here. `tests/run setup` fetches the clients, at the versions that `package-lock.json` and `requirements.txt` pin.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test's tasks end with its runtime")]
#![allow(unreachable_pub, reason = "nothing is reached from outside a test")]

#[path = "../common/lib.rs"]
#[allow(dead_code, unused_imports, unused_macros, reason = "each test binary uses a part of what they share")]
mod common;

mod conformance;
mod fixture;
mod inspector;
mod journeys;
mod outside;
mod waits;
