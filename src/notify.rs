//! Tells the outside that an agent asks for a person: a signed JSON post to the address in `live.notify_url`.
//!
//! Signed and named as [Standard Webhooks](https://www.standardwebhooks.com) say: `webhook-id`, `webhook-timestamp` and
//! `webhook-signature`, an HMAC-SHA256 over `id.timestamp.body` in base64. Tried again with growing pauses until it is
//! taken; the agent's call does not wait for it.

use crate::config::{Config, Secret};
use crate::shutdown::Tasks;
use crate::source::{HttpClient, http_client};
use crate::workspace::Name;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use handback_protocol::transport::Tls;
use hmac::{Hmac, KeyInit, Mac};
use http::{Method, Request};
use http_body_util::Full;
use serde_json::json;
use sha2::Sha256;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use url::Url;

/// How long one try may take.
const TRY: Duration = Duration::from_secs(10);
/// Pauses between tries; after the last try it is given up.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_secs(120),
    Duration::from_secs(600),
];

/// Who is told.
#[derive(Clone, Debug)]
pub struct Notify {
    to: Option<To>,
    tasks: Tasks,
    /// Where people reach the admin.
    admin: String,
}

#[derive(Clone, Debug)]
struct To {
    url: Url,
    key: Secret,
    client: HttpClient,
}

impl Notify {
    /// Nobody is told unless the settings name an address. `token`: signs when no key of its own is set.
    pub fn new(config: &Config, token: Option<&Secret>, tls: &Tls, tasks: Tasks) -> Self {
        let to = config.live.notify_url.clone().map(|url| {
            let key = config.live.notify_key.clone().or_else(|| token.cloned());
            let key = key.unwrap_or_else(|| Secret::new(""));
            To { url, key, client: http_client(tls) }
        });
        Self { to, tasks, admin: format!("{}/admin", config.base_url(config.listen)) }
    }

    /// The address of a workspace's Live tab.
    pub fn live_tab(&self, workspace: &Name) -> String {
        format!("{}#/workspaces/{workspace}", self.admin)
    }

    /// An agent asks for a person.
    pub fn person_asked(&self, workspace: &Name, reason: &str) {
        let Some(to) = self.to.clone() else { return };
        let body = json!({
            "type": "person.asked",
            "timestamp": crate::workspace::iso(crate::session::control::Moment::now()),
            "data": {"workspace": workspace, "reason": reason, "url": self.live_tab(workspace)},
        });
        let body = Bytes::from(body.to_string());
        let stopping = self.tasks.stopping().clone();
        self.tasks.spawn("notify", async move {
            tokio::select! {
                () = to.deliver(body) => {}
                () = stopping.cancelled() => {}
            }
        });
    }
}

impl To {
    async fn deliver(&self, body: Bytes) {
        let id = fresh_id();
        for pause in PAUSES.iter().copied().map(Some).chain([None]) {
            match self.post(&id, &body).await {
                Ok(()) => return,
                Err(why) => {
                    tracing::warn!(why, again = pause.is_some(), "the post to live.notify_url failed")
                }
            }
            match pause {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return,
            }
        }
    }

    async fn post(&self, id: &str, body: &Bytes) -> Result<(), String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.url.as_str())
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", now)
            .header("webhook-signature", sign(&self.key, id, now, body))
            .body(Full::new(body.clone()))
            .map_err(|error| error.to_string())?;
        let answer = tokio::time::timeout(TRY, self.client.request(request)).await;
        let answer = answer.map_err(|_| "no answer in time")?.map_err(|error| error.to_string())?;
        if answer.status().is_success() { Ok(()) } else { Err(format!("answered {}", answer.status())) }
    }
}

/// `v1,<base64>` over `id.timestamp.body`. A key that starts with `whsec_` is base64, any other is taken as it is.
fn sign(key: &Secret, id: &str, timestamp: u64, body: &[u8]) -> String {
    let key = match key.reveal().strip_prefix("whsec_").map(|text| STANDARD.decode(text)) {
        Some(Ok(bytes)) => bytes,
        _ => key.reveal().as_bytes().to_vec(),
    };
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key) else { return String::new() };
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(body);
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

fn fresh_id() -> String {
    let mut bytes = [0; 12];
    // Without randomness the id is only less unique.
    let _ = getrandom::fill(&mut bytes);
    format!("msg_{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification.
    #[test]
    fn signatures_are_standard() {
        let key = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let body = br#"{"test": 2432232314}"#;
        assert_eq!(
            sign(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }
}
