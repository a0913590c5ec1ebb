//! Dragging one element onto another, or by a distance, with the pointer pressed down all the way.
//!
//! The path is walked in steps, each handled by the page before the next: lists that follow the pointer see it come, and
//! so does the browser's own drag and drop. Firefox carries such a drag and never lets it fall; there the fall is made by
//! script, and the result says so.

use super::find::Target;
use super::obstacle::{Spoken, name_of};
use super::page::{Cut, PROMPT, Page};
use super::rest::{Effect, Rest};
use crate::config::BrowserName;
use crate::driver::{Button, Place, Pointer};
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// CSS pixels between two steps of the path.
const STEP: f64 = 25.0;
/// The fewest and the most steps.
const STEPS: (f64, f64) = (6.0, 40.0);
/// How long the end of a drag that the page made its own may take to be told.
const FALL: Duration = Duration::from_millis(1_500);

/// Where to let go.
#[derive(Clone, Debug, PartialEq)]
pub enum LetGo {
    /// On an element.
    On(Target),
    /// So many CSS pixels to the right and down of where it was taken hold of.
    By(f64, f64),
}

/// A drag that happened.
#[derive(Clone, Debug)]
pub struct Dragged {
    /// `from`, `to`, `moved` and how.
    pub fields: Map<String, Value>,
    /// How the page came to rest.
    pub rest: Rest,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Grip {
    x: f64,
    y: f64,
    to: Option<Point>,
    of: Option<String>,
    #[serde(flatten)]
    about: Spoken,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Dropped {
    got: Option<Value>,
    refused: bool,
    moved: Option<Value>,
    stirred: u64,
    how: Option<String>,
}

impl Page {
    /// Drags an element. `at`: the place in it to take hold of, from its upper left corner; its middle if none.
    ///
    /// # Errors
    /// It, or what it is dragged to, cannot be reached; or the drop was not taken.
    pub async fn drag(
        &self,
        source: &Target,
        at: Option<(f64, f64)>,
        to: &LetGo,
        wait: Duration,
    ) -> Result<Dragged, Problem> {
        let grip = self.grip(source, at, to, wait).await?;
        let hold = self.lift(source, (grip.x, grip.y)).await?;
        let end = match (to, grip.to) {
            (LetGo::By(x, y), _) => self.shifted(&hold, (*x, *y)).await?,
            (LetGo::On(_), Some(point)) => self.lift(source, (point.x, point.y)).await?,
            // Out of view as yet: it is brought into view once the source is held.
            (LetGo::On(_), None) => hold.clone(),
        };
        let mut held = vec![Pointer::Move(hold.clone()), Pointer::Down(Button::Left, 1)];
        held.push(Pointer::Pause(Duration::ZERO));
        self.steps(&held).await?;
        let carried = self.carry(source, &hold, end, to, grip.to.is_none()).await;
        // Whatever came of it, the button must not stay down.
        let last = carried.as_ref().unwrap_or(&hold).clone();
        let let_go = self.steps(&[Pointer::Move(last), Pointer::Up(Button::Left, 1)]).await;
        let end = carried?;
        let_go?;
        self.fall(source, &end).await?;
        self.what_came(source, to, &grip).await
    }

    async fn grip(
        &self,
        source: &Target,
        at: Option<(f64, f64)>,
        to: &LetGo,
        wait: Duration,
    ) -> Result<Grip, Problem> {
        let mut argument =
            json!({"doc": source.document, "node": source.node, "wait": wait.as_millis() as u64});
        if let Some((x, y)) = at {
            (argument["x"], argument["y"]) = (json!(x), json!(y));
        }
        if let LetGo::On(target) = to
            && target.frame == source.frame
        {
            argument["to"] = json!(target.node);
        }
        let grip: Grip = self.ask(&source.frame, "grip", &argument, wait + PROMPT).await?;
        match (&grip.about.why, to) {
            (None, _) => Ok(grip),
            (Some(_), LetGo::On(target)) if grip.of.is_some() => Err(self.cannot(target, &grip.about, wait)),
            (Some(_), _) => Err(self.cannot(source, &grip.about, wait)),
        }
    }

    /// A place as far away, which must be in view: the pointer cannot leave the page.
    async fn shifted(&self, from: &Place, by: (f64, f64)) -> Result<Place, Problem> {
        let shift = |point: (f64, f64)| (point.0 + by.0, point.1 + by.1);
        let place = Place { frame: from.frame.clone(), inner: shift(from.inner), outer: shift(from.outer) };
        let (width, height) = self.session.size();
        let (x, y) = place.outer;
        if x < 0.0 || y < 0.0 || x >= f64::from(width) || y >= f64::from(height) {
            let says = format!(
                "by_x and by_y lead out of the viewport ({width}×{height}), to {x:.0}, {y:.0}: drag less far, or resize."
            );
            return Err(Problem::argument(says));
        }
        Ok(place)
    }

    /// Moves what is held to its end. Returns where that is.
    async fn carry(
        &self,
        source: &Target,
        hold: &Place,
        mut end: Place,
        to: &LetGo,
        is_far: bool,
    ) -> Result<Place, Problem> {
        if let LetGo::On(target) = to
            && is_far
        {
            // A drag begins with the first move; scrolling before it would be a scroll.
            let nudge = |by: f64| Place {
                outer: (hold.outer.0 + by, hold.outer.1 + by),
                inner: (hold.inner.0 + by, hold.inner.1 + by),
                ..hold.clone()
            };
            self.steps(&path(&[nudge(4.0), nudge(8.0)])).await?;
            let argument = json!({"doc": target.document, "node": target.node});
            let spot: Grip = self.ask(&target.frame, "spot", &argument, PROMPT).await?;
            if spot.about.why.is_some() {
                return Err(self.cannot(target, &spot.about, Duration::ZERO));
            }
            end = self.lift(target, (spot.x, spot.y)).await?;
            if target.frame != source.frame {
                // One pointer, one viewport: places of different frames meet in the tab's.
                end = Place { frame: self.context.clone(), inner: end.outer, outer: end.outer };
            }
        }
        self.steps(&path(&between(hold, &end))).await?;
        Ok(end)
    }

    async fn steps(&self, steps: &[Pointer]) -> Result<(), Problem> {
        match self.until_cut(self.driver.point(&self.context, steps, &[], PROMPT)).await? {
            Cut::Done(()) | Cut::Dialog(_) => Ok(()),
        }
    }

    /// Lets a drag of the page's own fall where the browser's input cannot.
    async fn fall(&self, source: &Target, end: &Place) -> Result<(), Problem> {
        if self.session.browser() != BrowserName::Firefox || self.dialog().is_some() {
            return Ok(());
        }
        let carried: Value = self.ask(&source.frame, "carried", &json!({}), PROMPT).await?;
        if carried["native"] == true && end.frame == source.frame {
            let point = json!({"x": end.inner.0, "y": end.inner.1});
            self.ask::<Value>(&source.frame, "letFall", &point, PROMPT).await?;
        }
        Ok(())
    }

    async fn what_came(&self, source: &Target, to: &LetGo, grip: &Grip) -> Result<Dragged, Problem> {
        let mut fields = Map::new();
        fields.insert("from".to_owned(), json!({"role": grip.about.role, "name": grip.about.name}));
        if self.dialog().is_some() {
            return Ok(Dragged { fields, rest: self.rest_now() });
        }
        let argument = json!({"cap": FALL.as_millis() as u64});
        let rest = self.rest_in(&source.frame, Effect::Press).await?;
        let dropped: Dropped = match self.ask(&source.frame, "dropped", &argument, PROMPT).await {
            Ok(dropped) => dropped,
            // The drop led to another page.
            Err(problem) if problem.code() == Code::StaleRef => return Ok(Dragged { fields, rest }),
            Err(problem) => return Err(problem),
        };
        let got = dropped.got.map(|got| self.spoken(source, got));
        if dropped.refused {
            let on = got.as_ref().map_or_else(|| "what is there".to_owned(), name_of);
            let says = format!(
                "{} was dragged and dropped, and {on} did not take it: drop it on something that does.",
                self.call(source)
            );
            return Err(Problem::new(Code::NotDone, says).with("to", json!(got)));
        }
        match (got, to) {
            (Some(got), _) => drop(fields.insert("to".to_owned(), got)),
            (None, LetGo::On(target)) => {
                fields.insert("to".to_owned(), json!({"role": target.role, "name": target.name}));
            }
            (None, LetGo::By(..)) => {}
        }
        let moved = dropped.moved.map(|mut moved| {
            if let Some(into) = moved.get_mut("into") {
                *into = self.spoken(source, into.take());
            }
            moved
        });
        let changed = moved.is_some() || dropped.stirred > 0;
        // A canvas may have drawn it; what the page says nothing of is told as that.
        fields.insert(
            "moved".to_owned(),
            moved.unwrap_or_else(|| if changed { json!("the page changed") } else { Value::Null }),
        );
        if let Some(how) = dropped.how {
            fields.insert("how".to_owned(), json!(how));
        }
        Ok(Dragged { fields, rest })
    }
}

/// The places on the way, the end twice: what takes a drop decides when it is hovered over, not when it is entered.
fn between(from: &Place, to: &Place) -> Vec<Place> {
    let (dx, dy) = (to.outer.0 - from.outer.0, to.outer.1 - from.outer.1);
    let count = (dx.hypot(dy) / STEP).ceil().clamp(STEPS.0, STEPS.1);
    // Places of another frame count from its own corner, which only the end knows.
    let crosses = from.frame != to.frame;
    let start = if crosses { from.outer } else { from.inner };
    let at = |part: f64| {
        let mix = |a: (f64, f64), b: (f64, f64)| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
        Place { frame: to.frame.clone(), inner: mix(start, to.inner), outer: mix(from.outer, to.outer) }
    };
    let mut places: Vec<Place> = (1..=count as u32).map(|step| at(f64::from(step) / count)).collect();
    places.push(to.clone());
    places
}

fn path(places: &[Place]) -> Vec<Pointer> {
    places.iter().flat_map(|place| [Pointer::Move(place.clone()), Pointer::Pause(Duration::ZERO)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_walked_in_steps_and_ends_where_it_should() {
        let place = |x: f64, y: f64| Place { frame: "A".into(), inner: (x, y), outer: (x + 10.0, y) };
        let near = between(&place(0.0, 0.0), &place(6.0, 0.0));
        assert_eq!(near.len(), 7);
        assert_eq!(near[0], place(1.0, 0.0));
        assert_eq!(near.last(), Some(&place(6.0, 0.0)));
        let far = between(&place(0.0, 0.0), &place(0.0, 10_000.0));
        assert_eq!(far.len(), 41, "bounded");
    }
}
