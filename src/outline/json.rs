//! The JSON form: the same entries, with their properties by name.

use super::Outline;
use super::entry::Entry;
use super::role::Role;
use super::state::Tri;
use super::verdict::{Other, Verdict};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// The listed entries as a JSON array.
#[derive(Debug)]
pub struct Elements<'o>(&'o Outline);

impl Outline {
    /// The listed entries, to be written as JSON.
    pub fn elements(&self) -> Elements<'_> {
        Elements(self)
    }
}

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.count()))?;
        for entry in self.0.entries() {
            list.serialize_element(&entry)?;
        }
        list.end()
    }
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(reference) = self.reference() {
            map.serialize_entry("ref", &format_args!("{reference}"))?;
        }
        let role = if self.role() == Role::Document { "unreadable" } else { self.role_name() };
        map.serialize_entry("role", role)?;
        if self.role() != Role::Text {
            map.serialize_entry("name", self.name())?;
        }
        for (key, text) in [("text", self.text()), ("description", self.description())] {
            if !text.is_empty() {
                map.serialize_entry(key, text)?;
            }
        }
        let state = self.state();
        if state.is_secret() {
            map.serialize_entry("secret", &true)?;
        } else if state.is_editable() || !self.value().is_empty() {
            map.serialize_entry("value", self.value())?;
        }
        if self.row.focused {
            map.serialize_entry("focused", &true)?;
        }
        states(self, &mut map)?;
        properties(self, &mut map)?;
        if let Some(verdict) = self.verdict() {
            seen(verdict, &mut map)?;
        }
        if let Some(region) = self.region().name() {
            map.serialize_entry("region", region)?;
        }
        if let Some(within) = self.parent().and_then(|parent| parent.reference()) {
            map.serialize_entry("within", &format_args!("{within}"))?;
        }
        map.end()
    }
}

/// Whether it can be used now, and why not.
fn seen<M: SerializeMap>(verdict: &Verdict, map: &mut M) -> Result<(), M::Error> {
    map.serialize_entry("visible", &verdict.reason.is_none())?;
    if let Some(reason) = verdict.reason {
        map.serialize_entry("reason", reason.name())?;
    }
    if let Some(other) = &verdict.blocked_by {
        map.serialize_entry("blocked_by", other)?;
    }
    if let Some((other, by)) = &verdict.revealed_by {
        map.serialize_entry("revealed_by", other)?;
        map.serialize_entry("open_with", by)?;
    }
    if let Some([x, y, width, height]) = verdict.area {
        map.serialize_entry("box", &Area { x, y, width, height })?;
    }
    for (key, selector) in [("css", &verdict.css), ("xpath", &verdict.xpath)] {
        if let Some(selector) = selector {
            map.serialize_entry(key, selector)?;
        }
    }
    Ok(())
}

impl Serialize for Other {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(reference) = self.reference {
            map.serialize_entry("ref", &format_args!("{reference}"))?;
            map.serialize_entry("role", &self.role)?;
            map.serialize_entry("name", &self.name)?;
        }
        map.serialize_entry("element", &self.element)?;
        map.end()
    }
}

/// A box in CSS pixels of the viewport of its frame.
#[derive(serde::Serialize)]
struct Area {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

fn states<M: SerializeMap>(entry: &Entry<'_>, map: &mut M) -> Result<(), M::Error> {
    let state = entry.state();
    for (key, is) in [
        ("disabled", state.is_disabled()),
        ("readonly", state.is_readonly()),
        ("required", state.is_required()),
        ("invalid", state.is_invalid()),
        ("busy", state.is_busy()),
        ("modal", state.is_modal()),
        ("multiple", state.is_multiple()),
        ("editable", state.is_editable()),
        ("clickable", state.is_clickable()),
        ("draggable", state.is_draggable()),
        ("scrollable", state.is_scrollable()),
        ("unseen", state.is_unseen()),
    ] {
        if is {
            map.serialize_entry(key, &true)?;
        }
    }
    let three = [
        ("checked", state.checked()),
        ("pressed", state.pressed()),
        ("selected", state.selected()),
        ("expanded", state.expanded()),
    ];
    for (key, value) in three {
        match value {
            Some(Tri::Mixed) => map.serialize_entry(key, "mixed")?,
            Some(is) => map.serialize_entry(key, &(is == Tri::True))?,
            None => {}
        }
    }
    Ok(())
}

fn properties<M: SerializeMap>(entry: &Entry<'_>, map: &mut M) -> Result<(), M::Error> {
    if entry.row.level > 0 {
        map.serialize_entry("level", &entry.row.level)?;
    }
    let Some(more) = entry.outline.more(entry.row) else { return Ok(()) };
    let get = |span| entry.outline.texts.get(span);
    for (key, text) in
        [("current", more.current), ("popup", more.popup), ("takes", more.takes), ("url", more.url)]
    {
        if !get(text).is_empty() {
            map.serialize_entry(key, get(text))?;
        }
    }
    for (key, number) in [
        ("position", more.position),
        ("set_size", more.set_size),
        ("rowcount", more.rows),
        ("colcount", more.columns),
        ("rows_here", i64::from(more.mounted)),
    ] {
        if number != 0 {
            map.serialize_entry(key, &number)?;
        }
    }
    if let Some((at, seen, whole)) = more.scroll {
        map.serialize_entry("scroll", &Scroll { at, seen, whole })?;
    }
    if let Some((width, height)) = more.size {
        map.serialize_entry("size", &[width, height])?;
    }
    if !more.options.is_empty() {
        map.serialize_entry("options", &more.options.iter().map(|option| get(*option)).collect::<Vec<_>>())?;
    }
    if !more.cells.is_empty() {
        let cells = more
            .cells
            .iter()
            .map(|(role, said)| Cell { role: entry.outline.role_name(*role), name: get(*said) });
        map.serialize_entry("cells", &cells.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// How far a box is scrolled, in pixels: the top of what is seen, how much is seen, and how much there is.
#[derive(serde::Serialize)]
struct Scroll {
    at: i64,
    seen: i64,
    whole: i64,
}

#[derive(serde::Serialize)]
struct Cell<'o> {
    role: &'o str,
    name: &'o str,
}
