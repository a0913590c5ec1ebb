//! MCP over Streamable HTTP. The HTTP door has checked Host, Origin and token, and named the workspace.

use super::server::Server;
use crate::actions::Desk;
use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Request, Response};
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::sync::Arc;

/// The most of a request, in bytes.
const REQUEST_BYTES: usize = 1 << 20;

/// A function that answers requests for `/mcp`.
pub fn service(
    desk: &Arc<Desk>,
) -> impl Fn(Request<Incoming>) -> BoxFuture<'static, Response<BoxBody<Bytes, Infallible>>> + Send + Sync + 'static
{
    let config = StreamableHttpServerConfig::default()
        // Stateless: no session can get lost.
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(REQUEST_BYTES)
        .with_cancellation_token(desk.tasks.ending().clone())
        // The HTTP door has checked both, by the settings.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let server = Arc::new(Server::new(Arc::clone(desk), None));
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(Arc::clone(&server)), sessions, config);
    move |request| {
        let service = service.clone();
        async move { service.handle(request).await }.boxed()
    }
}
