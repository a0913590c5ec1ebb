//! Files that are put beside a browser, for a page that asks for some.

use super::lifeline::{Life, Lifeline};
use bytes::Bytes;
use handback_protocol::classic::grid::UploadFile;
use std::io::{Cursor, Write};
use std::path::PathBuf;
use std::time::Duration;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// How long a file may take to be brought to a Grid's node.
const UPLOAD: Duration = Duration::from_secs(60);
/// The longest name of a file, in bytes, that every file system takes.
const NAME: usize = 200;

impl Lifeline {
    /// Puts a file beside the browser, under a name that is safe there; its path on the browser's machine. It goes with
    /// the browser.
    ///
    /// # Errors
    /// A sentence: the disk or the Grid did not take it.
    pub async fn put_file(&self, name: &str, bytes: Bytes) -> Result<String, String> {
        let name = safe(name);
        match &self.life {
            Life::Chrome { running, .. } | Life::Firefox { running } => {
                let folder = running.lock().await.uploads();
                let written = tokio::task::spawn_blocking(move || write(folder, &name, &bytes)).await;
                let written = written.map_err(|error| error.to_string())?;
                written.map_err(|error| format!("the file could not be written beside the browser: {error}"))
            }
            Life::Grid { loan, .. } => {
                let packed = tokio::task::spawn_blocking(move || pack(&name, &bytes)).await;
                let packed = packed.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
                let upload = UploadFile { session: &loan.session, zip: &packed };
                loan.grid
                    .ask(&upload, UPLOAD)
                    .await
                    .map_err(|fault| format!("the Grid did not take the file: {fault}"))
            }
        }
    }
}

/// A folder of its own, so that two files of one name keep it.
fn write(uploads: PathBuf, name: &str, bytes: &[u8]) -> std::io::Result<String> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| std::io::Error::other(error.to_string()))?;
    let folder = uploads.join(format!("{:016x}", u64::from_le_bytes(random)));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    std::fs::write(&path, bytes)?;
    path.into_os_string().into_string().map_err(|_| std::io::Error::other("a path that is no text"))
}

pub(super) fn pack(name: &str, bytes: &[u8]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::with_capacity(bytes.len() + 1_024)));
    archive.start_file(name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
    archive.write_all(bytes)?;
    Ok(archive.finish()?.into_inner())
}

/// The last part of a name, without what file systems or archives take for more than a name; `file` if that leaves
/// nothing.
pub fn safe(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut kept: String =
        last.chars().map(|c| if c.is_control() || "<>:\"|?*".contains(c) { '_' } else { c }).collect();
    while kept.len() > NAME {
        kept.remove(0);
    }
    match kept.trim_matches([' ', '.']) {
        "" => "file".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_names() {
        for (name, is) in [
            ("report.pdf", "report.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\fakepath\\a.png", "a.png"),
            ("..", "file"),
            ("", "file"),
            ("a\u{0}b:c.txt", "a_b_c.txt"),
            ("übung 1.txt", "übung 1.txt"),
        ] {
            assert_eq!(safe(name), is);
        }
        let long = format!("{}.pdf", "ä".repeat(300));
        assert!(safe(&long).len() <= NAME && safe(&long).ends_with(".pdf"));
    }

    #[test]
    fn an_archive_holds_the_file_as_it_is() {
        let packed = pack("a.txt", b"hello").expect("packed");
        let mut archive = zip::ZipArchive::new(Cursor::new(packed)).expect("an archive");
        let mut file = archive.by_name("a.txt").expect("the file");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).expect("read");
        assert_eq!(text, "hello");
    }
}
