//! A page's verbs over the wire: what can be done to a browser, whichever protocol does it.
//!
//! BiDi is the base for both browsers: tabs, navigation, dialogs, cookies. Where CDP can be had it takes the hot paths
//! (our script in the page, input, pictures), several times quicker than through the driver. The rooms above see one
//! [`Browser`]; they fold its [`Event`]s and decide what to do.

pub mod collect;

mod act;
mod bidi;
mod cdp;
mod event;
mod fault;
mod input;
mod keys;
mod navigate;
mod picture;
mod script;
mod world;

pub use event::{Dialog, Event, Step};
pub use fault::Fault;
pub use input::{Button, Place, Pointer};
pub use keys::{Chord, Key};
pub use navigate::Arrival;
pub use picture::{Picture, Shot};
pub use script::{Argument, Thrown};

use crate::config::BrowserName;
use handback_protocol::connection::{Awake, Connection};
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
}

impl Browser {
    /// A browser on these wires. `cdp`: the browser-wide CDP connection, if there is one.
    pub fn new(name: BrowserName, bidi: Connection, cdp: Option<Connection>) -> Self {
        let cdp = cdp.map(cdp::Lane::new);
        Self { inner: Arc::new(Inner { name, bidi, cdp }) }
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

    /// Lets signs of life be looked for while the guards live.
    pub fn awake(&self) -> Vec<Awake> {
        let cdp = self.inner.cdp.as_ref().map(|lane| lane.connection().awake());
        [Some(self.inner.bidi.awake()), cdp].into_iter().flatten().collect()
    }
}
