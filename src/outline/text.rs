//! The text form: what a model reads. One line an entry, ref first, everything of the page in quotes.
//!
//! ```text
//! k3v9 https://shop.example/cart "Cart"
//! # "Your cart"
//! e1 textbox "Voucher" = "SPRING"
//! e2 button "Pay" disabled
//! e3 navigation "Main"
//! e4 link "Home"
//! k3v9
//! ```
//!
//! The first and the last line carry a word that the page cannot know; all between is data of the page. A heading
//! is as many `#` as its level. A text stands alone in quotes, or after a colon behind what holds it.

use super::rows::Row;
use super::{Outline, quote};
use std::fmt::Write;

/// The longest title, in characters.
const MOST_TITLE: usize = 80;
/// The deepest indentation, in spaces.
const MOST_INDENT: u16 = 12;

impl Outline {
    /// Writes the text form. `fence` is a word that the page cannot guess, new for every answer.
    pub fn text(&self, fence: &str) -> String {
        let mut to = String::with_capacity(64 + self.shown.len() * 40);
        let _ = write!(to, "{fence} {} ", one_word(&self.url));
        quote::push(&mut to, &self.title, MOST_TITLE);
        to.push('\n');
        self.lines(&mut to);
        to.push_str(fence);
        to
    }

    /// Writes the lines between the fences.
    pub fn lines(&self, to: &mut String) {
        let mut next = self.first as u32;
        for place in &self.shown {
            self.gap(to, next, *place);
            next = place + 1;
            if let Some(row) = self.rows.get(*place as usize) {
                self.line(to, row);
            }
        }
        self.gap(to, next, self.rows.len() as u32);
        self.left_out(to);
    }

    pub(crate) fn line(&self, to: &mut String, row: &Row) {
        for _ in 0..row.depth.min(MOST_INDENT) {
            to.push(' ');
        }
        self.line_alone(to, row);
        to.push('\n');
    }

    /// Tells how many entries are left out between two, of which kinds, and how to get them.
    fn gap(&self, to: &mut String, from: u32, until: u32) {
        let Some(rows) = self.rows.get(from as usize..until as usize).filter(|rows| !rows.is_empty()) else {
            return;
        };
        let _ = write!(to, "… {} more", rows.len());
        let kinds = self.kinds(rows);
        for (place, (role, count)) in kinds.iter().take(4).enumerate() {
            let _ = write!(to, "{}{count} {role}", if place == 0 { " (" } else { ", " });
        }
        let _ = writeln!(to, ") {}", self.beginning_at(from as usize));
    }

    fn left_out(&self, to: &mut String) {
        let left = self.left;
        for (count, what) in [
            (left.inert, "inert controls (behind a dialog, or switched off)"),
            (left.hidden, "controls in aria-hidden content"),
            (left.cut, "nodes that were not read: the page is too large"),
        ] {
            if count > 0 {
                let _ = writeln!(to, "… {count} {what}");
            }
        }
    }
}

/// About how many tokens a text costs: its bytes / 4, as the budgets count.
pub fn tokens(text: &str) -> usize {
    text.len().div_ceil(4)
}

/// An address as one plain word; browsers encode in this way what is left here.
fn one_word(url: &str) -> String {
    let mut word = String::with_capacity(url.len());
    for byte in url.bytes().take(500) {
        match byte {
            b'"' | b'\\' => {}
            b'!'..=b'~' => {
                word.push(char::from(byte));
                continue;
            }
            _ => {}
        }
        let _ = write!(word, "%{byte:02X}");
    }
    word
}
