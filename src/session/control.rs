//! Who holds the browser: a pure state machine with the clock passed in.
//!
//! ```text
//! free ──ask, no call running──────────────▶ held ──hand back, lease over, browser ended──▶ free + untold hand-back
//!   └───ask, a call is running──▶ asked ──the call ended──▶ held
//! ```
//!
//! While it is held, or asked for, the one gate asks [`Control::refusal`]. A hand-back is kept until one answer that
//! told of it was really delivered; a newer one replaces it and says who else had it before. The machine is owned by
//! the workspace, which carries its [`Effect`]s out: it knows no browser, no queue and no page.

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970, UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// Now, by the system's clock.
    pub fn now() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    /// The time from `earlier` to here in milliseconds; 0 if the clock went back.
    pub fn since(self, earlier: Moment) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A person at an admin page.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    /// Known only to that person's page: coming back with it is being the same person.
    pub key: Box<str>,
    /// What others see.
    pub name: Box<str>,
}

/// A request of the agent for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Why, in the agent's words.
    pub reason: Box<str>,
    /// When it was made.
    pub since: Moment,
}

/// Where control stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Nobody has it; the agent acts.
    #[default]
    Free,
    /// A person waits for the running call to end.
    Asked {
        /// Who.
        by: Person,
        /// Since when.
        since: Moment,
        /// Whether they pressed «Stop and take».
        stop: bool,
    },
    /// A person has it.
    Held {
        /// Who.
        by: Person,
        /// Since when, this person.
        since: Moment,
        /// Names of those who had it before in the same hold, oldest first, and since when the first had it.
        before: Option<Before>,
        /// Since when the holder's page is lost.
        lost: Option<Moment>,
        /// Who takes over as soon as no button is down.
        next: Option<Person>,
    },
}

/// Earlier holders of one hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    /// Their names, oldest first.
    pub names: Vec<Box<str>>,
    /// When the first of them got it.
    pub since: Moment,
}

/// How a hold ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// They pressed «Hand back».
    HandedBack,
    /// Their page was lost for longer than the grace.
    PageLost,
    /// The browser ended while they had it.
    BrowserEnded,
}

/// A hold that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandBack {
    /// Tells hand-backs of one workspace apart.
    pub number: u64,
    /// Who had it last.
    pub by: Box<str>,
    /// Names of those who had it before them in the same hold.
    pub before: Vec<Box<str>>,
    /// When the hold began.
    pub since: Moment,
    /// When it ended.
    pub until: Moment,
    /// Their note for the agent.
    pub note: Option<Box<str>>,
    /// How it ended.
    pub how: How,
}

/// What the owner of the machine has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Cancel the running turn.
    CancelTurn,
    /// A person has it now: start following the pages, release what the agent pressed.
    Taken,
    /// Another person has it now: release what the one before pressed.
    Passed,
    /// The hold is over: release what is pressed.
    Released,
}

/// The answer to a person who wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It is theirs.
    Granted,
    /// It will be theirs when the running call ends, or, for a take-over, when no button is down.
    Waiting,
    /// This person has it or waits for it; «take» would go over their head.
    Taken(Person),
}

/// The state machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    phase: Phase,
    call: Option<Call>,
    untold: Option<HandBack>,
    last: u64,
}

impl Control {
    /// Where it stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The agent's open request for a person.
    pub fn call(&self) -> Option<&Call> {
        self.call.as_ref()
    }

    /// The hand-back that no agent was told of.
    pub fn untold(&self) -> Option<&HandBack> {
        self.untold.as_ref()
    }

    /// Whether a waiting agent has something to wait for.
    pub fn is_awaited(&self) -> bool {
        !matches!(self.phase, Phase::Free) || self.call.is_some()
    }

    /// Who must be named to a change that is refused. A change that already runs when it is only asked for goes on.
    pub fn refusal(&self) -> Option<(&Person, Moment, bool)> {
        match &self.phase {
            Phase::Free => None,
            Phase::Asked { by, since, .. } => Some((by, *since, false)),
            Phase::Held { by, since, .. } => Some((by, *since, true)),
        }
    }

    /// Whether the person with this key has it.
    pub fn is_held_by(&self, key: &str) -> bool {
        matches!(&self.phase, Phase::Held { by, .. } if &*by.key == key)
    }

    /// Whether the person with this key waits for it.
    pub fn is_wanted_by(&self, key: &str) -> bool {
        match &self.phase {
            Phase::Asked { by, .. } => &*by.key == key,
            Phase::Held { next, .. } => next.as_ref().is_some_and(|person| &*person.key == key),
            Phase::Free => false,
        }
    }

