//! What each command looks like on the wire, by its specification.
//!
//! A browser passes over fields that it does not know, so that a wrong name of an optional one shows nowhere but here.

mod bidi;
mod cdp;
mod classic;

use crate::types::COMMANDS;
use handback_protocol::message::Command;
use serde_json::Value;
use std::collections::BTreeSet;

/// Commands, each beside what it must look like.
#[derive(Default)]
struct Table {
    methods: BTreeSet<&'static str>,
    wrong: Vec<String>,
}

impl Table {
    fn row<C: Command>(&mut self, command: C, expected: Value) {
        self.methods.insert(C::METHOD);
        let found = serde_json::to_value(&command).expect("JSON");
        if found != expected {
            self.wrong.push(format!("{}:\n  {found}\n  instead of\n  {expected}", C::METHOD));
        }
    }
}

#[test]
fn each_command_has_the_shape_of_its_specification() {
    let mut table = Table::default();
    bidi::fill(&mut table);
    cdp::fill(&mut table);
    assert!(table.wrong.is_empty(), "{}", table.wrong.join("\n"));
    let listed: BTreeSet<&str> = COMMANDS.iter().copied().collect();
    let without: Vec<_> = listed.difference(&table.methods).collect();
    assert!(without.is_empty(), "commands without a row: {without:?}");
}
