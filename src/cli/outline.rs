//! `handback outline`: the outline of a page, an HTML file or a saved tree.

use clap::{ArgMatches, Command};
use std::process::ExitCode;
use crate::config::Config;

pub(super) fn arguments(command: Command) -> Command { command }
pub(super) async fn run(_config: Config, _matches: &ArgMatches) -> Result<ExitCode, String> { Ok(ExitCode::SUCCESS) }
