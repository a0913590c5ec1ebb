//! A page's verbs over the wire: what can be done to a browser, whichever protocol does it.
//!
//! BiDi is the base for both browsers: tabs, navigation, dialogs, cookies. Where CDP can be had it takes the hot paths
//! (our script in the page, input, pictures), several times quicker than through the driver. The rooms above see one
//! [`Browser`]; they fold its [`Event`]s and decide what to do.

pub mod collect;

mod act;
mod bidi;
mod capture;
mod cdp;
mod error_page;
mod event;
mod fault;
mod files;
mod frames;
mod hand;
mod input;
mod keys;
mod navigate;
mod picture;
mod roots;
mod screen;
mod script;
mod world;

pub use bidi::Taken;
pub use error_page::is_error_page;
pub use event::{Dialog, Event, Step};
pub use fault::Fault;
pub use hand::Hand;
pub use input::{Button, Place, Pointer};
pub use keys::{Chord, Key};
pub use navigate::Arrival;
pub use picture::{Picture, Shot};
pub use screen::{Look, Shown};
pub use script::{Argument, Thrown};

use crate::config::BrowserName;
use crate::policy::Policy;
use handback_protocol::connection::{Awake, Connection};
use handback_protocol::error::Why;
use handback_protocol::ids::ContextId;
use handback_protocol::message::Happening;
use std::sync::Arc;
use std::time::Duration;

/// For commands that the browser answers by itself, without the page.
pub const QUICK: Duration = Duration::from_secs(10);

/// A browser: a handle, cheap to clone.
#[derive(Clone, Debug)]
pub struct Browser {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: BrowserName,
    bidi: Connection,
    cdp: Option<cdp::Lane>,
    policy: Arc<Policy>,
}

/// Something to do over the wire because of an event; see [`Browser::do_chore`].
#[derive(Debug)]
pub struct Chore(ChoreKind);

impl Chore {
    /// Makes a tab ready before anybody asks something of it.
    pub fn attach(tab: ContextId) -> Self {
        Self(ChoreKind::Attach(tab))
    }
}

#[derive(Debug)]
enum ChoreKind {
    Cdp(cdp::Chore),
    Bidi(bidi::Decision),
    Attach(ContextId),
}

impl Browser {
    /// A browser on these wires. `cdp`: the browser-wide CDP connection, if there is one. `policy`: which requests of
    /// pages are refused.
    pub fn new(name: BrowserName, bidi: Connection, cdp: Option<Connection>, policy: Arc<Policy>) -> Self {
        let cdp = cdp.map(|connection| cdp::Lane::new(connection, Arc::clone(&policy)));
        Self { inner: Arc::new(Inner { name, bidi, cdp, policy }) }
    }

    /// Which browser it is.
    pub fn name(&self) -> BrowserName {
        self.inner.name
    }

    /// Its BiDi connection.
    pub fn bidi(&self) -> &Connection {
        &self.inner.bidi
    }

    /// Whether CDP takes the hot paths.
    pub fn has_cdp(&self) -> bool {
        self.inner.cdp.is_some()
    }

    /// Why a wire is over, if one is.
    pub fn closed(&self) -> Option<Why> {
        self.inner.bidi.closed().or_else(|| self.lane()?.connection().closed())
    }

    /// Closes the wires. The browser goes on.
    pub async fn hang_up(&self) {
        self.inner.bidi.close().await;
        if let Some(lane) = self.lane() {
            lane.connection().close().await;
        }
    }

    /// Lets signs of life be looked for while the guards live.
    pub fn awake(&self) -> Vec<Awake> {
        let cdp = self.lane().map(|lane| lane.connection().awake());
        [Some(self.inner.bidi.awake()), cdp].into_iter().flatten().collect()
    }

    /// Takes one BiDi event in.
    pub fn take_bidi(&self, event: &Happening) -> Taken {
        let mut taken = bidi::take(event, &self.inner.policy);
        // CDP tells of them already; here they come for capture.
        if self.has_cdp()
            && matches!(taken.event, Some(Event::RequestSent { .. } | Event::RequestEnded { .. }))
        {
            taken.event = None;
        }
        if let Some(Event::Created { context, parent: None, .. }) = &taken.event
            && self.has_cdp()
        {
            taken.chore = Some(Chore(ChoreKind::Attach(context.clone())));
        }
        taken
    }

    /// Takes one CDP event in.
    pub fn take_cdp(&self, event: &Happening) -> Taken {
        let told = self.lane().map(|lane| lane.take(event)).unwrap_or_default();
        Taken { event: told.event, chore: told.chore.map(|chore| Chore(ChoreKind::Cdp(chore))) }
    }

    /// Does what an event asks for.
    ///
    /// # Errors
    /// The wire is over, or what it was about is gone.
    pub async fn do_chore(&self, chore: Chore) -> Result<(), Fault> {
        match (chore.0, self.lane()) {
            (ChoreKind::Cdp(chore), Some(lane)) => lane.do_chore(chore).await,
            (ChoreKind::Attach(tab), Some(lane)) => lane.attach(&tab).await.map(drop),
            (ChoreKind::Bidi(decision), _) => self.decide(decision).await,
            (_, None) => Ok(()),
        }
    }
}
