//! How a page looks: sizes, pictures, a stream of them, and print.

use crate::message::{Nothing, commands, events, words};
use serde::{Deserialize, Serialize};

commands! {
    GetLayoutMetrics = "Page.getLayoutMetrics" -> LayoutMetrics;
    CaptureScreenshot = "Page.captureScreenshot" -> Picture;
    PrintToPdf<'a> = "Page.printToPDF" -> Picture;
    StartScreencast = "Page.startScreencast" -> Nothing;
    StopScreencast = "Page.stopScreencast" -> Nothing;
    ScreencastFrameAck = "Page.screencastFrameAck" -> Nothing;
}

events! {
    ScreencastFrame = "Page.screencastFrame";
}

/// Measures the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetLayoutMetrics {}

/// The answer to [`GetLayoutMetrics`], in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutMetrics {
    /// What `position: fixed` is laid out in.
    pub css_layout_viewport: LayoutViewport,
    /// What is in view.
    pub css_visual_viewport: VisualViewport,
    /// All of the page.
    pub css_content_size: Rect,
}

/// A place on the page.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayoutViewport {
    /// Scrolled to the right.
    pub page_x: f64,
    /// Scrolled down.
    pub page_y: f64,
    /// Width without a scroll bar.
    pub client_width: f64,
    /// Height without a scroll bar.
    pub client_height: f64,
}

/// What is in view, pinch zoom included.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VisualViewport {
    /// Right of the page's left edge.
    pub page_x: f64,
    /// Below the page's top edge.
    pub page_y: f64,
    /// Width.
    pub client_width: f64,
    /// Height.
    pub client_height: f64,
    /// Pinch zoom.
    pub scale: f64,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// Takes a picture.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureScreenshot {
    /// PNG if `None`.
    pub format: Option<ImageFormat>,
    /// 0 to 100, JPEG and WebP only.
    pub quality: Option<u8>,
    /// The part that is wanted, in CSS pixels of the page.
    pub clip: Option<Clip>,
    /// Whether the part may lie outside of what is in view.
    pub capture_beyond_viewport: Option<bool>,
    /// Whether a quick picture is worth more than a small one.
    pub optimize_for_speed: Option<bool>,
}

words! {
    /// A picture's encoding.
    ImageFormat {
        /// JPEG.
        Jpeg = "jpeg",
        /// PNG.
        Png = "png",
        /// WebP, which a screencast does not take: smaller and slower to make.
        Webp = "webp",
    }
}

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Clip {
    /// Where.
    #[serde(flatten)]
    pub rect: Rect,
    /// Pixels of the picture a CSS pixel, times the device's own ratio.
    pub scale: f64,
}

/// The answer to [`CaptureScreenshot`] and [`PrintToPdf`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Picture {
    /// The file in base64.
    pub data: String,
}

/// Prints to PDF. Lengths are inches.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintToPdf<'a> {
    /// Across; no if `None`.
    pub landscape: Option<bool>,
    /// Whether backgrounds are printed; no if `None`.
    pub print_background: Option<bool>,
    /// 0.1 to 2; 1 if `None`.
    pub scale: Option<f64>,
    /// 8.5 if `None`.
    pub paper_width: Option<f64>,
    /// 11 if `None`.
    pub paper_height: Option<f64>,
    /// Pages, `1-3, 5`; all if `None`.
    pub page_ranges: Option<&'a str>,
    /// Whether the page's own paper size wins.
    #[serde(rename = "preferCSSPageSize")]
    pub prefer_css_page_size: Option<bool>,
}

/// Asks for a picture whenever the page changes. Frames stop until [`ScreencastFrameAck`] is sent for the last one.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StartScreencast {
    /// JPEG or PNG.
    pub format: Option<ImageFormat>,
    /// 0 to 100, JPEG only.
    pub quality: Option<u8>,
    /// Pixels; larger pages are scaled down.
    pub max_width: Option<u32>,
    /// Pixels; larger pages are scaled down.
    pub max_height: Option<u32>,
    /// Every how many frames of the page.
    pub every_nth_frame: Option<u32>,
}

/// Wants no more pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StopScreencast {}

/// Says that a frame arrived, and asks for the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreencastFrameAck {
    /// [`ScreencastFrame::session_id`].
    pub session_id: i64,
}

/// A picture of the page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreencastFrame {
    /// The picture in base64.
    pub data: String,
    /// How it was taken.
    pub metadata: ScreencastFrameMetadata,
    /// The number to acknowledge; no CDP session.
    pub session_id: i64,
}

/// How a frame was taken.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScreencastFrameMetadata {
    /// CSS pixels of the browser's own bars above the page.
    #[serde(default)]
    pub offset_top: f64,
    /// Zoom.
    pub page_scale_factor: f64,
    /// CSS pixels across that it shows.
    pub device_width: f64,
    /// CSS pixels down that it shows.
    pub device_height: f64,
    /// CSS pixels scrolled to the right.
    #[serde(default)]
    pub scroll_offset_x: f64,
    /// CSS pixels scrolled down.
    #[serde(default)]
    pub scroll_offset_y: f64,
    /// Seconds since 1970.
    pub timestamp: Option<f64>,
}
