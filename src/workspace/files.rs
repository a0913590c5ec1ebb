//! Files of a workspace: what its browser downloaded, and what is kept of it here.
//!
//! Downloads are the browser's and go with it. Prints and pictures are on the disk, below `files` in the data folder,
//! within a bound; past it the oldest go. Every name is one that is safe as a file's name.

use super::links::Links;
use super::{Name, Registry};
use crate::problem::{Code, Problem};
use crate::source::{Content, Listed, file_name};
use bytes::Bytes;
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most that is kept of one workspace, in bytes.
const BYTES: u64 = 512 << 20;
/// The most files that are kept of one workspace.
const FILES: usize = 500;

/// Where a file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shelf {
    /// The browser's own, as long as it lives.
    Downloads,
    /// What `print` made.
    Prints,
    /// Pictures that were to be kept.
    Screenshots,
}

impl Shelf {
    const ALL: [Self; 3] = [Self::Downloads, Self::Prints, Self::Screenshots];

    /// The word in addresses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Downloads => "downloads",
            Self::Prints => "prints",
            Self::Screenshots => "screenshots",
        }
    }

    /// The shelf of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shelf| shelf.as_str() == word)
    }
}

/// A file as callers are told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// Where it stands.
    pub shelf: Shelf,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its address within the workspace, for other actions.
    pub uri: String,
    /// A link that opens it without a token, for an hour.
    pub link: String,
}

/// What this process knows of files.
#[derive(Debug)]
pub(super) struct Files {
    root: PathBuf,
    links: Links,
}

impl Files {
    pub(super) fn new(data: &Path, links: Links) -> Self {
        Self { root: data.join("files"), links }
    }

    fn folder(&self, workspace: &Name) -> PathBuf {
        self.root.join(workspace.to_string())
    }
}

impl Registry {
    /// A file as callers are told of it.
    pub fn file(&self, workspace: &Name, shelf: Shelf, listed: Listed) -> File {
        let Listed { name, size } = listed;
        let uri = format!("workspace://files/{}/{name}", shelf.as_str());
        let link = self.files.links.link(workspace, shelf.as_str(), &name);
        File { shelf, name, size, uri, link }
    }

    /// Whether a link's signature is good for this path.
    pub fn is_good_link(&self, path: &str, expires: u64, signature: &str) -> bool {
        self.files.links.is_good(path, expires, signature)
    }

    /// Every file of a workspace.
    ///
    /// # Errors
    /// The disk or the Grid cannot be read.
    pub async fn list_files(&self, workspace: &Name) -> Result<Vec<File>, Problem> {
        let mut all = Vec::new();
        for shelf in Shelf::ALL {
            let listed = match shelf {
                Shelf::Downloads => match self.get(workspace).session() {
                    Some(session) => session.downloads().await?,
                    None => Vec::new(),
                },
                _ => {
                    let folder = self.files.folder(workspace).join(shelf.as_str());
                    let kept = off_the_runtime(move || list(&folder)).await?;
                    kept.into_iter().map(|kept| kept.listed).collect()
                }
            };
            all.extend(listed.into_iter().map(|listed| self.file(workspace, shelf, listed)));
        }
        Ok(all)
    }

    /// What is in a file.
    ///
    /// # Errors
    /// There is none of this name, or the Grid does not hand it over.
    pub async fn open_file(&self, workspace: &Name, shelf: Shelf, name: &str) -> Result<Content, Problem> {
        let found = if shelf == Shelf::Downloads {
            match self.get(workspace).session() {
                Some(session) => session.download(name).await?,
                None => None,
            }
        } else if file_name(name) == name {
            let path = self.files.folder(workspace).join(shelf.as_str()).join(name);
            tokio::fs::metadata(&path).await.is_ok_and(|meta| meta.is_file()).then_some(Content::At(path))
        } else {
            None
        };
        found.ok_or_else(|| {
            let why = match shelf {
                Shelf::Downloads => "downloads go when their browser ends",
                _ => "the oldest go when there are too many",
            };
            let says =
                format!("There is no file {name:?} among the {} of {workspace}: {why}.", shelf.as_str());
            Problem::new(Code::NotFound, says)
        })
    }

