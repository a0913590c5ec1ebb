//! A person on the live view's socket, as the admin page speaks it.

use super::client::Client;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the person has seen so far.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The last state.
    pub state: Value,
    /// Notices, oldest first.
    pub notices: Vec<Value>,
    /// How many pictures came.
    pub pictures: u32,
    /// The last picture: a JPEG, and the size of its viewport in CSS pixels.
    pub picture: Option<(Vec<u8>, f32, f32)>,
    /// The code with which the socket closed, once it has.
    pub closed: Option<u16>,
}

/// A person who watches.
pub struct Person {
    say: mpsc::Sender<Message>,
    seen: watch::Receiver<Seen>,
    tasks: [JoinHandle<()>; 2],
}

/// A ticket for the live view of a workspace.
pub async fn ticket(client: &Client, workspace: &str) -> String {
    let asked = json!({"for": "live", "workspace": workspace});
    let answer = client.post("/admin/tickets", asked).await.ok();
    answer["ticket"].as_str().expect("a ticket").to_owned()
}

impl Person {
    /// Opens the live view of a workspace. The same name is the same person.
    pub async fn watch(client: &Client, workspace: &str, name: &str) -> Self {
        let ticket = ticket(client, workspace).await;
        let url = format!("{}/admin/live?ticket={ticket}", client.base().replacen("http", "ws", 1));
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
        let (mut out, mut incoming) = socket.split();
        let (say, mut said) = mpsc::channel::<Message>(256);
        let writing = tokio::spawn(async move {
            while let Some(message) = said.recv().await {
                if out.send(message).await.is_err() {
                    return;
                }
            }
        });
        let (tell, seen) = watch::channel(Seen::default());
        let ack = say.clone();
        let reading = tokio::spawn(async move {
            while let Some(Ok(message)) = incoming.next().await {
                if let Some(number) = take(&tell, message) {
                    let seen = json!({"type": "seen", "frame": number}).to_string();
                    let _ = ack.send(Message::text(seen)).await;
                }
            }
            tell.send_modify(|seen| seen.closed = seen.closed.or(Some(1006)));
        });
        let person = Self { say, seen, tasks: [writing, reading] };
        let key = format!("{name:0<32}");
        person.say(json!({"type": "hello", "person": {"key": key, "name": name}})).await;
        person.until("the first state", |seen| seen.state.is_object()).await;
        person
    }

    /// Says something.
    pub async fn say(&self, message: Value) {
        self.say.send(Message::text(message.to_string())).await.expect("an open socket");
    }

    /// Says something that has only a name.
    pub async fn wish(&self, name: &str) {
        self.say(json!({"type": name})).await;
    }

    /// What was seen so far.
    pub fn seen(&self) -> Seen {
        self.seen.borrow().clone()
    }

    /// Waits until what was seen is so.
    pub async fn until(&self, what: &str, is_so: impl Fn(&Seen) -> bool) -> Seen {
        let mut seen = self.seen.clone();
        if let Ok(Ok(seen)) = tokio::time::timeout(PATIENCE, seen.wait_for(&is_so)).await {
            return seen.clone();
        }
        let seen = self.seen();
        panic!("{what} did not come: {:#} {:?} {:?}", seen.state, seen.notices, seen.closed);
    }

    /// Waits until the state says of this person that they are `watching`, `waiting` or `holding`.
    pub async fn until_is(&self, you: &str) -> Seen {
        self.until(you, |seen| seen.state["you"] == you).await
    }

    /// Waits until a tab is at an address that ends so.
    pub async fn until_at(&self, end: &str) -> Seen {
        let is_there = |tab: &Value| tab["url"].as_str().is_some_and(|url| url.ends_with(end));
        self.until(end, |seen| seen.state["tabs"].as_array().is_some_and(|tabs| tabs.iter().any(is_there)))
            .await
    }

    /// Takes control that nobody has.
    pub async fn take(&self) {
        self.wish("ask").await;
        self.until_is("holding").await;
    }

    /// Hands back.
    pub async fn hand_back(&self, note: Option<&str>) {
        self.say(json!({"type": "hand_back", "note": note})).await;
        self.until_is("watching").await;
    }

    /// Moves the pointer, or presses or lets go of its main button.
    pub async fn pointer(&self, kind: &str, (x, y): (f64, f64)) {
        self.say(json!({"type": "pointer", "kind": kind, "x": x, "y": y, "button": 0, "clicks": 1})).await;
    }

    /// Clicks at a place of the viewport.
    pub async fn click(&self, at: (f64, f64)) {
        for kind in ["move", "down", "up"] {
            self.pointer(kind, at).await;
        }
    }

    /// Presses a key and lets it go.
    pub async fn key(&self, key: &str, code: &str) {
        for kind in ["down", "up"] {
            self.say(json!({"type": "key", "kind": kind, "key": key, "code": code, "modifiers": 0})).await;
        }
    }

    /// Types key by key.
    pub async fn type_text(&self, text: &str) {
        for character in text.chars() {
            self.key(&character.to_string(), "").await;
        }
    }

    /// Loses the page: the socket is gone without a goodbye.
    pub fn lose(self) {
        drop(self);
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Takes a message in. The number of a picture that must be acknowledged.
fn take(tell: &watch::Sender<Seen>, message: Message) -> Option<u32> {
    match message {
        Message::Text(text) => {
            let message: Value = serde_json::from_str(&text).expect("JSON");
            tell.send_modify(|seen| match message["type"].as_str() {
                Some("state") => seen.state = message,
                _ => seen.notices.push(message),
            });
            None
        }
        Message::Binary(bytes) => {
            let four = |at: usize| <[u8; 4]>::try_from(&bytes[at..at + 4]).expect("four bytes");
            let (width, height) = (f32::from_le_bytes(four(8)), f32::from_le_bytes(four(12)));
            tell.send_modify(|seen| {
                seen.pictures += 1;
                seen.picture = Some((bytes[16..].to_vec(), width, height));
            });
            Some(u32::from_le_bytes(four(0)))
        }
        Message::Close(frame) => {
            let code = frame.map_or(1005, |frame| frame.code.into());
            tell.send_modify(|seen| seen.closed = Some(code));
            None
        }
        _ => None,
    }
}

/// The middle of an element of the page: its outline is read with boxes.
pub async fn middle(client: &Client, role: &str, name: &str) -> (f64, f64) {
    let asked = json!({"boxes": true, "interactive": false, "limit": 1_000});
    let outline = client.post("/browser/outline", asked).await.ok();
    let entry = super::client::entry(&outline, role, name);
    let side = |name: &str| {
        entry["box"][name].as_f64().unwrap_or_else(|| panic!("{role} has no {name} of its box: {entry}"))
    };
    (side("x") + side("width") / 2.0, side("y") + side("height") / 2.0)
}
