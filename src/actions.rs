//! The table of actions, and how one is called.
//!
//! An action is one line of [`TABLE`] and one file below this room. Tools, routes, OpenAPI and the README's table are
//! read off the table; the doors know no action by name. An action runs with the [`Turn`](crate::workspace::Turn)
//! that its workspace granted, and answers with fields of its own and those that every page action has in common.

pub mod args;
mod ask_person;
mod assert;
mod await_control;
mod call;
mod captured;
mod current;
mod delivery;
mod desk;
mod dialog;
mod downloads;
mod drag;
mod end_browser;
mod execute_script;
mod extract;
mod find;
mod frame;
mod interact;
mod navigate;
mod network_body;
mod on_page;
mod open_session;
mod outline;
mod press_key;
mod print;
mod resize;
mod screenshot;
mod scroll;
mod select;
mod tab;
mod upload_file;
mod wait_for;
mod write;

pub use ask_person::REASON_CHARS;
pub use call::{Addressed, Answer, Attached, Call, Caller, FILE_BYTES, Progress, Surface, Waits};
pub use captured::{CONSOLE, NETWORK};
pub use delivery::Delivery;
pub use desk::Desk;

use args::Arg;
use futures::future::BoxFuture;
use serde_json::{Map, Value, json};

use crate::problem::Problem;

/// Whether an action alters the page, the browser or the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Answers about the page as it is.
    Read,
    /// Alters something.
    Change,
    /// Waits or asks; never queues and is never refused for control.
    Neither,
}

/// How an action is reached over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `POST`
    Post,
    /// `DELETE`
    Delete,
}

impl Method {
    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// What a client may assume of a tool
/// ([MCP](https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations)).
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// It alters nothing.
    pub read_only: bool,
    /// It may alter what cannot be brought back.
    pub destructive: bool,
    /// Doing it twice is doing it once.
    pub idempotent: bool,
    /// It reaches beyond this server.
    pub open_world: bool,
}

/// The hints of an action that reads the page.
pub const READS: Hints = Hints { read_only: true, destructive: false, idempotent: true, open_world: true };
/// The hints of an action that alters something for good.
pub const ACTS: Hints = Hints { read_only: false, destructive: true, idempotent: false, open_world: true };
/// The hints of an action that alters, and is the same when done twice.
pub const SETS: Hints = Hints { read_only: false, destructive: false, idempotent: true, open_world: true };

/// A field of an action's result, for its output schema.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its JSON type.
    pub kind: &'static str,
}

/// A field of a result.
pub const fn field(name: &'static str, kind: &'static str) -> Field {
    Field { name, kind }
}

/// An action.
pub struct Action {
    /// The tool's name.
    pub name: &'static str,
    /// A title for people.
    pub title: &'static str,
    /// What it does and when to use it, for a model.
    pub about: &'static str,
    /// The method of its route.
    pub method: Method,
    /// Its route; `{action}` stands for the argument of that name.
    pub path: &'static str,
    /// What it alters, with these arguments.
    pub kind: fn(&Map<String, Value>) -> Kind,
    /// What a client may assume.
    pub hints: Hints,
    /// Its arguments.
    pub args: &'static [Arg],
    /// Fields of its result beyond the common ones.
    pub fields: &'static [Field],
    /// Whether its result has the fields that page actions have in common.
    pub on_page: bool,
    /// Whether its result is a picture.
    pub pictures: bool,
    /// Does it.
    pub run: fn(Call) -> BoxFuture<'static, Result<Answer, Problem>>,
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Action({})", self.name)
    }
}

/// Always a read.
pub fn reads(_: &Map<String, Value>) -> Kind {
    Kind::Read
}

/// Always a change.
pub fn changes(_: &Map<String, Value>) -> Kind {
    Kind::Change
}

/// Neither.
pub fn waits(_: &Map<String, Value>) -> Kind {
    Kind::Neither
}

/// The fields that every action on a page may answer with.
const COMMON: [Field; 15] = [
    field("url", "string"),
    field("title", "string"),
    field("outline", "object"),
    field("dialog", "object"),
    field("tab", "string"),
    field("opened", "array"),
    field("closed", "array"),
    field("downloads", "array"),
    field("seen_briefly", "array"),
    field("still_changing", "string"),
    field("warnings", "array"),
    field("reopened", "string"),
    field("site_data", "object"),
    field("page", "object"),
    field("control", "object"),
];

/// Every action, in the order in which clients see them.
pub static TABLE: &[&Action] = &[
    &open_session::ACTION,
    &navigate::ACTION,
    &outline::ACTION,
    &find::ACTION,
    &interact::ACTION,
    &write::ACTION,
    &press_key::ACTION,
    &select::ACTION,
    &drag::ACTION,
    &scroll::ACTION,
    &wait_for::ACTION,
    &assert::ACTION,
    &extract::ACTION,
    &screenshot::ACTION,
    &print::ACTION,
    &execute_script::ACTION,
    &network_body::ACTION,
    &tab::ACTION,
    &frame::ACTION,
    &dialog::ACTION,
    &upload_file::ACTION,
    &resize::ACTION,
    &ask_person::ACTION,
    &await_control::ACTION,
    &end_browser::ACTION,
];

/// The action of this name.
pub fn named(name: &str) -> Option<&'static Action> {
    TABLE.iter().copied().find(|action| action.name == name)
}

impl Action {
    /// Its arguments, as the tidier wants them.
    pub fn arg_list(&self) -> Vec<&'static Arg> {
        self.args.iter().collect()
    }

    /// The JSON schema of its arguments.
    pub fn input_schema(&self) -> Value {
        args::schema(&self.arg_list())
    }

    /// The JSON schema of its result.
    pub fn output_schema(&self) -> Value {
        let common = if self.on_page { &COMMON[..] } else { &[] };
        let properties: Map<String, Value> = common
            .iter()
            .chain(self.fields)
            .map(|field| {
                // A field of any type has an empty schema.
                let schema = if field.kind.is_empty() { json!({}) } else { json!({"type": field.kind}) };
                (field.name.to_owned(), schema)
            })
            .collect();
        json!({"type": "object", "properties": properties})
    }
}
