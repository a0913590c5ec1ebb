//! The outline: a page's trees in, what an agent needs out.
//!
//! The room takes what the collector sent from the documents of a page ([`Tree`], put together as a [`Page`]) and
//! [`build`]s an [`Outline`]: the entries in the order in which they matter, named with [`Refs`], printed as text
//! ([`Outline::text`]) or JSON ([`Outline::elements`]). It does no input or output, reads no clock, draws no random
//! numbers and knows no wire: the caller brings trees, keys of documents and the fence's word.
//!
//! ```
//! use handback::outline::{Options, Page, Refs, Tree, build};
//!
//! let json = r##"{"v":1,"url":"https://shop.example/","title":"Shop","roles":["heading","button"],
//!     "nodes":[[0,0,1,67108864,"Tea",{"l":1}],[1,0,2,67108865,"Buy"]]}"##;
//! let page = Page::new("document-1", Tree::parse(json)?);
//! let mut refs = Refs::new();
//! let outline = build(&page, &Options::default(), &mut refs);
//! assert_eq!(outline.text("k3v9"), "k3v9 https://shop.example/ \"Shop\"\n# \"Tea\"\ne1 button \"Buy\"\nk3v9");
//! # Ok::<(), handback::outline::Unreadable>(())
//! ```

mod arena;
mod build;
mod changes;
mod choose;
mod context;
mod entry;
mod fill;
mod json;
mod judge;
mod line;
mod options;
mod page;
mod parse;
mod quote;
mod refs;
mod region;
mod role;
mod rows;
mod saved;
mod state;
mod text;
mod tree;
mod verdict;
mod words;

pub use build::build;
pub use changes::Changes;
pub use entry::Entry;
pub use json::Elements;
pub use options::{Begin, Options};
pub use page::Page;
pub use parse::Unreadable;
pub use refs::{Lookup, NoRef, Ref, Refs, identity};
pub use region::Region;
pub use role::Role;
pub use saved::{Document, Saved};
pub use state::{State, Tri};
pub use text::tokens;
pub use tree::{Left, Tree, View};
pub use verdict::{Other, Reason, Verdict};

use rows::{More, Row, Span, Texts};

/// An outline: everything that matched, and which of it is listed.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    url: Box<str>,
    title: Box<str>,
    /// Keys of the documents, by the frame that a row names.
    documents: Vec<Box<str>>,
    rows: Vec<Row>,
    texts: Texts,
    mores: Vec<More>,
    other_roles: Vec<Box<str>>,
    /// Places of the listed rows, ascending.
    shown: Vec<u32>,
    /// The first row of this page of the list.
    first: usize,
    every_ref: bool,
    left: Left,
    verdicts: Vec<Verdict>,
}

impl Outline {
    /// The page's address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The page's title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether the main document is the same one as the other's: what changed between them can be told.
    pub fn is_of_same_page(&self, other: &Outline) -> bool {
        self.documents.first() == other.documents.first()
    }

    /// How many entries are listed.
    pub fn count(&self) -> usize {
        self.shown.len()
    }

    /// How many entries matched, before the limit.
    pub fn total(&self) -> usize {
        self.rows.len()
    }

    /// How many entries are not listed, by role, most first.
    pub fn omitted(&self) -> Vec<(&str, usize)> {
        let mut shown = self.shown.iter().peekable();
        let rows = self
            .rows
            .iter()
            .enumerate()
            .filter(|(place, _)| shown.next_if(|at| **at as usize == *place).is_none());
        self.kinds(rows.map(|(_, row)| row))
    }

    /// What the collector left out already.
    pub fn left(&self) -> Left {
        self.left
    }

