//! Downloads: which ones a caller is to be told of, and what is in their files.

use super::Session;
use super::state::{Download, DownloadState, Mark};
use crate::problem::{Code, Problem};
use crate::source::{Content, Listed};

impl Session {
    /// Downloads that began since a moment, and earlier ones that were told as running and have ended by now. Each end
    /// is told once.
    pub fn take_downloads(&self, mark: &Mark) -> Vec<Download> {
        let mut view = self.view();
        let told: Vec<Download> = self.know(|state| {
            let first = state.downloads_since(mark).next().map_or(u64::MAX, |download| download.number);
            let is_news = |download: &&Download| {
                let ended =
                    download.state != DownloadState::Running && view.running.contains(&download.number);
                download.number >= first || ended
            };
            state.downloads.iter().filter(is_news).cloned().collect()
        });
        for download in &told {
            match download.state {
                DownloadState::Running => view.running.insert(download.number),
                _ => view.running.remove(&download.number),
            };
        }
        told
    }

    /// The files that were downloaded whole.
    ///
    /// # Errors
    /// The Grid cannot be asked.
    pub async fn downloads(&self) -> Result<Vec<Listed>, Problem> {
        self.inner.lifeline.list_downloads().await.map_err(unavailable)
    }

    /// What is in a downloaded file; none if there is none of this name.
    ///
    /// # Errors
    /// The Grid does not hand it over.
    pub async fn download(&self, name: &str) -> Result<Option<Content>, Problem> {
        self.inner.lifeline.download(name).await.map_err(unavailable)
    }
}

impl Download {
    /// The name of its file, once it is whole: the browser gives another than the site's if that is taken.
    pub fn file(&self) -> Option<&str> {
        match &self.state {
            DownloadState::Done(path) => path.rsplit(['/', '\\']).next(),
            DownloadState::Running | DownloadState::Failed => None,
        }
    }
}

fn unavailable(why: String) -> Problem {
    let says = "The browser's downloads could not be read: try again in a moment.";
    Problem::new(Code::GridUnavailable, says).logged(why)
}
