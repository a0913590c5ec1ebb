//! One connection: a handle that calls, a stream of events, and between them one task that owns everything else.
//!
//! The task (in `connection/actor`) owns the reader, the calls that wait, the ids and the word «closed»; nobody locks. A call
//! always ends: with an answer, with the other side's refusal, at its deadline, or with the reason why the
//! connection is over, which stays the same for every later call.

mod actor;
mod pending;

use crate::error::{Error, Why};
use crate::ids::Seq;
use crate::message::{Answer, Command, Happening, Reply};
use crate::transport::Transport;
use actor::{Actor, Outgoing};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// Bounds of one connection.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest message that is sent, in bytes. Selenium Grid closes a socket at about 40 MB.
    pub send_bytes: usize,
    /// The longest message that is taken, in bytes; a longer one ends the connection. A transport may have a bound
    /// of its own, so that a longer one is not even kept until then.
    pub receive_bytes: usize,
    /// Events that may wait to be taken; one more ends the connection as [`Why::Overrun`].
    pub events: usize,
    /// Bytes of events that may wait to be taken; same end.
    pub event_bytes: usize,
    /// How life is looked for; `None`: never.
    pub heartbeat: Option<Heartbeat>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            send_bytes: 16 << 20,
            receive_bytes: 64 << 20,
            events: 16_384,
            event_bytes: 64 << 20,
            heartbeat: None,
        }
    }
}

/// How life is looked for on a socket that may stay open and silent after its browser is gone.
///
/// A WebSocket ping would not do: a hub answers it for a browser that is dead. So a harmless command is sent when
/// nothing was read for `every`, and if then nothing at all is read for `patience`, the connection is over as
/// [`Why::Silent`]. It happens only while somebody holds an [`Awake`]: traffic keeps an idle browser from being
/// reaped by its Grid.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    /// Silence after which is asked.
    pub every: Duration,
    /// Silence after the question that means death.
    pub patience: Duration,
    /// The command that asks; it takes `{}`. `session.status` in BiDi, `Browser.getVersion` in CDP.
    pub method: &'static str,
}

/// Starts a connection over `transport`.
///
/// The event stream comes with the handle, so that no event can be lost between the two. The task ends when the
/// connection is over, or when the last handle is dropped.
pub fn open(transport: Transport, limits: Limits) -> (Connection, Events) {
    // Full: the caller waits, within its deadline. The task takes them as fast as the socket does.
    let (requests, taken) = mpsc::channel(64);
    // Full: the connection is over (`Why::Overrun`). The reader never waits for a consumer.
    let (happenings, events) = mpsc::channel(limits.events.max(1));
    let (closed, is_closed) = watch::channel(None);
    let (wishes, wished) = watch::channel(Wishes::default());
    let queued = Arc::new(AtomicUsize::new(0));
    let send_bytes = limits.send_bytes;
    let actor = Actor::new(transport, limits, taken, happenings, Arc::clone(&queued), closed, wished);
    // The one place where this crate starts a task: it ends with its connection.
    #[expect(clippy::disallowed_methods, reason = "the task ends with the connection that it is")]
    drop(tokio::spawn(actor.run()));
    let connection = Connection { requests, closed: is_closed.clone(), wishes: Arc::new(wishes), send_bytes };
    (connection, Events { events, queued, closed: is_closed })
}

/// A handle: cheap to clone, any number may call at once.
#[derive(Clone, Debug)]
pub struct Connection {
    requests: mpsc::Sender<Outgoing>,
    closed: watch::Receiver<Option<Why>>,
    wishes: Arc<watch::Sender<Wishes>>,
    send_bytes: usize,
}

/// What the handles want of the task. It comes by a way of its own, which a full queue does not block.
#[derive(Clone, Copy, Debug, Default)]
struct Wishes {
    /// Guards that are held.
    awake: usize,
    /// Somebody called [`Connection::close`].
    close: bool,
}

impl Connection {
    /// Sends a command and waits at most `deadline` for its answer. Dropping the future gives the call up; the
    /// command may still take effect.
    ///
    /// # Errors
    /// Each variant of [`Error`].
    pub async fn call<C: Command>(&self, command: &C, deadline: Duration) -> Result<Answer<C::Reply>, Error> {
        self.call_in(None, command, deadline).await
    }

    /// [`Connection::call`] within a CDP session.
    ///
    /// # Errors
    /// Each variant of [`Error`].
    pub async fn call_in<C: Command>(
        &self,
        session: Option<&str>,
        command: &C,
        deadline: Duration,
    ) -> Result<Answer<C::Reply>, Error> {
        let reply = self.call_raw(session, C::METHOD, command, deadline).await?;
        Ok(Answer { seq: reply.seq, after: reply.after, value: reply.read(C::METHOD)? })
    }

    /// Sends any method with any parameters; the answer's body stays raw.
    ///
    /// # Errors
    /// Each variant of [`Error`].
    pub async fn call_raw<P: Serialize + ?Sized>(
        &self,
        session: Option<&str>,
        method: &str,
        params: &P,
        deadline: Duration,
    ) -> Result<Reply, Error> {
        self.send_raw(session, method, params, deadline).await?.answer().await
    }

