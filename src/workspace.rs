//! Workspaces: named boxes that callers choose. Each holds at most one live browser and what outlives it.

mod name;

pub use name::{Name, RULE as NAME_RULE};
