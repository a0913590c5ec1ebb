//! A workspace's name: an address that a caller chooses, never a credential.

use std::fmt;

/// Names that callers may not choose.
const RESERVED: [&str; 2] = ["stdio", "global"];

/// A checked name: 1 to 64 of `A-Z a-z 0-9 . _ -`, first a letter or a digit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Name(Box<str>);

/// The rule, as a caller reads it.
pub const RULE: &str = "a workspace name has 1 to 64 of A-Z a-z 0-9 . _ -, starts with a letter or digit, and is neither stdio nor global";

impl Name {
    /// Checks a name that a caller chose. White space around it is dropped.
    ///
    /// # Errors
    /// The rule, if it is broken.
    pub fn chosen(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if RESERVED.contains(&text) {
            return Err(format!("the workspace name {text} is reserved; {RULE}"));
        }
        if !is_well_formed(text) {
            return Err(format!("{} is no workspace name; {RULE}", quoted(text)));
        }
        Ok(Self(text.into()))
    }

    /// The workspace of a client on stdio.
    pub fn stdio() -> Self {
        Self("stdio".into())
    }

    /// A name that was kept by this server.
    pub fn kept(text: &str) -> Option<Self> {
        is_well_formed(text).then(|| Self(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_well_formed(text: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=64).contains(&text.len())
        && text.bytes().all(good)
        && text.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(80).collect();
    format!("{short:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule() {
        for good in ["a", " shop-1 ", "A.b_c-9", &"x".repeat(64)] {
            assert_eq!(Name::chosen(good).expect(good).as_str(), good.trim());
        }
        for bad in ["", " ", ".a", "-a", "a b", "ä", "a/b", "stdio", "global", &"x".repeat(65)] {
            assert!(Name::chosen(bad).is_err(), "{bad:?}");
        }
    }
}
