//! An outline, and what changed in it, as results show them.

use super::Form;
use crate::outline::{Begin, Changes, Entry, Outline};
use crate::problem::Problem;
use serde_json::{Map, Value, json};

/// What changes are told against.
const SINCE: &str = "the outline given before";

/// `{count, total, omitted?, after?, offset?, text | elements}`.
pub(super) fn outline(outline: &Outline, form: Form) -> Result<Value, Problem> {
    let mut value = json!({"count": outline.count(), "total": outline.total()});
    let omitted = outline.omitted();
    if !omitted.is_empty() {
        let omitted = omitted.into_iter().map(|(role, count)| (role.to_owned(), json!(count)));
        value["omitted"] = Value::Object(omitted.collect::<Map<_, _>>());
    }
    match outline.next() {
        Some(Begin::After(after)) => value["after"] = json!(after.to_string()),
        Some(Begin::Offset(offset)) => value["offset"] = json!(offset),
        Some(Begin::First) | None => {}
    }
    match form {
        Form::Text => value["text"] = json!(fenced(|lines| outline.lines(lines))),
        Form::Json => {
            value["elements"] = serde_json::to_value(outline.elements()).map_err(Problem::internal)?;
        }
    }
    Ok(value)
}

/// That nothing changed.
pub(super) fn unchanged() -> Value {
    json!({"changes": "none", "since": SINCE})
}

/// `{since, added, changed, removed}`: numbers of entries and a `text` with their lines, or the entries themselves.
pub(super) fn changes(
    changes: &Changes,
    base: &Outline,
    now: &Outline,
    form: Form,
) -> Result<Value, Problem> {
    if changes.is_empty() {
        return Ok(unchanged());
    }
    let added: Vec<Entry<'_>> = changes.added(now).collect();
    let changed: Vec<Entry<'_>> = changes.changed(now).collect();
    let removed: Vec<Entry<'_>> = changes.removed(base).collect();
    Ok(match form {
        Form::Text => {
            let text = fenced(|lines| changes.lines(base, now, usize::MAX, lines));
            let (added, changed, removed) = (added.len(), changed.len(), removed.len());
            json!({"since": SINCE, "added": added, "changed": changed, "removed": removed, "text": text})
        }
        Form::Json => {
            let list = |entries| serde_json::to_value::<Vec<Entry<'_>>>(entries).map_err(Problem::internal);
            let removed: Vec<String> =
                removed.iter().filter_map(|entry| Some(entry.reference()?.to_string())).collect();
            json!({"since": SINCE, "added": list(added)?, "changed": list(changed)?, "removed": removed})
        }
    })
}

/// Lines of the page between two that it cannot forge. Its address and title are fields of the result.
fn fenced(put: impl FnOnce(&mut String)) -> String {
    let fence = fence();
    let mut text = format!("{fence}\n");
    put(&mut text);
    text.push_str(&fence);
    text
}

/// A word that the page cannot know, new for every answer.
fn fence() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut random = [0; 5];
    // Without randomness the word is a known one; names are quoted all the same.
    let _ = getrandom::fill(&mut random);
    random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
