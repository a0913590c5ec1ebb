//! Looking at a page: the trees of all its documents, put together and told as an outline.

use super::page::Page;
use super::walk::FRAME;
use crate::outline::{self, Begin, Changes, Options, Outline, build};
use crate::problem::{Code, Problem};
use futures::future::join_all;
use handback_protocol::ids::ContextId;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// In which form an outline is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines for a model.
    Text,
    /// Entries for a program.
    Json,
}

/// What is asked of a look.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// Only what can be used, with what is needed to understand it.
    pub interactive: bool,
    /// Only entries that say this.
    pub text: Option<&'a str>,
    /// Only entries of this role.
    pub role: Option<&'a str>,
    /// Only what is inside this element: its document, and its number there.
    pub scope: Option<(&'a str, u32)>,
    /// The most entries.
    pub limit: usize,
    /// Where the list begins.
    pub begin: Begin,
    /// In which form.
    pub form: Form,
    /// With boxes.
    pub boxes: bool,
    /// With selectors that last.
    pub selectors: bool,
}

impl Asked<'_> {
    /// What an action shows without being asked.
    pub fn usual(form: Form) -> Self {
        Self {
            interactive: true,
            text: None,
            role: None,
            scope: None,
            limit: 50,
            begin: Begin::First,
            form,
            boxes: false,
            selectors: false,
        }
    }

    /// Whether what is told can be compared with later looks.
    fn is_base(&self) -> bool {
        self.interactive
            && self.text.is_none()
            && self.role.is_none()
            && self.scope.is_none()
            && self.begin == Begin::First
    }

    fn options(&self) -> Options<'_> {
        Options {
            interactive: self.interactive,
            text: self.text,
            role: self.role,
            scope: self.scope,
            limit: self.limit,
            begin: self.begin,
            ..Options::default()
        }
    }
}

/// An outline as a result shows it.
#[derive(Debug)]
pub struct Looked {
    /// The page's address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// `{count, total, omitted?, text | elements, …}`.
    pub value: Value,
}

/// An outline that was built, and of what.
#[derive(Debug)]
pub(super) struct Built {
    /// The documents and their revisions.
    of: Vec<(ContextId, Box<str>, u64)>,
    /// What was asked.
    options: String,
    outline: Arc<Outline>,
}

/// An outline as it was read.
#[expect(clippy::large_enum_variant, reason = "one a look, and taken apart at once")]
enum Read {
    /// Nothing has changed since this one was built.
    Same(Arc<Outline>),
    /// Built now.
    Fresh(Outline, Vec<(ContextId, Box<str>, u64)>),
}

impl Page {
    /// Looks at the page and tells its outline.
    ///
    /// # Errors
    /// A dialog blocks it, it went away, or it does not answer.
    pub async fn look(&self, asked: &Asked<'_>) -> Result<Looked, Problem> {
        match self.read(asked, true).await? {
            Read::Same(outline) => self.told(outline, asked).await,
            Read::Fresh(outline, of) => {
                let outline = self.keep_built(outline, of, asked);
                self.told(outline, asked).await
            }
        }
    }

    /// Looks at the page and tells what changed since the caller was last given its outline; all of it if it never was,
    /// or if the page is another.
    ///
    /// # Errors
    /// As [`Page::look`].
    pub async fn look_for_changes(&self, form: Form) -> Result<Looked, Problem> {
        let asked = Asked::usual(form);
        let base = self.session.view().given.get(&self.tab).cloned();
        let Some(base) = base else { return self.look(&asked).await };
        let is_kept =
            self.session.view().built.get(&self.tab).is_some_and(|built| Arc::ptr_eq(&built.outline, &base));
        let (mut outline, of) = match self.read(&asked, is_kept).await? {
            Read::Same(outline) => return Ok(looked(&outline, unchanged())),
            Read::Fresh(outline, of) => (outline, of),
        };
        if !outline.is_of_same_page(&base) {
            let outline = self.keep_built(outline, of, &asked);
            return self.told(outline, &asked).await;
        }
        let changes = Changes::between(&base, &mut outline, &mut self.session.view().refs);
        let size = changes.added(&outline).count() + changes.changed(&outline).count();
        let outline = self.keep_built(outline, of, &asked);
        if size > asked.limit {
            return self.told(outline, &asked).await;
        }
        let value = changes_value(&changes, &base, &outline, form);
        self.session.view().given.insert(self.tab, Arc::clone(&outline));
        Ok(looked(&outline, value))
    }

