//! The frame that CSS and XPath selectors, scripts and extracts work in, where it is not the page itself.

use super::find::Target;
use super::page::Page;
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};

/// Which frame.
#[derive(Clone, Debug, PartialEq)]
pub enum WhichFrame {
    /// The one in this element.
    In(Target),
    /// The one around the current one.
    Parent,
    /// The page itself.
    Page,
}

impl Page {
    /// Chooses the frame; its address, or none for the page itself. It is forgotten when the frame goes away.
    ///
    /// # Errors
    /// The element holds no frame, or one that cannot be reached.
    pub async fn choose_frame(&self, frame: &WhichFrame) -> Result<Option<String>, Problem> {
        let now = self.current_frame();
        let chosen = match frame {
            WhichFrame::Page => self.context.clone(),
            WhichFrame::Parent => self
                .session
                .know(|state| state.tab(self.tab)?.frames.get(&now).map(|frame| frame.parent.clone()))
                .unwrap_or_else(|| self.context.clone()),
            WhichFrame::In(target) => {
                let children: Vec<_> = self.session.know(|state| {
                    let frames = state.tab(self.tab).map(|tab| &tab.frames);
                    let inside =
                        frames.into_iter().flatten().filter(|(_, frame)| frame.parent == target.frame);
                    inside.map(|(context, _)| context.clone()).collect()
                });
                let held = self.driver.holders(&target.frame, &[target.node], &children).await;
                let held = held.map_err(|fault| self.problem(fault))?;
                let found = held.into_iter().find(|(number, _)| *number == target.node);
                found.map(|(_, context)| context).ok_or_else(|| {
                    let says =
                        format!("{} holds no frame: name an iframe or frame element.", self.call(target));
                    Problem::new(Code::NotInteractable, says)
                })?
            }
        };
        if chosen == self.context {
            self.session.view().frame.remove(&self.tab);
            return Ok(None);
        }
        self.session.view().frame.insert(self.tab, chosen.clone());
        let url = self
            .session
            .know(|state| state.tab(self.tab)?.frames.get(&chosen).map(|frame| without_userinfo(&frame.url)));
        Ok(Some(url.unwrap_or_default()))
    }
}
