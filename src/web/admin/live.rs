//! The live view of one workspace: pictures out, a person's hand and wishes in, the state of control always with it.
//!
//! Two halves run side by side on one socket. The one that reads never waits for the browser, so that a page which is
//! slow to navigate holds no key back; the one that writes has pictures by `watch`, so that a slow socket misses
//! pictures instead of getting old ones.

pub(super) mod choose;
mod message;
mod obey;
mod reader;
mod state;
mod titles;
mod writer;

use super::Shared;
use super::socket::{self, Socket};
use crate::session::control::Person;
use crate::session::{Motions, Page, Session, TabId};
use crate::web::answer::Answer;
use crate::workspace::{Name, Watching, Workspace};
use futures::{FutureExt, StreamExt};
use http::Request;
use hyper::body::Incoming;
use message::{Asked, Hello};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio_tungstenite::tungstenite::Message;

/// How long a page may take to say who it is.
const HELLO: Duration = Duration::from_secs(15);
/// Short notices that may wait for a slow socket before newer ones are left out.
const NOTICES: usize = 32;

/// One page that watches.
struct Viewer {
    desk: Shared,
    watching: Watching,
    /// The tab that it chose; none follows the current one.
    choice: watch::Sender<Option<TabId>>,
    /// What it can show.
    canvas: watch::Sender<Canvas>,
    /// The last picture that it drew.
    seen: watch::Sender<u32>,
    notices: mpsc::Sender<Value>,
    hand: Mutex<Option<(Session, Motions)>>,
}

/// What a page can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Canvas {
    /// Pixels across and down.
    within: (u32, u32),
    /// Whether it wants no pictures now.
    paused: bool,
}

/// Opens the live view.
pub(super) fn open(desk: &Shared, request: Request<Incoming>, name: &Name) -> Answer {
    let (desk, tasks) = (Shared::clone(desk), desk.tasks.clone());
    let workspace = desk.workspaces.get(name);
    socket::take(request, &tasks, move |socket| serve(desk, workspace, socket).boxed())
}

async fn serve(desk: Shared, workspace: Arc<Workspace>, mut socket: Socket) {
    let Ok(Some(person)) = tokio::time::timeout(HELLO, hello(&mut socket)).await else { return };
    // Bounded: a page that takes nothing in misses notices.
    let (notices, told) = mpsc::channel(NOTICES);
    let viewer = Viewer {
        desk,
        watching: workspace.watch(person),
        choice: watch::Sender::new(None),
        canvas: watch::Sender::new(Canvas { within: (1_280, 800), paused: false }),
        seen: watch::Sender::new(0),
        notices,
        hand: Mutex::default(),
    };
    let (out, incoming) = socket.split();
    tokio::select! {
        () = reader::run(&viewer, incoming) => {}
        () = writer::run(&viewer, out, told) => {}
    }
    choose::forget(&viewer.watching);
}

async fn hello(socket: &mut Socket) -> Option<Person> {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            let Asked::Hello(Hello { person }) = serde_json::from_str(&text).ok()? else { return None };
            return person.checked();
        }
    }
    None
}

impl Viewer {
    fn workspace(&self) -> &Arc<Workspace> {
        self.watching.workspace()
    }

    fn key(&self) -> &str {
        &self.watching.person().key
    }

    fn holds(&self) -> bool {
        self.workspace().control().control.is_held_by(self.key())
    }

    /// The tab that it shows, where it is there.
    fn tab(&self, session: &Session) -> Option<TabId> {
        let chosen = *self.choice.borrow();
        session.know(|state| chosen.filter(|id| state.tab(*id).is_some()).or(state.current))
    }

    /// The page that it shows.
    fn page(&self) -> Option<Page> {
        let session = self.workspace().session()?;
        Page::of_tab(&session, self.tab(&session)?)
    }

    /// The way in for the person's hand.
    fn motions(&self, session: &Session) -> Motions {
        let mut hand = self.hand.lock().unwrap_or_else(PoisonError::into_inner);
        match &*hand {
            Some((of, motions)) if of.is(session) => motions.clone(),
            _ => {
                let motions = session.hand();
                *hand = Some((session.clone(), motions.clone()));
                motions
            }
        }
    }

    /// Says why something was not done. Left out if the page takes nothing in.
    fn refuse(&self, what: &str, says: &str) {
        let _ = self.notices.try_send(json!({"type": "refused", "what": what, "says": says}));
    }
}
