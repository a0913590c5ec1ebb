//! A browser that plays a transcript: to the server it is a Grid with one browser, which answers and tells what a real one
//! did when the transcript was recorded.
//!
//! The story's calls divide a transcript into scenes. A command is answered with what the same command was answered with
//! in the scene that is on; events come in the recorded order, once their scene is on and the commands before them have
//! come. The server's own timing is not that of the recording: what was recorded before a command that does not come is
//! told after a moment all the same, as a browser would. A command that was never recorded is refused and held against
//! the player at the end.

use crate::common::front::{Behind, Front, Socket};
use crate::common::transcript::{Frame, GRID_PORT, Transcript, Way, shorten};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{FutureExt, SinkExt, StreamExt};
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
    frames: Vec<Frame>,
    /// The scene of each frame, from 0; before the first call is scene 0.
    scenes: Vec<usize>,
    /// The places of each command's answer, by the command's place.
    answers: HashMap<usize, usize>,
    play: Mutex<Play>,
    moved: Notify,
}

/// How far it is.
#[derive(Default)]
struct Play {
    /// The scene that is on.
    scene: usize,
    /// The place of the next event to tell.
    next: usize,
    /// The place of the last frame that was told.
    told: usize,
    /// When something last came or was told.
    at: Option<Instant>,
    /// Commands that came, by their places.
    came: Vec<bool>,
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
    /// Where the answer goes.
    to: To,
}

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
        let frames = Transcript::read(story, browser).frames;
        let mut scene = 0;
        let scenes = frames.iter().map(|frame| {
            scene += usize::from(frame.way == Way::Call);
            scene
        });
        let scenes = scenes.collect();
        let mut asked = HashMap::new();
        let mut answers = HashMap::new();
        for (place, frame) in frames.iter().enumerate() {
            let Some(id) = frame.id() else { continue };
            match frame.way {
                Way::To => drop(asked.insert((frame.wire.clone(), id), place)),
                Way::From => {
                    let command =
                        asked.get(&(frame.wire.clone(), id)).expect("an answer follows its command");
                    answers.insert(*command, place);
                }
                Way::Call => {}
            }
        }
        let play = Play { came: vec![false; frames.len()], ..Play::default() };
        let stage = Arc::new(Stage { frames, scenes, answers, play: Mutex::new(play), moved: Notify::new() });
        let directing = tokio::spawn(direct(Arc::clone(&stage)));
        Self { front: Front::start(Arc::clone(&stage)).await, stage, directing }
    }

    /// Begins the next scene: the story makes its next call.
    pub fn begin(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let stage = Arc::clone(&self.stage);
        move |call| {
            let mut play = stage.play();
            play.scene += 1;
            play.at = Some(Instant::now());
            let scene = play.scene;
            let mut calls = stage.frames.iter().filter(|frame| frame.way == Way::Call);
            let recorded = calls.nth(scene - 1).map(|frame| frame.wire.as_str());
            assert_eq!(recorded, Some(call), "call {scene} of the story; {AGAIN}");
            stage.moved.notify_one();
        }
    }

    /// Waits until all that happened in the scene that is on has been told.
    pub fn caught_up(&self) -> impl Future<Output = ()> + Send + 'static {
        let stage = Arc::clone(&self.stage);
        async move {
            let is_behind = || {
                let play = stage.play();
                stage.next_event(&play).is_some_and(|place| stage.scenes[place] <= play.scene)
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

const AGAIN: &str = "if that is meant, record again with RECORD=1 tests/run real";

/// Tells what is due, until the player goes.
async fn direct(stage: Arc<Stage>) {
    loop {
        let pause = stage.tell_what_is_due();
        // Woken by what comes; else by the clock.
        let _ = tokio::time::timeout(pause, stage.moved.notified()).await;
    }
}

impl Stage {
    fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().expect("whole")
    }

    /// Tells every event and answer that is due, and says how long there is nothing to do.
    fn tell_what_is_due(&self) -> Duration {
        let mut play = self.play();
        let now = Instant::now();
        loop {
            let since = play.at.map_or(PATIENCE, |at| now.duration_since(at));
            let patient = since < PATIENCE;
            let next = self.next_event(&play);
            if let Some(index) = self.due_answer(&play, next, patient) {
                let waiting = play.waiting.swap_remove(index);
                let mut says = self.frames[waiting.answer].says.clone();
                says["id"] = waiting.id;
                play.told = play.told.max(waiting.answer);
                play.at = Some(now);
                waiting.to.say(says);
                continue;
            }
            let Some(place) = next else { return PATIENCE };
            if self.scenes[place] > play.scene || !play.wires.contains_key(&self.frames[place].wire) {
                return PATIENCE;
            }
            if patient && self.is_missing_a_command(&play, place) {
                return PATIENCE.saturating_sub(since).max(Duration::from_millis(1));
            }
            let gap = self.frames[place].ms.saturating_sub(self.frames[play.told].ms);
            let due = (Duration::from_millis(gap) / SPEED).min(PAUSE);
            if since < due {
                return due.saturating_sub(since);
            }
            // What did not come by now is not waited for again.
            play.came[..place].fill(true);
            play.next = place + 1;
            play.told = place;
            play.at = Some(now);
            if let Some(wire) = play.wires.get(&self.frames[place].wire) {
                let _ = wire.try_send(self.frames[place].says.clone());
            }
        }
    }

    fn next_event(&self, play: &Play) -> Option<usize> {
        (play.next..self.frames.len())
            .find(|&place| self.frames[place].way == Way::From && self.frames[place].id().is_none())
    }

    /// A command whose answer may be told: every event that was told before it has been, or is waited for in vain.
    fn due_answer(&self, play: &Play, next: Option<usize>, patient: bool) -> Option<usize> {
        play.waiting.iter().position(|waiting| {
            let before = next.is_some_and(|event| event < waiting.answer && self.scenes[event] <= play.scene);
            !before || !patient
        })
    }

    fn is_missing_a_command(&self, play: &Play, place: usize) -> bool {
        (0..place).any(|at| {
            self.frames[at].way == Way::To && self.scenes[at] == self.scenes[place] && !play.came[at]
        })
    }

    /// Takes a command: finds what it was answered with.
    fn take(&self, wire: &str, command: &Value, to: To) {
        let mut play = self.play();
        play.at = Some(Instant::now());
        match self.recorded(&play, wire, command) {
            Some(place) => {
                play.came[place] = true;
                if let Some(answer) = self.answers.get(&place) {
                    play.waiting.push(Waiting { answer: *answer, id: command["id"].clone(), to });
                }
            }
            None if self.is_to_a_gone_world(command) => {
                let says = json!({"code": -32_000, "message": "Cannot find context with specified id"});
                to.say(json!({"id": command["id"], "error": says, "sessionId": command["sessionId"]}));
            }
            None => {
                let text = command.to_string();
                play.strays.push(format!("{wire}: {}", text.chars().take(400).collect::<String>()));
                let refusal =
                    json!({"error": "unknown command", "message": "not recorded", "stacktrace": ""});
                let mut says =
                    json!({"id": command["id"], "type": "error", "status": 404, "body": {"value": refusal}});
                says["error"] = json!("unknown command");
                says["message"] = json!("not recorded");
                to.say(says);
            }
        }
        self.moved.notify_one();
    }

    /// A document's world is made once, and given again when it is asked for again: the first one that was made after the
    /// document came, as far as has been told.
    fn world(&self, play: &Play, frame: &Value, made: &[usize]) -> Option<usize> {
        let came = self.frames[..play.next].iter().rposition(|event| {
            event.says["method"] == "Page.frameNavigated" && event.says["params"]["frame"]["id"] == *frame
        });
        let since = made.iter().find(|place| came.is_none_or(|came| **place > came));
        since.or(made.last()).copied()
    }

    /// Whether a script is for a world that was there before this page: the wire that tells of its end was the slower one.
    fn is_to_a_gone_world(&self, command: &Value) -> bool {
        let world = &command["params"]["contextId"];
        world.is_i64() && self.frames.iter().any(|frame| frame.says["params"]["contextId"] == *world)
    }

    /// The place of the recorded command that this is: in the scene that is on one that did not come yet, else one that is
    /// asked again, else one from another scene; word by word, else the same of our functions with other arguments.
    fn recorded(&self, play: &Play, wire: &str, command: &Value) -> Option<usize> {
        let all = |same: fn(&Value, &Value) -> bool| {
            let places = (0..self.frames.len()).filter(move |&place| {
                let frame = &self.frames[place];
                frame.way == Way::To && frame.wire == wire && same(&frame.says, command)
            });
            places.collect::<Vec<_>>()
        };
        let on = |places: &[usize]| {
            let here = |place: &&usize| self.scenes[**place] == play.scene;
            let fresh = places.iter().filter(here).find(|place| !play.came[**place]);
            fresh.or_else(|| places.iter().rfind(here)).copied()
        };
        let (exact, alike) = (all(is_same), all(is_alike));
        if command["method"] == "Page.createIsolatedWorld" {
            return self.world(play, &command["params"]["frameId"], &exact);
        }
        let near = |places: &[usize]| {
            let past = places.iter().rfind(|place| self.scenes[**place] < play.scene);
            past.or_else(|| places.iter().find(|place| self.scenes[**place] > play.scene)).copied()
        };
        on(&exact).or_else(|| on(&alike)).or_else(|| near(&exact)).or_else(|| near(&alike))
    }
}

/// The same command, but for its id.
fn is_same(recorded: &Value, command: &Value) -> bool {
    if recorded["path"].is_string() {
        // Capabilities name ports of this run; what was asked for is not what a transcript shows.
        return recorded["path"] == command["path"] && recorded["method"] == command["method"];
    }
    ["method", "params", "sessionId"].iter().all(|part| recorded[part] == command[part])
}

/// The same of our functions in the same place, whatever its arguments: some hold what is left of a deadline.
fn is_alike(recorded: &Value, command: &Value) -> bool {
    function(recorded).is_some_and(|name| function(command) == Some(name))
        && ["method", "sessionId"].iter().all(|part| recorded[part] == command[part])
        && ["target", "contextId"].iter().all(|part| recorded["params"][part] == command["params"][part])
}

/// The name of our function that a command calls.
fn function(command: &Value) -> Option<&str> {
    let params = &command["params"];
    match command["method"].as_str()? {
        "Runtime.evaluate" => params["expression"].as_str()?.split_once("hb.run(\"")?.1.split('"').next(),
        "script.callFunction" => params["arguments"][0]["value"].as_str(),
        _ => None,
    }
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
            // Full: the server stopped reading, and the test will say so.
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
