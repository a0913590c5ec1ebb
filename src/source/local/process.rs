//! Processes of a browser: started with a mark, watched for the line that says they are ready, and ended for sure.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};

/// A started program and what it said until it was ready.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Child,
    /// The text after the awaited words, to the end of the line.
    pub(super) said: String,
}

/// Starts a program and waits for a line with `words` on either of its outputs.
///
/// # Errors
/// It cannot be started, ends before it is ready, or is not ready in time; a sentence with its last lines.
pub(super) async fn start(mut command: Command, words: &str, deadline: Duration) -> Result<Started, String> {
    let program = command.as_std().get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| format!("{program} could not be started: {error}"))?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(format!("{program} has no outputs"));
    };
    let mut last = Vec::new();
    let found = {
        let (mut out, mut err) = (lines(stdout), lines(stderr));
        let reading = async {
            let (mut out_open, mut err_open) = (true, true);
            while out_open || err_open {
                let line = tokio::select! {
                    line = out.next_line(), if out_open => { out_open = matches!(line, Ok(Some(_))); line }
                    line = err.next_line(), if err_open => { err_open = matches!(line, Ok(Some(_))); line }
                };
                let Ok(Some(line)) = line else { continue };
                if let Some(at) = line.find(words) {
                    return Some(line[at + words.len()..].trim().to_owned());
                }
                if last.len() == 5 {
                    last.remove(0);
                }
                last.push(line);
            }
            None
        };
        let found = tokio::time::timeout(deadline, reading).await;
        // What it says later is nobody's business, but a full pipe would stop it.
        drain(out.into_inner());
        drain(err.into_inner());
        found
    };
    match found {
        Ok(Some(said)) => Ok(Started { child, said }),
        Ok(None) => Err(format!("{program} ended before it was ready; it said: {}", last.join(" | "))),
        Err(_) => {
            let waited = deadline.as_secs();
            Err(format!("{program} was not ready within {waited} s; it said: {}", last.join(" | ")))
        }
    }
}

type Lines<T> = tokio::io::Lines<BufReader<T>>;

fn lines<T: AsyncRead + Unpin>(stream: T) -> Lines<T> {
    BufReader::new(stream).lines()
}

fn drain<T: AsyncRead + Unpin + Send + 'static>(mut stream: BufReader<T>) {
    // Ends with the process whose pipe it reads.
    #[expect(clippy::disallowed_methods, reason = "ends with the process whose output it throws away")]
    drop(tokio::spawn(async move {
        let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
    }));
}

/// When a process started, in clock ticks since boot; `None` if there is no such process.
#[cfg(target_os = "linux")]
pub(super) fn started(pid: u32) -> Option<u64> {
    stat(pid, 22)
}

/// A field of `/proc/PID/stat`, counted from 1 as in proc_pid_stat(5), from the third on.
#[cfg(target_os = "linux")]
fn stat(pid: u32, field: usize) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second, the name, may hold spaces and parentheses: fields are counted after its last one.
    stat.rsplit_once(')')?.1.split_whitespace().nth(field.checked_sub(3)?)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn started(pid: u32) -> Option<u64> {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).ok()?)?;
    rustix::process::test_kill_process(pid).is_ok().then_some(0)
}

/// Kills every process that has `mark=value` in its environment, until none is left or 5 s have passed.
#[cfg(target_os = "linux")]
pub(super) fn kill_marked(mark: &str, value: &Path) {
    let until = Instant::now() + Duration::from_secs(5);
    loop {
        let Marked { pids, sure } = marked(mark, value.as_os_str());
        if pids.is_empty() && sure {
            return;
        }
        for pid in pids {
            kill(pid);
        }
        if Instant::now() > until {
            tracing::warn!(folder = %value.display(), "processes of a browser would not die");
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kill_marked(_mark: &str, _value: &Path) {
    // Without /proc, processes are ended through their handles only.
    let _ = (Instant::now(), kill);
}

/// The processes that bear a mark, at one look.
#[cfg(target_os = "linux")]
struct Marked {
    pids: Vec<u32>,
    /// Whether every process could be read: one that is being started shows no environment for a moment.
    sure: bool,
}

#[cfg(target_os = "linux")]
fn marked(mark: &str, value: &OsStr) -> Marked {
    use std::os::unix::ffi::OsStrExt;
    let mut wanted = mark.as_bytes().to_vec();
    wanted.push(b'=');
    wanted.extend_from_slice(value.as_bytes());
    let mut found = Marked { pids: Vec::new(), sure: true };
    let Ok(entries) = std::fs::read_dir("/proc") else { return found };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    for pid in pids {
        // Somebody else's, or gone by now.
        let Ok(environ) = std::fs::read(format!("/proc/{pid}/environ")) else { continue };
        if environ.split(|&byte| byte == 0).any(|variable| variable == wanted) {
            found.pids.push(pid);
        } else if environ.is_empty() && is_starting(pid) {
            found.sure = false;
        }
    }
    found
}

/// Whether a process that showed no environment has one all the same, or is just getting it: between `execve`'s steps
/// it has a memory whose environment has no bounds yet (proc_pid_stat(5), fields 23, 50 and 51; threads of the kernel
/// and the dead have no memory).
#[cfg(target_os = "linux")]
fn is_starting(pid: u32) -> bool {
    let environment = (stat(pid, 50), stat(pid, 51));
    stat(pid, 23).is_some_and(|memory| memory > 0)
        && (environment.1 == Some(0) || environment.0 != environment.1)
}

/// Whether `/dev/shm` is so small that Chrome's processes would run out of it, as it is in many containers.
pub(super) fn has_little_shared_memory() -> bool {
    #[cfg(target_os = "linux")]
    if let Ok(stat) = rustix::fs::statvfs("/dev/shm") {
        return stat.f_blocks.saturating_mul(stat.f_frsize) < 512 << 20;
    }
    false
}

#[cfg(unix)]
fn kill(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) {
        // It may be gone by now.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn readiness_is_a_line_on_either_output() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo 'listening on port 42' >&2; sleep 600"]);
        let mut started = start(command, "on port", Duration::from_secs(10)).await.expect("ready");
        assert_eq!(started.said, "42");
        started.child.kill().await.expect("killed");
    }

    #[tokio::test]
    async fn an_early_end_tells_the_last_lines() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no such display >&2; exit 3"]);
        let says = start(command, "on port", Duration::from_secs(10)).await.expect_err("ended");
        assert!(says.contains("no such display"), "{says}");
        let mut command = Command::new("sleep");
        command.arg("600");
        let says = start(command, "on port", Duration::from_millis(50)).await.expect_err("late");
        assert!(says.contains("was not ready"), "{says}");
    }

    #[test]
    fn a_start_is_known_for_the_living() {
        assert!(started(std::process::id()).is_some());
        assert_eq!(started(u32::MAX), None);
    }
}
