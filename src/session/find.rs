//! From what a caller says to an element: by ref, or by looking through the tab's frames.

use super::page::{PROMPT, Page};
use super::view::View;
use crate::outline::{Lookup, Ref};
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// Which element.
#[derive(Clone, Debug, PartialEq)]
pub enum Selector {
    /// By a ref that an outline gave.
    Ref(Ref),
    /// By a CSS selector, in the current frame.
    Css(String),
    /// By an XPath, in the current frame.
    XPath(String),
    /// By role and accessible name, in all frames.
    Role(String, Option<String>),
    /// By its text, in all frames.
    Text(String),
    /// By the name of the field that it is, in all frames.
    Label(String),
}

impl Selector {
    /// Reads a selector: an object with exactly one way to say which, or a text that is a ref.
    ///
    /// # Errors
    /// What is wrong with it, and what one looks like.
    pub fn read(value: &Value) -> Result<Self, String> {
        const LOOKS: &str = "give a ref like \"e12\", or exactly one of {\"ref\"}, {\"css\"}, {\"xpath\"}, {\"role\", \"name\"?}, {\"text\"}, {\"label\"}";
        let fields = match value {
            Value::String(text) => {
                return read_ref(text).map_err(|_| format!("{text:?} is no ref; {LOOKS}."));
            }
            Value::Object(fields) => fields,
            _ => return Err(format!("A selector is an object; {LOOKS}.")),
        };
        let mut said: Map<String, Value> = fields.clone();
        // A field that some client fills with nothing was not meant.
        said.retain(|_, value| !matches!(value, Value::Null) && value.as_str() != Some(""));
        let name = said.remove("name");
        let name = name.as_ref().map(|name| text_of("name", name)).transpose()?;
        let mut ways = said.iter();
        let (Some((way, value)), None) = (ways.next(), ways.next()) else {
            return match name {
                Some(_) if said.is_empty() => Err(format!("A name alone does not say which; {LOOKS}.")),
                _ => Err(format!("A selector says which in exactly one way; {LOOKS}.")),
            };
        };
        let text = text_of(way, value)?;
        if name.is_some() && way != "role" {
            return Err(format!("name goes with role only; {LOOKS}."));
        }
        match way.as_str() {
            "ref" => read_ref(&text)
                .map_err(|_| format!("{text:?} is no ref; a ref looks like e12, or f2e7 in a frame.")),
            "css" => Ok(Self::Css(text)),
            "xpath" => Ok(Self::XPath(text)),
            "role" => Ok(Self::Role(text.to_lowercase(), name)),
            "text" => Ok(Self::Text(text)),
            "label" => Ok(Self::Label(text)),
            other => Err(format!("A selector has no {other:?}; {LOOKS}.")),
        }
    }

    /// What it says, for people.
    pub fn describe(&self) -> String {
        match self {
            Self::Ref(reference) => format!("the ref {reference}"),
            Self::Css(css) => format!("the CSS selector {css:?}"),
            Self::XPath(path) => format!("the XPath {path:?}"),
            Self::Role(role, None) => format!("the role {role}"),
            Self::Role(role, Some(name)) => format!("{role} {name:?}"),
            Self::Text(text) => format!("the text {text:?}"),
            Self::Label(label) => format!("the field labelled {label:?}"),
        }
    }

    fn query(&self) -> Value {
        match self {
            Self::Ref(_) => Value::Null,
            Self::Css(css) => json!({"css": css}),
            Self::XPath(path) => json!({"xpath": path}),
            Self::Role(role, None) => json!({"role": role}),
            Self::Role(role, Some(name)) => json!({"role": role, "name": name}),
            Self::Text(text) => json!({"text": text}),
            Self::Label(label) => json!({"label": label}),
        }
    }
}

fn read_ref(text: &str) -> Result<Selector, crate::outline::NoRef> {
    text.parse().map(Selector::Ref)
}

fn text_of(way: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        _ => Err(format!("{way} in a selector is a text.")),
    }
}

/// An element that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The tab or frame that it is in.
    pub frame: ContextId,
    /// Its document.
    pub document: Box<str>,
    /// Its number there.
    pub node: u32,
    /// Its role, if it was asked for.
    pub role: String,
    /// Its name, if it was asked for.
    pub name: String,
}

