//! A page's value as plain JSON, for a reader who knows nothing of BiDi.

use super::{Content, Key, Kind, Node, RemoteValue};
use serde_json::{Number, Value};
use std::collections::HashMap;

/// The largest integer that a page's numbers hold exactly.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// How many values may come from repeating those that appear in several places. A page could otherwise double a short
/// message at every level.
const REPEATS: usize = 10_000;

/// How deep a repeated value may lie within a repeated value: each adds its own depth.
const NESTED_REPEATS: usize = 2;

impl RemoteValue {
    /// The value as JSON would have it.
    ///
    /// What JSON has no word for becomes a readable text: `NaN`, `[function]`, `<button id="ok">`, a BigInt beyond
    /// 2^53 its digits. A map whose keys are texts becomes an object, any other a list of pairs. A value that is
    /// within itself is `[circular]`; one that appears too often is `[repeated]`. The nesting of values is bounded by
    /// how they are read.
    pub fn to_json(&self) -> Value {
        Plain::default().value(self)
    }
}

/// One conversion.
#[derive(Default)]
struct Plain<'a> {
    /// The first place of each value that has an internal id.
    seen: HashMap<&'a str, Place<'a>>,
    /// How many repeats the current value lies in.
    nested: usize,
    /// Values that came from repeating.
    repeated: usize,
}

struct Place<'a> {
    value: &'a RemoteValue,
    /// Whether the conversion is within it.
    is_open: bool,
}

impl<'a> Plain<'a> {
    fn value(&mut self, remote: &'a RemoteValue) -> Value {
        if self.nested > 0 {
            self.repeated += 1;
            if self.repeated > REPEATS {
                return text("[repeated]");
            }
        }
        match remote.internal_id.as_deref() {
            None => self.content(remote),
            Some(id) if matches!(remote.content, Content::Nothing) => self.again(id, &remote.kind),
            Some(id) => self.first(id, remote),
        }
    }

    fn first(&mut self, id: &'a str, value: &'a RemoteValue) -> Value {
        self.seen.insert(id, Place { value, is_open: true });
        let plain = self.content(value);
        self.seen.insert(id, Place { value, is_open: false });
        plain
    }

    fn again(&mut self, id: &'a str, kind: &Kind) -> Value {
        match self.seen.get(id) {
            None => stand_in(kind),
            Some(place) if place.is_open => text("[circular]"),
            Some(_) if self.nested == NESTED_REPEATS || self.repeated >= REPEATS => text("[repeated]"),
            Some(&Place { value, .. }) => {
                self.nested += 1;
                let plain = self.first(id, value);
                self.nested -= 1;
                plain
            }
        }
    }

    fn content(&mut self, remote: &'a RemoteValue) -> Value {
        match &remote.content {
            Content::Nothing => stand_in(&remote.kind),
            Content::Text(digits) if remote.kind == Kind::BigInt => big(digits),
            Content::Text(string) => text(string),
            Content::Number(number) => json_number(*number),
            Content::Boolean(boolean) => Value::Bool(*boolean),
            Content::RegExp(regexp) => {
                Value::String(format!("/{}/{}", regexp.pattern, regexp.flags.as_deref().unwrap_or_default()))
            }
            Content::Node(node) => Value::String(tag(node)),
            Content::Window(_) => text("[window]"),
            Content::Items(items) => Value::Array(items.iter().map(|item| self.value(item)).collect()),
            Content::Entries(entries) => self.entries(entries),
        }
    }

