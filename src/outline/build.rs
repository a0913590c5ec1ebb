//! From a page to its outline: lay out, judge, order, choose, and name with refs.

use super::Outline;
use super::arena::{Arena, NONE};
use super::choose;
use super::context;
use super::judge::{self, Mark};
use super::options::Options;
use super::page::Page;
use super::refs::{Refs, identity};
use super::region::Region;
use super::role::Role;
use super::rows::{Row, Texts};

/// Makes the outline of a page.
///
/// Linear in the page's nodes; the page's texts are copied once, the listed ones and those that a later comparison
/// needs. Nodes that are listed get refs from `refs`.
pub fn build(page: &Page<'_>, options: &Options<'_>, refs: &mut Refs) -> Outline {
    let arena = Arena::of(page);
    let mut marks = judge::judge(&arena, options.interactive);
    if options.interactive {
        context::add(&arena, &mut marks);
    }
    let mut outline = Outline::about(page);
    outline.every_ref = options.every_ref;
    Rows { arena: &arena, marks: &marks, options }.add_to(&mut outline);
    choose::choose(&mut outline, options, refs);
    let shown = std::mem::take(&mut outline.shown);
    outline.name(&shown, refs);
    outline.shown = shown;
    outline
}

/// A page that was judged, on its way into an outline.
pub(crate) struct Rows<'x, 'p, 'a, 'o> {
    pub(crate) arena: &'x Arena<'p, 'a>,
    pub(crate) marks: &'x [Mark],
    pub(crate) options: &'x Options<'o>,
}

impl Rows<'_, '_, '_, '_> {
    fn add_to(&self, outline: &mut Outline) {
        let (from, to) = self.scope();
        let places = self.places();
        let units = choose::units(self.arena);
        let needle = self.options.text.map(str::to_lowercase);
        let mut rows_of = vec![NONE; self.arena.len()];
        let kept = self.marks.iter().filter(|mark| mark.kept).count();
        outline.rows.reserve(kept);
        outline.texts = Texts::with_capacity(kept * 24);
        for rank in 0..Region::RANKS {
            for item in from..to {
                let region = self.arena.items[item as usize].region;
                if region.rank() != rank || !self.marks[item as usize].kept {
                    continue;
                }
                let mut row = self.row(item, outline);
                (row.parent, row.depth) = places[item as usize];
                row.unit = units.get(item as usize).copied().unwrap_or((NONE, 0));
                if !self.is_asked_for(&row, outline, needle.as_deref()) {
                    continue;
                }
                rows_of[item as usize] = outline.rows.len() as u32;
                outline.rows.push(row);
            }
        }
        // Parents were items; they may stand in a part of the page that is told later.
        for row in &mut outline.rows {
            row.parent = rows_of.get(row.parent as usize).copied().unwrap_or(NONE);
        }
    }

    /// The items that are asked for: a range, as what is below an item follows it.
    fn scope(&self) -> (u32, u32) {
        let all = (0, self.arena.len() as u32);
        let Some((document, number)) = self.options.scope else { return all };
        for (item, at) in self.arena.items.iter().enumerate() {
            if self.arena.page.frames[usize::from(at.frame)].document == document
                && self.arena.node(item as u32).is_some_and(|(_, node)| node.number == number)
            {
                return (item as u32, at.end);
            }
        }
        (0, 0)
    }

    /// For each item the kept item that holds it, and how deep its line is set.
    fn places(&self) -> Vec<(u32, u16)> {
        let mut places: Vec<(u32, u16)> = Vec::with_capacity(self.arena.len());
        for item in &self.arena.items {
            let place = match item.parent {
                NONE => (NONE, 0),
                parent => {
                    let (above, depth) = places[parent as usize];
                    if !self.marks[parent as usize].kept {
                        (above, depth)
                    } else {
                        let same = self.arena.items[parent as usize].region.rank() == item.region.rank();
                        let sets = same && sets_in(self.arena.role(parent));
                        (parent, if same { depth + u16::from(sets) } else { 0 })
                    }
                }
            };
            places.push(place);
        }
        places
    }

    fn is_asked_for(&self, row: &Row, outline: &Outline, needle: Option<&str>) -> bool {
        if let Some(role) = self.options.role
            && outline.role_name(row.role) != role
        {
            return false;
        }
        let Some(needle) = needle else { return true };
        [row.name, row.text, row.value, row.description]
            .into_iter()
            .any(|span| outline.texts.get(span).to_lowercase().contains(needle))
    }
}

/// Whether lines below one of this role are set in. Landmarks head what follows them, and in a frame the refs tell.
fn sets_in(role: Role) -> bool {
    role.region().is_none_or(|region| region == Region::Dialog) && role != Role::Iframe
}

impl Outline {
    /// Gives rows their refs: those that can be acted on, or all, by what was asked for.
    pub(crate) fn name(&mut self, places: &[u32], refs: &mut Refs) {
        let mut slots: Vec<Option<usize>> = vec![None; self.documents.len()];
        for place in places {
            let Some(row) = self.rows.get(*place as usize) else { continue };
            if row.number == 0 || row.reference.is_some() || !(row.usable || self.every_ref) {
                continue;
            }
            let frame = usize::from(row.frame);
            let document = &self.documents[frame];
            let slot = *slots[frame].get_or_insert_with(|| refs.slot(document, frame != 0));
            let is = identity(self.role_name(row.role), self.texts.get(row.name));
            let given = refs.give_in(slot, row.number, is);
            if let Some(row) = self.rows.get_mut(*place as usize) {
                row.reference = Some(given);
            }
        }
    }
}
