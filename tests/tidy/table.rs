//! Every action is in the table once, has a file of its own, and stands in the README's table.

use crate::none;
use crate::source::{Source, below};
use handback::actions::{Action, TABLE};
use std::collections::BTreeSet;
use std::path::Path;

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

/// The README's table stands between these lines.
const BEGIN: &str = "<!-- actions: ";
const END: &str = "<!-- end of actions -->";

/// A row: `` | `navigate` | `POST /browser/navigate` | … ``, with the first sentence of what the action is about.
fn row(action: &Action) -> String {
    let about = action.about.split_inclusive(". ").next().unwrap_or_default().trim_end();
    format!("| `{}` | `{}` | {} |", action.name, route(action), about.replace('|', "\\|"))
}

#[test]
fn the_readme_has_the_same_table() {
    let readme = below("README.md").remove(0).text;
    let begin = readme.find(BEGIN).expect("the README marks where its table of actions begins");
    let begin = begin + readme[begin..].find('\n').expect("a line") + 1;
    let end = readme.find(END).expect("the README marks where its table of actions ends");
    let mut wanted = "| action | route | what it does |\n|---|---|---|\n".to_owned();
    for action in TABLE {
        wanted.extend([row(action).as_str(), "\n"]);
    }
    if std::env::var_os("UPDATE").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
        std::fs::write(path, format!("{}{wanted}{}", &readme[..begin], &readme[end..])).expect("written");
        return;
    }
    let has: BTreeSet<&str> = readme[begin..end].lines().collect();
    let missing =
        wanted.lines().filter(|line| !has.contains(line)).map(|line| format!("README.md: lacks {line}"));
    let known: BTreeSet<&str> = wanted.lines().collect();
    let extra = has.difference(&known).map(|line| format!("README.md: has {line}, and the table has not"));
    none(missing.chain(extra).collect());
}
