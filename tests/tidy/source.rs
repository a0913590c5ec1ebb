//! The repository's files, and Rust code apart from comments, texts and tests.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// What is no part of the repository, or not written by hand.
const SKIPPED: [&str; 4] = [".git", ".cache", "target", "node_modules"];

/// A text file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path from the repository's root.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Every text file below a folder, or the folder itself if it is a file.
pub fn below(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut left: Vec<PathBuf> = vec![root.join(folder)];
    while let Some(path) = left.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            left.extend(
                std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()),
            );
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let path = path.strip_prefix(root).expect("below the root").display().to_string();
            found.push(Source { path, text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The Rust files of the two crates, without their tests folders.
pub fn crates() -> Vec<Source> {
    [below("src"), below("protocol/src")].concat().into_iter().filter(Source::is_rust).collect()
}

impl Source {
    /// Whether it is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The room of the server that it belongs to: `session` for `src/session/find.rs`.
    pub fn room(&self) -> &str {
        let inner = self.path.strip_prefix("src/").unwrap_or(&self.path);
        inner.split('/').next().unwrap_or(inner).trim_end_matches(".rs")
    }

    /// Lines of code, numbered from 1: what stands in comments, texts and tests is left out.
    pub fn code(&self) -> Vec<(usize, String)> {
        let tests = self.tests();
        let stripped = strip(&self.text);
        let lines = stripped.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
        lines.filter(|(number, _)| !tests.iter().any(|range| range.contains(number))).collect()
    }

    /// How many lines it has beside its tests.
    pub fn length(&self) -> usize {
        self.text.lines().count() - self.tests().iter().map(|range| range.len()).sum::<usize>()
    }

    /// The lines of its `#[cfg(test)]` items, numbered from 1.
    fn tests(&self) -> Vec<Range<usize>> {
        let lines: Vec<&str> = self.text.lines().collect();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let is_test = line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(all(test");
            if !is_test || ranges.last().is_some_and(|range| range.contains(&(index + 1))) {
                continue;
            }
            // rustfmt puts the end of an item at the start of a line.
            let ends = |line: &&str| matches!(*line, "}" | ");" | "];");
            let is_one_line = lines.get(index + 1).is_some_and(|next| next.ends_with(';'));
            let length = if is_one_line { Some(1) } else { lines[index..].iter().position(ends) };
            ranges.push(index + 1..index + length.unwrap_or(lines.len() - index) + 2);
        }
        ranges
    }
}

/// The same text with comments, and what stands in strings and characters, as spaces.
fn strip(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = match (chars[at], chars.get(at + 1)) {
            ('/', Some('/')) => find(&chars, at, |rest| rest[0] == '\n'),
            ('/', Some('*')) => end_of_comment(&chars, at),
            ('"', _) => end_of_text(&chars, at),
            ('r', Some('"' | '#')) if !is_word(&chars, at) => end_of_raw(&chars, at).unwrap_or(at),
            ('\'', _) => end_of_char(&chars, at).unwrap_or(at),
            _ => at,
        };
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|char| if *char == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

fn find(chars: &[char], from: usize, is_it: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|at| is_it(&chars[*at..])).unwrap_or(chars.len())
}

/// Whether a letter belongs to the word before it.
fn is_word(chars: &[char], at: usize) -> bool {
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_')
}

fn end_of_comment(chars: &[char], from: usize) -> usize {
    let (mut depth, mut at) = (0, from);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn end_of_text(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn end_of_raw(chars: &[char], from: usize) -> Option<usize> {
    let hashes = chars[from + 1..].iter().take_while(|char| **char == '#').count();
    (chars.get(from + 1 + hashes) == Some(&'"')).then(|| {
        let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
        (find(chars, from + 2 + hashes, |rest| rest.starts_with(&end)) + end.len()).min(chars.len())
    })
}

/// A character, not a lifetime.
fn end_of_char(chars: &[char], from: usize) -> Option<usize> {
    match (chars.get(from + 1)?, chars.get(from + 2)?) {
        ('\\', _) => Some(find(chars, from + 3, |rest| rest[0] == '\'') + 1),
        (_, '\'') => Some(from + 3),
        _ => None,
    }
}

#[test]
fn code_is_told_from_the_rest() {
    let text = [
        "//! sleep(1)",
        "let a = \"sleep(2) \\\" sleep(3)\"; /* sleep(4) /* */ sleep(5) */ wake('\"', '\\'', 'x');",
        "let b = r#\"sleep(6)\"#; fn x<'a>(y: &'a str) {}",
        "#[cfg(test)]",
        "mod tests {",
        "    fn z() { sleep(7) }",
        "}",
        "sleep(8);",
    ];
    let source = Source { path: "src/session/find.rs".to_owned(), text: text.join("\n") };
    let code: Vec<String> =
        source.code().into_iter().map(|(number, line)| format!("{number}:{line}")).collect();
    let all = code.join("\n");
    assert!(!all.replace("sleep(8)", "").contains("sleep"), "{all}");
    assert!(
        all.contains("8:sleep(8);") && all.contains("wake(") && all.contains("fn x<'a>(y: &'a str) {}"),
        "{all}"
    );
    assert_eq!((source.length(), source.room()), (4, "session"));
}
