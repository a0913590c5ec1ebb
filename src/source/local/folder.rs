//! One folder a browser: its profile, its downloads, and a mark of the process that owns it.
//!
//! A browser's processes carry the folder's path in their environment ([`MARK`]). So that nothing is left behind even
//! after a `kill -9` of the server, the next start looks through the folders: one whose owner is gone is swept, first
//! its processes, then itself.

use super::process;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The environment variable that a browser's processes carry.
pub(super) const MARK: &str = "HANDBACK_BROWSER_FOLDER";

/// The file that names the owner.
const OWNER: &str = "owner";

/// A browser's folder. Removed by [`Folder::sweep`].
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes a folder below `base`, only for this user.
    pub(super) fn make(base: &Path) -> io::Result<Self> {
        private_folder(base)?;
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let path = base.join(format!("{:016x}", u64::from_le_bytes(random)));
        private_folder(&path)?;
        let folder = Self { path };
        fs::write(folder.path.join(OWNER), owner(std::process::id()))?;
        for part in ["profile", "downloads"] {
            private_folder(&folder.path.join(part))?;
        }
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn profile(&self) -> PathBuf {
        self.path.join("profile")
    }

    pub(super) fn downloads(&self) -> PathBuf {
        self.path.join("downloads")
    }

    /// Kills what carries its mark, then removes it. Blocks for at most some seconds.
    pub(super) fn sweep(&self) {
        sweep(&self.path);
    }
}

/// Sweeps the folders whose owner is gone. Returns how many there were.
pub(super) fn sweep_orphans(base: &Path) -> usize {
    let Ok(entries) = fs::read_dir(base) else { return 0 };
    let orphans: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir() && !is_owned(path))
        .collect();
    for path in &orphans {
        sweep(path);
    }
    orphans.len()
}

fn is_owned(path: &Path) -> bool {
    let Ok(written) = fs::read_to_string(path.join(OWNER)) else {
        // Made this very moment by another server, or broken: leave it a minute.
        let age = path.metadata().and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
        return age.is_none_or(|age| age.as_secs() < 60);
    };
    let pid = written.split_whitespace().next().and_then(|pid| pid.parse().ok());
    pid.is_some_and(|pid| owner(pid) == written)
}

/// A process by number and start, since numbers are used again.
fn owner(pid: u32) -> String {
    format!("{pid} {}", process::started(pid).unwrap_or_default())
}

fn sweep(path: &Path) {
    process::kill_marked(MARK, path);
    // A process that dies while we look may still write; a second pass finds the rest.
    for _ in 0..20 {
        match fs::remove_dir_all(path) {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(50)),
        }
    }
    tracing::warn!(folder = %path.display(), "a browser's folder could not be removed");
}

#[cfg(unix)]
fn private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn an_orphan_is_swept_with_its_processes() {
        let base = tempfile::tempdir().expect("a folder");
        let mine = Folder::make(base.path()).expect("made");
        let mut bystander = sleeper(&mine).spawn().expect("started");
        // A process that was started this very moment shows no mark yet: several, to meet one.
        for _ in 0..20 {
            let orphan = Folder::make(base.path()).expect("made");
            // The owner is a number that has another start by now.
            fs::write(orphan.path().join(OWNER), format!("{} 1", std::process::id())).expect("written");
            let mut left = sleeper(&orphan).spawn().expect("started");
            assert_eq!(sweep_orphans(base.path()), 1);
            assert!(left.wait().expect("ended").code().is_none(), "killed by a signal");
            assert!(!orphan.path().exists());
        }
        assert!(bystander.try_wait().expect("asked").is_none(), "somebody else's");
        assert!(mine.path().exists());
        mine.sweep();
        bystander.wait().expect("ended");
        assert!(!mine.path().exists());
    }

    fn sleeper(folder: &Folder) -> Command {
        let mut command = Command::new("sleep");
        command.arg("20").env(MARK, folder.path());
        command
    }
}
