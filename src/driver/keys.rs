//! Keys: from what a caller writes (`Enter`, `a`, `Ctrl+Shift+K`) to what each protocol wants.
//!
//! BiDi takes one code point a key, with private-use ones for keys that make no text
//! ([WebDriver](https://www.w3.org/TR/webdriver2/#keyboard-actions)). CDP takes key, code, virtual key code and text
//! ([UI Events](https://www.w3.org/TR/uievents-key/)).

/// A key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its value in key events: `Enter`, `a`.
    pub key: String,
    /// Its place on the keyboard in key events: `Enter`, `KeyA`; empty for characters that have none.
    pub code: &'static str,
    /// Windows' virtual key code; 0 if it has none.
    pub virtual_code: u32,
    /// BiDi's code point.
    pub point: char,
    /// The text it types without modifiers; none for keys that type nothing.
    pub text: Option<String>,
    /// Where on the keyboard: 0 standard, 1 left, 3 numeric pad.
    pub location: u32,
}

/// A key with the modifiers held while it is pressed, in pressing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    /// Control, Shift, Alt, Meta.
    pub modifiers: Vec<Key>,
    /// The key itself; may be a modifier alone.
    pub key: Key,
}

struct Named {
    names: &'static [&'static str],
    key: &'static str,
    code: &'static str,
    virtual_code: u32,
    point: char,
    text: &'static str,
    location: u32,
}

const fn named(
    names: &'static [&'static str],
    key: &'static str,
    code: &'static str,
    virtual_code: u32,
    point: char,
    text: &'static str,
    location: u32,
) -> Named {
    Named { names, key, code, virtual_code, point, text, location }
}

/// Keys with names, by every spelling that is understood, lower case.
static NAMED: &[Named] = &[
    named(&["enter", "return"], "Enter", "Enter", 13, '\u{E007}', "\r", 0),
    named(&["numpadenter"], "Enter", "NumpadEnter", 13, '\u{E007}', "\r", 3),
    named(&["tab"], "Tab", "Tab", 9, '\u{E004}', "", 0),
    named(&["escape", "esc"], "Escape", "Escape", 27, '\u{E00C}', "", 0),
    named(&["backspace", "back_space"], "Backspace", "Backspace", 8, '\u{E003}', "", 0),
    named(&["delete", "del"], "Delete", "Delete", 46, '\u{E017}', "", 0),
    named(&["insert", "ins"], "Insert", "Insert", 45, '\u{E016}', "", 0),
    named(&["space", "spacebar", " "], " ", "Space", 32, ' ', " ", 0),
    named(&["arrowup", "arrow_up", "up"], "ArrowUp", "ArrowUp", 38, '\u{E013}', "", 0),
    named(&["arrowdown", "arrow_down", "down"], "ArrowDown", "ArrowDown", 40, '\u{E015}', "", 0),
    named(&["arrowleft", "arrow_left", "left"], "ArrowLeft", "ArrowLeft", 37, '\u{E012}', "", 0),
    named(&["arrowright", "arrow_right", "right"], "ArrowRight", "ArrowRight", 39, '\u{E014}', "", 0),
    named(&["home"], "Home", "Home", 36, '\u{E011}', "", 0),
    named(&["end"], "End", "End", 35, '\u{E010}', "", 0),
    named(&["pageup", "page_up", "pgup"], "PageUp", "PageUp", 33, '\u{E00E}', "", 0),
    named(&["pagedown", "page_down", "pgdn"], "PageDown", "PageDown", 34, '\u{E00F}', "", 0),
    named(&["contextmenu", "menu"], "ContextMenu", "ContextMenu", 93, '\u{E05D}', "", 0),
    named(&["pause"], "Pause", "Pause", 19, '\u{E00B}', "", 0),
    named(&["f1"], "F1", "F1", 112, '\u{E031}', "", 0),
    named(&["f2"], "F2", "F2", 113, '\u{E032}', "", 0),
    named(&["f3"], "F3", "F3", 114, '\u{E033}', "", 0),
    named(&["f4"], "F4", "F4", 115, '\u{E034}', "", 0),
    named(&["f5"], "F5", "F5", 116, '\u{E035}', "", 0),
    named(&["f6"], "F6", "F6", 117, '\u{E036}', "", 0),
    named(&["f7"], "F7", "F7", 118, '\u{E037}', "", 0),
    named(&["f8"], "F8", "F8", 119, '\u{E038}', "", 0),
    named(&["f9"], "F9", "F9", 120, '\u{E039}', "", 0),
    named(&["f10"], "F10", "F10", 121, '\u{E03A}', "", 0),
    named(&["f11"], "F11", "F11", 122, '\u{E03B}', "", 0),
    named(&["f12"], "F12", "F12", 123, '\u{E03C}', "", 0),
    named(&["control", "ctrl"], "Control", "ControlLeft", 17, '\u{E009}', "", 1),
    named(&["shift"], "Shift", "ShiftLeft", 16, '\u{E008}', "", 1),
    named(&["alt", "option"], "Alt", "AltLeft", 18, '\u{E00A}', "", 1),
    named(&["meta", "cmd", "command", "super", "win"], "Meta", "MetaLeft", 91, '\u{E03D}', "", 1),
];

