//! What outlives a workspace's browser.

use crate::config::{self, BrowserName};
use crate::source::Wish;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::time::Duration;

/// What a browser was opened with, so that another can be opened just so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Which browser.
    pub browser: BrowserName,
    /// Its version, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub version: Option<String>,
    /// Viewport width in CSS pixels.
    pub width: u32,
    /// Viewport height in CSS pixels.
    pub height: u32,
    /// Without a window.
    pub headless: bool,
    /// Whether certificates that nobody vouches for are taken.
    pub insecure: bool,
    /// Seconds that a page may load.
    pub page_load_timeout: f64,
    /// Seconds that a caller's script may run.
    pub script_timeout: f64,
    /// Whether consoles and requests are captured.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub capture: bool,
    /// Raw capabilities.
    #[serde(skip_serializing_if = "Map::is_empty", default)]
    pub capabilities: Map<String, Value>,
}

/// A workspace's record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What the last browser was opened with.
    pub settings: Option<Settings>,
    /// Whether a browser is open: another is opened in its place if it is gone.
    pub open: bool,
    /// The page that the last call ended on.
    pub page: Option<String>,
}

impl Settings {
    /// What the server's settings say.
    pub fn of(config: &config::Session) -> Self {
        Self {
            browser: config.browser,
            version: None,
            width: config.size.0,
            height: config.size.1,
            headless: config.headless,
            insecure: false,
            page_load_timeout: config.page_load.as_secs_f64(),
            script_timeout: config.script.as_secs_f64(),
            capture: false,
            capabilities: Map::new(),
        }
    }

    /// As a source understands it.
    pub fn wish(&self) -> Wish {
        Wish {
            browser: self.browser,
            version: self.version.clone(),
            headless: self.headless,
            size: (self.width, self.height),
            insecure: self.insecure,
            page_load: Duration::from_secs_f64(self.page_load_timeout),
            script: Duration::from_secs_f64(self.script_timeout),
            capture: self.capture,
            capabilities: self.capabilities.clone(),
        }
    }
}
