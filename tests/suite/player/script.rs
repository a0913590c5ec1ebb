//! What a transcript says, and which recorded command a new one is. Pure: how far the play is comes from outside.

use crate::common::transcript::{Frame, Transcript, Way};
use serde_json::Value;
use std::collections::HashMap;

/// A transcript, cut into scenes by the story's calls.
pub struct Script {
    /// The frames.
    pub frames: Vec<Frame>,
    /// The scene of each frame; what comes before the first call is scene 0.
    pub scenes: Vec<usize>,
    /// The place of each command's answer, by the command's place.
    pub answers: HashMap<usize, usize>,
}

/// How far the play is.
#[derive(Default)]
pub struct Progress {
    /// The scene that is on.
    pub scene: usize,
    /// From here on no event was told yet.
    pub next: usize,
    /// Which commands came, by their places.
    pub came: Vec<bool>,
}

impl Script {
    /// Reads a story's transcript in a browser.
    pub fn read(story: &str, browser: &str) -> Self {
        let frames = Transcript::read(story, browser).frames;
        let mut scene = 0;
        let of_scene = |frame: &Frame| {
            scene += usize::from(frame.way == Way::Call);
            scene
        };
        let scenes = frames.iter().map(of_scene).collect();
        let (mut asked, mut answers) = (HashMap::new(), HashMap::new());
        for (place, frame) in frames.iter().enumerate() {
            let Some(id) = frame.id() else { continue };
            let name = (frame.wire.clone(), id);
            if frame.way == Way::To {
                asked.insert(name, place);
            } else {
                answers.insert(asked[&name], place);
            }
        }
        Self { frames, scenes, answers }
    }

    /// The story's call that a scene begins with.
    pub fn call(&self, scene: usize) -> Option<&str> {
        let mut calls = self.frames.iter().filter(|frame| frame.way == Way::Call);
        calls.nth(scene - 1).map(|frame| frame.wire.as_str())
    }

    /// The next event to tell.
    pub fn next_event(&self, at: &Progress) -> Option<usize> {
        let is_event =
            |place: &usize| self.frames[*place].way == Way::From && self.frames[*place].id().is_none();
        (at.next..self.frames.len()).find(is_event)
    }

    /// Whether a command of its scene was recorded before an event and has not come.
    pub fn waits_for_a_command(&self, at: &Progress, event: usize) -> bool {
        let is_awaited = |place: usize| {
            self.frames[place].way == Way::To && self.scenes[place] == self.scenes[event] && !at.came[place]
        };
        (0..event).any(is_awaited)
    }

    /// The place of the recorded command that this is: in the scene that is on one that did not come yet, else one that is
    /// asked again, else one of another scene; word by word, else the same of our functions with other arguments.
    pub fn recorded(&self, at: &Progress, wire: &str, command: &Value) -> Option<usize> {
        let all = |same: fn(&Value, &Value) -> bool| -> Vec<usize> {
            let is_it = |place: &usize| {
                let frame = &self.frames[*place];
                frame.way == Way::To && frame.wire == wire && same(&frame.says, command)
            };
            (0..self.frames.len()).filter(is_it).collect()
        };
        let (exact, alike) = (all(is_same), all(is_alike));
        if command["method"] == "Page.createIsolatedWorld" {
            return self.world(at, &command["params"]["frameId"], &exact);
        }
        let here = |places: &[usize]| {
            let now: Vec<usize> =
                places.iter().copied().filter(|place| self.scenes[*place] == at.scene).collect();
            now.iter().find(|place| !at.came[**place]).or(now.last()).copied()
        };
        let near = |places: &[usize]| {
            let before = places.iter().rfind(|place| self.scenes[**place] < at.scene);
            before.or_else(|| places.iter().find(|place| self.scenes[**place] > at.scene)).copied()
        };
        here(&exact).or_else(|| here(&alike)).or_else(|| near(&exact)).or_else(|| near(&alike))
    }

    /// A document's world is made once, and given again when it is asked for again: the first one that was made after the
    /// document came, as far as has been told.
    fn world(&self, at: &Progress, frame: &Value, made: &[usize]) -> Option<usize> {
        let came = (0..at.next).rfind(|place| {
            self.tells(*place, "Page.frameNavigated")
                && self.frames[*place].says["params"]["frame"]["id"] == *frame
        });
        let since = made.iter().find(|place| came.is_none_or(|came| **place > came));
        since.or(made.last()).copied()
    }

    /// Whether a script is for the world of a document before this one: the wire that tells of its end was the slower one.
    pub fn is_to_a_gone_world(&self, at: &Progress, command: &Value) -> bool {
        let world = &command["params"]["contextId"];
        // Each session numbers its worlds for itself.
        let is_here = |frame: &Frame| frame.says["sessionId"] == command["sessionId"];
        let is_used = |frame: &Frame| is_here(frame) && frame.says["params"]["contextId"] == *world;
        let mut later = self.frames.iter().rposition(is_used).map_or(0..0, |used| used..self.frames.len());
        let ends = |place| self.tells(place, "Page.frameNavigated") && is_here(&self.frames[place]);
        world.is_i64() && later.any(|place| self.scenes[place] <= at.scene && ends(place))
    }

    /// Whether a script is for a page that crashed: it answers nothing.
    pub fn is_to_a_crashed_page(&self, at: &Progress, command: &Value) -> bool {
        let last = |method| (0..at.next).rfind(|place| self.tells(*place, method));
        let crash = last("Target.targetCrashed");
        function(command).is_some()
            && crash.is_some_and(|crash| last("Page.frameNavigated").is_none_or(|came| came < crash))
    }

    fn tells(&self, place: usize, method: &str) -> bool {
        self.frames[place].way == Way::From && self.frames[place].says["method"] == method
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

/// Commands that make a session ready. What exactly is asked for changes often, and the answer says nothing of it.
const READY: [&str; 5] = [
    "session.subscribe",
    "browsingContext.getTree",
    "network.addIntercept",
    "Network.enable",
    "Fetch.enable",
];

/// The same of our functions in the same place, or the same making ready, whatever its arguments: some hold what is left of a
/// deadline.
fn is_alike(recorded: &Value, command: &Value) -> bool {
    if recorded["method"].as_str().is_some_and(|method| READY.contains(&method)) {
        return ["method", "sessionId"].iter().all(|part| recorded[part] == command[part]);
    }
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
