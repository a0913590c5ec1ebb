//! One live browser: an actor folds what happens in it, and a handle lets an action do something in it.
//!
//! The actor owns the wires' events and the clocks of the session: signs of life, idleness, lost wires that are made
//! again. It folds and never waits for a page. An action acts through a [`Page`] in its own task and reads the folded
//! [`State`]; it knows nothing of queues, workspaces and who may act.

mod actor;
mod assert;
mod brought;
mod capture;
mod captured;
mod choose;
pub mod control;
mod dialogs;
mod downloads;
mod drag;
mod extract;
mod fault;
mod files;
mod find;
mod follow;
mod frame;
mod go;
mod hand;
mod in_use;
mod labels;
mod look;
mod near;
mod obstacle;
mod own_list;
mod page;
mod pick_value;
mod picture;
mod press;
mod print;
mod resized;
mod rest;
mod screen;
mod script;
mod scroll;
mod state;
mod tabs;
mod type_text;
mod upload;
mod view;
mod visited;
mod wait;
mod walk;

pub use capture::{CaptureNews, Exchange, Line};
pub use captured::OFF as CAPTURE_OFF;
pub use choose::Chosen;
pub use control::Control;
pub use drag::{Dragged, LetGo};
pub use files::GivenFile;
pub use find::{Selector, Target};
pub use follow::{Followed, Titled};
pub use frame::WhichFrame;
pub use hand::{Motion, Motions};
pub use in_use::InUse;
pub use look::{Asked, Form, Looked};
pub use page::{Page, dialog_json};
pub use picture::Taken;
pub use press::{Gesture, Pressed};
pub use rest::{Effect, Rest};
pub use screen::{Frame, Grade, Screen, Wanted};
pub use state::{Chooser, Download, DownloadState, Mark, News, State, Tab, TabId};
pub use type_text::Typed;
pub use upload::Uploaded;
pub use visited::{Page as VisitedPage, Visited};
pub use wait::Condition;

use crate::config::BrowserName;
use crate::driver::{Browser, Fault};
use crate::policy::Policy;
use crate::problem::Problem;
use crate::shutdown::Tasks;
use crate::source::{Lifeline, Opened, Wish};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use view::View;

/// Why a session is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Somebody ended it.
    Ended,
    /// It was idle for too long.
    Idle,
    /// The browser, its driver or its node went away.
    Gone,
}

impl Over {
    /// The reason, as the end of a sentence.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Ended => "it was ended",
            Self::Idle => "it was idle for too long (setting session.idle)",
            Self::Gone => "it went away: it crashed, or its driver or node did",
        }
    }
}

/// A live browser. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Session {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    browser: BrowserName,
    version: String,
    wish: Wish,
    policy: Arc<Policy>,
    lifeline: Lifeline,
    /// The wires as they are now: made again when they were lost.
    wires: watch::Sender<Browser>,
    state: watch::Sender<State>,
    over: watch::Sender<Option<Over>>,
    ending: CancellationToken,
    used: watch::Sender<Instant>,
    /// How many guards say that it is used.
    users: AtomicUsize,
    /// The viewport of its tabs, in CSS pixels.
    size: watch::Sender<(u32, u32)>,
    view: Mutex<View>,
    following: Mutex<Option<follow::Following>>,
    screens: screen::Screens,
    /// What pages said and asked for, if that is kept.
    capture: Mutex<Option<capture::Capture>>,
    tasks: Tasks,
}

impl Session {
    /// Takes a browser over: asks for its events, learns its tabs, and starts its actor.
    ///
    /// # Errors
    /// The browser went away, or refuses what every session needs. It is ended then.
    pub async fn start(
        opened: Opened,
        policy: Arc<Policy>,
        tasks: Tasks,
        idle: Duration,
    ) -> Result<Self, Problem> {
        let Opened { browser, version, wish, wires, lifeline } = opened;
        let cdp = wires.cdp.as_ref().map(|wire| wire.connection.clone());
        let driver = Browser::new(browser, wires.bidi.connection.clone(), cdp, Arc::clone(&policy));
        let size = watch::Sender::new(wish.size);
        let capture = wish.capture.then(capture::Capture::default);
        let inner = Inner {
            browser,
            version,
            wish,
            size,
            policy,
            lifeline,
            wires: watch::Sender::new(driver.clone()),
            state: watch::Sender::new(State::default()),
            over: watch::Sender::new(None),
            ending: CancellationToken::new(),
            used: watch::Sender::new(Instant::now()),
            users: AtomicUsize::new(0),
            view: Mutex::default(),
            following: Mutex::default(),
            screens: Mutex::default(),
            capture: Mutex::new(capture),
            tasks: tasks.clone(),
        };
        let session = Self { inner: Arc::new(inner) };
        if let Err(fault) = session.learn(&driver).await {
            session.inner.lifeline.end(driver.bidi()).await;
            return Err(fault::problem(fault, "The browser started and went away at once; try again."));
        }
        tasks.spawn("session", actor::run(session.clone(), wires, idle));
        Ok(session)
    }

