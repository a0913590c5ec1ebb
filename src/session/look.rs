//! Looking at a page: the trees of all its documents, put together as an outline, with a closer look at what is
//! listed. What a caller was given is kept, so that the next look can tell what changed; how it is told is in `told`.

mod told;

use super::page::{Cut, Page};
use super::walk::{Closer, FRAME, Walked};
use crate::driver::is_error_page;
use crate::outline::{self, Begin, Changes, Options, Outline, build};
use crate::problem::{Code, Problem};
use futures::future::join_all;
use handback_protocol::ids::ContextId;
use serde_json::{Value, json};
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
    /// What is listed.
    pub what: Options<'a>,
    /// In which form.
    pub form: Form,
    /// With boxes.
    pub boxes: bool,
    /// With selectors that last.
    pub selectors: bool,
    /// Whether the caller is not shown it, so that changes are told against what they were shown before.
    pub aside: bool,
}

impl<'a> Asked<'a> {
    /// What an action shows without being asked.
    pub fn usual(form: Form) -> Self {
        Self::of(Options::default(), form)
    }

    /// What these options list.
    pub fn of(what: Options<'a>, form: Form) -> Self {
        Self { what, form, boxes: false, selectors: false, aside: false }
    }

    /// Whether so many entries are told with whether each can be used now.
    fn looks_closer(&self, entries: usize) -> bool {
        entries <= MOST_LOOKED_AT || self.form == Form::Json || self.boxes || self.selectors
    }

    /// The closer look that a walk for this is to bring along.
    fn at_once(&self) -> Closer {
        Closer { most: MOST_AT_ONCE, boxes: self.boxes, selectors: self.selectors }
    }

    /// Whether what is told can be compared with later looks.
    fn is_base(&self) -> bool {
        let what = &self.what;
        !self.aside
            && what.interactive
            && what.text.is_none()
            && what.role.is_none()
            && what.scope.is_none()
            && what.begin == Begin::First
    }
}

/// Entries of a text that a closer look is worth at. More are read by programs, which ask for JSON to know it.
const MOST_LOOKED_AT: usize = 200;
/// Elements of a document that are all looked at in one go with its walk, whether they will be listed or not.
const MOST_AT_ONCE: usize = 100;

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
    at: Revisions,
    /// What was asked.
    options: String,
    /// Whether it was looked at closer, and then with selectors or without. Boxes may move without a word of the
    /// documents, so they are asked for each time.
    closer: Option<bool>,
    outline: Arc<Outline>,
}

/// What closer looks told, by document.
type Looks = HashMap<Box<str>, Box<str>>;

/// The documents that an outline is of, as they were.
#[derive(Debug)]
struct Revisions {
    /// The documents and their revisions.
    of: Vec<(ContextId, Box<str>, u64)>,
    /// The viewport of each, which decides what a closer look sees.
    views: Vec<Box<[f64]>>,
}

/// An outline as it was read.
#[expect(clippy::large_enum_variant, reason = "one a look, and taken apart at once")]
enum Read {
    /// Nothing has changed since this one was built; whether it was looked at closer as well.
    Same(Arc<Outline>, bool),
    /// Built now, and the closer looks that came with the walks, by document.
    Fresh(Outline, Looks),
}

