//! `handback outline`: the outline of a page, an HTML file or a saved tree.
//!
//! A page is opened in a browser of its own, which is gone afterwards. A file is served on loopback while it is read, so
//! that what it refers to beside it loads as on a site.

mod folder;
mod stats;

use crate::config::Config;
use crate::outline::{Options, Outline, Refs, Saved, build};
use crate::policy::Policy;
use crate::problem::Problem;
use crate::session::{Asked, Effect, Form, Page, Session};
use crate::shutdown::Tasks;
use crate::source::Source;
use crate::workspace::Settings;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use stats::Stats;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// What the command line asks for.
struct Wanted {
    what: String,
    json: bool,
    all: bool,
    limit: usize,
    save: Option<PathBuf>,
    repeat: u32,
    stats: bool,
}

impl Wanted {
    /// The limit alone bounds what is printed: who reads it has room.
    fn options(&self) -> Options<'static> {
        Options { interactive: !self.all, limit: self.limit, tokens: usize::MAX, ..Options::default() }
    }
}

pub(super) fn arguments(command: Command) -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    command
        .arg(
            Arg::new("what")
                .value_name("URL|FILE")
                .required(true)
                .help("A page's address, an HTML file, or a saved tree (JSON)."),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_parser(["text", "json"])
                .default_value("text")
                .help("Its form."),
        )
        .arg(flag("all", "All content, not only what can be used."))
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_parser(value_parser!(usize))
                .default_value("1000")
                .help("The most entries."),
        )
        .arg(
            Arg::new("save-tree")
                .long("save-tree")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Also keep what was read of the page, for handback outline FILE."),
        )
        .arg(
            Arg::new("repeat")
                .long("repeat")
                .value_parser(value_parser!(u32).range(1..=10_000))
                .default_value("1")
                .help("Outline it so often, for --stats."),
        )
        .arg(flag("stats", "Say on standard error how large it is and how long it took."))
}

pub(super) async fn run(config: Config, matches: &ArgMatches) -> Result<ExitCode, String> {
    let wanted = Wanted {
        what: matches.get_one::<String>("what").cloned().unwrap_or_default(),
        json: matches.get_one::<String>("format").is_some_and(|form| form == "json"),
        all: matches.get_flag("all"),
        limit: matches.get_one("limit").copied().unwrap_or(1_000),
        save: matches.get_one::<PathBuf>("save-tree").cloned(),
        repeat: matches.get_one("repeat").copied().unwrap_or(1),
        stats: matches.get_flag("stats"),
    };
    let path = Path::new(&wanted.what);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") if path.is_file() => saved(&wanted, path)?,
        _ => live(&wanted, config).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Outlines a saved tree, without a browser.
fn saved(wanted: &Wanted, path: &Path) -> Result<(), String> {
    let fault = |error: &dyn std::fmt::Display| format!("{} cannot be outlined: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| fault(&error))?;
    let options = wanted.options();
    let mut stats = Stats::new();
    let mut printed = String::new();
    for _ in 0..wanted.repeat {
        let began = Instant::now();
        let saved = Saved::parse(&text).map_err(|error| fault(&error))?;
        let page = saved.page().map_err(|error| fault(&error))?;
        let outline = build(&page, &options, &mut Refs::new());
        printed = print(wanted, &outline)?;
        stats.took(began.elapsed());
        stats.is(outline.count(), outline.total(), printed.len());
    }
    super::print(&printed)?;
    if wanted.stats {
        eprintln!("{stats}");
    }
    Ok(())
}

fn print(wanted: &Wanted, outline: &Outline) -> Result<String, String> {
    if wanted.json {
        return serde_json::to_string_pretty(&outline.elements()).map_err(|error| error.to_string());
    }
    Ok(outline.text("page"))
}

/// Outlines a page in a browser.
async fn live(wanted: &Wanted, config: Config) -> Result<(), String> {
    let tasks = Tasks::new();
    let policy = Policy::new(&config.allow, &config.deny, Vec::new()).map_err(|faults| faults.join("; "))?;
    let policy = Arc::new(policy);
    let url = match address(wanted, &tasks).await? {
        Some(url) => url,
        None => return Err(format!("{} is neither an address nor a file", wanted.what)),
    };
    let source = Source::new(&config, Arc::clone(&policy), tasks.clone())?;
    let settings = Settings::of(&config.session);
    let outcome = async {
        let opened = source.open(settings.wish(), &CancellationToken::new()).await?;
        let session = Session::start(opened, policy, tasks.clone(), Duration::from_secs(3_600)).await?;
        let outcome = look(wanted, &session, &url).await;
        session.end().await;
        outcome
    }
    .await;
    tasks.finish(Duration::from_secs(10)).await;
    outcome.map_err(|problem| problem.says().to_owned())
}

/// Where to go; a file is served first. `None` if it is nothing that can be opened.
async fn address(wanted: &Wanted, tasks: &Tasks) -> Result<Option<String>, String> {
    let path = Path::new(&wanted.what);
    if path.is_file() {
        return folder::serve(path, tasks).await.map(Some);
    }
    let is_url = url::Url::parse(&wanted.what).is_ok_and(|url| url.has_host());
    Ok(is_url.then(|| wanted.what.clone()))
}

async fn look(wanted: &Wanted, session: &Session, url: &str) -> Result<(), Problem> {
    let page = session.page()?;
    page.go(url).await?;
    let rest = page.rest(Effect::Load).await?;
    if let Some(problem) = page.refused() {
        return Err(problem);
    }
    if let Some(still) = rest.still {
        eprintln!("handback: {still}; this is how it is now");
    }
    let form = if wanted.json { Form::Json } else { Form::Text };
    let what = wanted.options();
    let asked = Asked::of(what, form);
    let mut stats = Stats::new();
    let mut printed = String::new();
    for _ in 0..wanted.repeat {
        let began = Instant::now();
        let looked = page.look(&asked).await?;
        stats.took(began.elapsed());
        printed = match looked.value["text"].as_str() {
            Some(text) => format!("{} {:?}\n{text}", looked.url, looked.title),
            None => serde_json::to_string_pretty(&looked.value).map_err(Problem::internal)?,
        };
        let number = |name: &str| looked.value[name].as_u64().unwrap_or_default() as usize;
        stats.is(number("count"), number("total"), printed.len());
    }
    super::print(&printed).map_err(Problem::argument)?;
    if let Some(file) = &wanted.save {
        save(&page, session, file).await?;
        eprintln!("handback: kept; handback outline {} reads it again", file.display());
    }
    if wanted.stats {
        eprintln!("{stats}");
    }
    Ok(())
}

async fn save(page: &Page, session: &Session, file: &Path) -> Result<(), Problem> {
    let now = crate::workspace::iso(crate::session::control::Moment::now());
    let saved = Saved {
        browser: format!("{} {}", session.browser(), session.version()),
        day: now.split('T').next().unwrap_or_default().to_owned(),
        documents: page.save().await?,
    };
    let text = saved.text().map_err(Problem::internal)?;
    std::fs::write(file, text)
        .map_err(|error| Problem::argument(format!("{} could not be written: {error}", file.display())))
}
