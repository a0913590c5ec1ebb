//! Pictures, clamped to a size that clients take.

use super::find::{Target, stale};
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
}

impl Page {
    /// Takes a picture whose longest side is at most `side` of its own pixels.
    ///
    /// # Errors
    /// A dialog holds it back, or the page went away.
    pub async fn picture(&self, shot: Shot, jpeg: bool, side: u32) -> Result<Taken, Problem> {
        let size: Measured =
            self.ask(&self.context, "measure", &json!({"page": shot == Shot::Page}), PROMPT).await?;
        let (css_width, css_height) = match shot {
            Shot::Box(_, _, width, height) => (width, height),
            Shot::Viewport | Shot::Page => (size.width, size.height),
        };
        // A page longer than that cannot be taken whole; the picture says how much of it is there.
        let shot = match shot {
            Shot::Page if css_height > f64::from(MOST) || css_width > f64::from(MOST) => {
                Shot::Box(0.0, 0.0, css_width.min(f64::from(MOST)), css_height.min(f64::from(MOST)))
            }
            shot => shot,
        };
        let taking =
            self.driver.picture(&self.context, shot, jpeg.then_some(f64::from(QUALITY) / 100.0), PICTURE);
        let picture = match self.until_cut(taking).await? {
            Cut::Done(picture) => picture,
            Cut::Dialog(dialog) => return Err(blocked(&dialog)),
        };
        // Decoding and scaling is work for a thread of its own.
        let clamped = tokio::task::spawn_blocking(move || clamp(picture.bytes, jpeg, side)).await;
        let (bytes, width, height) = clamped.map_err(Problem::internal)?.map_err(Problem::internal)?;
        let scale = if css_width > 0.0 { f64::from(width) / css_width.min(f64::from(MOST)) } else { 1.0 };
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
const MOST: u32 = 16_384;

fn clamp(bytes: Bytes, jpeg: bool, side: u32) -> image::ImageResult<(Bytes, u32, u32)> {
    let size = image::ImageReader::new(Cursor::new(&bytes)).with_guessed_format()?.into_dimensions()?;
    if size.0 <= side && size.1 <= side {
        return Ok((bytes, size.0, size.1));
    }
    let whole = image::load_from_memory(&bytes)?;
    let small = whole.resize(side, side, FilterType::Triangle);
    let mut out = Cursor::new(Vec::new());
    if jpeg {
        JpegEncoder::new_with_quality(&mut out, QUALITY)
            .encode_image(&DynamicImage::from(small.to_rgb8()))?;
    } else {
        small.write_to(&mut out, ImageFormat::Png)?;
    }
    Ok((out.into_inner().into(), small.width(), small.height()))
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
        let small = picture(40, 30);
        assert_eq!(clamp(small.clone(), false, 64).expect("read"), (small, 40, 30));
        let (bytes, width, height) = clamp(picture(400, 1_000), false, 100).expect("read");
        assert_eq!((width, height), (40, 100));
        let again = image::load_from_memory(&bytes).expect("a picture");
        assert_eq!((again.width(), again.height()), (40, 100));
    }
}
