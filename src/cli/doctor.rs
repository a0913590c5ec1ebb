//! `handback doctor`: each thing it needs, found and tried, or how to fix it.

use crate::config::{BrowserName, Config};
use crate::policy::Policy;
use crate::shutdown::Tasks;
use crate::source::{Program, Source, Wish, find_program, program_version};
use serde_json::Map;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The checks so far.
#[derive(Default)]
struct Report {
    failed: usize,
}

impl Report {
    fn good(&self, what: &str, detail: &str) {
        println!("  ok    {what}: {detail}");
    }

    fn note(&self, what: &str, detail: &str) {
        println!("  note  {what}: {detail}");
    }

    fn bad(&mut self, what: &str, detail: &str, fix: &str) {
        self.failed += 1;
        println!("  FAIL  {what}: {detail}");
        println!("        fix: {fix}");
    }
}

pub(super) async fn run(config: Config) -> Result<ExitCode, String> {
    println!("Handback {}", env!("CARGO_PKG_VERSION"));
    let mut report = Report::default();
    check_folder(&config, &mut report);
    check_port(&config, &mut report).await;
    let tasks = Tasks::new();
    let policy = Policy::new(&config.allow, &config.deny, Vec::new()).map_err(|faults| faults.join("; "))?;
    let source = Source::new(&config, Arc::new(policy), tasks.clone())?;
    match &source {
        Source::Local(_) => check_local(&config, &source, &mut report).await,
        Source::Grid(_) => check_grid(&config, &source, &mut report).await,
    }
    tasks.finish(Duration::from_secs(10)).await;
    if report.failed == 0 {
        println!("All is well. Next: handback serve");
        return Ok(ExitCode::SUCCESS);
    }
    let what = if report.failed == 1 { "thing needs" } else { "things need" };
    println!("{} {what} fixing.", report.failed);
    Ok(ExitCode::FAILURE)
}

fn check_folder(config: &Config, report: &mut Report) {
    let folder = config.data_dir.display().to_string();
    let tried = std::fs::create_dir_all(&config.data_dir).and_then(|()| {
        let file = config.data_dir.join(".doctor");
        std::fs::write(&file, b"x")?;
        std::fs::remove_file(file)
    });
    match tried {
        Ok(()) => report.good("data folder", &folder),
        Err(error) => report.bad(
            "data folder",
            &format!("{folder} cannot be written ({error})"),
            "set data.dir to a folder of yours",
        ),
    }
}

async fn check_port(config: &Config, report: &mut Report) {
    let address = config.listen.to_string();
    match tokio::net::TcpListener::bind(config.listen).await {
        Ok(_) => report.good("listen", &address),
        Err(error) => report.bad(
            "listen",
            &format!("{address} cannot be listened on ({error})"),
            "stop what uses it (a running Handback?), or set listen",
        ),
    }
}

async fn check_local(config: &Config, source: &Source, report: &mut Report) {
    let mut found = Vec::new();
    for program in Program::ALL {
        match find_program(program, &config.local) {
            Some(path) => {
                let version = program_version(&path).await.unwrap_or_else(|| "version unknown".to_owned());
                report.good(program.as_str(), &format!("{version} ({})", path.display()));
                found.push(program);
            }
            None => {
                report.note(program.as_str(), &format!("not found; install it or set {}", program.setting()))
            }
        }
    }
    let chrome = found.contains(&Program::Chrome) && found.contains(&Program::Chromedriver);
    let firefox = found.contains(&Program::Firefox);
    if !chrome && !firefox {
        report.bad("browsers", "none can be started", "handback serve --install");
        return;
    }
    for (browser, here) in [(BrowserName::Chrome, chrome), (BrowserName::Firefox, firefox)] {
        if here {
            try_browser(config, source, browser, report).await;
        }
    }
}

async fn check_grid(config: &Config, source: &Source, report: &mut Report) {
    let readiness = source.readiness().await;
    if let Some(note) = readiness.note.filter(|_| !readiness.ready) {
        report.bad("Selenium Grid", &note, "check grid.url, and that the Grid runs");
        return;
    }
    for (browser, places) in &readiness.browsers {
        report.good("Selenium Grid", &format!("{browser}: {} of {} places free", places.free, places.all));
    }
    try_browser(config, source, config.session.browser, report).await;
}

/// Starts a browser and ends it.
async fn try_browser(config: &Config, source: &Source, browser: BrowserName, report: &mut Report) {
    let wish = Wish {
        browser,
        version: None,
        headless: true,
        size: config.session.size,
        insecure: false,
        page_load: config.session.page_load,
        script: config.session.script,
        capture: false,
        capabilities: Map::new(),
    };
    let began = Instant::now();
    let what = format!("starting {browser}");
    match source.open(wish, &CancellationToken::new()).await {
        Ok(opened) => {
            report.good(&what, &format!("{} in {:.1} s", opened.version, began.elapsed().as_secs_f64()));
            opened.lifeline.end(&opened.wires.bidi.connection).await;
        }
        Err(problem) => {
            let detail = problem
                .log_line()
                .map_or_else(|| problem.says().to_owned(), |line| format!("{} ({line})", problem.says()));
            report.bad(&what, &detail, "see the reason above");
        }
    }
}
