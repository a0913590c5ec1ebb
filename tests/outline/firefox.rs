//! A Firefox of the test's own, over BiDi.

use super::chromium::{end, folder};
use handback::driver::collect::SOURCE;
use handback_protocol::connection::{Connection, Events, Limits, open};
use handback_protocol::transport::{Endpoint, Tls, connect};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(90);

/// A browser with one page; it dies when dropped.
pub(crate) struct Firefox {
    child: Child,
    profile: PathBuf,
    connection: Connection,
    _events: Events,
    context: String,
}

impl Drop for Firefox {
    fn drop(&mut self) {
        end(&mut self.child, &self.profile);
    }
}

impl Firefox {
    pub(crate) async fn start() -> Self {
        let profile = folder("firefox");
        let program = std::env::var("FIREFOX").unwrap_or_else(|_| "firefox-esr".into());
        let mut child = Command::new(program)
            .args([
                "-headless",
                "--no-remote",
                "--remote-debugging-port",
                "0",
                "--width",
                "1000",
                "--height",
                "800",
            ])
            .arg("--profile")
            .arg(&profile)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this test needs Firefox; install it or name it in FIREFOX");
        let errors = child.stderr.take().unwrap();
        let address = tokio::task::spawn_blocking(move || {
            let lines = BufReader::new(errors).lines().map_while(Result::ok);
            let mut found = lines.filter_map(|line| line.split("listening on ").nth(1).map(str::to_owned));
            let first = found.next();
            // The pipe must be read on, or the browser stands still when it is full.
            std::thread::spawn(move || found.for_each(drop));
            first
        })
        .await
        .unwrap()
        .expect("Firefox did not name its socket");
        let endpoint = Endpoint {
            url: format!("{}/session", address.trim()).parse().unwrap(),
            tls: Tls::system(&[]).unwrap(),
            deadline: PATIENCE,
            receive_bytes: 64 << 20,
        };
        let (connection, events) = open(connect(&endpoint).await.unwrap(), Limits::default());
        let mut browser = Self { child, profile, connection, _events: events, context: String::new() };
        browser.call("session.new", json!({"capabilities": {}})).await;
        let tree = browser.call("browsingContext.getTree", json!({})).await;
        browser.context = tree["contexts"][0]["context"].as_str().unwrap().to_owned();
        browser
    }

    async fn call(&self, method: &str, params: Value) -> Value {
        let reply = self.connection.call_raw(None, method, &params, PATIENCE).await;
        reply.unwrap_or_else(|e| panic!("{method}: {e}")).read(method).unwrap()
    }

    /// Goes to an address, waits until it is there, and puts the collector into a sandbox. Plug-ins may keep a page
    /// from ever being complete, so that is waited for a while only.
    pub(crate) async fn open(&self, url: &str) {
        let there = json!({"context": self.context, "url": url, "wait": "interactive"});
        self.call("browsingContext.navigate", there).await;
        for _ in 0..200 {
            if self.in_page("document.readyState").await == "complete" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        self.text(&SOURCE).await;
    }

    /// Runs an expression that gives a string, in the sandbox.
    pub(crate) async fn text(&self, expression: &str) -> String {
        let target = json!({"context": self.context, "sandbox": "test"});
        self.run(target, expression).await.expect("a string")
    }

    /// Runs an expression in the page's own realm; the empty string stands for what is none.
    pub(crate) async fn in_page(&self, expression: &str) -> String {
        self.run(json!({"context": self.context}), expression).await.unwrap_or_default()
    }

    async fn run(&self, target: Value, expression: &str) -> Option<String> {
        let params = json!({"expression": expression, "target": target, "awaitPromise": true});
        let answer = self.call("script.evaluate", params).await;
        assert_eq!(answer["type"], "success", "the script threw: {}", answer["exceptionDetails"]["text"]);
        answer["result"]["value"].as_str().map(str::to_owned)
    }
}