/// Characters of a US keyboard beside letters and digits: character, with Shift, code, virtual key code.
const PUNCTUATION: [(char, char, &str, u32); 11] = [
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    ('`', '~', "Backquote", 192),
];

const DIGIT_CODES: [&str; 10] =
    ["Digit0", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9"];
const SHIFTED_DIGITS: [char; 10] = [')', '!', '@', '#', '$', '%', '^', '&', '*', '('];
const LETTER_CODES: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM",
    "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
];

impl Key {
    /// The key that types a character. A character that is on no key is typed all the same.
    pub fn of(character: char) -> Self {
        if character == '\n' || character == '\r' {
            return by_name("enter").unwrap_or_else(|| plain(character, "", 0));
        }
        if character == '\t' {
            return by_name("tab").unwrap_or_else(|| plain(character, "", 0));
        }
        if character == ' ' {
            return plain(' ', "Space", 32);
        }
        let lower = character.to_ascii_lowercase();
        if lower.is_ascii_lowercase() {
            let index = usize::from(lower as u8 - b'a');
            return plain(character, LETTER_CODES[index], 65 + index as u32);
        }
        let digit = |index: usize| plain(character, DIGIT_CODES[index], 48 + index as u32);
        if let Some(index) = character.to_digit(10) {
            return digit(index as usize);
        }
        if let Some(index) = SHIFTED_DIGITS.iter().position(|&shifted| shifted == character) {
            return digit(index);
        }
        match PUNCTUATION.iter().find(|(bare, shifted, ..)| *bare == character || *shifted == character) {
            Some((_, _, code, virtual_code)) => plain(character, code, *virtual_code),
            None => plain(character, "", 0),
        }
    }

    /// The key of a keyboard event: its `key`, `code` and `location`. `modifiers`: those that are down, as CDP's bits; a
    /// shortcut types nothing. `None` for what is no key by itself: a dead key, a step of an input method.
    pub fn of_event(key: &str, code: &str, location: u32, modifiers: u8) -> Option<Self> {
        let mut found = match single(key) {
            Some(character) => {
                let mut plain = Self::of(character);
                // The place on the person's own keyboard, whatever its layout has there.
                if let Some((code, virtual_code)) = place(code) {
                    (plain.code, plain.virtual_code) = (code, virtual_code);
                }
                plain
            }
            None => {
                let exact = NAMED.iter().find(|named| named.key == key && named.code == code);
                let named = exact.or_else(|| NAMED.iter().find(|named| named.key == key))?;
                by_name(named.names.first()?)?
            }
        };
        found.location = location;
        // AltGr is Control and Alt together on some keyboards, and types.
        let alt_gr = modifiers & 3 == 3 && single(key).is_some_and(|c| !c.is_ascii_alphanumeric());
        if modifiers & 6 != 0 && !alt_gr {
            found.text = None;
        }
        Some(found)
    }

