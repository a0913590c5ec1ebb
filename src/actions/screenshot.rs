//! `screenshot`: a picture of the page or of an element.

use super::args::{Arg, Form, SELECTOR, URL, WAIT, arg};
use super::on_page::OnPage;
use super::{Action, Answer, Call, Kind, Method, READS, field};
use crate::driver::Shot;
use crate::problem::Problem;
use crate::session::Taken;
use crate::workspace::Shelf;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const ARGS: &[Arg] = &[
    SELECTOR,
    arg("full_page", Form::Flag, ""),
    arg("annotate", Form::Flag, "draw refs"),
    arg("width", Form::Whole(100, 10_000), "of the viewport, for this picture"),
    arg("height", Form::Whole(100, 10_000), ""),
    arg("format", Form::Choice(&["png", "jpeg"]), ""),
    arg("max_side", Form::Whole(64, 8_000), "px; larger pictures are scaled down"),
    arg("save", Form::Flag, "keep it as a file"),
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
    kind: |args| if resizes(args) { Kind::Change } else { Kind::Read },
    hints: READS,
    args: ARGS,
    fields: &[
        field("image", "string"),
        field("media_type", "string"),
        field("scale", "number"),
        field("width", "integer"),
        field("height", "integer"),
        field("file", "object"),
    ],
    on_page: true,
    pictures: true,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    #[serde(default)]
    full_page: bool,
    #[serde(default)]
    annotate: bool,
    width: Option<u32>,
    height: Option<u32>,
    format: Option<String>,
    max_side: Option<u32>,
    #[serde(default)]
    save: bool,
}

/// Another viewport is seen by the page, even if only for a moment.
fn resizes(args: &Map<String, Value>) -> bool {
    args.contains_key("width") || args.contains_key("height")
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    on.page.unblocked()?;
    let taking = take(&on, &args);
    let taken = if resizes(&call.args) {
        let (width, height) = on.session().size();
        let size = (args.width.unwrap_or(width), args.height.unwrap_or(height));
        on.page.in_size(size, taking).await
    } else {
        taking.await
    };
    let picture = match taken {
        Ok(picture) => picture,
        Err(problem) => return Err(on.explain(problem).await),
    };
    let mut fields = Map::new();
    fields.insert("width".to_owned(), json!(picture.width));
    fields.insert("height".to_owned(), json!(picture.height));
    fields.insert("scale".to_owned(), json!(picture.scale));
    if args.save {
        let end = if picture.media_type == "image/jpeg" { "jpg" } else { "png" };
        let (shelf, name) = (Shelf::Screenshots, format!("screenshot.{end}"));
        let kept =
            call.desk.workspaces.keep_file(&call.workspace, shelf, &name, picture.bytes.clone()).await?;
        fields.insert("file".to_owned(), serde_json::to_value(&kept).map_err(Problem::internal)?);
    }
    let mut answer = on.read_result(fields).await?;
    answer.picture = Some((picture.bytes, picture.media_type));
    Ok(answer)
}

async fn take(on: &OnPage, args: &Args) -> Result<Taken, Problem> {
    let shot = match on.target_if_named().await? {
        Some(target) => on.page.box_of(&target, on.wait()).await?,
        None if args.full_page => Shot::Page,
        None => Shot::Viewport,
    };
    let jpeg = args.format.as_deref() == Some("jpeg");
    on.page.picture(shot, jpeg, args.max_side.unwrap_or(SIDE), args.annotate).await
}
