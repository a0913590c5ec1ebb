//! A connection that keeps what it reads, and writes the first message of each kind into a file.

use futures::{SinkExt, StreamExt};
use handback_protocol::message::{Command, Event, Happening};
use handback_protocol::{Connection, Error, Events, Limits, joined, open};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

const DEADLINE: Duration = Duration::from_secs(20);

/// The longest message that is kept, in bytes.
const LONGEST: usize = 8_000;

pub(crate) struct Recorder {
    protocol: &'static str,
    browser: &'static str,
    origin: String,
    /// Events that are kept.
    wanted: &'static [&'static str],
    connection: Connection,
    events: Events,
    frames: Arc<Mutex<Vec<String>>>,
    kept: HashSet<String>,
    refused: Vec<String>,
    /// The CDP session that commands go to.
    pub(crate) session: Option<String>,
}

impl Recorder {
    pub(crate) async fn start(
        protocol: &'static str,
        browser: &'static str,
        origin: &str,
        wanted: &'static [&'static str],
        socket: &str,
    ) -> Self {
        let address: url::Url = socket.parse().expect("a URL");
        let host = (address.host_str().expect("a host"), address.port().expect("a port"));
        let stream = TcpStream::connect(host).await.expect("connected");
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let upgraded = tokio_tungstenite::client_async_with_config(socket, stream, Some(config)).await;
        let (socket, _) = upgraded.expect("upgraded");
        let (mut sink, mut stream) = socket.split();
        let (transport, mut peer) = joined();
        let limits = Limits::default();
        let (connection, events) = open(transport, limits);
        let frames = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&frames);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    out = peer.read() => match out {
                        Some(text) => sink.send(Message::text(text)).await.expect("sent"),
                        None => return drop(sink.close().await),
                    },
                    message = stream.next() => match message {
                        Some(Ok(Message::Text(text))) => {
                            keep.lock().expect("no panic").push(text.to_string());
                            peer.write(text.to_string()).await;
                        }
                        Some(Ok(_)) => {}
                        _ => return peer.hang_up().await,
                    },
                }
            }
        });
        let day = std::process::Command::new("date").arg("+%F").output().expect("a day").stdout;
        let origin = format!("{origin}, {}", String::from_utf8(day).expect("UTF-8").trim());
        let (kept, refused) = (HashSet::new(), Vec::new());
        Self { protocol, browser, origin, wanted, connection, events, frames, kept, refused, session: None }
    }

    /// Sends a command and keeps its answer; `None` if the browser refused it.
    pub(crate) async fn call<C: Command>(&mut self, command: &C) -> Option<C::Reply> {
        self.call_as(command, "").await
    }

    /// The same, under a name of its own beside others of its method.
    pub(crate) async fn call_as<C: Command>(&mut self, command: &C, case: &str) -> Option<C::Reply> {
        match self.connection.call_in(self.session.as_deref(), command, DEADLINE).await {
            Ok(answer) => {
                self.keep("answer", C::METHOD, case, answer.seq.0);
                Some(answer.value)
            }
            Err(Error::Refused(refusal)) => {
                let params = serde_json::to_string(command).expect("JSON");
                self.refused.push(format!("{} {case} {}: {params}", C::METHOD, refusal.message));
                None
            }
            Err(error) => panic!("{error}: {}", serde_json::to_string(command).expect("JSON")),
        }
    }

    /// Notes a refusal that is known, so that the list of them stays true.
    pub(crate) fn rename_refusal(&mut self, name: &str) {
        if let Some(last) = self.refused.last_mut() {
            *last = format!("{name} {last}");
        }
    }

    /// Waits for an event, and keeps the first of each kind that comes by.
    pub(crate) async fn wait<E: Event>(&mut self) -> E {
        self.wait_until(|_: &E| true).await
    }

    pub(crate) async fn wait_until<E: Event>(&mut self, mut fits: impl FnMut(&E) -> bool) -> E {
        let waited = tokio::time::timeout(DEADLINE, async {
            loop {
                let event = self.events.next().await.expect("the browser lives");
                self.keep_event(&event);
                if let Some(event) = event.read::<E>().map(|read| read.expect("an event of its form"))
                    && fits(&event)
                {
                    return event;
                }
            }
        });
        waited.await.unwrap_or_else(|_| panic!("no {}", E::METHOD))
    }

    fn keep_event(&mut self, event: &Happening) {
        if self.wanted.contains(&&*event.method) {
            self.keep("event", &event.method, "", event.seq.0);
        }
    }

    fn keep(&mut self, kind: &str, method: &str, case: &str, seq: u64) {
        let frames = self.frames.lock().expect("no panic");
        let Some(frame) = usize::try_from(seq).ok().and_then(|seq| frames.get(seq - 1)) else { return };
        let name = if case.is_empty() { method.to_owned() } else { format!("{method}.{case}") };
        let name = name.replace(':', "-");
        if frame.len() > LONGEST || !self.kept.insert(format!("{kind} {name}")) {
            return;
        }
        // Folders of this machine are nobody's business, and the id is what a fresh connection would give.
        let mut frame = frame.replace(&*std::env::temp_dir().to_string_lossy(), "/scratch");
        if let Ok(home) = std::env::var("HOME") {
            frame = frame.replace(&home, "~");
        }
        if kind == "answer" {
            frame = with_first_id(&frame);
        }
        let path = folder().join(self.protocol).join(kind).join(format!("{name}.{}.txt", self.browser));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        let text = format!("{kind} {method}, {}\n{frame}\n", self.origin);
        std::fs::write(&path, text).expect("written");
    }

    /// Ends the connection, and tells what the browser refused.
    pub(crate) async fn finish(mut self) -> Vec<String> {
        while let Ok(Some(event)) = tokio::time::timeout(Duration::from_secs(1), self.events.next()).await {
            self.keep_event(&event);
        }
        self.connection.close().await;
        self.refused
    }
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/wire"))
}

/// The frame with 1 in the place of its id. The id is the first or the last in the frame, before or after the result.
fn with_first_id(frame: &str) -> String {
    let key = "\"id\":";
    let at = match frame.find("\"result\":") {
        Some(result) if frame[..result].contains(key) => frame[..result].rfind(key),
        _ => frame.rfind(key),
    };
    let at = at.expect("an id") + key.len();
    let digits = frame[at..].trim_start_matches(' ').trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{}1{digits}", &frame[..at])
}