    /// CDP's bit of a modifier; 0 for other keys.
    pub fn modifier_bit(&self) -> u32 {
        match self.key.as_str() {
            "Alt" => 1,
            "Control" => 2,
            "Meta" => 4,
            "Shift" => 8,
            _ => 0,
        }
    }
}

impl Chord {
    /// Reads `Enter`, `a`, `Ctrl+Shift+K`, `Control++`, in any case.
    ///
    /// # Errors
    /// A sentence: an unknown name, or something that is no modifier before the last `+`.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = if text.len() > 1 { text.trim() } else { text };
        let mut parts: Vec<&str> = text.split('+').collect();
        // A `+` at the end is the key itself.
        if text == "+" {
            parts = vec!["+"];
        } else if text.ends_with("++") {
            parts.truncate(parts.len() - 2);
            parts.push("+");
        }
        let Some((last, before)) = parts.split_last() else { return Err("key is empty.".to_owned()) };
        let mut modifiers = Vec::new();
        for name in before {
            match by_name(name.trim()).filter(|key| key.modifier_bit() != 0) {
                Some(key) => modifiers.push(key),
                None => {
                    return Err(format!(
                        "{name:?} in {text:?} is no modifier; use Control, Shift, Alt or Meta."
                    ));
                }
            }
        }
        let key = read_key(if last.len() > 1 { last.trim() } else { last })
            .ok_or_else(|| format!("There is no key {last:?}; write a character, a name like Enter, Tab, Escape, ArrowDown or F5, or a combination like Control+A."))?;
        Ok(Self { modifiers, key }.with_shift_applied())
    }

    /// The modifiers as CDP's bits.
    pub fn modifier_bits(&self) -> u32 {
        self.modifiers.iter().fold(0, |bits, key| bits | key.modifier_bit())
    }

    /// With Shift held a key types its other character; with Control, Alt or Meta it types nothing.
    fn with_shift_applied(mut self) -> Self {
        let bits = self.modifier_bits();
        if bits & 8 != 0
            && let Some(character) = single(&self.key.key)
        {
            let shifted = shifted(character);
            self.key.key = shifted.to_string();
            self.key.text = self.key.text.as_ref().map(|_| shifted.to_string());
            self.key.point = shifted;
        } else if bits & 7 != 0
            && let Some(character) = single(&self.key.key).filter(char::is_ascii_uppercase)
        {
            // `Ctrl+K` names the key, not a capital letter.
            let lower = character.to_ascii_lowercase();
            self.key.key = lower.to_string();
            self.key.point = lower;
        }
        if bits & 7 != 0 {
            self.key.text = None;
        }
        self
    }
}

fn read_key(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Some(Key::of(character)),
        (Some(_), Some(_)) => by_name(name),
        _ => None,
    }
}

fn by_name(name: &str) -> Option<Key> {
    let wanted = name.to_lowercase();
    let found = NAMED.iter().find(|named| named.names.contains(&wanted.as_str()))?;
    Some(Key {
        key: found.key.to_owned(),
        code: found.code,
        virtual_code: found.virtual_code,
        point: found.point,
        text: (!found.text.is_empty()).then(|| found.text.to_owned()),
        location: found.location,
    })
}

fn plain(character: char, code: &'static str, virtual_code: u32) -> Key {
    let text = character.to_string();
    Key { key: text.clone(), code, virtual_code, point: character, text: Some(text), location: 0 }
}

/// A place of a US keyboard and its virtual key code.
fn place(code: &str) -> Option<(&'static str, u32)> {
    let letter = LETTER_CODES.iter().zip(65..).find(|(known, _)| **known == code);
    let digit = DIGIT_CODES.iter().zip(48..).find(|(known, _)| **known == code);
    let mark = PUNCTUATION.iter().find(|(_, _, known, _)| *known == code);
    letter
        .or(digit)
        .map(|(known, number)| (*known, number))
        .or_else(|| mark.map(|(_, _, known, number)| (*known, *number)))
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
}

