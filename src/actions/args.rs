//! Arguments as data: one list per action says what they are called, what they may be and what they are for.
//!
//! The schema that clients see, the tidying of what they send and the documentation are read off that list. Tidying
//! is lenient in form and strict in content: `"3"`, `"false"`, `""`, a JSON text where an object belongs and an enum
//! in capitals are understood; an unknown name is refused together with the nearest right one.

use crate::problem::Problem;
use serde_json::{Map, Value, json};

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A text of at most so many characters. `""` stays what it is only where `required` says so.
    Text(usize),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number within bounds, both included.
    Whole(i64, i64),
    /// A number within bounds, both included.
    Number(f64, f64),
    /// Yes or no.
    Flag,
    /// Which element (see [`crate::driver::Selector`]).
    Selector,
    /// The name and key of a secret.
    Secret,
    /// Several texts.
    Texts,
    /// A list of any JSON values.
    Values,
    /// A JSON object taken as it is.
    Object,
    /// The bytes of a file, in base64; over HTTP they may come as a part of `multipart/form-data` instead.
    Bytes,
}

/// One argument.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub form: Form,
    /// Whether a call without it is refused.
    pub required: bool,
    /// A few words for the reader of the schema; they cost tokens in every client, so many have none.
    pub about: &'static str,
}

/// An argument that may be left out.
pub const fn arg(name: &'static str, form: Form, about: &'static str) -> Arg {
    Arg { name, form, required: false, about }
}

/// An argument without which the call is refused.
pub const fn required(name: &'static str, form: Form, about: &'static str) -> Arg {
    Arg { name, form, required: true, about }
}

/// The longest text that an argument may have unless it says otherwise, in characters.
pub const LONG: usize = 1 << 20;

/// Which element.
pub const SELECTOR: Arg = arg("selector", Form::Selector, "");
/// Go there first if the browser is elsewhere.
pub const URL: Arg = arg("url", Form::Text(8_192), "go here first");
/// How long to wait for the element, in seconds.
pub const WAIT: Arg = arg("wait_timeout", Form::Number(0.0, 600.0), "");
/// How much of the page to answer with.
pub const OUTLINE: Arg = arg("outline", Form::Choice(&["auto", "none", "changes", "full"]), "");

/// The fields of a selector, as the schema shows them.
const SELECTOR_FIELDS: [&str; 7] = ["ref", "css", "xpath", "role", "name", "text", "label"];

impl Arg {
    fn schema(&self) -> Value {
        let mut schema = match self.form {
            Form::Text(_) => json!({"type": "string"}),
            Form::Choice(words) => json!({"type": "string", "enum": words}),
            Form::Whole(..) => json!({"type": "integer"}),
            Form::Number(..) => json!({"type": "number"}),
            Form::Flag => json!({"type": "boolean"}),
            Form::Selector => {
                let fields: Map<String, Value> = SELECTOR_FIELDS
                    .iter()
                    .map(|field| ((*field).to_owned(), json!({"type": "string"})))
                    .collect();
                json!({"type": "object", "properties": fields})
            }
            Form::Secret => json!({
                "type": "object",
                "properties": {"name": {"type": "string"}, "key": {"type": "string"}},
                "required": ["name", "key"],
            }),
            Form::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Form::Values => json!({"type": "array", "items": {}}),
            Form::Object => json!({"type": "object"}),
            Form::Bytes => json!({"type": "string", "contentEncoding": "base64"}),
        };
        if !self.about.is_empty() {
            schema["description"] = Value::String(self.about.to_owned());
        }
        schema
    }

    /// The value in the form that was meant, `None` for an optional one that was left blank.
    fn tidy(&self, value: Value) -> Result<Option<Value>, Problem> {
        let blank = matches!(&value, Value::Null)
            || matches!(&value, Value::String(text) if text.trim().is_empty() && !self.takes_blank());
        if blank {
            return Ok(None);
        }
        self.read(value).map(Some)
    }

    fn takes_blank(&self) -> bool {
        // Writing an empty text clears a field.
        matches!(self.form, Form::Text(_)) && self.name == "text"
    }

