//! [Input](https://chromedevtools.github.io/devtools-protocol/tot/Input/): mouse, keys, touch, text and drags. Places
//! are CSS pixels of the main frame's viewport. The events are trusted.

use crate::message::{Nothing, commands, events, words};
use serde::{Deserialize, Serialize};
use serde_json::Value;

commands! {
    DispatchMouseEvent = "Input.dispatchMouseEvent" -> Nothing;
    DispatchKeyEvent<'a> = "Input.dispatchKeyEvent" -> Nothing;
    InsertText<'a> = "Input.insertText" -> Nothing;
    ImeSetComposition<'a> = "Input.imeSetComposition" -> Nothing;
    DispatchTouchEvent<'a> = "Input.dispatchTouchEvent" -> Nothing;
    DispatchDragEvent<'a> = "Input.dispatchDragEvent" -> Nothing;
    SetInterceptDrags = "Input.setInterceptDrags" -> Nothing;
}

events! {
    DragIntercepted = "Input.dragIntercepted";
}

/// Modifier keys, as a sum: Alt 1, Ctrl 2, Meta 4, Shift 8.
pub type Modifiers = u8;

/// Moves, presses, lets go or turns the wheel. A move is answered with the page's next frame.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchMouseEvent {
    /// Which of them.
    #[serde(rename = "type")]
    pub kind: MouseEventType,
    /// Right of the left edge.
    pub x: f64,
    /// Below the top edge.
    pub y: f64,
    /// Modifier keys that are down.
    pub modifiers: Option<Modifiers>,
    /// The button that goes down or up.
    pub button: Option<MouseButton>,
    /// Buttons that are down, as a sum: left 1, right 2, middle 4.
    pub buttons: Option<u8>,
    /// Which click of several this is: 2 makes a double click.
    pub click_count: Option<u32>,
    /// To the right, for the wheel.
    pub delta_x: Option<f64>,
    /// Down, for the wheel.
    pub delta_y: Option<f64>,
    /// Mouse if `None`.
    pub pointer_type: Option<PointerType>,
}

impl DispatchMouseEvent {
    /// An event with nothing pressed.
    pub fn new(kind: MouseEventType, x: f64, y: f64) -> Self {
        Self {
            kind,
            x,
            y,
            modifiers: None,
            button: None,
            buttons: None,
            click_count: None,
            delta_x: None,
            delta_y: None,
            pointer_type: None,
        }
    }
}

words! {
    /// What a mouse does.
    MouseEventType {
        /// A button goes down.
        Pressed = "mousePressed",
        /// A button goes up.
        Released = "mouseReleased",
        /// It moves.
        Moved = "mouseMoved",
        /// Its wheel turns.
        Wheel = "mouseWheel",
    }
}

words! {
    /// A button.
    MouseButton {
        /// None.
        None = "none",
        /// Left.
        Left = "left",
        /// Middle.
        Middle = "middle",
        /// Right.
        Right = "right",
        /// Back.
        Back = "back",
        /// Forward.
        Forward = "forward",
    }
}

words! {
    /// What points.
    PointerType {
        /// A mouse.
        Mouse = "mouse",
        /// A pen.
        Pen = "pen",
    }
}

/// Presses a key or lets it go.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchKeyEvent<'a> {
    /// Which of them.
    #[serde(rename = "type")]
    pub kind: KeyEventType,
    /// Modifier keys that are down.
    pub modifiers: Option<Modifiers>,
    /// The text that it types; without one nothing is typed.
    pub text: Option<&'a str>,
    /// The text that it would type without modifiers.
    pub unmodified_text: Option<&'a str>,
    /// [`KeyboardEvent.key`](https://www.w3.org/TR/uievents-key/).
    pub key: Option<&'a str>,
    /// [`KeyboardEvent.code`](https://www.w3.org/TR/uievents-code/).
    pub code: Option<&'a str>,
    /// `keyCode` of old.
    pub windows_virtual_key_code: Option<u32>,
    /// Whether it is held.
    pub auto_repeat: Option<bool>,
    /// Whether it is of the number pad.
    pub is_keypad: Option<bool>,
    /// 1 left, 2 right.
    pub location: Option<u8>,
    /// Editor commands that it stands for, `selectAll` say.
    pub commands: Option<&'a [&'a str]>,
}

impl DispatchKeyEvent<'_> {
    /// An event of no key.
    pub fn new(kind: KeyEventType) -> Self {
        Self {
            kind,
            modifiers: None,
            text: None,
            unmodified_text: None,
            key: None,
            code: None,
            windows_virtual_key_code: None,
            auto_repeat: None,
            is_keypad: None,
            location: None,
            commands: None,
        }
    }
}

words! {
    /// What a key does.
    KeyEventType {
        /// It goes down, and types its text.
        KeyDown = "keyDown",
        /// It goes up.
        KeyUp = "keyUp",
        /// It goes down, and types nothing.
        RawKeyDown = "rawKeyDown",
        /// It types.
        Char = "char",
    }
}

/// Types a text without keys, as an emoji picker or a paste does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct InsertText<'a> {
    /// The text.
    pub text: &'a str,
}

/// Shows what an input method composes; an empty text gives it up, [`InsertText`] takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImeSetComposition<'a> {
    /// The text.
    pub text: &'a str,
    /// UTF-16 units into it where the selection begins.
    pub selection_start: u32,
    /// UTF-16 units into it where the selection ends.
    pub selection_end: u32,
}

/// Touches.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DispatchTouchEvent<'a> {
    /// What happens.
    #[serde(rename = "type")]
    pub kind: TouchEventType,
    /// Fingers that are on the screen after it; none for an end.
    pub touch_points: &'a [TouchPoint],
    /// Modifier keys that are down.
    pub modifiers: Option<Modifiers>,
}

words! {
    /// What fingers do.
    TouchEventType {
        /// They come.
        Start = "touchStart",
        /// They go.
        End = "touchEnd",
        /// They move.
        Move = "touchMove",
        /// They are given up.
        Cancel = "touchCancel",
    }
}

/// A finger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TouchPoint {
    /// Right of the left edge.
    pub x: f64,
    /// Below the top edge.
    pub y: f64,
    /// Which finger.
    pub id: u32,
}

/// Has drags reported instead of begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetInterceptDrags {
    /// Whether.
    pub enabled: bool,
}

/// A drag would have begun.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DragIntercepted {
    /// What is dragged.
    pub data: DragData,
}

/// What is dragged. It goes back as it came, in [`DispatchDragEvent`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DragData(pub Value);

/// Goes on with a drag.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DispatchDragEvent<'a> {
    /// What happens.
    #[serde(rename = "type")]
    pub kind: DragEventType,
    /// Right of the left edge.
    pub x: f64,
    /// Below the top edge.
    pub y: f64,
    /// What is dragged.
    pub data: &'a DragData,
    /// Modifier keys that are down.
    pub modifiers: Option<Modifiers>,
}

words! {
    /// How a drag goes on.
    DragEventType {
        /// Over an element.
        Enter = "dragEnter",
        /// Still over it.
        Over = "dragOver",
        /// It is let go.
        Drop = "drop",
        /// It is given up.
        Cancel = "dragCancel",
    }
}
