//! Addresses that policy refuses are never asked for, whichever way a page goes: the log of the server that stands there
//! proves it. Another address of this machine stands for the ones that clouds hand out credentials at; those are tried
//! too, and must fail although something may answer there.

use crate::common::client::{Client, named};
use crate::common::grid;
use crate::common::served::Served;
use crate::common::site::Site;
use serde_json::{Value, json};

/// An address of this machine that no other test uses.
const DENIED: &str = "127.0.0.9";

#[tokio::test]
async fn local_chrome() {
    holds("chrome", &[]).await;
}

#[tokio::test]
async fn local_firefox() {
    holds("firefox", &[]).await;
}

#[tokio::test]
async fn chrome_of_a_grid() {
    holds("chrome", &["--grid", &grid::shared().await.url()]).await;
}

#[tokio::test]
async fn firefox_of_a_grid() {
    holds("firefox", &["--grid", &grid::shared().await.url()]).await;
}

async fn holds(browser: &str, source: &[&str]) {
    let site = Site::start().await;
    let denied = Site::start_at(DENIED).await;
    let served = Served::start(&[source, &["--policy-deny", DENIED]].concat()).await;
    let client = served.client("policy");
    client.open(browser).await;

    leaves_by_nothing(&client, &site, &denied.at("")).await;
    reaches_nothing(&client, &site, &denied.at("")).await;
    assert_eq!(denied.asked(), Vec::<String>::new(), "nothing may have come");

    // The same ways are open where policy has nothing against it, so it was policy that closed them.
    let allowed = Site::start().await;
    client.visit(&page(&site, &allowed.at(""))).await;
    client.click(named("link", "Redirected link")).await;
    assert!(allowed.asked().contains(&"GET /hop".to_owned()), "{:?}", allowed.asked());

    metadata_is_out_of_reach(&client, &site).await;
    client.end().await;
}

fn page(site: &Site, away: &str) -> String {
    let away: String = url::form_urlencoded::byte_serialize(away.as_bytes()).collect();
    site.at(&format!("/away?{away}"))
}

/// Ways of the pointer and of the caller: each is told as refused, and the page stays.
async fn leaves_by_nothing(client: &Client, site: &Site, away: &str) {
    let page = page(site, away);
    for selector in [
        named("link", "Link"),
        named("link", "New tab"),
        named("link", "Redirected link"),
        named("link", "Link that changes its mind"),
        named("button", "Form"),
        named("button", "Script"),
        named("button", "Popup"),
    ] {
        client.visit(&page).await;
        let refused = client.post("/browser/interact/click", json!({"selector": selector})).await;
        let says = refused.refused(400, "ADDRESS_BLOCKED");
        assert!(says.contains(DENIED) && says.contains("policy.allow"), "{selector}: {says}");
        let here = client.outline().await;
        assert_eq!(here["url"], json!(page), "{selector}: the page stays");
    }
    let hop: String = url::form_urlencoded::byte_serialize(format!("{away}/asked").as_bytes()).collect();
    for url in [format!("{away}/asked"), site.at(&format!("/to?{hop}"))] {
        let refused = client.post("/browser/navigate", json!({"url": url})).await;
        refused.refused(400, "ADDRESS_BLOCKED");
        let refused = client.post("/browser/outline", json!({"url": url})).await;
        refused.refused(400, "ADDRESS_BLOCKED");
    }
    let refused = client.post("/browser/tab", json!({"action": "open", "url": format!("{away}/tab")})).await;
    refused.refused(400, "ADDRESS_BLOCKED");
    client.post("/browser/tab", json!({"action": "close"})).await.ok();
}

/// Ways of a page's own: each fails for the page, and costs the caller nothing.
async fn reaches_nothing(client: &Client, site: &Site, away: &str) {
    client.visit(&page(site, away)).await;
    for way in ["fetch", "redirected", "image", "socket", "frame", "framedHop", "worker", "beacon"] {
        let outcome = client.script(&format!("return await ways.{way}()")).await;
        assert_ne!(outcome, "came", "{way}");
    }
}

/// Something may answer at these addresses on this machine, so what counts is that nobody was asked.
async fn metadata_is_out_of_reach(client: &Client, site: &Site) {
    for url in [
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/",
        "http://0xA9FEA9FE/",
        "http://[::ffff:169.254.169.254]/",
        "http://metadata.google.internal/",
        "http://[fd00:ec2::254]/",
    ] {
        let refused = client.post("/browser/navigate", json!({"url": url})).await;
        refused.refused(400, "ADDRESS_BLOCKED");
        client.visit(&page(site, url.trim_end_matches('/'))).await;
        let refused = client
            .post("/browser/interact/click", json!({"selector": named("link", "Redirected link")}))
            .await;
        refused.refused(400, "ADDRESS_BLOCKED");
        let outcome: Value = client.script("return await ways.fetch()").await;
        assert_eq!(outcome, "failed", "{url}");
    }
}
