//! What a case expects, and an outline as the expectations speak of it (`fixtures/cases`).

use regex::Regex;
use serde_json::{Value, json};

/// An outline, in both forms.
pub struct Seen {
    entries: Vec<Entry>,
    text: String,
    title: String,
}

/// An entry, or a cell of one.
struct Entry {
    json: Value,
    /// Places of the entries around it.
    around: Vec<usize>,
}

impl Seen {
    /// What the outline answered in its JSON and in its text form.
    pub fn new(as_json: &Value, as_text: &Value) -> Self {
        let list = as_json["outline"]["elements"].as_array().map(Vec::as_slice).unwrap_or_default();
        let place_of = |wanted: &Value| list.iter().position(|entry| entry["ref"] == *wanted);
        let mut entries = Vec::new();
        for (place, entry) in list.iter().enumerate() {
            let (mut around, mut at) = (Vec::new(), place);
            while let Some(up) = list[at].get("within").and_then(place_of) {
                around.push(up);
                at = up;
            }
            entries.push(Entry { json: entry.clone(), around });
        }
        for (place, entry) in list.iter().enumerate() {
            let around: Vec<usize> = std::iter::once(place).chain(entries[place].around.clone()).collect();
            let cells = entry["cells"].as_array().into_iter().flatten();
            entries.extend(cells.map(|cell| Entry { json: cell.clone(), around: around.clone() }));
        }
        let text = as_text["outline"]["text"].as_str().unwrap_or_default().to_owned();
        Self { entries, text, title: as_json["title"].as_str().unwrap_or_default().to_owned() }
    }

    /// What is not as a state says; `answer`: what the action before it brought.
    pub fn faults(&self, state: &Value, answer: &Value) -> Vec<String> {
        let list = |name: &str| state[name].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut faults = Vec::new();
        for pattern in list("outline_must_include") {
            let found = self.find(pattern).len() as u64;
            if !pattern["count"].as_u64().map_or(found > 0, |count| found == count) {
                faults.push(format!("the outline has {found} of {pattern}"));
            }
        }
        for pattern in list("outline_must_not_include") {
            let allowed = pattern["allow_if_marked"] == true;
            if self.find(pattern).iter().any(|place| !(allowed && is_marked(&self.entries[*place].json))) {
                faults.push(format!("the outline has {pattern}"));
            }
        }
        let any = list("any_of");
        if !any.is_empty() && any.iter().all(|one| !self.faults(one, answer).is_empty()) {
            faults.push(format!("none of {any:?} holds"));
        }
        let said = answer.to_string().to_lowercase();
        let words = list("response_must_mention_any");
        if !words.is_empty() && !words.iter().any(|word| said.contains(&text_of(word).to_lowercase())) {
            faults.push(format!("the answer mentions none of {words:?}"));
        }
        for (name, wanted) in state["dialog"].as_object().into_iter().flatten() {
            if answer["dialog"][name] != *wanted {
                faults.push(format!("the dialog's {name} is {}, not {wanted}", answer["dialog"][name]));
            }
        }
        let is_at = |end: &str| answer["url"].as_str().is_some_and(|url| url.ends_with(end));
        if let Some(end) = state["url_ends_with"].as_str().filter(|end| !is_at(end)) {
            faults.push(format!("the address is {}, not …{end}", answer["url"]));
        }
        for title in [&state["title"], &state["active_tab_title"]] {
            if title.as_str().is_some_and(|title| title != self.title) {
                faults.push(format!("the title is {:?}, not {title}", self.title));
            }
        }
        faults
    }

