//! A person's hand on a session: events in the order in which they were made, moves that came too fast left out.
//!
//! Each event goes on its way without waiting for the page. Only moves are held back while the page has not handled the
//! last ones: a pointer that lags behind its picture is of no use to anybody.

use super::{Session, TabId};
use crate::driver::{Fault, Hand};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use std::collections::VecDeque;
use tokio::sync::mpsc;

/// Events that may wait before the next is refused: seconds of the fastest hand.
const WAITING: usize = 1_024;
/// Moves that the page may have unhandled before newer ones are held back.
const MOVES: usize = 2;
/// Events of any kind that the page may have unhandled.
const UNHANDLED: usize = 64;

/// One event of a hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The tab.
    pub tab: TabId,
    /// What the hand does.
    pub hand: Hand,
    /// The modifiers that it holds, as CDP's bits.
    pub modifiers: u8,
}

/// The way in for a hand's events.
#[derive(Clone, Debug)]
pub struct Motions(mpsc::Sender<Motion>);

impl Motions {
    /// Hands an event on. `false` if the session is over, or so far behind that this one is left out.
    pub fn send(&self, motion: Motion) -> bool {
        self.0.try_send(motion).is_ok()
    }
}

impl Session {
    /// Takes a hand on: its events are done in their order until the way in is dropped.
    pub fn hand(&self) -> Motions {
        // Bounded: a hand that is faster than its page loses events instead of memory.
        let (sender, motions) = mpsc::channel(WAITING);
        let session = self.clone();
        self.inner.tasks.spawn("hand", async move {
            tokio::select! {
                () = follow(&session, motions) => {}
                _ = session.until_over() => {}
            }
        });
        Motions(sender)
    }
}

async fn follow(session: &Session, mut motions: mpsc::Receiver<Motion>) {
    let mut waiting: VecDeque<Motion> = VecDeque::new();
    let mut unhandled = FuturesUnordered::new();
    let mut moves = 0;
    loop {
        while waiting.len() < WAITING
            && let Ok(motion) = motions.try_recv()
        {
            add(&mut waiting, motion);
        }
        let may_go = waiting.front().is_some_and(|motion| {
            unhandled.len() < UNHANDLED && !(matches!(motion.hand, Hand::Move(_)) && moves >= MOVES)
        });
        if may_go && let Some(motion) = waiting.pop_front() {
            let is_move = matches!(motion.hand, Hand::Move(_));
            if let Ok(Some(sent)) = perform(session, &motion).await {
                moves += usize::from(is_move);
                unhandled.push(async move { (sent.answer().await.is_ok(), is_move) });
            }
            continue;
        }
        tokio::select! {
            motion = motions.recv(), if waiting.len() < WAITING => match motion {
                Some(motion) => add(&mut waiting, motion),
                None if waiting.is_empty() => return,
                // The last ones still go.
                None => if unhandled.next().await.is_some_and(|(_, is_move)| is_move) { moves -= 1 },
            },
            Some((_, is_move)) = unhandled.next() => moves -= usize::from(is_move),
        }
    }
}

/// A move right after a move takes its place.
fn add(waiting: &mut VecDeque<Motion>, motion: Motion) {
    let both_move = |last: &Motion| {
        matches!((&last.hand, &motion.hand), (Hand::Move(_), Hand::Move(_))) && last.tab == motion.tab
    };
    match waiting.back_mut() {
        Some(last) if both_move(last) => *last = motion,
        _ => waiting.push_back(motion),
    }
}

async fn perform(
    session: &Session,
    motion: &Motion,
) -> Result<Option<handback_protocol::connection::Sent>, Fault> {
    let context = session.know(|state| state.tab(motion.tab).map(|tab| tab.context.clone()));
    let context = context.ok_or(Fault::Gone)?;
    let done = session.driver().hand(&context, &motion.hand, motion.modifiers).await;
    if let Err(fault) = &done {
        tracing::debug!(%fault, "an event of a person's hand was not taken");
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_move_waits() {
        let motion = |hand: Hand| Motion { tab: TabId(1), hand, modifiers: 0 };
        let mut waiting = VecDeque::new();
        for hand in [
            Hand::Move((1.0, 1.0)),
            Hand::Move((2.0, 2.0)),
            Hand::Text("a".into()),
            Hand::Move((3.0, 3.0)),
            Hand::Move((4.0, 4.0)),
        ] {
            add(&mut waiting, motion(hand));
        }
        add(&mut waiting, Motion { tab: TabId(2), ..motion(Hand::Move((5.0, 5.0))) });
        let hands: Vec<_> = waiting.into_iter().map(|motion| motion.hand).collect();
        assert_eq!(
            hands,
            [Hand::Move((2.0, 2.0)), Hand::Text("a".into()), Hand::Move((4.0, 4.0)), Hand::Move((5.0, 5.0))]
        );
    }
}
