//! The layers a value can come from: default, file, environment, flag. The last one that has it wins.

use super::table::{Form, SETTINGS, Setting, find};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The settings file.
    File(PathBuf),
    /// This environment variable.
    Environment(String),
    /// This flag.
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::Environment(name) => f.write_str(name),
            Self::Flag(name) => write!(f, "--{name}"),
        }
    }
}

/// A value as text, and where it came from.
#[derive(Clone, Debug)]
pub struct Value {
    /// The text; list items are joined by commas.
    pub text: String,
    /// Where it came from.
    pub origin: Origin,
}

/// All values, one a setting.
#[derive(Clone, Debug)]
pub struct Layers {
    values: HashMap<&'static str, Value>,
}

impl Default for Layers {
    fn default() -> Self {
        let value = |setting: &Setting| Value { text: setting.default.to_owned(), origin: Origin::Default };
        Self { values: SETTINGS.iter().map(|setting| (setting.name, value(setting))).collect() }
    }
}

impl Layers {
    /// Lays a settings file over what is there.
    ///
    /// # Errors
    /// Every fault of the file, one sentence each: not TOML, or a key that is no setting, with its neighbour.
    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), Vec<String>> {
        let table: toml::Table =
            text.parse().map_err(|error| vec![format!("{} is not TOML: {error}", path.display())])?;
        let mut faults = Vec::new();
        let mut flat = Vec::new();
        flatten("", &table, &mut flat);
        for (name, value) in flat {
            match find(&name) {
                Some(setting) => match as_text(&value) {
                    Some(text) => self.set(setting, text, Origin::File(path.to_owned())),
                    None => faults.push(format!("{name} in {} cannot be a table", path.display())),
                },
                None => {
                    faults.push(format!("{} has the unknown key {name}{}", path.display(), neighbour(&name)))
                }
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Lays the environment over what is there. Names that start with `HANDBACK_` and are no setting are returned,
    /// so that they can be warned of.
    pub fn environment(&mut self, variables: impl Iterator<Item = (String, String)>) -> Vec<String> {
        /// Read by the command line itself.
        const OTHERS: [&str; 1] = ["HANDBACK_CONFIG"];
        let known: HashMap<String, &'static Setting> =
            SETTINGS.iter().map(|setting| (setting.variable(), setting)).collect();
        let mut strangers = Vec::new();
        for (name, text) in variables.filter(|(name, _)| name.starts_with("HANDBACK_")) {
            match known.get(&name) {
                Some(setting) => self.set(setting, text, Origin::Environment(name)),
                None if OTHERS.contains(&name.as_str()) => {}
                None => strangers.push(name),
            }
        }
        strangers.sort();
        strangers
    }

    /// Lays a flag over what is there.
    pub fn flag(&mut self, setting: &'static Setting, text: String) {
        self.set(setting, text, Origin::Flag(setting.flag()));
    }

    /// The value of a setting.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Every setting with its value and origin, as `--print-config` shows them; secrets as `(set)`.
    pub fn shown(&self) -> impl Iterator<Item = (&'static Setting, String, &Origin)> {
        SETTINGS.iter().filter_map(|setting| {
            let value = self.values.get(setting.name)?;
            let text = match (setting.form, value.text.is_empty()) {
                (Form::Secret, false) => "(set)".to_owned(),
                (Form::Url, false) => without_password(&value.text),
                (_, true) => "(unset)".to_owned(),
                _ => value.text.clone(),
            };
            Some((setting, text, &value.origin))
        })
    }

    fn set(&mut self, setting: &'static Setting, text: String, origin: Origin) {
        self.values.insert(setting.name, Value { text: text.trim().to_owned(), origin });
    }
}

/// `, did you mean X?` for the nearest setting, or nothing.
fn neighbour(name: &str) -> String {
    SETTINGS
        .iter()
        .map(|setting| (strsim::jaro_winkler(setting.name, name), setting.name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or_else(
            || "; `handback serve --print-config` lists all".to_owned(),
            |(_, near)| format!(", did you mean {near}?"),
        )
}

fn flatten(prefix: &str, table: &toml::Table, into: &mut Vec<(String, toml::Value)>) {
    for (key, value) in table {
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(inner) => flatten(&name, inner, into),
            other => into.push((name, other.clone())),
        }
    }
}

fn as_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Array(items) => {
            items.iter().map(as_text).collect::<Option<Vec<_>>>().map(|items| items.join(","))
        }
        toml::Value::Table(_) => None,
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(flag) => Some(flag.to_string()),
        toml::Value::Datetime(time) => Some(time.to_string()),
    }
}

fn without_password(text: &str) -> String {
    match url::Url::parse(text) {
        Ok(mut url) if url.password().is_some() => {
            // It has a host, so setting cannot fail.
            let _ = url.set_password(Some("***"));
            url.into()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_layers_win_and_say_where_from() {
        let mut layers = Layers::default();
        layers
            .file(Path::new("h.toml"), "listen = '127.0.0.1:1'\n[live]\nawait_cap = 45\ngrace = '2m'")
            .expect("good");
        let strangers = layers.environment(
            [("HANDBACK_LIVE_AWAIT_CAP", "60"), ("HANDBACK_LISTNE", "x"), ("PATH", "y")]
                .into_iter()
                .map(|(name, text)| (name.to_owned(), text.to_owned())),
        );
        assert_eq!(strangers, ["HANDBACK_LISTNE"]);
        layers.flag(find("listen").expect("a setting"), "127.0.0.1:2".to_owned());
        let seen = |name| layers.value(name).map(|value| (value.text.clone(), value.origin.to_string()));
        assert_eq!(seen("listen"), Some(("127.0.0.1:2".to_owned(), "--listen".to_owned())));
        assert_eq!(seen("live.await_cap"), Some(("60".to_owned(), "HANDBACK_LIVE_AWAIT_CAP".to_owned())));
        assert_eq!(seen("live.grace"), Some(("2m".to_owned(), "file h.toml".to_owned())));
    }

    #[test]
    fn every_unknown_key_is_named_with_its_neighbour() {
        let faults = Layers::default()
            .file(Path::new("h.toml"), "lisen = 'x'\n[live]\nawait_cpa = 3\n[zzz]\nq = 1")
            .expect_err("three faults");
        assert_eq!(faults.len(), 3);
        let all = faults.join("\n");
        assert!(
            all.contains("did you mean listen?") && all.contains("did you mean live.await_cap?"),
            "{all}"
        );
        assert!(all.contains("--print-config"), "{all}");
    }

    #[test]
    fn secrets_are_not_shown() {
        let mut layers = Layers::default();
        layers.flag(find("token").expect("a setting"), "hunter2".to_owned());
        layers.flag(find("grid.url").expect("a setting"), "http://u:hunter2@g:4444/x".to_owned());
        let shown: Vec<_> = layers.shown().map(|(_, text, _)| text).collect();
        assert!(!shown.join(" ").contains("hunter2"));
        assert!(shown.contains(&"http://u:***@g:4444/x".to_owned()));
    }
}