#[derive(Deserialize)]
struct Picked {
    doc: Box<str>,
    nodes: Vec<PickedNode>,
    total: usize,
}

#[derive(Deserialize)]
struct PickedNode {
    node: u32,
    role: String,
    name: String,
    shown: bool,
}

impl Page {
    /// Finds the one element that a selector means: the first that is shown, else the first. One that is not there yet
    /// is waited for.
    ///
    /// # Errors
    /// Nothing matched in time, the ref is stale or unknown, the selector cannot be read.
    pub async fn find(&self, selector: &Selector, wait: Duration) -> Result<Target, Problem> {
        if let Selector::Ref(reference) = selector {
            return self.by_ref(*reference);
        }
        let until = Instant::now() + wait;
        loop {
            let (found, shown) = self.look_through(selector).await?;
            let late = Instant::now() >= until;
            match found {
                // What is not shown yet may still be; the action says why it is not.
                Some(target) if shown || late => return Ok(target),
                None if late => return Err(self.no_match(selector, wait).await),
                _ => self.next_change(until).await?,
            }
        }
    }

    /// Every element that a selector matches now, at most `limit`, and how many there are.
    ///
    /// # Errors
    /// The selector cannot be read, or the page went away.
    pub async fn find_all(&self, selector: &Selector, limit: usize) -> Result<(Vec<Target>, usize), Problem> {
        let mut all = Vec::new();
        let mut total = 0;
        for frame in self.frames_for(selector) {
            let Some(picked) = self.pick(&frame, selector, limit).await? else { continue };
            total += picked.total;
            all.extend(picked.nodes.into_iter().map(|node| target(&frame, &picked.doc, node).0));
        }
        all.truncate(limit);
        Ok((all, total))
    }

    /// Whether an element that a selector means is shown now.
    pub(super) async fn is_shown(&self, selector: &Selector) -> Result<bool, Problem> {
        match selector {
            Selector::Ref(reference) => {
                let target = self.by_ref(*reference)?;
                let query = json!({"doc": target.document, "node": target.node, "limit": 1});
                let picked: Value = self.ask(&target.frame, "pick", &query, PROMPT).await?;
                Ok(picked["nodes"][0]["shown"] == true)
            }
            _ => Ok(self.look_through(selector).await?.1),
        }
    }

    /// Waits for a change of the page, at most half a second or until a moment.
    pub(super) async fn next_change(&self, until: Instant) -> Result<(), Problem> {
        let cap = until.saturating_duration_since(Instant::now()).min(Duration::from_millis(500));
        let argument = json!({"cap": cap.as_millis() as u64});
        match self.ask::<Value>(&self.context, "change", &argument, PROMPT).await {
            // Another document is a change too.
            Err(problem) if problem.code() == Code::StaleRef => Ok(()),
            other => other.map(drop),
        }
    }

    pub(super) fn by_ref(&self, reference: Ref) -> Result<Target, Problem> {
        let view = self.session.view();
        match view.refs.look_up(reference) {
            Lookup::Found { document, node } => match place(&view, document) {
                Some(frame) => Ok(Target {
                    frame,
                    document: document.into(),
                    node,
                    role: String::new(),
                    name: String::new(),
                }),
                None => Err(stale(reference)),
            },
            Lookup::Stale => Err(stale(reference)),
            Lookup::Unknown => {
                let says = format!(
                    "There is no ref {reference}: no outline of this browser has given it. Call outline and take one from it."
                );
                Err(Problem::new(Code::NoMatch, says))
            }
        }
    }

    /// Whether a frame has an element that a selector means.
    pub(super) async fn has(&self, frame: &ContextId, selector: &Selector) -> bool {
        matches!(self.pick(frame, selector, 1).await, Ok(Some(picked)) if !picked.nodes.is_empty())
    }

    pub(super) async fn look_through(&self, selector: &Selector) -> Result<(Option<Target>, bool), Problem> {
        let mut hidden = None;
        for frame in self.frames_for(selector) {
            let Some(picked) = self.pick(&frame, selector, 1).await? else { continue };
            let Some(node) = picked.nodes.into_iter().next() else { continue };
            let (target, shown) = target(&frame, &picked.doc, node);
            if shown {
                return Ok((Some(target), true));
            }
            hidden.get_or_insert(target);
        }
        Ok((hidden, false))
    }