fn shifted(character: char) -> char {
    if let Some(index) = character.to_digit(10) {
        return SHIFTED_DIGITS[index as usize];
    }
    match PUNCTUATION.iter().find(|(bare, ..)| *bare == character) {
        Some((_, shifted, ..)) => *shifted,
        None => character.to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (u32, String, &'static str, Option<String>) {
        let chord = Chord::read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        (chord.modifier_bits(), chord.key.key.clone(), chord.key.code, chord.key.text)
    }

    #[test]
    fn every_spelling() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("Enter"), (0, "Enter".into(), "Enter", some("\r")));
        assert_eq!(read("RETURN"), (0, "Enter".into(), "Enter", some("\r")));
        assert_eq!(read("ARROW_DOWN"), (0, "ArrowDown".into(), "ArrowDown", None));
        assert_eq!(read("a"), (0, "a".into(), "KeyA", some("a")));
        assert_eq!(read("A"), (0, "A".into(), "KeyA", some("A")));
        assert_eq!(read("ß"), (0, "ß".into(), "", some("ß")));
        assert_eq!(read(" "), (0, " ".into(), "Space", some(" ")));
        assert_eq!(read("+"), (0, "+".into(), "Equal", some("+")));
        assert_eq!(read("Ctrl++"), (2, "+".into(), "Equal", None));
        assert_eq!(read("Ctrl+Shift+K"), (10, "K".into(), "KeyK", None));
        assert_eq!(read("control+K"), (2, "k".into(), "KeyK", None));
        assert_eq!(read("Shift+1"), (8, "!".into(), "Digit1", some("!")));
        assert_eq!(read("Shift+Tab"), (8, "Tab".into(), "Tab", None));
        assert_eq!(read("Meta"), (0, "Meta".into(), "MetaLeft", None));
    }

    #[test]
    fn what_is_no_key_is_told() {
        for (text, says) in
            [("Entr", "no key"), ("Hyper+a", "no modifier"), ("a+b", "no modifier"), ("", "no key")]
        {
            let fault = Chord::read(text).expect_err(text);
            assert!(fault.contains(says), "{text}: {fault}");
        }
    }

    #[test]
    fn events_of_a_real_keyboard() {
        let of = |key: &str, code: &str, modifiers| {
            Key::of_event(key, code, 0, modifiers).map(|key| (key.code, key.virtual_code, key.text))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("a", "KeyA", 0), Some(("KeyA", 65, some("a"))));
        assert_eq!(of("z", "KeyY", 0), Some(("KeyY", 89, some("z"))), "a German keyboard");
        assert_eq!(of("c", "KeyC", 2), Some(("KeyC", 67, None)), "a shortcut");
        assert_eq!(of("@", "KeyQ", 3), Some(("KeyQ", 81, some("@"))), "AltGr");
        assert_eq!(of("Backspace", "Backspace", 0), Some(("Backspace", 8, None)));
        assert_eq!(of("Enter", "NumpadEnter", 0), Some(("NumpadEnter", 13, some("\r"))));
        assert_eq!(of("Shift", "ShiftRight", 8), Some(("ShiftLeft", 16, None)));
        assert_eq!(of("ü", "BracketLeft", 0), Some(("BracketLeft", 219, some("ü"))));
        assert_eq!(of("Dead", "BracketRight", 0), None);
        assert_eq!(of("Process", "KeyA", 0), None);
    }

    #[test]
    fn names_are_unique() {
        let mut seen = std::collections::HashSet::new();
        for name in NAMED.iter().flat_map(|named| named.names) {
            assert!(seen.insert(name), "{name}");
            assert_eq!(*name, name.to_lowercase());
        }
    }
}
