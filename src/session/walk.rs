//! Walking the documents of a page, and keeping what they said: a document that has not changed says only that.

use super::page::{Cut, Page};
use crate::driver::Fault;
use crate::outline::{Document, Tree};
use crate::problem::{Code, Problem};
use futures::future::join_all;
use handback_protocol::ids::ContextId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How long a document may take to be walked: the walk itself is bounded, the page's first layout is not.
const WALK: Duration = Duration::from_secs(40);
/// How long a frame may keep the others waiting.
pub(super) const FRAME: Duration = Duration::from_secs(5);
/// How deep closed shadow roots are looked for in each other.
const ROOTS: usize = 4;
/// The length of a document's name in front of its tree.
const DOCUMENT: usize = 16;
/// A longer tree is not kept for a next time.
const KEPT_BYTES: usize = 16 << 20;

/// A document as it was walked.
#[derive(Debug)]
pub(super) struct Walked {
    pub(super) context: ContextId,
    pub(super) document: Box<str>,
    /// The revision of the document; 0 if the next walk cannot be compared with this one.
    pub(super) revision: u64,
    pub(super) tree: Result<Arc<str>, &'static str>,
    /// Its viewport and how far it is scrolled, in CSS pixels, as the collector tells it.
    pub(super) view: Box<[f64]>,
    /// Elements in it that may have a closed shadow root.
    hosts: usize,
    /// A closer look at all that is in the tree, if one was asked for and came along.
    pub(super) looks: Option<Box<str>>,
}

/// A closer look that a walk brings along where it costs little: for another round to the page a small one waits as long
/// again as for the walk.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Closer {
    /// In documents of at most so many elements.
    pub(super) most: usize,
    pub(super) boxes: bool,
    pub(super) selectors: bool,
}

/// A tree that a document said, for as long as it says that nothing has changed.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) document: Box<str>,
    pub(super) revision: u64,
    pub(super) tree: Arc<str>,
}

/// The part of a walk's answer that says whether there is more in it.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    revision: u64,
    same: Option<u64>,
    #[serde(default)]
    view: Box<[f64]>,
    #[serde(default)]
    hosts: usize,
}

/// What each document told, read.
pub(super) fn trees(walked: &[Walked]) -> Vec<Result<Tree<'_>, &'static str>> {
    walked
        .iter()
        .map(|document| {
            Tree::parse(document.tree.as_ref().map_err(|why| *why)?).map_err(|_| "its tree could not be read")
        })
        .collect()
}

impl Page {
    /// Every document of the page as the collector tells it, to be kept in a file.
    ///
    /// # Errors
    /// A dialog blocks it, it went away, or it does not answer.
    pub async fn save(&self) -> Result<Vec<Document>, Problem> {
        let walked = self.walk_all(None).await?;
        let holders = self.holders(&walked, &trees(&walked)).await?;
        let place = |context: &ContextId| walked.iter().position(|walked| walked.context == *context);
        let saved = walked.iter().map(|document| Document {
            key: document.document.clone(),
            holder: holders.get(&document.context).and_then(|(outer, number)| Some((place(outer)?, *number))),
            tree: document.tree.clone().map_err(Into::into),
        });
        Ok(saved.collect())
    }

    /// Walks every document of the page, outer ones first.
    pub(super) async fn walk_all(&self, closer: Option<Closer>) -> Result<Vec<Walked>, Problem> {
        self.unblocked()?;
        let frames = self.frames();
        let mut walked: Vec<Walked> = Vec::with_capacity(frames.len());
        let walks = join_all(frames.iter().map(|frame| self.walk(frame, closer)));
        // Walks first: what is asked beside them is found out with their help.
        let (outcomes, held) = tokio::join!(biased; walks, self.early_holders());
        for outcome in outcomes {
            walked.extend(outcome?);
        }
        self.session.view().holders.extend(held);
        Ok(walked)
    }

    /// The elements that hold frames which were not seen before.
    async fn early_holders(&self) -> Vec<(ContextId, (ContextId, u32))> {
        let mut unknown: HashMap<ContextId, Vec<ContextId>> = HashMap::new();
        let known = self.session.view().holders.clone();
        for (child, parent) in self.parents() {
            if known.get(&child).is_none_or(|(holder, _)| *holder != parent) {
                unknown.entry(parent).or_default().push(child);
            }
        }
        let asked = unknown.iter().map(|(parent, children)| async move {
            let asked = async { Ok(self.driver.early_holders(parent, children).await) };
            // Nothing is lost without an answer: they are asked for again after the walks.
            let pairs = match tokio::time::timeout(FRAME, self.until_cut(asked)).await {
                Ok(Ok(Cut::Done(pairs))) => pairs,
                Ok(Ok(Cut::Dialog(_)) | Err(_)) | Err(_) => Vec::new(),
            };
            (parent, pairs)
        });
        let told = join_all(asked).await.into_iter();
        told.flat_map(|(parent, pairs)| {
            pairs.into_iter().map(move |(number, child)| (child, (parent.clone(), number)))
        })
        .collect()
    }

    /// Each frame of the tab with the one that it is in.
    fn parents(&self) -> HashMap<ContextId, ContextId> {
        self.session.know(|state| {
            let frames = state.tab(self.tab).map(|tab| &tab.frames);
            frames
                .into_iter()
                .flatten()
                .map(|(context, frame)| (context.clone(), frame.parent.clone()))
                .collect()
        })
    }

