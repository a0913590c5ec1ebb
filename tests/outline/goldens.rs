//! The text form of recorded trees, as it was looked at. `UPDATE=1` writes it anew.

use super::site::fixtures;
use super::trees;
use handback::outline::Options;

#[test]
fn recorded_trees_print_as_before() {
    for name in trees::names() {
        let json = trees::read(&name);
        let used = trees::outline(&json, &Options { limit: 200, ..Options::default() });
        let all = trees::outline(&json, &Options { limit: 200, interactive: false, ..Options::default() });
        // The address has a port of the day; the title tells the page.
        let mut printed = format!("{}\n\n== what can be used\n", used.title());
        used.lines(&mut printed);
        printed.push_str("\n== everything\n");
        all.lines(&mut printed);
        let path = fixtures().join("trees").join(format!("{name}.outline"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &printed).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        let at = golden.lines().zip(printed.lines()).position(|(a, b)| a != b).map_or(0, |line| line + 1);
        assert!(golden == printed, "{name}.outline differs at line {at}; UPDATE=1 rewrites it");
    }
}
