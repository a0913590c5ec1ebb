//! The MCP door: every action as a tool, over Streamable HTTP and over stdio, in both protocol generations.
//!
//! Only this room and those below it know MCP's shapes; the protocol itself is rmcp's. The door keeps no sessions:
//! each request stands alone, so that a restart or another replica is never a «session not found» for a client.

mod http;
mod prompts;
mod render;
mod resources;
mod server;
mod stdio;
mod tasks;
mod tools;
mod wait;

pub use http::{mount, service};
pub use stdio::serve as serve_stdio;
pub use tasks::Tasks;
