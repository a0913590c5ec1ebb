//! What pages said on their console and what they asked the network for, kept for a caller who wanted that when the
//! browser was opened. Pure: events go in, bounded lists come out.
//!
//! Neither headers nor bodies are kept, which hold secrets: the browser itself keeps bodies for a while, and one is
//! asked for when somebody wants it. Addresses are told without user names and passwords.

use super::state::TabId;
use crate::policy::without_userinfo;
use handback_protocol::bidi::log::{EntryAdded, Level};
use handback_protocol::bidi::network::{
    self, BeforeRequestSent, FetchError, ResponseCompleted, ResponseStarted,
};
use handback_protocol::ids::{ContextId, RequestId};
use handback_protocol::message::{self, Event as _, Happening};
use serde::Serialize;
use std::collections::VecDeque;
use std::time::{Duration, SystemTime};

/// Lines of the console that are kept, and as many requests.
const MOST: usize = 1_000;
/// Navigations of tabs whose lines and requests are kept.
const NAVIGATIONS: u64 = 5;
/// Characters of a line, and of an address.
const LENGTH: usize = 2_000;

/// What was captured.
#[derive(Debug, Default)]
pub(super) struct Capture {
    lines: VecDeque<Line>,
    requests: VecDeque<Exchange>,
    dropped: Dropped,
    navigations: u64,
    last: u32,
    /// Since somebody was told last.
    news: CaptureNews,
}

#[derive(Debug, Default)]
struct Dropped {
    lines: u64,
    requests: u64,
}

/// What went wrong on pages since a caller was told last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureNews {
    /// Errors on the console.
    pub errors: u64,
    /// Requests that failed, or were answered with a status from 400 on. One that the page gave up is none.
    pub failed_requests: u64,
}

/// A line of a console.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// `debug`, `info`, `warn` or `error`.
    level: Box<str>,
    /// What it says: at most 2,000 characters.
    text: String,
    /// The script that wrote it, with the line in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tab: Option<String>,
    /// In RFC 3339.
    time: String,
    #[serde(skip)]
    navigation: u64,
}

/// A request, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exchange {
    /// What `network_body` takes.
    pub id: String,
    /// GET, POST, …
    pub method: String,
    /// Where to: at most 2,000 characters.
    pub url: String,
    /// What for: `document`, `image`, `fetch`, …; empty if the browser does not say.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The HTTP status, once it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<i32>,
    /// The media type of the answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mime: String,
    /// Bytes of the answer over the wire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i64>,
    /// Milliseconds from its start to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// Whether a cache answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_cache: bool,
    /// The browser's word for why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tab: Option<String>,
    /// When it began, in RFC 3339.
    time: String,
    /// The browser's own name of it, which its redirects share.
    #[serde(skip)]
    pub(super) request: RequestId,
    #[serde(skip)]
    redirects: u32,
    #[serde(skip)]
    began: f64,
    #[serde(skip)]
    navigation: u64,
}

impl Capture {
    /// Takes an event in. `place`: the tab that a context is or is in, and whether it is the tab itself.
    pub(super) fn fold(&mut self, event: &Happening, place: impl Fn(&ContextId) -> Option<(TabId, bool)>) {
        match &*event.method {
            EntryAdded::METHOD => {
                if let Some(entry) = read::<EntryAdded>(event) {
                    self.line(entry, place);
                }
            }
            BeforeRequestSent::METHOD => {
                if let Some(BeforeRequestSent(sent)) = read(event) {
                    self.sent(sent, place);
                }
            }
            // A body that the page does not read ends late or never.
            ResponseStarted::METHOD => {
                if let Some(ResponseStarted(begun)) = read(event) {
                    self.answered(&begun);
                }
            }
            ResponseCompleted::METHOD => {
                if let Some(ResponseCompleted(done)) = read(event) {
                    self.answered(&done);
                    self.ended(&done, None);
                }
            }
            FetchError::METHOD => {
                if let Some(FetchError(failed)) = read(event) {
                    let why = failed.error_text.clone().unwrap_or_else(|| "it failed".to_owned());
                    self.ended(&failed, Some(why));
                }
            }
            _ => {}
        }
    }

