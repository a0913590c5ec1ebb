//! Choosing options of a native select.

use super::find::Target;
use super::page::{PROMPT, Page};
use super::rest::{Effect, Rest};
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chosen {
    why: Option<String>,
    chosen: Vec<String>,
    wanted: Value,
    options: Vec<String>,
    total: usize,
    role: String,
    name: String,
}

impl Page {
    /// Chooses exactly these options, by value or label (`by` says which is tried first). Options that a page adds late
    /// are waited for.
    ///
    /// # Errors
    /// It is no select, is disabled, has no such option, or takes only one.
    pub async fn choose(
        &self,
        target: &Target,
        wanted: &[String],
        by: &str,
        wait: Duration,
    ) -> Result<(Vec<String>, Rest), Problem> {
        let until = Instant::now() + wait;
        let argument = json!({"doc": target.document, "node": target.node, "wanted": wanted, "by": by});
        loop {
            let chosen: Chosen = self.ask(&target.frame, "choose", &argument, PROMPT).await?;
            let Some(why) = &chosen.why else {
                let rest = self.rest_in(&target.frame, Effect::Press).await?;
                return Ok((chosen.chosen, rest));
            };
            let may_come = matches!(why.as_str(), "no_such_option" | "disabled" | "option_disabled");
            if may_come && Instant::now() < until {
                self.next_change(until).await?;
                continue;
            }
            let what = self.call(target);
            let wanted = chosen.wanted.as_str().unwrap_or_default();
            return Err(match why.as_str() {
                "not_a_select" => {
                    let says = format!(
                        "{what} is no select element: open it with interact and click the option you want."
                    );
                    Problem::new(Code::NotInteractable, says)
                }
                "no_such_option" => {
                    let mut options = chosen
                        .options
                        .iter()
                        .map(|option| format!("{option:?}"))
                        .collect::<Vec<_>>()
                        .join(", ");
                    if chosen.total > chosen.options.len() {
                        options.push_str(&format!(" and {} more", chosen.total - chosen.options.len()));
                    }
                    let says = format!("{what} has no option {wanted:?}; it has {options}.");
                    Problem::new(Code::NoMatch, says)
                }
                "option_disabled" => Problem::new(
                    Code::NotInteractable,
                    format!("The option {wanted:?} of {what} is disabled."),
                ),
                "one_only" => Problem::argument(format!("{what} takes one option, not several.")),
                why => self.cannot(target, why, &chosen.role, &chosen.name, None, wait),
            });
        }
    }
}
