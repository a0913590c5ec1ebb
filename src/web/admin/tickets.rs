//! Tickets: what a WebSocket's address carries instead of the token. One use, half a minute, one purpose.

use crate::workspace::Name;
use base64::Engine;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a ticket is good.
pub(super) const GOOD: Duration = Duration::from_secs(30);
/// Tickets that may be out at once; past it the oldest die first.
const MOST: usize = 10_000;

/// What a ticket opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The list of workspaces, as it changes.
    Events,
    /// The live view of a workspace.
    Live(Name),
}

/// The tickets that are out.
#[derive(Debug, Default)]
pub(super) struct Tickets(Mutex<HashMap<Box<str>, (Purpose, Instant)>>);

impl Tickets {
    /// A new ticket.
    pub(super) fn issue(&self, purpose: Purpose) -> Result<String, getrandom::Error> {
        let mut random = [0; 24];
        getrandom::fill(&mut random)?;
        let ticket = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(random);
        let now = Instant::now();
        let mut out = self.out();
        if out.len() >= MOST {
            out.retain(|_, (_, end)| *end > now);
        }
        if out.len() >= MOST
            && let Some(oldest) =
                out.iter().min_by_key(|(_, (_, end))| *end).map(|(ticket, _)| ticket.clone())
        {
            out.remove(&oldest);
        }
        out.insert(ticket.as_str().into(), (purpose, now + GOOD));
        Ok(ticket)
    }

    /// What a ticket is for; it is used up. `None` if there is no such ticket, or no more.
    pub(super) fn redeem(&self, ticket: &str) -> Option<Purpose> {
        let (purpose, end) = self.out().remove(ticket)?;
        (end > Instant::now()).then_some(purpose)
    }

    fn out(&self) -> MutexGuard<'_, HashMap<Box<str>, (Purpose, Instant)>> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn once_and_not_for_long() {
        let tickets = Tickets::default();
        let name = Name::chosen("shop").expect("a name");
        let live = tickets.issue(Purpose::Live(name.clone())).expect("randomness");
        let events = tickets.issue(Purpose::Events).expect("randomness");
        assert_eq!(tickets.redeem(&live), Some(Purpose::Live(name)));
        assert_eq!(tickets.redeem(&live), None, "used");
        assert_eq!(tickets.redeem("made up"), None);
        tokio::time::advance(GOOD).await;
        assert_eq!(tickets.redeem(&events), None, "too old");
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_has_its_bound() {
        let tickets = Tickets::default();
        let first = tickets.issue(Purpose::Events).expect("randomness");
        for _ in 0..MOST {
            tokio::time::advance(Duration::from_micros(1)).await;
            tickets.issue(Purpose::Events).expect("randomness");
        }
        assert_eq!(tickets.out().len(), MOST);
        assert_eq!(tickets.redeem(&first), None);
    }
}
