//! The HTTP door: takes connections, checks who comes in, and hands each request to a room behind it.
//!
//! Only this room and those below it know HTTP. The order is fixed: Host and Origin, then the probes, then the token,
//! then everything else. A request for `/mcp` goes to the MCP door as it is, once it has passed.

mod admin;
mod answer;
mod api;
mod body;
mod cors;
mod files;
mod gate;
mod multipart;
mod naming;
mod openapi;
mod probes;

use crate::actions::{Addressed, Delivery, Desk};
use crate::config::Secret;
use crate::problem::{Code, Problem};
pub use answer::Answer;
use futures::future::BoxFuture;
use gate::Gate;
use http::{Method, Request};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// A door behind this one that takes whole requests, already checked: MCP.
pub type Inner = Arc<dyn Fn(Request<Incoming>) -> BoxFuture<'static, Answer> + Send + Sync>;

/// The body of an answer, for an [`Inner`] door.
pub use answer::Body;

/// The OpenAPI document, as JSON or as YAML.
pub fn openapi(json: bool) -> String {
    openapi::text(json)
}

/// How long a client may take to send a request's head.
const HEAD: Duration = Duration::from_secs(15);

/// The HTTP door.
pub struct Door {
    desk: Arc<Desk>,
    gate: Gate,
    admin: admin::Admin,
    mcp: Inner,
    openapi: openapi::Document,
}

impl std::fmt::Debug for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Door")
    }
}

impl Door {
    /// A door to this desk. `token`: what callers must show, unless the settings say that none is needed.
    pub fn new(desk: Arc<Desk>, token: Option<Secret>, mcp: Inner) -> Arc<Self> {
        let gate = Gate::new(&desk.config, token);
        Arc::new(Self { desk, gate, admin: admin::Admin::default(), mcp, openapi: openapi::Document::new() })
    }

    /// Serves until the process stops, then lets running requests finish for at most `drain`.
    pub async fn serve(self: Arc<Self>, listener: TcpListener, drain: Duration) {
        let graceful = GracefulShutdown::new();
        let stopping = self.desk.tasks.stopping().clone();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = stopping.cancelled() => break,
            };
            match accepted {
                Ok((stream, _)) => self.connect(stream, &graceful),
                Err(error) => pause_after(&error).await,
            }
        }
        drop(listener);
        if tokio::time::timeout(drain, graceful.shutdown()).await.is_err() {
            tracing::warn!("requests were still running at the end of the time for them");
        }
    }

    fn connect(self: &Arc<Self>, stream: TcpStream, graceful: &GracefulShutdown) {
        // Answers are small and waited for. A socket that cannot be told so still works.
        let _ = stream.set_nodelay(true);
        let door = Arc::clone(self);
        let service = service_fn(move |request| {
            let door = Arc::clone(&door);
            async move { Ok::<_, Infallible>(door.answer(request).await) }
        });
        let mut builder = Builder::new(TokioExecutor::new());
        builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
        builder.http2().timer(TokioTimer::new()).max_concurrent_streams(256);
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        let watched = graceful.watch(connection);
        self.desk.tasks.spawn("http connection", async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }

    /// Answers one request.
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if let Err(problem) = self.gate.check_place(request.uri(), request.headers()) {
            return answer::problem(&problem);
        }
        let origin = cors::origin(request.headers());
        let answer = if request.method() == Method::OPTIONS && origin.is_some() {
            cors::preflight()
        } else {
            self.route(request).await
        };
        cors::allow(answer, origin)
    }

    async fn route(&self, mut request: Request<Incoming>) -> Answer {
        let path = request.uri().path().to_owned();
        if let Some(answer) = self.probe(&request, &path).await {
            return answer;
        }
        if path == "/admin" || path.starts_with("/admin/") {
            return self.admin(request, &path).await;
        }
        if let Some(answer) = files::by_link(&self.desk, &request).await {
            return answer;
        }
        if let Err(problem) = self.gate.check_token(request.headers()) {
            return answer::problem(&problem);
        }
        match path.split('/').nth(1).unwrap_or_default() {
            "mcp" if path == "/mcp" => {
                let named = naming::workspace(request.uri(), request.headers()).and_then(naming::needed);
                request.extensions_mut().insert(Addressed(named));
                let delivery = Delivery::default();
                request.extensions_mut().insert(delivery.clone());
                answer::delivered((self.mcp)(request).await, delivery)
            }
            "files" => files::answer(&self.desk, &request).await,
            "browser" => api::answer(&self.desk, request).await,
            _ => answer::problem(&no_route(&path)),
        }
    }
}

/// The answer to a path that leads nowhere.
fn no_route(path: &str) -> Problem {
    let shown: String = path.chars().take(100).collect();
    let says = format!("There is nothing at {shown:?}; /openapi.yaml lists every route.");
    Problem::new(Code::NotFound, says)
}

/// Running out of descriptors must not make a hot loop.
async fn pause_after(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be taken");
    let of_that_client = matches!(
        error.kind(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionRefused
    );
    if !of_that_client {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
