//! One document's tree as the collector sent it, read without copying.
//!
//! The text is JSON; what is in it is described at `walk` in the collector's `walk.js`. Strings are borrowed where
//! they hold no escapes, which is nearly always. Unknown keys, roles and extra columns are normal.

use super::role::Role;
use super::state::State;
use serde::Deserialize;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

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

/// A string that is borrowed when the JSON allows it.
#[derive(Debug, Default)]
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrowing;
        impl<'de> Visitor<'de> for Borrowing {
            type Value = Cow<'de, str>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }
        deserializer.deserialize_str(Borrowing).map(Text)
    }
}

/// Why a tree could not be read. Says nothing of what is in it.
#[derive(Debug)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not an outline tree ({}); save one with `handback outline --save-tree`", self.0)
    }
}

impl std::error::Error for Unreadable {}

impl Unreadable {
    pub(crate) fn says(why: String) -> Self {
        Self(why)
    }

    /// The category and place of an error name no content; its full message might.
    pub(crate) fn of(e: &serde_json::Error) -> Self {
        Self(format!("{:?} error at line {} column {}", e.classify(), e.line(), e.column()))
    }
}

impl<'a> Tree<'a> {
    /// Reads what the collector's `walk` answered.
    ///
    /// # Errors
    /// The text is not JSON, or is JSON of another kind.
    pub fn parse(json: &'a str) -> Result<Self, Unreadable> {
        let raw: RawTree<'a> = serde_json::from_str(json).map_err(|e| Unreadable::of(&e))?;
        if raw.v != 1 {
            return Err(Unreadable(format!("version {} is not known here", raw.v)));
        }
        let mut tree =
            Tree { url: raw.url.0, title: raw.title.0, focus: raw.focus, left: raw.left, ..Self::default() };
        let [width, height, x, y, page_width, page_height] = raw.view;
        tree.view = View { width, height, x, y, page_width, page_height };
        tree.nodes = raw.nodes.nodes;
        tree.extras = raw.nodes.extras;
        tree.resolve_roles(raw.roles);
        Ok(tree)
    }

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

    /// Nodes come with a place in the list of role names.
    fn resolve_roles(&mut self, names: Vec<Text<'a>>) {
        let mut roles = Vec::with_capacity(names.len());
        for name in names {
            roles.push(Role::named(&name.0).unwrap_or_else(|| {
                self.other_roles.push(name.0);
                Role::Other(u16::try_from(self.other_roles.len() - 1).unwrap_or(u16::MAX))
            }));
        }
        for node in &mut self.nodes {
            let Role::Other(place) = node.role else { continue };
            node.role = roles.get(usize::from(place)).copied().unwrap_or(Role::Generic);
        }
    }
}

#[derive(Deserialize)]
struct RawTree<'a> {
    v: u32,
    #[serde(borrow, default)]
    url: Text<'a>,
    #[serde(borrow, default)]
    title: Text<'a>,
    #[serde(default)]
    focus: u32,
    #[serde(default)]
    view: [i64; 6],
    #[serde(default)]
    left: Left,
    #[serde(borrow, default)]
    roles: Vec<Text<'a>>,
    #[serde(borrow)]
    nodes: Nodes<'a>,
}

/// The list of nodes; their extras go to a list of their own.
struct Nodes<'a> {
    nodes: Vec<Node<'a>>,
    extras: Vec<Extras<'a>>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Nodes<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Nodes<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of nodes")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let (mut nodes, mut extras) = (Vec::new(), Vec::new());
                while let Some(node) = list.next_element_seed(OneNode(&mut extras))? {
                    nodes.push(node);
                }
                Ok(Nodes { nodes, extras })
            }
        }
        deserializer.deserialize_seq(List)
    }
}

struct OneNode<'x, 'a>(&'x mut Vec<Extras<'a>>);

impl<'de: 'a, 'a> serde::de::DeserializeSeed<'de> for OneNode<'_, 'a> {
    type Value = Node<'a>;
    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de: 'a, 'a> Visitor<'de> for OneNode<'_, 'a> {
    type Value = Node<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[role, depth, number, state, name, extras]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let role = Role::Other(seq.next_element()?.unwrap_or_default());
        let depth = seq.next_element()?.unwrap_or_default();
        let number = seq.next_element()?.unwrap_or_default();
        let state = State(seq.next_element()?.unwrap_or_default());
        let name = seq.next_element::<Text<'a>>()?.unwrap_or_default().0;
        let mut extras = 0;
        if let Some(more) = seq.next_element::<Extras<'a>>()? {
            self.0.push(more);
            extras = u32::try_from(self.0.len()).unwrap_or_default();
            while seq.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(Node { role, depth, number, state, name, extras })
    }
}
