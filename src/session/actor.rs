//! The session's one task: folds events, does or hands out what follows from them, and keeps the session's clocks.

use super::{Over, Session};
use crate::driver::{Browser, Chore, Fault, Taken};
use crate::source::{Lifeline, Pulse, Wires};
use handback_protocol::connection::{Awake, Events};
use handback_protocol::message::Happening;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How long lost wires are tried to be made again.
const REWIRE: Duration = Duration::from_secs(12);
/// How long whoever lost a browser waits for it to be ended for sure. One that cannot be reached is ended behind their back.
const PARTING: Duration = Duration::from_secs(3);
/// Chores that may run at once before the next ones wait for the actor.
const CHORES: usize = 256;

struct Actor {
    session: Session,
    driver: Browser,
    wires: Streams,
    idle: Duration,
    beat_at: Option<Instant>,
    /// Lets signs of life be looked for as long as the session lives.
    _awake: Vec<Awake>,
    chores: std::sync::Arc<tokio::sync::Semaphore>,
}

struct Streams {
    bidi: Events,
    cdp: Option<Events>,
}

/// Everything that can happen to a session.
enum Step {
    Bidi(Option<Happening>),
    Cdp(Option<Happening>),
    /// The idle clock, which may have been set forward since.
    Idle,
    Beat,
    End,
}

/// Runs the session until it is over.
pub(super) async fn run(session: Session, wires: Wires, idle: Duration) {
    let driver = session.driver();
    let awake = driver.awake();
    let beat_at = session.inner.lifeline.beat().map(|every| Instant::now() + every);
    let wires = Streams { bidi: wires.bidi.events, cdp: wires.cdp.map(|wire| wire.events) };
    let chores = std::sync::Arc::new(tokio::sync::Semaphore::new(CHORES));
    let mut actor = Actor { session, driver, wires, idle, beat_at, _awake: awake, chores };
    // The tabs that were there before the events.
    let tabs: Vec<_> = actor.session.know(|state| state.tabs.iter().map(|tab| tab.context.clone()).collect());
    for tab in tabs {
        actor.hand_out(Chore::attach(tab));
    }
    let over = loop {
        let step = actor.next().await;
        if let Err(over) = actor.apply(step).await {
            break over;
        }
    };
    actor.finish(over).await;
}

