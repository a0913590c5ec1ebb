//! How a browser lives on: its sign of life, its wires made again, its end.

use super::Wires;
use super::http::{Fault, Remote};
use super::loan::Loan;
use super::local::Running;
use super::wires;
use handback_protocol::Connection;
use handback_protocol::bidi::browser::Close;
use handback_protocol::classic::Error;
use handback_protocol::classic::session::DeleteSession;
use handback_protocol::classic::timeouts::GetTimeouts;
use handback_protocol::ids::SessionId;
use handback_protocol::transport::Tls;
use std::time::Duration;
use tokio::sync::Mutex;
use url::Url;

/// How long one sign of life may take.
const PULSE: Duration = Duration::from_secs(8);
/// How long a polite end may take before it is made sure of.
const END: Duration = Duration::from_secs(8);

/// Whether a browser lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pulse {
    /// It does.
    Alive,
    /// It does not.
    Gone,
    /// Nobody knows: whoever would was not reached.
    Unknown,
}

/// A browser's life.
#[derive(Debug)]
pub struct Lifeline {
    pub(super) life: Life,
    tls: Tls,
}

/// What it hangs on.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one a browser, made once")]
pub(super) enum Life {
    /// A Chrome of this machine, through its driver.
    Chrome {
        /// The driver.
        driver: Remote,
        /// The session.
        session: SessionId,
        /// Its BiDi socket.
        bidi: Url,
        /// The browser's own CDP socket.
        cdp: Option<Url>,
        /// Its processes and folder.
        running: Mutex<Running>,
    },
    /// A Firefox of this machine. Its session ends with its socket.
    Firefox {
        /// Its processes and folder.
        running: Mutex<Running>,
    },
    /// A browser of a Grid.
    Grid {
        /// Its session at the Grid.
        loan: Loan,
        /// Its BiDi sockets, best first: at the node, at the hub.
        bidi: Vec<Url>,
        /// Its CDP sockets, likewise.
        cdp: Vec<Url>,
        /// After how much silence the Grid reaps it.
        timeout: Option<Duration>,
        /// Whether requests must be held for policy: the browser was not started with its rules.
        holds: bool,
    },
}

impl Lifeline {
    pub(super) fn new(life: Life, tls: Tls) -> Self {
        Self { life, tls }
    }

    /// How often a classic command must be sent to keep the Grid from reaping the browser while it is in use; WebSocket
    /// traffic does not count everywhere.
    pub fn beat(&self) -> Option<Duration> {
        match &self.life {
            Life::Grid { timeout, .. } => Some(
                timeout.map_or(Duration::from_secs(60), |timeout| (timeout / 3).max(Duration::from_secs(1))),
            ),
            _ => None,
        }
    }

    /// Whether requests of the browser must be held until policy has spoken.
    pub fn holds_requests(&self) -> bool {
        match &self.life {
            Life::Chrome { .. } => false,
            Life::Firefox { .. } => true,
            Life::Grid { holds, .. } => *holds,
        }
    }

    /// Asks for a sign of life; on a Grid this also says that the browser is in use.
    pub async fn pulse(&self) -> Pulse {
        let (remote, session) = match &self.life {
            Life::Chrome { driver, session, .. } => (driver, session),
            Life::Grid { loan, .. } => (&loan.grid, &loan.session),
            // Its socket is its life.
            Life::Firefox { .. } => return Pulse::Gone,
        };
        match remote.ask(&GetTimeouts(session), PULSE).await {
            Ok(_) => Pulse::Alive,
            Err(Fault::Said(Error::Gone { .. })) => Pulse::Gone,
            // A local driver that does not answer any more is dead; a Grid may only be out of reach.
            Err(Fault::Unreachable(_)) if matches!(self.life, Life::Chrome { .. }) => Pulse::Gone,
            Err(Fault::Said(Error::NodeLost)) => Pulse::Gone,
            Err(_) => Pulse::Unknown,
        }
    }

    /// Makes the wires again. `None` if it cannot be done now.
    pub async fn rewire(&self) -> Option<Wires> {
        let (bidi, cdp): (&[Url], &[Url]) = match &self.life {
            Life::Chrome { bidi, cdp, .. } => (std::slice::from_ref(bidi), cdp.as_slice()),
            Life::Firefox { .. } => return None,
            Life::Grid { bidi, cdp, .. } => (bidi, cdp),
        };
        wires::first(bidi, cdp, &self.tls).await.ok()
    }

    /// Ends the browser for sure: politely over its wire or driver, then its processes and folder. Idempotent.
    pub async fn end(&self, bidi: &Connection) {
        match &self.life {
            Life::Chrome { driver, session, running, .. } => {
                // A driver that is dead already is no reason to wait.
                if let Err(fault) = driver.ask(&DeleteSession(session), END).await {
                    tracing::debug!(%fault, "the driver did not end its browser");
                }
                running.lock().await.sweep().await;
            }
            Life::Firefox { running } => {
                if let Err(error) = bidi.call(&Close {}, Duration::from_secs(2)).await {
                    tracing::debug!(%error, "Firefox was not asked to close");
                }
                let mut running = running.lock().await;
                running.leave_time(Duration::from_secs(3)).await;
                running.sweep().await;
            }
            Life::Grid { loan, .. } => loan.give_back().await,
        }
    }
}
