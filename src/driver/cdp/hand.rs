//! A person's hand over CDP: each event on its own, with what is held remembered so that it can be let go.

use super::Lane;
use super::input::{bit, name};
use crate::driver::Fault;
use crate::driver::hand::Hand;
use handback_protocol::cdp::input::{
    DispatchKeyEvent, DispatchMouseEvent, ImeSetComposition, InsertText, KeyEventType, Modifiers,
    MouseEventType,
};
use handback_protocol::connection::Sent;
use handback_protocol::ids::ContextId;
use std::time::Duration;

/// How long the page may take to handle an event before its answer is given up.
const EVENT: Duration = Duration::from_secs(30);

impl Lane {
    pub(in crate::driver) async fn hand(
        &self,
        tab: &ContextId,
        hand: &Hand,
        modifiers: Modifiers,
    ) -> Result<Sent, Fault> {
        let session = self.session(tab).await?;
        let session = Some(session.as_str());
        let wire = &self.connection;
        let buttons = self.hold(tab, hand);
        let mouse = |kind, at: (f64, f64)| DispatchMouseEvent {
            buttons: Some(buttons),
            modifiers: Some(modifiers),
            ..DispatchMouseEvent::new(kind, at.0, at.1)
        };
        let sent = match hand {
            Hand::Move(at) => wire.send_in(session, &mouse(MouseEventType::Moved, *at), EVENT).await?,
            Hand::Down(button, at, clicks) => {
                let event = DispatchMouseEvent {
                    button: Some(name(*button)),
                    click_count: Some(*clicks),
                    ..mouse(MouseEventType::Pressed, *at)
                };
                wire.send_in(session, &event, EVENT).await?
            }
            Hand::Up(button, at, clicks) => {
                let event = DispatchMouseEvent {
                    button: Some(name(*button)),
                    click_count: Some(*clicks),
                    ..mouse(MouseEventType::Released, *at)
                };
                wire.send_in(session, &event, EVENT).await?
            }
            Hand::Wheel(at, by) => {
                let event = DispatchMouseEvent {
                    delta_x: Some(by.0),
                    delta_y: Some(by.1),
                    ..mouse(MouseEventType::Wheel, *at)
                };
                wire.send_in(session, &event, EVENT).await?
            }
            Hand::KeyDown(key, repeat) => {
                let text = key.text.as_deref();
                let kind = if text.is_some() { KeyEventType::KeyDown } else { KeyEventType::RawKeyDown };
                let event = DispatchKeyEvent {
                    text,
                    unmodified_text: text,
                    auto_repeat: repeat.then_some(true),
                    modifiers: Some(modifiers),
                    ..key.event(kind)
                };
                wire.send_in(session, &event, EVENT).await?
            }
            Hand::KeyUp(key) => {
                let event = DispatchKeyEvent { modifiers: Some(modifiers), ..key.event(KeyEventType::KeyUp) };
                wire.send_in(session, &event, EVENT).await?
            }
            Hand::Text(text) => wire.send_in(session, &InsertText { text }, EVENT).await?,
            Hand::Compose(text, from, to) => {
                let event = ImeSetComposition { text, selection_start: *from, selection_end: *to };
                wire.send_in(session, &event, EVENT).await?
            }
        };
        Ok(sent)
    }

    /// Remembers what is held once the event has happened; the buttons that are down then, as CDP's bits.
    fn hold(&self, tab: &ContextId, hand: &Hand) -> u8 {
        let mut known = self.known();
        let held = known.held.entry(tab.clone()).or_default();
        match hand {
            Hand::Move(at) | Hand::Wheel(at, _) => held.at = *at,
            Hand::Down(button, at, _) => {
                held.at = *at;
                if !held.buttons.contains(button) {
                    held.buttons.push(*button);
                }
            }
            Hand::Up(button, at, _) => {
                held.at = *at;
                held.buttons.retain(|down| down != button);
            }
            Hand::KeyDown(key, _) => {
                if !held.keys.iter().any(|down| down.code == key.code && down.key == key.key) {
                    held.keys.push(key.clone());
                }
            }
            // With another modifier the same key has another value when it comes up.
            Hand::KeyUp(key) => {
                held.keys
                    .retain(|down| down.key != key.key && (down.code.is_empty() || down.code != key.code));
            }
            Hand::Text(_) | Hand::Compose(..) => {}
        }
        held.buttons.iter().fold(0, |bits, button| bits | bit(*button))
    }
}
