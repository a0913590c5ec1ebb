//! How a Chrome is asked for, on this machine and on a Grid alike.

use super::Wish;
use crate::policy::Policy;
use handback_protocol::capabilities::{CapabilityRequest, PromptBehavior, PromptHandler};
use serde_json::{Map, Value, json};

/// Features of Chrome that only get in an agent's way: bubbles, pickers, services that call home.
const WITHOUT: &str = "--disable-features=Translate,MediaRouter,OptimizationHints,GlobalMediaControls,AutofillServerCommunication,PasswordManagerOnboarding,HttpsUpgrades";

/// Arguments of the command line.
pub(super) fn args(wish: &Wish, policy: &Policy) -> Vec<String> {
    let (width, height) = wish.size;
    let mut args = vec![
        format!("--window-size={width},{height}"),
        "--no-default-browser-check".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-search-engine-choice-screen".to_owned(),
        WITHOUT.to_owned(),
    ];
    if wish.headless {
        args.push("--headless=new".to_owned());
    }
    let rules = policy.resolver_rules();
    if !rules.is_empty() {
        args.push(format!("--host-resolver-rules={rules}"));
    }
    args
}

/// Capabilities of a session, with the caller's raw ones laid in.
///
/// # Errors
/// A raw one that repeats a named option; a sentence.
pub(super) fn capabilities(wish: &Wish, args: Vec<String>) -> Result<CapabilityRequest, String> {
    let mut options = json!({
        "args": args,
        "prefs": {
            "credentials_enable_service": false,
            "profile.password_manager_enabled": false,
            "profile.password_manager_leak_detection": false,
            "download.prompt_for_download": false,
            "translate.enabled": false,
        },
    });
    let mut raw = wish.capabilities.clone();
    if let Some(own) = raw.remove("goog:chromeOptions") {
        lay_in(&mut options, own)?;
    }
    let mut request = request(wish, raw)?;
    request.other.insert("goog:chromeOptions".to_owned(), options);
    Ok(request)
}

/// What every session is asked for, beside what is the browser's own.
///
/// # Errors
/// A raw capability that repeats a named option; a sentence.
pub(super) fn request(wish: &Wish, raw: Map<String, Value>) -> Result<CapabilityRequest, String> {
    const NAMED: [(&str, &str); 8] = [
        ("browserName", "browser"),
        ("browserVersion", "version"),
        ("acceptInsecureCerts", "insecure"),
        ("unhandledPromptBehavior", "the dialog tool"),
        ("webSocketUrl", "what every session has"),
        ("timeouts", "page_load_timeout and script_timeout"),
        ("pageLoadStrategy", "what every session has"),
        ("moz:firefoxOptions", "browser: firefox"),
    ];
    if let Some((name, option)) = NAMED.iter().find(|(name, _)| raw.contains_key(*name)) {
        return Err(format!("capabilities may not name {name}: use {option} instead."));
    }
    Ok(CapabilityRequest {
        browser_name: Some(wish.browser.as_str().to_owned()),
        browser_version: wish.version.clone(),
        accept_insecure_certs: wish.insecure.then_some(true),
        // Dialogs stay open until the dialog tool answers them, beforeunload included.
        unhandled_prompt_behavior: Some(PromptBehavior::all(PromptHandler::Ignore)),
        web_socket_url: Some(true),
        other: raw,
        ..CapabilityRequest::default()
    })
}

/// Lays a caller's own options over ours: lists are added to, objects merged, the rest replaced.
fn lay_in(ours: &mut Value, theirs: Value) -> Result<(), String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (name, value) in theirs {
                match ours.get_mut(&name) {
                    Some(own) => lay_in(own, value)?,
                    None => drop(ours.insert(name, value)),
                }
            }
            Ok(())
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            for item in theirs {
                if let Some(text) = item.as_str().filter(|text| is_reserved(text)) {
                    let name = text.split('=').next().unwrap_or(text);
                    return Err(format!("capabilities may not set {name}: the server sets it."));
                }
                ours.push(item);
            }
            Ok(())
        }
        (ours, theirs) => {
            *ours = theirs;
            Ok(())
        }
    }
}

/// Arguments that would undo what keeps a browser apart and safe.
fn is_reserved(arg: &str) -> bool {
    const RESERVED: [&str; 5] =
        ["--user-data-dir", "--remote-debugging", "--host-resolver-rules", "--headless", "--no-sandbox"];
    RESERVED.iter().any(|reserved| arg.starts_with(reserved))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::BrowserName;
    use std::time::Duration;

    fn wish(capabilities: Value) -> Wish {
        let Value::Object(capabilities) = capabilities else { panic!("not an object") };
        Wish {
            browser: BrowserName::Chrome,
            version: None,
            headless: true,
            size: (1280, 800),
            insecure: false,
            page_load: Duration::from_secs(30),
            script: Duration::from_secs(30),
            capture: false,
            capabilities,
        }
    }

    #[test]
    fn raw_capabilities_are_laid_over_ours() {
        let wish = wish(json!({
            "goog:chromeOptions": {"args": ["--lang=de"], "prefs": {"intl.accept_languages": "de"}, "mobileEmulation": {"deviceName": "x"}},
            "se:name": "mine",
        }));
        let asked = capabilities(&wish, vec!["--headless=new".to_owned()]).expect("good");
        let text = serde_json::to_value(&asked).expect("JSON");
        assert_eq!(text["goog:chromeOptions"]["args"], json!(["--headless=new", "--lang=de"]));
        assert_eq!(text["goog:chromeOptions"]["prefs"]["intl.accept_languages"], "de");
        assert_eq!(text["goog:chromeOptions"]["prefs"]["credentials_enable_service"], false);
        assert_eq!(text["se:name"], "mine");
        assert_eq!(text["unhandledPromptBehavior"], json!({"default": "ignore"}));
        assert_eq!(text["webSocketUrl"], true);
    }

    #[test]
    fn named_options_and_what_keeps_it_safe_may_not_be_repeated() {
        for raw in [
            json!({"browserName": "x"}),
            json!({"acceptInsecureCerts": true}),
            json!({"goog:chromeOptions": {"args": ["--user-data-dir=/x"]}}),
            json!({"goog:chromeOptions": {"args": ["--host-resolver-rules=x"]}}),
        ] {
            assert!(capabilities(&wish(raw.clone()), Vec::new()).is_err(), "{raw}");
        }
    }
}
