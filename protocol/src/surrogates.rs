//! Mends JSON that holds half of a surrogate pair.
//!
//! A page's texts are UTF-16 and may be cut within a character. Firefox and Chromium's CDP write what is left as an
//! escape, `\ud83d`, which is JSON and no Unicode: serde refuses the whole message. One title could so make every
//! later answer about a page unreadable. Half a pair becomes U+FFFD, as a browser would show it.

use memchr::memchr;
use std::borrow::Cow;

/// The escape of a unit: a backslash, `u`, four digits.
const ESCAPE: usize = 6;

/// The JSON text with every half pair replaced; as it was if there is none. One pass over the escapes.
///
/// A connection does it for all that it reads. JSON that a page script hands out within a text needs it once more.
pub fn mend(json: &[u8]) -> Cow<'_, [u8]> {
    let mut mended = Cow::Borrowed(json);
    let mut from = 0;
    while let Some(half) = next_half(json, from) {
        from = half + ESCAPE;
        mended.to_mut()[half..from].copy_from_slice(b"\\ufffd");
    }
    mended
}

/// Where the next escape of half a pair is. `at` must not lie within an escape.
fn next_half(json: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let escape = at + memchr(b'\\', json.get(at..)?)?;
        at = match (unit(json, escape), unit(json, escape + ESCAPE)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => escape + 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => return Some(escape),
            (Some(_), _) => escape + ESCAPE,
            (None, _) => escape + 2,
        };
    }
}

/// The UTF-16 unit whose escape begins here.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_pairs_are_replaced_and_nothing_else() {
        for (json, expected) in [
            (r#""plain \u00e9 \n""#, r#""plain \u00e9 \n""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""a\ud83db""#, r#""a\ufffdb""#),
            (r#""\uDE00""#, r#""\ufffd""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\ud83d\n""#, r#""\ufffd\n""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\\\ud83d""#, r#""\\\ufffd""#),
            (r#""\ud83"#, r#""\ud83"#),
            ("\\", "\\"),
        ] {
            assert_eq!(std::str::from_utf8(&mend(json.as_bytes())).expect("UTF-8"), expected);
        }
    }

    #[test]
    fn what_is_whole_is_not_copied() {
        assert!(matches!(mend(br#"{"a":"\ud83d\ude00"}"#), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_mended_can_be_read() {
        let json = br#"{"title":"caf\u00e9 \ud83d"}"#;
        assert!(serde_json::from_slice::<serde_json::Value>(json).is_err(), "serde takes it by itself");
        let value: serde_json::Value = serde_json::from_slice(&mend(json)).expect("mended");
        assert_eq!(value["title"], "caf\u{e9} \u{fffd}");
    }
}
