//! Fields whose value has a form: dates and times, ranges, colours. Keys where keys lead there, else script.

use super::find::Target;
use super::obstacle::Spoken;
use super::page::{PROMPT, Page};
use super::rest::Effect;
use super::type_text::Typed;
use crate::driver::Chord;
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Picked {
    why: Option<String>,
    form: String,
    /// The value as the field writes it.
    value: String,
    keys: Vec<String>,
}

impl Page {
    /// Sets such a field.
    ///
    /// # Errors
    /// The value does not have the field's form, or the field did not keep it.
    pub(super) async fn pick_value(
        &self,
        target: &Target,
        about: &Spoken,
        node: u32,
        text: &str,
    ) -> Result<Typed, Problem> {
        let mut argument = json!({"doc": target.document, "node": node, "value": text});
        let plan: Picked = self.ask(&target.frame, "pickKeys", &argument, PROMPT).await?;
        match plan.why.as_deref() {
            None => {}
            Some("bad_value") => {
                let says =
                    format!("{} does not take {text:?}: write it as {}.", self.call(target), plan.form);
                return Err(Problem::argument(says));
            }
            Some(_) => {
                let about = Spoken { why: plan.why, ..about.clone() };
                return Err(self.cannot(target, &about, Duration::ZERO));
            }
        }
        let keys: Result<Vec<Chord>, String> = plan.keys.iter().map(|key| Chord::read(key)).collect();
        let keys = keys.map_err(Problem::internal)?;
        if !keys.is_empty() {
            self.cut_short(self.driver.press_all(&target.frame, &self.context, &keys, PROMPT)).await?;
        }
        let mut rest = self.rest_in(&target.frame, Effect::Press).await?;
        let mut how = None;
        if rest.dialog.is_none()
            && self.value_of(target, node).await?.is_some_and(|value| value != plan.value)
        {
            argument["value"] = json!(plan.value);
            self.ask::<Picked>(&target.frame, "setValue", &argument, PROMPT).await?;
            how = Some("script");
            rest = self.rest_in(&target.frame, Effect::Press).await?;
        }
        if rest.dialog.is_some() {
            return Ok(Typed { value: None, how, rest });
        }
        let value = self.value_of(target, node).await?;
        if value.as_ref().is_some_and(|value| *value != plan.value) {
            let says = format!("{} did not keep the value: the page changed it.", self.call(target));
            return Err(Problem::new(Code::NotDone, says).with("value", json!(value)));
        }
        Ok(Typed { value, how, rest })
    }

    /// What the field holds; none if the page replaced it.
    async fn value_of(&self, target: &Target, node: u32) -> Result<Option<String>, Problem> {
        let argument = json!({"doc": target.document, "node": node});
        match self.ask::<Picked>(&target.frame, "readBack", &argument, PROMPT).await {
            Ok(now) => Ok(now.why.is_none().then_some(now.value)),
            Err(problem) if problem.code() == Code::StaleRef => Ok(None),
            Err(problem) => Err(problem),
        }
    }
}
