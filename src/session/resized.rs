//! Another viewport for a while: for a picture of how the page looks in it.

use super::page::Page;
use super::rest::Effect;
use crate::problem::Problem;
use std::future::Future;

/// Gives the tab its viewport back, if whoever took it was dropped before.
struct Back<'a> {
    page: &'a Page,
    given: bool,
}

impl Page {
    /// Does something in a viewport of this size, in CSS pixels, and gives the tab its own back.
    ///
    /// # Errors
    /// The browser refuses the size, and those of what is done.
    pub async fn in_size<T>(
        &self,
        (width, height): (u32, u32),
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let mut back = Back { page: self, given: false };
        let set = self.driver.set_viewport(&self.context, width, height).await;
        set.map_err(|fault| self.problem(fault))?;
        self.rest(Effect::Press).await?;
        let done = work.await;
        self.resize_back().await?;
        back.given = true;
        done
    }

    async fn resize_back(&self) -> Result<(), Problem> {
        let (width, height) = self.session.size();
        let set = self.driver.set_viewport(&self.context, width, height).await;
        set.map_err(|fault| self.problem(fault))
    }
}

impl Drop for Back<'_> {
    fn drop(&mut self) {
        if self.given {
            return;
        }
        let page = self.page.clone();
        self.page.session.inner.tasks.spawn("viewport", async move {
            // A tab that is gone needs none.
            let _ = page.resize_back().await;
        });
    }
}
