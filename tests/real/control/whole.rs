//! The whole way: an operator opens the admin in a browser, takes control there, signs in on the page of another browser
//! with real pointer and keys, follows a redirect, a route and a popup, and hands back with a note; the agent is refused
//! meanwhile, may read, and is told everything at the end.

use super::{Scene, entry, named, visited};
use crate::common::client::Client;
use crate::common::grid;
use crate::common::live::middle;
use crate::common::served::Served;
use crate::common::until;
use serde_json::{Value, json};
use std::time::Duration;

/// How long something on the admin's page may take to show.
const SHOWS: Duration = Duration::from_secs(20);

/// The viewport of a session that names none.
const VIEWPORT: (f64, f64) = (1_280.0, 800.0);

#[tokio::test]
async fn chrome_here() {
    whole("chrome", &[]).await;
}

#[tokio::test]
async fn firefox_here() {
    whole("firefox", &[]).await;
}

#[tokio::test]
async fn chrome_through_a_grid() {
    let url = grid::shared_hub().await.url();
    whole("chrome", &["--grid", &url]).await;
}

#[tokio::test]
async fn firefox_through_a_grid() {
    let url = grid::shared_hub().await.url();
    whole("firefox", &["--grid", &url]).await;
}

async fn whole(browser: &str, flags: &[&str]) {
    let scene = Scene::open(browser, flags, "/sign-in").await;
    let desk = Served::start(&[]).await;
    let operator = Operator::sign_in(&desk, &scene).await;

    operator.press("Take control").await;
    operator.shows("You have control").await;
    let held =
        scene.agent.post("/browser/interact/click", json!({"selector": named("button", "Sign in")})).await;
    let says = held.refused(409, "CONTROL_HELD");
    assert!(says.starts_with("Ana has control") && says.contains("await_control"), "{says}");
    assert_eq!(
        (&held.body["control"]["by"], &held.body["control"]["state"]),
        (&json!("Ana"), &json!("held"))
    );
    let read = scene.agent.outline().await;
    assert_eq!(read["control"]["by"], "Ana", "reads answer, and say who has it: {read}");
    let waiting = scene.waiting().await;

    operator.click_on(&scene.agent, "textbox", "User").await;
    operator.type_text("ana").await;
    operator.key("Tab").await;
    operator.type_text("pa55word").await;
    operator.key("Enter").await;
    operator.sees_address("/account?session=secret").await;
    operator.click_on(&scene.agent, "button", "Orders").await;
    operator.sees_address("/account/orders").await;
    operator.click_on(&scene.agent, "link", "Help").await;
    operator.sees_address("/landed").await;
    operator.press("Hand back").await;
    operator.write("Note for the agent (optional)", "You are signed in.").await;
    operator.press("Hand back").await;

    let answer = tokio::time::timeout(SHOWS, waiting).await.expect("in time").expect("an answer");
    assert_eq!((&answer["handed_back"], &answer["ended"]), (&json!(true), &json!(false)), "{answer}");
    let control = &answer["control"];
    assert_eq!(
        (&control["by"], &control["note"], &control["how"]),
        (&json!("Ana"), &json!("You are signed in."), &json!("handed_back"))
    );
    assert!(
        control["seconds"].is_u64() && control["until"].as_str() >= control["since"].as_str(),
        "{control}"
    );
    let at = |path: &str| scene.site.at(path);
    assert_eq!(
        visited(&answer),
        [
            (at("/account"), "Account".to_owned()),
            (at("/account/orders"), "Orders".to_owned()),
            (at("/landed"), "Landed".to_owned()),
        ]
    );
    assert_eq!(answer["dropped"], 0);
    let page = &answer["page"];
    assert_eq!(
        (&page["url"], &page["title"], &page["tab"]),
        (&json!(at("/landed")), &json!("Landed"), &json!("t2"))
    );
    entry(&answer, "heading", "Landed");
    assert!(scene.site.asked().contains(&"GET /sign?user=ana&password=pa55word".to_owned()), "real keys");
    assert!(
        !answer.to_string().contains("pa55word") && !scene.served.log().contains("pa55word"),
        "typed, never told"
    );

    let again = scene.awaited().await;
    assert_eq!(
        (&again["control"], &again["handed_back"]),
        (&Value::Null, &json!(false)),
        "told once: {again}"
    );
    let goes_on = scene.agent.post("/browser/tab", json!({"action": "switch", "id": "t1"})).await.ok();
    assert_eq!(goes_on["title"], "Orders", "the agent goes on");
}