    fn line(&mut self, entry: EntryAdded, place: impl Fn(&ContextId) -> Option<(TabId, bool)>) {
        if entry.level == Level::Error {
            self.news.errors += 1;
        }
        let frame = entry.stack_trace.and_then(|trace| trace.call_frames.into_iter().next());
        let at = frame.filter(|frame| !frame.url.is_empty());
        self.lines.push_back(Line {
            level: entry.level.as_str().into(),
            text: cut(&entry.text.unwrap_or_default()),
            at: at.map(|frame| format!("{}:{}", address(&frame.url), frame.line_number + 1)),
            tab: entry.source.context.as_ref().and_then(place).map(|(tab, _)| tab.to_string()),
            time: moment(entry.timestamp),
            navigation: self.navigations,
        });
        if self.lines.len() > MOST {
            self.lines.pop_front();
            self.dropped.lines += 1;
        }
    }

    fn sent(&mut self, sent: network::Exchange, place: impl Fn(&ContextId) -> Option<(TabId, bool)>) {
        let place = sent.context.as_ref().and_then(place);
        if sent.navigation.is_some() && sent.redirect_count == 0 && place.is_some_and(|(_, is_tab)| is_tab) {
            self.navigations += 1;
            self.forget_old();
        }
        self.last = self.last.wrapping_add(1);
        let network::Request { request, url, method, destination, initiator_type } = sent.request;
        let kind = if destination.is_empty() { initiator_type.unwrap_or_default() } else { destination };
        self.requests.push_back(Exchange {
            id: format!("r{}", self.last),
            method,
            url: address(&url),
            kind,
            status: None,
            mime: String::new(),
            bytes: None,
            ms: None,
            from_cache: false,
            failed: None,
            tab: place.map(|(tab, _)| tab.to_string()),
            time: moment(sent.timestamp),
            request,
            redirects: sent.redirect_count,
            began: sent.timestamp,
            navigation: self.navigations,
        });
        if self.requests.len() > MOST {
            self.requests.pop_front();
            self.dropped.requests += 1;
        }
    }

    fn answered(&mut self, told: &network::Exchange) {
        let (Some(exchange), Some(response)) = (self.find(told), &told.response) else { return };
        let is_new = exchange.status.replace(response.status).is_none();
        exchange.mime.clone_from(&response.mime_type);
        exchange.bytes = Some(response.bytes_received);
        exchange.from_cache = response.from_cache;
        if is_new && response.status >= 400 {
            self.news.failed_requests += 1;
        }
    }

    fn ended(&mut self, told: &network::Exchange, failed: Option<String>) {
        let Some(exchange) = self.find(told) else { return };
        let took = told.timestamp - exchange.began;
        exchange.ms = (took >= 0.0).then_some(took as u64);
        let is_given_up = |why: &String| why.contains("ERR_ABORTED") || why.contains("BINDING_ABORTED");
        let is_fault = failed.as_ref().is_some_and(|why| !is_given_up(why));
        exchange.failed = failed;
        if is_fault {
            self.news.failed_requests += 1;
        }
    }

    fn find(&mut self, told: &network::Exchange) -> Option<&mut Exchange> {
        let is_it = |exchange: &&mut Exchange| {
            exchange.request == told.request.request && exchange.redirects == told.redirect_count
        };
        // What is told of has mostly begun lately.
        self.requests.iter_mut().rev().find(is_it)
    }

    fn forget_old(&mut self) {
        let is_old = |navigation: u64| navigation + NAVIGATIONS <= self.navigations;
        let lines = self.lines.iter().take_while(|line| is_old(line.navigation)).count();
        let requests = self.requests.iter().take_while(|exchange| is_old(exchange.navigation)).count();
        self.lines.drain(..lines);
        self.requests.drain(..requests);
        self.dropped.lines += lines as u64;
        self.dropped.requests += requests as u64;
    }

    /// The lines, oldest first, and how many are gone.
    pub(super) fn lines(&self) -> (Vec<Line>, u64) {
        (self.lines.iter().cloned().collect(), self.dropped.lines)
    }

    /// The requests, oldest first, and how many are gone.
    pub(super) fn requests(&self) -> (Vec<Exchange>, u64) {
        (self.requests.iter().cloned().collect(), self.dropped.requests)
    }

