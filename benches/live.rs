//! The live view beside bare CDP, on the same page of the same browser in one run: pictures a second while the page
//! moves, and the time from an event of a person's hand to the page's handler.
//!
//! `cargo bench --bench live`. It needs Chromium and chromedriver, and prints ratios: the machine matters less then.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a bench ends where it is surprised"
)]

use futures::{SinkExt, StreamExt};
use handback::workspace::Name;
use handback_protocol::Connection;
use handback_protocol::cdp::page::ScreencastFrame;
use handback_protocol::connection::{Events, Limits, open};
use handback_protocol::transport::{Endpoint, Tls, connect as dial};
use house::{call, house};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

#[path = "shared/house.rs"]
mod house;

const ROUNDS: usize = 3;
const WATCH: Duration = Duration::from_secs(4);
const PRESSES: usize = 60;
const LATE: Duration = Duration::from_secs(10);

/// Something moves in every frame, and a press says so at once.
const PAGE: &str = r#"
document.body.innerHTML = '<canvas width=1200 height=700></canvas>';
const pen = document.querySelector('canvas').getContext('2d');
let n = 0;
(function draw() {
  n++;
  pen.fillStyle = 'white'; pen.fillRect(0, 0, 1200, 700);
  for (let i = 0; i < 60; i++) { pen.fillStyle = `hsl(${i * 6} 80% 50%)`; pen.fillRect((n * 3 + i * 20) % 1200, i * 11, 90, 9); }
  requestAnimationFrame(draw);
})();
"#;

fn main() {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(measure());
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The page over bare CDP.
struct Bare {
    wire: Connection,
    events: Events,
    session: String,
}

async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let (house, address) = house(folder.path()).await;
    let workspace = Name::chosen("live").unwrap();
    call(&house, &workspace, "open_session", json!({})).await.unwrap();
    call(&house, &workspace, "execute_script", json!({"script": PAGE, "outline": "none"})).await.unwrap();
    let mut bare = Bare::connect(folder.path()).await;
    let mut live = connect(&address).await;

    let (mut rates, mut times) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        pause(&mut live, true).await;
        let bare_rate = bare.watch().await;
        pause(&mut live, false).await;
        let live_rate = watch(&mut live).await;
        pause(&mut live, true).await;
        let bare_time = median(bare.press_all().await);
        let live_time = median(press_all(&mut live, &mut bare).await);
        println!(
            "round {round}: pictures {live_rate:.1}/s live, {bare_rate:.1}/s bare; event to handler {:.2} ms live, {:.2} ms bare",
            live_time * 1e3,
            bare_time * 1e3
        );
        rates.push(live_rate / bare_rate);
        times.push(live_time / bare_time);
    }
    println!("pictures, live to bare: {:.2} (aim: 0.9 at least)", median(rates));
    println!("event to handler, live to bare: {:.2} (aim: 1.3 at most)", median(times));
    house.close().await;
}

/// Opens the live view and takes control.
async fn connect(address: &str) -> Socket {
    let ticket = post(address, "/admin/tickets", json!({"for": "live", "workspace": "live"})).await;
    let url = format!("ws://{address}/admin/live?ticket={}", ticket["ticket"].as_str().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    say(&mut socket, json!({"type": "hello", "person": {"key": "0123456789abcdef", "name": "Ana"}})).await;
    say(&mut socket, json!({"type": "size", "width": 1280, "height": 800})).await;
    say(&mut socket, json!({"type": "ask"})).await;
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap()
            && serde_json::from_str::<Value>(&text).unwrap()["you"] == "holding"
        {
            return socket;
        }
    }
}

