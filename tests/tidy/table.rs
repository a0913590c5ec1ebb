//! Every action is in the table once, has a file of its own, and stands in the README's table.

use crate::none;
use crate::source::{Source, below};
use handback::actions::{Action, TABLE};
use std::collections::BTreeSet;

fn route(action: &Action) -> String {
    format!("{} {}", action.method.as_str(), action.path)
}

#[test]
fn an_action_is_there_once() {
    let (mut names, mut routes, mut faults) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for action in TABLE {
        if !names.insert(action.name) {
            faults.push(format!("the table has {} twice", action.name));
        }
        if !routes.insert(route(action)) {
            faults.push(format!("{}: its route {} is another action's too", action.name, route(action)));
        }
    }
    none(faults);
}

#[test]
fn an_action_has_a_file_and_a_file_its_line() {
    let files: Vec<Source> = below("src/actions").into_iter().filter(Source::is_rust).collect();
    let mut faults = Vec::new();
    for action in TABLE {
        let path = format!("src/actions/{}.rs", action.name);
        let name = format!("name: \"{}\",", action.name);
        if !files.iter().any(|source| source.path == path && source.text.contains(&name)) {
            faults.push(format!("{path}: the action {} is not there", action.name));
        }
    }
    for source in files.iter().filter(|source| source.text.contains("static ACTION")) {
        let name = source.path.trim_start_matches("src/actions/").trim_end_matches(".rs");
        if !TABLE.iter().any(|action| action.name == name) {
            faults.push(format!("{}: its action is not in the table", source.path));
        }
    }
    none(faults);
}

/// A row: `` | `navigate` | `POST /browser/navigate` | … ``.
#[test]
fn the_readme_has_the_same_table() {
    let Some(readme) = below(".").into_iter().find(|source| source.path == "README.md") else {
        // There is none yet.
        return;
    };
    let rows: BTreeSet<(String, String)> = readme
        .text
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            let is_route = cells.get(2).is_some_and(|cell| cell.contains(" /browser"));
            is_route.then(|| (cells[1].to_owned(), cells[2].to_owned()))
        })
        .collect();
    let wanted: BTreeSet<(String, String)> =
        TABLE.iter().map(|action| (action.name.to_owned(), route(action))).collect();
    let row = |(name, route): &(String, String)| format!("| `{name}` | `{route}` |");
    let missing = wanted.difference(&rows).map(|one| format!("README.md: lacks the row {}", row(one)));
    let extra =
        rows.difference(&wanted).map(|one| format!("README.md: has {} and the table has not", row(one)));
    none(missing.chain(extra).collect());
}
