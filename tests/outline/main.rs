//! The outline, from real pages to its text.
//!
//! Pure tests read trees recorded from a browser; `recorded`, `oracle`, `mutations` and `twins` start browsers
//! themselves (Chromium, and Firefox for `twins`) and fail with a sentence when there is none.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends where it is surprised"
)]

mod budgets;
mod cases;
mod changed;
mod chromium;
mod firefox;
mod goldens;
mod looks;
mod mutations;
mod oracle;
mod recorded;
mod refs;
mod safety;
mod site;
mod trees;
mod twins;
