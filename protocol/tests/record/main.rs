//! Records messages of real browsers into `fixtures/wire`, and finds out whether they take what this crate sends.
//!
//! ```text
//! CHROMEDRIVER=chromedriver GECKODRIVER=geckodriver cargo test -p handback-protocol --test record -- --ignored
//! UPDATE=1 cargo test -p handback-protocol --test wire
//! ```
//!
//! Each command goes out as its type writes it; one that a browser refuses and is not known to refuse fails the test.
//! The second line has the other test write down what the crate reads in the new messages, to be looked through.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test ends with its tasks")]

mod bidi;
mod cdp;
#[path = "../../examples/open_page/http.rs"]
mod http;
mod recorder;
mod site;

use handback_protocol::capabilities::{
    CapabilitiesRequest, CapabilityRequest, PromptBehavior, PromptHandler,
};
use handback_protocol::classic::session::{DeleteSession, NewSession, Session};
use handback_protocol::classic::status::GetStatus;
use recorder::Recorder;
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::sleep;
use url::Url;

/// A driver's process and address.
struct Driver {
    _process: Child,
    url: Url,
}

impl Driver {
    async fn start(variable: &str, arguments: &[&str]) -> Self {
        let program = std::env::var(variable).unwrap_or_else(|_| variable.to_lowercase());
        let free =
            TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address").port();
        let process = Command::new(program)
            .arg(format!("--port={free}"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the driver starts");
        let url: Url = format!("http://127.0.0.1:{free}").parse().expect("a URL");
        for _ in 0..100 {
            if http::send(&url, &GetStatus).await.is_ok_and(|status| status.ready) {
                return Self { _process: process, url };
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("the driver is not ready");
    }

    async fn session(&self, browser: &str, options: (&str, Value)) -> Session {
        let other = [(options.0.to_owned(), options.1)].into_iter().collect();
        let always_match = CapabilityRequest {
            browser_name: Some(browser.to_owned()),
            web_socket_url: Some(true),
            unhandled_prompt_behavior: Some(PromptBehavior::all(PromptHandler::Ignore)),
            other,
            ..CapabilityRequest::default()
        };
        let capabilities = CapabilitiesRequest { always_match, first_match: Vec::new() };
        http::send(&self.url, &NewSession { capabilities: &capabilities }).await.expect("a session")
    }
}

/// Does something with a session, and ends it whatever came of that.
async fn within(
    driver: Driver,
    session: Session,
    deed: impl Future<Output = Vec<String>> + Send + 'static,
) -> Vec<String> {
    let outcome = tokio::spawn(deed).await;
    http::send(&driver.url, &DeleteSession(&session.session_id)).await.expect("ended");
    match outcome {
        Ok(refused) => refused,
        Err(failure) => std::panic::resume_unwind(failure.into_panic()),
    }
}

#[tokio::test]
#[ignore = "drives a real browser"]
async fn chromium() {
    let driver = Driver::start("CHROMEDRIVER", &[]).await;
    let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    let session = driver.session("chrome", ("goog:chromeOptions", json!({ "args": arguments }))).await;
    let capabilities = session.capabilities.clone();
    let refused = within(driver, session, async move {
        let origin =
            format!("Chromium and ChromeDriver {}", capabilities.browser_version().expect("a version"));
        let socket = capabilities.web_socket_url().expect("a BiDi address");
        let mut recorder = Recorder::start("bidi", "chromium", &origin, &bidi::EVENTS, socket).await;
        bidi::scenario(&mut recorder).await;
        bidi::cdp(&mut recorder).await;
        let mut refused = recorder.finish().await;
        let socket = cdp::socket(capabilities.debugger_address().expect("an address")).await;
        let mut recorder = Recorder::start("cdp", "chromium", &origin, &cdp::EVENTS, &socket).await;
        cdp::scenario(&mut recorder).await;
        refused.extend(recorder.finish().await);
        refused
    });
    let refused = refused.await;
    assert!(refused.is_empty(), "{refused:#?}");
}

#[tokio::test]
#[ignore = "drives a real browser"]
async fn firefox() {
    let driver = Driver::start("GECKODRIVER", &["--websocket-port=0"]).await;
    let session = driver.session("firefox", ("moz:firefoxOptions", json!({ "args": ["-headless"] }))).await;
    let capabilities = session.capabilities.clone();
    let refused = within(driver, session, async move {
        let version = capabilities.browser_version().expect("a version");
        let driver = capabilities.text("moz:geckodriverVersion").expect("a version");
        let origin = format!("Firefox {version} with geckodriver {driver}");
        let socket = capabilities.web_socket_url().expect("a BiDi address");
        let mut recorder = Recorder::start("bidi", "firefox", &origin, &bidi::EVENTS, socket).await;
        bidi::scenario(&mut recorder).await;
        recorder.finish().await
    });
    let mut refused = refused.await;
    let known = [
        "session.subscribe browsingContext.navigationAborted",
        "browsingContext.locateNodes text",
        "input.performActions Pen",
        "emulation.setScriptingEnabled",
        "emulation.setTouchOverride",
    ];
    refused.retain(|refusal| !known.iter().any(|known| refusal.starts_with(known)));
    assert!(refused.is_empty(), "{refused:#?}");
}
