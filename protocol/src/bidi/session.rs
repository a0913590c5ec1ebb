//! [Session](https://w3c.github.io/webdriver-bidi/#module-session): begin, end, and choose events.

use super::Scope;
use crate::capabilities::{Capabilities, CapabilitiesRequest};
use crate::ids::{SessionId, SubscriptionId};
use crate::message::{Nothing, commands};
use serde::{Deserialize, Serialize};

commands! {
    Status = "session.status" -> StatusResult;
    New<'a> = "session.new" -> NewResult;
    End = "session.end" -> Nothing;
    Subscribe<'a> = "session.subscribe" -> Subscribed;
    Unsubscribe<'a> = "session.unsubscribe" -> Nothing;
}

/// Asks whether a session could begin, [BiDi](https://w3c.github.io/webdriver-bidi/#command-session-status). The
/// cheapest question of all; it answers while a page is busy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {}

/// The answer to [`Status`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StatusResult {
    /// Whether a session could begin; false within a session.
    pub ready: bool,
    /// The browser's words about it.
    #[serde(default)]
    pub message: String,
}

/// Begins a session on a socket without one, [BiDi](https://w3c.github.io/webdriver-bidi/#command-session-new).
/// Firefox alone takes it; Chromium's driver makes sessions by classic WebDriver.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct New<'a> {
    /// What is asked for.
    pub capabilities: &'a CapabilitiesRequest,
}

/// The answer to [`New`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewResult {
    /// The session's id: a secret of the operator.
    pub session_id: SessionId,
    /// What the browser says it is.
    #[serde(default)]
    pub capabilities: Capabilities,
}

/// Ends the session, [BiDi](https://w3c.github.io/webdriver-bidi/#command-session-end). It leaves the browser open
/// if the session began by [`New`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct End {}

/// Asks for events, [BiDi](https://w3c.github.io/webdriver-bidi/#command-session-subscribe).
///
/// One name that the browser does not know refuses the whole call, so ask for each event alone where browsers
/// differ. Subscriptions belong to the connection in Chromium and to the session in Firefox, where they outlive it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Subscribe<'a> {
    /// Names of events or of whole modules.
    pub events: &'a [&'a str],
    /// Where they may come from.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// The answer to [`Subscribe`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Subscribed {
    /// What [`Unsubscribe`] takes.
    pub subscription: SubscriptionId,
}

/// Wants no more of these subscriptions, [BiDi](https://w3c.github.io/webdriver-bidi/#command-session-unsubscribe).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unsubscribe<'a> {
    /// One unknown id refuses the whole call.
    pub subscriptions: &'a [SubscriptionId],
}
