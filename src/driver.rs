//! A page's verbs over the wire.

pub mod collect;
