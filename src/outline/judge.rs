//! Which nodes become entries, and whose text is told with them.
//!
//! Every node is judged once, those below it before it, so that a container knows whether anything in it is told.

use super::arena::{Arena, Item, NONE};
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
    /// A name above stands for all that it holds but controls.
    covered: bool,
}

/// Judges all items. `interactive` asks for what can be used, with the headings and messages that tell what it is
/// for; else for everything.
pub(crate) fn judge(arena: &Arena<'_, '_>, interactive: bool) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::with_capacity(arena.len());
    for item in &arena.items {
        let covered = item.parent != NONE && {
            let named = arena.node(item.parent).is_some_and(|(_, node)| node.state.is_named_by_content());
            named || marks[item.parent as usize].covered
        };
        marks.push(Mark { covered, ..Mark::default() });
    }
    for item in (0..arena.len() as u32).rev() {
        let mark = judge_one(arena, marks[item as usize], item, interactive);
        marks[item as usize] = mark;
        let Item { parent, region, .. } = arena.items[item as usize];
        // A part of the page that is told elsewhere in the order says nothing about what it stands in.
        if parent != NONE && arena.items[parent as usize].region.rank() == region.rank() {
            marks[parent as usize].below += mark.below + u32::from(mark.kept);
        }
    }
    marks
}

fn judge_one(arena: &Arena<'_, '_>, mut mark: Mark, item: u32, interactive: bool) -> Mark {
    let Some((_, node)) = arena.node(item) else {
        return Mark { kept: true, ..mark };
    };
    // A container that takes focus and holds nothing is operated itself: a map, a drawing.
    let operated = node.role == Role::Application && node.state.is_focusable() && mark.below == 0;
    let usable = node.is_usable() || operated;
    if !usable && (mark.covered || node.state.is_unseen() && !node.is_live()) {
        return mark;
    }
    let told = if interactive { is_told } else { is_content };
    mark.kept = usable || told(arena, node, item, mark);
    mark.text = mark.kept && tells_text(arena, node, item, interactive);
    mark
}

/// Told with what can be used: headings, messages, values, and the names of what holds entries.
fn is_told(arena: &Arena<'_, '_>, node: &Node<'_>, item: u32, mark: Mark) -> bool {
    let holds = mark.below > 0;
    match node.role {
        _ if node.is_live() => arena.speaks_below(item) || holds && !node.name.is_empty(),
        Role::Heading => is_told_heading(arena, item),
        Role::Dialog | Role::AlertDialog | Role::ProgressBar | Role::Meter => true,
        Role::Img => node.name.is_empty(),
        Role::Row => holds && arena.children(item).any(|cell| arena.says_more_than_controls(cell)),
        _ if node.state.is_scrollable() => holds,
        Role::TabPanel | Role::Article | Role::List | Role::Figure => false,
        role if role.region().is_some_and(|region| region > Region::None) => holds,
        role => holds && role.is_container() && !node.name.is_empty(),
    }
}

/// Told with everything: all but wrappers, and what the lines above already say.
fn is_content(arena: &Arena<'_, '_>, node: &Node<'_>, item: u32, mark: Mark) -> bool {
    let holds = mark.below > 0;
    match node.role {
        Role::Text => !is_told_by_parent(arena, item),
        Role::Heading => is_told_heading(arena, item),
        Role::Main | Role::Document | Role::Generic => {
            node.state.is_scrollable() || node.is_live() || holds && !node.name.is_empty()
        }
        Role::ListItem => !stands_for_parent(arena, item),
        Role::Group | Role::Article | Role::Figure => !node.name.is_empty(),
        Role::List => holds || !node.name.is_empty(),
        role if role.is_cell() => parent_role(arena, item) != Some(Role::Row),
        role if role.region().is_some() => holds || arena.speaks_below(item),
        _ => true,
    }
}

/// Whether the text below is told in the line itself.
fn tells_text(arena: &Arena<'_, '_>, node: &Node<'_>, item: u32, interactive: bool) -> bool {
    if node.role == Role::Row || !node.state.is_named_by_content() && holds_one_text(arena, item) {
        return true;
    }
    // With everything, texts have lines of their own; a message or a thing to press is told in one piece even so.
    let pressed = node.name.is_empty() && (node.state.is_clickable() || node.state.is_draggable());
    interactive && (node.is_live() || pressed)
}

/// A heading is told unless the only control in it, or the container that it heads, goes by the same name.
fn is_told_heading(arena: &Arena<'_, '_>, item: u32) -> bool {
    let name = arena.name(item);
    let heads = parent_role(arena, item).is_some_and(|role| role.is_container() || role.region().is_some())
        && arena.name(arena.items[item as usize].parent) == name;
    let said = only_child(arena, item).is_some_and(|child| {
        arena.name(child) == name && arena.node(child).is_some_and(|(_, node)| node.is_usable())
    });
    !name.is_empty() && !heads && !said
}

/// Whether the parent of a text says it: it has nothing else, and is more than a part of the page.
fn is_told_by_parent(arena: &Arena<'_, '_>, item: u32) -> bool {
    let Some(role) = parent_role(arena, item) else { return false };
    let parent = arena.items[item as usize].parent;
    holds_one_text(arena, parent)
        && match role {
            Role::Main | Role::Document => false,
            Role::Group | Role::Article | Role::Figure => !arena.name(parent).is_empty(),
            role => role.region().is_none(),
        }
}

/// Whether the only child of an item has a line of its own that stands for the item.
fn stands_for_parent(arena: &Arena<'_, '_>, item: u32) -> bool {
    only_child(arena, item)
        .and_then(|child| arena.node(child))
        .is_some_and(|(_, node)| node.is_usable() || node.role == Role::Heading)
}

/// Whether all that is below is one run of text, so that it can stand in the line itself.
fn holds_one_text(arena: &Arena<'_, '_>, item: u32) -> bool {
    arena.items[item as usize].end == item + 2 && arena.role(item + 1) == Role::Text
}

fn only_child(arena: &Arena<'_, '_>, item: u32) -> Option<u32> {
    let mut children = arena.children(item);
    let first = children.next()?;
    children.next().is_none().then_some(first)
}

fn parent_role(arena: &Arena<'_, '_>, item: u32) -> Option<Role> {
    let parent = arena.items[item as usize].parent;
    (parent != NONE).then(|| arena.role(parent))
}