    fn read(&self, value: Value) -> Result<Value, Problem> {
        match (self.form, value) {
            (Form::Text(most), Value::String(text)) => {
                let length = text.chars().count();
                if length > most {
                    return Err(self.refuse(&format!("may have at most {most} characters, not {length}")));
                }
                Ok(Value::String(text))
            }
            (Form::Bytes, Value::String(text)) => Ok(Value::String(text)),
            (Form::Text(_), Value::Number(number)) => Ok(Value::String(number.to_string())),
            (Form::Text(_), Value::Bool(flag)) => Ok(Value::String(flag.to_string())),
            (Form::Choice(words), Value::String(text)) => {
                let word = text.trim().to_lowercase();
                match words.iter().find(|&&known| known == word) {
                    Some(known) => Ok(Value::String((*known).to_owned())),
                    None => Err(self.refuse(&format!(
                        "must be one of {}, not {}",
                        words.join(", "),
                        short(&text)
                    ))),
                }
            }
            (Form::Whole(low, high), value) => {
                let whole =
                    |number: f64| (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64);
                let number = match &value {
                    Value::Number(number) => number.as_i64().or_else(|| number.as_f64().and_then(whole)),
                    Value::String(text) => {
                        let text = text.trim();
                        text.parse().ok().or_else(|| text.parse().ok().and_then(whole))
                    }
                    _ => None,
                };
                match number {
                    Some(number) if (low..=high).contains(&number) => Ok(json!(number)),
                    _ => Err(self.refuse(&format!("must be a whole number from {low} to {high}"))),
                }
            }
            (Form::Number(low, high), value) => {
                let number = match &value {
                    Value::Number(number) => number.as_f64(),
                    Value::String(text) => text.trim().parse().ok(),
                    _ => None,
                };
                match number {
                    Some(number) if (low..=high).contains(&number) => Ok(json!(number)),
                    _ => Err(self.refuse(&format!("must be a number from {low} to {high}"))),
                }
            }
            (Form::Flag, Value::Bool(flag)) => Ok(Value::Bool(flag)),
            (Form::Flag, Value::String(text)) => match text.trim().to_lowercase().as_str() {
                "true" | "yes" | "1" => Ok(Value::Bool(true)),
                "false" | "no" | "0" => Ok(Value::Bool(false)),
                _ => Err(self.refuse("must be true or false")),
            },
            (Form::Flag, Value::Number(number)) if number.as_i64().is_some_and(|n| n == 0 || n == 1) => {
                Ok(Value::Bool(number.as_i64() == Some(1)))
            }
            (Form::Selector, value) => Ok(unwrap_json(value)),
            (Form::Secret | Form::Object, value) => match unwrap_json(value) {
                object @ Value::Object(_) => Ok(object),
                _ => Err(self.refuse("must be an object")),
            },
            (Form::Texts, value) => {
                let items = match unwrap_json(value) {
                    Value::Array(items) => items,
                    single => vec![single],
                };
                let text = |item: Value| match item {
                    Value::String(text) => Ok(Value::String(text)),
                    Value::Number(number) => Ok(Value::String(number.to_string())),
                    Value::Bool(flag) => Ok(Value::String(flag.to_string())),
                    _ => Err(self.refuse("must be a list of texts")),
                };
                items.into_iter().map(text).collect::<Result<Vec<_>, _>>().map(Value::Array)
            }
            (Form::Values, value) => match unwrap_json(value) {
                list @ Value::Array(_) => Ok(list),
                _ => Err(self.refuse("must be a list")),
            },
            (form, _) => Err(self.refuse(match form {
                Form::Text(_) => "must be a text",
                Form::Bytes => "must be base64, as a text",
                Form::Choice(_) => "must be one of its words, as a text",
                _ => "must be true or false",
            })),
        }
    }

    fn refuse(&self, what: &str) -> Problem {
        Problem::argument(format!("{} {what}.", self.name))
    }
}

/// JSON that came as a text, as some models write it.
fn unwrap_json(value: Value) -> Value {
    match &value {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            serde_json::from_str(text).unwrap_or(value)
        }
        _ => value,
    }
}

fn short(text: &str) -> String {
    let cut: String = text.chars().take(60).collect();
    format!("{cut:?}")
}

