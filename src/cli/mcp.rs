//! `handback mcp`: one client on standard input and output. The log goes to standard error.

use crate::app::House;
use crate::config::Config;
use std::process::ExitCode;

pub(super) async fn run(config: Config) -> Result<ExitCode, String> {
    let house = House::build(config).await?;
    let served = tokio::select! {
        served = crate::mcp::serve_stdio(house.desk()) => served,
        () = super::serve::asked_to_stop() => Ok(()),
    };
    house.close().await;
    served.map(|()| ExitCode::SUCCESS)
}
