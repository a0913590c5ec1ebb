//! Which nodes become entries, and whose text is told with them.
//!
//! Every node is judged once, those below it before it, so that a container knows whether anything in it is told.

use super::arena::{Arena, NONE};
use super::region::Region;
use super::role::Role;
use super::tree::Node;

/// The verdict on one item.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Mark {
    /// It is an entry.
    pub(crate) kept: bool,
    /// The text below it is told in its line.
    pub(crate) text: bool,
    /// Entries below it, in its own part of the order.
    pub(crate) below: u32,
    /// Its name stands for all that it holds but controls.
    covers: bool,
    covered: bool,
}

/// Judges all items. `interactive` asks for what can be used, with the headings and messages that tell what it is for.
pub(crate) fn judge(arena: &Arena<'_, '_>, interactive: bool) -> Vec<Mark> {
    let mut marks = vec![Mark::default(); arena.len()];
    for item in 0..arena.len() {
        let parent = arena.items[item].parent;
        let (covered, dropped) = match marks.get(parent as usize) {
            Some(above) => (above.covered || above.covers, false),
            None => (false, false),
        };
        let covers = arena.node(item as u32).is_some_and(|(_, node)| node.state.is_named_by_content());
        marks[item] = Mark { covered: covered || dropped, covers, ..Mark::default() };
    }
    for item in (0..arena.len() as u32).rev() {
        let mark = judge_one(arena, &marks, item, interactive);
        marks[item as usize] = mark;
        let Item { parent, region, .. } = arena.items[item as usize];
        // A part of the page that is told elsewhere in the order says nothing about what it stands in.
        if parent != NONE && arena.items[parent as usize].region.rank() == region.rank() {
            marks[parent as usize].below += mark.below + u32::from(mark.kept);
        }
    }
    marks
}

use super::arena::Item;

fn judge_one(arena: &Arena<'_, '_>, marks: &[Mark], item: u32, interactive: bool) -> Mark {
    let mut mark = marks[item as usize];
    let Some((_, node)) = arena.node(item) else {
        mark.kept = true;
        return mark;
    };
    // A container that takes focus and holds nothing is operated itself: a map, a drawing.
    let usable =
        is_usable(node) || mark.below == 0 && node.state.is_focusable() && node.role == Role::Application;
    if !usable && (mark.covered || node.state.is_unseen() && !is_live(node)) {
        return mark;
    }
    mark.kept = usable
        || if interactive { is_told(arena, node, item, mark) } else { is_content(arena, node, item, mark) };
    mark.text = mark.kept && tells_text(arena, node, item, interactive);
    mark
}

/// Whether the text below is told in the line itself.
fn tells_text(arena: &Arena<'_, '_>, node: &Node<'_>, item: u32, interactive: bool) -> bool {
    if node.role == Role::Row || !node.state.is_named_by_content() && only_text_below(arena, item) {
        return true;
    }
    // With everything, texts have lines of their own; a message or a thing to press is told in one piece even so.
    let pressed = node.name.is_empty() && (node.state.is_clickable() || node.state.is_draggable());
    interactive && (is_live(node) || pressed)
}

/// Whether it can be pressed, typed into, chosen, dragged.
pub(crate) fn is_usable(node: &Node<'_>) -> bool {
    let state = node.state;
    if state.is_frame() {
        return !state.is_unseen();
    }
    node.role.is_widget()
        || state.is_clickable()
        || state.is_editable()
        || state.is_draggable()
        || state.is_focusable() && !node.role.is_container() && node.role.region().is_none()
}

/// Told with what can be used: headings, messages, values, and the names of what holds entries.
fn is_told(arena: &Arena<'_, '_>, node: &Node<'_>, item: u32, mark: Mark) -> bool {
    let role = node.role;
    if is_live(node) {
        return has_text_below(arena, item) || mark.below > 0 && !node.name.is_empty();
    }
    match role {
        Role::Heading => is_told_heading(arena, item),
        Role::Dialog | Role::AlertDialog => true,
        Role::ProgressBar | Role::Meter => true,
        Role::Img => node.name.is_empty(),
        Role::Row => mark.below > 0 && has_own_text(arena, item),
        Role::TabPanel | Role::Article | Role::List | Role::Figure => {
            node.state.is_scrollable() && mark.below > 0
        }
        _ if node.state.is_scrollable() => mark.below > 0,
        _ if arena.items[item as usize].region > Region::None && role.region().is_some() => mark.below > 0,
        _ => role.is_container() && !node.name.is_empty() && mark.below > 0,
    }
}

