//! Files for a page that asks for some.

use super::page::Page;
use super::state::Chooser;
use crate::driver::Fault;
use crate::problem::{Code, Problem};
use bytes::Bytes;

/// A file to give.
#[derive(Clone, Debug)]
pub struct GivenFile {
    /// Its name, as the page will see it.
    pub name: String,
    /// What is in it.
    pub bytes: Bytes,
}

impl Page {
    /// The open file chooser, if the page asks for files.
    pub fn chooser(&self) -> Option<Chooser> {
        self.session.know(|state| state.tab(self.tab)?.chooser.clone())
    }

    /// Gives files to the page's open file chooser.
    ///
    /// # Errors
    /// The page asks for none any more, wants one only, or the files could not be brought to the browser.
    pub async fn give_files(&self, files: Vec<GivenFile>) -> Result<(), Problem> {
        let Some(Chooser { frame, element: Some(element), multiple, .. }) = self.chooser() else {
            return Err(Problem::new(
                Code::NoMatch,
                "The page does not ask for a file now: open its file chooser first.",
            ));
        };
        if files.len() > 1 && !multiple {
            return Err(Problem::argument("The page takes one file here, not several."));
        }
        let mut paths = Vec::with_capacity(files.len());
        for file in files {
            paths.push(self.bring(file).await?);
        }
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let given = self.driver.set_files(&frame, &element, &paths).await;
        self.close_chooser();
        given.map_err(|fault| self.not_taken(fault))
    }

    /// Puts a file beside the browser; its path there.
    pub(super) async fn bring(&self, file: GivenFile) -> Result<String, Problem> {
        let put = self.session.inner.lifeline.put_file(&file.name, file.bytes).await;
        put.map_err(|why| {
            let says = "The file could not be brought to the browser: try again.";
            Problem::new(Code::GridUnavailable, says).logged(why)
        })
    }

    pub(super) fn not_taken(&self, fault: Fault) -> Problem {
        match fault {
            Fault::Refused(refusal) => {
                let says = "The page's file field did not take the file: look at the page again.";
                Problem::new(Code::NotInteractable, says).logged(refusal.message)
            }
            fault => self.problem(fault),
        }
    }

    /// Whether the page has opened a file chooser that no caller was told of. Browsers tell of one some time after the
    /// press that opened it, so it may be the next answer that says so.
    pub fn tell_chooser(&self) -> bool {
        let mut news = false;
        self.session.inner.state.send_if_modified(|state| {
            news = state.tell_chooser(self.tab);
            false
        });
        news
    }

    /// Leaves the page's file chooser without a file.
    pub fn close_chooser(&self) {
        self.session.inner.state.send_modify(|state| state.close_chooser(self.tab));
    }
}
