//! What can be asked of an outline.

use super::refs::Ref;

/// Where a list begins. Prints as callers write it: `after=e12`, `offset=50`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Begin {
    /// At the first entry, with long lists cut so that what follows them is listed too.
    #[default]
    First,
    /// After the entry with this ref: right also when entries came or went before it.
    After(Ref),
    /// After so many entries.
    Offset(usize),
}

impl std::fmt::Display for Begin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::First => f.write_str("offset=0"),
            Self::After(given) => write!(f, "after={given}"),
            Self::Offset(entries) => write!(f, "offset={entries}"),
        }
    }
}

/// What is asked of an outline.
#[derive(Clone, Debug)]
pub struct Options<'o> {
    /// Only what can be used, with the headings and messages around it; else everything.
    pub interactive: bool,
    /// Only entries that say this, in whatever case.
    pub text: Option<&'o str>,
    /// Only entries of this role.
    pub role: Option<&'o str>,
    /// Only what is below this node: its document, and its number in it.
    pub scope: Option<(&'o str, u32)>,
    /// The most entries that are listed.
    pub limit: usize,
    /// Where the list begins.
    pub begin: Begin,
    /// The most tokens (bytes of text / 4) that the list may cost.
    pub tokens: usize,
    /// Gives every element a ref, not only those that can be used.
    pub every_ref: bool,
}

/// From here on a limit is that of a program, which has room for what it asks for.
const PROGRAM: usize = 10_000;

impl<'o> Options<'o> {
    /// At most so many entries; of fewer than 10 000 at most 20 000 tokens as well, which is what models have room for.
    pub fn up_to(limit: usize) -> Self {
        let tokens = if limit < PROGRAM { Self::default().tokens } else { usize::MAX };
        Self { limit, tokens, ..Self::default() }
    }

    /// Asks where something is: entries that say `text`, or are of a role, or both, each with a ref to act on.
    pub fn finding(text: Option<&'o str>, role: Option<&'o str>, limit: usize) -> Self {
        Self { interactive: false, text, role, every_ref: true, ..Self::up_to(limit) }
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            interactive: true,
            text: None,
            role: None,
            scope: None,
            limit: 50,
            begin: Begin::First,
            tokens: 20_000,
            every_ref: false,
        }
    }
}
