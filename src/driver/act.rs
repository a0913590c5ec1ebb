//! The script that acts in a page, joined with the collector into one: they share the names of elements.

use super::collect;
use std::sync::LazyLock;

macro_rules! parts {
    ($($file:literal,)*) => { &[$(include_str!(concat!("act/", $file)),)*] };
}

/// In the order in which they are joined; `run.js` hands out the way in. They stand in a block of their own: they see
/// the collector's names, and the collector does not see theirs.
const PARTS: &[&str] = parts![
    "watch.js",
    "tell.js",
    "aim.js",
    "press.js",
    "drag.js",
    "settle.js",
    "locate.js",
    "write.js",
    "pick.js",
    "select.js",
    "combo.js",
    "scroll.js",
    "extract.js",
    "markdown.js",
    "title.js",
    "near.js",
    "files.js",
    "run.js",
];

/// The expression that installs it in a world.
pub(super) static BUNDLE: LazyLock<String> =
    LazyLock::new(|| collect::source_with(&[&["{"], PARTS, &["}"]].concat()));

/// A script for every new document of a browser that takes one: it leaves a function behind that installs the bundle
/// on first use, so that a document costs next to nothing until it is looked at, and no message of the bundle's size.
pub(super) static PRELOAD: LazyLock<String> =
    LazyLock::new(|| format!("globalThis.hbStart=()=>{{{}}};", *BUNDLE));