/// The JSON schema of a list of arguments.
pub fn schema(args: &[&Arg]) -> Value {
    let properties: Map<String, Value> = args.iter().map(|arg| (arg.name.to_owned(), arg.schema())).collect();
    let required: Vec<&str> = args.iter().filter(|arg| arg.required).map(|arg| arg.name).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Brings what a client sent into the form that was meant.
///
/// # Errors
/// An unknown name (with the nearest right one), a value that cannot be understood, a required one that is missing.
pub fn tidy(args: &[&Arg], sent: Map<String, Value>) -> Result<Map<String, Value>, Problem> {
    let mut tidied = Map::new();
    for (name, value) in sent {
        let Some(arg) = args.iter().find(|arg| arg.name == name) else {
            return Err(unknown(&name, args));
        };
        if let Some(value) = arg.tidy(value)? {
            tidied.insert(name, value);
        }
    }
    match args.iter().find(|arg| arg.required && !tidied.contains_key(arg.name)) {
        Some(missing) => Err(Problem::argument(format!("{} is missing.", missing.name))),
        None => Ok(tidied),
    }
}

fn unknown(name: &str, args: &[&Arg]) -> Problem {
    let names: Vec<&str> = args.iter().map(|arg| arg.name).collect();
    if SELECTOR_FIELDS.contains(&name) && names.contains(&"selector") && !names.contains(&name) {
        let hint = format!("{name} belongs inside selector: {{\"selector\": {{\"{name}\": …}}}}.");
        return Problem::argument(hint);
    }
    let name = short(name);
    match nearest(&name, &names) {
        Some(near) => Problem::argument(format!("There is no argument {name}; did you mean {near}?")),
        None if names.is_empty() => {
            Problem::argument(format!("There is no argument {name}; this action takes none."))
        }
        None => {
            Problem::argument(format!("There is no argument {name}; this action takes {}.", names.join(", ")))
        }
    }
}

/// The word of `words` that `word` most likely meant.
pub fn nearest<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    let word = word.trim_matches('"').to_lowercase();
    words
        .iter()
        .map(|&known| (strsim::jaro_winkler(known, &word), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARGS: [Arg; 8] = [
        required("action", Form::Choice(&["click", "hover"]), ""),
        SELECTOR,
        WAIT,
        arg("x", Form::Whole(-10, 10), ""),
        arg("clear", Form::Flag, ""),
        arg("values", Form::Texts, ""),
        arg("text", Form::Text(5), ""),
        arg("note", Form::Text(5), ""),
    ];

    fn tidied(sent: Value) -> Result<Value, String> {
        let args: Vec<&Arg> = ARGS.iter().collect();
        let Value::Object(sent) = sent else { panic!("not an object") };
        tidy(&args, sent).map(Value::Object).map_err(|problem| problem.says().to_owned())
    }

    #[test]
    fn forms_are_forgiven() {
        let sent = json!({
            "action": " CLICK ", "selector": "{\"css\": \"a\"}", "wait_timeout": "3", "x": "4", "clear": "false",
            "values": "one", "text": "", "note": " ",
        });
        let meant = json!({
            "action": "click", "selector": {"css": "a"}, "wait_timeout": 3.0, "x": 4, "clear": false,
            "values": ["one"], "text": "",
        });
        assert_eq!(tidied(sent), Ok(meant));
        assert_eq!(tidied(json!({"action": "hover", "x": 4.0})), Ok(json!({"action": "hover", "x": 4})));
        assert_eq!(
            tidied(json!({"action": "hover", "selector": "e12"})),
            Ok(json!({"action": "hover", "selector": "e12"}))
        );
    }

    #[test]
    fn contents_are_not() {
        for (sent, says) in [
            (json!({}), "action is missing"),
            (json!({"action": ""}), "action is missing"),
            (json!({"action": "tap"}), "one of click, hover"),
            (json!({"action": "click", "x": 11}), "whole number from -10 to 10"),
            (json!({"action": "click", "x": 1.5}), "whole number"),
            (json!({"action": "click", "wait_timeout": -1}), "number from 0 to 600"),
            (json!({"action": "click", "clear": "maybe"}), "true or false"),
            (json!({"action": "click", "text": "too long"}), "at most 5 characters"),
            (json!({"action": "click", "text": {}}), "must be a text"),
            (json!({"action": "click", "wait_timout": 3}), "did you mean wait_timeout?"),
            (json!({"action": "click", "css": "a"}), "belongs inside selector"),
            (json!({"action": "click", "zzz": 3}), "this action takes action, selector"),
        ] {
            let problem = tidied(sent.clone()).expect_err("refused");
            assert!(problem.contains(says), "{sent}: {problem}");
        }
    }
}