impl Page {
    /// Looks at the page and tells its outline.
    ///
    /// # Errors
    /// A dialog blocks it, it went away, or it does not answer.
    pub async fn look(&self, asked: &Asked<'_>) -> Result<Looked, Problem> {
        match self.read(asked, true, Some(asked.at_once())).await? {
            (Read::Same(outline, true), _) => self.give(outline, asked),
            (Read::Same(outline, false), at) => {
                self.tell(Outline::clone(&outline), at, asked, Looks::new()).await
            }
            (Read::Fresh(outline, looks), at) => self.tell(outline, at, asked, looks).await,
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
        let (mut outline, looks, at) = match self.read(&asked, is_kept, None).await? {
            (Read::Same(outline, _), _) => return Ok(looked(&outline, told::unchanged())),
            (Read::Fresh(outline, looks), at) => (outline, looks, at),
        };
        if !outline.is_of_same_page(&base) {
            return self.tell(outline, at, &asked, looks).await;
        }
        let changes = Changes::between(&base, &mut outline, &mut self.session.view().refs);
        if changes.added(&outline).count() + changes.changed(&outline).count() > asked.what.limit {
            return self.tell(outline, at, &asked, looks).await;
        }
        let outline = self.keep(outline, at, None, &asked);
        let value = told::changes(&changes, &base, &outline, form)?;
        self.session.view().given.insert(self.tab, Arc::clone(&outline));
        Ok(looked(&outline, value))
    }

    /// Tells an outline, with a closer look at what is listed.
    async fn tell(
        &self,
        mut outline: Outline,
        at: Revisions,
        asked: &Asked<'_>,
        looks: Looks,
    ) -> Result<Looked, Problem> {
        let mut closer = None;
        if asked.looks_closer(outline.count()) {
            outline = self.look_closer(outline, asked, looks).await;
            closer = Some(asked.selectors);
        }
        let outline = self.keep(outline, at, closer, asked);
        self.give(outline, asked)
    }

    fn give(&self, outline: Arc<Outline>, asked: &Asked<'_>) -> Result<Looked, Problem> {
        let value = told::outline(&outline, asked.form)?;
        if asked.is_base() {
            self.session.view().given.insert(self.tab, Arc::clone(&outline));
        }
        Ok(looked(&outline, value))
    }

    /// Keeps an outline for as long as all its documents say that nothing has changed.
    fn keep(&self, outline: Outline, at: Revisions, closer: Option<bool>, asked: &Asked<'_>) -> Arc<Outline> {
        let outline = Arc::new(outline);
        if at.of.iter().all(|(_, _, revision)| *revision != 0) {
            let options = format!("{:?}", asked.what);
            let built = Built { at, options, closer, outline: Arc::clone(&outline) };
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
    async fn read(
        &self,
        asked: &Asked<'_>,
        reuse: bool,
        closer: Option<Closer>,
    ) -> Result<(Read, Revisions), Problem> {
        let mut walked = self.walk_all(closer).await?;
        self.forget_what_is_gone();
        let document = |walked: &Walked| (walked.context.clone(), walked.document.clone(), walked.revision);
        let at = Revisions {
            of: walked.iter().map(document).collect(),
            views: walked.iter().map(|walked| walked.view.clone()).collect(),
        };
        if reuse
            && let Some(built) = self.session.view().built.get(&self.tab)
            && built.at.of == at.of
            && built.options == format!("{:?}", asked.what)
        {
            let holds = built.closer == Some(asked.selectors) && built.at.views == at.views;
            let is_looked_at = !asked.looks_closer(built.outline.count()) || !asked.boxes && holds;
            return Ok((Read::Same(Arc::clone(&built.outline), is_looked_at), at));
        }
        let outline = self.build(&walked, &asked.what).await?;
        let looks =
            walked.iter_mut().filter_map(|walked| Some((walked.document.clone(), walked.looks.take()?)));
        let looks = looks.collect();
        Ok((Read::Fresh(outline, looks), at))
    }

    /// Puts the documents together, outer ones first, and builds their outline.
    async fn build(&self, walked: &[Walked], what: &Options<'_>) -> Result<Outline, Problem> {
        let trees = super::walk::trees(walked);
        let holders = self.holders(walked, &trees).await?;
        let mut documents = walked.iter().zip(trees);
        let Some((main, tree)) = documents.next() else {
            return Err(Problem::new(Code::StaleRef, "The page is changing its document: try again."));
        };
        let Ok(tree) = tree else {
            return Err(Problem::new(Code::WaitTimeout, "The page could not be read: it does not answer."));
        };
        let mut page = outline::Page::new(&main.document, tree);
        let mut places = HashMap::from([(&main.context, 0)]);
        for (document, tree) in documents {
            let Some((parent, number)) = holders.get(&document.context) else { continue };
            let Some(&place) = places.get(parent) else { continue };
            match tree {
                Ok(tree) if is_error_page(&tree.url) => {
                    page.add_unreadable((place, *number), "what it should show did not load");
                }
                Ok(tree) => {
                    let at = page.add_frame((place, *number), &document.document, tree);
                    places.insert(&document.context, at);
                }
                Err(why) => page.add_unreadable((place, *number), why),
            }
        }
        Ok(build(&page, what, &mut self.session.view().refs))
    }

    /// Adds to the listed entries whether each can be used now, and what was asked for beside.
    /// The looks that are there already are not asked for.
    async fn look_closer(&self, mut outline: Outline, asked: &Asked<'_>, mut known: Looks) -> Outline {
        outline.forget_looks();
        known.retain(|key, told| outline.add_looks(key, told, &mut self.session.view().refs).is_ok());
        let looks = {
            let view = self.session.view();
            let placed = outline.to_look_at().into_iter().filter(|(key, _)| !known.contains_key(*key));
            let placed =
                placed.filter_map(|(key, nodes)| Some((view.place_of(key)?.clone(), Box::from(key), nodes)));
            placed.collect::<Vec<_>>()
        };
        let looks = looks.into_iter().map(|(frame, key, nodes)| async move {
            let argument =
                json!({"doc": key, "nodes": nodes, "boxes": asked.boxes, "selectors": asked.selectors});
            (key, self.until_cut(self.driver.ask_text(&frame, "look", &argument, FRAME)).await)
        });
        let looks = join_all(looks).await;
        for (key, answer) in looks {
            // A frame that went away since, or a page that a dialog blocks by now, is told without verdicts.
            let Ok(Cut::Done(answer)) = answer else { continue };
            let _ = outline.add_looks(&key, &answer, &mut self.session.view().refs);
        }
        outline
    }
}

fn looked(outline: &Outline, value: Value) -> Looked {
    let url = crate::policy::without_userinfo(outline.url());
    Looked { url, title: outline.title().to_owned(), value }
}
