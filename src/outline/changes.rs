//! What changed between two outlines of the same page.

use super::Outline;
use super::entry::Entry;
use super::refs::{ByNumber, Refs};
use super::rows::Row;
use std::collections::HashMap;

/// Entries that came, changed and went, from one outline to a later one.
#[derive(Debug, Default)]
pub struct Changes {
    /// Places in the later outline.
    added: Vec<u32>,
    /// Places in the later outline.
    changed: Vec<u32>,
    /// Places in the earlier outline.
    removed: Vec<u32>,
}

impl Changes {
    /// Compares two outlines that were asked for with the same options. What they begin and end with alike is passed
    /// over without a look at its text, so the cost beyond that grows with the change. New entries get refs.
    pub fn between(base: &Outline, now: &mut Outline, refs: &mut Refs) -> Self {
        let same =
            |a: &Row, b: &Row| a.digest == b.digest && a.number == b.number && same_document(base, a, now, b);
        let ahead = base.rows.iter().zip(&now.rows).take_while(|(a, b)| same(a, b)).count();
        let rest = base.rows.len().min(now.rows.len()) - ahead;
        let behind = base
            .rows
            .iter()
            .rev()
            .zip(now.rows.iter().rev())
            .take(rest)
            .take_while(|(a, b)| same(a, b))
            .count();
        let mut changes = Self::default();
        let before = ahead..base.rows.len() - behind;
        let mut gone: HashMap<(&str, u64), Vec<u32>, ByNumber> = HashMap::default();
        for place in before.clone().rev() {
            gone.entry(key(base, &base.rows[place])).or_default().push(place as u32);
        }
        for place in ahead..now.rows.len() - behind {
            let row = &now.rows[place];
            match gone.get_mut(&key(now, row)).and_then(Vec::pop) {
                None => changes.added.push(place as u32),
                Some(old) if base.rows[old as usize].digest != row.digest => {
                    changes.changed.push(place as u32)
                }
                Some(_) => {}
            }
        }
        changes.removed = gone.into_values().flatten().collect();
        changes.removed.sort_unstable();
        now.name(&changes.added, refs);
        now.name(&changes.changed, refs);
        changes
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }

    /// How many entries came, changed or went.
    pub fn len(&self) -> usize {
        self.added.len() + self.changed.len() + self.removed.len()
    }

    /// Writes the changes as lines of the text form, at most `most` of them: `+` came, `~` changed, `-` went.
    pub fn lines(&self, base: &Outline, now: &Outline, most: usize, to: &mut String) {
        let came = self.added(now).map(|entry| ('+', entry));
        let changed = self.changed(now).map(|entry| ('~', entry));
        let went = self.removed(base).map(|entry| ('-', entry));
        for (mark, entry) in came.chain(changed).chain(went).take(most) {
            to.push(mark);
            to.push(' ');
            entry.outline.line_alone(to, entry.row);
            to.push('\n');
        }
        if self.len() > most {
            to.push_str(&format!("… {} more changes\n", self.len() - most));
        }
    }

    /// Entries that are new, out of the later outline.
    pub fn added<'o>(&'o self, now: &'o Outline) -> impl Iterator<Item = Entry<'o>> {
        self.added.iter().filter_map(|place| now.entry(*place))
    }

    /// Entries that are the same nodes and say something else, out of the later outline.
    pub fn changed<'o>(&'o self, now: &'o Outline) -> impl Iterator<Item = Entry<'o>> {
        self.changed.iter().filter_map(|place| now.entry(*place))
    }

    /// Entries that are gone, out of the earlier outline.
    pub fn removed<'o>(&'o self, base: &'o Outline) -> impl Iterator<Item = Entry<'o>> {
        self.removed.iter().filter_map(|place| base.entry(*place))
    }
}

fn same_document(base: &Outline, a: &Row, now: &Outline, b: &Row) -> bool {
    base.documents.get(usize::from(a.frame)) == now.documents.get(usize::from(b.frame))
}

/// What tells that two rows are the same thing: the node, or for a text what it says.
fn key<'o>(outline: &'o Outline, row: &Row) -> (&'o str, u64) {
    let document = outline.documents.get(usize::from(row.frame)).map_or("", |key| key);
    if row.number == 0 { (document, row.digest | 1 << 63) } else { (document, u64::from(row.number)) }
}
