//! Every page that a person reached, as a pure fold over what happened to top-level browsing contexts.
//!
//! Full navigations (the last hop of a redirect), fragment and history-API routes, popups, back and forward. Consecutive
//! duplicates collapse; `about:` pages, error pages and frames are no pages; user and password of an address are
//! dropped. Of more than [`MOST`] the oldest are counted and left out. If happenings may have been lost the list is
//! absent rather than wrong.

use crate::policy::{origin_and_path, without_userinfo};
use handback_protocol::ids::ContextId;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The most pages that are told.
const MOST: usize = 100;

/// A page that was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Its address: whole for the last one, origin and path for earlier ones.
    pub url: String,
    /// Its title as it was read just after; absent until it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

#[derive(Clone, Debug)]
struct Entry {
    number: u64,
    context: ContextId,
    url: String,
    title: Option<String>,
}

/// The fold.
#[derive(Clone, Debug, Default)]
pub struct Visited {
    entries: VecDeque<Entry>,
    dropped: u64,
    last: u64,
    lost: bool,
}

/// Names an entry, so that its title can be filled in later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u64);

impl Visited {
    /// A top-level context reached an address. Returns the entry whose title should be read, if one came to be.
    pub fn reached(&mut self, context: &ContextId, url: &str) -> Option<Mark> {
        if !(url.starts_with("http:") || url.starts_with("https:") || url.starts_with("file:")) {
            return None;
        }
        let url = without_userinfo(url);
        // The same page again, or a second event for one step.
        if self.entries.back().is_some_and(|last| last.context == *context && last.url == url) {
            return None;
        }
        if self.entries.len() == MOST {
            self.entries.pop_front();
            self.dropped += 1;
        }
        self.last += 1;
        let entry = Entry { number: self.last, context: context.clone(), url, title: None };
        self.entries.push_back(entry);
        Some(Mark(self.last))
    }

    /// The title of an entry was read. One that was dropped meanwhile is ignored.
    pub fn titled(&mut self, mark: Mark, title: &str) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.number == mark.0) {
            entry.title = Some(title.to_owned());
        }
    }

    /// The title of a context changed: it belongs to the last page that the context reached.
    pub fn retitled(&mut self, context: &ContextId, title: &str) {
        if let Some(entry) = self.entries.iter_mut().rev().find(|entry| entry.context == *context) {
            entry.title = Some(title.to_owned());
        }
    }

    /// Happenings may have been lost: the list would be wrong.
    pub fn lose(&mut self) {
        self.lost = true;
    }

    /// What is told: the pages, oldest first, and how many earlier ones were left out; `None` if some may be missing.
    pub fn told(&self) -> Option<(Vec<Page>, u64)> {
        if self.lost {
            return None;
        }
        let mut pages: Vec<Page> = Vec::with_capacity(self.entries.len());
        let last = self.entries.len().saturating_sub(1);
        for (index, entry) in self.entries.iter().enumerate() {
            let url = if index == last {
                entry.url.clone()
            } else {
                origin_and_path(&entry.url).unwrap_or_else(|| entry.url.clone())
            };
            let page = Page { url, title: entry.title.clone() };
            // Two that differed only in what is not told are one.
            if pages.last() != Some(&page) {
                pages.push(page);
            }
        }
        Some((pages, self.dropped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(visited: &Visited) -> Vec<(String, Option<String>)> {
        visited.told().expect("nothing lost").0.into_iter().map(|page| (page.url, page.title)).collect()
    }

    #[test]
    fn earlier_addresses_are_trimmed_and_the_last_is_whole() {
        let mut visited = Visited::default();
        let tab = ContextId::from("A");
        let mark = visited.reached(&tab, "https://u:p@shop.example/login?token=1#x").expect("an entry");
        visited.titled(mark, "Sign in");
        visited.reached(&tab, "https://shop.example/cart?id=7#top");
        assert_eq!(
            told(&visited),
            [
                ("https://shop.example/login".to_owned(), Some("Sign in".to_owned())),
                ("https://shop.example/cart?id=7#top".to_owned(), None),
            ]
        );
    }

    #[test]
    fn duplicates_collapse_and_blank_pages_are_none() {
        let mut visited = Visited::default();
        let (tab, popup) = (ContextId::from("A"), ContextId::from("B"));
        assert!(visited.reached(&tab, "about:blank").is_none());
        assert!(visited.reached(&tab, "about:neterror?e=x").is_none());
        assert!(visited.reached(&tab, "http://a/1").is_some());
        assert!(visited.reached(&tab, "http://a/1").is_none());
        assert!(
            visited.reached(&popup, "http://a/1").is_some(),
            "the same address in a popup is another page"
        );
        assert!(visited.reached(&tab, "http://a/1").is_some(), "and so is coming back");
        assert!(visited.reached(&tab, "http://a/1?q=2").is_some());
        assert!(visited.reached(&tab, "http://a/1?q=3").is_some());
        let urls: Vec<_> = told(&visited).into_iter().map(|(url, _)| url).collect();
        assert_eq!(urls, ["http://a/1", "http://a/1?q=3"], "what is told alike is told once");
    }

    #[test]
    fn a_late_title_belongs_to_the_last_page_of_its_tab() {
        let mut visited = Visited::default();
        let (tab, popup) = (ContextId::from("A"), ContextId::from("B"));
        visited.reached(&tab, "http://a/1");
        visited.reached(&popup, "http://b/");
        visited.retitled(&tab, "One");
        visited.retitled(&ContextId::from("C"), "nobody's");
        assert_eq!(told(&visited)[0].1.as_deref(), Some("One"));
    }

    #[test]
    fn the_oldest_are_counted() {
        let mut visited = Visited::default();
        let tab = ContextId::from("A");
        let first = visited.reached(&tab, "http://a/0").expect("an entry");
        for n in 1..=105 {
            visited.reached(&tab, &format!("http://a/{n}"));
        }
        visited.titled(first, "dropped by now");
        let (pages, dropped) = visited.told().expect("nothing lost");
        assert_eq!((pages.len(), dropped), (100, 6));
        assert_eq!(pages[0].url, "http://a/6");
    }

    #[test]
    fn absent_rather_than_wrong() {
        let mut visited = Visited::default();
        visited.reached(&ContextId::from("A"), "http://a/");
        visited.lose();
        assert_eq!(visited.told(), None);
    }
}
