//! Handback gives AI agents real browsers, and people a way to take over and hand back.

pub mod driver;
pub mod outline;
