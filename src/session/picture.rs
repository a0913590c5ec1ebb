//! Pictures, clamped to a size that clients take.

use super::find::{Target, stale};
use super::labels::{self, Label};
use super::page::{Cut, PROMPT, Page, blocked};
use crate::driver::Shot;
use crate::problem::{Code, Problem};
use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat};
use serde::Deserialize;
use serde_json::json;
use std::io::Cursor;
use std::time::Duration;

/// For a picture of a large page.
const PICTURE: Duration = Duration::from_secs(30);
/// JPEG's quality.
const QUALITY: u8 = 80;

/// A picture that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Its bytes.
    pub bytes: Bytes,
    /// `image/png` or `image/jpeg`.
    pub media_type: &'static str,
    /// Its width in its own pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// How many of its pixels a CSS pixel is.
    pub scale: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Measured {
    why: Option<String>,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    /// Pixels of the screen to a CSS pixel.
    ratio: f64,
}

impl Page {
    /// Takes a picture whose longest side is at most `side` of its own pixels; `labelled`: with the refs of the elements
    /// that the outline lists.
    ///
    /// # Errors
    /// A dialog holds it back, or the page went away.
    pub async fn picture(&self, shot: Shot, jpeg: bool, side: u32, labelled: bool) -> Result<Taken, Problem> {
        let labels = if labelled { self.labels().await? } else { Vec::new() };
        let size: Measured =
            self.ask(&self.context, "measure", &json!({"page": shot == Shot::Page}), PROMPT).await?;
        // A page longer than that cannot be taken whole; the picture says how much of it is there.
        let shot = match shot {
            Shot::Page if size.width > MOST || size.height > MOST => {
                Shot::Box(0.0, 0.0, size.width.min(MOST), size.height.min(MOST))
            }
            shot => shot,
        };
        // Where the picture begins, as labels are placed: in the viewport.
        let origin = match shot {
            Shot::Viewport => (0.0, 0.0),
            Shot::Page => (-size.x, -size.y),
            Shot::Box(x, y, ..) => (x - size.x, y - size.y),
        };
        // Labels are drawn on what nothing was lost of yet.
        let quality = (jpeg && labels.is_empty()).then_some(f64::from(QUALITY) / 100.0);
        let taking = self.driver.picture(&self.context, shot, quality, PICTURE);
        let picture = match self.until_cut(taking).await? {
            Cut::Done(picture) => picture,
            Cut::Dialog(dialog) => return Err(blocked(&dialog)),
        };
        // Whether a scroll bar is in the picture is the browser's affair: the picture itself says how wide it is.
        let ratio = if size.ratio > 0.0 { size.ratio } else { 1.0 };
        let finish = move || finish(picture.bytes, jpeg, side, &labels, (ratio, origin));
        // Decoding, drawing and scaling is work for a thread of its own.
        let finished = tokio::task::spawn_blocking(finish).await;
        let (bytes, (width, height), shrunk) =
            finished.map_err(Problem::internal)?.map_err(Problem::internal)?;
        let scale = ratio * shrunk;
        let media_type = if jpeg { "image/jpeg" } else { "image/png" };
        Ok(Taken { bytes, media_type, width, height, scale: (scale * 1_000.0).round() / 1_000.0 })
    }

    /// The box of an element, in the document of the tab, scrolled into view.
    ///
    /// # Errors
    /// It is hidden, has no size, or is gone.
    pub async fn box_of(&self, target: &Target, wait: Duration) -> Result<Shot, Problem> {
        self.bring_into_view(target, wait).await?;
        let argument = json!({"doc": target.document, "node": target.node});
        let element: Measured = self.ask(&target.frame, "measure", &argument, PROMPT).await?;
        if element.why.is_some() {
            return Err(stale(self.call(target)));
        }
        if element.width < 1.0 || element.height < 1.0 {
            let says = format!("{} has no size, so there is no picture of it.", self.call(target));
            return Err(Problem::new(Code::NotInteractable, says));
        }
        // Seen from the tab's viewport, and from there in its document.
        let place = self.lift(target, (element.x.max(0.0), element.y.max(0.0))).await;
        let (x, y) = place.map_or((element.x, element.y), |place| place.outer);
        let page: Measured = self.ask(&self.context, "measure", &json!({"page": true}), PROMPT).await?;
        Ok(Shot::Box(x + page.x, y + page.y, element.width, element.height))
    }
}

/// The most of a page that is taken, in CSS pixels a side: browsers give up beyond.
const MOST: f64 = 16_384.0;

/// Draws labels and scales a picture down to `side`; tells its size and by how much it was scaled. The last argument: how
/// many of its pixels a CSS pixel is, and where it begins.
fn finish(
    bytes: Bytes,
    jpeg: bool,
    side: u32,
    labels: &[Label],
    (ratio, origin): (f64, (f64, f64)),
) -> image::ImageResult<(Bytes, (u32, u32), f64)> {
    let size = image::ImageReader::new(Cursor::new(&bytes)).with_guessed_format()?.into_dimensions()?;
    if size.0 <= side && size.1 <= side && labels.is_empty() {
        return Ok((bytes, size, 1.0));
    }
    let mut picture = image::load_from_memory(&bytes)?;
    if !labels.is_empty() {
        let mut drawn = picture.into_rgba8();
        labels::draw(&mut drawn, labels, ratio, origin);
        picture = DynamicImage::from(drawn);
    }
    let mut shrunk = 1.0;
    if size.0 > side || size.1 > side {
        // The longer side is exact; the shorter one was rounded.
        shrunk = f64::from(side) / f64::from(size.0.max(size.1));
        picture = picture.resize(side, side, FilterType::Triangle);
    }
    let mut out = Cursor::new(Vec::new());
    if jpeg {
        let opaque = DynamicImage::from(picture.to_rgb8());
        JpegEncoder::new_with_quality(&mut out, QUALITY).encode_image(&opaque)?;
    } else {
        picture.write_to(&mut out, ImageFormat::Png)?;
    }
    Ok((out.into_inner().into(), (picture.width(), picture.height()), shrunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Bytes {
        let mut out = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(width, height).write_to(&mut out, ImageFormat::Png).expect("written");
        out.into_inner().into()
    }

    #[test]
    fn a_picture_is_scaled_down_and_never_up() {
        let clamp = |bytes, side| finish(bytes, false, side, &[], (1.0, (0.0, 0.0))).expect("read");
        let small = picture(40, 30);
        assert_eq!(clamp(small.clone(), 64), (small, (40, 30), 1.0));
        let (bytes, size, shrunk) = clamp(picture(400, 1_000), 100);
        assert_eq!((size, shrunk), ((40, 100), 0.1));
        let again = image::load_from_memory(&bytes).expect("a picture");
        assert_eq!((again.width(), again.height()), (40, 100));
    }
}
