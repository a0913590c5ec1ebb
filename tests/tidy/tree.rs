//! What may stand nowhere in the repository: folders of one machine, and hosts of package registries.

use crate::none;
use crate::source::below;

/// Cargo itself writes its registry's address here.
const WRITTEN_BY_CARGO: &str = "Cargo.lock";

/// In pieces, so that this file does not hold them.
fn words() -> Vec<(String, &'static str)> {
    let folder = "a folder of one machine";
    let host = "the host of a package registry; name the client instead";
    let folders = ["/wo#rk/", "/ro#ot/", "/ho#me/", "/tm#p/", "C:\\Us#ers"];
    let hosts =
        ["crates#.io", "npm#js.org", "npm#js.com", "pyp#i.org", "python#hosted.org", "deb.deb#ian.org"];
    let whole = |text: &str| text.replace('#', "");
    let folders = folders.into_iter().map(|text| (whole(text), folder));
    folders.chain(hosts.into_iter().map(|text| (whole(text), host))).collect()
}

#[test]
fn it_names_no_machine_and_no_registry() {
    let words = words();
    let mut faults = Vec::new();
    for source in below(".").into_iter().filter(|source| source.path != WRITTEN_BY_CARGO) {
        for (index, line) in source.text.lines().enumerate() {
            for (word, what) in words.iter().filter(|(word, _)| stands_in(line, word)) {
                faults.push(format!("{}:{}: {word} is {what}", source.path, index + 1));
            }
        }
    }
    none(faults);
}

/// Whether a word stands in a line, a folder as the start of a path.
fn stands_in(line: &str, word: &str) -> bool {
    let is_inner = |before: char| before.is_alphanumeric() || matches!(before, '.' | '-' | '_');
    line.match_indices(word).any(|(at, _)| !(word.starts_with('/') && line[..at].ends_with(is_inner)))
}
