//! Scrolling the page or the right box in it.

use super::find::{Target, stale};
use super::page::{Cut, PROMPT, Page};
use super::rest::{Effect, Rest};
use crate::driver::Place;
use crate::problem::Problem;
use serde_json::{Map, Value, json};

impl Page {
    /// Scrolls by `{x, y}` CSS pixels or `{to: top | bottom}`; one screen down if neither is given. Where nothing
    /// scrolls by itself the wheel is turned over it: maps and canvases listen to that.
    ///
    /// # Errors
    /// The element is gone.
    pub async fn scroll(
        &self,
        target: Option<&Target>,
        by: &Value,
    ) -> Result<(Map<String, Value>, Rest), Problem> {
        let mut argument = by.clone();
        let frame = match target {
            Some(target) => {
                argument["doc"] = json!(target.document);
                argument["node"] = json!(target.node);
                target.frame.clone()
            }
            None => self.context.clone(),
        };
        let scrolled: Value = self.ask(&frame, "scrollBox", &argument, PROMPT).await?;
        if scrolled.get("why").is_some() {
            return Err(stale(target.map_or_else(|| "The page".to_owned(), |target| self.call(target))));
        }
        let moved = |axis: &str| scrolled["moved"][axis].as_f64().unwrap_or_default() != 0.0;
        let asked = |axis: &str| by[axis].as_f64().unwrap_or_default();
        if !moved("x") && !moved("y") && (asked("x") != 0.0 || asked("y") != 0.0) {
            self.turn_wheel(target, &frame, &scrolled["middle"], (asked("x") as i64, asked("y") as i64))
                .await?;
        }
        let rest = self.rest_in(&frame, Effect::Press).await?;
        let now: Value = match self
            .ask(
                &frame,
                "scrollBox",
                &json!({"x": 0, "y": 0, "doc": argument["doc"], "node": argument["node"]}),
                PROMPT,
            )
            .await
        {
            Ok(now) => now,
            // The scroll brought another page, or took the element away.
            Err(_) => scrolled.clone(),
        };
        let now = if now.get("why").is_some() { scrolled } else { now };
        let mut fields = Map::new();
        fields.insert("position".to_owned(), now["position"].clone());
        fields.insert("more".to_owned(), now["more"].clone());
        let mut what = now["what"].clone();
        if let Some(what) = what.as_object_mut() {
            what.remove("node");
        }
        fields.insert("scrolled".to_owned(), what);
        Ok((fields, rest))
    }

    async fn turn_wheel(
        &self,
        target: Option<&Target>,
        frame: &handback_protocol::ids::ContextId,
        middle: &Value,
        by: (i64, i64),
    ) -> Result<(), Problem> {
        let inner = (middle[0].as_f64().unwrap_or_default(), middle[1].as_f64().unwrap_or_default());
        let place = match target {
            Some(target) => self.lift(target, inner).await?,
            None => Place { frame: frame.clone(), inner, outer: inner },
        };
        match self.until_cut(self.driver.wheel(&self.context, &place, by, PROMPT)).await? {
            Cut::Done(()) | Cut::Dialog(_) => Ok(()),
        }
    }
}
