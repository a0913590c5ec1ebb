//! The command line: reads settings, runs one command, says what to do next.

mod banner;
mod doctor;
mod install;
mod mcp;
mod openapi;
mod outline;
mod serve;

use crate::config::{Config, Form, Layers, Origin, SETTINGS};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the command that the process was started with.
pub fn run() -> ExitCode {
    let matches = command().get_matches();
    let Some((name, matches)) = matches.subcommand() else {
        // clap asks for a subcommand itself.
        return ExitCode::FAILURE;
    };
    let layers = match layers(matches) {
        Ok(layers) => layers,
        Err(faults) => return refuse(&faults),
    };
    if name == "serve" && matches.get_flag("print-config") {
        return print_config(&layers);
    }
    let config = match Config::read(&layers) {
        Ok(config) => config,
        Err(faults) => return refuse(&faults),
    };
    // Who asks for an outline wants that, and warnings, unless they say otherwise.
    let by_default = layers.value("log").is_none_or(|value| value.origin == Origin::Default);
    let quiet = name == "outline" && by_default;
    if let Err(fault) = crate::telemetry::start(if quiet { "warn" } else { &config.log }) {
        return refuse(&[fault]);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&[format!("the runtime could not be started: {error}")]),
    };
    let outcome = runtime.block_on(async {
        match name {
            "serve" => serve::run(config, matches.get_flag("install")).await,
            "mcp" => mcp::run(config).await,
            "outline" => outline::run(config, matches).await,
            "doctor" => doctor::run(config).await,
            _ => openapi::run(matches),
        }
    });
    // Blocking work that is left (a folder being removed) gets a moment.
    runtime.shutdown_timeout(std::time::Duration::from_secs(5));
    match outcome {
        Ok(code) => code,
        Err(fault) => refuse(&[fault]),
    }
}

fn command() -> Command {
    let root = Command::new("handback")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Real browsers for AI agents over MCP and HTTP, with a person who can take over and hand back.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true);
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    root.subcommand(
        with_settings(Command::new("serve").about("Serve MCP, HTTP and the admin page."))
            .arg(flag(
                "install",
                "Fetch a missing browser and driver with the system's package manager first.",
            ))
            .arg(flag("print-config", "Show each setting with its value and where it came from, then stop.")),
    )
    .subcommand(with_settings(
        Command::new("mcp").about("Serve one MCP client over standard input and output."),
    ))
    .subcommand(outline::arguments(with_settings(
        Command::new("outline").about("Print the outline of a page, an HTML file or a saved tree."),
    )))
    .subcommand(with_settings(
        Command::new("doctor").about("Check what Handback needs, and say how to fix what is missing."),
    ))
    .subcommand(openapi::arguments(Command::new("openapi").about("Print the OpenAPI document.")))
}

/// Every setting as a flag, and the file they can stand in.
fn with_settings(command: Command) -> Command {
    let config = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Settings file (TOML); also HANDBACK_CONFIG.");
    let mut command = command.arg(config);
    for setting in SETTINGS {
        let mut arg = Arg::new(setting.name)
            .long(setting.flag())
            .value_name("VALUE")
            .help(help(setting))
            .help_heading("Settings");
        if setting.name == "grid.url" {
            arg = arg.visible_alias("grid");
        }
        if setting.form == Form::Flag {
            // `--headless` alone means true.
            arg = arg.num_args(0..=1).default_missing_value("true").require_equals(true);
        }
        command = command.arg(arg);
    }
    command
}

fn help(setting: &crate::config::Setting) -> String {
    match (setting.form, setting.default) {
        (Form::Choice(words), default) => {
            format!("{} [{}; default {default}]", setting.about, words.join("|"))
        }
        (_, "") => setting.about.to_owned(),
        (_, default) => format!("{} [default {default}]", setting.about),
    }
}

fn layers(matches: &ArgMatches) -> Result<Layers, Vec<String>> {
    let mut layers = Layers::default();
    // `openapi` takes no settings.
    if matches.try_contains_id("config").is_err() {
        return Ok(layers);
    }
    let named = matches.get_one::<PathBuf>("config").cloned();
    let file = named.or_else(|| std::env::var_os("HANDBACK_CONFIG").map(PathBuf::from));
    if let Some(path) = file {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| vec![format!("the settings file {} cannot be read: {error}", path.display())])?;
        layers.file(&path, &text)?;
    }
    for stranger in layers.environment(std::env::vars()) {
        eprintln!(
            "handback: {stranger} is no setting and is ignored; handback serve --print-config lists all"
        );
    }
    for setting in SETTINGS {
        if let Some(text) = matches.get_one::<String>(setting.name) {
            layers.flag(setting, text.clone());
        }
    }
    Ok(layers)
}

fn print_config(layers: &Layers) -> ExitCode {
    let shown: Vec<_> =
        layers.shown().map(|(setting, text, origin)| (setting.name, text, origin.to_string())).collect();
    let width =
        |column: fn(&(&str, String, String)) -> usize| shown.iter().map(column).max().unwrap_or_default();
    let (names, texts) = (width(|row| row.0.len()), width(|row| row.1.len()));
    for (name, text, origin) in &shown {
        println!("{name:names$}  {text:texts$}  {origin}");
    }
    match Config::read(layers) {
        Ok(_) => ExitCode::SUCCESS,
        Err(faults) => refuse(&faults),
    }
}

/// Prints the result of a command. A reader that has seen enough is no fault.
fn print(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.trim_end().as_bytes()).and_then(|()| out.write_all(b"\n")) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("the result could not be printed: {error}"))
        }
        _ => Ok(()),
    }
}

fn refuse(faults: &[String]) -> ExitCode {
    for fault in faults {
        eprintln!("handback: {fault}");
    }
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn flags_are_settings() {
        let matches = command()
            .try_get_matches_from([
                "handback",
                "serve",
                "--grid",
                "http://hub:4444",
                "--live-await-cap",
                "45",
                "--headless=false",
            ])
            .expect("understood");
        let layers = layers(matches.subcommand().expect("serve").1).expect("read");
        let value = |name: &str| layers.value(name).map(|value| value.text.clone()).unwrap_or_default();
        assert_eq!(
            (value("grid.url"), value("live.await_cap"), value("headless")),
            ("http://hub:4444".into(), "45".into(), "false".into())
        );
    }
}
