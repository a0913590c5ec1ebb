//! One call of an action, and its answer.

use super::{Action, Delivery, Desk, Kind};
use crate::problem::Problem;
use crate::workspace::{Claim, Name, Want};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The door that a call came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// HTTP: an outline is JSON by default.
    Http,
    /// MCP: an outline is text by default.
    Mcp,
}

/// Tells the caller how far a long call is.
#[derive(Clone, Debug)]
pub struct Progress(mpsc::Sender<String>);

impl Progress {
    /// Progress that goes to `sender`.
    pub fn new(sender: mpsc::Sender<String>) -> Self {
        Self(sender)
    }

    /// Says where the call is. Dropped if the one before has not been sent yet: the newest matters, not each.
    pub fn say(&self, what: impl Into<String>) {
        let _ = self.0.try_send(what.into());
    }
}

/// How long a call may wait for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Up to the setting `live.await_cap`.
    Capped,
    /// Without an end: its caller asks for the answer now and then.
    AsLongAsItTakes,
}

/// The workspace that a request named, or why it names none that can be used. The HTTP door leaves it in the request
/// for the doors behind it.
#[derive(Clone, Debug)]
pub struct Addressed(pub Result<Name, Problem>);

/// The most of one file that a caller or a person gives, in bytes.
pub const FILE_BYTES: usize = 64 << 20;

/// A file that came with a call, beside its arguments.
#[derive(Clone, Debug)]
pub struct Attached {
    /// Its name, as the caller gave it.
    pub name: String,
    /// What is in it.
    pub bytes: bytes::Bytes,
}

/// Who calls.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The door.
    pub surface: Surface,
    /// Done when the caller gave up.
    pub gone: CancellationToken,
    /// Where progress goes, if the caller wants it.
    pub progress: Option<Progress>,
    /// How long it may wait for a person.
    pub waits: Waits,
    /// The way of the answer.
    pub delivery: Delivery,
    /// The file that came along; only for actions with an argument of the form [`Form::Bytes`](super::args::Form).
    pub attached: Option<Attached>,
}

impl Caller {
    /// A caller who waits without progress.
    pub fn new(surface: Surface) -> Self {
        let (gone, delivery) = (CancellationToken::new(), Delivery::default());
        Self { surface, gone, progress: None, waits: Waits::Capped, delivery, attached: None }
    }
}

/// A call on its way.
#[derive(Debug)]
pub struct Call {
    /// What all calls share.
    pub desk: Arc<Desk>,
    /// The action.
    pub action: &'static Action,
    /// The workspace it names.
    pub workspace: Name,
    /// Its arguments, tidied.
    pub args: Map<String, Value>,
    /// Who calls.
    pub caller: Caller,
    /// Cancelled when a person stops it.
    pub stop: CancellationToken,
}

impl Call {
    /// What it wants of the browser, with its arguments as they are.
    pub fn want(&self) -> Want {
        match (self.action.kind)(&self.args) {
            Kind::Change => Want::Change,
            Kind::Read | Kind::Neither => Want::Read,
        }
    }

    /// Its claim to a turn.
    pub fn claim(&self) -> Claim<'_> {
        Claim { action: self.action.name, want: self.want(), gone: &self.caller.gone, stop: &self.stop }
    }

    /// The arguments as a type of the action's own.
    ///
    /// # Errors
    /// An internal problem if the action's list of arguments and its type do not fit each other.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_value(Value::Object(self.args.clone()))
            .map_err(|error| Problem::argument(format!("The arguments cannot be read: {error}.")))
    }
}

/// What a call brought: an object, and a picture where the action makes one.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The fields, in the order in which they are shown.
    pub fields: Map<String, Value>,
    /// A picture and its media type.
    pub picture: Option<(bytes::Bytes, &'static str)>,
}

impl Answer {
    /// No fields yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }
}
