//! `handback openapi`: the document without a server.

use clap::{Arg, ArgMatches, Command};
use std::process::ExitCode;

pub(super) fn arguments(command: Command) -> Command {
    let format = Arg::new("format")
        .long("format")
        .value_parser(["yaml", "json"])
        .default_value("yaml")
        .help("Its form.");
    command.arg(format)
}

pub(super) fn run(matches: &ArgMatches) -> Result<ExitCode, String> {
    let json = matches.get_one::<String>("format").is_some_and(|format| format == "json");
    super::print(&crate::web::openapi(json))?;
    Ok(ExitCode::SUCCESS)
}
