//! Refs on a picture: a box around each element that the outline lists, with its ref beside it.

use super::look::{Asked, Form};
use super::page::{PROMPT, Page};
use crate::outline::Options;
use crate::problem::Problem;
use handback_protocol::ids::ContextId;
use image::{Rgba, RgbaImage};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;

/// Labels on one picture at the most; with more nothing could be read.
const MOST: usize = 300;
/// Colours that can be told from each other and from most pages, one after the other.
const COLOURS: [Rgba<u8>; 5] = [
    Rgba([200, 30, 60, 255]),
    Rgba([20, 90, 200, 255]),
    Rgba([10, 120, 60, 255]),
    Rgba([150, 60, 170, 255]),
    Rgba([170, 90, 0, 255]),
];
const WHITE: Rgba<u8> = Rgba([255, 255, 255, 255]);
/// Pixels of the picture that one dot of a letter takes.
const DOT: u32 = 2;
/// A letter's width and height in dots, and the gap after it.
const LETTER: (u32, u32, u32) = (3, 5, 1);

/// An element's ref and its box, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "ref")]
    reference: Option<String>,
    #[serde(rename = "box")]
    area: Option<Area>,
    #[serde(default)]
    visible: bool,
}

#[derive(Deserialize)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Page {
    /// A label for each shown element that the outline lists, in the viewport of the tab.
    pub(super) async fn labels(&self) -> Result<Vec<Label>, Problem> {
        let asked = Asked { boxes: true, aside: true, ..Asked::of(Options::up_to(MOST), Form::Json) };
        let mut looked = self.look(&asked).await?;
        let entries: Vec<Entry> =
            serde_json::from_value(looked.value["elements"].take()).map_err(Problem::internal)?;
        let mut origins: HashMap<ContextId, (f64, f64)> = HashMap::new();
        let mut labels = Vec::new();
        for entry in entries.into_iter().filter(|entry| entry.visible) {
            let (Some(reference), Some(area)) = (entry.reference, entry.area) else { continue };
            // An element that went away since has nothing to be labelled.
            let target = reference.parse().ok().and_then(|known| self.by_ref(known).ok());
            let Some(target) = target else { continue };
            let origin = match origins.get(&target.frame) {
                Some(origin) => *origin,
                None => {
                    let origin = self.origin_of(&target.frame).await?;
                    origins.insert(target.frame, origin);
                    origin
                }
            };
            let Area { x, y, width, height } = area;
            labels.push(Label { text: reference, x: x + origin.0, y: y + origin.1, width, height });
        }
        Ok(labels)
    }

    /// Where the viewport of a frame begins in the viewport of the tab.
    async fn origin_of(&self, frame: &ContextId) -> Result<(f64, f64), Problem> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Origin {
            x: f64,
            y: f64,
        }
        let (mut x, mut y, mut frame) = (0.0, 0.0, frame.clone());
        while frame != self.context {
            let (parent, holder) = self.holder_of(&frame).await?;
            let at: Origin = self.ask(&parent, "frameOrigin", &json!({"node": holder}), PROMPT).await?;
            (x, y, frame) = (x + at.x, y + at.y, parent);
        }
        Ok((x, y))
    }
}

/// Draws labels on a picture. `scale`: how many of its pixels a CSS pixel is; `origin`: the place of its upper left
/// corner, in the pixels of the labels.
pub(super) fn draw(picture: &mut RgbaImage, labels: &[Label], scale: f64, origin: (f64, f64)) {
    // Boxes first, so that no box crosses a text.
    let placed: Vec<(&Label, Rect, Rgba<u8>)> = labels
        .iter()
        .zip(COLOURS.iter().cycle())
        .map(|(label, colour)| {
            let at = |value: f64, from: f64| ((value - from) * scale).round() as i64;
            let (left, top) = (at(label.x, origin.0), at(label.y, origin.1));
            let right = at(label.x + label.width, origin.0);
            let bottom = at(label.y + label.height, origin.1);
            (label, Rect { left, top, right, bottom }, *colour)
        })
        .filter(|(_, rect, _)| rect.is_in(picture))
        .collect();
    for (_, rect, colour) in &placed {
        let Rect { left, top, right, bottom } = *rect;
        fill(picture, Rect { bottom: top + 2, ..*rect }, *colour);
        fill(picture, Rect { top: bottom - 2, ..*rect }, *colour);
        fill(picture, Rect { left, top, right: left + 2, bottom }, *colour);
        fill(picture, Rect { left: right - 2, top, right, bottom }, *colour);
    }
    for (label, rect, colour) in placed {
        write(picture, &label.text, rect, colour);
    }
}

