//! The whole server, without a real browser: doors, answers, and browsers that play transcripts.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test's tasks end with its runtime")]
#![allow(unreachable_pub, reason = "nothing is reached from outside a test")]

#[path = "../common/lib.rs"]
#[allow(dead_code, reason = "each test binary uses a part of what they share")]
mod common;

mod house;
mod player;
mod stories;