/// One small call over a connection of its own.
async fn post(address: &str, path: &str, body: Value) -> Value {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn pause(live: &mut Socket, paused: bool) {
    say(live, json!({"type": if paused { "pause" } else { "resume" }})).await;
    // What was on its way still comes, and is taken.
    let until = Instant::now() + Duration::from_millis(300);
    while let Ok(Some(Ok(message))) = tokio::time::timeout_at(until.into(), live.next()).await {
        seen(live, &message).await;
    }
}

/// Acknowledges a picture. Whether it was one.
async fn seen(live: &mut Socket, message: &Message) -> bool {
    let Message::Binary(bytes) = message else { return false };
    let number = u32::from_le_bytes(bytes[..4].try_into().unwrap());
    say(live, json!({"type": "seen", "frame": number})).await;
    true
}

/// Pictures a second over the live view.
async fn watch(live: &mut Socket) -> f64 {
    let began = Instant::now();
    let mut count = 0;
    while began.elapsed() < WATCH {
        let message = tokio::time::timeout(LATE, live.next()).await.unwrap().unwrap().unwrap();
        count += usize::from(seen(live, &message).await);
    }
    count as f64 / began.elapsed().as_secs_f64()
}

/// Seconds from each press to the page's handler, pressed over the live view, noticed over bare CDP.
async fn press_all(live: &mut Socket, bare: &mut Bare) -> Vec<f64> {
    let mut times = Vec::new();
    for _ in 0..PRESSES {
        let began = Instant::now();
        for kind in ["down", "up"] {
            say(live, json!({"type": "pointer", "kind": kind, "x": 300, "y": 300, "button": 0, "clicks": 1}))
                .await;
        }
        bare.pressed().await;
        times.push(began.elapsed().as_secs_f64());
        breathe().await;
    }
    times
}

async fn breathe() {
    tokio::time::sleep(Duration::from_millis(7)).await;
}

impl Bare {
    async fn connect(folder: &Path) -> Self {
        let port = std::fs::read_dir(folder.join("browsers")).unwrap().find_map(|entry| {
            std::fs::read_to_string(entry.unwrap().path().join("profile/DevToolsActivePort")).ok()
        });
        let port = port.unwrap();
        let mut lines = port.lines();
        let url = format!("ws://127.0.0.1:{}{}", lines.next().unwrap(), lines.next().unwrap());
        let tls = Tls::system(&[]).unwrap();
        let endpoint = Endpoint { url: url.parse().unwrap(), tls, deadline: LATE, receive_bytes: 64 << 20 };
        let (wire, events) = open(dial(&endpoint).await.unwrap(), Limits::default());
        let mut bare = Self { wire, events, session: String::new() };
        let targets = bare.ask("Target.getTargets", json!({})).await;
        let id =
            targets["targetInfos"].as_array().unwrap().iter().find(|info| info["type"] == "page").unwrap();
        let attach = json!({"targetId": id["targetId"], "flatten": true});
        let attached = bare.ask("Target.attachToTarget", attach).await;
        bare.session = attached["sessionId"].as_str().unwrap().to_owned();
        bare.ask("Page.enable", json!({})).await;
        bare.ask("Runtime.enable", json!({})).await;
        bare.ask("Runtime.addBinding", json!({"name": "pressed"})).await;
        let listen = "addEventListener('pointerdown', () => pressed(''))";
        bare.ask("Runtime.evaluate", json!({"expression": listen})).await;
        bare
    }

    async fn ask(&self, method: &str, params: Value) -> Value {
        let session = (!self.session.is_empty()).then_some(self.session.as_str());
        self.wire.call_raw(session, method, &params, LATE).await.unwrap().read(method).unwrap()
    }

    /// Pictures a second of a bare screencast.
    async fn watch(&mut self) -> f64 {
        let start = json!({"format": "jpeg", "quality": 80, "maxWidth": 1280, "maxHeight": 800});
        self.ask("Page.startScreencast", start).await;
        let began = Instant::now();
        let mut count = 0;
        while began.elapsed() < WATCH {
            let event = tokio::time::timeout(LATE, self.events.next()).await.unwrap().unwrap();
            if let Some(frame) = event.read::<ScreencastFrame>() {
                let ack = json!({"sessionId": frame.unwrap().session_id});
                self.ask("Page.screencastFrameAck", ack).await;
                count += 1;
            }
        }
        self.ask("Page.stopScreencast", json!({})).await;
        count as f64 / began.elapsed().as_secs_f64()
    }

    async fn press_all(&mut self) -> Vec<f64> {
        let mut times = Vec::new();
        for _ in 0..PRESSES {
            let began = Instant::now();
            let event = |kind: &str| json!({"type": kind, "x": 300, "y": 300, "button": "left", "buttons": 1, "clickCount": 1});
            let (wire, session) = (self.wire.clone(), self.session.clone());
            let (down, up) = (event("mousePressed"), event("mouseReleased"));
            let sent = async move {
                let sent = tokio::join!(
                    wire.call_raw(Some(&session), "Input.dispatchMouseEvent", &down, LATE),
                    wire.call_raw(Some(&session), "Input.dispatchMouseEvent", &up, LATE)
                );
                sent.0.unwrap();
                sent.1.unwrap();
            };
            let noticed = async {
                self.pressed().await;
                began.elapsed().as_secs_f64()
            };
            let ((), time) = tokio::join!(sent, noticed);
            times.push(time);
            breathe().await;
        }
        times
    }

    /// Waits for the page's handler.
    async fn pressed(&mut self) {
        loop {
            let event = tokio::time::timeout(LATE, self.events.next()).await.unwrap().unwrap();
            if &*event.method == "Runtime.bindingCalled" {
                return;
            }
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
