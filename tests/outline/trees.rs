//! Recorded trees.

use super::site::fixtures;
use handback::outline::{Options, Outline, Page, Refs, Tree, build};

/// The names of all recorded trees, in order.
pub(crate) fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(fixtures().join("trees"))
        .unwrap()
        .filter_map(|entry| {
            entry.unwrap().file_name().into_string().unwrap().strip_suffix(".json").map(str::to_owned)
        })
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no trees are recorded");
    names
}

pub(crate) fn read(name: &str) -> String {
    std::fs::read_to_string(fixtures().join("trees").join(format!("{name}.json"))).unwrap()
}

/// Builds an outline of one tree, with refs of its own.
pub(crate) fn outline(json: &str, options: &Options<'_>) -> Outline {
    outline_with(json, options, &mut Refs::new())
}

pub(crate) fn outline_with(json: &str, options: &Options<'_>, refs: &mut Refs) -> Outline {
    let page = Page::new("document", Tree::parse(json).unwrap());
    build(&page, options, refs)
}

/// Everything, without a limit.
pub(crate) fn everything() -> Options<'static> {
    Options {
        interactive: false,
        limit: usize::MAX,
        tokens: usize::MAX,
        every_ref: true,
        ..Options::default()
    }
}
