//! One document's tree as the collector sent it, read without copying.
//!
//! The text is JSON; what is in it is described at `walk` in the collector's `walk.js`. Strings are borrowed where
//! they hold no escapes, which is nearly always. Unknown keys, roles and extra columns are normal.

use super::parse::Text;
use super::role::Role;
use super::state::State;
use serde::Deserialize;
use std::borrow::Cow;

/// A document's tree.
#[derive(Debug, Default)]
pub struct Tree<'a> {
    /// The document's address.
    pub url: Cow<'a, str>,
    /// The document's title.
    pub title: Cow<'a, str>,
    /// The node that has focus; 0 for none.
    pub focus: u32,
    /// What is seen of the page.
    pub view: View,
    /// What the collector left out.
    pub left: Left,
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) extras: Vec<Extras<'a>>,
    /// Names of roles that are not known, by the number in [`Role::Other`].
    pub(crate) other_roles: Vec<Cow<'a, str>>,
}

/// What a person sees of a page, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Width of the viewport.
    pub width: i64,
    /// Height of the viewport.
    pub height: i64,
    /// How far the page is scrolled to the right.
    pub x: i64,
    /// How far the page is scrolled down.
    pub y: i64,
    /// Width of the whole page.
    pub page_width: i64,
    /// Height of the whole page.
    pub page_height: i64,
}

/// Counts of what the collector left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Left {
    /// Controls that are inert, behind a modal dialog for one.
    pub inert: u64,
    /// Controls in `aria-hidden` content.
    pub hidden: u64,
    /// Texts that nobody can see.
    pub unseen: u64,
    /// Nodes that were not looked at when the collector's budget was spent.
    pub cut: u64,
}

/// One node.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) role: Role,
    pub(crate) depth: u32,
    pub(crate) number: u32,
    pub(crate) state: State,
    pub(crate) name: Cow<'a, str>,
    /// 0 for none, else one more than its place in `extras`.
    pub(crate) extras: u32,
}

impl Node<'_> {
    /// Whether it can be pressed, typed into, chosen, dragged.
    pub(crate) fn is_usable(&self) -> bool {
        let (role, state) = (self.role, self.state);
        if state.is_frame() {
            return !state.is_unseen();
        }
        role.is_widget()
            || state.is_clickable()
            || state.is_editable()
            || state.is_draggable()
            || state.is_focusable() && !role.is_container() && role.region().is_none()
    }

    /// Whether its text is told as it changes.
    pub(crate) fn is_live(&self) -> bool {
        self.role.is_live() || self.state.is_live()
    }
}

/// The rarer properties of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Extras<'a> {
    #[serde(borrow, rename = "v")]
    pub(crate) value: Text<'a>,
    #[serde(borrow, rename = "d")]
    pub(crate) description: Text<'a>,
    #[serde(borrow, rename = "c")]
    pub(crate) current: Text<'a>,
    #[serde(borrow, rename = "h")]
    pub(crate) popup: Text<'a>,
    #[serde(borrow, rename = "t")]
    pub(crate) takes: Text<'a>,
    #[serde(borrow, rename = "u")]
    pub(crate) url: Text<'a>,
    #[serde(borrow, rename = "o")]
    pub(crate) options: Vec<Text<'a>>,
    #[serde(rename = "l")]
    pub(crate) level: i64,
    #[serde(rename = "p")]
    pub(crate) position: i64,
    #[serde(rename = "n")]
    pub(crate) set_size: i64,
    #[serde(rename = "r")]
    pub(crate) rows: i64,
    #[serde(rename = "k")]
    pub(crate) columns: i64,
    #[serde(rename = "s")]
    pub(crate) scroll: Option<(i64, i64, i64)>,
    #[serde(rename = "w")]
    pub(crate) size: Option<(i64, i64)>,
}

impl Extras<'_> {
    /// Whether there is nothing but what a row has a place for: a level, a value, a description.
    pub(crate) fn is_plain(&self) -> bool {
        let texts = [&self.current, &self.popup, &self.takes, &self.url];
        texts.iter().all(|text| text.0.is_empty())
            && self.options.is_empty()
            && [self.position, self.set_size, self.rows, self.columns] == [0; 4]
            && self.scroll.is_none()
            && self.size.is_none()
    }
}

pub(crate) static NO_EXTRAS: Extras<'static> = Extras {
    value: Text(Cow::Borrowed("")),
    description: Text(Cow::Borrowed("")),
    current: Text(Cow::Borrowed("")),
    popup: Text(Cow::Borrowed("")),
    takes: Text(Cow::Borrowed("")),
    url: Text(Cow::Borrowed("")),
    options: Vec::new(),
    level: 0,
    position: 0,
    set_size: 0,
    rows: 0,
    columns: 0,
    scroll: None,
    size: None,
};

impl<'a> Tree<'a> {
    /// How many nodes the tree has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The numbers of the elements that hold documents of their own, in order.
    pub fn frames(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes
            .iter()
            .filter(|node| node.state.is_frame() && !node.state.is_unseen())
            .map(|node| node.number)
    }

    pub(crate) fn extras(&self, node: &Node<'_>) -> &Extras<'a> {
        match node.extras {
            0 => &NO_EXTRAS,
            place => self.extras.get(place as usize - 1).unwrap_or(&NO_EXTRAS),
        }
    }
}
