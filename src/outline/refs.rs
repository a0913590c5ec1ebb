//! Refs: short names for elements, good while the element's document lives.
//!
//! A table from (document, node number) to a ref and back. In a top-level document refs are `e1`, `e2`, …, counted
//! over the table's whole life: a ref that is gone never names something else. A document in a frame gets a frame
//! number of its own, and its refs are `f2e1`, `f2e2`, …. The table holds no elements; whether a node still lives
//! only its page can tell.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hasher;

/// A ref. Prints as the text that callers use: `e12`, `f2e7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ref {
    /// The frame document's number; 0 in a top-level document.
    frame: u32,
    number: u32,
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.frame != 0 {
            write!(f, "f{}", self.frame)?;
        }
        write!(f, "e{}", self.number)
    }
}

impl std::str::FromStr for Ref {
    type Err = NoRef;

    /// Reads a ref; surrounding space and a leading `@` are understood.
    fn from_str(text: &str) -> Result<Self, NoRef> {
        let text = text.trim();
        let text = text.strip_prefix('@').unwrap_or(text);
        let (frame, rest) = match text.strip_prefix('f') {
            Some(framed) => {
                let (frame, rest) = framed.split_once('e').ok_or(NoRef)?;
                (count(frame)?, rest)
            }
            None => (0, text.strip_prefix('e').ok_or(NoRef)?),
        };
        Ok(Self { frame, number: count(rest)? })
    }
}

/// A positive number in plain digits.
fn count(digits: &str) -> Result<u32, NoRef> {
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoRef);
    }
    digits.parse().map_err(|_| NoRef)
}

/// A text that is no ref.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRef;

impl fmt::Display for NoRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a ref looks like e12, or f2e7 in a frame; take one from an outline")
    }
}

impl std::error::Error for NoRef {}

/// What became of a ref.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup<'r> {
    /// Its document is known. Whether the node still lives, the page has to say.
    Found {
        /// The key that the document was given under.
        document: &'r str,
        /// The node's number in it.
        node: u32,
    },
    /// It was given once, and its document is gone.
    Stale,
    /// It was never given.
    Unknown,
}

/// The table of refs.
#[derive(Debug, Default)]
pub struct Refs {
    documents: HashMap<Box<str>, usize>,
    slots: Vec<Option<Known>>,
    free: Vec<usize>,
    /// Where each living ref leads: the document's slot, the node, and what the node was called.
    targets: HashMap<Ref, Target, ByNumber>,
    last_element: u32,
    last_frame: u32,
}

#[derive(Debug)]
struct Known {
    key: Box<str>,
    /// 0 in a top-level document.
    frame: u32,
    last: u32,
    by_node: HashMap<u32, Ref, ByNumber>,
}

#[derive(Clone, Copy, Debug)]
struct Target {
    slot: usize,
    node: u32,
    identity: u64,
}

impl Refs {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The ref of a node: the one that it has, or a new one. `in_frame` tells how the document is numbered when it
    /// is met for the first time; `identity` is what the node is now (see [`identity`]) and is kept with a new ref.
    pub fn give(&mut self, document: &str, in_frame: bool, node: u32, identity: u64) -> Ref {
        let slot = self.slot(document, in_frame);
        self.give_in(slot, node, identity)
    }

    /// [`Refs::give`] for a document whose slot is at hand.
    pub(crate) fn give_in(&mut self, slot: usize, node: u32, identity: u64) -> Ref {
        let Some(known) = self.slots.get_mut(slot).and_then(Option::as_mut) else {
            return Ref { frame: 0, number: 0 };
        };
        if let Some(given) = known.by_node.get(&node) {
            return *given;
        }
        let counter = if known.frame == 0 { &mut self.last_element } else { &mut known.last };
        *counter += 1;
        let given = Ref { frame: known.frame, number: *counter };
        known.by_node.insert(node, given);
        self.targets.insert(given, Target { slot, node, identity });
        given
    }

    /// The ref that a node has, if it was given one.
    pub fn of(&self, document: &str, node: u32) -> Option<Ref> {
        let slot = *self.documents.get(document)?;
        self.slots.get(slot)?.as_ref()?.by_node.get(&node).copied()
    }

    /// What a ref leads to.
    pub fn look_up(&self, wanted: Ref) -> Lookup<'_> {
        if let Some(target) = self.targets.get(&wanted)
            && let Some(Some(known)) = self.slots.get(target.slot)
        {
            return Lookup::Found { document: &known.key, node: target.node };
        }
        let alive =
            self.slots.iter().flatten().find(|known| wanted.frame != 0 && known.frame == wanted.frame);
        let given = match alive {
            Some(known) => wanted.number <= known.last,
            None if wanted.frame == 0 => wanted.number <= self.last_element,
            None => wanted.frame <= self.last_frame,
        };
        if given { Lookup::Stale } else { Lookup::Unknown }
    }

    /// Whether the node behind a ref was something else, by role or name, when the ref was given.
    pub fn has_changed(&self, given: Ref, identity: u64) -> bool {
        self.targets.get(&given).is_some_and(|target| target.identity != identity)
    }

    /// Takes what the node is now as what its ref stands for: the caller has been told.
    pub fn accept(&mut self, given: Ref, identity: u64) {
        if let Some(target) = self.targets.get_mut(&given) {
            target.identity = identity;
        }
    }

    /// Forgets a document that is gone; its refs are stale from now on.
    pub fn forget(&mut self, document: &str) {
        let Some(slot) = self.documents.remove(document) else { return };
        if let Some(known) = self.slots.get_mut(slot).and_then(Option::take) {
            for given in known.by_node.values() {
                self.targets.remove(given);
            }
            self.free.push(slot);
        }
    }

    /// How many refs are alive: what the table's memory is in proportion to.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether no ref is alive.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Where a document is kept; one that is met for the first time gets its place.
    pub(crate) fn slot(&mut self, document: &str, in_frame: bool) -> usize {
        if let Some(slot) = self.documents.get(document) {
            return *slot;
        }
        let frame = if in_frame {
            self.last_frame += 1;
            self.last_frame
        } else {
            0
        };
        let known = Some(Known { key: document.into(), frame, last: 0, by_node: HashMap::default() });
        let slot = if let Some(slot) = self.free.pop() {
            self.slots[slot] = known;
            slot
        } else {
            self.slots.push(known);
            self.slots.len() - 1
        };
        self.documents.insert(document.into(), slot);
        slot
    }
}

/// What a node is, in a number: two nodes of another role or name have another one.
pub fn identity(role: &str, name: &str) -> u64 {
    let mut hash = Mix::default();
    hash.write(role.as_bytes());
    hash.write_u8(0);
    hash.write(name.as_bytes());
    hash.finish()
}

/// A hash for keys that no page chooses, and for telling texts apart: a multiplication and a turn a word, the same
/// on every run.
#[derive(Default)]
pub(crate) struct Mix(u64);

/// Builds [`Mix`].
pub(crate) type ByNumber = std::hash::BuildHasherDefault<Mix>;

impl Mix {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
