//! How a page looks: pictures and print.

use crate::bidi::script::SharedReference;
use crate::ids::ContextId;
use crate::message::{commands, words};
use serde::{Deserialize, Serialize};

commands! {
    CaptureScreenshot<'a> = "browsingContext.captureScreenshot" -> Picture;
    Print<'a> = "browsingContext.print" -> Picture;
}

/// Takes a picture, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-captureScreenshot).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaptureScreenshot<'a> {
    /// A tab or a frame.
    pub context: &'a ContextId,
    /// What the whole is; the viewport if `None`.
    pub origin: Option<Origin>,
    /// PNG if `None`.
    pub format: Option<ImageFormat<'a>>,
    /// The part that is wanted.
    pub clip: Option<Clip>,
}

impl<'a> CaptureScreenshot<'a> {
    /// What the context shows now, as PNG.
    pub fn new(context: &'a ContextId) -> Self {
        Self { context, origin: None, format: None, clip: None }
    }
}

words! {
    /// What the whole of a picture is.
    Origin {
        /// What is in view.
        Viewport = "viewport",
        /// The whole page.
        Document = "document",
    }
}

/// A picture's encoding, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-ImageFormat).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ImageFormat<'a> {
    /// A media type: `image/png`, `image/jpeg`, `image/webp`.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// 0 to 1, for those that lose something.
    pub quality: Option<f64>,
}

/// A part of a picture, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browsingContext-ClipRectangle).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Clip {
    /// A rectangle, in CSS pixels from the origin's corner.
    Box {
        /// Left.
        x: f64,
        /// Top.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
    },
    /// An element's box.
    Element {
        /// The element.
        element: SharedReference,
    },
}

/// The answer to [`CaptureScreenshot`] and [`Print`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Picture {
    /// The file in base64.
    pub data: String,
}

/// Prints to PDF, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browsingContext-print). Lengths are
/// centimetres.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Print<'a> {
    /// A tab or a frame.
    pub context: &'a ContextId,
    /// Whether backgrounds are printed; no if `None`.
    pub background: Option<bool>,
    /// 1 cm if `None`.
    pub margin: Option<Margin>,
    /// Upright if `None`.
    pub orientation: Option<Orientation>,
    /// 21.59 by 27.94 (US letter) if `None`.
    pub page: Option<Page>,
    /// Pages, `1-3` or `5`; all if `None`.
    pub page_ranges: Option<&'a [&'a str]>,
    /// 0.1 to 2; 1 if `None`.
    pub scale: Option<f64>,
    /// Whether it is made as narrow as the paper; yes if `None`.
    pub shrink_to_fit: Option<bool>,
}

impl<'a> Print<'a> {
    /// As the browser would.
    pub fn new(context: &'a ContextId) -> Self {
        Self {
            context,
            background: None,
            margin: None,
            orientation: None,
            page: None,
            page_ranges: None,
            scale: None,
            shrink_to_fit: None,
        }
    }
}

/// A paper's margins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Margin {
    /// Top.
    pub top: f64,
    /// Right.
    pub right: f64,
    /// Bottom.
    pub bottom: f64,
    /// Left.
    pub left: f64,
}

/// A paper's size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Page {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

words! {
    /// How a paper is turned.
    Orientation {
        /// Higher than wide.
        Portrait = "portrait",
        /// Wider than high.
        Landscape = "landscape",
    }
}
