//! The word that a person is wanted, for the outside.

use super::Scene;
use base64::Engine;
use bytes::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use sha2::Sha256;
use std::convert::Infallible;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Takes posts, refuses the first, and hands each on.
async fn receiver() -> (String, mpsc::Receiver<(HeaderMap, Bytes)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let (tell, told) = mpsc::channel(8);
    tokio::spawn(async move {
        let mut first = true;
        while let Ok((stream, _)) = listener.accept().await {
            let tell = tell.clone();
            let status = if std::mem::take(&mut first) { 503 } else { 204 };
            let service = service_fn(move |request: Request<Incoming>| {
                let tell = tell.clone();
                async move {
                    let (parts, body) = request.into_parts();
                    let body = body.collect().await.expect("a body").to_bytes();
                    tell.send((parts.headers, body)).await.expect("taken");
                    let answer = Response::builder().status(status).header("connection", "close");
                    Ok::<_, Infallible>(answer.body(Full::new(Bytes::new())).expect("an answer"))
                }
            });
            tokio::spawn(
                hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service),
            );
        }
    });
    (url, told)
}

#[tokio::test]
async fn it_is_signed_and_said_again() {
    let (url, mut told) = receiver().await;
    let flags = ["--live-notify-url", &url, "--live-notify-key", "a shared key"];
    let scene = Scene::open("chrome", &flags, "/account").await;
    scene.agent.post("/browser/ask-person", json!({"reason": "Sign in, please."})).await.ok();
    let mut posts = Vec::new();
    for _ in 0..2 {
        let post = tokio::time::timeout(Duration::from_secs(30), told.recv()).await.expect("in time");
        posts.push(post.expect("a post"));
    }
    assert_eq!(posts[0].1, posts[1].1, "the same again after a refusal");
    let (headers, body) = &posts[1];
    let header = |name: &str| headers[name].to_str().expect("a text").to_owned();
    assert_eq!(
        header("webhook-id"),
        posts[0].0["webhook-id"].to_str().expect("a text"),
        "it can be told apart"
    );
    let mut mac = Hmac::<Sha256>::new_from_slice(b"a shared key").expect("a key");
    mac.update(format!("{}.{}.", header("webhook-id"), header("webhook-timestamp")).as_bytes());
    mac.update(body);
    let signature = base64::engine::general_purpose::STANDARD.encode(mac.finalize().into_bytes());
    assert_eq!(header("webhook-signature"), format!("v1,{signature}"));
    let said: Value = serde_json::from_slice(body).expect("JSON");
    assert_eq!(said["type"], "person.asked");
    assert_eq!(
        said["data"],
        json!({
            "workspace": scene.workspace, "reason": "Sign in, please.",
            "url": format!("{}/admin#/workspaces/{}", scene.served.base, scene.workspace),
        })
    );
}
