//! Input as a person gives it: pointer, keys, wheel. Both protocols make trusted events.

use super::{Browser, Chord, Fault, Key};
use handback_protocol::bidi::input::{
    Contact, KeyAction, PerformActions, PointerAction, PointerParameters, PointerType, ReleaseActions,
    SourceActions, WheelAction,
};
use handback_protocol::ids::ContextId;
use std::time::Duration;

/// A place in a frame, in CSS pixels: by the frame's own viewport, and by the tab's. BiDi takes the one, CDP the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The frame; the tab itself for its main frame.
    pub frame: ContextId,
    /// In the frame's viewport.
    pub inner: (f64, f64),
    /// In the tab's viewport.
    pub outer: (f64, f64),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Button {
    /// The main one.
    #[default]
    Left,
    /// The wheel's.
    Middle,
    /// The one for context menus.
    Right,
}

impl Button {
    /// Its number in events ([UI Events](https://www.w3.org/TR/uievents/#dom-mouseevent-button)).
    pub fn number(self) -> u32 {
        match self {
            Self::Left => 0,
            Self::Middle => 1,
            Self::Right => 2,
        }
    }
}

/// One step of the pointer.
#[derive(Clone, Debug, PartialEq)]
pub enum Pointer {
    /// Moves to a place.
    Move(Place),
    /// Presses a button down, the n-th time in quick succession.
    Down(Button, u32),
    /// Lets a button go.
    Up(Button, u32),
    /// Stands still.
    Pause(Duration),
}

/// Names of our input sources in BiDi.
const MOUSE: &str = "handback-mouse";
const KEYBOARD: &str = "handback-keyboard";
const WHEEL: &str = "handback-wheel";

impl Browser {
    /// Moves and presses, with modifier keys held meanwhile. The answer comes when the page has handled the events,
    /// or, if they opened a dialog, when it is closed.
    ///
    /// # Errors
    /// The wire is over or the frame is gone.
    pub async fn point(
        &self,
        tab: &ContextId,
        steps: &[Pointer],
        modifiers: &[Key],
        deadline: Duration,
    ) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            return lane.point(tab, steps, modifiers, deadline).await;
        }
        let frame = steps.iter().find_map(|step| match step {
            Pointer::Move(place) => Some(&place.frame),
            _ => None,
        });
        let mut before: Vec<KeyAction> = modifiers.iter().map(down).collect();
        let mut actions = vec![PointerAction::Pause { duration: 0 }; before.len()];
        actions.extend(steps.iter().map(pointer_action));
        // Ticks run side by side: the keys are let go after the last step.
        before.extend(vec![KeyAction::Pause { duration: 0 }; actions.len() - before.len()]);
        before.extend(modifiers.iter().rev().map(up));
        let sources = [
            SourceActions::Key { id: KEYBOARD.to_owned(), actions: before },
            SourceActions::Pointer {
                id: MOUSE.to_owned(),
                parameters: PointerParameters { pointer_type: PointerType::Mouse },
                actions,
            },
        ];
        self.perform(frame.unwrap_or(tab), &sources, deadline).await
    }

    /// Presses a key with its modifiers and lets all go.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn press(
        &self,
        frame: &ContextId,
        tab: &ContextId,
        chord: &Chord,
        deadline: Duration,
    ) -> Result<(), Fault> {
        self.press_all(frame, tab, std::slice::from_ref(chord), deadline).await
    }

    /// Presses keys one after the other, each with its modifiers.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn press_all(
        &self,
        frame: &ContextId,
        tab: &ContextId,
        chords: &[Chord],
        deadline: Duration,
    ) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            return lane.press_all(tab, chords, deadline).await;
        }
        let actions = chords
            .iter()
            .flat_map(|chord| {
                let held = chord.modifiers.iter();
                held.clone().map(down).chain([down(&chord.key), up(&chord.key)]).chain(held.rev().map(up))
            })
            .collect();
        self.perform(frame, &[SourceActions::Key { id: KEYBOARD.to_owned(), actions }], deadline).await
    }

    /// Presses a key down, or lets it go, over BiDi.
    pub(super) async fn key(
        &self,
        tab: &ContextId,
        key: &Key,
        goes_down: bool,
        deadline: Duration,
    ) -> Result<(), Fault> {
        let actions = vec![if goes_down { down(key) } else { up(key) }];
        self.perform(tab, &[SourceActions::Key { id: KEYBOARD.to_owned(), actions }], deadline).await
    }

    /// Types a text into what has the focus, key by key.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn type_text(
        &self,
        frame: &ContextId,
        tab: &ContextId,
        text: &str,
        deadline: Duration,
    ) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            return lane.type_text(tab, text, deadline).await;
        }
        let actions: Vec<KeyAction> = text
            .chars()
            .flat_map(|character| {
                let key = Key::of(character);
                [down(&key), up(&key)]
            })
            .collect();
        self.perform(frame, &[SourceActions::Key { id: KEYBOARD.to_owned(), actions }], deadline).await
    }

    /// Turns the wheel at a place.
    ///
    /// # Errors
    /// The wire is over or the frame is gone.
    pub async fn wheel(
        &self,
        tab: &ContextId,
        place: &Place,
        by: (i64, i64),
        deadline: Duration,
    ) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            return lane.wheel(tab, place, by, deadline).await;
        }
        let scroll = WheelAction::Scroll {
            x: place.inner.0 as i64,
            y: place.inner.1 as i64,
            delta_x: by.0,
            delta_y: by.1,
            duration: None,
            origin: None,
        };
        let sources = [SourceActions::Wheel { id: WHEEL.to_owned(), actions: vec![scroll] }];
        self.perform(&place.frame, &sources, deadline).await
    }

    /// Lets go of every key and button that we hold in a tab.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn let_go(&self, tab: &ContextId) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            return lane.let_go(tab).await;
        }
        self.bidi().call(&ReleaseActions { context: tab }, super::QUICK).await?;
        Ok(())
    }

    async fn perform(
        &self,
        frame: &ContextId,
        actions: &[SourceActions],
        deadline: Duration,
    ) -> Result<(), Fault> {
        self.bidi().call(&PerformActions { context: frame, actions }, deadline).await?;
        Ok(())
    }
}

fn pointer_action(step: &Pointer) -> PointerAction {
    match step {
        Pointer::Move(place) => PointerAction::PointerMove {
            x: place.inner.0,
            y: place.inner.1,
            duration: None,
            origin: None,
            contact: Contact::default(),
        },
        Pointer::Down(button, _) => {
            PointerAction::PointerDown { button: button.number(), contact: Contact::default() }
        }
        Pointer::Up(button, _) => PointerAction::PointerUp { button: button.number() },
        Pointer::Pause(time) => {
            PointerAction::Pause { duration: u64::try_from(time.as_millis()).unwrap_or(u64::MAX) }
        }
    }
}

fn down(key: &Key) -> KeyAction {
    KeyAction::KeyDown { value: key.point.to_string() }
}

fn up(key: &Key) -> KeyAction {
    KeyAction::KeyUp { value: key.point.to_string() }
}