impl Actor {
    /// Picks. Cancel-safe.
    async fn next(&mut self) -> Step {
        let idle_at = *self.session.inner.used.borrow() + self.idle;
        let beat_at = self.beat_at;
        let ending = &self.session.inner.ending;
        let Streams { bidi, cdp } = &mut self.wires;
        let cdp_next = async {
            match cdp {
                Some(events) => events.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = ending.cancelled() => Step::End,
            event = bidi.next() => Step::Bidi(event),
            event = cdp_next => Step::Cdp(event),
            () = sleep_until(idle_at) => Step::Idle,
            () = sleep_until(beat_at.unwrap_or(idle_at)), if beat_at.is_some() => Step::Beat,
        }
    }

    /// Applies. Waits only when the wires are lost: there is nothing to fold then.
    async fn apply(&mut self, step: Step) -> Result<(), Over> {
        match step {
            Step::Bidi(Some(event)) => {
                self.session.capture_event(&event);
                let taken = self.driver.take_bidi(&event);
                self.fold(event.seq, taken);
                Ok(())
            }
            Step::Cdp(Some(event)) => {
                let taken = self.driver.take_cdp(&event);
                // CDP's frames are numbered apart: they do not move the number that BiDi's answers compare with.
                self.fold(handback_protocol::ids::Seq(0), taken);
                Ok(())
            }
            Step::Bidi(None) | Step::Cdp(None) => self.rewire().await,
            Step::Idle => {
                let is_used = self.session.inner.users.load(Ordering::Relaxed) > 0;
                if is_used || self.session.following().is_some() {
                    // A call runs, or a person has it: it is in use however quiet they are.
                    self.session.touch();
                    Ok(())
                } else if *self.session.inner.used.borrow() + self.idle <= Instant::now() {
                    Err(Over::Idle)
                } else {
                    Ok(())
                }
            }
            Step::Beat => {
                self.beat();
                Ok(())
            }
            Step::End => Err(Over::Ended),
        }
    }

    fn fold(&mut self, seq: handback_protocol::ids::Seq, taken: Taken) {
        if let Some(event) = &taken.event {
            self.session.fold(seq, event);
        } else {
            self.session.inner.state.send_if_modified(|state| {
                let newer = seq > state.folded;
                state.folded = state.folded.max(seq);
                newer
            });
        }
        if let Some(chore) = taken.chore {
            self.hand_out(chore);
        }
    }

    /// Lets a chore be done beside the folding: a slow answer must not hold events up.
    fn hand_out(&self, chore: Chore) {
        let driver = self.driver.clone();
        let chores = std::sync::Arc::clone(&self.chores);
        self.session.inner.tasks.spawn("session chore", async move {
            // The semaphore is never closed.
            let Ok(_permit) = chores.acquire_owned().await else { return };
            match driver.do_chore(chore).await {
                Ok(()) | Err(Fault::Gone | Fault::Wire(_)) => {}
                Err(fault) => tracing::warn!(%fault, "a chore of a session failed"),
            }
        });
    }

    /// Keeps the browser from being reaped while it is in use, beside the wires' own signs of life.
    fn beat(&mut self) {
        let Some(every) = self.session.inner.lifeline.beat() else { return };
        self.beat_at = Some(Instant::now() + every);
        let session = self.session.clone();
        self.session.inner.tasks.spawn("session heartbeat", async move {
            if session.inner.lifeline.pulse().await == Pulse::Gone {
                // The wires may not know: a hub keeps them open.
                session.driver().hang_up().await;
            }
        });
    }

    /// Makes lost wires again, if the browser still lives.
    async fn rewire(&mut self) -> Result<(), Over> {
        tracing::info!(why = ?self.driver.closed(), "a session lost its wires");
        if let Some(following) = &*self.session.following() {
            following.into.lose();
        }
        self.driver.hang_up().await;
        let inner = &self.session.inner;
        let found = tokio::select! {
            biased;
            () = inner.ending.cancelled() => return Err(Over::Ended),
            found = tokio::time::timeout(REWIRE, new_wires(&inner.lifeline)) => found,
        };
        match found {
            Ok(Some(wires)) => self.resume(wires).await,
            Ok(None) | Err(_) => Err(Over::Gone),
        }
    }

    /// Goes on over new wires: asks for events again and starts from a fresh tree.
    async fn resume(&mut self, wires: Wires) -> Result<(), Over> {
        let cdp = wires.cdp.as_ref().map(|wire| wire.connection.clone());
        let inner = &self.session.inner;
        let driver = Browser::new(inner.browser, wires.bidi.connection.clone(), cdp, inner.policy.clone());
        if let Err(fault) = self.session.learn(&driver).await {
            tracing::info!(%fault, "a session could not go on over new wires");
            return Err(Over::Gone);
        }
        self._awake = driver.awake();
        self.wires = Streams { bidi: wires.bidi.events, cdp: wires.cdp.map(|wire| wire.events) };
        inner.wires.send_replace(driver.clone());
        self.driver = driver;
        let tabs: Vec<_> =
            self.session.know(|state| state.tabs.iter().map(|tab| tab.context.clone()).collect());
        for tab in tabs {
            self.hand_out(Chore::attach(tab));
        }
        Ok(())
    }

    async fn finish(self, over: Over) {
        let inner = &self.session.inner;
        let patience = if over == Over::Gone { PARTING } else { Duration::MAX };
        let mut end = std::pin::pin!(inner.lifeline.end(self.driver.bidi()));
        if tokio::time::timeout(patience, &mut end).await.is_err() {
            inner.over.send_replace(Some(over));
            end.await;
        }
        self.driver.hang_up().await;
        inner.over.send_replace(Some(over));
        tracing::info!(?over, "a session is over");
    }
}

/// Tries again and again. `None` if the browser is gone.
async fn new_wires(lifeline: &Lifeline) -> Option<Wires> {
    let mut pause = Duration::from_millis(50);
    loop {
        if lifeline.pulse().await == Pulse::Gone {
            return None;
        }
        if let Some(wires) = lifeline.rewire().await {
            return Some(wires);
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}