    async fn told(&self, outline: Arc<Outline>, asked: &Asked<'_>) -> Result<Looked, Problem> {
        let value = self.tell(&outline, asked).await?;
        if asked.is_base() {
            self.session.view().given.insert(self.tab, Arc::clone(&outline));
        }
        Ok(looked(&outline, value))
    }

    fn keep_built(
        &self,
        outline: Outline,
        of: Vec<(ContextId, Box<str>, u64)>,
        asked: &Asked<'_>,
    ) -> Arc<Outline> {
        let outline = Arc::new(outline);
        if of.iter().all(|(_, _, revision)| *revision != 0) {
            let built =
                Built { of, options: format!("{:?}", asked.options()), outline: Arc::clone(&outline) };
            self.session.view().built.insert(self.tab, built);
        }
        outline
    }

    /// What was kept of tabs and frames that closed since would only pile up.
    fn forget_what_is_gone(&self) {
        let mut view = self.session.view();
        self.session.know(|state| {
            view.keep_only(|context| state.tab_of(context).is_some(), |tab| state.tab(tab).is_some());
        });
    }

    /// Walks every document of the page and builds its outline. `reuse`: the one that was built last will do if nothing
    /// has changed since.
    async fn read(&self, asked: &Asked<'_>, reuse: bool) -> Result<Read, Problem> {
        let walked = self.walk_all().await?;
        self.forget_what_is_gone();
        let of: Vec<_> = walked
            .iter()
            .map(|walked| (walked.context.clone(), walked.document.clone(), walked.revision))
            .collect();
        if reuse
            && let Some(built) = self.session.view().built.get(&self.tab)
            && built.of == of
            && built.options == format!("{:?}", asked.options())
        {
            return Ok(Read::Same(Arc::clone(&built.outline)));
        }
        let Some(main) = walked.first() else {
            return Err(Problem::new(Code::StaleRef, "The page is changing its document: try again."));
        };
        let trees = super::walk::trees(&walked);
        let holders = self.holders(&walked, &trees).await?;
        let mut trees = trees.into_iter();
        let first = match trees.next() {
            Some(Ok(tree)) => tree,
            _ => {
                return Err(Problem::new(
                    Code::WaitTimeout,
                    "The page could not be read: it does not answer.",
                ));
            }
        };
        let mut page = outline::Page::new(&main.document, first);
        let mut places = HashMap::from([(main.context.clone(), 0)]);
        // Outer documents come first, so a holder's document is always placed before what it holds.
        for (document, tree) in walked.iter().skip(1).zip(trees) {
            let Some((parent, number)) = holders.get(&document.context) else { continue };
            let Some(&place) = places.get(parent) else { continue };
            match tree {
                Ok(tree) => {
                    let at = page.add_frame((place, *number), &document.document, tree);
                    places.insert(document.context.clone(), at);
                }
                Err(why) => page.add_unreadable((place, *number), why),
            }
        }
        let outline = build(&page, &asked.options(), &mut self.session.view().refs);
        Ok(Read::Fresh(outline, of))
    }

    async fn tell(&self, outline: &Outline, asked: &Asked<'_>) -> Result<Value, Problem> {
        let mut value = Map::new();
        value.insert("count".to_owned(), json!(outline.count()));
        value.insert("total".to_owned(), json!(outline.total()));
        let omitted: Map<String, Value> =
            outline.omitted().into_iter().map(|(role, count)| (role.to_owned(), json!(count))).collect();
        if !omitted.is_empty() {
            value.insert("omitted".to_owned(), Value::Object(omitted));
        }
        match outline.next() {
            Some(Begin::After(after)) => drop(value.insert("after".to_owned(), json!(after.to_string()))),
            Some(Begin::Offset(offset)) => drop(value.insert("offset".to_owned(), json!(offset))),
            Some(Begin::First) | None => {}
        }
        match asked.form {
            Form::Text => drop(value.insert("text".to_owned(), json!(outline.text(&fence())))),
            Form::Json => {
                let mut elements = serde_json::to_value(outline.elements()).map_err(Problem::internal)?;
                self.judge(outline, &mut elements, asked).await?;
                value.insert("elements".to_owned(), elements);
            }
        }
        Ok(Value::Object(value))
    }

