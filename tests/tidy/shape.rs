//! The shape of files: how long, how named, how opened.

use crate::none;
use crate::source::{Source, below};

/// The most lines of a file beside its tests.
const MOST: usize = 500;

fn code() -> impl Iterator<Item = Source> {
    let folders = ["src", "protocol", "tests", "benches", "examples"];
    let is_code = |source: &Source| source.is_rust() || source.path.ends_with(".js");
    folders.into_iter().flat_map(below).filter(is_code)
}

#[test]
fn files_are_short() {
    let long = code().filter(|source| source.length() > MOST);
    none(
        long.map(|source| {
            format!(
                "{}: {} lines beside its tests, {MOST} are the most: divide it",
                source.path,
                source.length()
            )
        })
        .collect(),
    );
}

#[test]
fn a_room_stands_beside_its_folder() {
    let old = code().filter(|source| source.path.ends_with("/mod.rs"));
    none(old.map(|source| format!("{}: foo.rs stands beside foo/, never foo/mod.rs", source.path)).collect());
}

#[test]
fn a_file_says_first_what_it_is_for() {
    let silent = code().filter(|source| {
        let opening = if source.is_rust() { "//! " } else { "// " };
        !source.text.starts_with(opening)
    });
    none(
        silent
            .map(|source| format!("{}:1: opens without a sentence on what it is for", source.path))
            .collect(),
    );
}
