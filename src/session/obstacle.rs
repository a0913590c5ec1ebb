//! Why an element cannot be used, what is in the way and what opens it; and how elements are called in sentences.

use super::find::{Target, stale};
use super::page::Page;
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// What our script says of an element, and why it cannot be used if it cannot.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Spoken {
    pub(super) why: Option<String>,
    pub(super) role: String,
    pub(super) name: String,
    /// What is in the way.
    pub(super) by: Option<Value>,
    /// What opens it, and with what.
    pub(super) opens: Option<Value>,
}

impl Page {
    /// Why an element cannot be used, and what to do. `wait`: how long it was waited for.
    pub(super) fn cannot(&self, target: &Target, about: &Spoken, wait: Duration) -> Problem {
        let why = about.why.as_deref().unwrap_or("unknown");
        if why == "gone" {
            return stale(self.call(target));
        }
        let what = match (about.role.as_str(), about.name.as_str()) {
            ("", _) => self.call(target),
            (role, "") => role.to_owned(),
            (role, name) => format!("{role} {name:?}"),
        };
        let what = capital(&what);
        let by = about.by.clone().map(|by| self.spoken(target, by));
        let opens = about.opens.clone().map(|opens| self.spoken(target, opens));
        let waited = if wait.is_zero() { String::new() } else { format!(" (waited {})", seconds(wait)) };
        let says = match why {
            "covered" => {
                let by = by.as_ref().map_or_else(|| "something".to_owned(), name_of);
                format!(
                    "{what} is covered by {by}{waited}: close or move that first, or give an offset x, y that is free."
                )
            }
            "disabled" => format!("{what} is disabled{waited}: fill or choose what the page asks for first."),
            "inert" => {
                let by = by.as_ref().map_or_else(|| "an open dialog or panel".to_owned(), name_of);
                format!("{what} is inert: {by} takes all input; use or close that first.")
            }
            "hidden" => {
                let how = match &opens {
                    Some(opener) if opener["with"] == "hover" => {
                        format!("hover over {} first", name_of(opener))
                    }
                    Some(opener) => format!("click {} first", name_of(opener)),
                    None => "open what it is in first".to_owned(),
                };
                format!("{what} is hidden{waited}: {how}.")
            }
            "zero_size" => format!("{what} has no size{waited}, so there is nothing to press on."),
            "no_layout" => {
                format!("{what} is nested too deep for the browser to lay it out, so it has no place.")
            }
            "offscreen" => format!("{what} cannot be scrolled into view{waited}."),
            "readonly" => format!("{what} is read-only: its value cannot be changed here."),
            "not_editable" => format!(
                "{what} is not editable: write needs a text field or an editor; use interact, select or press_key."
            ),
            other => format!("{what} cannot be used: {other}."),
        };
        let mut problem = Problem::new(Code::NotInteractable, says).with("reason", json!(why));
        if let Some(by) = by {
            problem = problem.with(if why == "covered" { "covered_by" } else { "blocked_by" }, by);
        }
        if let Some(mut opener) = opens {
            let with = opener.as_object_mut().and_then(|opener| opener.remove("with"));
            problem =
                problem.with("revealed_by", opener).with("open_with", with.unwrap_or_else(|| json!("click")));
        }
        problem
    }

    /// How a target is called in a sentence: its ref if it has one, else role and name.
    pub(super) fn call(&self, target: &Target) -> String {
        let reference = self.session.view().refs.of(&target.document, target.node);
        match (reference, target.role.as_str(), target.name.as_str()) {
            (Some(reference), "", _) => reference.to_string(),
            (None, "", _) => "the element".to_owned(),
            (_, role, "") => role.to_owned(),
            (_, role, name) => format!("{role} {name:?}"),
        }
    }

    /// An element of a target's document as results show it: its number in the page means nothing outside, the ref that
    /// it was given does.
    pub(super) fn spoken(&self, target: &Target, mut element: Value) -> Value {
        if let Some(fields) = element.as_object_mut()
            && let Some(number) = fields.remove("node").and_then(|number| number.as_u64()?.try_into().ok())
            && let Some(reference) = self.session.view().refs.of(&target.document, number)
        {
            fields.insert("ref".to_owned(), json!(reference.to_string()));
        }
        element
    }
}

/// `button "Accept"` for what our script speaks of.
pub(super) fn name_of(element: &Value) -> String {
    let role = element["role"].as_str().unwrap_or("something");
    match element["name"].as_str() {
        Some(name) if !name.is_empty() => format!("{role} {name:?}"),
        _ => role.to_owned(),
    }
}

/// `3 s`, `0.3 s`.
pub(super) fn seconds(time: Duration) -> String {
    format!("{} s", (time.as_secs_f64() * 10.0).round() / 10.0)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
