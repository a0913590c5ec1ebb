//! What a page is sent: the state when it changes, pictures as fast as it draws them, short notices.

use super::titles::Titles;
use super::{Viewer, state};
use crate::session::control::{How, Phase};
use crate::session::{Frame, Grade, Screen, Session, State, TabId, Wanted};
use crate::web::admin::socket;
use bytes::{BufMut, Bytes, BytesMut};
use futures::SinkExt;
use futures::stream::SplitSink;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// The shortest time between two states: what changes in between is told together.
const PACE: Duration = Duration::from_millis(30);
/// How long the socket may take to take one message in.
const SLOW: Duration = Duration::from_secs(10);
/// How often a page that hears nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(15);
/// Pictures that may be on their way undrawn.
const UNDRAWN: usize = 2;
/// Ways that are slower than this get smaller pictures.
const FAIR: Duration = Duration::from_millis(180);
/// And slower than this the smallest.
const POOR: Duration = Duration::from_millis(450);
/// How long a way is looked at before its grade changes.
const GRADE: Duration = Duration::from_secs(3);

type Out = SplitSink<super::Socket, Message>;

/// A tab that is shown.
struct Shown {
    session: Session,
    tab: TabId,
    screen: Arc<Screen>,
    frames: watch::Receiver<Option<Arc<Frame>>>,
}

struct Writer<'a> {
    viewer: &'a Viewer,
    out: Out,
    shown: Option<Shown>,
    titles: Titles,
    told: Value,
    /// Pictures that are on their way, and since when.
    undrawn: VecDeque<(u32, Instant)>,
    /// How long pictures take to be drawn, smoothed.
    delay: Duration,
    grade: (Grade, Instant),
    last_number: u32,
    held: bool,
}

/// Why it ends.
struct Gone;

/// Sends until the page is gone or the server stops.
pub(super) async fn run(viewer: &Viewer, out: Out, notices: mpsc::Receiver<Value>) {
    let mut writer = Writer {
        viewer,
        out,
        shown: None,
        titles: Titles::default(),
        told: Value::Null,
        undrawn: VecDeque::new(),
        delay: Duration::ZERO,
        grade: (Grade::Good, Instant::now()),
        last_number: 0,
        held: false,
    };
    // Only a page that is gone or too slow ends it.
    let _ = writer.work(notices).await;
    if let Some(shown) = &writer.shown {
        shown.screen.want(viewer.watching.number(), None);
    }
}

