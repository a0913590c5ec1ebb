//! What a browser downloaded: in its folder on this machine, or kept for it by a Grid.

use super::files::safe;
use super::lifeline::{Life, Lifeline};
use bytes::Bytes;
use handback_protocol::classic::grid::{FetchFile, ListFiles};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use zip::ZipArchive;

/// For a Grid to list files.
const LIST: Duration = Duration::from_secs(10);
/// For a Grid to hand a file over.
const FETCH: Duration = Duration::from_secs(120);
/// The most of a file that is taken from a Grid, in bytes: it comes whole and packed, and is unpacked in memory.
const GRID_BYTES: u64 = 256 << 20;
/// How the browsers name what they are still fetching.
const UNFINISHED: [&str; 2] = [".crdownload", ".part"];

/// A file and its size in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its size; 0 where a Grid does not tell.
    pub size: u64,
}

/// What is in a file, or where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// On this machine.
    At(PathBuf),
    /// As it came from elsewhere.
    Bytes(Bytes),
}

impl Lifeline {
    /// The files that the browser downloaded and has whole.
    ///
    /// # Errors
    /// A sentence: the folder or the Grid cannot be read.
    pub async fn list_downloads(&self) -> Result<Vec<Listed>, String> {
        match &self.life {
            Life::Chrome { running, .. } | Life::Firefox { running } => {
                let folder = running.lock().await.downloads();
                let listed = tokio::task::spawn_blocking(move || list(&folder)).await;
                listed.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
            }
            Life::Grid { loan, .. } => {
                let told = loan
                    .grid
                    .ask(&ListFiles(&loan.session), LIST)
                    .await
                    .map_err(|fault| fault.to_string())?;
                if told.files.is_empty() {
                    return Ok(told.names.into_iter().map(|name| Listed { name, size: 0 }).collect());
                }
                Ok(told.files.into_iter().map(|file| Listed { name: file.name, size: file.size }).collect())
            }
        }
    }

    /// A file that the browser downloaded; none if it has none of this name.
    ///
    /// # Errors
    /// A sentence: the Grid did not hand it over, or it is too large to be taken from there.
    pub async fn download(&self, name: &str) -> Result<Option<Content>, String> {
        if safe(name) != name {
            return Ok(None);
        }
        match &self.life {
            Life::Chrome { running, .. } | Life::Firefox { running } => {
                let path = running.lock().await.downloads().join(name);
                let is_file = tokio::fs::metadata(&path).await.is_ok_and(|meta| meta.is_file());
                Ok(is_file.then_some(Content::At(path)))
            }
            Life::Grid { loan, .. } => {
                if !self.list_downloads().await?.iter().any(|listed| listed.name == name) {
                    return Ok(None);
                }
                let fetched = loan.grid.ask(&FetchFile { session: &loan.session, name }, FETCH).await;
                let packed = fetched.map_err(|fault| fault.to_string())?.zip();
                let packed = packed.map_err(|_| "the Grid's archive is no base64".to_owned())?;
                let unpacked = tokio::task::spawn_blocking(move || unpack(packed)).await;
                let bytes = unpacked.map_err(|error| error.to_string())??;
                Ok(Some(Content::Bytes(bytes)))
            }
        }
    }
}

fn list(folder: &Path) -> std::io::Result<Vec<Listed>> {
    let mut listed = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (Ok(name), Ok(meta)) = (entry.file_name().into_string(), entry.metadata()) else { continue };
        if meta.is_file() && !UNFINISHED.iter().any(|end| name.ends_with(end)) {
            listed.push(Listed { name, size: meta.len() });
        }
    }
    listed.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(listed)
}

fn unpack(packed: Vec<u8>) -> Result<Bytes, String> {
    let mut archive = ZipArchive::new(Cursor::new(packed)).map_err(|error| error.to_string())?;
    let file = archive.by_index(0).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    // The archive's own word on the size is not to be trusted.
    file.take(GRID_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > GRID_BYTES {
        return Err(format!("it is larger than {} MiB", GRID_BYTES >> 20));
    }
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::files::pack;

    #[test]
    fn unfinished_files_are_not_listed() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("b.txt", "bb"), ("a.txt", "a"), ("c.crdownload", "c"), ("d.zip.part", "d")] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        std::fs::create_dir(folder.path().join("folder")).expect("made");
        let listed = list(folder.path()).expect("read");
        let names: Vec<_> = listed.iter().map(|file| (&*file.name, file.size)).collect();
        assert_eq!(names, [("a.txt", 1), ("b.txt", 2)]);
    }

    #[test]
    fn what_a_grid_packed_is_unpacked() {
        let packed = pack("a.txt", b"hello").expect("packed");
        assert_eq!(unpack(packed), Ok(Bytes::from("hello")));
        assert!(unpack(b"no archive".to_vec()).is_err());
    }
}
