//! The server as people run it: the built program in a process of its own.

use super::client::Client;
use super::process::{self, Owned};
use rustix::process::Signal;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A running server. It is killed when this is dropped.
#[derive(Debug)]
pub struct Served {
    process: Owned,
    /// Its address, `http://127.0.0.1:port`.
    pub base: String,
    /// The token that callers must show, if they must.
    pub token: Option<String>,
    data: Data,
}

/// The data folder: the server's alone, or one that outlives it.
#[derive(Debug)]
enum Data {
    Own(TempDir),
    Kept(PathBuf),
}

impl Data {
    fn path(&self) -> &Path {
        match self {
            Self::Own(folder) => folder.path(),
            Self::Kept(path) => path,
        }
    }
}

impl Served {
    /// Starts a server with a fresh data folder on a free port. `flags`: as on the command line.
    pub async fn start(flags: &[&str]) -> Self {
        Self::run(flags, Data::Own(process::folder())).await
    }

    /// Starts a server on a data folder that another had.
    pub async fn start_in(data: &Path, flags: &[&str]) -> Self {
        Self::run(flags, Data::Kept(data.to_owned())).await
    }

    async fn run(flags: &[&str], data: Data) -> Self {
        let log = std::fs::File::create(data.path().join("log")).expect("a log");
        let mut child = process::command(env!("CARGO_BIN_EXE_handback"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "info,handback=debug", "--data-dir"])
            .arg(data.path())
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the server starts");
        let said = child.stdout.take().expect("its output");
        let process = Owned(child);
        let told = tokio::task::spawn_blocking(move || {
            let (mut base, mut token) = (None, None);
            for line in BufReader::new(said).lines().map_while(Result::ok) {
                match line.split_whitespace().collect::<Vec<_>>()[..] {
                    ["MCP", address] => base = address.strip_suffix("/mcp").map(str::to_owned),
                    ["Token", text] => token = Some(text.to_owned()),
                    ["Stop", ..] => break,
                    _ => {}
                }
            }
            base.map(|base| (base, token))
        });
        let told = tokio::time::timeout(Duration::from_secs(60), told).await.expect("a banner within 60 s");
        let Some((base, token)) = told.expect("read") else {
            panic!("the server did not start: {}", tail(data.path()));
        };
        Self { process, base, token, data }
    }

    /// A caller in a workspace.
    pub fn client(&self, workspace: &str) -> Client {
        Client::new(&self.base, self.token.as_deref(), workspace)
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// Its data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// The folder below which its local browsers live.
    pub fn browsers(&self) -> PathBuf {
        self.data().join("browsers")
    }

    /// The folders of the local browsers that it has now.
    pub fn browser_folders(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.browsers());
        entries.into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data().join("log")).expect("a log")
    }

    /// Kills it at once, as a crash would.
    pub fn kill(&mut self) {
        self.process.0.kill().expect("killed");
        self.process.0.wait().expect("ended");
    }

    /// Asks it to stop, as a service manager does, and waits until it has.
    pub async fn stop(&mut self) -> ExitStatus {
        process::signal(self.pid(), Signal::TERM);
        super::until(Duration::from_secs(30), "the server to stop", async || {
            self.process.0.try_wait().expect("asked")
        })
        .await
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the server's log ends with\n{}", tail(self.data.path()));
        }
        // Asked politely first: browsers at a Grid would stay there, in slots that other tests need.
        process::signal(self.pid(), Signal::TERM);
        for _ in 0..250 {
            if !matches!(self.process.0.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
        for left in process::of_folder(&self.browsers()) {
            process::kill(left.pid);
        }
    }
}

fn tail(data: &Path) -> String {
    let log = std::fs::read_to_string(data.join("log")).unwrap_or_default();
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}
