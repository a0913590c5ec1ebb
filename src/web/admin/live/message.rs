//! What a page says over the live socket.

use crate::driver::{Button, Hand, Key};
use crate::session::TabId;
use crate::session::control::Person;
use serde::{Deserialize, Deserializer};

/// One message.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Asked {
    /// Who it is; the first message.
    Hello(Hello),
    /// Shows this tab, or follows the current one.
    Watch {
        #[serde(default, deserialize_with = "tab_or_none")]
        tab: Option<TabId>,
    },
    /// How many pixels it can show.
    Size { width: u32, height: u32 },
    /// Wants no pictures for now.
    Pause,
    /// Wants pictures again.
    Resume,
    /// Drew this picture.
    Seen { frame: u32 },
    /// Wants control, now or when the running call ends.
    Ask,
    /// Takes control from a running call or another person.
    Take,
    /// Does not want it any more.
    Withdraw,
    /// Hands back.
    HandBack {
        #[serde(default)]
        note: Option<String>,
    },
    /// Saw the agent's request for a person and leaves it.
    DismissCall,
    /// The pointer.
    Pointer {
        kind: PointerKind,
        x: f64,
        y: f64,
        #[serde(default)]
        button: u8,
        #[serde(default)]
        clicks: u32,
        #[serde(default)]
        modifiers: u8,
    },
    /// The wheel.
    Wheel {
        x: f64,
        y: f64,
        dx: f64,
        dy: f64,
        #[serde(default)]
        modifiers: u8,
    },
    /// A key.
    Key {
        kind: KeyKind,
        key: String,
        #[serde(default)]
        code: String,
        #[serde(default)]
        location: u32,
        #[serde(default)]
        repeat: bool,
        #[serde(default)]
        modifiers: u8,
    },
    /// A text from no key.
    Text { text: String },
    /// A text that is being composed.
    Compose {
        text: String,
        #[serde(default)]
        from: u32,
        #[serde(default)]
        to: u32,
    },
    /// Lets go of everything that is held down.
    Release,
    /// Goes to an address.
    Go { url: String },
    /// Goes back.
    Back,
    /// Goes forward.
    Forward,
    /// Loads again.
    Reload,
    /// Opens a tab.
    OpenTab,
    /// Makes a tab the current one.
    SwitchTab {
        #[serde(deserialize_with = "tab")]
        tab: TabId,
    },
    /// Closes a tab.
    CloseTab {
        #[serde(deserialize_with = "tab")]
        tab: TabId,
    },
    /// Answers a dialog.
    Dialog {
        accept: bool,
        #[serde(default)]
        text: Option<String>,
    },
    /// Gives the page the files that were uploaded.
    ChooseFiles,
    /// Leaves the file chooser without a file.
    CancelFiles,
}

#[derive(Debug, Deserialize)]
pub(super) struct Hello {
    pub(super) person: Who,
}

#[derive(Debug, Deserialize)]
pub(super) struct Who {
    key: String,
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PointerKind {
    Move,
    Down,
    Up,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum KeyKind {
    Down,
    Up,
}

/// The longest name of a person, in characters.
const NAME: usize = 60;

impl Who {
    /// A person with a key that nobody guesses and a name that can be shown; `None` otherwise.
    pub(super) fn checked(self) -> Option<Person> {
        let name: String = self.name.trim().chars().filter(|c| !c.is_control()).take(NAME).collect();
        let good = (16..=128).contains(&self.key.len()) && !name.is_empty();
        good.then(|| Person { key: self.key.into(), name: name.into() })
    }
}

impl Asked {
    /// What a hand does and the modifiers that it holds; `None` for what is no move of a hand.
    pub(super) fn hand(&self) -> Option<(Hand, u8)> {
        Some(match self {
            Self::Pointer { kind, x, y, button, clicks, modifiers } => {
                let (at, clicks) = (place(*x, *y)?, (*clicks).clamp(1, 3));
                let hand = match kind {
                    PointerKind::Move => Hand::Move(at),
                    PointerKind::Down => Hand::Down(named(*button)?, at, clicks),
                    PointerKind::Up => Hand::Up(named(*button)?, at, clicks),
                };
                (hand, *modifiers & 15)
            }
            Self::Wheel { x, y, dx, dy, modifiers } => {
                let by = (dx.clamp(-10_000.0, 10_000.0), dy.clamp(-10_000.0, 10_000.0));
                (Hand::Wheel(place(*x, *y)?, by), *modifiers & 15)
            }
            Self::Key { kind, key, code, location, repeat, modifiers } => {
                let key = Key::of_event(key, code, *location, *modifiers & 15)?;
                let hand = match kind {
                    KeyKind::Down => Hand::KeyDown(key, *repeat),
                    KeyKind::Up => Hand::KeyUp(key),
                };
                (hand, *modifiers & 15)
            }
            Self::Text { text } => (Hand::Text(text.clone()), 0),
            Self::Compose { text, from, to } => (Hand::Compose(text.clone(), *from, *to), 0),
            _ => return None,
        })
    }
}

/// A place that can be on a screen.
fn place(x: f64, y: f64) -> Option<(f64, f64)> {
    let fits = |value: f64| value.is_finite() && (-1.0..100_000.0).contains(&value);
    (fits(x) && fits(y)).then_some((x, y))
}

fn named(button: u8) -> Option<Button> {
    match button {
        0 => Some(Button::Left),
        1 => Some(Button::Middle),
        2 => Some(Button::Right),
        _ => None,
    }
}

fn tab<'de, D: Deserializer<'de>>(from: D) -> Result<TabId, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(|()| serde::de::Error::custom("no tab's name"))
}

fn tab_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<TabId>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.map(|text| text.parse().map_err(|()| serde::de::Error::custom("no tab's name"))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Asked {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_hand_s_messages() {
        let down =
            read(r#"{"type":"pointer","kind":"down","x":3,"y":4.5,"button":2,"clicks":9,"modifiers":8}"#);
        assert_eq!(down.hand(), Some((Hand::Down(Button::Right, (3.0, 4.5), 3), 8)));
        for nonsense in [
            r#"{"type":"pointer","kind":"down","x":-400,"y":1}"#,
            r#"{"type":"pointer","kind":"up","x":1,"y":1,"button":7}"#,
            r#"{"type":"key","kind":"down","key":"Dead"}"#,
            r#"{"type":"back"}"#,
        ] {
            assert_eq!(read(nonsense).hand(), None, "{nonsense}");
        }
        assert_eq!(read(r#"{"type":"text","text":"ß"}"#).hand(), Some((Hand::Text("ß".into()), 0)));
    }

    #[test]
    fn tabs_are_named_as_everywhere() {
        assert!(matches!(read(r#"{"type":"switch_tab","tab":"t2"}"#), Asked::SwitchTab { tab: TabId(2) }));
        assert!(matches!(read(r#"{"type":"watch","tab":null}"#), Asked::Watch { tab: None }));
        assert!(matches!(read(r#"{"type":"watch","tab":"t3"}"#), Asked::Watch { tab: Some(TabId(3)) }));
        assert!(serde_json::from_str::<Asked>(r#"{"type":"watch","tab":"x"}"#).is_err());
    }

    #[test]
    fn a_person_needs_a_name_and_a_secret() {
        let who = |key: &str, name: &str| Who { key: key.to_owned(), name: name.to_owned() }.checked();
        assert_eq!(who("0123456789abcdef", " Ana\n ").map(|person| person.name), Some("Ana".into()));
        assert!(who("short", "Ana").is_none() && who("0123456789abcdef", " \u{7} ").is_none());
    }
}
