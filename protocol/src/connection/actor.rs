//! The one task of a connection: picks what happens next, then applies it at once.

use super::pending::Pending;
use super::{Heartbeat, Limits, Outcome, Wishes};
use crate::error::Why;
use crate::ids::Seq;
use crate::message::{Failure, Happening, Incoming, incoming};
use crate::transport::{Received, Transport};
use bytes::Bytes;
use futures::Sink;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

/// Frames that may wait for the socket before calls are no longer taken in.
const WRITE_QUEUE: usize = 32;

/// A message without its id, and who waits for the answer.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) text: Vec<u8>,
    pub(super) answer: oneshot::Sender<Outcome>,
}

pub(super) struct Actor {
    transport: Transport,
    limits: Limits,
    requests: mpsc::Receiver<Outgoing>,
    events: mpsc::Sender<Happening>,
    queued: Arc<AtomicUsize>,
    closed: watch::Sender<Option<Why>>,
    wishes: watch::Receiver<Wishes>,
    pending: Pending,
    seq: Seq,
    last_event: Seq,
    writes: VecDeque<String>,
    unflushed: bool,
    /// When something was last read.
    heard: Instant,
    /// When the heartbeat's question was sent, if nothing was read since.
    asked: Option<Instant>,
}

/// Everything that can happen to a connection.
enum Step {
    Received(Received),
    Asked(Outgoing),
    Written(Result<(), Why>),
    /// The handles want something else.
    Wished,
    /// Every handle is gone.
    Abandoned,
    /// The heartbeat's clock rang.
    Beat,
}

impl Actor {
    pub(super) fn new(
        transport: Transport,
        limits: Limits,
        requests: mpsc::Receiver<Outgoing>,
        events: mpsc::Sender<Happening>,
        queued: Arc<AtomicUsize>,
        closed: watch::Sender<Option<Why>>,
        wishes: watch::Receiver<Wishes>,
    ) -> Self {
        let pending = Pending::default();
        let heard = Instant::now();
        Self {
            transport,
            limits,
            requests,
            events,
            queued,
            closed,
            wishes,
            pending,
            seq: Seq::default(),
            last_event: Seq::default(),
            writes: VecDeque::new(),
            unflushed: false,
            heard,
            asked: None,
        }
    }

    pub(super) async fn run(mut self) {
        let why = loop {
            let step = self.next().await;
            if let Err(why) = self.apply(step) {
                break why;
            }
        };
        tracing::debug!(%why, "connection over");
        // The word first: whoever wakes from a dropped call finds the reason. The goodbye last: nobody waits for it.
        self.closed.send_replace(Some(why));
        let transport = self.transport;
        drop((self.pending, self.requests, self.events));
        transport.close().await;
    }

    /// Picks. Cancel-safe: nothing is taken out before it is returned.
    async fn next(&mut self) -> Step {
        let bell = self.bell();
        let Self { transport, requests, writes, unflushed, wishes, .. } = self;
        let has_writes = *unflushed || !writes.is_empty();
        let has_room = writes.len() < WRITE_QUEUE;
        let (stream, sink) = transport.both();
        let write = poll_fn(|context| poll_write(sink, writes, unflushed, context));
        tokio::select! {
            received = stream.next() => Step::Received(received),
            written = write, if has_writes => Step::Written(written),
            request = requests.recv(), if has_room => request.map_or(Step::Abandoned, Step::Asked),
            changed = wishes.changed() => changed.map_or(Step::Abandoned, |()| Step::Wished),
            () = sleep_until(bell.unwrap_or_else(Instant::now)), if bell.is_some() => Step::Beat,
        }
    }

    /// Applies, without waiting for anything. An error is the end.
    fn apply(&mut self, step: Step) -> Result<(), Why> {
        match step {
            Step::Received(Received::Text(text)) => {
                self.heard = Instant::now();
                self.asked = None;
                self.seq.0 += 1;
                self.take(text)
            }
            Step::Received(Received::Other(what)) => {
                self.heard = Instant::now();
                self.asked = None;
                tracing::debug!(what, "a frame that is no text");
                Ok(())
            }
            Step::Received(Received::End(why)) | Step::Written(Err(why)) => Err(why),
            Step::Asked(Outgoing { text, answer }) => {
                self.send(text, answer);
                Ok(())
            }
            Step::Written(Ok(())) => Ok(()),
            Step::Wished if self.wishes.borrow().close => Err(Why::Ours),
            Step::Wished | Step::Beat => self.beat(),
            Step::Abandoned => Err(Why::Ours),
        }
    }

