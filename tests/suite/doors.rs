//! Nobody comes in by another host, from another origin or without the token, and each refusal says what to do.

use crate::house::Served;
use crate::raw::ask;
use serde_json::json;

const OUTLINE: &str = "POST /browser/outline";

#[tokio::test]
async fn the_token_opens_and_nothing_else_does() {
    let served = Served::start(&[]).await;
    let with = async |authorization: Option<&str>| {
        let mut headers = vec![("Host", "localhost"), ("Sf-Workspace", "w")];
        headers.extend(authorization.map(|value| ("Authorization", value)));
        ask(&served.base, OUTLINE, &headers, "{}").await
    };
    let missing = with(None).await;
    assert!(missing.refused(401, "UNAUTHORIZED").contains("Authorization: Bearer"));
    assert!(missing.head.contains("www-authenticate: bearer"));
    for wrong in ["Bearer wrong-guess", "wrong-guess", "Basic wrong-guess", "Bearer"] {
        let refused = with(Some(wrong)).await;
        assert!(refused.refused(401, "UNAUTHORIZED").contains("printed at its start"), "{wrong}");
        assert!(!refused.body.to_string().contains("wrong-guess"), "a credential is not said back");
    }
    for right in [format!("Bearer {}", served.token), served.token.clone()] {
        with(Some(&right)).await.refused(404, "NO_BROWSER");
    }
}

#[tokio::test]
async fn a_token_of_ones_own_takes_the_place_of_the_made_one() {
    let served = Served::start(&[("token", "of-my-own")]).await;
    let headers = [("Host", "localhost"), ("Sf-Workspace", "w"), ("Authorization", "Bearer of-my-own")];
    ask(&served.base, OUTLINE, &headers, "{}").await.refused(404, "NO_BROWSER");
    assert!(!served.data().join("token").exists(), "none was made");
}

#[cfg(unix)]
#[tokio::test]
async fn a_made_token_is_only_its_owners() {
    use std::os::unix::fs::PermissionsExt;
    let served = Served::start(&[]).await;
    let kept = served.data().join("token");
    assert_eq!(std::fs::read_to_string(&kept).expect("kept").trim(), served.token);
    assert_eq!(kept.metadata().expect("there").permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn hosts_and_origins_are_checked_on_every_route() {
    let served = Served::start(&[("http.hosts", "hb.example"), ("http.origins", "https://ui.example")]).await;
    let authorization = format!("Bearer {}", served.token);
    let from = async |line: &str, host: &str, origin: Option<&str>| {
        let mut headers = vec![("Host", host), ("Authorization", &authorization), ("Sf-Workspace", "w")];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        ask(&served.base, line, &headers, "{}").await
    };
    for line in [OUTLINE, "POST /mcp", "GET /health", "GET /openapi.json", "GET /nowhere"] {
        let foreign = from(line, "evil.example", None).await;
        assert!(foreign.refused(403, "HOST_REFUSED").contains("http.hosts"), "{line}");
        for origin in ["https://evil.example", "null", "http://hb.example.evil.example"] {
            let page = from(line, "hb.example", Some(origin)).await;
            assert!(page.refused(403, "HOST_REFUSED").contains("http.origins"), "{line} from {origin}");
            assert!(!page.head.contains("access-control-allow-origin"));
        }
    }
    for (host, origin) in [("hb.example", None), ("localhost:1", Some("https://ui.example"))] {
        let good = from("GET /health", host, origin).await;
        assert_eq!((good.status, &good.body), (200, &json!({"status": "ok"})), "{host} {origin:?}");
    }
    let preflight = from("OPTIONS /browser", "hb.example", Some("https://ui.example")).await;
    assert_eq!(preflight.status, 204);
    assert!(preflight.head.contains("access-control-allow-origin: https://ui.example"));
    assert!(preflight.head.contains("sf-workspace"), "the workspace's header may be sent");
}

#[tokio::test]
async fn without_auth_no_token_is_made_or_asked_for() {
    let served = Served::start(&[("auth.mode", "off")]).await;
    let headers = [("Host", "localhost"), ("Sf-Workspace", "w")];
    ask(&served.base, OUTLINE, &headers, "{}").await.refused(404, "NO_BROWSER");
    assert!(!served.data().join("token").exists());
}

#[tokio::test]
async fn metrics_can_be_put_behind_the_token() {
    let served = Served::start(&[("metrics.token", "true")]).await;
    let open = ask(&served.base, "GET /metrics", &[("Host", "localhost")], "").await;
    open.refused(401, "UNAUTHORIZED");
    let metrics = served.client("").get("/metrics").await;
    assert_eq!(metrics.status, 200);
    assert!(
        metrics.body.as_str().is_some_and(|text| text.contains("\nhandback_browsers 0\n")),
        "{metrics:?}"
    );
}
