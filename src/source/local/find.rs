//! Finding the programs of this machine: what the settings name, else what is on the path, else the usual places.

use crate::config::Local;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::process::Command;

/// A program that a browser needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Chrome or Chromium.
    Chrome,
    /// Its driver.
    Chromedriver,
    /// Firefox.
    Firefox,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 3] = [Program::Chrome, Program::Chromedriver, Program::Firefox];

    /// Its name, for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Chrome => "Chrome or Chromium",
            Self::Chromedriver => "chromedriver",
            Self::Firefox => "Firefox",
        }
    }

    /// The setting that names it.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Chrome => "local.chrome",
            Self::Chromedriver => "local.chromedriver",
            Self::Firefox => "local.firefox",
        }
    }

    /// Names on the path, best first.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Chrome => {
                &["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "chrome"]
            }
            Self::Chromedriver => &["chromedriver"],
            Self::Firefox => &["firefox-esr", "firefox"],
        }
    }

    /// Programs themselves where the name on the path is a wrapper script (Debian's chromium prints into the
    /// driver's ear), and places outside the path.
    fn places(self) -> &'static [&'static str] {
        match self {
            Self::Chrome => &[
                "/opt/google/chrome/chrome",
                "/usr/lib/chromium/chromium",
                "/usr/lib64/chromium-browser/chromium-browser",
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                "/Applications/Chromium.app/Contents/MacOS/Chromium",
            ],
            Self::Chromedriver => {
                &["/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"]
            }
            Self::Firefox => &[
                "/usr/lib/firefox-esr/firefox-esr",
                "/usr/lib/firefox/firefox",
                "/Applications/Firefox.app/Contents/MacOS/firefox",
            ],
        }
    }
}

/// The program's path, if it is here.
pub fn program(program: Program, settings: &Local) -> Option<PathBuf> {
    let set = match program {
        Program::Chrome => &settings.chrome,
        Program::Chromedriver => &settings.chromedriver,
        Program::Firefox => &settings.firefox,
    };
    if let Some(path) = set {
        return is_program(path).then(|| path.clone());
    }
    let places = program.places().iter().map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let named = program.names().iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.chain(named).find(|path| is_program(path))
}

/// What the program says its version is, if it answers within 10 s.
pub async fn version(path: &Path) -> Option<String> {
    let mut command = Command::new(path);
    command.arg("--version").kill_on_drop(true).stdin(std::process::Stdio::null());
    let output = tokio::time::timeout(Duration::from_secs(10), command.output()).await.ok()?.ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim().chars().take(120).collect())
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