    fn take(&mut self, text: Bytes) -> Result<(), Why> {
        let length = text.len();
        if length > self.limits.receive_bytes {
            return Err(Why::TooLong(self.limits.receive_bytes));
        }
        match incoming(self.seq, text) {
            Incoming::Answer { id, outcome } => {
                let outcome = outcome.map(|body| (self.seq, self.last_event, body));
                if !self.pending.answer(id, outcome) {
                    tracing::debug!(id, "an answer that nobody waits for");
                }
                Ok(())
            }
            Incoming::Event(event) => {
                self.last_event = self.seq;
                let bytes = event.raw().len();
                if self.queued.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limits.event_bytes {
                    return Err(Why::Overrun);
                }
                match self.events.try_send(event) {
                    Ok(()) => Ok(()),
                    Err(TrySendError::Full(_)) => Err(Why::Overrun),
                    Err(TrySendError::Closed(_)) => {
                        // Nobody reads events: calls go on without them.
                        self.queued.fetch_sub(bytes, Ordering::Relaxed);
                        Ok(())
                    }
                }
            }
            Incoming::Broken { id, reason } => {
                tracing::warn!(id, reason, bytes = length, "a frame that could not be read");
                if let Some(id) = id {
                    self.pending.answer(id, Err(Failure::Unreadable { reason: reason.into() }));
                }
                Ok(())
            }
        }
    }

    fn send(&mut self, mut text: Vec<u8>, answer: oneshot::Sender<Outcome>) {
        if answer.is_closed() {
            return; // its caller left before it was sent
        }
        let id = self.pending.add(answer);
        text.extend_from_slice(id.to_string().as_bytes());
        text.push(b'}');
        match String::from_utf8(text) {
            Ok(text) => self.writes.push_back(text),
            Err(error) => tracing::error!(%error, "serde wrote what is no UTF-8"),
        }
    }

    /// When the heartbeat wants to be woken.
    fn bell(&self) -> Option<Instant> {
        let heartbeat = self.limits.heartbeat.as_ref().filter(|_| self.wishes.borrow().awake > 0)?;
        Some(match self.asked {
            Some(asked) => asked + heartbeat.patience,
            None => self.heard + heartbeat.every,
        })
    }

    fn beat(&mut self) -> Result<(), Why> {
        let (Some(bell), Some(heartbeat)) = (self.bell(), self.limits.heartbeat.clone()) else {
            self.asked = None; // asleep: silence is no sign
            return Ok(());
        };
        if Instant::now() < bell {
            return Ok(());
        }
        if self.asked.is_some() {
            return Err(Why::Silent(self.heard.elapsed()));
        }
        self.ask(&heartbeat);
        Ok(())
    }

    fn ask(&mut self, heartbeat: &Heartbeat) {
        self.asked = Some(Instant::now());
        // The receiver is kept by nobody: any frame at all is the sign of life, a refusal too.
        let (answer, kept) = oneshot::channel();
        let text = format!("{{\"method\":\"{}\",\"params\":{{}},\"id\":", heartbeat.method).into_bytes();
        self.send(text, answer);
        drop(kept);
    }
}

/// Writes what waits, then flushes. Cancel-safe: a frame leaves the queue only when the sink has taken it.
fn poll_write(
    sink: &mut (impl Sink<String, Error = Why> + Unpin + ?Sized),
    writes: &mut VecDeque<String>,
    unflushed: &mut bool,
    context: &mut Context<'_>,
) -> Poll<Result<(), Why>> {
    let mut sink = std::pin::Pin::new(sink);
    while !writes.is_empty() {
        std::task::ready!(sink.as_mut().poll_ready(context))?;
        if let Some(text) = writes.pop_front() {
            sink.as_mut().start_send(text)?;
            *unflushed = true;
        }
    }
    std::task::ready!(sink.poll_flush(context))?;
    *unflushed = false;
    Poll::Ready(Ok(()))
}
