//! A tab as people watch it: one stream of pictures for all who watch, the newest only.
//!
//! The browser makes one picture ahead of the last that somebody took, so that pictures are made as fast as the quickest
//! watcher takes them, and none when nobody watches. Slower watchers miss pictures instead of falling behind.

use super::{Session, TabId};
use crate::driver::{Fault, Look, Shown};
use handback_protocol::ids::ContextId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The shortest time between two pictures where each must be asked for.
const PACE: Duration = Duration::from_millis(60);
/// How long pictures are not asked for after a failure: a dialog holds them back, or the page crashed.
const PAUSE: Duration = Duration::from_millis(500);
/// A picture that nobody took after this long is followed by the next all the same.
const UNTAKEN: Duration = Duration::from_secs(2);

/// How good the way to a watcher is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Full quality.
    #[default]
    Good,
    /// Smaller files.
    Fair,
    /// As small as can be read.
    Poor,
}

/// What one watcher wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Pixels across and down that it can show.
    pub within: (u32, u32),
    /// How good the way to it is.
    pub grade: Grade,
}

/// A picture, with its place in the order of pictures of this screen.
#[derive(Clone, Debug)]
pub struct Frame {
    /// From 1.
    pub number: u32,
    /// The picture.
    pub shown: Shown,
}

/// A tab that is watched. Dropping the last handle ends it.
#[derive(Debug)]
pub struct Screen {
    frames: watch::Sender<Option<Arc<Frame>>>,
    wanted: watch::Sender<HashMap<u64, Wanted>>,
    /// The number of the last picture that a watcher took.
    taken: watch::Sender<u32>,
    done: CancellationToken,
}

/// The screens of a session that somebody watches.
pub(super) type Screens = Mutex<HashMap<TabId, Weak<Screen>>>;

impl Screen {
    /// The newest picture, as it changes.
    pub fn frames(&self) -> watch::Receiver<Option<Arc<Frame>>> {
        self.frames.subscribe()
    }

    /// Says what a watcher wants. `None`: no pictures for now.
    pub fn want(&self, watcher: u64, wanted: Option<Wanted>) {
        self.wanted.send_if_modified(|all| match wanted {
            Some(wanted) => all.insert(watcher, wanted) != Some(wanted),
            None => all.remove(&watcher).is_some(),
        });
    }

    /// Says that a watcher took a picture.
    pub fn taken(&self, number: u32) {
        self.taken.send_if_modified(|last| {
            let newer = number > *last;
            *last = number.max(*last);
            newer
        });
    }

    /// Waits until a picture was taken, but not for ever.
    async fn until_taken(&self, number: u32) {
        let mut taken = self.taken.subscribe();
        // Late, or nobody is left: the next one comes all the same.
        let _ = tokio::time::timeout(UNTAKEN, taken.wait_for(|last| *last >= number)).await;
    }

    fn look(&self) -> Option<Look> {
        let wanted = self.wanted.borrow();
        // The best way decides: a slower watcher misses pictures, it does not make them worse for others.
        let grade = wanted.values().map(|wanted| wanted.grade).min()?;
        let across = wanted.values().map(|wanted| wanted.within.0).max()?;
        let down = wanted.values().map(|wanted| wanted.within.1).max()?;
        let (quality, part) = match grade {
            Grade::Good => (80, 1.0),
            Grade::Fair => (60, 0.8),
            Grade::Poor => (40, 0.6),
        };
        let scaled = |pixels: u32| ((f64::from(pixels) * part) as u32).clamp(160, 4_096);
        Some(Look { quality, within: (scaled(across), scaled(down)) })
    }

    /// Hands a picture on; its number.
    fn show(&self, shown: Shown) -> u32 {
        let mut number = 0;
        self.frames.send_modify(|frame| {
            number = frame.as_ref().map_or(0, |frame| frame.number) + 1;
            *frame = Some(Arc::new(Frame { number, shown }));
        });
        number
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.done.cancel();
    }
}

