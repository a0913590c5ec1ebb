//! What a closer look told of the listed entries: whether each can be reached now, and where it is.

use super::Outline;
use super::parse::{Text, Unreadable};
use super::refs::{Ref, Refs, identity};
use serde::Deserialize;

/// Why an entry cannot be used as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is switched off.
    Disabled,
    /// Its style hides it.
    Hidden,
    /// Something keeps its part of the page from being used.
    Inert,
    /// It has no size.
    ZeroSize,
    /// It is outside of what is seen; `far` when no scrolling brings it there.
    Offscreen {
        /// Whether scrolling does not help.
        far: bool,
    },
    /// Something lies over it.
    Covered,
    /// Its node is gone.
    Gone,
}

impl Reason {
    /// The reason's word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::Hidden => "hidden",
            Self::Inert => "inert",
            Self::ZeroSize => "zero_size",
            Self::Offscreen { .. } => "offscreen",
            Self::Covered => "covered",
            Self::Gone => "gone",
        }
    }
}

/// Another element that a verdict speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// Its ref, when it has a role that makes it more than a box.
    pub reference: Option<Ref>,
    /// Its role.
    pub role: Box<str>,
    /// Its name.
    pub name: Box<str>,
    /// The element as `tag#id` or `tag.class`.
    pub element: Box<str>,
}

/// The verdict on an entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Why it cannot be used; `None` when it can.
    pub reason: Option<Reason>,
    /// What hides or covers it.
    pub blocked_by: Option<Other>,
    /// What reveals it, and whether by a `click` or by `hover`.
    pub revealed_by: Option<(Other, &'static str)>,
    /// Left, top, width and height in CSS pixels of the viewport of its frame.
    pub area: Option<[i64; 4]>,
    /// A selector that matches it alone.
    pub css: Option<Box<str>>,
    /// A path that matches it alone, where no selector does.
    pub xpath: Option<Box<str>>,
}

#[derive(Deserialize)]
struct RawLook<'a> {
    n: u32,
    #[serde(default)]
    gone: bool,
    #[serde(borrow, default)]
    why: Text<'a>,
    #[serde(default)]
    far: bool,
    #[serde(borrow)]
    block: Option<RawOther<'a>>,
    #[serde(borrow)]
    by: Option<RawOther<'a>>,
    #[serde(rename = "box")]
    area: Option<[i64; 4]>,
    #[serde(borrow)]
    css: Option<Text<'a>>,
    #[serde(borrow)]
    xpath: Option<Text<'a>>,
}

#[derive(Deserialize)]
struct RawOther<'a> {
    n: u32,
    #[serde(borrow, default)]
    role: Text<'a>,
    #[serde(borrow, default)]
    name: Text<'a>,
    #[serde(borrow, default)]
    is: Text<'a>,
    #[serde(borrow, default, rename = "with")]
    with: Text<'a>,
}

impl Outline {
    /// The nodes that a closer look is worth at, by document: what the collector's `look` is to be asked for.
    pub fn to_look_at(&self) -> Vec<(&str, Vec<u32>)> {
        let mut asked: Vec<(&str, Vec<u32>)> =
            self.documents.iter().map(|key| (&**key, Vec::new())).collect();
        for place in &self.shown {
            let Some(row) = self.rows.get(*place as usize).filter(|row| row.number != 0) else { continue };
            if let Some((_, numbers)) = asked.get_mut(usize::from(row.frame)) {
                numbers.push(row.number);
            }
        }
        asked.retain(|(_, numbers)| !numbers.is_empty());
        asked
    }

    /// Forgets what closer looks told, for another to be taken.
    pub fn forget_looks(&mut self) {
        self.verdicts.clear();
        self.rows.iter_mut().for_each(|row| row.verdict = 0);
    }

    /// Adds what the collector's `look` answered for a document. What it names gets refs.
    ///
    /// # Errors
    /// The text is not such an answer.
    pub fn add_looks(&mut self, document: &str, json: &str, refs: &mut Refs) -> Result<(), Unreadable> {
        let looks: Vec<RawLook<'_>> = serde_json::from_str(json).map_err(|e| Unreadable::of(&e))?;
        let frame = self.documents.iter().position(|key| &**key == document);
        let mut rows = self.shown.iter().map(|place| *place as usize).collect::<Vec<_>>();
        rows.retain(|place| frame == Some(usize::from(self.rows[*place].frame)));
        let mut next = 0;
        for look in looks {
            // Answers come in the order of the question; one that does not is looked for from the start.
            let found = (next..rows.len()).chain(0..next).find(|at| self.rows[rows[*at]].number == look.n);
            let Some(at) = found else { continue };
            next = at + 1;
            let verdict = self.verdict(rows[at], document, look, refs);
            self.verdicts.push(verdict);
            self.rows[rows[at]].verdict = self.verdicts.len() as u32;
        }
        Ok(())
    }

    fn verdict(&self, place: usize, document: &str, look: RawLook<'_>, refs: &mut Refs) -> Verdict {
        let row = &self.rows[place];
        let reason = match &*look.why.0 {
            _ if look.gone => Some(Reason::Gone),
            _ if row.state.is_disabled() => Some(Reason::Disabled),
            "" => None,
            "inert" => Some(Reason::Inert),
            "zero_size" => Some(Reason::ZeroSize),
            "offscreen" => Some(Reason::Offscreen { far: look.far }),
            "covered" => Some(Reason::Covered),
            _ => Some(Reason::Hidden),
        };
        let mut other = |raw: &RawOther<'_>| {
            let named = &*raw.role.0 != "generic" || !raw.name.0.is_empty();
            let is = identity(&raw.role.0, &raw.name.0);
            let reference = named.then(|| refs.give(document, row.frame != 0, raw.n, is));
            Other {
                reference,
                role: (*raw.role.0).into(),
                name: (*raw.name.0).into(),
                element: (*raw.is.0).into(),
            }
        };
        let blocked_by = look.block.as_ref().map(&mut other);
        let revealed_by =
            look.by.as_ref().map(|by| (other(by), if &*by.with.0 == "hover" { "hover" } else { "click" }));
        Verdict {
            reason,
            blocked_by,
            revealed_by,
            area: look.area,
            css: look.css.map(|css| (*css.0).into()),
            xpath: look.xpath.map(|xpath| (*xpath.0).into()),
        }
    }
}
