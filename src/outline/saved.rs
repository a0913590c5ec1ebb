//! A page as a file: what the collector told of each of its documents, to be outlined later or elsewhere.
//!
//! ```json
//! {"handback": 1, "browser": "chrome 156.0", "day": "2026-12-01",
//!  "documents": [{"key": "…", "tree": {…}}, {"key": "…", "holder": [0, 17], "tree": {…}}, {"holder": [0, 18], "why": "…"}]}
//! ```
//! The first document is the main one; each later one names the document that holds its frame, and the number of the
//! frame's element there. A single tree, as the collector tells it, is a page of one document.

use super::page::Page;
use super::parse::Unreadable;
use super::tree::Tree;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;

/// The form of the file.
const FORM: u32 = 1;

/// One document of a saved page.
#[derive(Clone, Debug)]
pub struct Document {
    /// Tells it from every other document.
    pub key: Box<str>,
    /// The place of the document that holds it, and the number of the holding element there; none for the main one.
    pub holder: Option<(usize, u32)>,
    /// What the collector told, or why it told nothing.
    pub tree: Result<Arc<str>, Box<str>>,
}

/// A saved page.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// Which browser told it; empty where nobody knows.
    pub browser: String,
    /// The day on which it was told, as `2026-12-01`.
    pub day: String,
    /// Its documents, outer ones first.
    pub documents: Vec<Document>,
}

#[derive(Serialize, Deserialize)]
struct File<'a> {
    handback: u32,
    #[serde(borrow, default)]
    browser: Cow<'a, str>,
    #[serde(borrow, default)]
    day: Cow<'a, str>,
    #[serde(borrow)]
    documents: Vec<FileDocument<'a>>,
}

#[derive(Serialize, Deserialize)]
struct FileDocument<'a> {
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    key: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holder: Option<(usize, u32)>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    tree: Option<&'a RawValue>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    why: Option<Cow<'a, str>>,
}

impl Saved {
    /// Reads a file: a saved page, or a single tree.
    ///
    /// # Errors
    /// It is neither.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let Ok(file) = serde_json::from_str::<File<'_>>(text) else {
            // Whether it is a tree is found out when it is outlined.
            Tree::parse(text)?;
            let only = Document { key: "saved".into(), holder: None, tree: Ok(text.into()) };
            return Ok(Self { documents: vec![only], ..Self::default() });
        };
        if file.handback != FORM {
            return Err(Unreadable::says(format!(
                "form {} of a saved page is not known here",
                file.handback
            )));
        }
        let documents = file.documents.into_iter().map(|document| Document {
            key: document.key.into(),
            holder: document.holder,
            tree: match (document.tree, document.why) {
                (Some(tree), _) => Ok(tree.get().into()),
                (None, why) => Err(why.unwrap_or(Cow::Borrowed("nothing was saved of it")).into()),
            },
        });
        Ok(Self { documents: documents.collect(), browser: file.browser.into(), day: file.day.into() })
    }

    /// The file's text.
    ///
    /// # Errors
    /// A tree is not JSON.
    pub fn text(&self) -> Result<String, Unreadable> {
        let mut documents = Vec::with_capacity(self.documents.len());
        for document in &self.documents {
            let (tree, why) = match &document.tree {
                Ok(tree) => (Some(serde_json::from_str(tree).map_err(|error| Unreadable::of(&error))?), None),
                Err(why) => (None, Some(Cow::Borrowed(&**why))),
            };
            let key = Cow::Borrowed(&*document.key);
            documents.push(FileDocument { key, holder: document.holder, tree, why });
        }
        let (browser, day) = (Cow::Borrowed(&*self.browser), Cow::Borrowed(&*self.day));
        let file = File { handback: FORM, browser, day, documents };
        serde_json::to_string(&file).map_err(|error| Unreadable::of(&error))
    }

    /// The page, to be outlined.
    ///
    /// # Errors
    /// The main document cannot be read. Another that cannot is a line that says so.
    pub fn page(&self) -> Result<Page<'_>, Unreadable> {
        let Some((main, rest)) = self.documents.split_first() else {
            return Err(Unreadable::says("a saved page without documents".to_owned()));
        };
        let tree = main.tree.as_ref().map_err(|why| Unreadable::says(why.to_string()))?;
        let mut page = Page::new(&main.key, Tree::parse(tree)?);
        // Places in the page differ from places in the list once a document is left out.
        let mut places = vec![Some(0)];
        for document in rest {
            let holder =
                document.holder.and_then(|(outer, number)| Some((places.get(outer).copied()??, number)));
            let tree = document.tree.as_ref().map(|tree| Tree::parse(tree));
            places.push(match (holder, tree) {
                (None, _) => None,
                (Some(holder), Ok(Ok(tree))) => Some(page.add_frame(holder, &document.key, tree)),
                (Some(holder), Ok(Err(_))) => {
                    page.add_unreadable(holder, "its tree could not be read");
                    None
                }
                (Some(holder), Err(why)) => {
                    page.add_unreadable(holder, why);
                    None
                }
            });
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::{Options, Refs, build};

    const OUTER: &str = r#"{"v":1,"url":"http://a/","title":"A","roles":["button","iframe"],"nodes":[[0,0,1,0,"Go"],[1,0,2,0,"Frame"]]}"#;
    const INNER: &str =
        r#"{"v":1,"url":"http://b/","title":"B","roles":["button"],"nodes":[[0,0,1,0,"Inside"]]}"#;

    fn document(key: &str, holder: Option<(usize, u32)>, tree: &str) -> Document {
        Document { key: key.into(), holder, tree: Ok(tree.into()) }
    }

    fn names(saved: &Saved) -> Vec<String> {
        let outline = build(&saved.page().expect("a page"), &Options::default(), &mut Refs::new());
        let elements = serde_json::to_value(outline.elements()).expect("JSON");
        let list = elements.as_array().expect("a list").iter();
        list.filter_map(|element| element["name"].as_str().map(str::to_owned)).collect()
    }

    #[test]
    fn a_page_survives_its_file() {
        let saved = Saved {
            browser: "chrome 156".into(),
            day: "2026-12-01".into(),
            documents: vec![document("k1", None, OUTER), document("k2", Some((0, 2)), INNER)],
        };
        let read = Saved::parse(&saved.text().expect("a text")).expect("read");
        assert_eq!((&*read.browser, &*read.day, read.documents.len()), ("chrome 156", "2026-12-01", 2));
        assert_eq!(names(&read), names(&saved));
        assert!(names(&read).contains(&"Inside".to_owned()));
    }

    #[test]
    fn a_single_tree_is_a_page() {
        assert!(names(&Saved::parse(OUTER).expect("read")).contains(&"Go".to_owned()));
    }

    #[test]
    fn what_is_neither_is_refused() {
        for text in ["", "{}", "[]", r#"{"handback":2,"documents":[]}"#, "<html>"] {
            assert!(Saved::parse(text).is_err(), "{text}");
        }
        assert!(Saved::parse(r#"{"handback":1,"documents":[]}"#).expect("a file").page().is_err());
    }
}
