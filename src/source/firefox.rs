//! How a Firefox is asked for, on this machine and on a Grid alike.

use super::Wish;
use super::chromium;
use handback_protocol::capabilities::{CapabilitiesRequest, CapabilityRequest};
use serde_json::{Map, Value, json};

/// Preferences that keep it from greeting, updating, reporting and asking.
/// Firefox sets the ones that automation needs by itself.
const PREFS: [(&str, Pref); 16] = [
    ("app.update.disabledForTesting", Pref::Flag(true)),
    ("browser.aboutwelcome.enabled", Pref::Flag(false)),
    ("browser.newtabpage.enabled", Pref::Flag(false)),
    ("browser.shell.checkDefaultBrowser", Pref::Flag(false)),
    ("browser.startup.homepage", Pref::Text("about:blank")),
    ("browser.startup.homepage_override.mstone", Pref::Text("ignore")),
    ("browser.startup.page", Pref::Number(0)),
    // Clocks are slow in a page that is behind another: what it opens must not get in front of it, popup windows neither.
    ("browser.link.open_newwindow.restriction", Pref::Number(0)),
    ("browser.tabs.loadDivertedInBackground", Pref::Flag(true)),
    ("datareporting.policy.dataSubmissionEnabled", Pref::Flag(false)),
    ("extensions.getAddons.cache.enabled", Pref::Flag(false)),
    ("network.captive-portal-service.enabled", Pref::Flag(false)),
    ("network.connectivity-service.enabled", Pref::Flag(false)),
    ("signon.rememberSignons", Pref::Flag(false)),
    ("termsofuse.bypassNotification", Pref::Flag(true)),
    ("toolkit.telemetry.reportingpolicy.firstRun", Pref::Flag(false)),
];

#[derive(Clone, Copy)]
enum Pref {
    Flag(bool),
    Number(i64),
    Text(&'static str),
}

/// What a session is asked for.
pub(super) struct Asked {
    /// Capabilities of `session.new`.
    pub(super) capabilities: CapabilitiesRequest,
    /// Preferences of the profile.
    pub(super) prefs: Map<String, Value>,
    /// Arguments of the command line beside our own.
    pub(super) args: Vec<String>,
}

/// Splits a wish into what is said to a running Firefox and what it is started with.
///
/// # Errors
/// A raw capability that repeats a named option or cannot be laid in; a sentence.
pub(super) fn request(wish: &Wish) -> Result<Asked, String> {
    let mut raw = wish.capabilities.clone();
    let options = raw.remove("moz:firefoxOptions").unwrap_or_else(|| json!({}));
    let mut prefs: Map<String, Value> =
        PREFS.iter().map(|(name, pref)| ((*name).to_owned(), value(*pref))).collect();
    if let Some(own) = options.get("prefs").and_then(Value::as_object) {
        prefs.extend(own.clone());
    }
    let args = options.get("args").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let args = args.iter().map(|arg| match arg.as_str() {
        Some(arg) if !is_reserved(arg) => Ok(arg.to_owned()),
        _ => Err(format!("capabilities may not set {arg}: the server sets it.")),
    });
    let args = args.collect::<Result<Vec<_>, _>>()?;
    let mut request: CapabilityRequest = chromium::request(wish, raw)?;
    // It is said over BiDi already.
    request.web_socket_url = None;
    Ok(Asked {
        capabilities: CapabilitiesRequest { always_match: request, first_match: Vec::new() },
        prefs,
        args,
    })
}

/// The same for a Grid, where the driver starts it.
///
/// # Errors
/// As [`request`].
pub(super) fn capabilities(wish: &Wish) -> Result<CapabilityRequest, String> {
    let Asked { capabilities, prefs, mut args } = request(wish)?;
    if wish.headless {
        args.push("-headless".to_owned());
    }
    let (width, height) = wish.size;
    args.extend([format!("--width={width}"), format!("--height={height}")]);
    let mut request = capabilities.always_match;
    request.web_socket_url = Some(true);
    request.other.insert("moz:firefoxOptions".to_owned(), json!({"args": args, "prefs": prefs}));
    Ok(request)
}

/// A profile's `user.js`.
pub(super) fn user_js(prefs: &Map<String, Value>) -> String {
    prefs
        .iter()
        .map(|(name, value)| format!("user_pref({}, {value});\n", Value::String(name.clone())))
        .collect()
}

fn value(pref: Pref) -> Value {
    match pref {
        Pref::Flag(flag) => json!(flag),
        Pref::Number(number) => json!(number),
        Pref::Text(text) => json!(text),
    }
}

fn is_reserved(arg: &str) -> bool {
    const RESERVED: [&str; 5] = ["profile", "remote", "no-remote", "headless", "marionette"];
    RESERVED.iter().any(|reserved| arg.trim_start_matches('-').starts_with(reserved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_written_as_javascript() {
        let prefs = json!({"a.b": true, "c \"d\"": "x\\y", "n": 3});
        let text = user_js(prefs.as_object().expect("an object"));
        assert_eq!(
            text,
            "user_pref(\"a.b\", true);\nuser_pref(\"c \\\"d\\\"\", \"x\\\\y\");\nuser_pref(\"n\", 3);\n"
        );
    }
}