    /// Sends a command and leaves its answer for later. Commands sent one after the other reach the browser in that
    /// order, without waiting for each other's answers.
    ///
    /// # Errors
    /// As [`Connection::call_raw`], but for what the answer says.
    pub async fn send_in<C: Command>(
        &self,
        session: Option<&str>,
        command: &C,
        deadline: Duration,
    ) -> Result<Sent, Error> {
        self.send_raw(session, C::METHOD, command, deadline).await
    }

    async fn send_raw<P: Serialize + ?Sized>(
        &self,
        session: Option<&str>,
        method: &str,
        params: &P,
        deadline: Duration,
    ) -> Result<Sent, Error> {
        if let Some(why) = self.closed() {
            return Err(Error::Closed(why));
        }
        let text = frame(session, method, params)?;
        if text.len() > self.send_bytes {
            return Err(Error::TooLong { method: method.into(), bytes: text.len(), limit: self.send_bytes });
        }
        let (answer, answered) = oneshot::channel();
        let until = Instant::now() + deadline;
        let closed = self.closed.clone();
        match tokio::time::timeout_at(until, self.requests.send(Outgoing { text, answer })).await {
            Ok(Ok(())) => Ok(Sent { method: method.into(), answered, until, deadline, closed }),
            Ok(Err(_)) => Err(Error::Closed(self.closed().unwrap_or(Why::Ours))),
            Err(_) => Err(Error::Late { method: method.into(), after: deadline }),
        }
    }

    /// Why the connection is over, if it is.
    pub fn closed(&self) -> Option<Why> {
        self.closed.borrow().clone()
    }

    /// Waits until the connection is over.
    pub async fn until_closed(&self) -> Why {
        let mut closed = self.closed.clone();
        match closed.wait_for(Option::is_some).await {
            Ok(why) => why.clone().unwrap_or(Why::Ours),
            Err(_) => Why::Ours,
        }
    }

    /// Lets life be looked for while the guard lives (see [`Heartbeat`]). Guards add up.
    pub fn awake(&self) -> Awake {
        self.wishes.send_modify(|wishes| wishes.awake += 1);
        Awake(Arc::clone(&self.wishes))
    }

    /// Ends the connection: calls that wait fail as [`Why::Ours`]. Says nothing to the browser.
    pub async fn close(&self) {
        self.wishes.send_modify(|wishes| wishes.close = true);
        self.until_closed().await;
    }
}

/// A command on its way. Dropping it gives the answer up.
#[derive(Debug)]
pub struct Sent {
    method: Box<str>,
    answered: oneshot::Receiver<Outcome>,
    until: Instant,
    deadline: Duration,
    closed: watch::Receiver<Option<Why>>,
}

impl Sent {
    /// Waits for the answer, until the deadline that the command was sent with.
    ///
    /// # Errors
    /// Closed, late, or refused.
    pub async fn answer(self) -> Result<Reply, Error> {
        let answered = tokio::time::timeout_at(self.until, self.answered).await;
        let took = Instant::now().duration_since(self.until - self.deadline);
        tracing::trace!(method = &*self.method, ?took, "answered");
        match answered {
            Ok(Ok(Ok((seq, after, body)))) => Ok(Reply::new(seq, after, body)),
            Ok(Ok(Err(failure))) => Err(failure.named(&self.method)),
            Ok(Err(_)) => Err(Error::Closed(self.closed.borrow().clone().unwrap_or(Why::Ours))),
            Err(_) => Err(Error::Late { method: self.method, after: self.deadline }),
        }
    }
}

/// Keeps life being looked for on a connection.
#[derive(Debug)]
pub struct Awake(Arc<watch::Sender<Wishes>>);

impl Drop for Awake {
    fn drop(&mut self) {
        self.0.send_modify(|wishes| wishes.awake = wishes.awake.saturating_sub(1));
    }
}

/// The events of one connection, in order.
#[derive(Debug)]
pub struct Events {
    events: mpsc::Receiver<Happening>,
    queued: Arc<AtomicUsize>,
    closed: watch::Receiver<Option<Why>>,
}

impl Events {
    /// The next event; `None` once the connection is over and all that came before was taken. Cancel-safe.
    pub async fn next(&mut self) -> Option<Happening> {
        let event = self.events.recv().await?;
        self.queued.fetch_sub(event.raw().len(), Ordering::Relaxed);
        Some(event)
    }

    /// Why there are no more.
    pub fn why(&self) -> Option<Why> {
        self.closed.borrow().clone()
    }
}

/// A message without its id: the task appends `N}`.
fn frame<P: Serialize + ?Sized>(session: Option<&str>, method: &str, params: &P) -> Result<Vec<u8>, Error> {
    let unreadable = |error: serde_json::Error| Error::Unreadable {
        method: method.into(),
        reason: format!("the parameters cannot be written as JSON: {error}").into(),
    };
    let mut text = Vec::with_capacity(256);
    text.extend_from_slice(b"{\"method\":");
    serde_json::to_writer(&mut text, method).map_err(unreadable)?;
    if let Some(session) = session {
        text.extend_from_slice(b",\"sessionId\":");
        serde_json::to_writer(&mut text, session).map_err(unreadable)?;
    }
    text.extend_from_slice(b",\"params\":");
    serde_json::to_writer(&mut text, params).map_err(unreadable)?;
    text.extend_from_slice(b",\"id\":");
    Ok(text)
}

/// What the task gives back for a call: the frame's number, the last event's before it, and the body.
type Outcome = Result<(Seq, Seq, bytes::Bytes), crate::message::Failure>;
