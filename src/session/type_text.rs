//! Writing into a field, and reading back whether it took.

use super::find::Target;
use super::obstacle::Spoken;
use super::page::{Cut, PROMPT, Page};
use super::press::Gesture;
use super::rest::{Effect, Rest};
use crate::driver::Chord;
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::future::Future;
use std::time::Duration;
use tokio::time::Instant;

/// A text that was written.
#[derive(Clone, Debug)]
pub struct Typed {
    /// What the field holds now; none for a secret.
    pub value: Option<String>,
    /// How the page came to rest.
    pub rest: Rest,
}

/// What `prepare` answers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Prepared {
    kind: String,
    #[serde(flatten)]
    about: Spoken,
    node: u32,
    focused: bool,
    secret: bool,
    value: Option<String>,
    lines: bool,
    empty: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ReadBack {
    why: Option<String>,
    value: Option<String>,
    empty: bool,
    form: Option<String>,
}

impl Page {
    /// Writes a text into a field: replaces what is in it, or adds to its end. `submit` presses Enter after.
    ///
    /// # Errors
    /// It is no field, cannot be changed, or did not keep the text.
    pub async fn write(
        &self,
        target: &Target,
        text: &str,
        clear: bool,
        submit: bool,
        wait: Duration,
    ) -> Result<Typed, Problem> {
        let field = self.prepare(target, clear, wait).await?;
        if field.kind == "picked" {
            return self.pick_value(target, &field, text).await;
        }
        if text.contains(['\n', '\r']) && !field.lines {
            let says = "text has several lines and the field takes one: leave the line ends out, or use submit to press Enter.";
            return Err(Problem::argument(says));
        }
        let deadline = PROMPT + Duration::from_millis(40 * text.chars().count() as u64);
        let keys = async {
            if text.is_empty() {
                if clear && !field.empty {
                    let delete = Chord::read("Delete").map_err(Problem::internal)?;
                    self.cut_short(self.driver.press(&target.frame, &self.context, &delete, deadline))
                        .await?;
                }
                return Ok(());
            }
            self.cut_short(self.driver.type_text(&target.frame, &self.context, text, deadline)).await
        };
        keys.await?;
        let rest = self.rest_in(&target.frame, Effect::Slight).await?;
        if rest.dialog.is_some() {
            return Ok(Typed { value: None, rest });
        }
        let value = self.read_back(target, &field, text, clear).await?;
        if !submit {
            return Ok(Typed { value, rest });
        }
        let enter = Chord::read("Enter").map_err(Problem::internal)?;
        self.cut_short(self.driver.press(&target.frame, &self.context, &enter, PROMPT)).await?;
        let rest = self.rest_in(&target.frame, Effect::Press).await?;
        Ok(Typed { value, rest })
    }

    /// Presses a key, on an element if one is given, else on what has the focus.
    ///
    /// # Errors
    /// The element cannot take the focus or is gone.
    pub async fn press_key(&self, target: Option<&Target>, chord: &Chord) -> Result<Rest, Problem> {
        let frame = match target {
            Some(target) => {
                let argument = json!({"doc": target.document, "node": target.node});
                let focused: Prepared = self.ask(&target.frame, "focusOn", &argument, PROMPT).await?;
                if focused.about.why.is_some() {
                    return Err(self.cannot(target, &focused.about, Duration::ZERO));
                }
                if !focused.focused {
                    // Some elements take the focus only by a press.
                    self.press(target, Gesture::Click, None, &[], Duration::from_secs(2)).await?;
                }
                target.frame.clone()
            }
            None => {
                self.ask::<Value>(&self.context, "arm", &json!({}), PROMPT).await?;
                self.context.clone()
            }
        };
        self.cut_short(self.driver.press(&frame, &self.context, chord, PROMPT)).await?;
        self.rest_in(&frame, Effect::Press).await
    }

    /// Runs input; a dialog that it opens ends the wait for it, not the call.
    pub(super) async fn cut_short(
        &self,
        input: impl Future<Output = Result<(), crate::driver::Fault>>,
    ) -> Result<(), Problem> {
        match self.until_cut(input).await? {
            Cut::Done(()) | Cut::Dialog(_) => Ok(()),
        }
    }

    /// Gets a field ready for keys, waiting until it can be changed.
    async fn prepare(&self, target: &Target, clear: bool, wait: Duration) -> Result<Prepared, Problem> {
        let until = Instant::now() + wait;
        let argument = json!({"doc": target.document, "node": target.node, "clear": clear});
        let mut pressed = false;
        loop {
            let field: Prepared = self.ask(&target.frame, "prepare", &argument, PROMPT).await?;
            match &field.about.why {
                None if field.focused || pressed => return Ok(field),
                None => {
                    // It takes the focus only by a press, or something else took it away.
                    self.press(target, Gesture::Click, None, &[], wait).await?;
                    pressed = true;
                }
                Some(why) => {
                    // What the page may still change is waited for; what it is not, it will not become.
                    let hopeless = matches!(why.as_str(), "gone" | "not_editable" | "readonly");
                    if hopeless || Instant::now() >= until {
                        return Err(self.cannot(target, &field.about, wait));
                    }
                    self.next_change(until).await?;
                }
            }
        }
    }

    /// Sets a field that takes no keys: dates, times, colours, ranges.
    async fn pick_value(&self, target: &Target, field: &Prepared, text: &str) -> Result<Typed, Problem> {
        let argument = json!({"doc": target.document, "node": field.node, "value": text});
        let set: ReadBack = self.ask(&target.frame, "setValue", &argument, PROMPT).await?;
        match set.why.as_deref() {
            None => {}
            Some("bad_value") => {
                let form = set.form.unwrap_or_default();
                let says = format!("{} does not take {text:?}: write it as {form}.", self.call(target));
                return Err(Problem::argument(says));
            }
            Some(_) => {
                let about = Spoken { why: set.why, ..field.about.clone() };
                return Err(self.cannot(target, &about, Duration::ZERO));
            }
        }
        let rest = self.rest_in(&target.frame, Effect::Press).await?;
        Ok(Typed { value: set.value, rest })
    }

    /// What the field holds now. A mask that the field puts over a text is its right; throwing it away is not.
    async fn read_back(
        &self,
        target: &Target,
        field: &Prepared,
        text: &str,
        clear: bool,
    ) -> Result<Option<String>, Problem> {
        let argument = json!({"doc": target.document, "node": field.node});
        let now: ReadBack = match self.ask(&target.frame, "readBack", &argument, PROMPT).await {
            Ok(now) => now,
            // The text sent the page elsewhere.
            Err(problem) if problem.code() == Code::StaleRef => return Ok(None),
            Err(problem) => return Err(problem),
        };
        if now.why.is_some() {
            // The page replaced the field; what it shows now is in the outline.
            return Ok(None);
        }
        if field.secret {
            if now.empty != text.is_empty() && clear {
                return Err(self.reverted(target, None));
            }
            return Ok(None);
        }
        let value = now.value.unwrap_or_default();
        let before = field.value.as_deref().unwrap_or_default();
        let wanted = if clear { text.to_owned() } else { format!("{before}{text}") };
        if value != wanted && (value == before || (value.is_empty() && !text.is_empty())) {
            return Err(self.reverted(target, Some(&value)));
        }
        Ok(Some(value))
    }

    fn reverted(&self, target: &Target, value: Option<&str>) -> Problem {
        let says = format!(
            "{} did not keep the text: the page put back what was there before. It may want another format, or be set by another control.",
            self.call(target)
        );
        Problem::new(Code::NotDone, says).with("value", json!(value))
    }
}