    /// A request by its short name.
    pub(super) fn request(&self, id: &str) -> Option<Exchange> {
        self.requests.iter().find(|exchange| exchange.id == id).cloned()
    }

    /// What went wrong since this was asked last.
    pub(super) fn take_news(&mut self) -> CaptureNews {
        std::mem::take(&mut self.news)
    }
}

fn read<T: message::Event>(event: &Happening) -> Option<T> {
    // One that cannot be read was told of where it means something else as well.
    event.read::<T>()?.ok()
}

fn address(url: &str) -> String {
    cut(&without_userinfo(url))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Milliseconds since 1970 as a moment in RFC 3339.
fn moment(ms: f64) -> String {
    let ms = Duration::from_millis(if ms.is_finite() { ms.max(0.0) as u64 } else { 0 });
    let at = SystemTime::UNIX_EPOCH.checked_add(ms).unwrap_or(SystemTime::UNIX_EPOCH);
    humantime::format_rfc3339_millis(at).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use handback_protocol::connection::{Limits, open};
    use handback_protocol::transport::joined;
    use serde_json::Value;

    macro_rules! recorded {
        ($name:literal) => {
            include_str!(concat!("../../fixtures/wire/bidi/event/", $name, ".txt"))
        };
    }

    /// A recorded event, with the id of one request.
    async fn event(recording: &str) -> Happening {
        let text = recording.lines().nth(1).expect("a message");
        let mut message: Value = serde_json::from_str(text).expect("JSON");
        if let Some(id) = message["params"]["request"].get_mut("request") {
            *id = "one".into();
        }
        let (transport, peer) = joined();
        let (_connection, mut events) = open(transport, Limits::default());
        peer.write(message.to_string()).await;
        events.next().await.expect("an event")
    }

    fn in_tab(_: &ContextId) -> Option<(TabId, bool)> {
        Some(("t1".parse().ok()?, true))
    }

    #[tokio::test]
    async fn both_browsers_are_understood() {
        for [line, sent, done, failed] in [
            [
                recorded!("log.entryAdded.javascript.chromium"),
                recorded!("network.beforeRequestSent.chromium"),
                recorded!("network.responseCompleted.chromium"),
                recorded!("network.fetchError.chromium"),
            ],
            [
                recorded!("log.entryAdded.javascript.firefox"),
                recorded!("network.beforeRequestSent.firefox"),
                recorded!("network.responseCompleted.firefox"),
                recorded!("network.fetchError.firefox"),
            ],
        ] {
            let mut capture = Capture::default();
            for event in [event(line).await, event(sent).await, event(done).await] {
                capture.fold(&event, in_tab);
            }
            let (lines, requests) = (capture.lines().0, capture.requests().0);
            assert_eq!((&*lines[0].level, lines[0].text.is_empty()), ("error", false));
            assert_eq!((requests[0].status, requests[0].failed.as_ref()), (Some(302), None));
            assert_eq!(capture.take_news(), CaptureNews { errors: 1, failed_requests: 0 });
            capture.fold(&event(failed).await, in_tab);
            assert!(capture.request("r1").expect("kept").failed.is_some());
            assert_eq!(capture.take_news().failed_requests, 1);
            assert_eq!(capture.take_news(), CaptureNews::default(), "told once");
        }
    }

    #[tokio::test]
    async fn no_more_is_kept_than_is_said() {
        let mut capture = Capture::default();
        let line = event(recorded!("log.entryAdded.firefox")).await;
        (0..MOST + 500).for_each(|_| capture.fold(&line, in_tab));
        assert_eq!((capture.lines().0.len(), capture.lines().1), (MOST, 500));
        let visit = event(recorded!("network.beforeRequestSent.chromium")).await;
        for visits in 1..=NAVIGATIONS {
            capture.fold(&visit, in_tab);
            assert_eq!(capture.lines().0.is_empty(), visits == NAVIGATIONS, "after {visits} visits");
        }
        (0..3).for_each(|_| capture.fold(&visit, in_tab));
        assert_eq!((capture.requests().0.len() as u64, capture.requests().1), (NAVIGATIONS, 3));
    }
}
