//! Page text in quotes: nothing in it can end the line, the quotes, or hide.

use std::fmt::Write;

/// Appends `text` in double quotes, at most `most` characters of it; a longer one gets `…` after its closing quote,
/// where no page text can stand. Escapes are JSON's.
pub(crate) fn push(to: &mut String, text: &str, most: usize) {
    to.push('"');
    let mut cut = false;
    // Most text is short and plain, and goes in as it is.
    if text.len() <= most && text.bytes().all(|b| (b' '..=b'~').contains(&b) && b != b'"' && b != b'\\') {
        to.push_str(text);
    } else {
        for (count, c) in text.chars().enumerate() {
            if count == most {
                cut = true;
                break;
            }
            push_char(to, c);
        }
    }
    to.push('"');
    if cut {
        to.push('…');
    }
}

fn push_char(to: &mut String, c: char) {
    match c {
        '"' => to.push_str("\\\""),
        '\\' => to.push_str("\\\\"),
        '\n' => to.push_str("\\n"),
        '\t' => to.push_str("\\t"),
        c if c.is_control() || is_hiding(c) => {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(to, "\\u{unit:04x}");
            }
        }
        c => to.push(c),
    }
}

/// Characters that end lines, turn text around, or cannot be seen. The collector drops them; a tree that comes from
/// elsewhere may hold them still.
fn is_hiding(c: char) -> bool {
    matches!(c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}')
}
