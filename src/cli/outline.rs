//! `handback outline`: the outline of a page, an HTML file or a saved tree.

use crate::config::Config;
use clap::{ArgMatches, Command};
use std::process::ExitCode;

pub(super) fn arguments(command: Command) -> Command {
    command
}
pub(super) async fn run(_config: Config, _matches: &ArgMatches) -> Result<ExitCode, String> {
    Ok(ExitCode::SUCCESS)
}
