//! [Status](https://www.w3.org/TR/webdriver2/#status): whether a driver or a Grid can make a session, and all that a
//! Grid has.

use super::{Call, Request};
use crate::capabilities::Capabilities;
use crate::ids::SessionId;
use crate::message::words;
use serde::Deserialize;

/// Asks for the status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GetStatus;

impl Call for GetStatus {
    type Answer = Status;

    fn request(&self) -> serde_json::Result<Request> {
        Request::get("/status".to_owned())
    }
}

/// The answer to [`GetStatus`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Status {
    /// A driver: whether it can make a session now. A Grid: whether it has a node that is up, free or not.
    pub ready: bool,
    /// Its own words.
    #[serde(default)]
    pub message: String,
    /// A Grid's nodes; `None` for a driver.
    pub nodes: Option<Vec<Node>>,
}

/// A machine of a Grid.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Its id.
    pub id: String,
    /// Its address, as the Grid sees it.
    pub uri: String,
    /// Whether it takes sessions.
    pub availability: Availability,
    /// Sessions that it runs at once, whatever its slots would allow.
    #[serde(default)]
    pub max_sessions: u32,
    /// Milliseconds without a call after which it ends a session.
    pub session_timeout: Option<u64>,
    /// The Grid's version.
    #[serde(default)]
    pub version: String,
    /// Its slots.
    #[serde(default)]
    pub slots: Vec<Slot>,
}

impl Node {
    /// Sessions that run on it.
    pub fn sessions(&self) -> impl Iterator<Item = &SlotSession> {
        self.slots.iter().filter_map(|slot| slot.session.as_ref())
    }

    /// Sessions that it could take now.
    pub fn free(&self) -> usize {
        if self.availability != Availability::Up {
            return 0;
        }
        let running = self.sessions().count();
        let room = (self.max_sessions as usize).saturating_sub(running);
        room.min(self.slots.len() - running)
    }
}

words! {
    /// Whether a node takes sessions.
    Availability {
        /// It does.
        Up = "UP",
        /// It does not answer.
        Down = "DOWN",
        /// It ends when its sessions do.
        Draining = "DRAINING",
    }
}

/// A place for one session.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// What it offers: the capabilities that a request must match.
    #[serde(default)]
    pub stereotype: Capabilities,
    /// What runs in it.
    pub session: Option<SlotSession>,
}

/// A session in a slot.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SlotSession {
    /// The session's id: a secret of the operator.
    pub session_id: SessionId,
    /// The node's address.
    #[serde(default)]
    pub uri: String,
    /// When it began, as ISO 8601 writes it.
    #[serde(default)]
    pub start: String,
    /// What the browser says it is.
    #[serde(default)]
    pub capabilities: Capabilities,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn free_is_bounded_by_slots_sessions_and_health() {
        let busy = json!({"session": {"sessionId": "s"}});
        let free = json!({"session": null});
        for (availability, max_sessions, slots, expected) in [
            ("UP", 4, vec![&busy, &free, &free], 2),
            ("UP", 2, vec![&busy, &free, &free], 1),
            ("UP", 1, vec![&busy, &free], 0),
            ("DRAINING", 4, vec![&free], 0),
            ("DOWN", 4, vec![&free], 0),
            ("NEW", 4, vec![&free], 0),
        ] {
            let node = json!({"id": "n", "uri": "", "availability": availability, "maxSessions": max_sessions, "slots": slots});
            let node: Node = serde_json::from_value(node).expect("a node");
            assert_eq!(node.free(), expected, "{availability} {max_sessions}");
        }
    }
}
