//! Transcripts: what went over the wires between the server and a real browser, call by call of a story.
//!
//! One JSON object a line. The first is the header; then each frame with the milliseconds since the start and its
//! direction: `call` (the story calls the server), `to` and `from` the browser, with the wire it went over (`http`, `bidi`,
//! `cdp`). A command and its answer share an `id`. Ports and folders of the recording machine are replaced.

use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// The site's port in every transcript.
pub const SITE_PORT: u16 = 8_000;
/// The Grid's.
pub const GRID_PORT: u16 = 4_444;

/// A script longer than this is our own, and is left out: it is not what a transcript shows.
const SCRIPT: usize = 2_000;

/// Which way a frame went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The story calls the server.
    Call,
    /// To the browser.
    To,
    /// From the browser.
    From,
}

/// A frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Milliseconds since the start.
    pub ms: u64,
    /// Which way it went.
    pub way: Way,
    /// Over which wire; the call itself for [`Way::Call`].
    pub wire: String,
    /// What it says.
    pub says: Value,
}

/// A transcript.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Browser, version, day, what it shows.
    pub header: Map<String, Value>,
    /// The frames, in the order in which they were seen.
    pub frames: Vec<Frame>,
}

/// The file of a story in a browser.
pub fn file(story: &str, browser: &str) -> PathBuf {
    super::root().join(format!("fixtures/transcripts/{story}-{browser}.jsonl"))
}

impl Frame {
    /// The name by which a command and its answer know each other; none for an event.
    pub fn id(&self) -> Option<u64> {
        self.says["id"].as_u64()
    }

    fn line(&self) -> Value {
        match self.way {
            Way::Call => json!({"ms": self.ms, "call": self.wire}),
            Way::To => json!({"ms": self.ms, "to": self.wire, "says": self.says}),
            Way::From => json!({"ms": self.ms, "from": self.wire, "says": self.says}),
        }
    }

    fn read(mut line: Value) -> Self {
        let ms = line["ms"].as_u64().expect("milliseconds");
        let ways = [("call", Way::Call), ("to", Way::To), ("from", Way::From)];
        let (name, way) = ways.into_iter().find(|(name, _)| line[name].is_string()).expect("a direction");
        let wire = line[name].as_str().expect("a text").to_owned();
        Self { ms, way, wire, says: line["says"].take() }
    }
}

impl Transcript {
    /// Reads one.
    pub fn read(story: &str, browser: &str) -> Self {
        let path = file(story, browser);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{} cannot be read ({error}): RECORD=1 tests/run real makes it", path.display())
        });
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
        let header = match lines.next() {
            Some(Value::Object(header)) => header,
            _ => panic!("{} has no header", path.display()),
        };
        Self { header, frames: lines.map(Frame::read).collect() }
    }

    /// Writes it.
    pub fn write(&self, story: &str, browser: &str) {
        let mut text = format!("{}\n", Value::Object(self.header.clone()));
        for frame in &self.frames {
            text.push_str(&frame.line().to_string());
            text.push('\n');
        }
        let path = file(story, browser);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
}

/// What nobody reads and takes most of the room: left empty.
const LONG: [&str; 7] = [
    "headers",
    "timing",
    "timings",
    "securityDetails",
    "clientSecurityState",
    "securityOriginDetails",
    "goog:chromeOptions",
];

/// A frame's body without our own scripts, headers and timings.
pub fn shorten(says: &mut Value) {
    let mut left = vec![says];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) if text.len() > SCRIPT && text.contains("globalThis.hb") => {
                *text = "our script".to_owned();
            }
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field {
                        Value::Array(items) if LONG.contains(&name.as_str()) => items.clear(),
                        Value::Object(fields) if LONG.contains(&name.as_str()) => fields.clear(),
                        other => left.push(other),
                    }
                }
            }
            _ => {}
        }
    }
}
