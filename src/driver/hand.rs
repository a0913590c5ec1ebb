//! A person's hand on a tab: pointer, wheel, keys and text, one event at a time as they make them.
//!
//! Over CDP an event is sent on its way and its answer is left to the caller, so that a page which is slow to handle one
//! does not hold the next one back. Over BiDi each is waited for.

use super::input::{Button, Pointer};
use super::{Browser, Fault, Key, Place};
use handback_protocol::connection::Sent;
use handback_protocol::ids::ContextId;
use std::time::Duration;

/// What a hand does.
#[derive(Clone, Debug, PartialEq)]
pub enum Hand {
    /// The pointer moves to a place.
    Move((f64, f64)),
    /// A button goes down at a place, the n-th time in quick succession.
    Down(Button, (f64, f64), u32),
    /// A button is let go at a place.
    Up(Button, (f64, f64), u32),
    /// The wheel turns at a place, by so many CSS pixels.
    Wheel((f64, f64), (f64, f64)),
    /// A key goes down, or repeats because it is held.
    KeyDown(Key, bool),
    /// A key is let go.
    KeyUp(Key),
    /// A text comes from no key: pasted, composed, or from a keyboard on a screen.
    Text(String),
    /// A text is being composed: shown, not yet taken. The selection's ends are UTF-16 units into it.
    Compose(String, u32, u32),
}

/// How long one event may take over BiDi: a page that never answers must not stop the hand for ever.
const EVENT: Duration = Duration::from_secs(5);

impl Browser {
    /// Does what the hand does in a tab; places are CSS pixels of its viewport. `modifiers`: those that the hand holds,
    /// as CDP's bits. The answer, where there is one, says that the page has handled it.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn hand(&self, tab: &ContextId, hand: &Hand, modifiers: u8) -> Result<Option<Sent>, Fault> {
        if let Some(lane) = self.lane() {
            return lane.hand(tab, hand, modifiers).await.map(Some);
        }
        let place = |at: (f64, f64)| Place { frame: tab.clone(), inner: at, outer: at };
        match hand {
            Hand::Move(at) => self.point(tab, &[Pointer::Move(place(*at))], &[], EVENT).await,
            Hand::Down(button, at, clicks) => {
                let steps = [Pointer::Move(place(*at)), Pointer::Down(*button, *clicks)];
                self.point(tab, &steps, &[], EVENT).await
            }
            Hand::Up(button, at, clicks) => {
                let steps = [Pointer::Move(place(*at)), Pointer::Up(*button, *clicks)];
                self.point(tab, &steps, &[], EVENT).await
            }
            Hand::Wheel(at, by) => {
                self.wheel(tab, &place(*at), (by.0.round() as i64, by.1.round() as i64), EVENT).await
            }
            Hand::KeyDown(key, _) => self.key(tab, key, true, EVENT).await,
            Hand::KeyUp(key) => self.key(tab, key, false, EVENT).await,
            Hand::Text(text) => {
                self.type_text(tab, tab, text, EVENT + Duration::from_millis(20) * text.len() as u32).await
            }
            // There is no composing over BiDi: the text comes when it is taken.
            Hand::Compose(..) => Ok(()),
        }
        .map(|()| None)
    }
}