impl Writer<'_> {
    async fn work(&mut self, mut notices: mpsc::Receiver<Value>) -> Result<(), Gone> {
        let workspace = Arc::clone(self.viewer.workspace());
        let (mut views, mut activity) = (workspace.controls(), workspace.activity());
        let (mut audience, mut sessions) = (workspace.audience(), workspace.sessions());
        let (mut choice, mut canvas) = (self.viewer.choice.subscribe(), self.viewer.canvas.subscribe());
        let mut seen = self.viewer.seen.subscribe();
        let stopping = self.viewer.desk.tasks.stopping().clone();
        let mut next_state = Instant::now();
        let mut dirty = true;
        let mut quiet = Instant::now();
        let mut state: Option<(Session, watch::Receiver<State>)> = None;
        loop {
            let session = workspace.session();
            self.show(session.as_ref());
            self.follow_popups(session.as_ref()).await;
            if dirty && Instant::now() >= next_state {
                self.tell_state(session.as_ref()).await?;
                (dirty, next_state, quiet) = (false, Instant::now() + PACE, Instant::now());
            }
            // Kept over the turns: what changes while something is sent must not be missed.
            let same = matches!((&state, &session), (Some((of, _)), Some(now)) if of.is(now));
            if !same {
                state = session.as_ref().map(|session| (session.clone(), session.state()));
                dirty = true;
            }
            let state_changed = async {
                match &mut state {
                    Some((_, state)) => state.changed().await.is_ok(),
                    None => std::future::pending().await,
                }
            };
            let may_send = self.undrawn.len() < UNDRAWN && !canvas.borrow().paused;
            let mut frames = self.shown.as_ref().map(|shown| shown.frames.clone());
            let frame_came = async {
                match &mut frames {
                    Some(frames) => frames.changed().await.is_ok(),
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = stopping.cancelled() => {
                    let _ = self.send(Message::Close(Some(socket::stopping()))).await;
                    return Ok(());
                }
                _ = views.changed() => dirty = true,
                _ = seen.changed() => self.drawn(*seen.borrow_and_update()),
                Some(notice) = notices.recv() => self.send(Message::text(notice.to_string())).await?,
                came = frame_came, if may_send => {
                    if came { self.send_frame().await? } else { self.shown = None }
                    quiet = Instant::now();
                }
                _ = state_changed => dirty = true,
                _ = activity.changed() => dirty = true,
                _ = audience.changed() => dirty = true,
                _ = sessions.changed() => dirty = true,
                _ = choice.changed() => dirty = true,
                _ = canvas.changed() => self.want(),
                () = self.titles.learn() => dirty = true,
                () = sleep_until(next_state), if dirty => {}
                () = sleep_until(quiet + PING) => {
                    self.send(Message::Ping(Bytes::new())).await?;
                    quiet = Instant::now();
                }
            }
        }
    }

    /// Turns to the tab that the page wants to see.
    fn show(&mut self, session: Option<&Session>) {
        let wanted = session.and_then(|session| Some((session, self.viewer.tab(session)?)));
        let same = match (&self.shown, wanted) {
            (Some(shown), Some((session, tab))) => shown.tab == tab && shown.session.is(session),
            (None, None) => true,
            _ => false,
        };
        if same {
            return;
        }
        if let Some(before) = self.shown.take() {
            before.screen.want(self.viewer.watching.number(), None);
        }
        let Some((session, tab)) = wanted else { return };
        let Some(screen) = session.screen(tab) else { return };
        let mut frames = screen.frames();
        // What others saw last is worth seeing at once.
        frames.mark_changed();
        self.shown = Some(Shown { session: session.clone(), tab, screen, frames });
        self.want();
    }

    fn want(&self) {
        let Some(shown) = &self.shown else { return };
        let canvas = *self.viewer.canvas.borrow();
        let wanted = Wanted { within: canvas.within, grade: self.grade.0 };
        shown.screen.want(self.viewer.watching.number(), (!canvas.paused).then_some(wanted));
    }

    async fn send_frame(&mut self) -> Result<(), Gone> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        let Some(frame) = shown.frames.borrow_and_update().clone() else { return Ok(()) };
        shown.screen.taken(frame.number);
        self.last_number = self.last_number.wrapping_add(1);
        let mut message = BytesMut::with_capacity(16 + frame.shown.jpeg.len());
        message.put_u32_le(self.last_number);
        message.put_u16_le(0);
        message.put_u16_le(0);
        message.put_f32_le(frame.shown.width as f32);
        message.put_f32_le(frame.shown.height as f32);
        message.put(frame.shown.jpeg.clone());
        self.undrawn.push_back((self.last_number, Instant::now()));
        self.send(Message::Binary(message.freeze())).await
    }

    /// The page drew a picture: the way it took says how good the way is.
    fn drawn(&mut self, number: u32) {
        while let Some((sent, since)) = self.undrawn.front().copied().filter(|(sent, _)| *sent <= number) {
            self.undrawn.pop_front();
            if sent == number {
                self.delay = (self.delay * 3 + since.elapsed()) / 4;
            }
        }
        let grade = match self.delay {
            delay if delay > POOR => Grade::Poor,
            delay if delay > FAIR => Grade::Fair,
            _ => Grade::Good,
        };
        if grade != self.grade.0 && self.grade.1.elapsed() > GRADE {
            self.grade = (grade, Instant::now());
            self.want();
        }
    }

    async fn tell_state(&mut self, session: Option<&Session>) -> Result<(), Gone> {
        if let Some(session) = session {
            self.titles.ask(session);
        }
        let state = state::state(self.viewer, session, &self.titles);
        self.tell_end_of_hold(&state).await?;
        if state != self.told {
            self.told = state.clone();
            self.send(Message::text(state::message(state))).await?;
        }
        Ok(())
    }

    /// A person whose hold ended is told how.
    async fn tell_end_of_hold(&mut self, state: &Value) -> Result<(), Gone> {
        let holds = state["you"] == "holding";
        let ended = self.held && !holds;
        self.held = holds;
        if !ended {
            return Ok(());
        }
        let view = self.viewer.workspace().control();
        let told = match view.control.phase() {
            Phase::Held { by, .. } => json!({"type": "handed_back", "how": "taken_over", "by": by.name}),
            _ => {
                let how = view.returned.as_ref().map_or(How::HandedBack, |returned| returned.hand_back.how);
                json!({"type": "handed_back", "how": how, "by": null})
            }
        };
        self.send(Message::text(told.to_string())).await
    }

    /// A tab that the page opened under the hand of the person in control comes to the front, as in any browser.
    async fn follow_popups(&mut self, session: Option<&Session>) {
        let (Some(session), Some(shown)) = (session, &self.shown) else { return };
        if !self.viewer.holds() || self.viewer.choice.borrow().is_some() {
            return;
        }
        let popup = session.know(|state| {
            let newest = state.tabs.last().filter(|tab| tab.opener == Some(shown.tab))?;
            let known = self.told["tabs"].as_array().into_iter().flatten();
            let is_new = known.map(|known| &known["id"]).all(|id| *id != newest.id.to_string());
            (is_new && state.current == Some(shown.tab)).then_some(newest.id)
        });
        if let Some(popup) = popup {
            // One that closed at once is nothing to show.
            let _ = session.switch_to(popup).await;
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match tokio::time::timeout(SLOW, self.out.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Gone),
            Err(_) => {
                let slow = CloseFrame { code: CloseCode::Again, reason: "the page is too slow".into() };
                let _ =
                    tokio::time::timeout(Duration::from_secs(1), self.out.send(Message::Close(Some(slow))))
                        .await;
                Err(Gone)
            }
        }
    }
}