    /// What is over a limit of the whole outline, or lacks a hint or its fence.
    pub fn limit_faults(&self, case: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        let limits = &case["outline_limits"];
        if limits["max_chars"].as_u64().is_some_and(|most| self.text.chars().count() as u64 > most) {
            faults.push(format!("the outline is {} characters long", self.text.chars().count()));
        }
        let indented = self.text.lines().map(|line| line.len() - line.trim_start().len()).max().unwrap_or(0);
        if limits["max_indent_columns"].as_u64().is_some_and(|most| indented as u64 > most) {
            faults.push(format!("a line is indented by {indented} columns"));
        }
        for hint in case["outline_should_hint"].as_array().into_iter().flatten() {
            let told: String =
                self.find(hint).iter().map(|place| self.entries[*place].json.to_string()).collect();
            if !hint["any_of"].as_array().into_iter().flatten().any(|word| told.contains(text_of(word))) {
                faults.push(format!("nothing hints at {hint}: {told}"));
            }
        }
        if case["response_envelope"]["fence_must_be_unforgeable"] == true {
            // A word that no page can know opens the first line and the last, and no line between.
            let fence = self.text.split_whitespace().next().unwrap_or_default();
            let opens = |line: &str| line.split_whitespace().next() == Some(fence);
            let times = self.text.lines().filter(|line| opens(line)).count();
            if fence.len() < 5 || times != 2 || !self.text.trim_end().lines().last().is_some_and(opens) {
                faults.push(format!("the fence {fence:?} opens {times} lines"));
            }
        }
        faults
    }

    /// A selector for what a pattern means: its ref, else its text.
    pub fn selector(&self, pattern: &Value) -> Value {
        let found = self.find(&json!({
            "role": pattern["role"], "name": pattern["name"], "text_contains": pattern["text"],
        }));
        let reference = found
            .iter()
            .map(|place| &self.entries[*place].json["ref"])
            .find(|reference| reference.is_string());
        match (reference, pattern["text"].as_str()) {
            (Some(reference), _) => json!({"ref": reference}),
            (None, Some(text)) => json!({"text": text}),
            (None, None) => json!({"label": pattern["name"]}),
        }
    }

    fn find(&self, pattern: &Value) -> Vec<usize> {
        (0..self.entries.len()).filter(|place| self.is_it(*place, pattern)).collect()
    }

    fn is_it(&self, place: usize, pattern: &Value) -> bool {
        let entry = &self.entries[place].json;
        let name = normal(text_of(&entry["name"]));
        pattern.as_object().expect("a pattern").iter().all(|(key, wanted)| match (key.as_str(), wanted) {
            (_, Value::Null) => true,
            ("role", Value::Array(any)) => any.iter().any(|role| is_role(entry, role)),
            ("role", role) => is_role(entry, role),
            ("name", _) => name == normal(text_of(wanted)),
            ("name_contains", _) => name.contains(&normal(text_of(wanted))),
            ("value", _) => text_of(&entry["value"]) == text_of(wanted),
            ("value_contains", _) => text_of(&entry["value"]).contains(text_of(wanted)),
            ("description_contains", _) => text_of(&entry["description"]).contains(text_of(wanted)),
            ("text_contains", _) => self.text_in(place).contains(&normal(text_of(wanted))),
            ("text_equals", _) => self.text_in(place) == normal(text_of(wanted)),
            ("text_matches", _) => {
                Regex::new(text_of(wanted)).expect("a pattern").is_match(&self.text_in(place))
            }
            ("level", _) => entry["level"] == *wanted,
            ("states", Value::Object(states)) => states.iter().all(|(state, is)| match &entry[state] {
                // A state that does not hold is left out.
                Value::Null => *is == false,
                told => told == is,
            }),
            ("within", _) => self.entries[place].around.iter().any(|up| self.is_it(*up, wanted)),
            ("count" | "allow_if_marked" | "any_of", _) => true,
            (other, _) => panic!("the expectation {other} is not known here"),
        })
    }

    /// What an entry says, and what is inside it.
    fn text_in(&self, place: usize) -> String {
        let inside =
            self.entries.iter().filter(|entry| entry.around.contains(&place)).map(|entry| &entry.json);
        let all = std::iter::once(&self.entries[place].json).chain(inside);
        let texts =
            all.flat_map(|entry| ["name", "text", "value", "description"].map(|key| text_of(&entry[key])));
        normal(&texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" "))
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Roles are listed in two spellings; one is ours.
fn is_role(entry: &Value, role: &Value) -> bool {
    text_of(&entry["role"]).eq_ignore_ascii_case(text_of(role))
}

fn is_marked(entry: &Value) -> bool {
    ["inert", "unseen", "hidden"].iter().any(|mark| entry[mark] == true)
        || ["reason", "blocked_by"].iter().any(|mark| !entry[mark].is_null())
}