    fn entries(&mut self, entries: &'a [(Key, RemoteValue)]) -> Value {
        let names: Option<Vec<&str>> = entries.iter().map(|(key, _)| key.as_text()).collect();
        match names {
            Some(names) => {
                let values = entries.iter().map(|(_, value)| self.value(value));
                Value::Object(names.into_iter().map(str::to_owned).zip(values).collect())
            }
            None => {
                let pairs = entries.iter().map(|(key, value)| {
                    let key = match key {
                        Key::Text(name) => text(name),
                        Key::Value(key) => self.value(key),
                    };
                    Value::Array(vec![key, self.value(value)])
                });
                Value::Array(pairs.collect())
            }
        }
    }
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn stand_in(kind: &Kind) -> Value {
    match kind {
        Kind::Undefined | Kind::Null => Value::Null,
        kind => Value::String(format!("[{}]", kind.as_str())),
    }
}

/// Whole numbers without a point, as a page writes them; -0 stays what it is.
fn json_number(number: f64) -> Value {
    let is_negative_zero = number == 0.0 && number.is_sign_negative();
    if number.fract() == 0.0 && number.abs() <= MAX_SAFE && !is_negative_zero {
        return Value::from(number as i64);
    }
    match Number::from_f64(number) {
        Some(number) => Value::Number(number),
        None if number.is_nan() => text("NaN"),
        None if number > 0.0 => text("Infinity"),
        None => text("-Infinity"),
    }
}

fn big(digits: &str) -> Value {
    match digits.parse::<i64>() {
        Ok(number) if number.unsigned_abs() <= MAX_SAFE as u64 => Value::from(number),
        _ => text(digits),
    }
}

/// A node as its tag would begin, with its id alone: other attributes can hold what somebody typed.
fn tag(node: &Node) -> String {
    match (&node.local_name, node.node_type) {
        (Some(name), 1) => match node.attributes.get("id") {
            Some(id) => format!("<{name} id={id:?}>"),
            None => format!("<{name}>"),
        },
        (_, 3) => "#text".to_owned(),
        (_, 8) => "#comment".to_owned(),
        (_, 9) => "#document".to_owned(),
        (_, 11) if node.mode.is_some() => "#shadow-root".to_owned(),
        (_, 11) => "#document-fragment".to_owned(),
        _ => "#node".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn plain(value: Value) -> Value {
        serde_json::from_value::<RemoteValue>(value).expect("a remote value").to_json()
    }

    fn number(number: Value) -> Value {
        json!({"type": "number", "value": number})
    }

    #[test]
    fn numbers_stay_what_they_are() {
        assert_eq!(plain(number(json!(1))), json!(1));
        assert_eq!(plain(number(json!(1.0))), json!(1), "a page writes no point either");
        assert_eq!(plain(number(json!(1e300))), json!(1e300));
        assert_eq!(plain(number(json!(9_007_199_254_740_993_u64))), json!(9_007_199_254_740_992.0));
        assert_eq!(plain(number(json!("Infinity"))), json!("Infinity"));
        let big = |digits| plain(json!({"type": "bigint", "value": digits}));
        assert_eq!(big("-9007199254740991"), json!(-9_007_199_254_740_991_i64));
        assert_eq!(big("9007199254740992"), json!("9007199254740992"));
    }

    #[test]
    fn nodes_show_nothing_that_was_typed() {
        let node = json!({"type": "node", "sharedId": "N", "value": {
            "nodeType": 1, "localName": "input", "childNodeCount": 0, "attributes": {"id": "a\"b", "value": "secret"},
        }});
        assert_eq!(plain(node), json!(r#"<input id="a\"b">"#));
        let root = json!({"type": "node", "value": {"nodeType": 11, "mode": "closed", "childNodeCount": 0}});
        assert_eq!(plain(root), json!("#shadow-root"));
        assert_eq!(plain(json!({"type": "node"})), json!("[node]"));
        assert_eq!(plain(json!({"type": "of the future", "value": [1]})), json!("[of the future]"));
    }

    #[test]
    fn a_value_in_two_places_is_in_both() {
        let first = json!({"type": "object", "internalId": "1", "value": [["k", number(json!(1))]]});
        let again = json!({"type": "object", "internalId": "1"});
        let unknown = json!({"type": "object", "internalId": "9"});
        let list = json!({"type": "array", "value": [first, again, unknown]});
        assert_eq!(plain(list), json!([{"k": 1}, {"k": 1}, "[object]"]));
    }

    #[test]
    fn a_value_within_itself_ends() {
        let again = json!({"type": "map", "internalId": "1"});
        let map =
            json!({"type": "map", "internalId": "1", "value": [["self", again], [number(json!(1)), again]]});
        assert_eq!(plain(map), json!([["self", "[circular]"], [1, "[circular]"]]));
    }

    /// Each item holds the one before it twice: written out in full it would be 2^60 values.
    #[test]
    fn a_value_that_doubles_at_every_level_stays_small() {
        let mut items = vec![json!({"type": "array", "internalId": "0", "value": [number(json!(1))]})];
        for level in 1..60 {
            let before = json!({"type": "array", "internalId": (level - 1).to_string()});
            items.push(json!({"type": "array", "internalId": level.to_string(), "value": [before, before]}));
        }
        let plain = plain(json!({"type": "array", "value": items})).to_string();
        assert!(plain.len() < 20 * REPEATS, "{} bytes", plain.len());
        assert!(plain.contains("[repeated]"));
    }

    #[test]
    fn many_repeats_of_a_long_value_stay_small() {
        let long: Vec<Value> = (0..1_000).map(|at| number(json!(at))).collect();
        let mut items = vec![json!({"type": "array", "internalId": "0", "value": long})];
        items.resize(1_000, json!({"type": "array", "internalId": "0"}));
        let plain = plain(json!({"type": "array", "value": items})).to_string();
        assert!(plain.len() < 20 * REPEATS, "{} bytes", plain.len());
    }
}
