//! The wire's types: what they write, against the specifications, and what they read, against recorded messages.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test waits for its tasks, or ends with them")]

mod recordings;
mod shapes;
mod types;
