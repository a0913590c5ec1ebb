//! Which entries are listed when they are more than asked for.
//!
//! A long table must not push out the controls after it. So the first page lists the same number of items of each
//! long list, as many as fit, and all that is in no list; later pages go on plainly after an entry.

use super::Outline;
use super::arena::{Arena, NONE};
use super::options::{Begin, Options};
use super::refs::Refs;
use super::rows::Row;

/// Siblings alike that make a list long enough to be cut.
const LONG: u32 = 6;

/// For each item the list that it is in, as the list's item, and its place there. What is in an item of a list
/// belongs to the item; of lists in lists the outer one counts.
pub(crate) fn units(arena: &Arena<'_, '_>) -> Vec<(u32, u32)> {
    let mut counts = vec![0u32; arena.len()];
    for item in 0..arena.len() as u32 {
        let parent = arena.items[item as usize].parent;
        if parent != NONE && arena.role(item).is_item() {
            counts[parent as usize] += 1;
        }
    }
    let mut next = vec![0u32; arena.len()];
    let mut units: Vec<(u32, u32)> = Vec::with_capacity(arena.len());
    for item in 0..arena.len() as u32 {
        let parent = arena.items[item as usize].parent;
        let mut unit = if parent == NONE { (NONE, 0) } else { units[parent as usize] };
        if unit.0 == NONE && parent != NONE && arena.role(item).is_item() && counts[parent as usize] >= LONG {
            unit = (parent, next[parent as usize]);
            next[parent as usize] += 1;
        }
        units.push(unit);
    }
    units
}

/// Fills the outline's list of what is shown.
pub(crate) fn choose(outline: &mut Outline, options: &Options<'_>, refs: &Refs) {
    let limit = options.limit.max(1);
    // A token is taken as four bytes.
    let budget = options.tokens.saturating_mul(4).max(400);
    let start = match options.begin {
        Begin::First => 0,
        Begin::After(given) => outline.place_after(given, refs),
        Begin::Offset(entries) => entries.min(outline.rows.len()),
    };
    outline.first = start;
    let most_units = if options.begin == Begin::First { fitting(outline, limit, budget) } else { u32::MAX };
    let (mut listed, mut bytes) = (Vec::new(), 0);
    for (place, row) in outline.rows.iter().enumerate().skip(start) {
        if row.unit.0 != NONE && row.unit.1 >= most_units {
            continue;
        }
        bytes += outline.cost(row);
        if listed.len() == limit || bytes > budget {
            break;
        }
        listed.push(place as u32);
    }
    outline.shown = listed;
}

/// The most items of each list with which everything fits; no cut when that would not help.
fn fitting(outline: &Outline, limit: usize, budget: usize) -> u32 {
    let (mut count, mut bytes) = (0, 0);
    // By place in a list: how many entries stand there, and their bytes.
    let mut at: Vec<(usize, usize)> = Vec::new();
    for row in &outline.rows {
        let cost = outline.cost(row);
        let Row { unit: (list, place), .. } = *row;
        if list == NONE {
            count += 1;
            bytes += cost;
        } else {
            let place = place as usize;
            if at.len() <= place {
                at.resize(place + 1, (0, 0));
            }
            at[place].0 += 1;
            at[place].1 += cost;
        }
    }
    for (place, (entries, cost)) in at.iter().enumerate() {
        count += entries;
        bytes += cost;
        if count > limit || bytes > budget {
            return if place == 0 { u32::MAX } else { place as u32 };
        }
    }
    u32::MAX
}
