//! Context for controls that share a name: twenty buttons "Delete" are told apart by the item that each is in.

use super::arena::{Arena, NONE};
use super::judge::Mark;
use super::refs::{ByNumber, identity};
use super::role::Role;
use std::collections::HashMap;

/// Keeps the item around every control whose role and name are not its own, unless a heading in the item tells.
pub(crate) fn add(arena: &Arena<'_, '_>, marks: &mut [Mark]) {
    let mut counts: HashMap<u64, u32, ByNumber> = HashMap::default();
    let mut controls = Vec::new();
    for item in 0..arena.len() as u32 {
        if !marks[item as usize].kept {
            continue;
        }
        if let Some((_, node)) = arena.node(item).filter(|(_, node)| node.is_usable()) {
            let is = identity(node.role.name().unwrap_or(""), &node.name);
            *counts.entry(is).or_default() += 1;
            controls.push((item, is));
        }
    }
    if counts.len() == controls.len() {
        return;
    }
    let mut last = NONE;
    for (item, is) in controls {
        if counts.get(&is).is_none_or(|count| *count < 2) {
            continue;
        }
        if let Some(around) = item_around(arena, item)
            && around != last
            && !marks[around as usize].kept
        {
            last = around;
            if tells_apart(arena, around, marks) {
                let mark = &mut marks[around as usize];
                (mark.kept, mark.text) = (true, arena.name(around).is_empty());
            }
        }
    }
}

fn item_around(arena: &Arena<'_, '_>, item: u32) -> Option<u32> {
    let mut up = arena.items[item as usize].parent;
    for _ in 0..12 {
        if up == NONE {
            return None;
        }
        if matches!(arena.role(up), Role::ListItem | Role::Article) {
            return Some(up);
        }
        up = arena.items[up as usize].parent;
    }
    None
}

/// Whether the item says something that its entries do not: it has text, and no heading that is told anyway.
fn tells_apart(arena: &Arena<'_, '_>, around: u32, marks: &[Mark]) -> bool {
    let end = arena.items[around as usize].end;
    let mut text = false;
    for below in around + 1..end {
        match arena.role(below) {
            Role::Text => text = true,
            Role::Heading if marks[below as usize].kept => return false,
            _ => {}
        }
    }
    text
}
