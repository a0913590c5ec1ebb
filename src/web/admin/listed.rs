//! Workspaces as the admin shows them.

use crate::policy::without_userinfo;
use crate::session::Session;
use crate::session::control::{Control, Moment, Phase};
use crate::workspace::{Registry, Workspace};
use serde_json::{Value, json};

/// All that are worth showing: those with a browser, a person or a running call, by name.
pub(super) fn workspaces(registry: &Registry) -> Value {
    let mut all = registry.all();
    all.retain(|workspace| {
        let activity = workspace.activity();
        let activity = activity.borrow();
        workspace.session().is_some() || activity.underway > 0 || !activity.done.is_empty()
    });
    all.sort_by(|a, b| a.name().cmp(b.name()));
    let list: Vec<Value> = all.iter().map(|workspace| one(workspace)).collect();
    json!({"type": "workspaces", "now": Moment::now(), "workspaces": list})
}

fn one(workspace: &Workspace) -> Value {
    let session = workspace.session();
    let (url, tabs) = session.as_ref().map_or((None, 0), |session| {
        session.know(|state| (state.current().map(|tab| without_userinfo(&tab.url)), state.tabs.len()))
    });
    let control = workspace.control().control;
    let activity = workspace.activity();
    let activity = activity.borrow();
    json!({
        "name": workspace.name(), "browser": session.as_ref().map(browser), "url": url, "tabs": tabs,
        "control": phase(&control), "call": control.call(), "driving": activity.driving,
        "underway": activity.underway, "watchers": workspace.audience().borrow().len(),
        "last": activity.done.front(),
    })
}

/// A browser's name and version.
pub(super) fn browser(session: &Session) -> Value {
    json!({"name": session.browser(), "version": session.version()})
}

/// Where control stands. Names only: what lets a page be the same person again is its own secret.
pub(super) fn phase(control: &Control) -> Value {
    match control.phase() {
        Phase::Free => json!({"state": "free"}),
        Phase::Asked { by, since, stop } => {
            json!({"state": "asked", "by": by.name, "since": since, "stop": stop})
        }
        Phase::Held { by, since, before, lost, next } => json!({
            "state": "held", "by": by.name, "since": since,
            "before": before.as_ref().map(|before| &before.names[..]).unwrap_or_default(),
            "lost_since": lost, "next": next.as_ref().map(|person| &person.name),
        }),
    }
}
