//! Firefox of this machine, over its own BiDi port: no driver in between.

use super::folder::{Folder, MARK};
use super::{Local, Program, Running, not_started, process};
use crate::config::BrowserName;
use crate::problem::Problem;
use crate::source::lifeline::{Life, Lifeline};
use crate::source::{Opened, Wires, Wish, firefox, wires};
use handback_protocol::bidi::browser::{DownloadBehavior, SetDownloadBehavior};
use handback_protocol::bidi::session::New;
use handback_protocol::capabilities::CapabilitiesRequest;
use std::time::Duration;
use tokio::process::Command;
use tokio::sync::{Mutex, OwnedSemaphorePermit};
use url::Url;

/// For the browser to listen.
const START: Duration = Duration::from_secs(60);
/// For one command while it starts.
const COMMAND: Duration = Duration::from_secs(30);

pub(super) async fn open(
    local: &Local,
    wish: Wish,
    folder: Folder,
    place: OwnedSemaphorePermit,
) -> Result<Opened, Problem> {
    let program = local.program(Program::Firefox)?;
    let asked = firefox::request(&wish).map_err(Problem::argument)?;
    let profile = folder.profile();
    std::fs::write(profile.join("user.js"), firefox::user_js(&asked.prefs))
        .map_err(|error| not_started("Firefox", error))?;
    let mut command = Command::new(&program);
    command.args(["--no-remote", "--remote-debugging-port", "0", "--profile"]).arg(&profile);
    if wish.headless {
        command.arg("--headless");
    }
    let (width, height) = wish.size;
    command.args(["--width", &width.to_string(), "--height", &height.to_string()]);
    // A plain blank page gives the focus to the address bar, and then no page of the first tab ever has it.
    command.args(&asked.args).arg("about:blank#").env(MARK, folder.path());
    let downloads = folder.downloads();
    let started = match process::start(command, "WebDriver BiDi listening on ", START).await {
        Ok(started) => started,
        Err(why) => {
            folder.sweep();
            return Err(not_started("Firefox", why));
        }
    };
    let mut running = Running::new(started.child, folder, place);
    match connect(local, &started.said, asked.capabilities, &downloads.display().to_string()).await {
        Ok((version, wires)) => {
            let life = Life::Firefox { running: Mutex::new(running) };
            let lifeline = Lifeline::new(life, local.tls.clone());
            Ok(Opened { browser: BrowserName::Firefox, version, wish, wires, lifeline })
        }
        Err(problem) => {
            running.sweep().await;
            Err(problem)
        }
    }
}

async fn connect(
    local: &Local,
    address: &str,
    capabilities: CapabilitiesRequest,
    downloads: &str,
) -> Result<(String, Wires), Problem> {
    let url = Url::parse(&format!("{}/session", address.trim_end_matches('/')))
        .map_err(|error| not_started("Firefox", error))?;
    let bidi = wires::bidi(url, &local.tls).await.map_err(|error| not_started("Firefox", error))?;
    let session = bidi
        .connection
        .call(&New { capabilities: &capabilities }, COMMAND)
        .await
        .map_err(|error| not_started("Firefox", error))?;
    let behavior = SetDownloadBehavior {
        download_behavior: Some(DownloadBehavior::Allowed { destination_folder: downloads }),
        user_contexts: None,
    };
    if let Err(error) = bidi.connection.call(&behavior, COMMAND).await {
        tracing::warn!(%error, "downloads go where the browser likes");
    }
    let version = session.value.capabilities.browser_version().unwrap_or_default().to_owned();
    Ok((version, Wires { bidi, cdp: None }))
}
