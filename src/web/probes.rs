//! Routes without a token: whether the process lives, whether it can serve, what it is, what it counts.

use super::answer::{self, Answer};
use super::{Door, openapi};
use http::{Method, Request, StatusCode};
use hyper::body::Incoming;
use serde_json::json;

impl Door {
    /// Answers a probe; `None` if the path is none.
    pub(super) async fn probe(&self, request: &Request<Incoming>, path: &str) -> Option<Answer> {
        if !matches!(path, "/health" | "/ready" | "/info" | "/metrics" | "/openapi.json" | "/openapi.yaml") {
            return None;
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Some(answer::other_method("GET"));
        }
        Some(match path {
            "/health" => answer::ok(&json!({"status": "ok"})),
            "/ready" => self.ready().await,
            "/info" => self.info(),
            "/metrics" if self.desk.config.metrics_token => match self.gate.check_token(request.headers()) {
                Ok(()) => self.metrics(),
                Err(problem) => answer::problem(&problem),
            },
            "/metrics" => self.metrics(),
            "/openapi.json" => answer::bytes(StatusCode::OK, "application/json", self.openapi.json()),
            _ => answer::bytes(StatusCode::OK, openapi::YAML, self.openapi.yaml()),
        })
    }

    async fn ready(&self) -> Answer {
        let stopping = self.desk.tasks.stopping().is_cancelled();
        let readiness = self.desk.source.readiness().await;
        let ready = !stopping && readiness.ready;
        let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        let store = self.desk.workspaces.store_kind();
        let body = json!({
            "ready": ready, "stopping": stopping, "source": readiness.kind, "browsers": readiness.browsers,
            "note": readiness.note, "store": store,
        });
        answer::json(status, &body)
    }

    fn info(&self) -> Answer {
        answer::ok(&json!({
            "name": "handback", "version": env!("CARGO_PKG_VERSION"), "mcp": "/mcp", "admin": "/admin",
            "source": self.desk.source.kind(), "store": self.desk.workspaces.store_kind(),
        }))
    }

    fn metrics(&self) -> Answer {
        answer::bytes(
            StatusCode::OK,
            "text/plain; version=0.0.4; charset=utf-8",
            crate::telemetry::exposition(&[
                ("handback_workspaces", "Workspaces that this process knows.", self.desk.workspaces.len()),
                ("handback_browsers", "Browsers that this process drives.", self.desk.workspaces.live()),
                ("handback_tasks", "Tasks that run.", self.desk.tasks.running()),
            ]),
        )
    }
}
