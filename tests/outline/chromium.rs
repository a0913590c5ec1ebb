//! A Chromium of the test's own, over its debugging socket.

use handback::driver::collect::SOURCE;
use handback_protocol::connection::{Connection, Events, Limits, open};
use handback_protocol::transport::{Endpoint, Tls, connect};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page; it dies when dropped.
pub(crate) struct Chromium {
    child: Child,
    profile: PathBuf,
    connection: Connection,
    _events: Events,
    session: String,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        end(&mut self.child, &self.profile);
    }
}

/// Ends a browser and takes its folder away; its processes may write there for a moment longer.
pub(crate) fn end(browser: &mut Child, profile: &Path) {
    let _ = browser.kill();
    let _ = browser.wait();
    for _ in 0..40 {
        if std::fs::remove_dir_all(profile).is_ok() || !profile.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A folder that no other test uses.
pub(crate) fn folder(what: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("handback-{what}-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn program() -> String {
    let candidates = ["/usr/lib/chromium/chromium", "/usr/bin/chromium", "/usr/bin/google-chrome"];
    std::env::var("CHROMIUM").ok().unwrap_or_else(|| {
        let found = candidates.into_iter().find(|path| std::path::Path::new(path).exists());
        found.expect("this test needs Chromium; install it or name it in CHROMIUM").to_owned()
    })
}

impl Chromium {
    pub(crate) async fn start() -> Self {
        let profile = folder("chromium");
        let child = Command::new(program())
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--remote-debugging-port=0", "--window-size=1000,800", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port_file = profile.join("DevToolsActivePort");
        let mut said = String::new();
        for _ in 0..600 {
            said = std::fs::read_to_string(&port_file).unwrap_or_default();
            if said.lines().count() > 1 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut lines = said.lines();
        let (port, path) = (lines.next().expect("Chromium did not start in 30 s"), lines.next().unwrap());
        let endpoint = Endpoint {
            url: format!("ws://127.0.0.1:{port}{path}").parse().unwrap(),
            tls: Tls::system(&[]).unwrap(),
            deadline: PATIENCE,
            receive_bytes: 64 << 20,
        };
        let (connection, events) = open(connect(&endpoint).await.unwrap(), Limits::default());
        let mut browser = Self { child, profile, connection, _events: events, session: String::new() };
        let targets = browser.call("Target.getTargets", json!({})).await;
        let page = targets["targetInfos"]
            .as_array()
            .unwrap()
            .iter()
            .find(|target| target["type"] == "page")
            .unwrap();
        let attached = browser
            .call("Target.attachToTarget", json!({"targetId": page["targetId"], "flatten": true}))
            .await;
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        browser
    }

    pub(crate) async fn call(&self, method: &str, params: Value) -> Value {
        let session = (!self.session.is_empty()).then_some(self.session.as_str());
        let reply = self.connection.call_raw(session, method, &params, PATIENCE).await;
        reply.unwrap_or_else(|e| panic!("{method}: {e}")).read(method).unwrap()
    }

    /// Goes to an address, waits until it has loaded and answers with a world of our own that has the collector.
    pub(crate) async fn open(&self, url: &str) -> World<'_> {
        self.call("Page.navigate", json!({"url": url})).await;
        for _ in 0..400 {
            let state = self.in_page("document.readyState + document.URL").await;
            if state == json!(format!("complete{url}")) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let frames = self.call("Page.getFrameTree", json!({})).await;
        let world = json!({"frameId": frames["frameTree"]["frame"]["id"], "worldName": "test"});
        let made = self.call("Page.createIsolatedWorld", world).await;
        let world = World { browser: self, id: made["executionContextId"].as_i64().unwrap() };
        world.run(&SOURCE).await;
        world
    }

    /// Runs an expression in the page's own world.
    pub(crate) async fn in_page(&self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        self.call("Runtime.evaluate", params).await["result"]["value"].clone()
    }

    pub(crate) async fn version(&self) -> String {
        self.call("Browser.getVersion", json!({})).await["product"].as_str().unwrap().to_owned()
    }
}

/// A world of our own in a document.
pub(crate) struct World<'b> {
    pub(crate) browser: &'b Chromium,
    pub(crate) id: i64,
}

impl World<'_> {
    /// Runs an expression and gives its value.
    pub(crate) async fn run(&self, expression: &str) -> Value {
        let params = json!({"expression": expression, "contextId": self.id, "returnByValue": true, "awaitPromise": true});
        let answer = self.browser.call("Runtime.evaluate", params).await;
        assert!(answer.get("exceptionDetails").is_none(), "the collector threw: {answer}");
        answer["result"]["value"].clone()
    }

    /// Runs an expression that gives a string.
    pub(crate) async fn text(&self, expression: &str) -> String {
        self.run(expression).await.as_str().expect("a string").to_owned()
    }
}
