//! Tabs: opened behind, chosen, closed.

use super::page::Page;
use super::state::TabId;
use super::{Session, fault};
use crate::driver::Fault;
use crate::problem::{Code, Problem};
use std::time::Duration;

/// How long the browser may take to tell of a tab that it opened.
const TOLD: Duration = Duration::from_secs(10);

impl Session {
    /// Opens a tab and makes it the current one.
    ///
    /// # Errors
    /// The browser refuses, or went away.
    pub async fn open_tab(&self) -> Result<Page, Problem> {
        let driver = self.driver();
        let context =
            driver.open_tab().await.map_err(|fault| fault::problem(fault, "The tab could not be opened."))?;
        let mut state = self.state();
        let told = state.wait_for(|state| state.tabs.iter().any(|tab| tab.context == context));
        // Late or over: looked up below all the same.
        let _ = tokio::time::timeout(TOLD, told).await;
        let id = self.know(|state| state.tab_of(&context).map(|tab| tab.id));
        let Some(id) = id else {
            return Err(Problem::new(
                Code::NotFound,
                "The browser opened a tab and did not tell of it; list the tabs.",
            ));
        };
        let (width, height) = self.size();
        driver
            .set_viewport(&context, width, height)
            .await
            .map_err(|fault| fault::problem(fault, "The tab closed."))?;
        self.switch_to(id).await
    }

    /// Sets the viewport of every tab, and of those to come.
    ///
    /// # Errors
    /// The browser refuses, or went away.
    pub async fn resize(&self, (width, height): (u32, u32)) -> Result<(), Problem> {
        let driver = self.driver();
        self.inner.size.send_replace((width, height));
        let tabs: Vec<_> = self.know(|state| state.tabs.iter().map(|tab| tab.context.clone()).collect());
        for tab in tabs {
            match driver.set_viewport(&tab, width, height).await {
                // It closed meanwhile.
                Ok(()) | Err(Fault::Gone) => {}
                Err(fault) => return Err(fault::problem(fault, "The tab closed.")),
            }
        }
        Ok(())
    }

    /// Makes a tab the current one and brings it to the front.
    ///
    /// # Errors
    /// It is not there.
    pub async fn switch_to(&self, id: TabId) -> Result<Page, Problem> {
        let gone = || Problem::new(Code::NotFound, format!("The tab {id} is gone."));
        let page = Page::of(self, id).ok_or_else(gone)?;
        self.choose(id);
        page.driver.activate(page.context()).await.map_err(|fault| page.problem(fault))?;
        Ok(page)
    }

    /// Closes a tab. The last one is replaced by a blank one, so that the browser lives on.
    ///
    /// # Errors
    /// It is not there.
    pub async fn close_tab(&self, id: TabId) -> Result<(), Problem> {
        let Some(page) = Page::of(self, id) else {
            return Err(Problem::new(Code::NotFound, format!("The tab {id} is gone.")));
        };
        let is_alone = || self.know(|state| state.tabs.len() == 1);
        let mut unready = false;
        if is_alone()
            && let Err(problem) = self.open_tab().await
        {
            // A page that is stuck holds up what is done to a new tab in Firefox, until it is closed itself.
            if is_alone() {
                return Err(problem);
            }
            unready = true;
        }
        page.driver.close_tab(page.context()).await.map_err(|fault| page.problem(fault))?;
        let mut state = self.state();
        let _ = tokio::time::timeout(TOLD, state.wait_for(|state| state.tab(id).is_none())).await;
        if unready {
            self.resize(self.size()).await?;
        }
        // Whatever became current is brought to the front.
        if let Some(current) = self.know(|state| state.current) {
            self.switch_to(current).await?;
        }
        Ok(())
    }
}
