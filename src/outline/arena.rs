//! All nodes of a page in one list, frames in their places: what every later step works on.

use super::page::Page;
use super::region::Region;
use super::role::Role;
use super::tree::{Node, Tree};
use std::collections::HashSet;

/// No item.
pub(crate) const NONE: u32 = u32::MAX;

/// One node of the page, in reading order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) frame: u16,
    /// Place in the frame's nodes; [`NONE`] for a document that cannot be read.
    pub(crate) node: u32,
    /// The item that holds it; [`NONE`] at the top.
    pub(crate) parent: u32,
    /// One past the last item below it.
    pub(crate) end: u32,
    pub(crate) region: Region,
}

/// The items, and the trees that they stand for.
pub(crate) struct Arena<'p, 'a> {
    pub(crate) page: &'p Page<'a>,
    pub(crate) items: Vec<Item>,
    /// What the items before each one come to; one more than the items.
    totals: Vec<Totals>,
}

/// Running totals, so that what is below an item is known without a look at it: the difference of two.
#[derive(Clone, Copy, Default, Debug)]
struct Totals {
    /// Items that say something: texts, and items with names.
    speaking: u32,
    texts: u32,
    rows: u32,
    /// Bytes of the names of what can be used, with a space each.
    controls: u32,
}

struct Cursor {
    frame: usize,
    next: usize,
    /// Added to the depths of this document.
    depth: u32,
}

impl<'p, 'a> Arena<'p, 'a> {
    /// Lays the page's trees out. Linear, and iterative: frames nest on a list, not on the stack.
    pub(crate) fn of(page: &'p Page<'a>) -> Self {
        let most = page.frames.iter().map(|frame| frame.tree.as_ref().map_or(1, Tree::len)).sum();
        let mut arena = Self { page, items: Vec::with_capacity(most), totals: Vec::new() };
        let holders: HashSet<(usize, u32)> = page.frames.iter().filter_map(|frame| frame.holder).collect();
        let mut placed = vec![false; page.frames.len()];
        // After the main document those whose holder was not sent, a bare host of a closed root for one.
        for frame in 0..page.frames.len() {
            if !placed[frame] {
                arena.lay(frame, &holders, &mut placed);
            }
        }
        arena.add_up();
        arena
    }

    /// Lays a document out, with the documents that its nodes hold in their places. Each is placed once.
    fn lay(&mut self, frame: usize, holders: &HashSet<(usize, u32)>, placed: &mut [bool]) {
        let page = self.page;
        placed[frame] = true;
        if page.tree(frame).is_none() {
            self.add_unreadable(frame, NONE);
        }
        let mut cursors = vec![Cursor { frame, next: 0, depth: 0 }];
        // What is open: the item, and its depth.
        let mut open: Vec<(u32, u32)> = Vec::new();
        while let Some(cursor) = cursors.last_mut() {
            let Some(node) = page.tree(cursor.frame).and_then(|tree| tree.nodes.get(cursor.next)) else {
                cursors.pop();
                continue;
            };
            let (frame, depth, place) = (cursor.frame, cursor.depth.saturating_add(node.depth), cursor.next);
            cursor.next += 1;
            let item = self.open_at(depth, &mut open, frame, place as u32, node.role);
            if holders.is_empty() || !holders.contains(&(frame, node.number)) {
                continue;
            }
            for held in page.held_by(frame, node.number) {
                if std::mem::replace(&mut placed[held], true) {
                    continue;
                }
                let below = depth.saturating_add(1);
                if page.tree(held).is_some() {
                    cursors.push(Cursor { frame: held, next: 0, depth: below });
                } else {
                    self.close(below, &mut open);
                    self.add_unreadable(held, item);
                }
            }
        }
        self.close(0, &mut open);
    }

    fn add_unreadable(&mut self, frame: usize, parent: u32) {
        let region = self.items.get(parent as usize).map_or(Region::None, |item| item.region);
        let end = self.items.len() as u32 + 1;
        self.items.push(Item { frame: frame as u16, node: NONE, parent, end, region });
    }