    /// A person asks for control. `busy`: a call of the agent is running.
    pub fn ask(&mut self, person: Person, busy: bool, now: Moment) -> (Wanted, Vec<Effect>) {
        match &mut self.phase {
            Phase::Free if busy => {
                self.phase = Phase::Asked { by: person, since: now, stop: false };
                (Wanted::Waiting, Vec::new())
            }
            Phase::Free => (Wanted::Granted, self.grant(person, now)),
            Phase::Asked { by, .. } if by.key == person.key => (Wanted::Waiting, Vec::new()),
            Phase::Asked { by, .. } => (Wanted::Taken(by.clone()), Vec::new()),
            Phase::Held { by, lost, .. } if by.key == person.key => {
                *lost = None;
                (Wanted::Granted, Vec::new())
            }
            Phase::Held { by, .. } => (Wanted::Taken(by.clone()), Vec::new()),
        }
    }

    /// A person takes it: «Stop and take» from a running call, or a take-over from another person.
    /// `button_down`: the holder holds a button of the pointer at this moment.
    pub fn take(
        &mut self,
        person: Person,
        busy: bool,
        button_down: bool,
        now: Moment,
    ) -> (Wanted, Vec<Effect>) {
        match &mut self.phase {
            Phase::Free | Phase::Asked { .. } if busy => {
                self.phase = Phase::Asked { by: person, since: now, stop: true };
                (Wanted::Waiting, vec![Effect::CancelTurn])
            }
            Phase::Free | Phase::Asked { .. } => (Wanted::Granted, self.grant(person, now)),
            Phase::Held { by, lost, .. } if by.key == person.key => {
                *lost = None;
                (Wanted::Granted, Vec::new())
            }
            Phase::Held { next, .. } if button_down => {
                *next = Some(person);
                (Wanted::Waiting, Vec::new())
            }
            Phase::Held { .. } => (Wanted::Granted, self.pass(person, now)),
        }
    }

    /// The running call of the agent ended.
    pub fn turn_ended(&mut self, now: Moment) -> Vec<Effect> {
        match &self.phase {
            Phase::Asked { by, .. } => {
                let person = by.clone();
                self.grant(person, now)
            }
            _ => Vec::new(),
        }
    }

