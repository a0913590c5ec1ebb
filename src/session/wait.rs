//! Waiting until something of the page is so, woken by its changes.

use super::find::Selector;
use super::obstacle::seconds;
use super::page::{PROMPT, Page};
use super::rest::{Effect, Rest};
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// What is waited for.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A text can be seen.
    Text(String),
    /// A text can no longer be seen.
    TextGone(String),
    /// An element is shown.
    Shown(Selector),
    /// The address contains this.
    Url(String),
    /// The page has come to rest.
    Rest,
    /// A time has passed.
    Time(Duration),
}

impl Page {
    /// Waits until a condition holds.
    ///
    /// # Errors
    /// It does not in time: what was waited for, how long, and where the browser is.
    pub async fn wait_until(&self, condition: &Condition, wait: Duration) -> Result<Rest, Problem> {
        let until = Instant::now() + wait;
        match condition {
            Condition::Rest => return self.rest(Effect::Load).await,
            Condition::Time(time) => {
                tokio::select! {
                    () = tokio::time::sleep(*time) => {}
                    over = self.session.until_over() => return Err(super::fault::over(Some(over))),
                }
                return Ok(self.rest_now());
            }
            Condition::Url(part) => {
                let there = self.wait_for(wait, |state| match state.tab(self.tab) {
                    Some(tab) => {
                        tab.url.contains(part.as_str()) && tab.going.is_none() || tab.dialog.is_some()
                    }
                    None => true,
                });
                let there = tokio::select! {
                    there = there => there,
                    over = self.session.until_over() => return Err(super::fault::over(Some(over))),
                };
                if !there {
                    return Err(self.not_in_time(&format!("the address to contain {part:?}"), wait));
                }
                return self.rest(Effect::Load).await;
            }
            _ => {}
        }
        loop {
            self.unblocked()?;
            if self.holds(condition).await? {
                return self.rest(Effect::Slight).await;
            }
            if Instant::now() >= until {
                return Err(self.in_vain(condition, wait).await);
            }
            self.next_change(until).await?;
        }
    }

    async fn holds(&self, condition: &Condition) -> Result<bool, Problem> {
        match condition {
            Condition::Text(text) => self.says(text).await,
            Condition::TextGone(text) => Ok(!self.says(text).await?),
            Condition::Shown(selector) => self.is_shown(selector).await,
            Condition::Url(_) | Condition::Rest | Condition::Time(_) => Ok(true),
        }
    }

    /// Whether a text can be seen in the tab or one of its frames.
    async fn says(&self, text: &str) -> Result<bool, Problem> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Holds {
            holds: bool,
        }
        for frame in self.frames() {
            match self.ask::<Holds>(&frame, "holds", &json!({"says": text}), PROMPT).await {
                Ok(Holds { holds: true }) => return Ok(true),
                Ok(_) => {}
                // A document that is just being replaced says nothing.
                Err(problem) if problem.code() == Code::StaleRef => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(false)
    }

    /// A wait in vain: an element that is there says why it is not shown, one that is not has neighbours.
    async fn in_vain(&self, condition: &Condition, wait: Duration) -> Problem {
        let what = describe(condition);
        let selector = match condition {
            Condition::Shown(selector) => selector.clone(),
            Condition::Text(text) => Selector::Text(text.clone()),
            _ => return self.not_in_time(&what, wait),
        };
        let there = match self.look_through(&selector).await {
            Ok((Some(target), _)) => self.why_not_shown(&target, Duration::ZERO).await,
            _ => None,
        };
        match there {
            Some(why) => self.not_in_time(&what, wait).because(&why),
            None => {
                let near = self.nearest_to(&selector).await;
                let problem = self.not_in_time(&what, wait);
                if near.is_empty() { problem } else { problem.guided(near.trim_start()) }
            }
        }
    }

    fn not_in_time(&self, what: &str, wait: Duration) -> Problem {
        let says = format!(
            "Waited {} for {what}, in vain; the browser is at {}.",
            seconds(wait),
            without_userinfo(&self.url())
        );
        Problem::new(Code::WaitTimeout, says)
    }
}

fn describe(condition: &Condition) -> String {
    match condition {
        Condition::Text(text) => format!("the text {text:?}"),
        Condition::TextGone(text) => format!("the text {text:?} to go"),
        Condition::Shown(selector) => format!("{} to be shown", selector.describe()),
        Condition::Url(part) => format!("the address to contain {part:?}"),
        Condition::Rest => "the page to come to rest".to_owned(),
        Condition::Time(_) => "a time to pass".to_owned(),
    }
}
