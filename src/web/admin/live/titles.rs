//! The titles of tabs: asked for when a tab reached a page, and told again by the page when they change.

use crate::session::{Page, Session, Tab, TabId, Titled};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use std::collections::HashMap;
use std::time::Duration;

/// How long a page that could not be asked is left alone.
const PAUSE: Duration = Duration::from_millis(500);

/// The titles.
#[derive(Default)]
pub(super) struct Titles {
    /// By tab: its moves when it was asked, and what it said.
    known: HashMap<TabId, (u64, Option<Titled>)>,
    asked: FuturesUnordered<BoxFuture<'static, Said>>,
}

struct Said {
    page: Page,
    moves: u64,
    titled: Option<Titled>,
}

impl Titles {
    /// The title of a tab, as far as it is known.
    pub(super) fn of(&self, tab: &Tab) -> Option<&str> {
        let (moves, titled) = self.known.get(&tab.id)?;
        titled.as_ref().filter(|_| *moves == tab.moves).map(|titled| titled.title.as_str())
    }

    /// Asks the tabs that are at another page by now.
    pub(super) fn ask(&mut self, session: &Session) {
        let tabs: Vec<(TabId, u64)> =
            session.know(|state| state.tabs.iter().map(|tab| (tab.id, tab.moves)).collect());
        self.known.retain(|known, _| tabs.iter().any(|(id, _)| id == known));
        for (id, moves) in tabs {
            if self.known.get(&id).is_some_and(|(known, _)| *known == moves) {
                continue;
            }
            let Some(page) = Page::of_tab(session, id) else { continue };
            self.known.insert(id, (moves, None));
            self.asked.push(Box::pin(said(page, moves, None)));
        }
    }

    /// Waits until a tab has another title.
    pub(super) async fn learn(&mut self) {
        loop {
            let Some(Said { page, moves, titled }) = self.asked.next().await else {
                return std::future::pending().await;
            };
            let Some((_, kept)) = self.known.get_mut(&page.tab()).filter(|(known, _)| *known == moves) else {
                continue;
            };
            let is_news = titled.is_some() && *kept != titled;
            if titled.is_some() {
                kept.clone_from(&titled);
            }
            self.asked.push(Box::pin(said(page, moves, kept.clone())));
            if is_news {
                return;
            }
        }
    }
}

async fn said(page: Page, moves: u64, known: Option<Titled>) -> Said {
    let titled = page.titled(known.as_ref()).await.ok();
    if titled.is_none() {
        tokio::time::sleep(PAUSE).await;
    }
    Said { page, moves, titled }
}