    /// Asks for events and learns which tabs there are.
    async fn learn(&self, driver: &Browser) -> Result<(), Fault> {
        driver.subscribe().await?;
        if self.inner.lifeline.holds_requests() {
            driver.hold_requests().await?;
        }
        if self.is_capturing() {
            driver.tell_all().await?;
        }
        let tree = driver.tree().await?;
        self.inner.state.send_modify(|state| state.reseed(&tree));
        let (width, height) = self.size();
        let tabs: Vec<_> = self.inner.state.borrow().tabs.iter().map(|tab| tab.context.clone()).collect();
        for tab in tabs {
            driver.set_viewport(&tab, width, height).await?;
        }
        Ok(())
    }

    /// Whether both are the same session.
    pub fn is(&self, other: &Session) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Which browser it is.
    pub fn browser(&self) -> BrowserName {
        self.inner.browser
    }

    /// Its version.
    pub fn version(&self) -> &str {
        &self.inner.version
    }

    /// What it was started with, and its viewport as it is now.
    pub fn wish(&self) -> Wish {
        Wish { size: self.size(), ..self.inner.wish.clone() }
    }

    /// The viewport of its tabs, in CSS pixels.
    pub fn size(&self) -> (u32, u32) {
        *self.inner.size.borrow()
    }

    /// Its wires, as they are now.
    pub fn driver(&self) -> Browser {
        self.inner.wires.borrow().clone()
    }

    /// What is known of it, as it changes.
    pub fn state(&self) -> watch::Receiver<State> {
        self.inner.state.subscribe()
    }

    /// Reads what is known of it now.
    pub fn know<T>(&self, read: impl FnOnce(&State) -> T) -> T {
        read(&self.inner.state.borrow())
    }

    /// Makes a tab the one that actions act on. `false` if it is not there.
    pub fn choose(&self, tab: TabId) -> bool {
        let mut there = false;
        self.inner.state.send_if_modified(|state| {
            there = state.choose(tab);
            there
        });
        there
    }

    /// Why it is over, if it is.
    pub fn over(&self) -> Option<Over> {
        *self.inner.over.borrow()
    }

    /// Waits until it is over.
    pub async fn until_over(&self) -> Over {
        let mut over = self.inner.over.subscribe();
        match over.wait_for(Option::is_some).await {
            Ok(over) => (*over).unwrap_or(Over::Gone),
            Err(_) => Over::Gone,
        }
    }

    /// Waits until it can be talked to: wires that were lost are being made again. `false` if it is over instead.
    pub async fn until_wired(&self) -> bool {
        let mut wires = self.inner.wires.subscribe();
        let wired = wires.wait_for(|driver| driver.closed().is_none());
        tokio::select! {
            biased;
            _ = self.until_over() => false,
            wired = wired => wired.is_ok(),
        }
    }

    /// Ends it, and waits until its browser is gone.
    pub async fn end(&self) {
        self.inner.ending.cancel();
        self.until_over().await;
    }

    /// Lets go of every key and button that is held down in any tab.
    pub fn let_go(&self) {
        let (session, driver) = (self.clone(), self.driver());
        let tabs: Vec<_> = self.know(|state| state.tabs.iter().map(|tab| tab.context.clone()).collect());
        self.inner.tasks.spawn("let go", async move {
            for tab in tabs {
                match driver.let_go(&tab).await {
                    Ok(()) | Err(Fault::Gone) => {}
                    Err(fault) if session.over().is_none() => {
                        tracing::debug!(%fault, "keys could not be let go")
                    }
                    Err(_) => return,
                }
            }
        });
    }

    /// The page that actions act on now.
    ///
    /// # Errors
    /// No tab is open.
    pub fn page(&self) -> Result<Page, Problem> {
        Page::current_of(self)
    }

    fn view(&self) -> MutexGuard<'_, View> {
        // Held for single reads and writes only; a panic in one leaves it whole.
        self.inner.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
