//! The rules of the house as tests. Each failure names the file, the line, the rule and its reason.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test says what it expected")]
#![allow(unreachable_pub, reason = "nothing is reached from outside a test")]

mod borders;
mod floors;
mod habits;
mod shape;
mod source;
mod table;
mod tree;

/// Fails with every fault, if there is one.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