impl Session {
    /// The screen of a tab.
    pub fn screen(&self, tab: TabId) -> Option<Arc<Screen>> {
        let context = self.know(|state| state.tab(tab).map(|tab| tab.context.clone()))?;
        let mut screens = self.screens();
        if let Some(screen) = screens.get(&tab).and_then(Weak::upgrade) {
            return Some(screen);
        }
        screens.retain(|_, screen| screen.strong_count() > 0);
        let screen = Arc::new(Screen {
            frames: watch::Sender::default(),
            wanted: watch::Sender::default(),
            taken: watch::Sender::new(0),
            done: CancellationToken::new(),
        });
        screens.insert(tab, Arc::downgrade(&screen));
        let (session, seen, done) = (self.clone(), Arc::downgrade(&screen), screen.done.clone());
        self.inner.tasks.spawn("screen", async move {
            tokio::select! {
                () = run(&session, &context, &seen) => {}
                () = done.cancelled() => {}
                _ = session.until_over() => return,
            }
            // A tab that is gone shows nothing any more either.
            let _ = session.driver().stop_cast(&context).await;
        });
        Some(screen)
    }

    fn screens(&self) -> MutexGuard<'_, HashMap<TabId, Weak<Screen>>> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.inner.screens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows a tab until it is gone.
async fn run(session: &Session, tab: &ContextId, screen: &Weak<Screen>) {
    let Some(mut wanted) = screen.upgrade().map(|screen| screen.wanted.subscribe()) else { return };
    loop {
        wanted.mark_unchanged();
        let Some(look) = screen.upgrade().map(|screen| screen.look()) else { return };
        let Some(look) = look else {
            // Nobody wants pictures now.
            if wanted.changed().await.is_err() {
                return;
            }
            continue;
        };
        let shown = async {
            match session.driver().start_cast(tab, look).await {
                Ok(Some(pictures)) => cast(session, tab, screen, pictures).await,
                Ok(None) => ask_for_each(session, tab, screen, look).await,
                Err(fault) => fault,
            }
        };
        tokio::select! {
            _ = wanted.changed() => {
                // It may already be another tab's or nobody's.
                let _ = session.driver().stop_cast(tab).await;
            }
            fault = shown => match fault {
                Fault::Gone => return,
                // The wires are made again, or the session is over soon.
                _ => tokio::time::sleep(PAUSE).await,
            },
        }
    }
}

/// Hands pictures on as the browser sends them.
async fn cast(
    session: &Session,
    tab: &ContextId,
    screen: &Weak<Screen>,
    mut pictures: watch::Receiver<Option<Shown>>,
) -> Fault {
    loop {
        if pictures.changed().await.is_err() {
            return Fault::Gone;
        }
        let Some(shown) = pictures.borrow_and_update().clone() else { continue };
        let Some(screen) = screen.upgrade() else { return Fault::Gone };
        let number = screen.show(shown.clone());
        screen.until_taken(number - 1).await;
        if let Err(fault) = session.driver().cast_seen(tab, &shown).await {
            return fault;
        }
    }
}

/// Asks for each picture; one that is like the last is not handed on.
async fn ask_for_each(session: &Session, tab: &ContextId, screen: &Weak<Screen>, look: Look) -> Fault {
    let mut last: Option<Shown> = None;
    loop {
        let next = tokio::time::Instant::now() + PACE;
        let shown = match session.driver().snapshot(tab, look).await {
            Ok(shown) => shown,
            Err(Fault::Gone) if session.know(|state| state.tab_of(tab).is_none()) => return Fault::Gone,
            // Its document is changing, or a dialog holds it: the picture before stays.
            Err(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Some(screen) = screen.upgrade() else { return Fault::Gone };
        if last.as_ref() != Some(&shown) {
            let number = screen.show(shown.clone());
            last = Some(shown);
            screen.until_taken(number).await;
        }
        drop(screen);
        tokio::time::sleep_until(next).await;
    }
}