    fn add_up(&mut self) {
        let mut totals = Vec::with_capacity(self.items.len() + 1);
        let mut sum = Totals::default();
        totals.push(sum);
        for item in 0..self.items.len() as u32 {
            if let Some((_, node)) = self.node(item) {
                sum.speaking += u32::from(!node.name.is_empty());
                sum.texts += u32::from(node.role == Role::Text);
                sum.rows += u32::from(node.role == Role::Row);
                if node.is_usable() {
                    sum.controls = sum.controls.saturating_add(node.name.len() as u32 + 1);
                }
            }
            totals.push(sum);
        }
        self.totals = totals;
    }

    /// What is below an item.
    fn below(&self, item: u32) -> Totals {
        let end = self.items[item as usize].end as usize;
        let (from, to) = (self.totals[item as usize + 1], self.totals[end]);
        Totals {
            speaking: to.speaking - from.speaking,
            texts: to.texts - from.texts,
            rows: to.rows - from.rows,
            controls: to.controls - from.controls,
        }
    }

    /// Whether anything below an item has text or a name.
    pub(crate) fn speaks_below(&self, item: u32) -> bool {
        self.below(item).speaking > 0
    }

    /// Whether there is a run of text below an item.
    pub(crate) fn has_text_below(&self, item: u32) -> bool {
        self.below(item).texts > 0
    }

    /// How many rows there are below an item.
    pub(crate) fn rows_below(&self, item: u32) -> u32 {
        self.below(item).rows
    }

    /// Whether an item says something that no control in it says.
    pub(crate) fn says_more_than_controls(&self, item: u32) -> bool {
        match self.name(item).len() {
            0 => self.has_text_below(item),
            name => name as u32 + 1 > self.below(item).controls,
        }
    }

    fn open_at(
        &mut self,
        depth: u32,
        open: &mut Vec<(u32, u32)>,
        frame: usize,
        node: u32,
        role: Role,
    ) -> u32 {
        self.close(depth, open);
        let parent = open.last().map_or(NONE, |(item, _)| *item);
        let around = if parent == NONE { Region::None } else { self.items[parent as usize].region };
        // A frame is one thing in the region that holds it, and so is a dialog.
        let region = match role.region() {
            Some(own) if frame == 0 && around != Region::Dialog => own,
            _ => around,
        };
        let item = self.items.len() as u32;
        self.items.push(Item { frame: frame as u16, node, parent, end: item + 1, region });
        open.push((item, depth));
        item
    }

    /// Ends every open item at this depth or below it.
    fn close(&mut self, depth: u32, open: &mut Vec<(u32, u32)>) {
        while let Some(&(item, _)) = open.last().filter(|(_, at)| *at >= depth) {
            self.items[item as usize].end = self.items.len() as u32;
            open.pop();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The tree and the node of an item; `None` for a document that cannot be read.
    pub(crate) fn node(&self, item: u32) -> Option<(&'p Tree<'a>, &'p Node<'a>)> {
        let item = self.items.get(item as usize)?;
        let tree = self.page.tree(usize::from(item.frame))?;
        Some((tree, tree.nodes.get(item.node as usize)?))
    }

    pub(crate) fn role(&self, item: u32) -> Role {
        self.node(item).map_or(Role::Document, |(_, node)| node.role)
    }

    pub(crate) fn name(&self, item: u32) -> &'p str {
        self.node(item).map_or("", |(_, node)| &node.name)
    }

    /// Why a document cannot be read, for the item that stands for it.
    pub(crate) fn why_unreadable(&self, item: u32) -> Option<&'a str> {
        let item = self.items.get(item as usize)?;
        if item.node != NONE {
            return None;
        }
        self.page.frames.get(usize::from(item.frame))?.tree.as_ref().err().copied()
    }

    /// Items directly below one.
    pub(crate) fn children(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.items[item as usize].end;
        let mut next = item + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.items[child as usize].end;
                child
            })
        })
    }
}
