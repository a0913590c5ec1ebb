//! What dies or breaks under a call: the call ends with the contract's error within its deadline, and the next one works.

mod here;
mod hub;
mod socket;

use crate::common::client::{Answered, Client, entry};
use crate::common::process::{Listed, is_alive, signal};
use crate::common::served::Served;
use crate::common::site::Site;
use crate::common::until;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// For what is noticed at once, on a busy machine.
const SOON: Duration = Duration::from_secs(10);
/// For what only silence tells: 5 s of it, 10 s more after a question, and a new connection that is tried in vain.
const SILENCE: Duration = Duration::from_secs(30);

/// What a call is in the middle of.
#[derive(Clone, Copy, Debug)]
enum Call {
    /// A script in the page that waits for an answer of the site.
    Script,
    /// A text that never comes.
    Wait,
}

/// A browser on a page.
struct Scene {
    served: Served,
    site: Site,
    agent: Client,
}

impl Scene {
    async fn open(browser: &str, flags: &[&str]) -> Self {
        let (served, site) = (Served::start(flags).await, Site::start().await);
        let agent = served.client("losses");
        agent.open(browser).await;
        let scene = Self { served, site, agent };
        scene.agent.visit(&scene.page()).await;
        scene
    }

    fn page(&self) -> String {
        self.site.at("/form")
    }

    /// Breaks something in the middle of a call, and waits for the call's answer. How long that took since.
    async fn broken(&self, call: Call, breaks: impl AsyncFnOnce()) -> (Answered, Duration) {
        let before = self.site.asked().len();
        let agent = self.agent.clone();
        let called = tokio::spawn(async move {
            match call {
                Call::Script => {
                    let script = json!({"script": "await fetch('/slow?60000')", "outline": "none"});
                    agent.post("/browser/script", script).await
                }
                Call::Wait => {
                    let wait = json!({"text": "This never comes", "wait_timeout": 60});
                    agent.post("/browser/wait-for", wait).await
                }
            }
        });
        match call {
            Call::Script => {
                until(SOON, "the script to ask", async || (self.site.asked().len() > before).then_some(()))
                    .await;
            }
            // Nothing tells that it looks at the page; by then it has, more than once.
            Call::Wait => tokio::time::sleep(Duration::from_millis(700)).await,
        }
        let began = Instant::now();
        breaks().await;
        let answer = called.await.expect("an answer");
        (answer, began.elapsed())
    }

    /// The browser goes away in the middle of a call: told within `deadline`.
    async fn loses(&self, call: Call, deadline: Duration, breaks: impl AsyncFnOnce()) {
        let (answer, took) = self.broken(call, breaks).await;
        let says = answer.refused(404, "BROWSER_GONE");
        assert!(says.contains("The next call goes on"), "{says}");
        assert!(took < deadline, "it took {took:?}");
    }

    /// The next call opens another browser at the same page, and only that one says so.
    async fn reopens(&self) {
        let next = self.agent.outline().await;
        let why = next["reopened"].as_str().unwrap_or_else(|| panic!("not reopened: {next}"));
        assert!(why.contains("went away") && why.contains("at the last page again"), "{why}");
        self.goes_on(&next).await;
    }

    /// The browser lives, and the next call finds it.
    async fn is_found_again(&self) {
        let next = self.agent.outline().await;
        assert!(next["reopened"].is_null(), "the browser is the same: {next}");
        self.goes_on(&next).await;
    }

    /// It is at the page and can be used.
    async fn goes_on(&self, seen: &Value) {
        assert_eq!(seen["url"], json!(self.page()));
        let write = json!({"selector": {"ref": entry(seen, "textbox", "Name")["ref"]}, "text": "Ada"});
        let written = self.agent.post("/browser/write", write).await.ok();
        assert_eq!(written["value"], "Ada");
        assert!(written["reopened"].is_null(), "told once: {written}");
    }
}

/// The program of a browser itself, not one of its helpers' processes.
fn is_browser(process: &Listed) -> bool {
    let has = |word| process.line.contains(word);
    !is_driver(process)
        && (has("chrom") && !has("--type=") || has("firefox") && !has("-contentproc"))
        && !has("crashpad")
        && !has("crashhelper")
}

fn is_driver(process: &Listed) -> bool {
    let program = process.line.split_whitespace().next().unwrap_or_default();
    program.ends_with("chromedriver") || program.ends_with("geckodriver")
}

/// Sends a signal to the one process that is meant.
fn send(kind: Signal, processes: &[Listed], is_meant: fn(&Listed) -> bool) {
    let meant: Vec<&Listed> = processes.iter().filter(|process| is_meant(process)).collect();
    let [one] = meant[..] else { panic!("not one: {meant:#?} of {processes:#?}") };
    signal(one.pid, kind);
}

async fn all_gone(processes: &[Listed]) {
    until(SOON, "what is left to end", async || {
        (!processes.iter().any(|process| is_alive(process.pid))).then_some(())
    })
    .await;
}
