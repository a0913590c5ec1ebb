//! Looking at a page: the trees of all its documents, put together and told as an outline.

use super::page::{Cut, Page};
use crate::driver::Fault;
use crate::outline::{self, Changes, Options, Outline, Ref, Tree, build};
use crate::problem::{Code, Problem};
use futures::future::join_all;
use handback_protocol::ids::ContextId;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How long a document may take to be walked: the walk itself is bounded, the page's first layout is not.
const WALK: Duration = Duration::from_secs(40);
/// How long a frame may keep the others waiting.
const FRAME: Duration = Duration::from_secs(5);
/// The length of a document's name in front of its tree.
const DOCUMENT: usize = 16;

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
    /// Goes on after this entry.
    pub after: Option<Ref>,
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
            after: None,
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
            && self.after.is_none()
    }

    fn options(&self) -> Options<'_> {
        Options {
            interactive: self.interactive,
            text: self.text,
            role: self.role,
            scope: self.scope,
            limit: self.limit,
            after: self.after,
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

/// A document as it was walked.
struct Walked {
    context: ContextId,
    document: String,
    tree: Result<String, &'static str>,
}

impl Page {
    /// Looks at the page and tells its outline.
    ///
    /// # Errors
    /// A dialog blocks it, it went away, or it does not answer.
    pub async fn look(&self, asked: &Asked<'_>) -> Result<Looked, Problem> {
        let outline = self.read(asked).await?;
        let value = self.tell(&outline, asked).await?;
        let (url, title) = (crate::policy::without_userinfo(outline.url()), outline.title().to_owned());
        if asked.is_base() {
            self.session.view().given.insert(self.tab, Arc::new(outline));
        }
        Ok(Looked { url, title, value })
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
        let mut outline = self.read(&asked).await?;
        if !outline.is_of_same_page(&base) {
            return self.finish_look(outline, &asked).await;
        }
        let changes = Changes::between(&base, &mut outline, &mut self.session.view().refs);
        let size = changes.added(&outline).count() + changes.changed(&outline).count();
        if size > asked.limit {
            return self.finish_look(outline, &asked).await;
        }
        let value = changes_value(&changes, &base, &outline, form);
        let (url, title) = (crate::policy::without_userinfo(outline.url()), outline.title().to_owned());
        self.session.view().given.insert(self.tab, Arc::new(outline));
        Ok(Looked { url, title, value })
    }

    async fn finish_look(&self, outline: Outline, asked: &Asked<'_>) -> Result<Looked, Problem> {
        let value = self.tell(&outline, asked).await?;
        let (url, title) = (crate::policy::without_userinfo(outline.url()), outline.title().to_owned());
        self.session.view().given.insert(self.tab, Arc::new(outline));
        Ok(Looked { url, title, value })
    }

    /// Walks every document of the page and builds its outline.
    async fn read(&self, asked: &Asked<'_>) -> Result<Outline, Problem> {
        self.unblocked()?;
        let frames = self.frames();
        let walks = frames.iter().map(|frame| self.walk(frame));
        let mut walked = Vec::with_capacity(frames.len());
        for outcome in join_all(walks).await {
            walked.extend(outcome?);
        }
        let Some(main) = walked.first() else {
            return Err(Problem::new(Code::StaleRef, "The page is changing its document: try again."));
        };
        let mut trees: Vec<Result<Tree<'_>, &'static str>> = Vec::with_capacity(walked.len());
        for document in &walked {
            trees.push(match &document.tree {
                Ok(json) => Tree::parse(json).map_err(|_| "its tree could not be read"),
                Err(why) => Err(why),
            });
        }
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
        Ok(build(&page, &asked.options(), &mut self.session.view().refs))
    }

    /// Walks one document. `None`: a frame that went away meanwhile.
    async fn walk(&self, frame: &ContextId) -> Result<Option<Walked>, Problem> {
        let is_main = *frame == self.context;
        let deadline = if is_main { WALK } else { FRAME };
        let unreadable =
            |why| Ok(Some(Walked { context: frame.clone(), document: String::new(), tree: Err(why) }));
        let argument = json!({});
        let asked = self.driver.ask_text(frame, "walk", &argument, deadline);
        let text = if is_main {
            match self.until_cut(asked).await {
                Ok(Cut::Done(text)) => text,
                Ok(Cut::Dialog(dialog)) => return Err(super::page::blocked(&dialog)),
                // A document that was replaced under the walk: the next one is there by now, or soon.
                Err(problem) if problem.code() == Code::StaleRef => {
                    self.rest(super::Effect::Load).await?;
                    self.driver
                        .ask_text(frame, "walk", &argument, deadline)
                        .await
                        .map_err(|fault| self.problem(fault))?
                }
                Err(problem) => return Err(problem),
            }
        } else {
            match asked.await {
                Ok(text) => text,
                Err(Fault::Gone) => return Ok(None),
                Err(Fault::Wire(handback_protocol::Error::Late { .. })) => {
                    return unreadable("it did not answer in time");
                }
                Err(Fault::Wire(handback_protocol::Error::Closed(_))) => {
                    return Err(super::fault::browser_gone());
                }
                Err(_) => return unreadable("the browser would not read it"),
            }
        };
        let Some((document, tree)) = text.split_at_checked(DOCUMENT) else {
            return unreadable("it gave no tree");
        };
        self.session.view().met(frame, document);
        Ok(Some(Walked { context: frame.clone(), document: document.to_owned(), tree: Ok(tree.to_owned()) }))
    }

    /// The elements that hold the walked frames.
    async fn holders(
        &self,
        walked: &[Walked],
        trees: &[Result<Tree<'_>, &'static str>],
    ) -> Result<HashMap<ContextId, (ContextId, u32)>, Problem> {
        let parents: HashMap<ContextId, ContextId> = self.session.know(|state| {
            let frames = state.tab(self.tab).map(|tab| &tab.frames);
            frames
                .into_iter()
                .flatten()
                .map(|(context, frame)| (context.clone(), frame.parent.clone()))
                .collect()
        });
        let mut holders = HashMap::new();
        let mut asked = Vec::new();
        for (document, tree) in walked.iter().zip(trees) {
            let Ok(tree) = tree else { continue };
            let numbers: Vec<u32> = tree.frames().collect();
            let known = self.session.view().holders.clone();
            let mut unknown = Vec::new();
            for child in walked.iter().map(|walked| &walked.context) {
                if parents.get(child) != Some(&document.context) {
                    continue;
                }
                match known
                    .get(child)
                    .filter(|(parent, number)| *parent == document.context && numbers.contains(number))
                {
                    Some(holder) => drop(holders.insert(child.clone(), holder.clone())),
                    None => unknown.push(child.clone()),
                }
            }
            if !unknown.is_empty() && !numbers.is_empty() {
                asked.push(async move {
                    let pairs = self.driver.holders(&document.context, &numbers, &unknown).await;
                    (document.context.clone(), pairs)
                });
            }
        }
        for (parent, pairs) in join_all(asked).await {
            match pairs {
                Ok(pairs) => {
                    let mut view = self.session.view();
                    for (number, child) in pairs {
                        view.holders.insert(child.clone(), (parent.clone(), number));
                        holders.insert(child, (parent.clone(), number));
                    }
                }
                Err(Fault::Gone) => {}
                Err(fault) => return Err(self.problem(fault)),
            }
        }
        Ok(holders)
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
        if let Some(after) = outline.next() {
            value.insert("after".to_owned(), json!(after.to_string()));
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
        let places: Vec<(ContextId, &str, Vec<(usize, u32)>)> = {
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

/// An element that is spoken of: its role and name.
fn called(element: &Value) -> Value {
    json!({"role": element["role"], "name": element["name"]})
}

fn changes_value(changes: &Changes, base: &Outline, now: &Outline, form: Form) -> Value {
    if changes.is_empty() {
        return json!({"changes": "none", "since": "the outline given before"});
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
