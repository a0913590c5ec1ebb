//! A caller of the server over HTTP.

use bytes::Bytes;
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client as Http;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longer than any deadline of the server's own.
const PATIENCE: Duration = Duration::from_secs(120);

/// What is told of each call before it is made: `POST /browser/navigate`.
pub type Before = Arc<dyn Fn(&str) + Send + Sync>;

/// A caller in one workspace.
#[derive(Clone)]
pub struct Client {
    base: String,
    token: Option<String>,
    workspace: String,
    http: Http<HttpConnector, Full<Bytes>>,
    before: Option<Before>,
}

/// An answer.
#[derive(Debug)]
pub struct Answered {
    /// The HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// The body: JSON, or a text where it is none.
    pub body: Value,
    /// How long it took.
    pub took: Duration,
}

impl Client {
    /// A caller of the server at `base`.
    pub fn new(base: &str, token: Option<&str>, workspace: &str) -> Self {
        let http = Http::builder(TokioExecutor::new()).build_http();
        let (base, token) = (base.to_owned(), token.map(str::to_owned));
        Self { base, token, workspace: workspace.to_owned(), http, before: None }
    }

    /// The same caller, telling of each call before it is made.
    pub fn telling(mut self, before: Before) -> Self {
        self.before = Some(before);
        self
    }

    /// The server's address.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The token that it shows.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The same caller in another workspace.
    pub fn in_workspace(&self, workspace: &str) -> Self {
        Self { workspace: workspace.to_owned(), ..self.clone() }
    }

    /// `POST` with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Answered {
        self.send("POST", path, Some(body), &[]).await
    }

    /// `POST` with a JSON body and headers of its own.
    pub async fn post_with(&self, path: &str, body: Value, headers: &[(&str, &str)]) -> Answered {
        self.send("POST", path, Some(body), headers).await
    }

    /// `POST` with the parts of a form: name, the name of a file if it is one, content.
    pub async fn post_form(&self, path: &str, parts: &[(&str, Option<&str>, &str)]) -> Answered {
        let mut body = String::new();
        for (name, file, content) in parts {
            let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
            body.push_str(&format!(
                "--seam\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n{content}\r\n"
            ));
        }
        body.push_str("--seam--\r\n");
        self.send_as("POST", path, "multipart/form-data; boundary=seam", body, &[]).await
    }

    /// `GET`.
    pub async fn get(&self, path: &str) -> Answered {
        self.send("GET", path, None, &[]).await
    }

    /// `DELETE`.
    pub async fn delete(&self, path: &str) -> Answered {
        self.send("DELETE", path, None, &[]).await
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Answered {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        self.send_as(method, path, "application/json", body, headers).await
    }

    async fn send_as(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: String,
        headers: &[(&str, &str)],
    ) -> Answered {
        if let Some(before) = &self.before {
            before(&format!("{method} {path}"));
        }
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header("content-type", kind)
            .header("accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !self.workspace.is_empty() {
            request = request.header("sf-workspace", &self.workspace);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Full::new(Bytes::from(body))).expect("a request");
        let began = Instant::now();
        let answering = async {
            let answer = self.http.request(request).await.expect("an answer");
            let (parts, body) = answer.into_parts();
            (parts, body.collect().await.expect("a whole body").to_bytes())
        };
        let (parts, body) = tokio::time::timeout(PATIENCE, answering)
            .await
            .unwrap_or_else(|_| panic!("{method} {path} was not answered within {PATIENCE:?}"));
        let text = || Value::String(String::from_utf8_lossy(&body).into_owned());
        Answered {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: serde_json::from_slice(&body).unwrap_or_else(|_| text()),
            took: began.elapsed(),
        }
    }
}

/// The page's verbs, as short as a story needs them.
impl Client {
    /// Opens a browser.
    pub async fn open(&self, browser: &str) -> Value {
        self.post("/browser", json!({"browser": browser})).await.ok()
    }

    /// Goes to an address.
    pub async fn go(&self, url: &str) -> Value {
        self.post("/browser/navigate", json!({"url": url})).await.ok()
    }

    /// Goes to a page that is only where something begins.
    pub async fn visit(&self, url: &str) -> Value {
        self.post("/browser/navigate", json!({"url": url, "outline": "none"})).await.ok()
    }

    /// Clicks.
    pub async fn click(&self, selector: Value) -> Value {
        self.post("/browser/interact/click", json!({"selector": selector})).await.ok()
    }

    /// All that is on the page.
    pub async fn outline(&self) -> Value {
        self.post("/browser/outline", json!({"interactive": false, "limit": 1_000})).await.ok()
    }

    /// The ref of the first entry of the outline with this role and name.
    pub async fn find_ref(&self, role: &str, name: &str) -> String {
        let outline = self.outline().await;
        let entry = entry(&outline, role, name);
        entry["ref"].as_str().unwrap_or_else(|| panic!("{role} {name:?} has no ref")).to_owned()
    }

    /// What a script in the page returns.
    pub async fn script(&self, script: &str) -> Value {
        let mut answer =
            self.post("/browser/script", json!({"script": script, "outline": "none"})).await.ok();
        answer["result"].take()
    }

    /// Ends the browser.
    pub async fn end(&self) {
        let ended = self.delete("/browser").await.ok();
        assert_eq!(ended["ended"], true, "{ended}");
    }
}

/// A selector by role and name.
pub fn named(role: &str, name: &str) -> Value {
    json!({"role": role, "name": name})
}

/// The first entry of an answer's outline with this role and name.
pub fn entry<'a>(answer: &'a Value, role: &str, name: &str) -> &'a Value {
    let elements = answer["outline"]["elements"].as_array().into_iter().flatten();
    let mut found = elements.filter(|entry| entry["role"] == role && entry["name"] == name);
    found.next().unwrap_or_else(|| panic!("the outline has no {role} {name:?}: {answer:#}"))
}

impl Answered {
    /// The body of a success.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        self.body
    }

    /// The sentence of a failure.
    pub fn refused(&self, status: u16, code: &str) -> &str {
        assert_eq!((self.status, &self.body["code"]), (status, &json!(code)), "{}", self.body);
        self.body["error"].as_str().expect("a sentence")
    }
}
