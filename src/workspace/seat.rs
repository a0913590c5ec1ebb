//! The seat at a workspace's browser: who holds it, told to all who want to know.
//!
//! It owns the state machine of [`Control`], carries its effects out, and wakes whoever waits on it: a waiter is one
//! future on a `watch`, so ten thousand of them are ten thousand small futures and nothing polls. Every change to the
//! browser passes [`Seat::begin`] or [`Seat::become_change`]; whether a person may have it and whether a change runs is
//! decided under one lock.

use crate::problem::{Code, Problem};
use crate::session::control::{Control, Effect, HandBack, How, Moment, Person, Phase, Wanted};
use crate::session::{Followed, Session};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, watch};
use tokio_util::sync::CancellationToken;

/// A hand-back with what can be told of the pages.
#[derive(Debug)]
pub struct Returned {
    /// Who, when, how.
    pub hand_back: HandBack,
    /// Every page that was reached; none if they could not be followed.
    pub followed: Option<Followed>,
    /// The page as it was read for those who waited, in each form: they are told the same, read once.
    pub pages: [OnceCell<Map<String, Value>>; 2],
}

/// What all may know of a seat.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Where control stands.
    pub control: Control,
    /// The last hand-back.
    pub returned: Option<Arc<Returned>>,
}

impl View {
    /// The hand-back that no agent was told of.
    pub fn untold(&self) -> Option<&Arc<Returned>> {
        self.control.untold()?;
        self.returned.as_ref()
    }

    /// The number of the last hand-back; 0 before the first.
    pub fn last(&self) -> u64 {
        self.returned.as_ref().map_or(0, |returned| returned.hand_back.number)
    }
}

/// A seat.
#[derive(Debug)]
pub(super) struct Seat {
    view: watch::Sender<View>,
    /// Locked after the view where both are.
    turn: Mutex<Option<CurrentTurn>>,
    /// The pages of the hold that is on.
    followed: Mutex<Option<Followed>>,
    /// Told of every change.
    pulse: watch::Sender<()>,
}

#[derive(Debug)]
struct CurrentTurn {
    changes: bool,
    stop: CancellationToken,
}

impl Seat {
    pub(super) fn new(pulse: watch::Sender<()>) -> Self {
        Self { view: watch::Sender::default(), turn: Mutex::default(), followed: Mutex::default(), pulse }
    }

    pub(super) fn watch(&self) -> watch::Receiver<View> {
        self.view.subscribe()
    }

    pub(super) fn now(&self) -> View {
        self.view.borrow().clone()
    }

    /// A turn begins. A change is refused while a person holds the browser. `stop`: cancelled by «Stop and take».
    pub(super) fn begin(&self, changes: bool, stop: &CancellationToken) -> Result<(), Problem> {
        self.guarded(changes, || *lock(&self.turn) = Some(CurrentTurn { changes, stop: stop.clone() }))
    }

    /// The turn that runs is about to change something after all.
    pub(super) fn become_change(&self) -> Result<(), Problem> {
        self.guarded(true, || {
            if let Some(turn) = &mut *lock(&self.turn) {
                turn.changes = true;
            }
        })
    }

    fn guarded(&self, changes: bool, then: impl FnOnce()) -> Result<(), Problem> {
        let mut refused = None;
        self.view.send_if_modified(|view| {
            refused = held_by(&view.control).filter(|_| changes);
            if refused.is_none() {
                then();
            }
            false
        });
        refused.map_or(Ok(()), Err)
    }

    /// The turn ended: a person who waited for it has the browser now.
    pub(super) fn end(&self, session: Option<&Session>) {
        self.change(session, |control| {
            lock(&self.turn).take();
            ((), control.turn_ended(Moment::now()))
        });
    }

    /// That no person holds the browser.
    pub(super) fn check(&self) -> Result<(), Problem> {
        held_by(&self.view.borrow().control).map_or(Ok(()), Err)
    }

    /// Waits until a person holds the browser, and says so.
    pub(super) async fn until_held(&self) -> Problem {
        let mut view = self.watch();
        let held = view.wait_for(|view| held_by(&view.control).is_some()).await;
        match held.ok().and_then(|view| held_by(&view.control)) {
            Some(problem) => problem,
            // The seat is gone with its workspace, and so is the call.
            None => std::future::pending().await,
        }
    }

