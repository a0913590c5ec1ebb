//! The server as it is run, against real Chromium, Firefox and Selenium Grid.
//!
//! `tests/run setup` fetches what this needs. `RECORD=1` makes the stories write their transcripts anew.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test's tasks end with its runtime")]
#![allow(unreachable_pub, reason = "nothing is reached from outside a test")]

#[path = "../common/lib.rs"]
#[allow(dead_code, reason = "each test binary uses a part of what they share")]
mod common;

mod actions;
mod cases;
mod control;
mod hidden;
mod journeys;
mod losses;
mod orphans;
mod policy;
mod recorder;
mod slots;
mod stories;
mod traps;
mod wire;
