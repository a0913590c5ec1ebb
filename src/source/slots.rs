//! What a source can serve now.

use serde::Serialize;
use std::collections::BTreeMap;

/// Free and all places of one browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Places {
    /// Places where one could start now.
    pub free: usize,
    /// All places.
    pub all: usize,
}

/// Whether a browser could be had now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// `local` or `grid`.
    pub kind: &'static str,
    /// Whether the source works. A Grid whose places are all taken works.
    pub ready: bool,
    /// Places by browser.
    pub browsers: BTreeMap<String, Places>,
    /// What is wrong, if something is.
    pub note: Option<String>,
}
