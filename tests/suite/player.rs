//! A browser that plays a transcript: to the server it is a Grid with one browser, which answers and tells what a real one
//! did when the transcript was recorded.
//!
//! The story's calls divide a transcript into scenes. A command is answered with what the same command was answered with
//! in the scene that is on; events come in the recorded order, once their scene is on and the commands before them have
//! come. The server's own timing is not that of the recording: what was recorded after a command that does not come is
//! told after a moment all the same, as a browser would. A command that was never recorded is refused and held against
//! the play at its end.

mod script;

use crate::common::front::{Behind, Front, Socket};
use crate::common::transcript::{GRID_PORT, shorten};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, SinkExt, StreamExt};
use script::{Progress, Script};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

/// How much quicker than life it is played.
const SPEED: u32 = 10;
/// The longest pause between two frames, in life longer.
const PAUSE: Duration = Duration::from_millis(30);
/// How long a recorded command that does not come holds up what was told after it.
const PATIENCE: Duration = Duration::from_millis(150);

const AGAIN: &str = "if that is meant, record again with RECORD=1 tests/run real";

/// A player.
pub struct Player {
    /// Where the server finds it.
    pub front: Front,
    stage: Arc<Stage>,
    directing: JoinHandle<()>,
}

impl Drop for Player {
    fn drop(&mut self) {
        self.directing.abort();
        if std::thread::panicking() {
            eprintln!("--- asked for and not in the transcript:\n{}", self.stage.play().strays.join("\n"));
        }
    }
}

struct Stage {
    script: Script,
    play: Mutex<Play>,
    moved: Notify,
}

#[derive(Default)]
struct Play {
    at: Progress,
    /// The place of the last frame that was told, and when something last came or was told.
    told: (usize, Option<Instant>),
    /// Commands that wait for their answers.
    waiting: Vec<Waiting>,
    /// Where each wire's frames go.
    wires: HashMap<String, mpsc::Sender<Value>>,
    /// Commands that were never recorded.
    strays: Vec<String>,
}

/// A command that waits.
struct Waiting {
    /// The place of its answer.
    answer: usize,
    /// The id that the caller gave it.
    id: Value,
    to: To,
}

/// Where an answer goes.
enum To {
    Wire(mpsc::Sender<Value>),
    Http(oneshot::Sender<Value>),
}

impl To {
    /// A caller that went away needs no answer.
    fn say(self, says: Value) {
        match self {
            Self::Wire(wire) => drop(wire.try_send(says)),
            Self::Http(answer) => drop(answer.send(says)),
        }
    }
}

impl Player {
    /// A player of a story's transcript in a browser.
    pub async fn start(story: &str, browser: &str) -> Self {
        let script = Script::read(story, browser);
        let at = Progress { came: vec![false; script.frames.len()], ..Progress::default() };
        let play = Play { at, ..Play::default() };
        let stage = Arc::new(Stage { script, play: Mutex::new(play), moved: Notify::new() });
        let directed = Arc::clone(&stage);
        let directing = tokio::spawn(async move {
            loop {
                let pause = directed.tell_what_is_due();
                // Woken by what comes, else by the clock.
                let _ = tokio::time::timeout(pause, directed.moved.notified()).await;
            }
        });
        Self { front: Front::start(Arc::clone(&stage)).await, stage, directing }
    }

    /// Begins the next scene: the story makes its next call.
    pub fn begin(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let stage = Arc::clone(&self.stage);
        move |call| {
            let mut play = stage.play();
            play.at.scene += 1;
            play.told.1 = Some(Instant::now());
            let scene = play.at.scene;
            assert_eq!(stage.script.call(scene), Some(call), "call {scene} of the story; {AGAIN}");
            stage.moved.notify_one();
        }
    }

    /// Waits until all that happened in the scene that is on has been told.
    pub fn caught_up(&self) -> impl Future<Output = ()> + Send + 'static {
        let stage = Arc::clone(&self.stage);
        async move {
            let is_behind = || {
                let play = stage.play();
                let next = stage.script.next_event(&play.at);
                next.is_some_and(|place| stage.script.scenes[place] <= play.at.scene)
            };
            while is_behind() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }

    /// Holds that nothing was asked that was not recorded.
    pub fn finish(&self) {
        let strays = &self.stage.play().strays;
        assert!(strays.is_empty(), "not in the transcript; {AGAIN}:\n{}", strays.join("\n"));
    }
}

