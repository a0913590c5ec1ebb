//! Reading a tree: JSON in, nodes out, strings borrowed where they hold no escapes.

use super::role::Role;
use super::state::State;
use super::tree::{Extras, Left, Node, Tree, View};
use serde::Deserialize;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

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
