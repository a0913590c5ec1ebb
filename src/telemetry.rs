//! What the process tells of itself: the log and counters.

use std::fmt::Write;
use tracing_subscriber::EnvFilter;

/// Starts the log on standard error, filtered by `filter`.
///
/// # Errors
/// The filter cannot be read.
pub fn start(filter: &str) -> Result<(), String> {
    let filter =
        EnvFilter::try_new(filter).map_err(|error| format!("log = {filter:?} cannot be read: {error}"))?;
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(is_terminal);
    // A second start in one process (tests) keeps the first.
    let _ = log.compact().try_init();
    Ok(())
}

/// Gauges in [Prometheus' text form](https://prometheus.io/docs/instrumenting/exposition_formats/): name, help, value.
pub fn exposition(gauges: &[(&str, &str, usize)]) -> String {
    let mut text = String::new();
    for (name, help, value) in gauges {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
    }
    text
}
