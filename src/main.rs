//! The `handback` program.

fn main() {}
