//! Pressing on an element: aim in its frame, lift the point through the frames around it, press, see what got it.

use super::find::Target;
use super::obstacle::{Spoken, name_of};
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
    href: Option<String>,
    #[serde(flatten)]
    about: Spoken,
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
            if let Some(why) = aim.about.why.as_deref() {
                return self.press_without_a_place(target, gesture, why, &aim.about).await;
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
                    let got = press.and_then(|press| press.get("got").cloned());
                    let received = got.map(|got| self.spoken(target, got));
                    return Ok(Pressed { received, rest });
                }
            }
        }
        let stray = self.spoken(target, stray);
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
        match aim.about.why.as_deref() {
            None => Ok(aim),
            Some("no_layout" | "option") if press => Ok(aim),
            Some(_) => Err(self.cannot(target, &aim.about, wait)),
        }
    }

    /// An option of a closed select, and what the browser does not lay out: no pointer gets there.
    async fn press_without_a_place(
        &self,
        target: &Target,
        gesture: Gesture,
        why: &str,
        about: &Spoken,
    ) -> Result<Pressed, Problem> {
        if gesture != Gesture::Click {
            return Err(self.cannot(target, about, Duration::ZERO));
        }
        if why == "option" {
            // Boxed: choosing presses in its turn.
            let chosen = Box::pin(self.choose(target, &[], "value", PROMPT)).await?;
            let mut received = json!({"role": about.role, "name": about.name});
            received["how"] = json!(chosen.how);
            return Ok(Pressed { received: Some(received), rest: chosen.rest });
        }
        let argument = json!({"doc": target.document, "node": target.node});
        let clicked: Value = self.ask(&target.frame, "scriptClick", &argument, PROMPT).await?;
        let rest = self.rest_in(&target.frame, Effect::Press).await?;
        Ok(Pressed { received: clicked.get("got").map(|got| self.spoken(target, got.clone())), rest })
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
            if through.about.why.is_some() {
                return Err(self.cannot(target, &through.about, Duration::ZERO));
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
