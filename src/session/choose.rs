//! Choosing options: of a native select, and of comboboxes and list boxes that pages make themselves.

use super::find::Target;
use super::obstacle::Spoken;
use super::page::{PROMPT, Page};
use super::press::Gesture;
use super::rest::{Effect, Rest};
use crate::driver::{Chord, Key};
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// How often a way to an option is looked for from where the last one led.
const ROUNDS: usize = 3;

/// Options that were chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The labels of all that are chosen now.
    pub labels: Vec<String>,
    /// `script` when no input could do it.
    pub how: Option<&'static str>,
    /// How the page came to rest.
    pub rest: Rest,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choosing {
    chosen: Option<Vec<String>>,
    keys: Vec<String>,
    toggle: Vec<u32>,
    many: bool,
    custom: bool,
    wanted: Value,
    options: Vec<String>,
    total: usize,
    #[serde(flatten)]
    about: Spoken,
}

impl Page {
    /// Chooses exactly these options, by value or label (`by` says which is tried first). Options that a page adds late
    /// are waited for.
    ///
    /// # Errors
    /// There is nothing to choose from, it is disabled, has no such option, takes only one, or did not keep the choice.
    pub async fn choose(
        &self,
        target: &Target,
        wanted: &[String],
        by: &str,
        wait: Duration,
    ) -> Result<Chosen, Problem> {
        let until = Instant::now() + wait;
        let argument = json!({"doc": target.document, "node": target.node, "wanted": wanted, "by": by});
        let mut how = None;
        for round in 0.. {
            let choosing = self.choosing(target, &argument, until, wait).await?;
            if choosing.custom {
                return self.choose_from_own_list(target, wanted, until, wait).await;
            }
            if let Some(labels) = choosing.chosen {
                let rest = self.rest_in(&target.frame, Effect::Press).await?;
                return Ok(Chosen { labels, how, rest });
            }
            let acted = round < ROUNDS && self.go_to_option(target, &choosing).await?;
            if !acted {
                if how.is_some() {
                    break;
                }
                how = Some("script");
                self.ask::<Value>(&target.frame, "setChosen", &json!({}), PROMPT).await?;
            }
            if self.dialog().is_some() {
                return Ok(Chosen { labels: Vec::new(), how, rest: self.rest_now() });
            }
        }
        let says = format!("{} did not keep the choice: the page set it back.", self.call(target));
        Err(Problem::new(Code::NotDone, says))
    }

    /// What is to be done next, waiting for options that are to come.
    async fn choosing(
        &self,
        target: &Target,
        argument: &Value,
        until: Instant,
        wait: Duration,
    ) -> Result<Choosing, Problem> {
        loop {
            let choosing: Choosing = self.ask(&target.frame, "choose", argument, PROMPT).await?;
            let Some(why) = choosing.about.why.as_deref() else { return Ok(choosing) };
            if choosing.custom {
                return Ok(choosing);
            }
            let may_come = matches!(why, "no_such_option" | "disabled" | "option_disabled");
            if may_come && Instant::now() < until {
                self.next_change(until).await?;
                continue;
            }
            return Err(self.no_choice(target, &choosing, wait));
        }
    }

    /// Keys or clicks towards the option. `false` if no input leads there.
    async fn go_to_option(&self, target: &Target, choosing: &Choosing) -> Result<bool, Problem> {
        if !choosing.keys.is_empty() {
            let keys: Result<Vec<Chord>, String> = choosing.keys.iter().map(|key| Chord::read(key)).collect();
            let keys = keys.map_err(Problem::internal)?;
            self.cut_short(self.driver.press_all(&target.frame, &self.context, &keys, PROMPT)).await?;
            return Ok(true);
        }
        let control = Chord::read("Control").map_err(Problem::internal)?.key;
        let modifiers: &[Key] = if choosing.many { std::slice::from_ref(&control) } else { &[] };
        for &node in &choosing.toggle {
            let option = Target { node, role: String::new(), name: String::new(), ..target.clone() };
            self.press(&option, Gesture::Click, None, modifiers, PROMPT).await?;
        }
        Ok(!choosing.toggle.is_empty())
    }

    fn no_choice(&self, target: &Target, choosing: &Choosing, wait: Duration) -> Problem {
        let what = self.call(target);
        let wanted = choosing.wanted.as_str().unwrap_or_default();
        match choosing.about.why.as_deref() {
            Some("not_a_select") => {
                let says = format!("{what} is nothing to choose from: use interact or write.");
                Problem::new(Code::NotInteractable, says)
            }
            Some("no_such_option") => self.no_option(target, wanted, &choosing.options, choosing.total),
            Some("option_disabled") => {
                let says = format!("The option {wanted:?} of {what} is disabled.");
                Problem::new(Code::NotInteractable, says)
            }
            Some("one_only") => Problem::argument(format!("{what} takes one option, not several.")),
            _ => self.cannot(target, &choosing.about, wait),
        }
    }

    pub(super) fn no_option(
        &self,
        target: &Target,
        wanted: &str,
        options: &[String],
        total: usize,
    ) -> Problem {
        let mut list = options.iter().map(|option| format!("{option:?}")).collect::<Vec<_>>().join(", ");
        if list.is_empty() {
            list.push_str("none");
        }
        if total > options.len() {
            list.push_str(&format!(" and {} more", total - options.len()));
        }
        let says = format!("{} has no option {wanted:?}; it has {list}.", self.call(target));
        Problem::new(Code::NoMatch, says)
    }
}
