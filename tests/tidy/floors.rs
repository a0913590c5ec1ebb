//! Imports only go down, by the table in `src/lib.rs`.

use crate::none;
use crate::source::{Source, below};
use std::collections::BTreeMap;

/// The floor of each room, as the table says: `| 3 | [`session`] |`.
fn floors() -> BTreeMap<String, u32> {
    let lib = below("src/lib.rs").remove(0);
    let mut floors = BTreeMap::new();
    for line in lib.text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(floor) = cells.get(1).and_then(|cell| cell.parse().ok()) else { continue };
        for name in cells[2].split('`').skip(1).step_by(2) {
            floors.insert(name.to_owned(), floor);
        }
    }
    floors
}

/// The rooms that a line of code names: `crate::{config, driver::Browser}` names two.
fn named(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (_, rest) in code.match_indices("crate::").map(|(at, word)| (at, &code[at + word.len()..])) {
        match rest.strip_prefix('{') {
            None => rooms.push(word(rest)),
            Some(list) => {
                let (mut depth, mut is_new) = (0, true);
                for (at, char) in list.char_indices() {
                    match char {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => is_new = true,
                        char if is_new && char.is_alphabetic() => {
                            rooms.push(word(&list[at..]));
                            is_new = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    rooms
}

fn word(text: &str) -> String {
    text.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect()
}

#[test]
fn every_room_has_a_floor() {
    let floors = floors();
    let rooms = below("src").into_iter().filter(Source::is_rust).filter(|source| source.room() != "lib");
    let homeless = rooms.filter(|source| !floors.contains_key(source.room()));
    none(
        homeless
            .map(|source| format!("{}: its room is on no floor of the table in src/lib.rs", source.path))
            .collect(),
    );
}

#[test]
fn imports_only_go_down() {
    let floors = floors();
    let mut faults = Vec::new();
    for source in below("src").into_iter().filter(Source::is_rust) {
        let room = source.room();
        // The whole of a file at once: an import may take several lines.
        let code = source.code();
        for (index, (number, line)) in code.iter().enumerate() {
            let Some(at) = line.find("crate::") else { continue };
            let rest: String =
                code[index..].iter().take(20).map(|(_, line)| line.as_str()).collect::<Vec<_>>().join(" ");
            for other in named(rest[at..].split(';').next().unwrap_or_default()) {
                let (Some(here), Some(there)) = (floors.get(room), floors.get(&other)) else { continue };
                if other != room && there >= here {
                    faults.push(format!(
                        "{}:{number}: {room} (floor {here}) imports {other} (floor {there}); imports only go down",
                        source.path
                    ));
                }
            }
        }
    }
    none(faults);
}

#[test]
fn imports_are_read_right() {
    assert_eq!(named("use crate::config::Config;"), ["config"]);
    assert_eq!(
        named("use crate::{config, driver::{Browser, Fault}, web::Door};"),
        ["config", "driver", "web"]
    );
    assert_eq!(named("a(crate::problem::Code::A, crate::policy::x())"), ["problem", "policy"]);
}
