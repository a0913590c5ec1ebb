//! The state of a workspace as its live view shows it.

use super::Viewer;
use super::titles::Titles;
use crate::policy::without_userinfo;
use crate::session::control::Moment;
use crate::session::{Session, State, TabId, dialog_json};
use crate::web::admin::listed;
use serde_json::{Value, json};

/// The state, without the time: two that are alike are no news.
pub(super) fn state(viewer: &Viewer, session: Option<&Session>, titles: &Titles) -> Value {
    let workspace = viewer.workspace();
    let control = workspace.control().control;
    let activity = workspace.activity();
    let activity = activity.borrow();
    let over = workspace.sessions().borrow().as_ref().and_then(Session::over);
    let you = if control.is_held_by(viewer.key()) {
        "holding"
    } else if control.is_wanted_by(viewer.key()) {
        "waiting"
    } else {
        "watching"
    };
    let mut told = json!({
        "type": "state", "browser": session.map(listed::browser), "why_over": over.map(|over| over.reason()),
        "tabs": [], "watching": null, "follows": viewer.choice.borrow().is_none(), "dialog": null, "chooser": null,
        "control": listed::phase(&control), "you": you, "call": control.call(), "driving": activity.driving,
        "underway": activity.underway, "last": activity.done,
        "watchers": workspace.audience().borrow().names().collect::<Vec<_>>(),
        "grace_seconds": viewer.desk.config.live.grace.as_secs(),
    });
    if let Some(session) = session {
        let shown = viewer.tab(session);
        session.know(|state| add_tabs(&mut told, state, shown, titles));
    }
    told
}

fn add_tabs(told: &mut Value, state: &State, shown: Option<TabId>, titles: &Titles) {
    let tabs: Vec<Value> = state
        .tabs
        .iter()
        .map(|tab| {
            json!({
                "id": tab.id.to_string(), "url": without_userinfo(&tab.url), "title": titles.of(tab),
                "current": state.current == Some(tab.id), "dialog": tab.dialog.is_some(),
                "loading": tab.going.is_some() || !(tab.parsed || tab.loaded),
            })
        })
        .collect();
    told["tabs"] = Value::Array(tabs);
    let Some(tab) = shown.and_then(|id| state.tab(id)) else { return };
    told["watching"] = json!(tab.id.to_string());
    told["dialog"] = tab.dialog.as_ref().map(dialog_json).unwrap_or_default();
    told["chooser"] =
        tab.chooser.as_ref().map(|chooser| json!({"multiple": chooser.multiple})).unwrap_or_default();
}

/// A message of the state.
pub(super) fn message(mut state: Value) -> String {
    state["now"] = json!(Moment::now());
    state.to_string()
}