    /// A person asks for control.
    pub(super) fn ask(&self, person: Person, session: &Session) -> Wanted {
        self.change(Some(session), |control| control.ask(person, self.is_changing(), Moment::now()))
    }

    /// A person takes control, over a running call or another person.
    pub(super) fn take(&self, person: Person, button_down: bool, session: &Session) -> Wanted {
        self.change(Some(session), |control| {
            control.take(person, self.is_changing(), button_down, Moment::now())
        })
    }

    fn is_changing(&self) -> bool {
        lock(&self.turn).as_ref().is_some_and(|turn| turn.changes)
    }

    /// Changes control and carries out what follows.
    pub(super) fn change<T>(
        &self,
        session: Option<&Session>,
        change: impl FnOnce(&mut Control) -> (T, Vec<Effect>),
    ) -> T {
        let mut outcome = None;
        let changed = self.view.send_if_modified(|view| {
            let before = view.control.clone();
            let (answer, effects) = change(&mut view.control);
            for effect in &effects {
                self.carry_out(*effect, session, view);
            }
            outcome = Some(answer);
            view.control != before
        });
        if changed {
            self.pulse.send_replace(());
        }
        // The closure above runs exactly once.
        outcome.unwrap_or_else(|| unreachable!("a watch always runs its change"))
    }

    fn carry_out(&self, effect: Effect, session: Option<&Session>, view: &mut View) {
        match effect {
            Effect::CancelTurn => {
                if let Some(turn) = &*lock(&self.turn) {
                    turn.stop.cancel();
                }
            }
            Effect::Taken => {
                // A hold that no agent was told of is told together with this one.
                let earlier = view.untold().and_then(|returned| returned.followed.clone());
                let followed = earlier.unwrap_or_default();
                if let Some(session) = session {
                    session.let_go();
                    session.start_following(followed.clone());
                }
                *lock(&self.followed) = session.map(|_| followed);
            }
            Effect::Passed => {
                if let Some(session) = session {
                    session.let_go();
                }
            }
            Effect::Released => {
                if let Some(session) = session {
                    session.let_go();
                    session.stop_following();
                }
                let followed = lock(&self.followed).take();
                view.returned =
                    view.control.untold().cloned().map(|hand_back| {
                        Arc::new(Returned { hand_back, followed, pages: Default::default() })
                    });
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Held for single reads and writes; a panic in one leaves it whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The refusal of a change, if a person holds the browser.
fn held_by(control: &Control) -> Option<Problem> {
    let Phase::Held { by, since, .. } = control.phase() else { return None };
    let seconds = Moment::now().since(*since) / 1_000;
    let says = format!(
        "{} has control of this browser since {} ({seconds} s): call await_control, which returns when they hand it back. Reads still answer.",
        by.name,
        iso(*since)
    );
    Some(Problem::new(Code::ControlHeld, says).with("control", wanted_json("held", by, *since)))
}

/// The `control` field of results: none while nobody wants the browser.
pub fn control_json(control: &Control) -> Option<Value> {
    let (by, since, held) = control.refusal()?;
    Some(wanted_json(if held { "held" } else { "asked" }, by, since))
}

fn wanted_json(state: &str, by: &Person, since: Moment) -> Value {
    json!({"state": state, "by": by.name, "since": iso(since)})
}

/// A hold that is over, as results tell it.
pub fn hand_back_json(hand_back: &HandBack) -> Value {
    let mut told = json!({
        "by": hand_back.by, "since": iso(hand_back.since), "until": iso(hand_back.until),
        "seconds": hand_back.until.since(hand_back.since) / 1_000,
    });
    if !hand_back.before.is_empty() {
        told["before"] = json!(hand_back.before);
    }
    if let Some(note) = &hand_back.note {
        told["note"] = json!(note);
    }
    told["how"] = json!(match hand_back.how {
        How::HandedBack => "handed_back",
        How::PageLost => "page_lost",
        How::BrowserEnded => "browser_ended",
    });
    told
}

/// A moment as [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) text in UTC, to the second.
pub fn iso(moment: Moment) -> String {
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_millis(moment.0);
    humantime::format_rfc3339_seconds(time).to_string()
}