#[derive(Clone, Copy, Debug)]
struct Rect {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Rect {
    /// Whether any of it is in a picture: the ref of what is beside it would else be written at its edge.
    fn is_in(&self, picture: &RgbaImage) -> bool {
        let (width, height) = picture.dimensions();
        self.right > 0 && self.bottom > 0 && self.left < width.into() && self.top < height.into()
    }
}

fn fill(picture: &mut RgbaImage, rect: Rect, colour: Rgba<u8>) {
    let within = |value: i64, most: u32| value.clamp(0, i64::from(most)) as u32;
    for y in within(rect.top, picture.height())..within(rect.bottom, picture.height()) {
        for x in within(rect.left, picture.width())..within(rect.right, picture.width()) {
            picture.put_pixel(x, y, colour);
        }
    }
}

/// A ref in white on its colour, above its box where there is room, else in its corner.
fn write(picture: &mut RgbaImage, text: &str, over: Rect, colour: Rgba<u8>) {
    let (wide, high, gap) = LETTER;
    let width = i64::from(text.len() as u32 * (wide + gap) * DOT + DOT);
    let height = i64::from((high + 2) * DOT);
    let left = over.left.clamp(0, (i64::from(picture.width()) - width).max(0));
    let top = if over.top >= height { over.top - height } else { over.top.max(0) };
    fill(picture, Rect { left, top, right: left + width, bottom: top + height }, colour);
    for (place, letter) in text.chars().enumerate() {
        let dots = dots(letter);
        for (row, line) in dots.iter().enumerate() {
            for column in (0..wide).filter(|column| line >> (wide - 1 - column) & 1 == 1) {
                let dot = i64::from(DOT);
                let x = left + dot + (place as i64 * i64::from(wide + gap) + i64::from(column)) * dot;
                let y = top + dot + row as i64 * dot;
                fill(picture, Rect { left: x, top: y, right: x + dot, bottom: y + dot }, WHITE);
            }
        }
    }
}

/// The dots of a letter that refs are made of, three a row.
fn dots(letter: char) -> [u8; 5] {
    match letter {
        '0' => [0b111, 0b101, 0b101, 0b101, 0b111],
        '1' => [0b010, 0b110, 0b010, 0b010, 0b111],
        '2' => [0b111, 0b001, 0b111, 0b100, 0b111],
        '3' => [0b111, 0b001, 0b111, 0b001, 0b111],
        '4' => [0b101, 0b101, 0b111, 0b001, 0b001],
        '5' => [0b111, 0b100, 0b111, 0b001, 0b111],
        '6' => [0b111, 0b100, 0b111, 0b101, 0b111],
        '7' => [0b111, 0b001, 0b010, 0b010, 0b010],
        '8' => [0b111, 0b101, 0b111, 0b101, 0b111],
        '9' => [0b111, 0b101, 0b111, 0b001, 0b111],
        'f' => [0b011, 0b010, 0b111, 0b010, 0b010],
        'e' => [0b110, 0b101, 0b111, 0b100, 0b011],
        _ => [0; 5],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(x: f64, y: f64) -> Label {
        Label { text: "e1".to_owned(), x, y, width: 40.0, height: 30.0 }
    }

    #[test]
    fn a_label_stands_above_its_box() {
        let mut picture = RgbaImage::new(200, 100);
        draw(&mut picture, &[label(60.0, 40.0)], 2.0, (10.0, 20.0));
        // The box begins at (50, 20) CSS pixels of the picture, twice as many of its own.
        assert_eq!(*picture.get_pixel(100, 40), COLOURS[0]);
        assert_eq!(*picture.get_pixel(179, 60), COLOURS[0]);
        assert_eq!(*picture.get_pixel(140, 60), Rgba([0, 0, 0, 0]), "what is inside stays to be seen");
        assert_eq!(*picture.get_pixel(100, 30), COLOURS[0], "the text's ground");
        assert!((100..130).any(|x| (26..40).any(|y| *picture.get_pixel(x, y) == WHITE)), "the text");
    }

    #[test]
    fn what_is_outside_is_left_out() {
        let mut picture = RgbaImage::new(50, 50);
        draw(&mut picture, &[label(-500.0, -500.0), label(9e9, 9e9), label(45.0, 0.0)], 1.0, (0.0, 0.0));
        assert_eq!(*picture.get_pixel(45, 25), COLOURS[2], "a part of a box");
        assert_eq!(*picture.get_pixel(0, 0), Rgba([0, 0, 0, 0]), "no ref of a box that is outside");
    }
}
