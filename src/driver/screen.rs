//! What a tab looks like now: pictures as the page changes, where the browser sends them by itself.

use super::{Browser, Fault, QUICK, Shot};
use bytes::Bytes;
use handback_protocol::ids::ContextId;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio::sync::watch;

/// A picture of a tab's viewport.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// A JPEG.
    pub jpeg: Bytes,
    /// The viewport's width in CSS pixels.
    pub width: f64,
    /// The viewport's height in CSS pixels.
    pub height: f64,
    /// By which the browser knows that it was seen.
    pub(super) ack: i64,
}

/// How pictures are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// JPEG's quality, 0 to 100.
    pub quality: u8,
    /// The most pixels across and down: larger viewports are scaled down.
    pub within: (u32, u32),
}

impl Browser {
    /// Asks for a picture whenever the tab changes. `None` where the browser sends none: ask for each with
    /// [`Browser::snapshot`].
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn start_cast(
        &self,
        tab: &ContextId,
        look: Look,
    ) -> Result<Option<watch::Receiver<Option<Shown>>>, Fault> {
        match self.lane() {
            Some(lane) => lane.start_cast(tab, look).await.map(Some),
            None => Ok(None),
        }
    }

    /// Says that a picture was taken, and so asks for the next.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn cast_seen(&self, tab: &ContextId, shown: &Shown) -> Result<(), Fault> {
        match self.lane() {
            Some(lane) => lane.cast_seen(tab, shown.ack).await,
            None => Ok(()),
        }
    }

    /// Wants no more pictures.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn stop_cast(&self, tab: &ContextId) -> Result<(), Fault> {
        match self.lane() {
            Some(lane) => lane.stop_cast(tab).await,
            None => Ok(()),
        }
    }

    /// Takes one picture of the viewport.
    ///
    /// # Errors
    /// The wire is over, the tab is gone, or a dialog holds the picture back.
    pub async fn snapshot(&self, tab: &ContextId, look: Look) -> Result<Shown, Fault> {
        #[derive(Deserialize)]
        struct Size {
            width: f64,
            height: f64,
        }
        let quality = f64::from(look.quality) / 100.0;
        let (no_argument, late) = (json!({}), Duration::from_secs(3));
        let picture = self.picture(tab, Shot::Viewport, Some(quality), QUICK);
        let size = self.ask::<Size>(tab, "measure", &no_argument, late);
        let (picture, size) = tokio::try_join!(picture, size)?;
        Ok(Shown { jpeg: picture.bytes, width: size.width, height: size.height, ack: 0 })
    }
}
