//! Input over CDP. A chain of events is sent without waiting in between: the browser handles them in order, and one
//! answer, the last, says that the page has handled them all.

use super::Lane;
use crate::driver::input::{Button, Place, Pointer};
use crate::driver::keys::{Chord, Key};
use crate::driver::{Fault, QUICK};
use handback_protocol::cdp::input::{
    DispatchKeyEvent, DispatchMouseEvent, InsertText, KeyEventType, Modifiers, MouseButton, MouseEventType,
};
use handback_protocol::connection::Sent;
use handback_protocol::ids::{CdpSessionId, ContextId};
use std::time::Duration;

/// Text longer than this, in bytes, is inserted line by line, but for its last character.
const KEYED: usize = 200;

/// What we hold down in a tab, and where the pointer is.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    pub(super) at: (f64, f64),
    pub(super) buttons: Vec<Button>,
    pub(super) keys: Vec<Key>,
}

/// A chain of events on its way.
struct Chain<'a> {
    lane: &'a Lane,
    session: CdpSessionId,
    deadline: Duration,
    sent: Vec<Sent>,
    held: Held,
    tab: &'a ContextId,
}

impl Lane {
    async fn chain<'a>(&'a self, tab: &'a ContextId, deadline: Duration) -> Result<Chain<'a>, Fault> {
        let session = self.session(tab).await?;
        let held = self.known().held.get(tab).cloned().unwrap_or_default();
        Ok(Chain { lane: self, session, deadline, sent: Vec::new(), held, tab })
    }

    pub(in crate::driver) async fn point(
        &self,
        tab: &ContextId,
        steps: &[Pointer],
        modifiers: &[Key],
        deadline: Duration,
    ) -> Result<(), Fault> {
        let mut chain = self.chain(tab, deadline).await?;
        for key in modifiers {
            chain.key_down(key, false).await?;
        }
        for step in steps {
            chain.pointer(step).await?;
        }
        for key in modifiers.iter().rev() {
            chain.key_up(key).await?;
        }
        chain.finish().await
    }

    pub(in crate::driver) async fn press_all(
        &self,
        tab: &ContextId,
        chords: &[Chord],
        deadline: Duration,
    ) -> Result<(), Fault> {
        let mut chain = self.chain(tab, deadline).await?;
        for chord in chords {
            for key in &chord.modifiers {
                chain.key_down(key, false).await?;
            }
            chain.key_down(&chord.key, true).await?;
            chain.key_up(&chord.key).await?;
            for key in chord.modifiers.iter().rev() {
                chain.key_up(key).await?;
            }
        }
        chain.finish().await
    }

    pub(in crate::driver) async fn type_text(
        &self,
        tab: &ContextId,
        text: &str,
        deadline: Duration,
    ) -> Result<(), Fault> {
        let mut chain = self.chain(tab, deadline).await?;
        let last = text.char_indices().next_back().map_or(0, |(last, _)| last);
        let (long, keyed) = if text.len() > KEYED { text.split_at(last) } else { ("", text) };
        // Pages that listen to keys hear line ends and the last one; a long text key by key would take its time.
        for (number, line) in long.split('\n').enumerate() {
            if number > 0 {
                chain.key_down(&Key::of('\n'), true).await?;
                chain.key_up(&Key::of('\n')).await?;
            }
            if !line.is_empty() {
                chain.insert(line).await?;
            }
        }
        for character in keyed.chars() {
            let key = Key::of(character);
            chain.key_down(&key, true).await?;
            chain.key_up(&key).await?;
        }
        chain.finish().await
    }

    pub(in crate::driver) async fn wheel(
        &self,
        tab: &ContextId,
        place: &Place,
        by: (i64, i64),
        deadline: Duration,
    ) -> Result<(), Fault> {
        let mut chain = self.chain(tab, deadline).await?;
        let event = DispatchMouseEvent {
            delta_x: Some(by.0 as f64),
            delta_y: Some(by.1 as f64),
            ..DispatchMouseEvent::new(MouseEventType::Wheel, place.outer.0, place.outer.1)
        };
        chain.mouse(event).await?;
        chain.finish().await
    }

    pub(in crate::driver) async fn let_go(&self, tab: &ContextId) -> Result<(), Fault> {
        let mut chain = self.chain(tab, QUICK).await?;
        for button in chain.held.buttons.clone() {
            chain.pointer(&Pointer::Up(button, 1)).await?;
        }
        for key in chain.held.keys.clone().iter().rev() {
            chain.key_up(key).await?;
        }
        chain.finish().await
    }
}

