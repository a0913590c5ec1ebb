//! What is not done in the code of the two crates, and the few places where it is, each with its reason.

use crate::none;
use crate::source::{Source, below, crates};

/// A place where something is done that is not done elsewhere.
struct Place {
    path: &'static str,
    /// How often.
    times: usize,
    /// Why there.
    reason: &'static str,
}

const fn place(path: &'static str, times: usize, reason: &'static str) -> Place {
    Place { path, times, reason }
}

/// Faults where one of the words stands in code, beyond the places that have a reason; and places that have none any more.
fn nowhere_but(words: &[&str], places: &[Place], rule: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for source in crates() {
        let mut hits = Vec::new();
        for (number, line) in source.code() {
            let count: usize = words.iter().map(|word| calls(&line, word)).sum();
            hits.extend(std::iter::repeat_n(number, count));
        }
        match places.iter().find(|place| place.path == source.path) {
            Some(place) if place.times == hits.len() => {}
            Some(Place { path, times, reason }) => faults.push(format!(
                "{path}: {} times on lines {hits:?}, and {times} are known ({reason}); {rule}",
                hits.len()
            )),
            None => faults.extend(hits.iter().map(|number| format!("{}:{number}: {rule}", source.path))),
        }
    }
    let gone = places.iter().filter(|place| crates().iter().all(|source| source.path != place.path));
    faults.extend(gone.map(|place| format!("{}: is listed here and does not exist", place.path)));
    faults
}

/// How often a word stands in a line, not as the end of a longer one.
fn calls(line: &str, word: &str) -> usize {
    let is_letter = |char: char| char.is_alphanumeric() || char == '_';
    let is_whole = |at: &usize| !(word.starts_with(is_letter) && line[..*at].ends_with(is_letter));
    line.match_indices(word).map(|(at, _)| at).filter(is_whole).count()
}

#[test]
fn nothing_panics_on_purpose() {
    let words = [".unwrap()", ".expect(", "panic!", "unreachable!", "todo!", "unimplemented!"];
    let places = [place("src/workspace/seat.rs", 1, "a watch runs its change before it returns")];
    none(nowhere_but(&words, &places, "a failure is an answer, never a panic"));
}

#[test]
fn every_task_has_an_owner() {
    let places = [
        place("protocol/src/connection.rs", 1, "a connection's one task ends with its handles"),
        place("src/source/local/process.rs", 1, "throws a process's output away until that ends"),
    ];
    let words = ["tokio::spawn(", "task::spawn(", "thread::spawn(", "spawn_local("];
    none(nowhere_but(&words, &places, "tasks are spawned by shutdown::Tasks, which waits for them"));
}

#[test]
fn every_channel_has_a_bound() {
    let words = ["unbounded_channel", "unbounded(", "std::sync::mpsc"];
    none(nowhere_but(&words, &[], "a channel has a bound and a policy when full"));
}

#[test]
fn nothing_sleeps_but_for_a_reason() {
    let places = [
        place("protocol/src/connection/actor.rs", 1, "the clock of a connection's signs of life"),
        place("src/actions/await_control.rs", 1, "the cap of a wait, and its signs of life"),
        place("src/driver/cdp/input.rs", 1, "a pause that the caller's gesture has"),
        place(
            "src/session/actor.rs",
            3,
            "the clocks of a session; the pause between tries to make lost wires again",
        ),
        place("src/notify.rs", 1, "the pauses between tries of a webhook"),
        place(
            "src/session/follow.rs",
            1,
            "a document that just replaced another says nothing of when it can be asked",
        ),
        place(
            "src/session/screen.rs",
            3,
            "the pace of pictures that are asked for one by one; the pause after one that could not be had",
        ),
        place("src/session/wait.rs", 1, "a caller who wants a time to pass"),
        place("src/source/grid.rs", 1, "how long a free slot is waited for"),
        place("src/source/loan.rs", 1, "the pause before a Grid that was not reached is asked again"),
        place("src/source/local/folder.rs", 1, "a dying process may still write into its folder"),
        place("src/source/local/process.rs", 1, "the system takes a moment to end a process"),
        place("src/web/admin/events.rs", 1, "the pace of a list that people read"),
        place(
            "src/web/admin/live/titles.rs",
            1,
            "the pause before a title that could not be had is asked for again",
        ),
        place("src/web/admin/live/writer.rs", 2, "the pace of a socket's state; its signs of life"),
        place("src/workspace/control.rs", 1, "the grace of a lost page"),
        place("src/web.rs", 1, "without descriptors, taking connections would be a hot loop"),
    ];
    let rule =
        "wait for what happens, not for a time; a place that must sleep is listed in tests/tidy/habits.rs";
    none(nowhere_but(&["sleep(", "sleep_until("], &places, rule));
}

#[test]
fn debt_has_a_kind_and_a_reason() {
    let mut faults = Vec::new();
    let files = ["src", "protocol", "tests", "benches", "examples"].into_iter().flat_map(below);
    for source in files.filter(|source| source.is_rust() || source.path.ends_with(".js")) {
        if source.path.starts_with("tests/tidy/") {
            continue;
        }
        for (index, line) in source.text.lines().enumerate() {
            let is_bare = ["FIXME", "XXX", "HACK"].iter().any(|word| calls(line, word) > 0)
                || line.split("TODO").skip(1).any(|rest| !is_kind_and_reason(rest));
            if is_bare {
                faults.push(format!("{}:{}: write TODO-kind: reason", source.path, index + 1));
            }
        }
    }
    none(faults);
}

/// `-hardening: because …`
fn is_kind_and_reason(rest: &str) -> bool {
    rest.strip_prefix('-').and_then(|rest| rest.split_once(": ")).is_some_and(|(kind, reason)| {
        !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_lowercase()) && reason.trim().len() > 10
    })
}

#[test]
fn debt_is_recognised() {
    assert!(is_kind_and_reason("-hardening: the cap is a guess until measured"));
    for bare in ["", ": later", "-hardening", "-hardening: x", "(me): later on, maybe"] {
        assert!(!is_kind_and_reason(bare), "{bare}");
    }
    assert_eq!((calls("a.sleep(b); no_sleep(c)", "sleep("), calls("x.expect_err(y)", ".expect(")), (1, 0));
}

#[test]
fn rooms_are_nouns() {
    let vague = ["manager", "helper", "utils", "util", "misc", "common"];
    let files = crates().into_iter().filter(Source::is_rust);
    let named = files.filter(|source| {
        let name = source.path.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        name.split('_').any(|word| vague.contains(&word))
    });
    none(named.map(|source| format!("{}: name it after what it is", source.path)).collect());
}
