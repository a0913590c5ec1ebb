//! MCP over Streamable HTTP. The HTTP door has checked Host, Origin and token, and named the workspace.

use super::server::Server;
use crate::actions::Desk;
use crate::shutdown::Tasks;
use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{HeaderName, HeaderValue, Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;

/// The most of a request, in bytes.
const REQUEST_BYTES: usize = 1 << 20;
/// The most of a request about a task.
const TASK_BYTES: usize = 64 << 10;

const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// A function that answers requests for `/mcp`.
pub fn service(
    desk: &Arc<Desk>,
) -> impl Fn(Request<Incoming>) -> BoxFuture<'static, Response<BoxBody<Bytes, Infallible>>> + Send + Sync + 'static
{
    mount(Arc::new(Server::new(Arc::clone(desk), None)), &desk.tasks)
}

/// A function that answers requests with this handler.
pub fn mount<H: ServerHandler>(
    handler: Arc<H>,
    tasks: &Tasks,
) -> impl Fn(Request<Incoming>) -> BoxFuture<'static, Response<BoxBody<Bytes, Infallible>>> + Send + Sync + 'static
{
    let config = StreamableHttpServerConfig::default()
        // Stateless: no session can get lost.
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(REQUEST_BYTES)
        .with_cancellation_token(tasks.ending().clone())
        // The HTTP door has checked both, by the settings.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(Arc::clone(&handler)), sessions, config);
    move |request| {
        let service = service.clone();
        async move {
            if names_no_task(&request) {
                service.handle(with_task_name(request).await).await
            } else {
                service.handle(request).await
            }
        }
        .boxed()
    }
}

/// A request about a task must name it in the header `Mcp-Name`; one client in wide use leaves that out.
fn names_no_task(request: &Request<Incoming>) -> bool {
    let about_task =
        request.headers().get(METHOD).is_some_and(|method| method.as_bytes().starts_with(b"tasks/"));
    about_task && !request.headers().contains_key(NAME)
}

/// The request with the header that its body implies. A body that implies none is handed on: it is refused there.
async fn with_task_name(request: Request<Incoming>) -> Request<Full<Bytes>> {
    #[derive(Deserialize)]
    struct About {
        params: Params,
    }
    #[derive(Deserialize)]
    struct Params {
        #[serde(rename = "taskId")]
        task_id: String,
    }
    let (mut parts, body) = request.into_parts();
    let body = Limited::new(body, TASK_BYTES).collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let named = serde_json::from_slice::<About>(&body).ok();
    if let Some(name) = named.and_then(|about| HeaderValue::try_from(about.params.task_id).ok()) {
        parts.headers.insert(NAME, name);
    }
    Request::from_parts(parts, Full::new(body))
}
