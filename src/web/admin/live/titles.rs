//! The titles of tabs: asked for when a tab reached a page, and again when it is loaded.

use crate::session::{Page, Session, Tab, TabId};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use std::collections::HashMap;
use std::time::Duration;

/// How long a page may take to say its title.
const ANSWER: Duration = Duration::from_secs(2);

/// A moment of a tab at which its title is worth asking for.
type Stage = (u64, bool, bool);

/// The titles.
#[derive(Default)]
pub(super) struct Titles {
    known: HashMap<TabId, (Stage, Option<String>)>,
    asked: FuturesUnordered<BoxFuture<'static, (TabId, Stage, Option<String>)>>,
}

impl Titles {
    /// The title of a tab, as far as it is known.
    pub(super) fn of(&self, tab: &Tab) -> Option<&str> {
        let ((moves, ..), title) = self.known.get(&tab.id)?;
        title.as_deref().filter(|_| *moves == tab.moves)
    }

    /// Asks for those that may be others by now.
    pub(super) fn ask(&mut self, session: &Session) {
        let stages: Vec<(TabId, Stage)> = session.know(|state| {
            let quiet = state.tabs.iter().filter(|tab| tab.dialog.is_none() && !tab.crashed);
            quiet.map(|tab| (tab.id, (tab.moves, tab.parsed, tab.loaded))).collect()
        });
        self.known.retain(|known, _| stages.iter().any(|(id, _)| id == known));
        for (id, stage) in stages {
            let before = self.known.get(&id);
            if before.is_some_and(|(known, _)| *known == stage) {
                continue;
            }
            let title = before.filter(|(known, _)| known.0 == stage.0).and_then(|(_, title)| title.clone());
            self.known.insert(id, (stage, title));
            let Some(page) = Page::of_tab(session, id) else { continue };
            self.asked.push(Box::pin(async move {
                let place = tokio::time::timeout(ANSWER, page.where_it_is()).await;
                (id, stage, place.ok().and_then(Result::ok).map(|(_, title)| title))
            }));
        }
    }

    /// Waits for an answer.
    pub(super) async fn learn(&mut self) {
        match self.asked.next().await {
            Some((id, stage, Some(title))) => {
                if let Some((known, kept)) = self.known.get_mut(&id)
                    && known.0 == stage.0
                {
                    *kept = Some(title);
                }
            }
            Some(_) => {}
            None => std::future::pending().await,
        }
    }
}
