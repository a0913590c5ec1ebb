//! `handback serve`: the server, until it is asked to stop.

use super::{banner, install};
use crate::app::{House, listen};
use crate::config::Config;
use std::process::ExitCode;

pub(super) async fn run(mut config: Config, install_missing: bool) -> Result<ExitCode, String> {
    if install_missing {
        install::missing(&config).await?;
    }
    let listener = listen(&mut config).await?;
    let house = House::build(config.clone()).await?;
    house.serve(listener);
    banner::print(&config, config.listen, house.token(), &house.source());
    asked_to_stop().await;
    eprintln!("handback: stopping; once more to stop at once");
    tokio::select! {
        () = house.close() => {}
        () = asked_to_stop() => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Waits for Ctrl+C or SIGTERM.
pub(super) async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    // Without a handler the signal ends the process by itself.
    let _ = tokio::signal::ctrl_c().await;
}
