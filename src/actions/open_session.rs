//! `open_session`: opens the workspace's browser.

use super::args::{Arg, Form, OUTLINE, URL, arg};
use super::on_page::Show;
use super::{ACTS, Action, Answer, Call, Method, changes, field};
use crate::config::BrowserName;
use crate::problem::Problem;
use crate::session::{Effect, Rest};
use crate::workspace::Settings;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const ARGS: &[Arg] = &[
    URL,
    arg("browser", Form::Choice(&["chrome", "firefox"]), ""),
    arg("version", Form::Text(64), "on a Grid"),
    arg("width", Form::Whole(100, 10_000), "viewport, CSS px"),
    arg("height", Form::Whole(100, 10_000), ""),
    arg("headless", Form::Flag, ""),
    arg("insecure", Form::Flag, "take untrusted certificates"),
    arg("page_load_timeout", Form::Number(1.0, 600.0), "seconds"),
    arg("script_timeout", Form::Number(1.0, 600.0), "seconds"),
    arg("capabilities", Form::Object, "raw WebDriver capabilities"),
    arg("capture", Form::Flag, "keep console and requests"),
    arg("fresh", Form::Flag, "replace an open browser"),
    OUTLINE,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "open_session",
    title: "Open a browser",
    about: "Open this workspace's browser, or keep the one that is open. Options left out are as they were last time. Call this first; end_browser when done.",
    method: Method::Post,
    path: "/browser",
    kind: changes,
    hints: ACTS,
    args: ARGS,
    fields: &[
        field("workspace", "string"),
        field("browser", "string"),
        field("version", "string"),
        field("settings", "object"),
        field("note", "string"),
    ],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    url: Option<String>,
    browser: Option<BrowserName>,
    version: Option<String>,
    width: Option<u32>,
    height: Option<u32>,
    headless: Option<bool>,
    insecure: Option<bool>,
    page_load_timeout: Option<f64>,
    script_timeout: Option<f64>,
    capabilities: Option<Map<String, Value>>,
    capture: Option<bool>,
    #[serde(default)]
    fresh: bool,
    outline: Option<String>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    // Refused before a browser is started for nothing.
    if let Some(url) = &args.url {
        call.desk.policy.check_text(url).map_err(|blocked| {
            Problem::new(
                crate::problem::Code::AddressBlocked,
                format!("The address was not visited: {blocked}."),
            )
        })?;
    }
    let settings = settings(&call, &args).await?;
    let opened = call.desk.workspaces.open(&call.workspace, &settings, args.fresh, &call.claim()).await?;
    let (turn, kept) = opened;
    let show = match (args.outline.as_deref(), &args.url) {
        (Some("none"), _) | (_, None) => Show::None,
        _ => Show::Full,
    };
    let on = call.on_opened(turn, show)?;
    if settings.capture {
        // A browser that was kept did not begin with it.
        on.session().start_capture().await?;
    }
    let mut rest = Rest::default();
    if let Some(url) = &args.url
        && !on.page.is_at(url)
    {
        on.page.go(url).await?;
        rest = on.page.rest(Effect::Load).await?;
    }
    let mut fields = Map::new();
    fields.insert("workspace".to_owned(), json!(call.workspace));
    fields.insert("browser".to_owned(), json!(on.session().browser()));
    fields.insert("version".to_owned(), json!(on.session().version()));
    fields.insert("settings".to_owned(), serde_json::to_value(&settings).map_err(Problem::internal)?);
    if kept {
        fields.insert(
            "note".to_owned(),
            json!("This browser was open already and was kept; fresh: true replaces it."),
        );
    }
    on.done(rest, fields).await
}

/// What the call says, over what the workspace's last browser had, over the server's settings.
async fn settings(call: &Call, args: &Args) -> Result<Settings, Problem> {
    let workspace = call.desk.workspaces.get(&call.workspace);
    let record = call.desk.workspaces.record(&workspace).await?;
    let defaults = Settings::of(&call.desk.config.session);
    let last = record.settings.unwrap_or(defaults);
    let browser = args.browser.unwrap_or(last.browser);
    let same = browser == last.browser;
    Ok(Settings {
        browser,
        version: args.version.clone().or(last.version.filter(|_| same)),
        width: args.width.unwrap_or(last.width),
        height: args.height.unwrap_or(last.height),
        headless: args.headless.unwrap_or(last.headless),
        // Never inherited: it must be asked for each time.
        insecure: args.insecure.unwrap_or(false),
        page_load_timeout: args.page_load_timeout.unwrap_or(last.page_load_timeout),
        script_timeout: args.script_timeout.unwrap_or(last.script_timeout),
        // Asked for each time, too: it costs the browser something.
        capture: args.capture.unwrap_or(false),
        capabilities: args
            .capabilities
            .clone()
            .unwrap_or_else(|| if same { last.capabilities } else { Map::new() }),
    })
}
