//! Where browsers come from: this machine, or a Selenium Grid.
//!
//! A source starts a browser and hands over its wires and its [`Lifeline`]: how it is kept alive, how its wires are
//! made again, how it is ended. It knows no workspace and no page. Whatever it began and nobody took is ended by it.

mod chromium;
mod downloads;
mod files;
mod firefox;
mod grid;
mod http;
mod lifeline;
mod loan;
mod local;
mod slots;
mod wires;

pub use downloads::{Content, Listed};
pub use files::safe as file_name;
pub use grid::Grid;
pub use http::{HttpClient, http_client};
pub use lifeline::{Lifeline, Pulse};
pub use local::{Local, Program, find_program, program_version};
pub use slots::Readiness;
pub use wires::Wires;

use crate::config::{BrowserName, Config};
use crate::policy::Policy;
use crate::problem::Problem;
use crate::shutdown::Tasks;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What a caller wants of a browser.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Which browser.
    pub browser: BrowserName,
    /// Its version, as the Grid matches it.
    pub version: Option<String>,
    /// Without a window.
    pub headless: bool,
    /// The viewport's width and height in CSS pixels.
    pub size: (u32, u32),
    /// Whether certificates that nobody vouches for are taken.
    pub insecure: bool,
    /// How long a page may load before a call answers without it.
    pub page_load: Duration,
    /// How long a caller's script may run.
    pub script: Duration,
    /// Whether its console and its requests are captured.
    pub capture: bool,
    /// Raw capabilities beside those that have a name of their own here.
    pub capabilities: Map<String, Value>,
}

/// A browser that runs, and is the taker's to end.
#[derive(Debug)]
pub struct Opened {
    /// Which browser it is.
    pub browser: BrowserName,
    /// Its version.
    pub version: String,
    /// What it was started with.
    pub wish: Wish,
    /// Its wires.
    pub wires: Wires,
    /// How it lives.
    pub lifeline: Lifeline,
}

/// A source of browsers.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one a server")]
pub enum Source {
    /// This machine.
    Local(Local),
    /// A Selenium Grid.
    Grid(Grid),
}

impl Source {
    /// The source that the settings name.
    ///
    /// # Errors
    /// A sentence: the settings cannot be used.
    pub fn new(config: &Config, policy: Arc<Policy>, tasks: Tasks) -> Result<Self, String> {
        match &config.grid.url {
            Some(url) => Ok(Self::Grid(Grid::new(url.clone(), config, policy, tasks)?)),
            None => Ok(Self::Local(Local::new(config, policy)?)),
        }
    }

    /// Starts a browser. Dropping the future gives it up: whatever began is ended.
    ///
    /// # Errors
    /// It cannot be had: missing program, no slot in time, refused capabilities.
    pub async fn open(&self, wish: Wish, gone: &CancellationToken) -> Result<Opened, Problem> {
        match self {
            Self::Local(local) => local.open(wish).await,
            Self::Grid(grid) => grid.open(wish, gone).await,
        }
    }

    /// Whether a browser could be had now.
    pub async fn readiness(&self) -> Readiness {
        match self {
            Self::Local(local) => local.readiness(),
            Self::Grid(grid) => grid.readiness().await,
        }
    }

    /// `local` or `grid`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Local(_) => "local",
            Self::Grid(_) => "grid",
        }
    }

    /// What it is, for people: without credentials.
    pub fn describe(&self) -> String {
        match self {
            Self::Local(_) => "browsers of this machine".to_owned(),
            Self::Grid(grid) => format!("Selenium Grid at {}", grid.base()),
        }
    }
}
