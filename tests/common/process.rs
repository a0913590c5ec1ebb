//! Processes and folders of a test run. Each process bears the run's mark in its environment, every folder is below one,
//! and nothing outlives the run: a shell that holds the other end of a pipe sweeps when this process ends, however it
//! ends.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;

const MARK: &str = "HB_TEST_LEASH";

/// Waits for the pipe to close; then whatever bears the mark is killed, twice, since the dying may still start others, and
/// the run's folder is removed.
const LEASH: &str = r#"
trap '' INT TERM HUP
cat >/dev/null
for round in 1 2; do
    for file in $(grep -lzxF "HB_TEST_LEASH=$1" /proc/[0-9]*/environ 2>/dev/null); do
        pid=${file#/proc/}
        kill -9 "${pid%%/*}" 2>/dev/null
    done
done
rm -rf "$2"
"#;

/// What sweeps after us. Nobody waits for it: its pipe closes when this process ends.
struct Leash {
    mark: String,
    folder: PathBuf,
    _shell: Child,
}

fn leash() -> &'static Leash {
    static LEASH_OF_RUN: OnceLock<Leash> = OnceLock::new();
    LEASH_OF_RUN.get_or_init(|| {
        let folder = tempfile::Builder::new().prefix("handback-test-").tempdir().expect("a folder").keep();
        let mark = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let shell = Command::new("sh")
            .args(["-c", LEASH, "leash", &mark])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Leash { mark, folder, _shell: shell.expect("a shell") }
    })
}

/// A fresh folder. What is still in it at the end of the run goes then.
pub fn folder() -> TempDir {
    tempfile::tempdir_in(&leash().folder).expect("a folder")
}

/// A command whose process, and what that starts, ends with this run. It inherits no setting of the server.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env(MARK, &leash().mark).env("TMPDIR", &leash().folder).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HANDBACK_") {
            command.env_remove(name);
        }
    }
    command
}

/// A process that is killed when this is dropped.
#[derive(Debug)]
pub struct Owned(pub Child);

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a signal to a process; one that is gone already is fine.
pub fn signal(pid: u32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).expect("a pid")).expect("not 0");
    let _ = rustix::process::kill_process(pid, signal);
}

/// Kills a process at once.
pub fn kill(pid: u32) {
    signal(pid, rustix::process::Signal::KILL);
}

/// A process as the system lists it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its number.
    pub pid: u32,
    /// Its program and arguments.
    pub line: String,
}

/// The processes whose command line or environment names a folder: those of the browsers that live in it.
pub fn of_folder(folder: &Path) -> Vec<Listed> {
    let folder = folder.to_str().expect("a plain path").as_bytes();
    let names = |bytes: &[u8]| bytes.windows(folder.len()).any(|window| window == folder);
    all(|pid| {
        let read = |file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
        names(&read("cmdline")) || names(&read("environ"))
    })
}

/// The processes below another, of any depth.
pub fn below(ancestor: u32) -> Vec<Listed> {
    all(|pid| {
        let mut at = pid;
        while let Some(parent) = parent(at) {
            if parent == ancestor {
                return true;
            }
            at = parent;
        }
        false
    })
}

fn all(wanted: impl Fn(u32) -> bool) -> Vec<Listed> {
    let entries = std::fs::read_dir("/proc").expect("this test needs /proc");
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(|pid| *pid != std::process::id() && is_alive(*pid) && wanted(*pid))
        .map(|pid| {
            let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            Listed { pid, line: String::from_utf8_lossy(&line).replace('\0', " ") }
        })
        .collect()
}

/// Whether a process runs; one that ended and that nobody waited for does not.
pub fn is_alive(pid: u32) -> bool {
    fields(pid).is_some_and(|fields| fields[0] != "Z")
}

fn parent(pid: u32) -> Option<u32> {
    fields(pid)?.get(1)?.parse().ok()
}

/// State, parent and what follows; the name before them may hold anything.
fn fields(pid: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
}