    /// The frames that a selector looks through: the current one for CSS and XPath, else all, outer ones first.
    fn frames_for(&self, selector: &Selector) -> Vec<ContextId> {
        match selector {
            Selector::Css(_) | Selector::XPath(_) => vec![self.current_frame()],
            _ => self.frames(),
        }
    }

    /// The frame that CSS and XPath selectors look in: the main one unless another was chosen and is still there.
    pub fn current_frame(&self) -> ContextId {
        let chosen = self.session.view().frame.get(&self.tab).cloned();
        let is_there = |frame: &ContextId| {
            self.session.know(|state| state.tab(self.tab).is_some_and(|tab| tab.frames.contains_key(frame)))
        };
        chosen.filter(is_there).unwrap_or_else(|| self.context.clone())
    }

    /// The tab and all its frames, outer ones first.
    pub(super) fn frames(&self) -> Vec<ContextId> {
        self.session.know(|state| {
            let mut all = vec![self.context.clone()];
            let Some(tab) = state.tab(self.tab) else { return all };
            let mut next = 0;
            while next < all.len() {
                let parent = all[next].clone();
                let mut below: Vec<ContextId> = tab
                    .frames
                    .iter()
                    .filter(|(_, frame)| frame.parent == parent)
                    .map(|(context, _)| context.clone())
                    .collect();
                below.sort();
                all.extend(below);
                next += 1;
            }
            all
        })
    }

    /// A frame may go away while others are asked: `None` then, for frames that are not the tab itself.
    async fn pick(
        &self,
        frame: &ContextId,
        selector: &Selector,
        limit: usize,
    ) -> Result<Option<Picked>, Problem> {
        let mut query = selector.query();
        query["limit"] = json!(limit);
        match self.ask::<Picked>(frame, "pick", &query, PROMPT).await {
            Ok(picked) => {
                self.session.view().met(frame, &picked.doc);
                Ok(Some(picked))
            }
            Err(problem) if *frame != self.context && problem.code() == Code::StaleRef => Ok(None),
            // The main document changed under the call: nothing is there yet.
            Err(problem) if problem.code() == Code::StaleRef => Ok(None),
            Err(problem) => Err(problem),
        }
    }
}

fn target(frame: &ContextId, document: &str, node: PickedNode) -> (Target, bool) {
    let target = Target {
        frame: frame.clone(),
        document: document.into(),
        node: node.node,
        role: node.role,
        name: node.name,
    };
    (target, node.shown)
}

fn place(view: &View, document: &str) -> Option<ContextId> {
    view.place_of(document).cloned()
}

/// The element of a ref is gone.
pub(super) fn stale(reference: impl std::fmt::Display) -> Problem {
    let says = format!(
        "{reference} is stale: its element or its document is gone. Take a ref from the outline of the page as it is now."
    );
    Problem::new(Code::StaleRef, says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_say_which() {
        let read = |value: Value| Selector::read(&value);
        let reference: Ref = "f2e7".parse().expect("a ref");
        assert_eq!(read(json!("f2e7")), Ok(Selector::Ref(reference)));
        assert_eq!(read(json!({"ref": "@f2e7"})), Ok(Selector::Ref(reference)));
        assert_eq!(read(json!({"css": "#a", "xpath": "", "role": null})), Ok(Selector::Css("#a".into())));
        assert_eq!(
            read(json!({"role": "Button", "name": "Go"})),
            Ok(Selector::Role("button".into(), Some("Go".into())))
        );
    }

    #[test]
    fn anything_else_says_what_one_looks_like() {
        for value in [
            json!("save"),
            json!({}),
            json!({"css": "a", "text": "b"}),
            json!({"name": "x"}),
            json!({"css": "a", "name": "x"}),
            json!({"id": "a"}),
            json!({"css": 3}),
            json!(7),
        ] {
            let fault = Selector::read(&value).expect_err("refused");
            assert!(fault.contains("selector") || fault.contains("ref"), "{value}: {fault}");
        }
    }
}
