//! `tab`: lists, opens, chooses and closes tabs.

use super::args::{Arg, Form, OUTLINE, arg};
use super::{ACTS, Action, Answer, Call, Kind, Method, field};
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};
use crate::session::{Effect, Rest, Session, TabId};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const ARGS: &[Arg] = &[
    arg("action", Form::Choice(&["list", "open", "switch", "close"]), "default list"),
    arg("id", Form::Text(16), "t1, t2, …"),
    arg("url", Form::Text(8_192), "open: load it; switch: part of the address"),
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "tab",
    title: "Tabs",
    about: "List, open, switch to or close tabs. Tabs that pages open do not become the current one by themselves.",
    method: Method::Post,
    path: "/browser/tab",
    kind,
    hints: ACTS,
    args: ARGS,
    fields: &[field("tabs", "array")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    action: Option<String>,
    id: Option<String>,
    url: Option<String>,
}

fn kind(args: &Map<String, Value>) -> Kind {
    match args.get("action").and_then(Value::as_str) {
        None | Some("list") => Kind::Read,
        Some(_) => Kind::Change,
    }
}

async fn run(mut call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    // Here it is the action's own.
    call.args.remove("url");
    let mut on = call.on_page().await?;
    match args.action.as_deref() {
        None | Some("list") => {
            let tabs = listed(on.session());
            let mut fields = Map::new();
            fields.insert("tabs".to_owned(), tabs);
            return on.read_result(fields).await;
        }
        Some("open") => {
            let page = on.session().open_tab().await?;
            on.page = page;
            on.page.mark_now();
            if let Some(url) = &args.url {
                on.page.go(url).await?;
            }
        }
        Some("close") => {
            let tab = chosen(on.session(), &args)?.unwrap_or(on.page.tab());
            let before = on.page.mark().clone();
            on.session().close_tab(tab).await?;
            on.page = on.session().page()?.since(before);
        }
        Some(_) => {
            let tab = match chosen(on.session(), &args)? {
                Some(tab) => tab,
                None => newest(on.session())?,
            };
            on.page = on.session().switch_to(tab).await?;
            on.page.mark_now();
        }
    }
    on.show_all();
    let rest = if on.page.dialog().is_some() {
        Rest { dialog: on.page.dialog(), url: on.page.url(), ..Rest::default() }
    } else {
        on.page.rest(Effect::Load).await?
    };
    let mut fields = Map::new();
    fields.insert("tab".to_owned(), json!(on.page.tab().to_string()));
    fields.insert("tabs".to_owned(), listed(on.session()));
    on.done(rest, fields).await
}

/// The open tabs as results list them.
pub(super) fn listed(session: &Session) -> Value {
    session.know(|state| {
        let tabs = state.tabs.iter().map(|tab| {
            let mut entry = json!({"tab": tab.id.to_string(), "url": without_userinfo(&tab.url)});
            if state.current == Some(tab.id) {
                entry["current"] = json!(true);
            }
            if let Some(opener) = tab.opener {
                entry["opener"] = json!(opener.to_string());
            }
            if tab.dialog.is_some() {
                entry["dialog"] = json!(true);
            }
            entry
        });
        tabs.collect()
    })
}

/// The tab that the arguments name, by its id or by a part of its address (the newest such).
fn chosen(session: &Session, args: &Args) -> Result<Option<TabId>, Problem> {
    let open = || {
        session.know(|state| state.tabs.iter().map(|tab| tab.id.to_string()).collect::<Vec<_>>().join(", "))
    };
    if let Some(text) = &args.id {
        let id = text.parse::<TabId>().ok().filter(|id| session.know(|state| state.tab(*id).is_some()));
        return id.map(Some).ok_or_else(|| {
            Problem::new(Code::NotFound, format!("There is no tab {text:?}; open are {}.", open()))
        });
    }
    let Some(part) = &args.url else { return Ok(None) };
    let found = session
        .know(|state| state.tabs.iter().rev().find(|tab| tab.url.contains(part.as_str())).map(|tab| tab.id));
    found.map(Some).ok_or_else(|| {
        Problem::new(Code::NotFound, format!("No tab's address contains {part:?}; open are {}.", open()))
    })
}

fn newest(session: &Session) -> Result<TabId, Problem> {
    session
        .know(|state| state.tabs.last().map(|tab| tab.id))
        .ok_or_else(|| Problem::new(Code::NotFound, "No tab is open: open one with action open."))
}
