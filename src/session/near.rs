//! What a caller may have meant, where nothing is what they asked for; and why what is there is not shown.

use super::find::{Selector, Target};
use super::obstacle::{Spoken, seconds};
use super::page::{PROMPT, Page};
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use serde::Deserialize;
use serde_json::json;
use std::cmp::Reverse;
use std::time::Duration;

/// Names that are told at the most.
const NEAR: usize = 3;
/// How alike two names must be, from 0 to 1 by Jaro and Winkler.
const ALIKE: f64 = 0.8;
/// How much the same role counts beside the name.
const SAME_ROLE: f64 = 0.1;

#[derive(Debug, Deserialize)]
struct Names {
    names: Vec<Named>,
}

/// Something that is on the page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Named {
    role: String,
    name: String,
}

impl Page {
    /// That nothing matched, and what is nearest to it.
    pub(super) async fn no_match(&self, selector: &Selector, wait: Duration) -> Problem {
        let says = format!(
            "Nothing matched {} within {} at {}.{} Call outline to see what is there.",
            selector.describe(),
            seconds(wait),
            without_userinfo(&self.url()),
            self.nearest_to(selector).await,
        );
        Problem::new(Code::NoMatch, says)
    }

    /// What is nearest to a selector that matches nothing, as a sentence with a space before it; empty if nothing is.
    pub(super) async fn nearest_to(&self, selector: &Selector) -> String {
        match selector {
            Selector::Css(_) | Selector::XPath(_) => match self.frame_with(selector).await {
                Some(frame) => {
                    let at = self.url_of_frame(&frame);
                    format!(" The frame at {at} has it: choose that frame with the frame tool, or use a ref.")
                }
                None => String::new(),
            },
            Selector::Role(role, Some(name)) => self.nearest(role, name, false).await,
            Selector::Text(text) => self.nearest("", text, false).await,
            Selector::Label(label) => self.nearest("", label, true).await,
            Selector::Ref(_) | Selector::Role(_, None) => String::new(),
        }
    }

    /// Why an element that is there is not shown, for an error that says so; none if it is shown, or gone by now.
    pub(super) async fn why_not_shown(&self, target: &Target, wait: Duration) -> Option<Problem> {
        let argument = json!({"doc": target.document, "node": target.node});
        let about: Spoken = self.ask(&target.frame, "whyNot", &argument, PROMPT).await.ok()?;
        about.why.is_some().then(|| self.cannot(target, &about, wait))
    }

    async fn nearest(&self, role: &str, name: &str, fields: bool) -> String {
        let mut all = Vec::new();
        for frame in self.frames() {
            // A frame that cannot be asked now has nothing to offer.
            if let Ok(told) = self.ask::<Names>(&frame, "allNames", &json!({"fields": fields}), PROMPT).await
            {
                all.extend(told.names);
            }
        }
        let list: Vec<String> =
            rank(all, role, name).iter().map(|one| format!("{} {:?}", one.role, one.name)).collect();
        if list.is_empty() { String::new() } else { format!(" Nearest: {}.", list.join(", ")) }
    }

    /// A frame, other than the one that was looked in, that has it.
    async fn frame_with(&self, selector: &Selector) -> Option<ContextId> {
        let here = self.current_frame();
        for frame in self.frames().into_iter().filter(|frame| *frame != here) {
            if self.has(&frame, selector).await {
                return Some(frame);
            }
        }
        None
    }

    fn url_of_frame(&self, frame: &ContextId) -> String {
        let url = self.session.know(|state| Some(state.tab(self.tab)?.frames.get(frame)?.url.clone()));
        url.map_or_else(|| self.url(), |url| without_userinfo(&url))
    }
}

/// The most alike, best first.
fn rank(all: Vec<Named>, role: &str, name: &str) -> Vec<Named> {
    let wanted = name.to_lowercase();
    let likeness = |one: &Named| {
        let known = one.name.to_lowercase();
        let alike = strsim::jaro_winkler(&known, &wanted);
        // One inside the other is how people shorten names.
        let within = !wanted.is_empty() && (known.contains(&wanted) || wanted.contains(&known));
        let alike = if within { alike.max(0.9) } else { alike };
        (alike >= ALIKE).then(|| if one.role == role { alike + SAME_ROLE } else { alike })
    };
    let mut ranked: Vec<(u32, Named)> = all
        .into_iter()
        .filter_map(|one| {
            let thousandths = (likeness(&one)? * 1_000.0) as u32;
            Some((thousandths, one))
        })
        .collect();
    ranked.sort_by_key(|(alike, _)| Reverse(*alike));
    ranked.truncate(NEAR);
    ranked.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_another_role_and_a_shorter_name_are_near() {
        let page = |role: &str, name: &str| {
            let all =
                [("button", "Answer"), ("link", "Sign in"), ("heading", "Your account"), ("link", "Help")];
            let all = all.map(|(role, name)| Named { role: role.to_owned(), name: name.to_owned() });
            let near = rank(all.to_vec(), role, name);
            near.iter().map(|one| format!("{} {}", one.role, one.name)).collect::<Vec<_>>()
        };
        assert_eq!(page("button", "Answr"), ["button Answer"]);
        assert_eq!(page("button", "Sign in"), ["link Sign in"]);
        assert_eq!(page("", "account"), ["heading Your account"]);
        assert_eq!(page("button", "Delete everything"), Vec::<String>::new());
    }
}