/// Told with everything: all but wrappers, and what the lines above already say.
fn is_content(arena: &Arena<'_, '_>, node: &Node<'_>, item: u32, mark: Mark) -> bool {
    match node.role {
        Role::Text => !parent_tells_text(arena, item),
        Role::Heading => is_told_heading(arena, item),
        Role::Main | Role::Document | Role::Generic => {
            node.state.is_scrollable() || is_live(node) || !node.name.is_empty() && mark.below > 0
        }
        role if role.is_cell() => !is_in_row(arena, item),
        Role::Row => true,
        Role::ListItem => {
            let mut children = arena.children(item);
            let first = children.next();
            !(children.next().is_none() && first.is_some_and(|child| is_kept_alone(arena, child)))
        }
        Role::Group | Role::List | Role::Article | Role::Figure => {
            !node.name.is_empty() || mark.below > 0 && node.role == Role::List
        }
        role if role.region().is_some() => mark.below > 0 || has_text_below(arena, item),
        _ => true,
    }
}

/// An item's only child that has a line of its own stands for the item.
fn is_kept_alone(arena: &Arena<'_, '_>, child: u32) -> bool {
    arena.node(child).is_some_and(|(_, node)| is_usable(node) || node.role == Role::Heading)
}

fn is_live(node: &Node<'_>) -> bool {
    node.role.is_live() || node.state.is_live()
}

fn is_in_row(arena: &Arena<'_, '_>, item: u32) -> bool {
    let parent = arena.items[item as usize].parent;
    parent != NONE && arena.role(parent) == Role::Row
}

/// Whether all that is below is one run of text, so that it can stand in the line itself.
fn only_text_below(arena: &Arena<'_, '_>, item: u32) -> bool {
    let own = &arena.items[item as usize];
    own.end == item + 2 && arena.role(item + 1) == Role::Text
}

/// The parent of a text says it: it is live, or it has nothing else.
fn parent_tells_text(arena: &Arena<'_, '_>, item: u32) -> bool {
    let parent = arena.items[item as usize].parent;
    let Some((_, node)) = (parent != NONE).then(|| arena.node(parent)).flatten() else { return false };
    match node.role {
        Role::Main | Role::Document => false,
        Role::Group | Role::Article | Role::Figure => only_text_below(arena, parent) && !node.name.is_empty(),
        role if role.region().is_some() => false,
        _ => only_text_below(arena, parent),
    }
}

fn has_text_below(arena: &Arena<'_, '_>, item: u32) -> bool {
    let end = arena.items[item as usize].end;
    (item + 1..end).any(|below| arena.role(below) == Role::Text || !arena.name(below).is_empty())
}

/// A heading is told unless the only control in it, or the container that it heads, goes by the same name.
fn is_told_heading(arena: &Arena<'_, '_>, item: u32) -> bool {
    let name = arena.name(item);
    let parent = arena.items[item as usize].parent;
    let heads = parent != NONE
        && (arena.role(parent).is_container() || arena.role(parent).region().is_some())
        && arena.name(parent) == name;
    !name.is_empty() && !heads && !is_said_by_child(arena, item)
}

/// A heading or cell that holds one control by the same name.
fn is_said_by_child(arena: &Arena<'_, '_>, item: u32) -> bool {
    let mut children = arena.children(item);
    let (Some(child), None) = (children.next(), children.next()) else { return false };
    arena.node(child).is_some_and(|(_, node)| is_usable(node)) && arena.name(child) == arena.name(item)
}

/// Whether a row says something beside its controls.
fn has_own_text(arena: &Arena<'_, '_>, item: u32) -> bool {
    arena.children(item).any(|cell| tells_beside_controls(arena, cell))
}

/// Whether a cell says something that no control in it says.
pub(crate) fn tells_beside_controls(arena: &Arena<'_, '_>, cell: u32) -> bool {
    if arena.role(cell) == Role::Text {
        return true;
    }
    let name = arena.name(cell);
    let end = arena.items[cell as usize].end;
    if name.is_empty() {
        return (cell + 1..end).any(|below| arena.role(below) == Role::Text);
    }
    let mut said = 0;
    for below in cell + 1..end {
        if let Some((_, node)) = arena.node(below)
            && is_usable(node)
        {
            said += node.name.len() + 1;
        }
    }
    name.len() + 1 > said
}
