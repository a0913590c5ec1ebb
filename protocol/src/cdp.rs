//! The Chrome DevTools Protocol: one file a domain of <https://chromedevtools.github.io/devtools-protocol/tot/>, with
//! what a driver uses that BiDi does not give, or not as fast.
//!
//! Commands go to a session ([`crate::Connection::call_in`]), or to the browser itself without one. Over a driver's
//! BiDi they are wrapped by [`crate::bidi::cdp`]. All sessions are flat: none is nested in another's messages.

pub mod accessibility;
pub mod browser;
pub mod dom;
pub mod dom_debugger;
pub mod emulation;
pub mod fetch;
pub mod input;
pub mod network;
pub mod page;
pub mod runtime;
pub mod storage;
pub mod target;
