//! Pressing on an element: aim in its frame, lift the point through the frames around it, press, see what got it.

use super::find::{Target, stale};
use super::page::{Cut, PROMPT, Page};
use super::rest::{Effect, Rest};
use crate::driver::{Button, Key, Place, Pointer};
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How often a press that went astray is repeated. It is swallowed before the page sees it, so repeating is safe.
const TRIES: usize = 3;

/// What to do with the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Press and let go.
    Click,
    /// Twice in quick succession.
    DoubleClick,
    /// With the button for context menus.
    RightClick,
    /// Only move there.
    Hover,
}

/// A press that happened.
#[derive(Clone, Debug)]
pub struct Pressed {
    /// What got it, if the page stayed long enough to tell.
    pub received: Option<Value>,
    /// How the page came to rest.
    pub rest: Rest,
}

/// What aiming brought.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Aim {
    x: f64,
    y: f64,
    why: Option<String>,
    by: Option<Value>,
    role: String,
    name: String,
    href: Option<String>,
}

impl Page {
    /// Does a gesture on an element, and waits until the page has come to rest. `at`: the place in the element, from
    /// its upper left corner in CSS pixels; its middle if none.
    ///
    /// # Errors
    /// It cannot be used (hidden, disabled, covered, …), leads where policy forbids, or did not get the press.
    pub async fn press(
        &self,
        target: &Target,
        gesture: Gesture,
        at: Option<(f64, f64)>,
        modifiers: &[Key],
        wait: Duration,
    ) -> Result<Pressed, Problem> {
        let mut stray = Value::Null;
        for _ in 0..TRIES {
            let aim = self.aim(target, gesture != Gesture::Hover, at, wait).await?;
            if gesture == Gesture::Click
                && let Some(href) = &aim.href
            {
                self.check_link(href)?;
            }
            let place = self.lift(target, (aim.x, aim.y)).await?;
            let steps = steps(gesture, &place);
            let point = self.driver.point(&self.context, &steps, modifiers, PROMPT);
            let dialog = match self.until_cut(point).await {
                Ok(Cut::Done(())) => None,
                Ok(Cut::Dialog(dialog)) => Some(dialog),
                // The press did what it was for: the page closed its own window.
                Err(_) if self.is_closed().await => {
                    return Ok(Pressed { received: None, rest: Rest::default() });
                }
                Err(problem) => return Err(problem),
            };
            let effect = if gesture == Gesture::Hover { Effect::Slight } else { Effect::Press };
            let rest = match dialog {
                Some(_) => self.rest_now(),
                None => self.rest_in(&target.frame, effect).await?,
            };
            match rest.press.clone() {
                Some(press) if press.get("stray").is_some() => stray = press["stray"].clone(),
                press => {
                    let received = press.and_then(|press| press.get("got").cloned());
                    return Ok(Pressed { received, rest });
                }
            }
        }
        let by = name_of(&stray);
        let says = format!(
            "The press did not reach {}: {by} got in the way each time and the press was taken back. Move or close that first.",
            self.call(target)
        );
        Err(Problem::new(Code::NotDone, says).with("covered_by", stray))
    }

    /// Scrolls an element into view.
    ///
    /// # Errors
    /// It is hidden or gone.
    pub async fn bring_into_view(&self, target: &Target, wait: Duration) -> Result<Rest, Problem> {
        self.aim(target, false, None, wait).await?;
        self.rest_in(&target.frame, Effect::Slight).await
    }

    async fn aim(
        &self,
        target: &Target,
        press: bool,
        at: Option<(f64, f64)>,
        wait: Duration,
    ) -> Result<Aim, Problem> {
        let mut argument = json!({
            "doc": target.document, "node": target.node, "wait": wait.as_millis() as u64, "press": press,
        });
        if let Some((x, y)) = at {
            argument["x"] = json!(x);
            argument["y"] = json!(y);
        }
        let aim: Aim = self.ask(&target.frame, "aim", &argument, wait + PROMPT).await?;
        match &aim.why {
            None => Ok(aim),
            Some(why) => Err(self.cannot(target, why, &aim.role, &aim.name, aim.by.as_ref(), wait)),
        }
    }

