//! Browsers of this machine: Chrome through its driver, Firefox over its own BiDi port.
//!
//! Every browser has a folder of its own with a fresh profile; it and all processes are gone when the browser ends,
//! and what a killed server left is swept at the next start.

mod chrome;
mod find;
mod firefox;
mod folder;
mod process;

pub use find::{Program, program as find_program, version as program_version};

use super::slots::{Places, Readiness};
use super::{Opened, Wish};
use crate::config::{self, BrowserName, Config};
use crate::policy::Policy;
use crate::problem::{Code, Problem};
use folder::Folder;
use handback_protocol::transport::Tls;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::process::Child;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The source.
#[derive(Debug)]
pub struct Local {
    settings: config::Local,
    base: PathBuf,
    policy: Arc<Policy>,
    tls: Tls,
    places: Arc<Semaphore>,
}

/// What runs for one browser, and what is left of it on the disk. Ended for sure when dropped.
#[derive(Debug)]
pub(in crate::source) struct Running {
    /// The driver, or the browser itself where it needs none.
    child: Option<Child>,
    folder: Arc<Folder>,
    _place: OwnedSemaphorePermit,
}

impl Running {
    fn new(child: Child, folder: Folder, place: OwnedSemaphorePermit) -> Self {
        Self { child: Some(child), folder: Arc::new(folder), _place: place }
    }

    /// The folder that downloads land in.
    pub(in crate::source) fn downloads(&self) -> PathBuf {
        self.folder.downloads()
    }

    /// The folder for files that pages are given.
    pub(in crate::source) fn uploads(&self) -> PathBuf {
        self.folder.path().join("uploads")
    }

    /// Gives the process a moment to end by itself.
    pub(in crate::source) async fn leave_time(&mut self, time: Duration) {
        if let Some(child) = &mut self.child {
            // Late is fine: what is left is killed next.
            let _ = tokio::time::timeout(time, child.wait()).await;
        }
    }

    /// Ends every process and removes the folder, off the runtime's threads. Idempotent.
    pub(in crate::source) async fn sweep(&mut self) {
        // Dropping the child kills it; the mark finds the rest.
        self.child.take();
        let folder = Arc::clone(&self.folder);
        // It only fails when the runtime ends; dropping sweeps then.
        let _ = tokio::task::spawn_blocking(move || folder.sweep()).await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.child.take().is_some() {
            // Not ended by its lifeline (a creation given up, a panic): a moment of blocking is better than an orphan.
            self.folder.sweep();
        }
    }
}

impl Local {
    /// The source, after sweeping what an earlier server left.
    ///
    /// # Errors
    /// A sentence: TLS cannot be used, or the folder cannot be made.
    pub fn new(config: &Config, policy: Arc<Policy>) -> Result<Self, String> {
        let base = config.data_dir.join("browsers");
        let swept = folder::sweep_orphans(&base);
        if swept > 0 {
            tracing::info!(swept, "removed what browsers of a killed server had left");
        }
        let settings = config.local.clone();
        let places = Arc::new(Semaphore::new(settings.max));
        Ok(Self { settings, base, policy, tls: Tls::system(&[])?, places })
    }

    pub(super) async fn open(&self, wish: Wish) -> Result<Opened, Problem> {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            let says = format!(
                "All {} places for browsers on this machine are taken: end a browser, or raise the setting local.max.",
                self.settings.max
            );
            return Err(Problem::new(Code::GridUnavailable, says).retry_after(10));
        };
        if wish.version.is_some() {
            let says = "version chooses among the browsers of a Grid; this server has the one that is installed: leave it out.";
            return Err(Problem::argument(says));
        }
        if !wish.headless
            && std::env::var_os("DISPLAY").is_none()
            && std::env::var_os("WAYLAND_DISPLAY").is_none()
            && cfg!(target_os = "linux")
        {
            let says = "headless=false needs a display, and this machine has none: leave headless out; the admin's Live tab shows headless browsers too.";
            return Err(Problem::argument(says));
        }
        let folder = Folder::make(&self.base).map_err(|error| {
            let says = "A folder for the browser cannot be made in the data folder; the log says why.";
            Problem::new(Code::GridUnavailable, says).logged(error)
        })?;
        match wish.browser {
            BrowserName::Chrome => chrome::open(self, wish, folder, place).await,
            BrowserName::Firefox => firefox::open(self, wish, folder, place).await,
        }
    }

    pub(super) fn readiness(&self) -> Readiness {
        let free = self.places.available_permits();
        let places = Places { free, all: self.settings.max };
        let has = |program| find_program(program, &self.settings).is_some();
        let mut browsers = BTreeMap::new();
        if has(Program::Chrome) && has(Program::Chromedriver) {
            browsers.insert("chrome".to_owned(), places);
        }
        if has(Program::Firefox) {
            browsers.insert("firefox".to_owned(), places);
        }
        let note = browsers.is_empty().then(|| {
            "neither Chrome with chromedriver nor Firefox is installed; handback doctor says how to fix it".to_owned()
        });
        Readiness { kind: "local", ready: note.is_none(), browsers, note }
    }

    /// Chrome refuses to start as root with its sandbox.
    fn runs_without_sandbox(&self) -> bool {
        let on = self.settings.sandbox.unwrap_or_else(|| !rustix::process::geteuid().is_root());
        !on
    }

    fn program(&self, program: Program) -> Result<PathBuf, Problem> {
        find_program(program, &self.settings).ok_or_else(|| {
            let says = format!(
                "{} is not on this machine: start the server once with --install, install it, or set {}.",
                program.as_str(),
                program.setting()
            );
            Problem::new(Code::GridUnavailable, says)
        })
    }
}

/// A browser that did not come up, in one sentence; what it said is for the log.
fn not_started(what: &str, why: impl std::fmt::Display) -> Problem {
    let says =
        format!("{what} could not be started; the server's log says why, and handback doctor checks it.");
    Problem::new(Code::GridUnavailable, says).logged(why)
}
