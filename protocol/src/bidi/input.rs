//! [Input](https://w3c.github.io/webdriver-bidi/#module-input): keys, pointers, wheels and files.
//!
//! The actions of all sources run tick by tick: the first of each together, then the second of each. Both browsers
//! send trusted events.

use super::script::SharedReference;
use crate::ids::{ContextId, UserContextId};
use crate::message::{Nothing, commands, events, words};
use serde::{Deserialize, Serialize, Serializer};

commands! {
    PerformActions<'a> = "input.performActions" -> Nothing;
    ReleaseActions<'a> = "input.releaseActions" -> Nothing;
    SetFiles<'a> = "input.setFiles" -> Nothing;
}

events! {
    FileDialogOpened = "input.fileDialogOpened";
}

/// Acts, [BiDi](https://w3c.github.io/webdriver-bidi/#command-input-performActions). The answer comes when all is
/// done; Chromium holds it back while a navigation that a click began is under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PerformActions<'a> {
    /// Where. Its viewport is where coordinates count from.
    pub context: &'a ContextId,
    /// Who does what.
    pub actions: &'a [SourceActions],
}

/// What one source does, [BiDi](https://w3c.github.io/webdriver-bidi/#type-input-SourceActions).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum SourceActions {
    /// Waits.
    None {
        /// A name; the same one in a later call goes on with what is pressed.
        id: String,
        /// In order.
        actions: Vec<Pause>,
    },
    /// A keyboard.
    Key {
        /// A name.
        id: String,
        /// In order.
        actions: Vec<KeyAction>,
    },
    /// A mouse, a pen or a finger.
    Pointer {
        /// A name.
        id: String,
        /// Which of them.
        parameters: PointerParameters,
        /// In order.
        actions: Vec<PointerAction>,
    },
    /// A wheel.
    Wheel {
        /// A name.
        id: String,
        /// In order.
        actions: Vec<WheelAction>,
    },
}

/// What kind of pointer a source is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PointerParameters {
    /// The kind.
    pub pointer_type: PointerType,
}

words! {
    /// What kind of pointer a source is.
    PointerType {
        /// A mouse.
        Mouse = "mouse",
        /// A pen. Chromium only.
        Pen = "pen",
        /// A finger.
        Touch = "touch",
    }
}

/// A wait, within the actions of a source that does nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pause {
    /// Milliseconds; the tick lasts as long as its longest.
    pub duration: u64,
}

impl Serialize for Pause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        KeyAction::Pause { duration: self.duration }.serialize(serializer)
    }
}

/// What a keyboard does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum KeyAction {
    /// Waits.
    Pause {
        /// Milliseconds.
        duration: u64,
    },
    /// Presses a key.
    KeyDown {
        /// One grapheme; keys without one have a [code point of their own](https://www.w3.org/TR/webdriver2/#keyboard-actions).
        value: String,
    },
    /// Lets a key go.
    KeyUp {
        /// As in `KeyDown`.
        value: String,
    },
}

/// What a pointer does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum PointerAction {
    /// Waits.
    Pause {
        /// Milliseconds.
        duration: u64,
    },
    /// Presses.
    PointerDown {
        /// 0 left, 1 middle, 2 right.
        button: u32,
        /// How it touches.
        #[serde(flatten)]
        contact: Contact,
    },
    /// Lets go.
    PointerUp {
        /// As in `PointerDown`.
        button: u32,
    },
    /// Moves.
    PointerMove {
        /// CSS pixels right of the origin. Fractions are kept.
        x: f64,
        /// CSS pixels below it.
        y: f64,
        /// Milliseconds that it takes.
        #[serde(skip_serializing_if = "Option::is_none")]
        duration: Option<u64>,
        /// From where it counts; the viewport's corner if `None`.
        #[serde(skip_serializing_if = "Option::is_none")]
        origin: Option<Origin>,
        /// How it touches.
        #[serde(flatten)]
        contact: Contact,
    },
}

/// How a pointer touches, [Pointer Events](https://www.w3.org/TR/pointerevents3/#pointerevent-interface).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    /// CSS pixels across.
    pub width: Option<u32>,
    /// CSS pixels down.
    pub height: Option<u32>,
    /// 0 to 1.
    pub pressure: Option<f64>,
}

/// What a wheel does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WheelAction {
    /// Waits.
    Pause {
        /// Milliseconds.
        duration: u64,
    },
    /// Turns.
    Scroll {
        /// Where the pointer is: CSS pixels right of the origin.
        x: i64,
        /// CSS pixels below it.
        y: i64,
        /// CSS pixels to the right.
        delta_x: i64,
        /// CSS pixels down.
        delta_y: i64,
        /// Milliseconds that it takes.
        #[serde(skip_serializing_if = "Option::is_none")]
        duration: Option<u64>,
        /// From where it counts; the viewport's corner if `None`.
        #[serde(skip_serializing_if = "Option::is_none")]
        origin: Option<Origin>,
    },
}

/// From where coordinates count, [BiDi](https://w3c.github.io/webdriver-bidi/#type-input-Origin).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The viewport's corner.
    Viewport,
    /// Where the pointer is. Not for wheels.
    Pointer,
    /// The middle of what is in view of an element.
    Element(SharedReference),
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(tag = "type", rename = "element")]
        struct Element<'a> {
            element: &'a SharedReference,
        }
        match self {
            Self::Viewport => serializer.serialize_str("viewport"),
            Self::Pointer => serializer.serialize_str("pointer"),
            Self::Element(element) => Element { element }.serialize(serializer),
        }
    }
}

/// Lets go of all that is pressed, [BiDi](https://w3c.github.io/webdriver-bidi/#command-input-releaseActions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReleaseActions<'a> {
    /// Where it was pressed.
    pub context: &'a ContextId,
}

/// Chooses files in an `<input type=file>`, [BiDi](https://w3c.github.io/webdriver-bidi/#command-input-setFiles).
/// Chromium takes a path that is not there for good; Firefox refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetFiles<'a> {
    /// The document.
    pub context: &'a ContextId,
    /// The input.
    pub element: &'a SharedReference,
    /// Absolute paths on the browser's host.
    pub files: &'a [&'a str],
}

/// A page asks for files, [BiDi](https://w3c.github.io/webdriver-bidi/#event-input-fileDialogOpened).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileDialogOpened {
    /// The document.
    pub context: ContextId,
    /// The input; `None` where a script asked without one.
    pub element: Option<SharedReference>,
    /// Whether more than one may be chosen.
    #[serde(default)]
    pub multiple: bool,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}
