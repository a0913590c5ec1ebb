//! Calls that wait for their answer. Pure: no IO and no clock.

use super::Outcome;
use std::collections::HashMap;
use tokio::sync::oneshot;

/// The waiting calls of one connection, by id.
#[derive(Debug, Default)]
pub(super) struct Pending {
    last: u64,
    waiting: HashMap<u64, oneshot::Sender<Outcome>>,
    /// How many may wait before those whose caller left are swept out.
    sweep_at: usize,
}

impl Pending {
    /// Takes a call in and gives it its id. Callers that left are forgotten now and then, so that a browser that
    /// answers nothing costs a bounded amount.
    pub(super) fn add(&mut self, answer: oneshot::Sender<Outcome>) -> u64 {
        if self.waiting.len() >= self.sweep_at {
            self.waiting.retain(|_, answer| !answer.is_closed());
            self.sweep_at = (self.waiting.len() * 2).max(64);
        }
        self.last += 1;
        self.waiting.insert(self.last, answer);
        self.last
    }

    /// Hands an answer to its call. `false`: nobody waits for it, it is late or never was asked.
    pub(super) fn answer(&mut self, id: u64, outcome: Outcome) -> bool {
        match self.waiting.remove(&id) {
            Some(answer) => answer.send(outcome).is_ok(),
            None => false,
        }
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seq;
    use bytes::Bytes;

    #[test]
    fn an_answer_reaches_its_call_once() {
        let mut pending = Pending::default();
        let (sender, mut answered) = oneshot::channel();
        let id = pending.add(sender);
        assert!(pending.answer(id, Ok((Seq(4), Seq(3), Bytes::from_static(b"1")))));
        assert!(!pending.answer(id, Ok((Seq(5), Seq(3), Bytes::from_static(b"2")))), "twice");
        assert_eq!(answered.try_recv().expect("sent").expect("a success").0, Seq(4));
    }

    #[test]
    fn callers_that_left_are_forgotten() {
        let mut pending = Pending::default();
        for _ in 0..10_000 {
            let (sender, _) = oneshot::channel();
            pending.add(sender);
        }
        assert!(pending.len() <= 128, "{} kept", pending.len());
    }
}