    /// Adds to the entries whether they can be seen, and what was asked for beside.
    async fn judge(&self, outline: &Outline, elements: &mut Value, asked: &Asked<'_>) -> Result<(), Problem> {
        let Value::Array(elements) = elements else { return Ok(()) };
        let mut by_document: HashMap<&str, Vec<(usize, u32)>> = HashMap::new();
        for (index, entry) in outline.entries().enumerate() {
            if let Some((document, number)) = entry.node() {
                by_document.entry(document).or_default().push((index, number));
            }
        }
        let places: Vec<_> = {
            let view = self.session.view();
            by_document
                .into_iter()
                .filter_map(|(document, nodes)| Some((view.place_of(document)?.clone(), document, nodes)))
                .collect()
        };
        let looks = places.iter().map(|(frame, document, nodes)| async move {
            let numbers: Vec<u32> = nodes.iter().map(|(_, number)| *number).collect();
            let argument = json!({"doc": document, "nodes": numbers, "boxes": asked.boxes, "selectors": asked.selectors});
            (nodes, self.driver.ask::<Value>(frame, "look", &argument, FRAME).await)
        });
        for (nodes, seen) in join_all(looks).await {
            // A frame that went away since is told without a verdict.
            let Ok(Value::Array(seen)) = seen else { continue };
            for ((index, _), verdict) in nodes.iter().zip(seen) {
                if let Some(Value::Object(element)) = elements.get_mut(*index) {
                    self.add_verdict(element, &verdict);
                }
            }
        }
        Ok(())
    }

    fn add_verdict(&self, element: &mut Map<String, Value>, verdict: &Value) {
        let why = verdict["why"].as_str();
        element.insert("visible".to_owned(), json!(why.is_none()));
        if let Some(why) = why {
            element.insert("reason".to_owned(), json!(why));
        }
        if let Some(cover) = verdict.get("cover") {
            element.insert("blocked_by".to_owned(), called(cover));
        }
        if let Some(by) = verdict.get("by") {
            element.insert("revealed_by".to_owned(), called(by));
            element.insert(
                "open_with".to_owned(),
                verdict.get("with").cloned().unwrap_or_else(|| json!("click")),
            );
        }
        for name in ["box", "css", "xpath"] {
            if let Some(value) = verdict.get(name) {
                element.insert(name.to_owned(), value.clone());
            }
        }
    }
}

fn looked(outline: &Outline, value: Value) -> Looked {
    let url = crate::policy::without_userinfo(outline.url());
    Looked { url, title: outline.title().to_owned(), value }
}

fn unchanged() -> Value {
    json!({"changes": "none", "since": "the outline given before"})
}

/// An element that is spoken of: its role and name.
fn called(element: &Value) -> Value {
    json!({"role": element["role"], "name": element["name"]})
}

fn changes_value(changes: &Changes, base: &Outline, now: &Outline, form: Form) -> Value {
    if changes.is_empty() {
        return unchanged();
    }
    let mut value = json!({
        "since": "the outline given before",
        "added": changes.added(now).count(),
        "changed": changes.changed(now).count(),
        "removed": changes.removed(base).count(),
    });
    match form {
        Form::Text => {
            let fence = fence();
            let mut text = format!("{fence}\n");
            let mut put = |mark: char, line: String| {
                text.push(mark);
                text.push(' ');
                text.push_str(line.trim());
                text.push('\n');
            };
            changes.removed(base).for_each(|entry| put('-', entry.line()));
            changes.changed(now).for_each(|entry| put('~', entry.line()));
            changes.added(now).for_each(|entry| put('+', entry.line()));
            text.push_str(&fence);
            value["text"] = json!(text);
        }
        Form::Json => {
            let list = |entries: Vec<outline::Entry<'_>>| serde_json::to_value(entries).unwrap_or_default();
            value["added"] = list(changes.added(now).collect());
            value["changed"] = list(changes.changed(now).collect());
            let removed: Vec<String> =
                changes.removed(base).filter_map(|entry| Some(entry.reference()?.to_string())).collect();
            value["removed"] = json!(removed);
        }
    }
    value
}

/// A word that the page cannot know, new for every answer.
fn fence() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut random = [0; 5];
    // Without randomness the word is a known one; names are quoted all the same.
    let _ = getrandom::fill(&mut random);
    random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
