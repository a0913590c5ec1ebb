//! MCP over standard input and output: one client, one workspace.

use super::server::Server;
use crate::actions::Desk;
use crate::workspace::Name;
use rmcp::ServiceExt;
use std::sync::Arc;

/// Serves until the client hangs up or the process stops.
///
/// # Errors
/// The client's opening failed; a sentence.
pub async fn serve(desk: &Arc<Desk>) -> Result<(), String> {
    let server = Server::new(Arc::clone(desk), Some(Name::stdio()));
    let running = server
        .serve(rmcp::transport::stdio())
        .await
        .map_err(|error| format!("the client could not be served: {error}"))?;
    let cancel = running.cancellation_token();
    let stopping = desk.tasks.stopping().clone();
    tokio::select! {
        _ = running.waiting() => {}
        () = stopping.cancelled() => cancel.cancel(),
    }
    Ok(())
}
