//! Capabilities: what a session is asked for, and what it says it is. Shared by classic WebDriver and BiDi.
//!
//! What is asked is typed where this project has a say and open for the rest. What comes back stays JSON, because
//! every driver and every Grid adds names of its own, and is read name by name.

use crate::message::words;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is asked of a new session, [classic](https://www.w3.org/TR/webdriver2/#capabilities) and
/// [BiDi](https://w3c.github.io/webdriver-bidi/#type-session-CapabilitiesRequest).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CapabilitiesRequest {
    /// What must hold.
    pub always_match: CapabilityRequest,
    /// Alternatives, best first. Empty: no more than `always_match`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_match: Vec<CapabilityRequest>,
}

/// One set of wanted capabilities.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CapabilityRequest {
    /// For example `chrome` or `firefox`.
    pub browser_name: Option<String>,
    /// A version as the driver or the Grid spells it.
    pub browser_version: Option<String>,
    /// For example `linux`.
    pub platform_name: Option<String>,
    /// Whether certificates that nobody vouches for are taken.
    pub accept_insecure_certs: Option<bool>,
    /// How requests leave.
    pub proxy: Option<Proxy>,
    /// What happens to a dialog that nobody answers.
    pub unhandled_prompt_behavior: Option<PromptBehavior>,
    /// Whether a BiDi socket is wanted. Classic only; BiDi's own `session.new` has one already.
    pub web_socket_url: Option<bool>,
    /// Everything else, under its own name: `goog:chromeOptions`, `se:downloadsEnabled`, …
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// What happens to dialogs that nobody answers, by kind of dialog,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#type-session-UserPromptHandler).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptBehavior {
    /// For `alert`.
    pub alert: Option<PromptHandler>,
    /// For the question whether to leave a page.
    pub before_unload: Option<PromptHandler>,
    /// For `confirm`.
    pub confirm: Option<PromptHandler>,
    /// For the kinds that are not named.
    pub default: Option<PromptHandler>,
    /// For file choosers.
    pub file: Option<PromptHandler>,
    /// For `prompt`.
    pub prompt: Option<PromptHandler>,
}

impl PromptBehavior {
    /// The same for every kind. Firefox and Chromium both take it.
    pub fn all(handler: PromptHandler) -> Self {
        Self { default: Some(handler), ..Self::default() }
    }
}

words! {
    /// What happens to a dialog.
    PromptHandler {
        /// It is accepted.
        Accept = "accept",
        /// It is dismissed.
        Dismiss = "dismiss",
        /// It stays open until somebody answers it.
        Ignore = "ignore",
        /// Classic: accepted, and the next command fails.
        AcceptAndNotify = "accept and notify",
        /// Classic: dismissed, and the next command fails.
        DismissAndNotify = "dismiss and notify",
    }
}

/// How requests leave the browser, [classic](https://www.w3.org/TR/webdriver2/#proxy) and
/// [BiDi](https://w3c.github.io/webdriver-bidi/#type-session-ProxyConfiguration).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proxy {
    /// Which of the following is looked at.
    pub proxy_type: ProxyType,
    /// `pac`: where the script is.
    pub proxy_autoconfig_url: Option<String>,
    /// `manual`: `host:port` for http.
    pub http_proxy: Option<String>,
    /// `manual`: `host:port` for https.
    pub ssl_proxy: Option<String>,
    /// `manual`: `host:port` of a SOCKS proxy; needs its version.
    pub socks_proxy: Option<String>,
    /// 4 or 5.
    pub socks_version: Option<u8>,
    /// `manual`: hosts that are reached directly.
    pub no_proxy: Option<Vec<String>>,
}

words! {
    /// Where a proxy comes from.
    ProxyType {
        /// Found on the network.
        Autodetect = "autodetect",
        /// None.
        Direct = "direct",
        /// As given.
        Manual = "manual",
        /// As a script says.
        Pac = "pac",
        /// As the system says.
        System = "system",
    }
}

/// What a session says it is. Kept as it came; the readers below know the names that matter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Capabilities(pub Map<String, Value>);

impl Capabilities {
    /// `browserName`.
    pub fn browser_name(&self) -> Option<&str> {
        self.text("browserName")
    }

    /// `browserVersion`.
    pub fn browser_version(&self) -> Option<&str> {
        self.text("browserVersion")
    }

    /// `platformName`.
    pub fn platform_name(&self) -> Option<&str> {
        self.text("platformName")
    }

