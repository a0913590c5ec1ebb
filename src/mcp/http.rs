//! MCP over Streamable HTTP. The HTTP door has checked Host, Origin and token, and named the workspace.

use super::server::Server;
use crate::actions::{Delivery, Desk};
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
use serde::de::IgnoredAny;
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
        let delivery = request.extensions().get::<Delivery>().cloned().unwrap_or_default();
        async move {
            let answer = if names_no_task(&request) {
                service.handle(with_task_name(request).await).await
            } else {
                service.handle(request).await
            };
            told_at_response(answer, delivery)
        }
        .boxed()
    }
}

/// The answer, with `delivery` done once its response was handed to the connection. A stream of events ends some time after
/// that, and a client may hang up in between.
fn told_at_response(
    answer: Response<BoxBody<Bytes, Infallible>>,
    delivery: Delivery,
) -> Response<BoxBody<Bytes, Infallible>> {
    answer.map(|body| {
        let told = body.map_frame(move |frame| {
            if frame.data_ref().is_some_and(|data| holds_response(data)) {
                delivery.done();
            }
            frame
        });
        told.boxed()
    })
}

/// Whether an event of a stream is a response: it answers a request and is none itself.
fn holds_response(event: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message {
        #[expect(dead_code, reason = "it must be there")]
        id: IgnoredAny,
        method: Option<IgnoredAny>,
    }
    event
        .split(|byte| *byte == b'\n')
        .filter_map(|line| line.strip_prefix(b"data:"))
        .any(|data| serde_json::from_slice::<Message>(data).is_ok_and(|message| message.method.is_none()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use futures::{StreamExt, stream};
    use http_body_util::StreamBody;
    use hyper::body::Frame;
    use std::sync::atomic::{AtomicBool, Ordering};

    const PROGRESS: &[u8] =
        br#"data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1.0}}"#;
    const RESPONSE: &[u8] =
        br#"data: {"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"method":"x"}}}"#;

    #[test]
    fn responses_are_known_among_events() {
        let asked = br#"data: {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#;
        for other in [PROGRESS, asked, b": keep-alive\n\n", b"id: 0/0\ndata:\n\n", b"data: {\"id\":"] {
            assert!(!holds_response(other), "{}", String::from_utf8_lossy(other));
        }
        let error = b"id: 1/0\ndata: {\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}\n\n";
        for response in [RESPONSE, error] {
            assert!(holds_response(response), "{}", String::from_utf8_lossy(response));
        }
    }

    #[tokio::test]
    async fn an_answer_counts_when_its_response_is_handed_on() {
        let frames = [PROGRESS, RESPONSE].map(|text| Ok(Frame::data(Bytes::from_static(text))));
        let body = BoxBody::new(StreamBody::new(stream::iter(frames).chain(stream::pending())));
        let (delivery, told) = (Delivery::default(), Arc::new(AtomicBool::new(false)));
        let tell = Arc::clone(&told);
        delivery.then(move || tell.store(true, Ordering::Relaxed));
        let mut answer = told_at_response(Response::new(body), delivery);
        answer.frame().await.expect("a frame").expect("progress");
        assert!(!told.load(Ordering::Relaxed), "progress is no answer");
        answer.frame().await.expect("a frame").expect("the response");
        assert!(told.load(Ordering::Relaxed), "though the stream goes on");
    }
}
