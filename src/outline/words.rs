//! Texts that are put together from several nodes.

use super::arena::Arena;
use super::judge::Mark;
use super::role::Role;

/// The longest text that is put together, in bytes; what is longer has lines of its own elsewhere.
const MOST: usize = 600;
/// Nodes that are looked at for one such text.
const MOST_NODES: u32 = 400;

/// What a line tells of what is below it: a row its cells, anything else its texts in order. What has a line of its
/// own is left to that line.
pub(crate) fn told_by(arena: &Arena<'_, '_>, marks: &[Mark], item: u32, interactive: bool, to: &mut String) {
    if arena.role(item) != Role::Row {
        return below(arena, item, to, |at| marks[at as usize].kept);
    }
    let start = to.len();
    let mut first = true;
    for cell in arena.children(item) {
        let told = arena.says_more_than_controls(cell);
        if interactive && !told {
            continue;
        }
        if !first {
            to.push_str(" | ");
        }
        first = false;
        if told {
            all_of(arena, cell, to);
        }
        if to.len() - start > MOST {
            break;
        }
    }
}

/// An item's own name, or else what is below it.
pub(crate) fn all_of(arena: &Arena<'_, '_>, item: u32, to: &mut String) {
    match arena.name(item) {
        "" => below(arena, item, to, |_| false),
        name => to.push_str(name),
    }
}

/// The texts and names below an item, with spaces between, but for what `skip` takes out with all below it.
fn below(arena: &Arena<'_, '_>, item: u32, to: &mut String, skip: impl Fn(u32) -> bool) {
    let start = to.len();
    let mut next = item + 1;
    let end = arena.items[item as usize].end;
    for _ in 0..MOST_NODES {
        if next >= end || to.len() - start > MOST {
            break;
        }
        let past = arena.items[next as usize].end;
        if skip(next) {
            next = past;
            continue;
        }
        let name = arena.name(next);
        if !name.is_empty() {
            if to.len() > start {
                to.push(' ');
            }
            to.push_str(name);
        }
        // A name stands for all that it is made of.
        let named = arena.node(next).is_some_and(|(_, node)| node.state.is_named_by_content());
        next = if named { past } else { next + 1 };
    }
}
