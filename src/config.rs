//! Every setting, read once at the start, with its default, its bounds and where its value came from.
//!
//! One name in three spellings: `live.await_cap` in the file, `HANDBACK_LIVE_AWAIT_CAP` in the environment,
//! `--live-await-cap` as a flag. Later wins: default, file, environment, flag. The table is [`SETTINGS`]; the typed
//! [`Config`] is made from it and handed down. Nothing else reads the environment.

mod form;
mod layers;
mod table;

pub use form::Secret;
pub use layers::{Layers, Origin, Value};
pub use table::{Form, SETTINGS, Setting, find};

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// A browser that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BrowserName {
    /// Chrome or Chromium.
    Chrome,
    /// Firefox.
    Firefox,
}

impl BrowserName {
    /// `chrome` or `firefox`, as classic WebDriver spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Chrome => "chrome",
            Self::Firefox => "firefox",
        }
    }
}

impl std::fmt::Display for BrowserName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether callers must show a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthMode {
    /// A bearer token on everything but the probes.
    Token,
    /// None: only on loopback.
    Off,
}

/// The settings, typed.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The bearer token, if one is set.
    pub token: Option<Secret>,
    /// Whether callers must show it.
    pub auth: AuthMode,
    /// Hosts by which the server may be called, beside loopback.
    pub hosts: Vec<String>,
    /// Origins of web pages that may call, beside the server's own.
    pub origins: Vec<String>,
    /// The address by which people and links reach the server, if it is not the one it listens on.
    pub public_url: Option<Url>,
    /// Where everything is kept that outlives the process.
    pub data_dir: PathBuf,
    /// `memory`, or where records are kept.
    pub store: String,
    /// The Selenium Grid to use; none: browsers of this machine.
    pub grid: Grid,
    /// Browsers of this machine.
    pub local: Local,
    /// What an open session starts with unless it says otherwise.
    pub session: Session,
    /// Workspaces.
    pub workspace_ttl: Duration,
    /// Addresses that pages may reach although they are refused by default (see `policy`).
    pub allow: Vec<String>,
    /// Addresses that pages may not reach.
    pub deny: Vec<String>,
    /// A person's hold on a browser.
    pub live: Live,
    /// Words for the log's filter.
    pub log: String,
    /// Whether `/metrics` needs the token.
    pub metrics_token: bool,
}

/// The Grid.
#[derive(Clone, Debug)]
pub struct Grid {
    /// `http://` or `https://`, with credentials and a path if the Grid has them.
    pub url: Option<Url>,
    /// Whether nodes are talked to directly when they can be reached.
    pub direct: bool,
    /// A file with more root certificates (PEM).
    pub ca: Option<PathBuf>,
    /// How long an open may wait for a free slot.
    pub queue: Duration,
}

/// Browsers of this machine.
#[derive(Clone, Debug)]
pub struct Local {
    /// Chrome's program; looked for when empty.
    pub chrome: Option<PathBuf>,
    /// Chrome's driver; looked for when empty.
    pub chromedriver: Option<PathBuf>,
    /// Firefox's program; looked for when empty.
    pub firefox: Option<PathBuf>,
    /// Chrome's own sandbox: `None` means on, unless the user is root, where Chrome refuses to start with it.
    pub sandbox: Option<bool>,
    /// How many may run at once.
    pub max: usize,
}

/// What an open session starts with.
#[derive(Clone, Debug)]
pub struct Session {
    /// Which browser.
    pub browser: BrowserName,
    /// Without a window.
    pub headless: bool,
    /// The viewport's width and height in CSS pixels.
    pub size: (u32, u32),
    /// How long a page may take to load before a call answers without it.
    pub page_load: Duration,
    /// How long a caller's script may run.
    pub script: Duration,
    /// How long a browser is kept after its last use.
    pub idle: Duration,
}

/// A person's hold on a browser.
#[derive(Clone, Debug)]
pub struct Live {
    /// How long a blocking `await_control` waits before it answers «still held».
    pub await_cap: Duration,
    /// How long a lost page of the holder may take to come back.
    pub grace: Duration,
    /// Where `ask_person` is posted to.
    pub notify_url: Option<Url>,
    /// The key that signs those posts; the token when empty.
    pub notify_key: Option<Secret>,
}

impl Config {
    /// The address by which people and links reach the server, without a slash at its end: the public one, else this of
    /// its listener.
    pub fn base_url(&self, listener: SocketAddr) -> String {
        match &self.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None => format!("http://{listener}"),
        }
    }

    /// Makes the typed settings.
    ///
    /// # Errors
    /// Every value that cannot be used, one sentence each.
    pub fn read(layers: &Layers) -> Result<Self, Vec<String>> {
        let mut read = form::Reader::new(layers);
        let config = Self {
            listen: read.address("listen"),
            token: read.secret("token"),
            auth: if read.text("auth.mode") == "off" { AuthMode::Off } else { AuthMode::Token },
            hosts: read.list("http.hosts"),
            origins: read.list("http.origins"),
            public_url: read.url("http.public_url"),
            data_dir: read.data_dir(),
            store: read.text("store"),
            grid: Grid {
                url: read.url("grid.url"),
                direct: read.text("grid.direct") == "auto",
                ca: read.path("grid.ca"),
                queue: read.seconds("grid.queue"),
            },
            local: Local {
                chrome: read.path("local.chrome"),
                chromedriver: read.path("local.chromedriver"),
                firefox: read.path("local.firefox"),
                sandbox: match read.text("local.sandbox").as_str() {
                    "on" => Some(true),
                    "off" => Some(false),
                    _ => None,
                },
                max: read.count("local.max"),
            },
            session: Session {
                browser: match read.text("browser").as_str() {
                    "firefox" => BrowserName::Firefox,
                    _ => BrowserName::Chrome,
                },
                headless: read.flag("headless"),
                size: (read.count("session.width") as u32, read.count("session.height") as u32),
                page_load: read.seconds("session.page_load_timeout"),
                script: read.seconds("session.script_timeout"),
                idle: read.seconds("session.idle"),
            },
            workspace_ttl: read.seconds("workspace.ttl"),
            allow: read.list("policy.allow"),
            deny: read.list("policy.deny"),
            live: Live {
                await_cap: read.seconds("live.await_cap"),
                grace: read.seconds("live.grace"),
                notify_url: read.url("live.notify_url"),
                notify_key: read.secret("live.notify_key"),
            },
            log: read.text("log"),
            metrics_token: read.flag("metrics.token"),
        };
        let mut faults = read.faults();
        if config.auth == AuthMode::Off && !config.listen.ip().is_loopback() {
            faults.push(format!(
                "auth.mode = off is only allowed on loopback, and listen is {}: listen on 127.0.0.1 or set a token",
                config.listen
            ));
        }
        if config.token.is_none() && config.auth == AuthMode::Token && !config.listen.ip().is_loopback() {
            faults.push(format!(
                "listen is {}, which others can reach: set token to a secret of your own first",
                config.listen
            ));
        }
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }
}
