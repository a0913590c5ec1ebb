//! Pictures of a tab.

use super::{Browser, Fault};
use base64::Engine;
use bytes::Bytes;
use handback_protocol::bidi::browsing_context::{
    CaptureScreenshot, Clip, ImageFormat, Orientation, Origin, Print,
};
use handback_protocol::ids::ContextId;
use handback_protocol::message::Command;
use std::time::Duration;

/// What to take a picture of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shot {
    /// What is in the viewport.
    Viewport,
    /// The whole page.
    Page,
    /// A box of the page: left, top, width, height in CSS pixels of the document.
    Box(f64, f64, f64, f64),
}

/// A picture as the browser made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// PNG or JPEG.
    pub bytes: Bytes,
}

impl Browser {
    /// Takes a picture. `jpeg`: its quality from 0 to 1; else PNG.
    ///
    /// # Errors
    /// The wire is over, the tab is gone, or a dialog holds the picture back past the deadline.
    pub async fn picture(
        &self,
        tab: &ContextId,
        shot: Shot,
        jpeg: Option<f64>,
        deadline: Duration,
    ) -> Result<Picture, Fault> {
        let mut command = CaptureScreenshot::new(tab);
        command.format = jpeg.map(|quality| ImageFormat { kind: "image/jpeg", quality: Some(quality) });
        match shot {
            Shot::Viewport => command.origin = Some(Origin::Viewport),
            Shot::Page => command.origin = Some(Origin::Document),
            Shot::Box(x, y, width, height) => {
                command.origin = Some(Origin::Document);
                command.clip = Some(Clip::Box { x, y, width, height });
            }
        }
        let data = self.bidi().call(&command, deadline).await?.value.data;
        Ok(Picture { bytes: decoded(&data, CaptureScreenshot::METHOD)? })
    }

    /// Prints a tab to PDF, on US letter.
    ///
    /// # Errors
    /// The wire is over, the tab is gone, or it takes longer than the deadline.
    pub async fn print(
        &self,
        tab: &ContextId,
        landscape: bool,
        background: bool,
        deadline: Duration,
    ) -> Result<Bytes, Fault> {
        let mut command = Print::new(tab);
        command.background = Some(background);
        command.orientation = landscape.then_some(Orientation::Landscape);
        let data = self.bidi().call(&command, deadline).await?.value.data;
        decoded(&data, Print::METHOD)
    }
}

fn decoded(data: &str, method: &str) -> Result<Bytes, Fault> {
    let bytes = base64::engine::general_purpose::STANDARD.decode(data).map_err(|_| {
        Fault::Wire(handback_protocol::Error::Unreadable {
            method: method.into(),
            reason: "what the browser made is no base64".into(),
        })
    })?;
    Ok(bytes.into())
}
