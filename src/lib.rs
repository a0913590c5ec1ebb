//! Handback gives AI agents real browsers, and people a way to take over and hand back.
//!
//! The rooms, by floor; imports only go down.
//!
//! | floor | rooms |
//! |---|---|
//! | 9 | `main`, [`cli`] |
//! | 8 | [`app`] |
//! | 7 | [`web`], [`mcp`] |
//! | 6 | [`actions`] |
//! | 5 | [`notify`] |
//! | 4 | [`workspace`] |
//! | 3 | [`session`] |
//! | 2 | [`driver`], [`source`], [`store`] |
//! | 1 | [`outline`], [`policy`], [`problem`], [`config`], [`telemetry`], [`shutdown`], and the crate `handback-protocol` |

pub mod actions;
pub mod app;
pub mod cli;
pub mod config;
pub mod driver;
pub mod mcp;
pub mod notify;
pub mod outline;
pub mod policy;
pub mod problem;
pub mod session;
pub mod shutdown;
pub mod source;
pub mod store;
pub mod telemetry;
pub mod web;
pub mod workspace;