    /// Walks one document, with its closed shadow roots. `None`: a frame that went away meanwhile.
    async fn walk(&self, frame: &ContextId, closer: Option<Closer>) -> Result<Option<Walked>, Problem> {
        let mut walked = self.walk_open(frame, closer).await?;
        for _ in 0..ROOTS {
            if walked.as_ref().is_none_or(|walked| walked.hosts == 0) {
                break;
            }
            match self.until_cut(self.driver.open_roots(frame)).await {
                Ok(Cut::Done(opened)) if opened > 0 => walked = self.walk_open(frame, closer).await?,
                // There are none, or the document is about to be another.
                _ => break,
            }
        }
        Ok(walked)
    }

    async fn walk_open(&self, frame: &ContextId, closer: Option<Closer>) -> Result<Option<Walked>, Problem> {
        let kept = self.session.view().kept.get(frame).cloned();
        let text = match self.walk_text(frame, kept.as_ref().map(|kept| kept.revision), closer).await? {
            Ok(text) => text,
            Err(Some(why)) => return Ok(Some(unreadable(frame, why))),
            Err(None) => return Ok(None),
        };
        let Some((document, told)) = text.split_at_checked(DOCUMENT) else {
            return Ok(Some(unreadable(frame, "it gave no tree")));
        };
        let (tree, looks) = told.split_once('\n').map_or((told, None), |(tree, looks)| (tree, Some(looks)));
        let Ok(head) = serde_json::from_str::<Head>(tree) else {
            return Ok(Some(unreadable(frame, "its tree could not be read")));
        };
        self.session.view().met(frame, document);
        match (head.same, kept) {
            (None, _) => Ok(Some(self.keep_tree(frame, document, head, tree, looks))),
            (Some(_), Some(kept)) if *kept.document == *document => {
                let Kept { document, revision, tree } = kept;
                Ok(Some(Walked {
                    context: frame.clone(),
                    document,
                    revision,
                    tree: Ok(tree),
                    view: head.view,
                    hosts: 0,
                    looks: None,
                }))
            }
            // Another document that happens to be as old: it is asked as one that is not known.
            (Some(_), _) => {
                self.session.view().kept.remove(frame);
                Box::pin(self.walk_open(frame, closer)).await
            }
        }
    }

    fn keep_tree(
        &self,
        frame: &ContextId,
        document: &str,
        head: Head,
        tree: &str,
        looks: Option<&str>,
    ) -> Walked {
        let Head { revision, view, hosts, .. } = head;
        let (document, tree): (Box<str>, Arc<str>) = (document.into(), tree.into());
        if revision != 0 && tree.len() <= KEPT_BYTES {
            let kept = Kept { document: document.clone(), revision, tree: Arc::clone(&tree) };
            self.session.view().kept.insert(frame.clone(), kept);
        }
        let looks = looks.map(Box::from);
        Walked { context: frame.clone(), document, revision, tree: Ok(tree), view, hosts, looks }
    }

    /// What a document says; the inner error is why it says nothing, or that it went away.
    async fn walk_text(
        &self,
        frame: &ContextId,
        since: Option<u64>,
        closer: Option<Closer>,
    ) -> Result<Result<String, Option<&'static str>>, Problem> {
        let mut argument = json!({});
        if let Some(closer) = closer {
            argument["look"] = json!(closer);
        }
        let anew = argument.clone();
        if let Some(since) = since {
            argument["since"] = json!(since);
        }
        let is_main = *frame == self.context;
        let deadline = if is_main { WALK } else { FRAME };
        let asked = self.driver.ask_text(frame, "walk", &argument, deadline);
        if is_main {
            return match self.until_cut(asked).await {
                Ok(Cut::Done(text)) => Ok(Ok(text)),
                Ok(Cut::Dialog(dialog)) => Err(super::page::blocked(&dialog)),
                // A document that was replaced under the walk: the next one is there by now, or soon.
                Err(problem) if problem.code() == Code::StaleRef => {
                    self.rest(super::Effect::Load).await?;
                    let again = self.driver.ask_text(frame, "walk", &anew, deadline).await;
                    again.map(Ok).map_err(|fault| self.problem(fault))
                }
                Err(problem) => Err(problem),
            };
        }
        match asked.await {
            Ok(text) => Ok(Ok(text)),
            Err(Fault::Gone) => Ok(Err(None)),
            Err(Fault::Wire(handback_protocol::Error::Late { .. })) => {
                Ok(Err(Some("it did not answer in time")))
            }
            Err(Fault::Wire(handback_protocol::Error::Closed(_))) => Err(super::fault::browser_gone()),
            Err(_) => Ok(Err(Some("the browser would not read it"))),
        }
    }

    /// The elements that hold the walked frames.
    pub(super) async fn holders(
        &self,
        walked: &[Walked],
        trees: &[Result<Tree<'_>, &'static str>],
    ) -> Result<HashMap<ContextId, (ContextId, u32)>, Problem> {
        let parents = self.parents();
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
}

fn unreadable(frame: &ContextId, why: &'static str) -> Walked {
    Walked {
        context: frame.clone(),
        document: "".into(),
        revision: 0,
        tree: Err(why),
        view: Box::default(),
        hosts: 0,
        looks: None,
    }
}
