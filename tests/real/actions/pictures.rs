//! Pictures: how large they are, what is on them, and that the page is as it was after.

use super::{Stage, named};
use crate::common::client::{Client, entry};
use base64::Engine;
use image::RgbaImage;
use serde_json::{Value, json};

async fn take(stage: &Stage, arguments: Value) -> (Value, RgbaImage) {
    let taken = stage.client.post("/browser/screenshot", arguments).await.ok();
    let bytes = base64::engine::general_purpose::STANDARD.decode(taken["image"].as_str().expect("a picture"));
    let picture = image::load_from_memory(&bytes.expect("base64")).expect("a picture").to_rgba8();
    assert_eq!((taken["width"].as_u64(), taken["height"].as_u64()), {
        let (width, height) = picture.dimensions();
        (Some(width.into()), Some(height.into()))
    });
    (taken, picture)
}

pub(super) async fn pictures_fit_and_say_their_scale(stage: &Stage) {
    stage.go("read").await;
    let (seen, picture) = take(stage, json!({})).await;
    assert_eq!((picture.height(), &seen["scale"]), (800, &json!(1.0)), "the viewport");
    assert!(
        (1_250..=1_280).contains(&picture.width()),
        "with its scroll bar or without: {}",
        picture.width()
    );
    let height = stage.client.script("return document.documentElement.scrollHeight").await;
    let height = height.as_f64().expect("a number");
    let (page, picture) = take(stage, json!({"full_page": true, "max_side": 500})).await;
    let scale = page["scale"].as_f64().expect("a number");
    assert!(picture.height() == 500 && (scale - 500.0 / height).abs() < 0.01, "{scale} of {height}");

    let heading = json!({"selector": named("heading", "In the shadow"), "format": "jpeg"});
    let (element, picture) = take(stage, heading).await;
    assert_eq!(element["media_type"], "image/jpeg");
    assert!(picture.width() > 1_000 && picture.height() < 60, "{:?}", picture.dimensions());

    let (_, narrow) = take(stage, json!({"width": 500, "height": 400})).await;
    assert!(narrow.height() == 400 && narrow.width() <= 500, "{:?}", narrow.dimensions());
    let size = stage.client.script("return [innerWidth, innerHeight]").await;
    assert_eq!(size, json!([1280, 800]), "as before");

    let (kept, _) = take(stage, json!({"save": true})).await;
    let link =
        kept["file"]["link"].as_str().expect("a link").strip_prefix(stage.client.base()).expect("ours");
    let opened = Client::new(stage.client.base(), None, "").get(link).await;
    assert_eq!((opened.status, opened.headers["content-type"].as_bytes()), (200, &b"image/png"[..]));
}

pub(super) async fn pictures_bear_refs(stage: &Stage) {
    stage.go("press").await;
    let (_, plain) = take(stage, json!({})).await;
    let (_, labelled) = take(stage, json!({"annotate": true})).await;
    let outline = stage.client.post("/browser/outline", json!({"boxes": true})).await.ok();
    let side = |name: &str| {
        let area = &entry(&outline, "button", name)["box"];
        let number = |key: &str| area[key].as_u64().expect("a number") as u32;
        (number("x"), number("y") + number("height") / 2, number("width"))
    };
    for name in ["More", "Open a dialog"] {
        let (x, y, width) = side(name);
        let is_drawn = |x| plain.get_pixel(x, y) != labelled.get_pixel(x, y);
        assert!((x..x + 3).any(is_drawn), "the box of {name}");
        let inside = x + width / 2;
        assert_eq!(plain.get_pixel(inside, y), labelled.get_pixel(inside, y), "what is in {name}");
    }
}
