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

/// How long a field must keep a text, where the page set a timer when it came.
const HOLD: Duration = Duration::from_millis(200);

/// A text that was written.
#[derive(Clone, Debug)]
pub struct Typed {
    /// What the field holds now; none for a secret.
    pub value: Option<String>,
    /// `script` when no key could do it.
    pub how: Option<&'static str>,
    /// How the page came to rest.
    pub rest: Rest,
}

/// What `prepare` answers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Prepared {
    kind: String,
    #[serde(flatten)]
    pub(super) about: Spoken,
    pub(super) node: u32,
    /// The part that shows the text, where the field itself shows none.
    outer: Option<u32>,
    focused: bool,
    secret: bool,
    value: Option<String>,
    /// The most characters that it takes, in UTF-16 units.
    limit: Option<usize>,
    /// Boxes of one character each, from this one on.
    cells: usize,
    lines: bool,
    empty: bool,
    mac: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ReadBack {
    why: Option<String>,
    value: Option<String>,
    empty: bool,
}

impl Prepared {
    /// The question for what the field holds.
    fn to_read_back(&self, target: &Target) -> Value {
        json!({
            "doc": target.document, "node": self.node, "outer": self.outer, "cells": self.cells > 1,
            "hold": HOLD.as_millis() as u64,
        })
    }
}

impl Page {
    /// Writes a text into a field: replaces what is in it, or adds to its end. `submit` presses Enter after.
    ///
    /// # Errors
    /// It is no field, cannot be changed, does not take such a text, or did not keep it.
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
            return self.pick_value(target, &field.about, field.node, text).await;
        }
        self.check_fits(target, &field, text, clear)?;
        let deadline = PROMPT + Duration::from_millis(40 * text.chars().count() as u64);
        if field.kind == "rich" {
            self.place_caret(target, &field, clear).await?;
        }
        if !text.is_empty() {
            self.cut_short(self.driver.type_text(&target.frame, &self.context, text, deadline)).await?;
        } else if clear && !field.empty {
            self.key(target, "Delete").await?;
        }
        let read = field.to_read_back(target);
        let mut rest = self.rest_and_read(&target.frame, Effect::Text, Some(&read)).await?;
        if rest.dialog.is_some() {
            return Ok(Typed { value: None, how: None, rest });
        }
        let value = self.kept(target, &field, rest.read.take(), text, clear)?;
        if !submit {
            return Ok(Typed { value, how: None, rest });
        }
        self.key(target, "Enter").await?;
        let rest = self.rest_in(&target.frame, Effect::Press).await?;
        Ok(Typed { value, how: None, rest })
    }

    fn check_fits(&self, target: &Target, field: &Prepared, text: &str, clear: bool) -> Result<(), Problem> {
        if text.contains(['\n', '\r']) && !field.lines {
            let says = "text has several lines and the field takes one: leave the line ends out, or use submit to press Enter.";
            return Err(Problem::argument(says));
        }
        let units = |text: &str| text.encode_utf16().count();
        let before = field.value.as_deref().filter(|_| !clear).map_or(0, units);
        let length = before + units(text);
        match field.limit {
            Some(limit) if length > limit && units(text) > field.cells => {
                let says = format!(
                    "{} takes at most {limit} characters, not {length}: write less.",
                    self.call(target)
                );
                Err(Problem::argument(says))
            }
            _ => Ok(()),
        }
    }

    /// Selects all of an editor of the page's own, or goes to its end. It may hold more than it draws, and knows a
    /// selection by its keys.
    async fn place_caret(&self, target: &Target, field: &Prepared, clear: bool) -> Result<(), Problem> {
        if field.empty {
            return Ok(());
        }
        self.key(
            target,
            match (clear, field.mac) {
                (true, false) => "Control+a",
                (true, true) => "Meta+a",
                (false, false) => "Control+End",
                (false, true) => "Meta+ArrowDown",
            },
        )
        .await
    }

    async fn key(&self, target: &Target, name: &str) -> Result<(), Problem> {
        let chord = Chord::read(name).map_err(Problem::internal)?;
        self.cut_short(self.driver.press(&target.frame, &self.context, &chord, PROMPT)).await
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
                None if field.focused || pressed || field.kind == "picked" => return Ok(field),
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

    /// What the field holds now. A mask that the field puts over a text is its right; throwing it away is not.
    fn kept(
        &self,
        target: &Target,
        field: &Prepared,
        read: Option<Value>,
        text: &str,
        clear: bool,
    ) -> Result<Option<String>, Problem> {
        // Nothing was read where the text sent the page elsewhere.
        let Some(read) = read else { return Ok(None) };
        let now = ReadBack::deserialize(read).map_err(Problem::internal)?;
        if now.why.is_some() {
            // The page replaced the field; what it shows now is in the outline.
            return Ok(None);
        }
        if field.secret {
            let kept = !clear || now.empty == text.is_empty();
            return if kept { Ok(None) } else { Err(self.not_kept(target, None)) };
        }
        let value = now.value.unwrap_or_default();
        let before = field.value.as_deref().unwrap_or_default();
        if keeps(&value, text, before, clear) {
            Ok(Some(value))
        } else {
            Err(self.not_kept(target, Some(&value)))
        }
    }

    fn not_kept(&self, target: &Target, value: Option<&str>) -> Problem {
        let says = format!(
            "{} did not keep the text: the page changed it or put back what was there before. It may want another format, or be set by another control.",
            self.call(target)
        );
        Problem::new(Code::NotDone, says).with("value", json!(value))
    }
}

/// Whether a field that held `before` and holds `value` now took the text: as it is, or in a form of its own (white
/// space, case, a mask around it, something added).
fn keeps(value: &str, text: &str, before: &str, clear: bool) -> bool {
    let bare = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
    };
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = if clear { bare(text) } else { bare(before) + &bare(text) };
    let now = bare(value);
    if now == wanted {
        return true;
    }
    let (now_letters, wanted_letters) = (letters(value), letters(&wanted));
    if wanted_letters.is_empty() {
        return !wanted.is_empty() && now.contains(&wanted);
    }
    // What should have been replaced and still is there was not.
    let old = letters(before);
    let kept_old =
        clear && !old.is_empty() && now_letters.len() > wanted_letters.len() && now_letters.contains(&old);
    now_letters.contains(&wanted_letters) && !kept_old
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_a_fields_right_and_a_text_put_back_is_not() {
        for (value, text, before) in [
            ("Ada", "Ada", ""),
            ("(555) 123-4567", "5551234567", ""),
            ("1,234.00", "1234", "9"),
            ("ADA", "ada", "x"),
            ("two\n\nlines", "two\nlines", ""),
            ("", "", "old"),
            ("ada@example.org", "ada@example", ""),
            ("😀", "😀", ""),
        ] {
            assert!(keeps(value, text, before, true), "{value:?} for {text:?}");
        }
        for (value, text, before) in [
            ("old", "new", "old"),
            ("", "new", ""),
            ("oldnew", "new", "old"),
            ("new old", "new", "old"),
            ("ne", "new", ""),
            ("old", "", "old"),
            ("", "😀", ""),
        ] {
            assert!(!keeps(value, text, before, true), "{value:?} for {text:?}");
        }
        assert!(keeps("old and new", " and new", "old", false));
        assert!(!keeps("old", " and new", "old", false));
    }
}
