//! Files that a person uploads for the page's file chooser, kept until they are given or the person leaves.

use crate::problem::{Code, Problem};
use crate::session::GivenFile;
use crate::workspace::{Name, Watching, Workspace};
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The most that is kept for all people together, in bytes.
const ALL: usize = 512 << 20;
/// The most files of one person.
const FILES: usize = 50;

type Kept = HashMap<(Name, Box<str>), Vec<GivenFile>>;

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

fn kept() -> MutexGuard<'static, Kept> {
    // Held for single reads and writes; a panic in one leaves it whole.
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a file for the person with this key; how many are kept for them now.
///
/// # Errors
/// Too many files, or too much in all.
pub(in crate::web::admin) fn keep(
    workspace: &Workspace,
    key: &str,
    name: &str,
    bytes: Bytes,
) -> Result<usize, Problem> {
    let mut kept = kept();
    let all: usize = kept.values().flatten().map(|file| file.bytes.len()).sum();
    let own = kept.entry((workspace.name().clone(), key.into())).or_default();
    if all + bytes.len() > ALL || own.len() >= FILES {
        let says = "Too many files wait to be given to pages: give these first, or send fewer.";
        return Err(Problem::new(Code::TooLarge, says));
    }
    own.push(GivenFile { name: name.to_owned(), bytes });
    Ok(own.len())
}

/// The files of this person, kept no more.
pub(super) fn take(watching: &Watching) -> Vec<GivenFile> {
    kept().remove(&(watching.workspace().name().clone(), watching.person().key.clone())).unwrap_or_default()
}

/// Drops the files of this person.
pub(super) fn forget(watching: &Watching) {
    drop(take(watching));
}