    /// The listed entries.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.shown.iter().filter_map(|place| self.entry(*place))
    }

    /// Where to begin to go on after this list; `None` at the end. See [`Outline::gaps`] for what a first page leaves
    /// out in between.
    pub fn next(&self) -> Option<Begin> {
        let next = self.shown.last().map_or(self.first, |last| *last as usize + 1);
        (next < self.rows.len()).then(|| self.beginning_at(next))
    }

    /// What is left out between the listed entries and after them: where each part begins, and how many entries it
    /// has.
    pub fn gaps(&self) -> impl Iterator<Item = (Begin, usize)> {
        let mut next = self.first;
        let ends = self.shown.iter().map(|place| *place as usize).chain([self.rows.len()]);
        ends.filter_map(move |end| {
            let from = std::mem::replace(&mut next, end + 1);
            (end > from).then(|| (self.beginning_at(from), end - from))
        })
    }

    /// How to ask for the list that begins with this row.
    fn beginning_at(&self, place: usize) -> Begin {
        let before = place.checked_sub(1).and_then(|last| self.rows.get(last)?.reference);
        before.map_or(Begin::Offset(place), Begin::After)
    }

    fn about(page: &Page<'_>) -> Self {
        let mut outline = Self {
            documents: page.frames.iter().map(|frame| frame.document.into()).collect(),
            ..Self::default()
        };
        if let Some(tree) = page.tree(0) {
            (outline.url, outline.title) = (tree.url.as_ref().into(), tree.title.as_ref().into());
        }
        for frame in &page.frames {
            let Ok(tree) = &frame.tree else { continue };
            outline.left.inert += tree.left.inert;
            outline.left.hidden += tree.left.hidden;
            outline.left.unseen += tree.left.unseen;
            outline.left.cut += tree.left.cut;
        }
        outline
    }

    fn role_name(&self, role: Role) -> &str {
        match role {
            Role::Other(place) => self.other_roles.get(usize::from(place)).map_or("generic", |name| name),
            role => role.name().unwrap_or("generic"),
        }
    }

    /// A role that is not known gets a name of this outline's own; only plain words may stand in a line.
    fn own_role(&mut self, role: Role, tree: &Tree<'_>) -> Role {
        let Role::Other(place) = role else { return role };
        let name = tree.other_roles.get(usize::from(place)).map_or("", |name| name.as_ref());
        if name.is_empty() || name.len() > 40 || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        {
            return Role::Generic;
        }
        let known = self.other_roles.iter().position(|other| &**other == name);
        let place = known.unwrap_or_else(|| {
            self.other_roles.push(name.into());
            self.other_roles.len() - 1
        });
        Role::Other(u16::try_from(place).unwrap_or(u16::MAX))
    }

    fn more(&self, row: &Row) -> Option<&More> {
        self.mores.get((row.more as usize).checked_sub(1)?)
    }

    fn add_more(&mut self, more: Option<More>) -> u32 {
        let Some(more) = more else { return 0 };
        self.mores.push(more);
        self.mores.len() as u32
    }

    /// About what a row costs in the text form, in bytes.
    fn cost(&self, row: &Row) -> usize {
        let spans = [row.name, row.text, row.value, row.description];
        let texts: usize = spans.into_iter().map(|span| self.texts.get(span).len().min(240)).sum();
        let more = self.more(row).map_or(0, |more| 24 + 16 * more.options.len().min(12));
        12 + self.role_name(row.role).len() + texts + more
    }

    /// Everything that is told of a row but its ref, as a number.
    fn digest(&self, row: &Row) -> u64 {
        let get = |span: Span| self.texts.get(span);
        let mut hash = identity(self.role_name(row.role), get(row.name));
        let mut add = |text: &str| hash = hash.rotate_left(5) ^ identity(text, "");
        add(get(row.text));
        add(get(row.value));
        add(get(row.description));
        if let Some(more) = self.more(row) {
            add(get(more.current));
            more.options.iter().for_each(|option| add(get(*option)));
            more.cells.iter().for_each(|(_, said)| add(get(*said)));
            hash ^= (more.position as u64) << 32 ^ more.rows as u64;
        }
        hash ^ u64::from(row.state.0).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(row.level)
    }

    /// The place of the first row after the one with this ref; the start if there is none.
    fn place_after(&self, after: Ref, refs: &Refs) -> usize {
        let Lookup::Found { document, node } = refs.look_up(after) else { return 0 };
        let at = |row: &Row| row.number == node && &*self.documents[usize::from(row.frame)] == document;
        self.rows.iter().position(at).map_or(0, |place| place + 1)
    }

    fn kinds<'r>(&self, rows: impl IntoIterator<Item = &'r Row>) -> Vec<(&str, usize)> {
        let mut counts: Vec<(Role, usize)> = Vec::new();
        for row in rows {
            match counts.iter_mut().find(|(role, _)| *role == row.role) {
                Some((_, count)) => *count += 1,
                None => counts.push((row.role, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts.into_iter().map(|(role, count)| (self.role_name(role), count)).collect()
    }
}
