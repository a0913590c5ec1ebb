//! From a node to its row: what of it is told.

use super::Outline;
use super::build::Rows;
use super::role::Role;
use super::rows::{More, Row, Texts};
use super::words;

impl Rows<'_, '_, '_, '_> {
    /// The row of one item, but for its place among the others.
    pub(crate) fn row(&self, item: u32, outline: &mut Outline) -> Row {
        let arena = self.arena;
        let at = arena.items[item as usize];
        let Some((tree, node)) = arena.node(item) else {
            let why = arena.why_unreadable(item).unwrap_or("it could not be read");
            let text = outline.texts.add(why);
            return Row { text, ..Row::new(Role::Document, at.region) };
        };
        let extras = tree.extras(node);
        let mark = self.marks[item as usize];
        let mut row = Row::new(outline.own_role(node.role, tree), at.region);
        row.frame = at.frame;
        row.number = node.number;
        row.state = node.state;
        row.usable = node.is_usable()
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
            mounted: if extras.rows == 0 { 0 } else { arena.rows_below(item) },
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