    /// The file of an address within the workspace, `workspace://files/prints/report.pdf`.
    ///
    /// # Errors
    /// As [`Registry::open_file`], and what is no such address.
    pub async fn open_uri(&self, workspace: &Name, uri: &str) -> Result<(String, Content), Problem> {
        let parts = uri.strip_prefix("workspace://files/").and_then(|rest| rest.split_once('/'));
        let Some((shelf, name)) = parts.and_then(|(word, name)| Some((Shelf::named(word)?, name))) else {
            let says = "A file is named as results name it: workspace://files/downloads/report.pdf.";
            return Err(Problem::argument(says));
        };
        Ok((name.to_owned(), self.open_file(workspace, shelf, name).await?))
    }

    /// Keeps a file. If its name is taken, a number is added.
    ///
    /// # Errors
    /// It is over what a workspace may keep, or the disk does not take it.
    pub async fn keep_file(
        &self,
        workspace: &Name,
        shelf: Shelf,
        name: &str,
        bytes: Bytes,
    ) -> Result<File, Problem> {
        let size = bytes.len() as u64;
        if size > BYTES {
            let says = format!("The file is over the {} MiB that a workspace may keep.", BYTES >> 20);
            return Err(Problem::new(Code::TooLarge, says));
        }
        let (folder, wanted) = (self.files.folder(workspace), file_name(name));
        let name = off_the_runtime(move || {
            make_room(&folder, size)?;
            write(&folder.join(shelf.as_str()), &wanted, &bytes)
        })
        .await?;
        Ok(self.file(workspace, shelf, Listed { name, size }))
    }
}

async fn off_the_runtime<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?;
    done.map_err(|error| {
        let says = "The data folder could not be read or written: see whether its disk is full.";
        Problem::new(Code::StoreUnavailable, says).logged(error)
    })
}

/// A kept file.
struct Kept {
    listed: Listed,
    path: PathBuf,
    written: SystemTime,
}

/// The files of a folder, oldest first; none if there is no such folder.
fn list(folder: &Path) -> io::Result<Vec<Kept>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut kept = Vec::new();
    for entry in entries {
        let entry = entry?;
        let (Ok(name), meta) = (entry.file_name().into_string(), entry.metadata()?) else { continue };
        if meta.is_file() {
            let listed = Listed { name, size: meta.len() };
            kept.push(Kept { listed, path: entry.path(), written: meta.modified()? });
        }
    }
    kept.sort_by_key(|kept| kept.written);
    Ok(kept)
}

/// Removes the oldest files of a workspace until another of this size fits.
fn make_room(folder: &Path, size: u64) -> io::Result<()> {
    let mut kept = Vec::new();
    for shelf in Shelf::ALL {
        kept.extend(list(&folder.join(shelf.as_str()))?);
    }
    kept.sort_by_key(|kept| kept.written);
    let mut total = size + kept.iter().map(|kept| kept.listed.size).sum::<u64>();
    let mut count = kept.len() + 1;
    for oldest in kept {
        if total <= BYTES && count <= FILES {
            break;
        }
        std::fs::remove_file(&oldest.path)?;
        total -= oldest.listed.size;
        count -= 1;
    }
    Ok(())
}

/// Writes a file under a name that is free.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<String> {
    std::fs::create_dir_all(folder)?;
    let (stem, end) =
        name.rsplit_once('.').map_or((name, String::new()), |(stem, end)| (stem, format!(".{end}")));
    let numbered = (2..).map(|number| format!("{stem} ({number}){end}"));
    for name in std::iter::once(name.to_owned()).chain(numbered) {
        match std::fs::File::create_new(folder.join(&name)) {
            Ok(mut file) => {
                io::Write::write_all(&mut file, bytes)?;
                return Ok(name);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no name is free"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str| write(folder.path(), name, b"x").expect("written");
        assert_eq!([write("a.pdf"), write("a.pdf"), write("a.pdf")], ["a.pdf", "a (2).pdf", "a (3).pdf"]);
        assert_eq!([write("bare"), write("bare")], ["bare", "bare (2)"]);
    }

    #[test]
    fn the_oldest_make_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let prints = folder.path().join("prints");
        for number in 0..FILES {
            write(&prints, &format!("{number}.pdf"), b"x").expect("written");
        }
        let old = std::fs::File::options().append(true).open(prints.join("7.pdf")).expect("opened");
        old.set_modified(SystemTime::UNIX_EPOCH).expect("set");
        make_room(folder.path(), 1).expect("made");
        let left = list(&prints).expect("read");
        assert_eq!(left.len(), FILES - 1);
        assert!(!prints.join("7.pdf").exists(), "the oldest");
        make_room(folder.path(), BYTES).expect("made");
        assert!(list(&prints).expect("read").is_empty());
    }
}