impl Stage {
    fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().expect("whole")
    }

    /// Tells every event and answer that is due, and says how long there is nothing to do.
    fn tell_what_is_due(&self) -> Duration {
        let script = &self.script;
        let mut play = self.play();
        let now = Instant::now();
        loop {
            let (last, when) = play.told;
            let since = when.map_or(PATIENCE, |when| now.duration_since(when));
            let patient = since < PATIENCE;
            let next = script.next_event(&play.at);
            // An answer comes after every event that was told before it, unless one is waited for in vain.
            let due = play.waiting.iter().position(|waiting| {
                let is_before = |event| event < waiting.answer && script.scenes[event] <= play.at.scene;
                !next.is_some_and(is_before) || !patient
            });
            if let Some(index) = due {
                let Waiting { answer, id, to } = play.waiting.swap_remove(index);
                let mut says = script.frames[answer].says.clone();
                says["id"] = id;
                to.say(says);
                play.told = (last.max(answer), Some(now));
                continue;
            }
            let Some(event) = next else { return PATIENCE };
            let frame = &script.frames[event];
            let Some(wire) = play.wires.get(&frame.wire).cloned() else { return PATIENCE };
            if script.scenes[event] > play.at.scene {
                return PATIENCE;
            }
            if patient && script.waits_for_a_command(&play.at, event) {
                return PATIENCE.saturating_sub(since).max(Duration::from_millis(1));
            }
            let gap = Duration::from_millis(frame.ms.saturating_sub(script.frames[last].ms)) / SPEED;
            if since < gap.min(PAUSE) {
                return gap.min(PAUSE).saturating_sub(since);
            }
            // What did not come by now is not waited for again.
            play.at.came[..event].fill(true);
            play.at.next = event + 1;
            play.told = (event, Some(now));
            // Full or closed: the server stopped reading, and the story will say so.
            let _ = wire.try_send(frame.says.clone());
        }
    }

    /// Takes a command: finds what it was answered with.
    fn take(&self, wire: &str, command: &Value, to: To) {
        let mut play = self.play();
        play.told.1 = Some(Instant::now());
        if let Some(place) = self.script.recorded(&play.at, wire, command) {
            play.at.came[place] = true;
            if let Some(answer) = self.script.answers.get(&place) {
                play.waiting.push(Waiting { answer: *answer, id: command["id"].clone(), to });
            }
        } else if self.script.is_to_a_gone_world(&play.at, command) {
            let error = json!({"code": -32_000, "message": "Cannot find context with specified id"});
            to.say(json!({"id": command["id"], "error": error, "sessionId": command["sessionId"]}));
        } else if !self.script.is_to_a_crashed_page(&play.at, command) {
            let text: String = command.to_string().chars().take(400).collect();
            play.strays.push(format!("{wire}: {text}"));
            to.say(refusal(command));
        }
        self.moved.notify_one();
    }
}

/// What a command gets that was never recorded, over any wire.
fn refusal(command: &Value) -> Value {
    let (error, message) = ("unknown command", "not in the transcript");
    let body = json!({"value": {"error": error, "message": message, "stacktrace": ""}});
    json!({
        "id": command["id"], "type": "error", "error": error, "message": message, "status": 404, "body": body,
    })
}

impl Behind for Stage {
    fn call(self: Arc<Self>, method: String, path: String, _body: Bytes) -> BoxFuture<'static, (u16, Bytes)> {
        async move {
            let (to, answer) = oneshot::channel();
            self.take("http", &json!({"method": method, "path": path}), To::Http(to));
            let says = answer.await.unwrap_or_default();
            let status = says["status"].as_u64().and_then(|status| status.try_into().ok()).unwrap_or(500);
            (status, says["body"].to_string().into())
        }
        .boxed()
    }

    fn socket(self: Arc<Self>, path: String, port: u16, socket: Socket) -> BoxFuture<'static, ()> {
        async move {
            let wire = if path.ends_with("/se/cdp") { "cdp" } else { "bidi" };
            let own = format!(":{port}");
            // More than any transcript tells while the server reads nothing.
            let (sender, mut frames) = mpsc::channel::<Value>(4_096);
            self.play().wires.insert(wire.to_owned(), sender.clone());
            self.moved.notify_one();
            let (mut out, mut inward) = socket.split();
            loop {
                tokio::select! {
                    message = inward.next() => match message {
                        Some(Ok(Message::Text(text))) => {
                            // Policy protects the Grid's own address, whatever it is.
                            let text = text.replace(&own, &format!(":{GRID_PORT}"));
                            let mut command: Value = serde_json::from_str(&text).expect("JSON");
                            shorten(&mut command);
                            self.take(wire, &command, To::Wire(sender.clone()));
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                        Some(Ok(_)) => {}
                    },
                    Some(says) = frames.recv() => {
                        if out.send(Message::text(says.to_string())).await.is_err() {
                            break;
                        }
                    }
                }
            }
            let _ = out.close().await;
        }
        .boxed()
    }
}
