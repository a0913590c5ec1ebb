//! `--install`: fetches a missing browser and driver with the system's package manager, after saying what it will do.

use crate::config::{BrowserName, Config};
use crate::source::{Program, find_program};
use std::process::Stdio;
use tokio::process::Command;

/// A package manager: its program, the arguments before the packages, and its packages for each browser.
struct Manager {
    program: &'static str,
    refresh: &'static [&'static str],
    install: &'static [&'static str],
    chrome: &'static [&'static str],
    firefox: &'static [&'static str],
}

const MANAGERS: [Manager; 6] = [
    Manager {
        program: "apt-get",
        refresh: &["update"],
        install: &["install", "-y", "--no-install-recommends"],
        chrome: &["chromium", "chromium-driver"],
        firefox: &["firefox-esr"],
    },
    Manager {
        program: "dnf",
        refresh: &[],
        install: &["install", "-y"],
        chrome: &["chromium", "chromedriver"],
        firefox: &["firefox"],
    },
    Manager {
        program: "pacman",
        refresh: &[],
        install: &["-S", "--noconfirm"],
        chrome: &["chromium"],
        firefox: &["firefox"],
    },
    Manager {
        program: "zypper",
        refresh: &[],
        install: &["--non-interactive", "install"],
        chrome: &["chromium", "chromedriver"],
        firefox: &["MozillaFirefox"],
    },
    Manager {
        program: "apk",
        refresh: &[],
        install: &["add"],
        chrome: &["chromium", "chromium-chromedriver"],
        firefox: &["firefox"],
    },
    Manager {
        program: "brew",
        refresh: &[],
        install: &["install", "--cask"],
        chrome: &["chromium", "chromedriver"],
        firefox: &["firefox"],
    },
];

/// Fetches what the default browser of the settings needs and is not there.
///
/// # Errors
/// No package manager is known here, or it failed; a sentence that says what to do instead.
pub(super) async fn missing(config: &Config) -> Result<(), String> {
    if config.grid.url.is_some() {
        println!("Browsers come from the Grid; nothing to install.");
        return Ok(());
    }
    let needed: &[Program] = match config.session.browser {
        BrowserName::Chrome => &[Program::Chrome, Program::Chromedriver],
        BrowserName::Firefox => &[Program::Firefox],
    };
    let absent: Vec<&str> = needed
        .iter()
        .filter(|program| find_program(**program, &config.local).is_none())
        .map(|program| program.as_str())
        .collect();
    if absent.is_empty() {
        return Ok(());
    }
    let absent = absent.join(" and ");
    let Some(manager) = MANAGERS.iter().find(|manager| is_on_path(manager.program)) else {
        return Err(format!(
            "{absent} is missing and no known package manager is here: install it by hand, then start again"
        ));
    };
    let packages = match config.session.browser {
        BrowserName::Chrome => manager.chrome,
        BrowserName::Firefox => manager.firefox,
    };
    println!("{absent} is missing. Installing {} with {}:", packages.join(", "), manager.program);
    if !manager.refresh.is_empty() {
        run(manager.program, manager.refresh).await?;
    }
    run(manager.program, &[manager.install, packages].concat()).await
}

async fn run(program: &str, args: &[&str]) -> Result<(), String> {
    // brew refuses root; the others need it.
    let with_sudo = program != "brew" && !rustix::process::geteuid().is_root();
    let mut line: Vec<&str> = if with_sudo { vec!["sudo"] } else { Vec::new() };
    line.push(program);
    line.extend(args);
    println!("  {}", line.join(" "));
    let status = Command::new(line[0])
        .args(&line[1..])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::inherit())
        .status()
        .await
        .map_err(|error| format!("{} could not be started: {error}", line[0]))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("{program} failed ({status}); run the line above by hand to see why, then start again"))
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