    /// `webSocketUrl`: where BiDi is spoken. A Grid rewrites it to an address of its own, as it sees itself.
    pub fn web_socket_url(&self) -> Option<&str> {
        self.text("webSocketUrl")
    }

    /// `se:cdp`: where a Grid forwards CDP. Absent from Firefox.
    pub fn grid_cdp_url(&self) -> Option<&str> {
        self.text("se:cdp")
    }

    /// `se:cdpVersion`: the version behind `se:cdp`.
    pub fn grid_cdp_version(&self) -> Option<&str> {
        self.text("se:cdpVersion")
    }

    /// `se:gridWebSocketUrl`: the driver's own BiDi address. Good only from the node's host.
    pub fn driver_web_socket_url(&self) -> Option<&str> {
        self.text("se:gridWebSocketUrl")
    }

    /// `se:downloadsEnabled`: whether the Grid keeps the session's downloads.
    pub fn downloads_enabled(&self) -> bool {
        self.0.get("se:downloadsEnabled").and_then(Value::as_bool).unwrap_or(false)
    }

    /// `goog:chromeOptions.debuggerAddress`: `host:port` of Chromium's own CDP server, as the driver's host sees it.
    pub fn debugger_address(&self) -> Option<&str> {
        self.0.get("goog:chromeOptions")?.get("debuggerAddress")?.as_str()
    }

    /// `goog:processID` or `moz:processID`: the browser's process on the driver's host.
    pub fn process_id(&self) -> Option<u32> {
        let id = self.0.get("goog:processID").or_else(|| self.0.get("moz:processID"))?;
        id.as_u64()?.try_into().ok()
    }

    /// The folder of the browser's profile on the driver's host: `moz:profile`, or `chrome.userDataDir`.
    pub fn profile_dir(&self) -> Option<&str> {
        self.text("moz:profile").or_else(|| self.0.get("chrome")?.get("userDataDir")?.as_str())
    }

    /// What happens to dialogs, by kind; one word for all is `default`.
    pub fn prompt_behavior(&self) -> BTreeMap<&str, &str> {
        match self.0.get("unhandledPromptBehavior") {
            Some(Value::String(word)) => BTreeMap::from([("default", word.as_str())]),
            Some(Value::Object(map)) => {
                map.iter().filter_map(|(kind, word)| Some((kind.as_str(), word.as_str()?))).collect()
            }
            _ => BTreeMap::new(),
        }
    }

    /// Any capability that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn capabilities(value: Value) -> Capabilities {
        serde_json::from_value(value).expect("an object")
    }

    #[test]
    fn a_grids_chromium_tells_all_its_addresses() {
        let given = capabilities(json!({
            "browserName": "chrome",
            "browserVersion": "156",
            "chrome": {"userDataDir": "/p"},
            "goog:chromeOptions": {"debuggerAddress": "localhost:1"},
            "goog:processID": 7,
            "se:cdp": "ws://grid/se/cdp",
            "se:cdpVersion": "156.0",
            "se:downloadsEnabled": true,
            "se:gridWebSocketUrl": "ws://node/session/1",
            "unhandledPromptBehavior": {"default": "ignore"},
            "webSocketUrl": "ws://grid/se/bidi",
        }));
        assert_eq!(given.browser_name(), Some("chrome"));
        assert_eq!(given.browser_version(), Some("156"));
        assert_eq!(given.profile_dir(), Some("/p"));
        assert_eq!(given.debugger_address(), Some("localhost:1"));
        assert_eq!(given.process_id(), Some(7));
        assert_eq!(given.grid_cdp_url(), Some("ws://grid/se/cdp"));
        assert_eq!(given.grid_cdp_version(), Some("156.0"));
        assert!(given.downloads_enabled());
        assert_eq!(given.driver_web_socket_url(), Some("ws://node/session/1"));
        assert_eq!(given.web_socket_url(), Some("ws://grid/se/bidi"));
        assert_eq!(given.prompt_behavior(), BTreeMap::from([("default", "ignore")]));
    }

    #[test]
    fn what_has_another_form_is_absent() {
        let odd = capabilities(json!({
            "webSocketUrl": true,
            "moz:processID": -1,
            "goog:chromeOptions": [],
            "se:downloadsEnabled": "yes",
            "unhandledPromptBehavior": "dismiss and notify",
        }));
        assert_eq!((odd.web_socket_url(), odd.process_id(), odd.debugger_address()), (None, None, None));
        assert!(!odd.downloads_enabled());
        assert_eq!(odd.prompt_behavior(), BTreeMap::from([("default", "dismiss and notify")]));
    }
}
