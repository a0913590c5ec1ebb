//! What an outline keeps of a page: one row an entry, and one string with all their texts.

use super::refs::Ref;
use super::region::Region;
use super::role::Role;
use super::state::State;

/// A piece of the outline's text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

/// The texts of all rows, end to end: no allocation an entry.
#[derive(Clone, Default, Debug)]
pub(crate) struct Texts(String);

impl Texts {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(String::with_capacity(bytes))
    }

    pub(crate) fn add(&mut self, text: &str) -> Span {
        let start = self.0.len() as u32;
        self.0.push_str(text);
        Span { start, len: text.len() as u32 }
    }

    /// Adds what `write` appends.
    pub(crate) fn add_with(&mut self, write: impl FnOnce(&mut String)) -> Span {
        let start = self.0.len() as u32;
        write(&mut self.0);
        Span { start, len: self.0.len() as u32 - start }
    }

    pub(crate) fn get(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.0.get(start..start + span.len as usize).unwrap_or("")
    }
}

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) reference: Option<Ref>,
    pub(crate) frame: u16,
    /// 0 for a text.
    pub(crate) number: u32,
    /// The row that holds it; `u32::MAX` for none.
    pub(crate) parent: u32,
    pub(crate) role: Role,
    pub(crate) state: State,
    pub(crate) region: Region,
    pub(crate) depth: u16,
    pub(crate) level: u16,
    /// Whether keys go to it.
    pub(crate) focused: bool,
    /// Whether it can be acted on, so that its line needs a ref.
    pub(crate) usable: bool,
    pub(crate) name: Span,
    pub(crate) text: Span,
    pub(crate) value: Span,
    pub(crate) description: Span,
    /// 0 for none, else one more than its place in the outline's `mores`.
    pub(crate) more: u32,
    /// Everything that an agent is told of it but its ref, in a number: another number is a change.
    pub(crate) digest: u64,
    /// Which of many alike it belongs to: the item that holds them, and its place among them.
    pub(crate) unit: (u32, u32),
    /// 0 for none, else one more than its place in the outline's `verdicts`.
    pub(crate) verdict: u32,
}

impl Row {
    /// A row with nothing in it yet.
    pub(crate) fn new(role: Role, region: Region) -> Self {
        Self {
            reference: None,
            frame: 0,
            number: 0,
            parent: u32::MAX,
            role,
            state: State(0),
            region,
            depth: 0,
            level: 0,
            focused: false,
            usable: false,
            name: Span::default(),
            text: Span::default(),
            value: Span::default(),
            description: Span::default(),
            more: 0,
            digest: 0,
            unit: (u32::MAX, 0),
            verdict: 0,
        }
    }
}

/// The rarer properties of an entry.
#[derive(Clone, Default, Debug)]
pub(crate) struct More {
    pub(crate) current: Span,
    pub(crate) popup: Span,
    pub(crate) takes: Span,
    pub(crate) url: Span,
    pub(crate) options: Vec<Span>,
    pub(crate) cells: Vec<(Role, Span)>,
    pub(crate) position: i64,
    pub(crate) set_size: i64,
    pub(crate) rows: i64,
    pub(crate) columns: i64,
    pub(crate) mounted: u32,
    pub(crate) scroll: Option<(i64, i64, i64)>,
    pub(crate) size: Option<(i64, i64)>,
}
