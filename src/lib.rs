//! Handback gives AI agents real browsers, and people a way to take over and hand back.

pub mod config;
pub mod outline;
pub mod policy;
pub mod problem;
pub mod shutdown;
