//! A body is a JSON object within its cap that comes without standing still; every other gets a sentence.

use crate::house::Served;
use crate::raw::{Raw, ask};
use std::time::Duration;

async fn send(served: &Served, kind: &str, body: &str) -> crate::raw::Said {
    let authorization = format!("Bearer {}", served.token);
    let headers = [
        ("Host", "localhost"),
        ("Authorization", authorization.as_str()),
        ("Sf-Workspace", "w"),
        ("Content-Type", kind),
    ];
    ask(&served.base, "POST /browser/outline", &headers, body).await
}

#[tokio::test]
async fn what_is_no_json_object_is_refused() {
    let served = Served::start(&[]).await;
    for (kind, body, says) in [
        ("application/json", "{\"limit\": 3", "not JSON (line 1, column"),
        ("application/json", "[1]", "must be a JSON object"),
        ("application/json", "null", "must be a JSON object"),
        ("application/json", "\u{feff}{}", "not JSON"),
        ("multipart/form-data; boundary=x", "--x--", "takes no file: send its arguments as a JSON object"),
    ] {
        let refused = send(&served, kind, body).await;
        assert!(refused.refused(400, "INVALID_ARGUMENT").contains(says), "{body}: {refused:?}");
    }
    for (kind, body) in [
        ("application/json", "{}"),
        ("application/json; charset=utf-8", " {} "),
        ("application/json", ""),
        // What curl -d says.
        ("application/x-www-form-urlencoded", "{}"),
    ] {
        send(&served, kind, body).await.refused(404, "NO_BROWSER");
    }
}

#[tokio::test]
async fn one_over_its_cap_is_refused_before_it_came() {
    let served = Served::start(&[]).await;
    let fits = format!("{{\"text\": \"{}\"}}", "x".repeat(1_000_000));
    assert!(send(&served, "application/json", &fits).await.refused(400, "INVALID_ARGUMENT").contains("text"));

    // Announced: refused on its head alone.
    let mut raw = Raw::connect(&served.base).await;
    let head =
        "POST /browser/outline HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nSf-Workspace: w\r\n";
    let authorization = format!("Authorization: Bearer {}\r\n", served.token);
    raw.send(&format!("{head}{authorization}Content-Length: 1048577\r\n\r\n")).await;
    assert!(raw.read().await.refused(413, "TOO_LARGE").contains("1 MiB"));

    // Not announced: refused once it is over.
    let mut raw = Raw::connect(&served.base).await;
    raw.send(&format!("{head}{authorization}Transfer-Encoding: chunked\r\n\r\n")).await;
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x1_0000));
    for _ in 0..16 {
        raw.send(&chunk).await;
    }
    raw.send("1\r\n \r\n").await;
    assert!(raw.read().await.refused(413, "TOO_LARGE").contains("send less"));
}

#[tokio::test]
async fn one_over_its_cap_is_refused_at_the_mcp_door_too() {
    let served = Served::start(&[]).await;
    let authorization = format!("Bearer {}", served.token);
    let headers = [
        ("Host", "localhost"),
        ("Authorization", authorization.as_str()),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ];
    let large =
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"x\":\"{}\"}}", "x".repeat(1 << 20));
    assert_eq!(ask(&served.base, "POST /mcp", &headers, &large).await.status, 413);
}

#[tokio::test]
async fn one_that_stands_still_is_given_up() {
    let served = Served::start(&[]).await;
    let mut raw = Raw::connect(&served.base).await;
    raw.send("POST /browser/outline HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nSf-Workspace: w\r\n")
        .await;
    raw.send(&format!("Authorization: Bearer {}\r\nContent-Length: 100\r\n\r\n{{\"limit\":", served.token))
        .await;
    // The server has read what there is; then nothing comes for longer than it waits.
    tokio::time::sleep(Duration::from_millis(300)).await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(16)).await;
    tokio::time::resume();
    assert!(raw.read().await.refused(400, "INVALID_ARGUMENT").contains("stood still"));
}