impl Chain<'_> {
    async fn pointer(&mut self, step: &Pointer) -> Result<(), Fault> {
        match step {
            Pointer::Move(place) => {
                self.held.at = place.outer;
                // Chromium drags by a move's own button, not by those that are down.
                let button = self.held.buttons.first().map(|held| name(*held));
                let event = DispatchMouseEvent { button, ..self.event(MouseEventType::Moved) };
                self.mouse(event).await
            }
            Pointer::Down(button, count) => {
                self.held.buttons.push(*button);
                let event = DispatchMouseEvent {
                    button: Some(name(*button)),
                    click_count: Some(*count),
                    ..self.event(MouseEventType::Pressed)
                };
                self.mouse(event).await
            }
            Pointer::Up(button, count) => {
                self.held.buttons.retain(|held| held != button);
                let event = DispatchMouseEvent {
                    button: Some(name(*button)),
                    click_count: Some(*count),
                    ..self.event(MouseEventType::Released)
                };
                self.mouse(event).await
            }
            Pointer::Pause(time) => {
                // What was sent must have happened before the pause begins.
                self.settle().await?;
                tokio::time::sleep(*time).await;
                Ok(())
            }
        }
    }

    /// An event at the pointer's place with what is held.
    fn event(&self, kind: MouseEventType) -> DispatchMouseEvent {
        let buttons = self.held.buttons.iter().fold(0, |bits, button| bits | bit(*button));
        DispatchMouseEvent {
            buttons: Some(buttons),
            modifiers: Some(self.modifiers()),
            ..DispatchMouseEvent::new(kind, self.held.at.0, self.held.at.1)
        }
    }

    async fn mouse(&mut self, event: DispatchMouseEvent) -> Result<(), Fault> {
        let sent = self.lane.connection.send_in(Some(self.session.as_str()), &event, self.deadline).await?;
        self.sent.push(sent);
        Ok(())
    }

    async fn key_down(&mut self, key: &Key, types: bool) -> Result<(), Fault> {
        if key.modifier_bit() != 0 {
            self.held.keys.push(key.clone());
        }
        let text = key.text.as_deref().filter(|_| types && self.modifiers() & 7 == 0);
        let kind = if text.is_some() { KeyEventType::KeyDown } else { KeyEventType::RawKeyDown };
        let event = DispatchKeyEvent { text, unmodified_text: text, ..self.key_event(kind, key) };
        let sent = self.lane.connection.send_in(Some(self.session.as_str()), &event, self.deadline).await?;
        self.sent.push(sent);
        Ok(())
    }

    async fn key_up(&mut self, key: &Key) -> Result<(), Fault> {
        self.held.keys.retain(|held| held != key);
        let event = self.key_event(KeyEventType::KeyUp, key);
        let sent = self.lane.connection.send_in(Some(self.session.as_str()), &event, self.deadline).await?;
        self.sent.push(sent);
        Ok(())
    }

    fn key_event<'k>(&self, kind: KeyEventType, key: &'k Key) -> DispatchKeyEvent<'k> {
        DispatchKeyEvent { modifiers: Some(self.modifiers()), ..key.event(kind) }
    }

    async fn insert(&mut self, text: &str) -> Result<(), Fault> {
        let sent = self
            .lane
            .connection
            .send_in(Some(self.session.as_str()), &InsertText { text }, self.deadline)
            .await?;
        self.sent.push(sent);
        Ok(())
    }

    fn modifiers(&self) -> Modifiers {
        let bits = self.held.keys.iter().fold(0, |bits, key| bits | key.modifier_bit());
        Modifiers::try_from(bits).unwrap_or_default()
    }

    /// Waits for what was sent, and remembers what is held.
    async fn settle(&mut self) -> Result<(), Fault> {
        // Before the wait: it may be given up, and then what is held must be known all the same.
        self.lane.known().held.insert(self.tab.clone(), self.held.clone());
        for sent in std::mem::take(&mut self.sent) {
            sent.answer().await?;
        }
        Ok(())
    }

    async fn finish(mut self) -> Result<(), Fault> {
        self.settle().await
    }
}

impl Key {
    /// An event of this key without modifiers and text.
    pub(super) fn event(&self, kind: KeyEventType) -> DispatchKeyEvent<'_> {
        let location = u8::try_from(self.location).ok().filter(|location| *location != 0);
        DispatchKeyEvent {
            key: Some(&self.key),
            code: Some(self.code).filter(|code| !code.is_empty()),
            windows_virtual_key_code: Some(self.virtual_code).filter(|code| *code != 0),
            location,
            is_keypad: location.map(|location| location == 3),
            ..DispatchKeyEvent::new(kind)
        }
    }
}

pub(super) fn name(button: Button) -> MouseButton {
    match button {
        Button::Left => MouseButton::Left,
        Button::Middle => MouseButton::Middle,
        Button::Right => MouseButton::Right,
    }
}

pub(super) fn bit(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Right => 2,
        Button::Middle => 4,
    }
}
