//! A walk that says "the same" is right: a whole walk at that moment would send what was sent before.
//!
//! Pages are changed at random in their own world, with and without mutation records, and both walks are compared
//! after each step. `MUTATIONS` sets how many rounds each page gets.

use super::chromium::{Chromium, World};
use super::firefox::Firefox;
use super::site::Site;
use serde_json::Value;
use std::time::Duration;

const CHANGE: &str = include_str!("mutate.js");
const PAGES: [&str; 9] = [
    "pages/rule-roles.html",
    "pages/rule-states.html",
    "pages/rule-shadow.html",
    "pages/rule-names.html",
    "pages/rule-hidden.html",
    "pages/rule-labels.html",
    "pages/rule-pressable.html",
    "pages/shop.html",
    "cases/16-widget-states.html",
];
const STEPS: u32 = 24;

/// A page in either browser.
trait Page {
    /// Runs an expression in the collector's world; it gives a string.
    async fn ours(&self, expression: &str) -> String;
    /// Runs one in the page's own world, and gives a string.
    async fn theirs(&self, expression: &str) -> String;
}

impl Page for World<'_> {
    async fn ours(&self, expression: &str) -> String {
        self.text(expression).await
    }

    async fn theirs(&self, expression: &str) -> String {
        self.browser.in_page(expression).await.as_str().unwrap_or("").to_owned()
    }
}

impl Page for &Firefox {
    async fn ours(&self, expression: &str) -> String {
        self.text(expression).await
    }

    async fn theirs(&self, expression: &str) -> String {
        self.in_page(expression).await
    }
}

fn rounds() -> u32 {
    std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(3)
}

#[tokio::test]
async fn a_walk_that_says_the_same_is_right() {
    let (site, browser) = (Site::start().await, Chromium::start().await);
    let mut counts = (0, 0);
    for page in PAGES {
        for round in 0..rounds() {
            let world = browser.open(&format!("{}/{page}", site.base)).await;
            change_and_compare(page, round, &world, &mut counts).await;
        }
    }
    weigh(counts);
}

#[tokio::test]
async fn a_walk_that_says_the_same_is_right_in_firefox() {
    let (site, browser) = (Site::start().await, Firefox::start().await);
    let mut counts = (0, 0);
    for page in PAGES {
        browser.open(&format!("{}/{page}", site.base)).await;
        change_and_compare(page, rounds(), &&browser, &mut counts).await;
    }
    weigh(counts);
}

/// A test in which nothing ever stays the same, or changes, would hold nothing.
fn weigh((same, changed): (u32, u32)) {
    println!("{same} times the same, {changed} times walked");
    assert!(same > 20 && changed > 20, "{same} the same, {changed} changed");
}

async fn change_and_compare(name: &str, round: u32, page: &impl Page, (same, changed): &mut (u32, u32)) {
    let mut last = page.ours("hb.walk({})").await;
    for step in 0..STEPS {
        let seed = round * 1000 + step * 7 + 1;
        let did = page.theirs(&format!("({CHANGE})({seed}, {})", 1 + step % 2)).await;
        if did.contains("animate") {
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
        // Both in one go: the page must not move between them.
        let revision = &serde_json::from_str::<Value>(&last).unwrap()["revision"];
        let both =
            page.ours(&format!("JSON.stringify([hb.walk({{since:{revision}}}), hb.walk({{}})])")).await;
        let [answer, whole]: [String; 2] = serde_json::from_str(&both).unwrap();
        if answer.contains("\"same\":") {
            *same += 1;
            assert_eq!(steady(&last), steady(&whole), "{name}, round {round}, step {step}: {did}");
        } else {
            *changed += 1;
        }
        last = whole;
    }
}

async fn walk_since(page: &impl Page, last: &str) -> Value {
    let last: Value = serde_json::from_str(last).unwrap();
    let answer = page.ours(&format!("hb.walk({{since:{}}})", last["revision"])).await;
    serde_json::from_str(&answer).unwrap()
}

/// The answer without its number and without how far the page is scrolled, which the short answer says anew.
fn steady(walk: &str) -> Value {
    let mut walk: Value = serde_json::from_str(walk).unwrap();
    for key in ["revision", "view"] {
        walk.as_object_mut().unwrap().remove(key);
    }
    walk
}

#[tokio::test]
async fn an_unchanged_page_is_not_walked_again_and_a_changed_one_is() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/shop.html", site.base)).await;
    let first = world.text("hb.walk({})").await;
    assert!(walk_since(&world, &first).await.get("same").is_some());
    browser.in_page("scrollTo(0, 100)").await;
    assert!(walk_since(&world, &first).await.get("same").is_some(), "scrolling changes no entry");
    for change in [
        "document.querySelector('h1').textContent = 'Pots'",
        "document.querySelector('input[type=checkbox]').checked ^= true",
        "document.styleSheets[0].insertRule('h1 { display: none }')",
        "document.querySelector('select').selectedIndex = 0",
        "document.querySelector('main').attachShadow({mode: 'open'})",
    ] {
        let before = world.text("hb.walk({})").await;
        browser.in_page(change).await;
        assert!(walk_since(&world, &before).await.get("nodes").is_some(), "{change} was not noticed");
    }
}

#[tokio::test]
async fn a_closed_root_that_is_handed_in_is_walked() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let world = browser.open(&format!("{}/pages/map.html", site.base)).await;
    let closed = "(() => { const host = document.createElement('div'); document.body.append(host);
        const root = host.attachShadow({mode: 'closed'}); root.innerHTML = '<button>Closed <slot></slot></button>';
        host.append('action'); globalThis.made = [host, root]; return host.shadowRoot === null })()";
    assert_eq!(world.run(closed).await, true);
    assert!(!world.text("hb.walk({})").await.contains("Closed action"));
    world.run("hb.adopt(made[1])").await;
    assert!(world.text("hb.walk({})").await.contains("Closed action"));
    assert!(world.text("hb.find({role: 'button', name: 'Closed action'})").await.contains("\"total\":1"));
}
