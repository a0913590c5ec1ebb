//! Comboboxes and list boxes that pages make themselves: opened, filtered and scrolled as a person would.

use super::choose::Chosen;
use super::find::Target;
use super::obstacle::Spoken;
use super::page::{PROMPT, Page};
use super::press::Gesture;
use super::rest::{Effect, Rest};
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// How long options may take to come before what is wanted is typed to filter them.
const BEFORE_TYPING: Duration = Duration::from_millis(700);
/// The most screens of a list that are scrolled through.
const SCREENS: usize = 200;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choices {
    open: bool,
    /// Whether it takes text.
    field: bool,
    #[serde(rename = "match")]
    found: Option<Choice>,
    options: Vec<String>,
    total: usize,
    /// The box that has more options below.
    more: Option<u32>,
    #[serde(flatten)]
    about: Spoken,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choice {
    node: u32,
    role: String,
    name: String,
    disabled: bool,
    selected: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Shows {
    why: Option<String>,
    shows: Vec<String>,
}

impl Page {
    pub(super) async fn choose_from_own_list(
        &self,
        target: &Target,
        wanted: &[String],
        until: Instant,
        wait: Duration,
    ) -> Result<Chosen, Problem> {
        let mut rest = Rest::default();
        for label in wanted {
            rest = self.choose_one(target, label, until, wait).await?;
        }
        let shown = self.shows(target).await?;
        Ok(Chosen { labels: shown, how: None, rest })
    }

    async fn choose_one(
        &self,
        target: &Target,
        label: &str,
        until: Instant,
        wait: Duration,
    ) -> Result<Rest, Problem> {
        let before = self.shows(target).await?;
        loop {
            let choice = self.find_choice(target, label, until, wait).await?;
            if choice.disabled {
                let says = format!("The option {:?} of {} is disabled.", choice.name, self.call(target));
                return Err(Problem::new(Code::NotInteractable, says));
            }
            if choice.selected {
                return Ok(self.rest_now());
            }
            let Choice { node, role, name, .. } = choice;
            let option = Target { node, role, name: name.clone(), ..target.clone() };
            let pressed = match self.press(&option, Gesture::Click, None, &[], PROMPT).await {
                // A list that follows what is typed is drawn anew after each key, the option with it.
                Err(problem) if problem.code() == Code::StaleRef && Instant::now() < until => continue,
                pressed => pressed?,
            };
            if pressed.rest.dialog.is_some() {
                return Ok(pressed.rest);
            }
            let after = self.shows(target).await?;
            let says_so = after.iter().any(|text| text.to_lowercase().contains(&name.to_lowercase()));
            if says_so || after != before {
                return Ok(pressed.rest);
            }
            // One that is drawn anew between the button's way down and up gets no click: nothing has happened yet.
            if pressed.received.is_none() && Instant::now() < until {
                continue;
            }
            let says = format!(
                "{} did not take the option {name:?}: it shows the same as before.",
                self.call(target)
            );
            let problem = Problem::new(Code::NotDone, says).with("shows", json!(after));
            return Err(problem.with("received", json!(pressed.received)));
        }
    }

    /// Opens the list if need be, and looks for an option until it is there.
    async fn find_choice(
        &self,
        target: &Target,
        label: &str,
        until: Instant,
        wait: Duration,
    ) -> Result<Choice, Problem> {
        let mut argument = json!({"doc": target.document, "node": target.node, "wanted": label});
        let (mut opened, mut typed, mut screens) = (None, false, 0);
        loop {
            let choices: Choices = self.ask(&target.frame, "choices", &argument, PROMPT).await?;
            if choices.about.why.is_some() {
                return Err(self.cannot(target, &choices.about, wait));
            }
            if let Some(found) = choices.found {
                return Ok(found);
            }
            if !choices.open && opened.is_none() {
                self.press(target, Gesture::Click, None, &[], wait).await?;
                opened = Some(Instant::now());
                argument["opened"] = json!(true);
                continue;
            }
            if let Some(more) = choices.more
                && screens < SCREENS
            {
                let down = json!({"doc": target.document, "node": more});
                self.ask::<Value>(&target.frame, "scrollBox", &down, PROMPT).await?;
                self.rest_in(&target.frame, Effect::Slight).await?;
                screens += 1;
                continue;
            }
            let since = *opened.get_or_insert_with(Instant::now);
            if choices.field && !typed && since.elapsed() >= BEFORE_TYPING {
                self.write(target, label, true, false, wait).await?;
                typed = true;
                continue;
            }
            if Instant::now() >= until {
                return Err(self.no_option(target, label, &choices.options, choices.total));
            }
            let next = if choices.field && !typed { until.min(since + BEFORE_TYPING) } else { until };
            self.next_change(next.max(Instant::now() + Duration::from_millis(20))).await?;
        }
    }

    async fn shows(&self, target: &Target) -> Result<Vec<String>, Problem> {
        let argument = json!({"doc": target.document, "node": target.node});
        let shows: Shows = self.ask(&target.frame, "comboShows", &argument, PROMPT).await?;
        // Redrawn by its page: what it shows now is in the outline.
        Ok(if shows.why.is_some() { Vec::new() } else { shows.shows })
    }
}
