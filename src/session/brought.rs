//! What a call brought beside its page: tabs that opened, downloads that began.

use super::page::Page;
use super::state::{DownloadState, News, State};
use std::time::Duration;

/// How long it is waited for. A download that takes longer is told as running, a tab that stays blank as blank.
const SOON: Duration = Duration::from_secs(1);

/// How long a download or a refusal may take to be told, once a navigation or the fetch of a document has come to
/// nothing.
const MOMENT: Duration = Duration::from_secs(1);

impl Page {
    /// Waits, shortly, until it can be told whole: where an opened tab goes, how a small download ended.
    pub async fn brought(&self) {
        // Chrome's two channels tell of the end of the fetch and of what it became in any order.
        self.wait_for(MOMENT, |state| {
            let came_to_nothing = state.tab(self.tab).is_some_and(|tab| {
                (tab.fruitless > self.mark.fruitless || tab.failures > self.mark.failures)
                    && tab.document == self.mark.document
            });
            !came_to_nothing || state.came_to_other(&self.mark)
        })
        .await;
        self.wait_for(SOON, |state| {
            let is_whole = |news: &News| match news {
                News::Opened(id) => goes_somewhere(state, *id),
                _ => true,
            };
            state.news_since(&self.mark).all(is_whole)
                && state.downloads_since(&self.mark).all(|download| download.state != DownloadState::Running)
        })
        .await;
    }
}

fn goes_somewhere(state: &State, id: super::TabId) -> bool {
    let is_blank = |url: &str| url.is_empty() || url == "about:blank";
    state.tab(id).is_none_or(|tab| tab.going.is_some() || !is_blank(&tab.url))
}
