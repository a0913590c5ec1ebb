//! From text to typed values, collecting every fault instead of stopping at the first.

use super::layers::Layers;
use super::table::{Form, SETTINGS, find};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use subtle::ConstantTimeEq;
use url::Url;

/// A text that is never shown: neither `Debug` nor a log sees it.
#[derive(Clone)]
pub struct Secret(Box<str>);

impl Secret {
    /// Keeps the text.
    pub fn new(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }

    /// Whether `other` is the same text, in a time that does not tell how much of it is.
    pub fn is(&self, other: &str) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }

    /// The text, for whoever must send or print it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// Reads typed values and keeps the faults.
pub(super) struct Reader<'a> {
    layers: &'a Layers,
    faults: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(layers: &'a Layers) -> Self {
        let mut reader = Self { layers, faults: Vec::new() };
        for setting in SETTINGS {
            let text = reader.text(setting.name);
            if !text.is_empty()
                && let Err(what) = check(setting.form, &text)
            {
                let origin =
                    layers.value(setting.name).map(|value| value.origin.to_string()).unwrap_or_default();
                reader.faults.push(format!("{} ({origin}) {what}", setting.name));
            }
        }
        reader
    }

    pub(super) fn faults(self) -> Vec<String> {
        self.faults
    }

    /// The text, or the default where the text is at fault (the fault is already kept).
    fn good(&self, name: &str) -> String {
        let text = self.text(name);
        match find(name) {
            Some(setting) if !text.is_empty() && check(setting.form, &text).is_err() => {
                setting.default.to_owned()
            }
            _ => text,
        }
    }

    pub(super) fn text(&self, name: &str) -> String {
        self.layers.value(name).map(|value| value.text.clone()).unwrap_or_default()
    }

    pub(super) fn secret(&self, name: &str) -> Option<Secret> {
        Some(self.text(name)).filter(|text| !text.is_empty()).map(Secret::new)
    }

    pub(super) fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.text(name)).filter(|text| !text.is_empty()).map(PathBuf::from)
    }

    pub(super) fn list(&self, name: &str) -> Vec<String> {
        self.text(name).split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        parse_flag(&self.good(name)).unwrap_or_default()
    }

    pub(super) fn count(&self, name: &str) -> usize {
        self.good(name).parse().unwrap_or_default()
    }

    pub(super) fn seconds(&self, name: &str) -> Duration {
        parse_duration(&self.good(name)).unwrap_or_default()
    }

    pub(super) fn address(&self, name: &str) -> SocketAddr {
        self.good(name).parse().unwrap_or_else(|_| SocketAddr::from(([127, 0, 0, 1], 8787)))
    }

    pub(super) fn url(&self, name: &str) -> Option<Url> {
        parse_url(&self.good(name)).ok()
    }

    pub(super) fn data_dir(&mut self) -> PathBuf {
        if let Some(path) = self.path("data.dir") {
            return path;
        }
        let home = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        match home("XDG_DATA_HOME").or_else(|| home("HOME").map(|home| home.join(".local/share"))) {
            Some(base) => base.join("handback"),
            None => {
                self.faults.push("no home folder is known: set data.dir".to_owned());
                PathBuf::new()
            }
        }
    }
}

/// What is wrong with a text, as the end of a sentence.
fn check(form: Form, text: &str) -> Result<(), String> {
    match form {
        Form::Text | Form::Secret | Form::Path | Form::List => Ok(()),
        Form::Address => text
            .parse::<SocketAddr>()
            .map(drop)
            .map_err(|_| format!("must be an address and port like 127.0.0.1:8787, not {text:?}")),
        Form::Url => parse_url(text).map(drop),
        Form::Flag => {
            parse_flag(text).map(drop).ok_or_else(|| format!("must be true or false, not {text:?}"))
        }
        Form::Choice(choices) if choices.contains(&text) => Ok(()),
        Form::Choice(choices) => Err(format!("must be one of {}, not {text:?}", choices.join(", "))),
        Form::Count(low, high) => match text.parse::<u64>() {
            Ok(count) if (low..=high).contains(&count) => Ok(()),
            _ => Err(format!("must be a whole number from {low} to {high}, not {text:?}")),
        },
        Form::Seconds(low, high) => match parse_duration(text) {
            Some(time) if (low..=high).contains(&time.as_secs()) => Ok(()),
            _ => {
                Err(format!("must be a time from {low} to {high} seconds like 90, 90s or 15m, not {text:?}"))
            }
        },
    }
}

fn parse_url(text: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        _ => Err("must be an http or https URL".to_owned()),
    }
}

fn parse_flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().ok()?;
    let milliseconds = match text[digits..].trim() {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    Some(Duration::from_millis(number.checked_mul(milliseconds)?))
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;

    #[test]
    fn the_defaults_are_good() {
        for setting in SETTINGS.iter().filter(|setting| !setting.default.is_empty()) {
            assert_eq!(check(setting.form, setting.default), Ok(()), "{}", setting.name);
        }
        let config = Config::read(&Layers::default()).expect("the defaults");
        assert_eq!(config.live.await_cap, Duration::from_secs(90));
        assert_eq!(config.workspace_ttl, Duration::from_secs(86_400));
    }

    #[test]
    fn every_fault_is_told() {
        let mut layers = Layers::default();
        for (name, text) in [
            ("listen", "localhost"),
            ("live.await_cap", "29"),
            ("browser", "safari"),
            ("headless", "maybe"),
            ("grid.url", "ftp://x"),
            ("session.width", "-3"),
        ] {
            layers.flag(find(name).expect("a setting"), text.to_owned());
        }
        let faults = Config::read(&layers).expect_err("six faults");
        assert_eq!(faults.len(), 6, "{faults:#?}");
        assert!(faults.iter().any(|fault| fault.contains("30 to 3600 seconds")), "{faults:#?}");
    }

    #[test]
    fn an_open_door_needs_a_token() {
        let mut layers = Layers::default();
        layers.flag(find("listen").expect("a setting"), "0.0.0.0:80".to_owned());
        assert!(Config::read(&layers).is_err());
        layers.flag(find("token").expect("a setting"), "t".to_owned());
        assert!(Config::read(&layers).is_ok());
        layers.flag(find("auth.mode").expect("a setting"), "off".to_owned());
        assert!(Config::read(&layers).is_err());
    }

    #[test]
    fn durations() {
        for (text, ms) in [("90", 90_000), ("1500ms", 1_500), ("15m", 900_000), ("24h", 86_400_000)] {
            assert_eq!(parse_duration(text), Some(Duration::from_millis(ms)));
        }
        assert_eq!(parse_duration("soon"), None);
        assert_eq!(parse_duration("99999999999999999999h"), None);
    }
}
