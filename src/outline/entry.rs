//! One entry of an outline, as it is read.

use super::Outline;
use super::refs::Ref;
use super::region::Region;
use super::role::Role;
use super::rows::Row;
use super::state::State;
use super::verdict::Verdict;

/// An entry: a row of its outline, with its texts.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'o> {
    pub(crate) outline: &'o Outline,
    pub(crate) row: &'o Row,
}

impl Outline {
    pub(crate) fn entry(&self, place: u32) -> Option<Entry<'_>> {
        Some(Entry { outline: self, row: self.rows.get(place as usize)? })
    }
}

impl<'o> Entry<'o> {
    /// Its ref; `None` for a text, and for what cannot be used unless every ref was asked for.
    pub fn reference(&self) -> Option<Ref> {
        self.row.reference
    }

    /// The key of its document and its node number there; `None` for a text.
    pub fn node(&self) -> Option<(&'o str, u32)> {
        let document = self.outline.documents.get(usize::from(self.row.frame))?;
        (self.row.number != 0).then_some((document, self.row.number))
    }

    /// Its role.
    pub fn role(&self) -> Role {
        self.row.role
    }

    /// Its role's name.
    pub fn role_name(&self) -> &'o str {
        self.outline.role_name(self.row.role)
    }

    /// Its accessible name, whole.
    pub fn name(&self) -> &'o str {
        self.outline.texts.get(self.row.name)
    }

    /// Text that is told with it.
    pub fn text(&self) -> &'o str {
        self.outline.texts.get(self.row.text)
    }

    /// Its value; empty for a secret.
    pub fn value(&self) -> &'o str {
        self.outline.texts.get(self.row.value)
    }

    /// Its accessible description.
    pub fn description(&self) -> &'o str {
        self.outline.texts.get(self.row.description)
    }

    /// Its states.
    pub fn state(&self) -> State {
        self.row.state
    }

    /// What a closer look told of it, if one was taken.
    pub fn verdict(&self) -> Option<&'o Verdict> {
        self.outline.verdicts.get((self.row.verdict as usize).checked_sub(1)?)
    }

    /// The part of the page that it is in.
    pub fn region(&self) -> Region {
        self.row.region
    }

    /// The entry that holds it.
    pub fn parent(&self) -> Option<Entry<'o>> {
        self.outline.entry(self.row.parent)
    }

    /// Its line in the text form, without indentation.
    pub fn line(&self) -> String {
        let mut line = String::new();
        self.outline.line_alone(&mut line, self.row);
        line
    }
}
