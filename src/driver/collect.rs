//! The collector: what runs in each document of a page and tells what is there.
//!
//! The room owns the JavaScript under `collect/` and joins it into one expression. It does not run it: the driver
//! evaluates [`SOURCE`] once in a world of our own in each document and calls methods of the object `hb` that it
//! leaves behind, which answer with one string each.
//!
//! | method | what it does |
//! |---|---|
//! | `walk` | tells all of the document, or that it is the same as before |
//! | `look` | tells of some nodes whether they can be reached, and where they are |
//! | `find` | locates elements by role and name, text, label, CSS or XPath |
//! | `hosts` | gives elements that may have a closed shadow root, for the browser to tell |
//! | `adopt` | takes a closed shadow root that the browser handed out |
//!
//! # Where it runs
//! On Chrome in an isolated world, on Firefox in a BiDi sandbox. A page can replace `getComputedStyle`,
//! `Array.prototype.push` or `Element.prototype.getAttribute`, to break such a script or to lie to it; in a world of
//! our own the prototypes are the browser's. On Chrome this costs nothing. On Firefox every access to the page goes
//! through a wrapper that makes a walk three to five times slower than in the page's own realm (555 against 131 ms
//! for 10 000 elements), which is the price of a tree that the page cannot forge.

use std::sync::LazyLock;

macro_rules! parts {
    ($($name:literal)*) => { &[$(include_str!(concat!("collect/", $name, ".js"))),*] };
}

/// The files, in the order in which they are joined. They share one scope, so each name in them is defined once.
const PARTS: &[&str] = parts! {
    "registry" "text" "sheets" "span" "bare" "attributes" "tree" "closed" "owns" "style" "generated" "labels"
    "roles" "native_roles" "tables" "secrets" "names" "native_names" "content" "states" "values"
    "page" "shown" "selectors" "paint" "context" "entries" "rules" "changes" "walk" "find" "look" "hb"
};

/// An expression that leaves the collector behind as `globalThis.hb`, and does nothing where it already is.
pub static SOURCE: LazyLock<String> = LazyLock::new(|| source_with(&[]));

/// The same with more parts, which run in the scope of the collector's own and may add methods to `hb`.
pub fn source_with(parts: &[&str]) -> String {
    let mut source = String::with_capacity(128 << 10);
    source
        .push_str("(()=>{\"use strict\";\nif(globalThis.hb&&globalThis.hb.document===document)return\"\";\n");
    for part in PARTS.iter().chain(parts) {
        add_bare(&mut source, part);
    }
    source.push_str("globalThis.hb=hb;\nreturn\"\"})()");
    source
}

/// Adds a part without its indentation and whole-line comments: it goes over the wire for every document.
fn add_bare(source: &mut String, part: &str) {
    for line in part.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        source.push_str(line);
        source.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_is_bare_and_holds_what_is_added() {
        let source = source_with(&["// A comment.\n\n  hb.extra = () => 1; // stays\n"]);
        assert!(source.contains("\nhb.extra = () => 1; // stays\nglobalThis.hb=hb;"));
        assert!(source.lines().all(|line| !line.starts_with("//") && !line.starts_with(' ')));
        assert!(source.len() < 100 << 10, "{} bytes", source.len());
    }
}
