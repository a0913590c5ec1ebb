//! Which addresses a browser may reach, and what may leave towards a caller: the two choke points.
//!
//! Pure. The browsers' sources and drivers ask this room and carry out what it says; nobody else decides.

mod address;
mod redaction;

pub use address::{Blocked, Policy, Rule};
pub use redaction::{clean_url, origin_and_path, without_userinfo};
