//! `print`: the page as a file.

use super::args::{Arg, Form, URL, arg};
use super::{Action, Answer, Call, Hints, Method, field, reads};
use crate::problem::Problem;
use crate::workspace::Shelf;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::Map;

const ARGS: &[Arg] = &[
    arg("format", Form::Choice(&["pdf", "html"]), ""),
    arg("landscape", Form::Flag, ""),
    arg("background", Form::Flag, "print backgrounds (default)"),
    arg("filename", Form::Text(200), ""),
    URL,
];

/// The line of the table.
pub(super) static ACTION: Action = Action {
    name: "print",
    title: "Save the page",
    about: "Keep the page as a PDF or as an HTML snapshot; answers with a link to the file.",
    method: Method::Post,
    path: "/browser/print",
    kind: reads,
    // Each call keeps another file; the page stays as it is.
    hints: Hints { read_only: true, destructive: false, idempotent: false, open_world: true },
    args: ARGS,
    fields: &[field("file", "object")],
    on_page: true,
    pictures: false,
    run: |call| run(call).boxed(),
};

#[derive(Deserialize)]
struct Args {
    format: Option<String>,
    #[serde(default)]
    landscape: bool,
    background: Option<bool>,
    filename: Option<String>,
}

async fn run(call: Call) -> Result<Answer, Problem> {
    let args: Args = call.read()?;
    let on = call.on_page().await?;
    let format = args.format.as_deref().unwrap_or("pdf");
    let bytes = match format {
        "html" => on.page.snapshot().await?.into(),
        _ => on.page.print(args.landscape, args.background.unwrap_or(true)).await?,
    };
    let name = match args.filename {
        Some(name) => with_end(name, format),
        // Without a title it is a page.
        None => with_end(on.page.where_it_is().await.map(|(_, title)| title).unwrap_or_default(), format),
    };
    let file = call.desk.workspaces.keep_file(&call.workspace, Shelf::Prints, &name, bytes).await?;
    let mut fields = Map::new();
    fields.insert("file".to_owned(), serde_json::to_value(&file).map_err(Problem::internal)?);
    on.read_result(fields).await
}

/// A file's name that ends as its content is. A title may hold what would be taken for a path.
fn with_end(name: String, format: &str) -> String {
    let name = name.replace(['/', '\\'], "_");
    let name = if name.trim().is_empty() { "page" } else { name.trim() };
    let end = format!(".{format}");
    if name.to_lowercase().ends_with(&end) { name.to_owned() } else { format!("{name}{end}") }
}