    /// The holder let the last button go.
    pub fn buttons_up(&mut self, now: Moment) -> Vec<Effect> {
        match &mut self.phase {
            Phase::Held { next, .. } => match next.take() {
                Some(person) => self.pass(person, now),
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// A person who waits no longer wants it.
    pub fn withdraw(&mut self, key: &str) {
        match &mut self.phase {
            Phase::Asked { by, .. } if &*by.key == key => self.phase = Phase::Free,
            Phase::Held { next, .. } if next.as_ref().is_some_and(|person| &*person.key == key) => {
                *next = None
            }
            _ => {}
        }
    }

    /// The holder hands back. `false` if this person does not hold it.
    pub fn hand_back(&mut self, key: &str, note: Option<&str>, now: Moment) -> (bool, Vec<Effect>) {
        if !matches!(&self.phase, Phase::Held { by, .. } if &*by.key == key) {
            return (false, Vec::new());
        }
        let note = note.map(str::trim).filter(|note| !note.is_empty());
        (true, self.release(How::HandedBack, note.map(Into::into), now))
    }

    /// A person's page is lost. One that only waits is forgotten.
    pub fn page_lost(&mut self, key: &str, now: Moment) -> Vec<Effect> {
        match &mut self.phase {
            Phase::Held { by, lost, .. } if &*by.key == key => {
                lost.get_or_insert(now);
                // Whatever the person held down is let go at once; the hold itself has its grace.
                return vec![Effect::Passed];
            }
            _ => self.withdraw(key),
        }
        Vec::new()
    }

    /// A person's page is back.
    pub fn page_back(&mut self, key: &str) {
        if let Phase::Held { by, lost, .. } = &mut self.phase
            && &*by.key == key
        {
            *lost = None;
        }
    }

    /// When the lease of a holder whose page is lost will be over.
    pub fn lease_end(&self, grace_ms: u64) -> Option<Moment> {
        match &self.phase {
            Phase::Held { lost: Some(lost), .. } => Some(Moment(lost.0.saturating_add(grace_ms))),
            _ => None,
        }
    }

    /// Ends the hold if its lease is over.
    pub fn tick(&mut self, grace_ms: u64, now: Moment) -> Vec<Effect> {
        match self.lease_end(grace_ms) {
            Some(end) if now >= end => match &mut self.phase {
                // Somebody waited to take over: it is theirs rather than the agent's.
                Phase::Held { next: Some(person), .. } => {
                    let person = person.clone();
                    self.pass(person, now)
                }
                _ => self.release(How::PageLost, None, now),
            },
            _ => Vec::new(),
        }
    }

    /// The browser ended.
    pub fn browser_ended(&mut self, now: Moment) -> Vec<Effect> {
        self.call = None;
        match self.phase {
            Phase::Free => Vec::new(),
            Phase::Asked { .. } => {
                self.phase = Phase::Free;
                Vec::new()
            }
            Phase::Held { .. } => self.release(How::BrowserEnded, None, now),
        }
    }

    /// The agent asks for a person. A newer reason replaces an older one.
    pub fn call_person(&mut self, reason: &str, now: Moment) {
        self.call = Some(Call { reason: reason.into(), since: now });
    }

    /// A person saw the request and will not come. `false` if there is none.
    pub fn dismiss_call(&mut self) -> bool {
        self.call.take().is_some()
    }

    /// An answer that told of this hand-back was delivered.
    pub fn told(&mut self, number: u64) {
        if self.untold.as_ref().is_some_and(|untold| untold.number == number) {
            self.untold = None;
        }
    }

    fn grant(&mut self, person: Person, now: Moment) -> Vec<Effect> {
        self.phase = Phase::Held { by: person, since: now, before: None, lost: None, next: None };
        self.call = None;
        vec![Effect::Taken]
    }

    fn pass(&mut self, person: Person, now: Moment) -> Vec<Effect> {
        if let Phase::Held { by, since, before, .. } = &self.phase {
            let mut all = before.clone().unwrap_or(Before { names: Vec::new(), since: *since });
            all.names.push(by.name.clone());
            self.phase = Phase::Held { by: person, since: now, before: Some(all), lost: None, next: None };
        }
        vec![Effect::Passed]
    }

    fn release(&mut self, how: How, note: Option<Box<str>>, now: Moment) -> Vec<Effect> {
        if let Phase::Held { by, since, before, .. } = std::mem::take(&mut self.phase) {
            self.last += 1;
            let (mut names, first) =
                before.map_or((Vec::new(), since), |before| (before.names, before.since));
            // Two holds that no agent was told of are told as one: nobody who had it is left out.
            let (began, note) = match self.untold.take() {
                Some(earlier) => {
                    let mut all = earlier.before;
                    all.push(earlier.by);
                    all.append(&mut names);
                    names = all;
                    (earlier.since, note.or(earlier.note))
                }
                None => (first, note),
            };
            self.untold = Some(HandBack {
                number: self.last,
                by: by.name,
                before: names,
                since: began,
                until: now,
                note,
                how,
            });
        }
        vec![Effect::Released]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ana() -> Person {
        Person { key: "k-ana".into(), name: "Ana".into() }
    }

    fn bo() -> Person {
        Person { key: "k-bo".into(), name: "Bo".into() }
    }

    fn held_by_ana() -> Control {
        let mut control = Control::default();
        assert_eq!(control.ask(ana(), false, Moment(1_000)), (Wanted::Granted, vec![Effect::Taken]));
        control
    }

    #[test]
    fn a_running_call_finishes_first() {
        let mut control = Control::default();
        assert_eq!(control.ask(ana(), true, Moment(1)), (Wanted::Waiting, vec![]));
        assert!(matches!(control.refusal(), Some((by, Moment(1), false)) if &*by.name == "Ana"));
        assert_eq!(control.turn_ended(Moment(5)), [Effect::Taken]);
        assert!(matches!(control.refusal(), Some((by, Moment(5), true)) if &*by.name == "Ana"));
        assert_eq!(control.turn_ended(Moment(6)), [], "a read that ends changes nothing");
    }

    #[test]
    fn stop_and_take_cancels() {
        let mut control = Control::default();
        control.ask(ana(), true, Moment(1));
        assert_eq!(control.take(ana(), true, false, Moment(2)), (Wanted::Waiting, vec![Effect::CancelTurn]));
        assert!(matches!(control.phase(), Phase::Asked { stop: true, .. }));
        assert_eq!(control.turn_ended(Moment(3)), [Effect::Taken]);
    }

    #[test]
    fn who_waits_can_withdraw_or_vanish() {
        for leave in [
            |control: &mut Control| control.withdraw("k-ana"),
            |control: &mut Control| {
                assert_eq!(control.page_lost("k-ana", Moment(2)), []);
            },
        ] {
            let mut control = Control::default();
            control.ask(ana(), true, Moment(1));
            control.withdraw("k-bo");
            assert!(control.is_awaited(), "somebody else's wish");
            leave(&mut control);
            assert_eq!(control.phase(), &Phase::Free);
            assert_eq!(control.untold(), None, "nothing was held");
        }
    }

    #[test]
    fn a_hand_back_is_kept_until_told() {
        let mut control = held_by_ana();
        assert!(!control.hand_back("k-bo", None, Moment(2_000)).0, "not the holder");
        assert_eq!(
            control.hand_back("k-ana", Some(" signed in "), Moment(3_000)),
            (true, vec![Effect::Released])
        );
        let told = control.untold().expect("untold").clone();
        assert_eq!(
            (&*told.by, told.since, told.until, told.how),
            ("Ana", Moment(1_000), Moment(3_000), How::HandedBack)
        );
        assert_eq!(told.note.as_deref(), Some("signed in"));
        control.told(told.number + 1);
        assert!(control.untold().is_some(), "another number");
        control.told(told.number);
        assert_eq!(control.untold(), None);
        assert!(!control.is_awaited());
    }

    #[test]
    fn two_untold_holds_are_told_as_one() {
        let mut control = held_by_ana();
        control.hand_back("k-ana", Some("half done"), Moment(2_000));
        control.ask(bo(), false, Moment(4_000));
        control.hand_back("k-bo", None, Moment(5_000));
        let told = control.untold().expect("untold");
        assert_eq!((&*told.by, told.since, told.until), ("Bo", Moment(1_000), Moment(5_000)));
        assert_eq!(told.before, [Box::from("Ana")]);
        assert_eq!(told.note.as_deref(), Some("half done"));
    }

    #[test]
    fn another_person_must_take_over_explicitly_and_never_mid_drag() {
        let mut control = held_by_ana();
        assert_eq!(control.ask(bo(), false, Moment(2)), (Wanted::Taken(ana()), vec![]));
        assert_eq!(control.take(bo(), false, true, Moment(3)), (Wanted::Waiting, vec![]));
        assert!(matches!(control.phase(), Phase::Held { by, .. } if *by == ana()));
        assert_eq!(control.buttons_up(Moment(4)), [Effect::Passed]);
        assert!(
            matches!(control.phase(), Phase::Held { by, before: Some(before), .. } if *by == bo() && before.names == [Box::from("Ana")])
        );
        control.hand_back("k-bo", None, Moment(5));
        assert_eq!(control.untold().expect("untold").before, [Box::from("Ana")]);
    }

    #[test]
    fn a_lost_page_has_its_grace() {
        let mut control = held_by_ana();
        assert_eq!(control.page_lost("k-ana", Moment(2_000)), [Effect::Passed], "buttons are let go at once");
        assert_eq!(control.lease_end(60_000), Some(Moment(62_000)));
        assert_eq!(control.tick(60_000, Moment(61_999)), []);
        control.page_back("k-bo");
        assert!(control.lease_end(60_000).is_some(), "somebody else");
        control.page_back("k-ana");
        assert_eq!(control.lease_end(60_000), None);
        assert_eq!(control.tick(60_000, Moment(99_000)), []);
        control.page_lost("k-ana", Moment(100_000));
        control.page_lost("k-ana", Moment(150_000));
        assert_eq!(control.tick(60_000, Moment(160_000)), [Effect::Released], "the first loss counts");
        assert_eq!(control.untold().expect("untold").how, How::PageLost);
    }

    #[test]
    fn the_end_of_the_browser_ends_everything() {
        let mut control = held_by_ana();
        assert_eq!(control.browser_ended(Moment(9_000)), [Effect::Released]);
        assert_eq!(control.untold().expect("untold").how, How::BrowserEnded);
        let mut control = Control::default();
        control.call_person("a captcha", Moment(1));
        control.ask(ana(), true, Moment(2));
        assert_eq!(control.browser_ended(Moment(3)), []);
        assert!(!control.is_awaited());
        assert_eq!(control.untold(), None);
    }

    #[test]
    fn a_call_is_answered_by_taking_control() {
        let mut control = Control::default();
        control.call_person("sign in, please", Moment(1));
        assert!(control.is_awaited() && control.refusal().is_none(), "the agent may still act");
        control.ask(ana(), false, Moment(2));
        assert_eq!(control.call(), None);
        let mut control = Control::default();
        control.call_person("captcha", Moment(1));
        assert!(control.dismiss_call() && !control.dismiss_call());
    }

    #[test]
    fn it_survives_a_store() {
        let mut control = held_by_ana();
        control.take(bo(), false, true, Moment(7));
        let text = serde_json::to_string(&control).expect("written");
        assert_eq!(serde_json::from_str::<Control>(&text).expect("read"), control);
    }
}
