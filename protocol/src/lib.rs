//! What can be said to a browser, and one actor that says it.
pub mod bidi;
pub mod capabilities;
pub mod cdp;
pub mod connection;
pub mod error;
pub mod ids;
pub mod message;
pub mod surrogates;
pub mod transport;