/// A person at the admin page, in a Chromium of their own.
struct Operator {
    client: Client,
}

impl Operator {
    async fn sign_in(desk: &Served, scene: &Scene) -> Self {
        let operator = Self { client: desk.client("operator") };
        let admin =
            json!({"browser": "chrome", "url": format!("{}/admin", scene.served.base), "outline": "none"});
        operator.client.post("/browser", admin).await.ok();
        operator.write("Token", scene.agent.token().expect("a token")).await;
        operator.client.post("/browser/press-key", json!({"key": "Enter"})).await.ok();
        operator.write("Your name", "Ana").await;
        operator.client.post("/browser/press-key", json!({"key": "Enter"})).await.ok();
        operator
            .client
            .post("/browser/interact/click", json!({"selector": named("link", &scene.workspace)}))
            .await
            .ok();
        operator
    }

    async fn press(&self, button: &str) {
        // The last one: a dialog that asks stands after what opened it.
        let list = self.client.outline().await;
        let elements = list["outline"]["elements"].as_array().expect("a list").iter().rev();
        let mut found = elements.filter(|entry| entry["role"] == "button" && entry["name"] == button);
        match found.next() {
            Some(entry) => self.client.click(entry["ref"].clone()).await,
            None => self.client.click(named("button", button)).await,
        };
    }

    async fn write(&self, label: &str, text: &str) {
        let write = json!({"selector": {"label": label}, "text": text, "outline": "none"});
        self.client.post("/browser/write", write).await.ok();
    }

    async fn shows(&self, text: &str) {
        self.client
            .post("/browser/wait-for", json!({"text": text, "wait_timeout": 20, "outline": "none"}))
            .await
            .ok();
    }

    async fn sees_address(&self, end: &str) {
        until(SHOWS, end, async || {
            let outline = self.client.outline().await;
            let address = entry(&outline, "textbox", "Address");
            address["value"].as_str().is_some_and(|value| value.ends_with(end)).then_some(())
        })
        .await;
    }

    /// Clicks on the picture, where an element of the other browser's page is.
    async fn click_on(&self, agent: &Client, role: &str, name: &str) {
        let (x, y) = middle(agent, role, name).await;
        let size = VIEWPORT;
        let boxes = json!({"boxes": true, "interactive": false, "limit": 1_000});
        let admin = self.client.post("/browser/outline", boxes).await.ok();
        let elements = admin["outline"]["elements"].as_array().expect("a list").iter();
        let mut screen = elements.filter(|entry| {
            entry["role"] == "img" && entry["name"].as_str().is_some_and(|name| name.contains("screen"))
        });
        let screen = screen.next().expect("the screen");
        let side = |name: &str| screen["box"][name].as_f64().expect("a side of its box");
        let (width, height) = (side("width"), side("height"));
        // The picture is as large as fits, in the middle.
        let scale = (width / size.0).min(height / size.1);
        let left = (width - size.0 * scale) / 2.0;
        let top = (height - size.1 * scale) / 2.0;
        let click = json!({"selector": screen["ref"], "x": left + x * scale, "y": top + y * scale, "outline": "none"});
        self.client.post("/browser/interact/click", click).await.ok();
    }

    async fn type_text(&self, text: &str) {
        for character in text.chars() {
            self.client
                .post("/browser/press-key", json!({"key": character.to_string(), "outline": "none"}))
                .await
                .ok();
        }
    }

    async fn key(&self, key: &str) {
        self.client.post("/browser/press-key", json!({"key": key, "outline": "none"})).await.ok();
    }
}
