//! Downloads as results tell them.

use super::Desk;
use crate::policy::without_userinfo;
use crate::session::{Download, DownloadState, Mark, Session};
use crate::workspace::{Name, Shelf};
use serde_json::{Value, json};

/// The downloads that a call brought, and those that ended since they were told as running.
pub(super) async fn told(desk: &Desk, workspace: &Name, session: &Session, mark: &Mark) -> Vec<Value> {
    let downloads = session.take_downloads(mark);
    // Asked for only where a file is there to be told.
    let files = match downloads.iter().any(|download| download.file().is_some()) {
        true => session.downloads().await.unwrap_or_default(),
        false => Vec::new(),
    };
    let tell = |download: &Download| {
        let state = match download.state {
            DownloadState::Running => "running",
            DownloadState::Done(_) => "done",
            DownloadState::Failed => "failed",
        };
        let mut told = json!({"name": download.name, "url": without_userinfo(&download.url), "state": state});
        if let Some(file) = files.iter().find(|file| download.file() == Some(&file.name)) {
            let file = desk.workspaces.file(workspace, Shelf::Downloads, file.clone());
            told["name"] = json!(file.name);
            told["size"] = json!(file.size);
            told["uri"] = json!(file.uri);
            told["link"] = json!(file.link);
        }
        told
    };
    downloads.iter().map(tell).collect()
}
