//! Chrome of this machine: a driver of its own for each browser, and the browser's own CDP socket beside it.

use super::folder::{Folder, MARK};
use super::process::{self, Started};
use super::{Local, Program, Running, not_started};
use crate::config::BrowserName;
use crate::problem::{Code, Problem};
use crate::source::chromium;
use crate::source::http::{Fault, Remote};
use crate::source::lifeline::{Life, Lifeline};
use crate::source::{Opened, Wish, wires};
use handback_protocol::bidi::browser::{DownloadBehavior, SetDownloadBehavior};
use handback_protocol::capabilities::CapabilitiesRequest;
use handback_protocol::classic::Error;
use handback_protocol::classic::session::{NewSession, Session};
use serde::Deserialize;
use serde_json::json;
use std::path::Path;
use std::time::Duration;
use tokio::process::Command;
use tokio::sync::{Mutex, OwnedSemaphorePermit};
use url::Url;

/// For the driver to listen.
const DRIVER: Duration = Duration::from_secs(20);
/// For the browser to start.
const BROWSER: Duration = Duration::from_secs(60);

pub(super) async fn open(
    local: &Local,
    wish: Wish,
    folder: Folder,
    place: OwnedSemaphorePermit,
) -> Result<Opened, Problem> {
    let chrome = local.program(Program::Chrome)?;
    let chromedriver = local.program(Program::Chromedriver)?;
    let downloads = folder.downloads();
    let profile = folder.profile();
    let (child, said) = match start_driver(&chromedriver, &folder).await {
        Ok(started) => (started.child, started.said),
        Err(why) => {
            folder.sweep();
            return Err(not_started("chromedriver", why));
        }
    };
    // Whatever goes wrong from here on, dropping this ends what runs.
    let mut running = Running::new(child, folder, place);
    let port: u16 =
        said.trim_end_matches('.').parse().map_err(|_| not_started("chromedriver", "it names no port"))?;
    let address = Url::parse(&format!("http://127.0.0.1:{port}")).map_err(Problem::internal)?;
    let driver = Remote::new(&address, &local.tls);

    let mut args = chromium::args(&wish, &local.policy);
    args.push(format!("--user-data-dir={}", profile.display()));
    if local.runs_without_sandbox() {
        args.push("--no-sandbox".to_owned());
    }
    if process::has_little_shared_memory() {
        args.push("--disable-dev-shm-usage".to_owned());
    }
    let mut request = chromium::capabilities(&wish, args).map_err(Problem::argument)?;
    request.other["goog:chromeOptions"]["binary"] = json!(chrome);
    let asked = CapabilitiesRequest { always_match: request, first_match: Vec::new() };
    let Session { session_id, capabilities } =
        driver.ask(&NewSession { capabilities: &asked }, BROWSER).await.map_err(refused)?;
    let bidi = capabilities
        .web_socket_url()
        .and_then(|url| Url::parse(url).ok())
        .ok_or_else(|| not_started("Chrome", "its driver speaks no BiDi: it is too old"))?;
    let cdp = match capabilities.debugger_address() {
        Some(debugger) => cdp_address(local, debugger).await,
        None => None,
    };
    let wires = wires::first(std::slice::from_ref(&bidi), cdp.as_slice(), &local.tls).await;
    let wires = match wires {
        Ok(wires) => wires,
        Err(error) => {
            running.sweep().await;
            return Err(not_started("Chrome", error));
        }
    };
    let folder = downloads.display().to_string();
    let behavior = SetDownloadBehavior {
        download_behavior: Some(DownloadBehavior::Allowed { destination_folder: &folder }),
        user_contexts: None,
    };
    if let Err(error) = wires.bidi.connection.call(&behavior, Duration::from_secs(10)).await {
        tracing::warn!(%error, "downloads go where the browser likes");
    }
    let version = capabilities.browser_version().unwrap_or_default().to_owned();
    let life = Life::Chrome { driver, session: session_id, bidi, cdp, running: Mutex::new(running) };
    let lifeline = Lifeline::new(life, local.tls.clone());
    Ok(Opened { browser: BrowserName::Chrome, version, wish, wires, lifeline })
}

/// Starts the driver on a free port. It takes one of IPv6 and then the same of IPv4, which may be somebody else's: then
/// it ends, and another start finds another.
async fn start_driver(chromedriver: &Path, folder: &Folder) -> Result<Started, String> {
    let mut starts_left = 5;
    loop {
        let mut command = Command::new(chromedriver);
        command.args(["--port=0", "--log-level=SEVERE"]).env(MARK, folder.path());
        let started = process::start(command, "was started successfully on port ", DRIVER).await;
        starts_left -= 1;
        match started {
            Err(why) if why.contains("port not available") && starts_left > 0 => {
                tracing::debug!(why, "starting the driver once more");
            }
            other => return other,
        }
    }
}

/// The browser's own CDP socket; without it everything goes through the driver.
async fn cdp_address(local: &Local, debugger: &str) -> Option<Url> {
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "webSocketDebuggerUrl")]
        url: String,
    }
    let address = Url::parse(&format!("http://{debugger}")).ok()?;
    let answer = Remote::new(&address, &local.tls).fetch("/json/version", Duration::from_secs(5)).await;
    let told = answer.ok().and_then(|body| serde_json::from_slice::<Version>(&body).ok());
    let socket = told.and_then(|version| Url::parse(&version.url).ok());
    if socket.is_none() {
        tracing::warn!("Chrome does not tell its CDP socket; everything goes through the driver");
    }
    socket
}

fn refused(fault: Fault) -> Problem {
    match fault {
        Fault::Said(Error::Refused { code, message, .. }) if &*code == "invalid argument" => {
            Problem::argument(format!("The driver refused the capabilities: {message}."))
        }
        Fault::Said(Error::NotCreated { message }) => {
            let says =
                "Chrome could not be started; the server's log has its words, and handback doctor checks it.";
            Problem::new(Code::GridUnavailable, says).logged(message)
        }
        other => not_started("Chrome", other),
    }
}
