//! `screenshot`: a picture of the page or of an element.

use super::args::{Arg, Form, SELECTOR, URL, WAIT, arg};
use super::{Action, Answer, Call, Method, READS, field, reads};
use crate::driver::Shot;
use crate::problem::Problem;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, json};

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("full_page", Form::Flag, ""),
    arg("format", Form::Choice(&["png", "jpeg"]), ""),
    arg("max_side", Form::Whole(64, 8_000), "px; larger pictures are scaled down"),
    URL,
    WAIT,
];

/// The longest side of a picture: clients refuse larger ones, and with them the whole conversation.
const SIDE: u32 = 8_000;

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "screenshot",
    title: "Screenshot",
    about: "A picture of the viewport, the full page or one element. scale says how many picture pixels a CSS pixel is.",
    method: Method::Post,
    path: "/browser/screenshot",
    kind: reads,
    hints: READS,
    args: ARGS,
    fields: &[
        field("image", "string"),
        field("media_type", "string"),
        field("scale", "number"),
        field("width", "integer"),
        field("height", "integer"),
    ],
    on_page: true,
    pictures: true,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    #[serde(default)]
    full_page: bool,
    format: Option<String>,
    max_side: Option<u32>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let jpeg = args.format.as_deref() == Some("jpeg");
    let side = args.max_side.unwrap_or(SIDE);
    let shot = match on.target_if_named().await? {
        Some(target) => match on.page.box_of(&target, on.wait()).await {
            Ok(shot) => shot,
            Err(problem) => return Err(on.explain(problem).await),
        },
        None if args.full_page => Shot::Page,
        None => Shot::Viewport,
    };
    let picture = on.page.picture(shot, jpeg, side).await?;
    let mut fields = Map::new();
    fields.insert("width".to_owned(), json!(picture.width));
    fields.insert("height".to_owned(), json!(picture.height));
    fields.insert("scale".to_owned(), json!(picture.scale));
    let mut answer = on.read_result(fields).await?;
    answer.picture = Some((picture.bytes, picture.media_type));
    Ok(answer)
}
