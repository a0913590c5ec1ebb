//! One line of the text form.

use super::role::Role;
use super::rows::{More, Row};
use super::state::Tri;
use super::verdict::{Other, Reason, Verdict};
use super::{Outline, quote};
use std::fmt::Write;

/// The longest name in a list, in characters; a longer one ends in the mark `…` after its quotes.
const MOST_NAME: usize = 80;
/// The same for texts, values and descriptions.
const MOST_TEXT: usize = 240;
/// Options of a closed list that are named.
const MOST_OPTIONS: usize = 12;

impl Outline {
    /// A line without its indentation and end.
    pub(crate) fn line_alone(&self, to: &mut String, row: &Row) {
        let get = |span| self.texts.get(span);
        if row.role == Role::Text {
            quote::push(to, get(row.text), MOST_TEXT);
            if row.state.is_unseen() {
                to.push_str(" unseen");
            }
            return;
        }
        if let Some(reference) = row.reference.filter(|_| row.usable) {
            let _ = write!(to, "{reference} ");
        }
        match row.role {
            Role::Heading if row.level > 0 && row.level <= 6 => {
                to.extend(std::iter::repeat_n('#', usize::from(row.level)));
            }
            Role::Document => to.push_str("unreadable"),
            role => to.push_str(self.role_name(role)),
        }
        // A row that tells its cells need not tell them joined as well.
        let tells_cells =
            row.role == Role::Row && row.state.is_named_by_content() && !get(row.text).is_empty();
        if !tells_cells && !get(row.name).is_empty() {
            to.push(' ');
            quote::push(to, get(row.name), MOST_NAME);
        }
        if !get(row.value).is_empty() {
            to.push_str(" = ");
            quote::push(to, get(row.value), MOST_TEXT);
        }
        states(to, row);
        if row.focused {
            to.push_str(" focused");
        }
        if let Some(more) = self.more(row) {
            self.properties(to, row, more);
        }
        if let Some(verdict) = self.verdicts.get((row.verdict as usize).wrapping_sub(1)) {
            reach(to, verdict);
        }
        if !get(row.description).is_empty() {
            to.push_str(" description ");
            quote::push(to, get(row.description), MOST_TEXT);
        }
        if !get(row.text).is_empty() {
            to.push_str(": ");
            quote::push(to, get(row.text), MOST_TEXT);
        }
    }

    fn properties(&self, to: &mut String, row: &Row, more: &More) {
        let get = |span| self.texts.get(span);
        match get(more.current) {
            "" => {}
            "page" | "step" | "location" | "date" | "time" => {
                let _ = write!(to, " current={}", get(more.current));
            }
            _ => to.push_str(" current"),
        }
        match get(more.popup) {
            "menu" | "listbox" | "tree" | "grid" | "dialog" => {
                let _ = write!(to, " popup={}", get(more.popup));
            }
            _ => {}
        }
        match get(more.takes) {
            "date" | "time" | "datetime" | "month" | "week" | "color" | "file" => {
                let _ = write!(to, " takes={}", get(more.takes));
            }
            _ => {}
        }
        if more.set_size > 0 && more.position > 0 {
            let _ = write!(to, " {} of {}", more.position, more.set_size);
        }
        if more.rows != 0 {
            let _ = write!(to, " {} of {} rows", more.mounted, more.rows);
        }
        if let Some((width, height)) = more.size {
            let _ = write!(to, " {width}x{height}");
        }
        if let Some((at, seen, whole)) = more.scroll
            && row.state.is_scrollable()
        {
            let _ = write!(to, " at={at}+{seen}/{whole}px");
        }
        if !more.options.is_empty() {
            to.push_str(" options");
            for option in more.options.iter().take(MOST_OPTIONS) {
                to.push(' ');
                quote::push(to, get(*option), 40);
            }
            if more.options.len() > MOST_OPTIONS {
                let _ = write!(to, " +{}", more.options.len() - MOST_OPTIONS);
            }
        }
        if !get(more.url).is_empty() {
            to.push_str(" url ");
            quote::push(to, get(more.url), MOST_TEXT);
        }
    }
}

fn states(to: &mut String, row: &Row) {
    let state = row.state;
    let role = row.role;
    let typed = matches!(role, Role::TextBox | Role::SearchBox | Role::SpinButton | Role::Combobox);
    for (is, word) in [
        (state.is_disabled(), " disabled"),
        (state.is_readonly(), " readonly"),
        (state.is_required(), " required"),
        (state.is_invalid(), " invalid"),
        (state.checked() == Some(Tri::True), " checked"),
        (state.checked() == Some(Tri::Mixed), " mixed"),
        (state.pressed() == Some(Tri::True), " pressed"),
        (state.pressed() == Some(Tri::Mixed), " pressed=mixed"),
        (state.pressed() == Some(Tri::False), " pressed=false"),
        (state.selected() == Some(Tri::True), " selected"),
        (state.expanded() == Some(Tri::True), " expanded"),
        (state.expanded() == Some(Tri::False), " collapsed"),
        (state.is_busy(), " busy"),
        (state.is_modal(), " modal"),
        (state.is_multiple(), " multiple"),
        (state.is_secret(), " secret"),
        (state.is_editable() && !typed, " editable"),
        (state.is_clickable(), " clickable"),
        (state.is_draggable(), " draggable"),
        (state.is_scrollable(), " scrollable"),
        (state.is_unseen(), " unseen"),
    ] {
        if is {
            to.push_str(word);
        }
    }
    if row.level > 0 && (role != Role::Heading || row.level > 6) {
        let _ = write!(to, " level={}", row.level);
    }
}

/// Why it cannot be used now. What only has to be scrolled to is as good as in view.
fn reach(to: &mut String, verdict: &Verdict) {
    match verdict.reason {
        None | Some(Reason::Disabled | Reason::Offscreen { far: false }) => {}
        Some(Reason::Offscreen { far: true }) => to.push_str(" offscreen"),
        Some(reason) => {
            to.push(' ');
            to.push_str(reason.name());
        }
    }
    if let Some(other) = &verdict.blocked_by {
        to.push_str(" by ");
        called(to, other);
    }
    if let Some((other, by)) = &verdict.revealed_by {
        let _ = write!(to, " {by} ");
        called(to, other);
        to.push_str(" to reveal");
    }
    if let Some([x, y, width, height]) = verdict.area {
        let _ = write!(to, " box={x},{y},{width},{height}");
    }
    for (key, selector) in [("css", &verdict.css), ("xpath", &verdict.xpath)] {
        if let Some(selector) = selector {
            let _ = write!(to, " {key} ");
            quote::push(to, selector, 2000);
        }
    }
}

fn called(to: &mut String, other: &Other) {
    match other.reference {
        Some(reference) => {
            let _ = write!(to, "{reference} ");
            quote::push(to, if other.name.is_empty() { &other.element } else { &other.name }, MOST_NAME);
        }
        None => quote::push(to, &other.element, MOST_NAME),
    }
}
