//! From a page to its outline: lay out, judge, order, choose, and name with refs.

use super::Outline;
use super::arena::{Arena, NONE};
use super::choose;
use super::context;
use super::judge::{self, Mark};
use super::page::Page;
use super::refs::{Ref, Refs, identity};
use super::region::Region;
use super::role::Role;
use super::rows::{More, Row, Texts};
use super::words;

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
    /// Lists what comes after this entry: a ref of an earlier outline.
    pub after: Option<Ref>,
    /// The most tokens (bytes of text / 4) that the list may cost.
    pub tokens: usize,
    /// Gives every element a ref, not only those that can be used.
    pub every_ref: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            interactive: true,
            text: None,
            role: None,
            scope: None,
            limit: 50,
            after: None,
            tokens: 20_000,
            every_ref: false,
        }
    }
}

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

struct Rows<'x, 'p, 'a, 'o> {
    arena: &'x Arena<'p, 'a>,
    marks: &'x [Mark],
    options: &'x Options<'o>,
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

    fn row(&self, item: u32, outline: &mut Outline) -> Row {
        let arena = self.arena;
        let at = arena.items[item as usize];
        let Some((tree, node)) = arena.node(item) else {
            let why = arena.why_unreadable(item).unwrap_or("it could not be read");
            let text = outline.texts.add(why);
            return Row { text, ..empty_row(Role::Document, at.region) };
        };
        let extras = tree.extras(node);
        let mark = self.marks[item as usize];
        let usable = judge::is_usable(node);
        let mut row = empty_row(outline.own_role(node.role, tree), at.region);
        row.frame = at.frame;
        row.number = node.number;
        row.state = node.state;
        row.usable = usable
            || node.role.is_container()
            || node.role.region().is_some()
            || node.state.is_scrollable()
            || node.role == Role::Img;
        row.focused = tree.focus != 0 && tree.focus == node.number && !node.state.is_frame();
        row.level = u16::try_from(extras.level).unwrap_or(0);
        if node.role == Role::Text {
            row.text = outline.texts.add(&node.name);
        } else {
            row.name = outline.texts.add(&node.name);
        }
        if mark.text {
            let told = outline
                .texts
                .add_with(|to| words::told_by(arena, self.marks, item, self.options.interactive, to));
            // A plain thing to press goes by what is written on it.
            if node.role == Role::Generic && node.name.is_empty() && node.state.is_clickable() {
                row.name = told;
            } else {
                row.text = told;
            }
        }
        if !node.state.is_secret() {
            row.value = outline.texts.add(&extras.value.0);
        }
        row.description = outline.texts.add(&extras.description.0);
        let more = self.more(item, &mut outline.texts);
        row.more = outline.add_more(more);
        row.digest = outline.digest(&row);
        row
    }

    /// The rarer properties, if the item has any.
    fn more(&self, item: u32, texts: &mut Texts) -> Option<More> {
        let arena = self.arena;
        let cells = arena.role(item) == Role::Row && !self.options.interactive;
        let (tree, node) = arena.node(item)?;
        let extras = tree.extras(node);
        if !cells && extras.is_plain() {
            return None;
        }
        let mut more = More {
            current: texts.add(&extras.current.0),
            popup: texts.add(&extras.popup.0),
            takes: texts.add(&extras.takes.0),
            url: texts.add(&extras.url.0),
            options: extras.options.iter().map(|option| texts.add(&option.0)).collect(),
            cells: Vec::new(),
            position: extras.position,
            set_size: extras.set_size,
            rows: extras.rows,
            columns: extras.columns,
            mounted: if extras.rows == 0 { 0 } else { words::rows_below(arena, item) },
            scroll: extras.scroll,
            size: extras.size,
        };
        if cells {
            for cell in arena.children(item) {
                let said = texts.add_with(|to| words::all_of(arena, cell, to));
                more.cells.push((arena.role(cell), said));
            }
        }
        Some(more)
    }
}

fn empty_row(role: Role, region: Region) -> Row {
    Row {
        reference: None,
        frame: 0,
        number: 0,
        parent: NONE,
        role,
        state: super::state::State(0),
        region,
        depth: 0,
        level: 0,
        focused: false,
        usable: false,
        name: Default::default(),
        text: Default::default(),
        value: Default::default(),
        description: Default::default(),
        more: 0,
        digest: 0,
        unit: (NONE, 0),
        verdict: 0,
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
