//! Firefox and Chromium give the same outline of the same page.
//!
//! Each line that only one of them prints has to be on the list, with its reason.

use super::chromium::Chromium;
use super::firefox::Firefox;
use super::site::{Site, pages, rest};
use super::trees;
use handback::outline::Options;

/// Lines that differ for what the browsers are, by page and by a part of the line.
const ACCEPTED: [(&str, &str, &str); 6] = [
    ("rule-roles.html", "textbox \"month\"", "Firefox has no month input, so it takes any text"),
    ("rule-roles.html", "textbox \"week\"", "Firefox has no week input, so it takes any text"),
    (
        "rule-hiding-names.html",
        "form \"Hides\"",
        "a sandbox sees through to what a form hides, an isolated world does not",
    ),
    (
        "rule-hiding-names.html",
        "\"Named by form\"",
        "the same: a form that hides its properties names nothing",
    ),
    ("rule-hiding-names.html", "\"form words\"", "the same"),
    ("10-spa-late-toast.html", "\"", "a clock ticks on the page"),
];

#[tokio::test]
async fn firefox_tells_the_same_as_chromium() {
    let site = Site::start().await;
    let (chromium, firefox) = (Chromium::start().await, Firefox::start().await);
    let (mut lines, mut differing) = (0, Vec::new());
    for path in pages("pages").into_iter().chain(pages("cases")) {
        let url = format!("{}/{path}", site.base);
        let world = chromium.open(&url).await;
        firefox.open(&url).await;
        rest().await;
        let (theirs, ours) = (world.text("hb.walk({})").await, firefox.text("hb.walk({})").await);
        for interactive in [true, false] {
            let options =
                Options { interactive, limit: usize::MAX, tokens: usize::MAX, ..Options::default() };
            let (theirs, ours) = (printed(&theirs, &options), printed(&ours, &options));
            lines += theirs.len();
            for (only, line) in only_in_one(&theirs, &ours) {
                let is_clock = line.trim_matches('"').parse::<u32>().is_ok();
                let covers = |(page, part, _): &(&str, &str, &str)| {
                    path.ends_with(page) && line.contains(part) && (!page.starts_with("10") || is_clock)
                };
                if !ACCEPTED.iter().any(covers) {
                    differing.push(format!("{path} only {only}: {line}"));
                }
            }
        }
    }
    println!("{lines} lines compared");
    assert!(differing.is_empty(), "{} of {lines} lines differ:\n{}", differing.len(), differing.join("\n"));
}

fn printed(tree: &str, options: &Options<'_>) -> Vec<String> {
    let mut text = String::new();
    trees::outline(tree, options).lines(&mut text);
    // How far a box scrolls is a matter of the browser's font.
    text.lines().map(|line| line.split(" at=").next().unwrap_or("").to_owned()).collect()
}

/// Lines that one has and the other has not, refs aside: a line more shifts all numbers after it.
fn only_in_one(chromium: &[String], firefox: &[String]) -> Vec<(&'static str, String)> {
    let bare = |lines: &[String]| -> Vec<String> {
        let without = |line: &String| {
            let line = line.trim_start();
            let is_ref = |word: &str| word.starts_with('e') && word[1..].bytes().all(|b| b.is_ascii_digit());
            line.split_once(' ').filter(|(word, _)| is_ref(word)).map_or(line, |(_, rest)| rest).to_owned()
        };
        lines.iter().map(without).collect()
    };
    let (theirs, mut ours) = (bare(chromium), bare(firefox));
    let mut only = Vec::new();
    for line in theirs {
        match ours.iter().position(|other| *other == line) {
            Some(at) => drop(ours.remove(at)),
            None => only.push(("in Chromium", line)),
        }
    }
    only.extend(ours.into_iter().map(|line| ("in Firefox", line)));
    only
}