    /// Why an element cannot be used, and what to do.
    pub(super) fn cannot(
        &self,
        target: &Target,
        why: &str,
        role: &str,
        name: &str,
        by: Option<&Value>,
        wait: Duration,
    ) -> Problem {
        if why == "gone" {
            return stale(self.call(target));
        }
        let what = match (role, name) {
            ("", _) => self.call(target),
            (role, "") => role.to_owned(),
            (role, name) => format!("{role} {name:?}"),
        };
        let what = capital(&what);
        let waited = wait.as_secs_f64();
        let says = match why {
            "covered" => {
                let by = by.map_or_else(|| "something".to_owned(), name_of);
                format!(
                    "{what} is covered by {by} (waited {waited:.0} s): close or move that first, or give an offset x, y that is free."
                )
            }
            "disabled" => format!(
                "{what} is disabled (waited {waited:.0} s): fill or choose what the page asks for first."
            ),
            "inert" => {
                format!("{what} is inert: an open dialog or panel takes all input; use or close that first.")
            }
            "hidden" => format!("{what} is hidden (waited {waited:.0} s): open what it is in first."),
            "zero_size" => {
                format!("{what} has no size (waited {waited:.0} s), so there is nothing to press on.")
            }
            "offscreen" => format!("{what} cannot be scrolled into view (waited {waited:.0} s)."),
            "readonly" => format!("{what} is read-only: its value cannot be changed here."),
            "not_editable" => format!(
                "{what} is not editable: write needs a text field or an editor; use interact, select or press_key."
            ),
            other => format!("{what} cannot be used: {other}."),
        };
        let mut problem = Problem::new(Code::NotInteractable, says).with("reason", json!(why));
        if let Some(by) = by {
            problem = problem.with("covered_by", by.clone());
        }
        problem
    }

    /// How a target is called in a sentence: its ref if it has one, else role and name.
    pub(super) fn call(&self, target: &Target) -> String {
        let reference = self.session.view().refs.of(&target.document, target.node);
        match (reference, target.role.as_str(), target.name.as_str()) {
            (Some(reference), "", _) => reference.to_string(),
            (None, "", _) => "the element".to_owned(),
            (_, role, "") => role.to_owned(),
            (_, role, name) => format!("{role} {name:?}"),
        }
    }

    fn check_link(&self, href: &str) -> Result<(), Problem> {
        let Ok(url) = url::Url::parse(href) else { return Ok(()) };
        // Schemes that the page handles itself, or that open another program, are not visits.
        if matches!(url.scheme(), "javascript" | "mailto" | "tel" | "sms") {
            return Ok(());
        }
        self.session.inner.policy.check_request(&url).map_err(|blocked| {
            let says = format!("The link was not followed: {blocked}.");
            Problem::new(Code::AddressBlocked, says)
        })
    }

    /// The same place seen from the tab: through every frame around it, none of which may hide it.
    pub(super) async fn lift(&self, target: &Target, inner: (f64, f64)) -> Result<Place, Problem> {
        let mut outer = inner;
        let mut frame = target.frame.clone();
        while frame != self.context {
            let (parent, holder) = self.holder_of(&frame).await?;
            let argument = json!({"node": holder, "x": outer.0, "y": outer.1});
            let through: Aim = self.ask(&parent, "through", &argument, PROMPT).await?;
            if let Some(why) = &through.why {
                return Err(self.cannot(target, why, "", "", through.by.as_ref(), Duration::ZERO));
            }
            outer = (through.x, through.y);
            frame = parent;
        }
        Ok(Place { frame: target.frame.clone(), inner, outer })
    }

    /// The element that holds a frame: its document's context and its number there.
    pub(super) async fn holder_of(&self, frame: &ContextId) -> Result<(ContextId, u32), Problem> {
        let gone = || Problem::new(Code::StaleRef, "The frame is gone: look at the page again with outline.");
        let parent = self
            .session
            .know(|state| state.tab(self.tab)?.frames.get(frame).map(|frame| frame.parent.clone()))
            .ok_or_else(gone)?;
        if let Some(holder) = self.session.view().holders.get(frame).filter(|(place, _)| *place == parent) {
            return Ok(holder.clone());
        }
        let list: Value =
            self.ask(&parent, "pick", &json!({"css": "iframe,frame", "limit": 1_000}), PROMPT).await?;
        let nodes = list["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
        let numbers: Vec<u32> =
            nodes.iter().filter_map(|node| node["node"].as_u64()?.try_into().ok()).collect();
        let children = [frame.clone()];
        let pairs =
            self.driver.holders(&parent, &numbers, &children).await.map_err(|fault| self.problem(fault))?;
        let (number, _) = pairs.into_iter().find(|(_, child)| child == frame).ok_or_else(gone)?;
        self.session.view().holders.insert(frame.clone(), (parent.clone(), number));
        Ok((parent, number))
    }
}

fn steps(gesture: Gesture, place: &Place) -> Vec<Pointer> {
    let mut steps = vec![Pointer::Move(place.clone())];
    let mut press = |button, count| steps.extend([Pointer::Down(button, count), Pointer::Up(button, count)]);
    match gesture {
        Gesture::Click => press(Button::Left, 1),
        Gesture::DoubleClick => {
            press(Button::Left, 1);
            press(Button::Left, 2);
        }
        Gesture::RightClick => press(Button::Right, 1),
        Gesture::Hover => {}
    }
    steps
}

/// `button "Accept"` for what got in the way.
fn name_of(element: &Value) -> String {
    let role = element["role"].as_str().unwrap_or("something");
    match element["name"].as_str() {
        Some(name) if !name.is_empty() => format!("{role} {name:?}"),
        _ => role.to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
