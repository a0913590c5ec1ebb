//! [Scripts](https://w3c.github.io/webdriver-bidi/#module-script): run one, put one before the page's own, and speak
//! of the page's values.
//!
//! Chromium never answers when a result holds a text with half a surrogate pair, and drops an event with one: its
//! driver cannot read its own browser there. Scripts should hand out `text.toWellFormed()`.

mod local;
mod plain;
mod realm;
mod remote;

pub use local::*;
pub use realm::*;
pub use remote::*;

use crate::ids::{ContextId, Handle, PreloadId, RealmId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize};

commands! {
    CallFunction<'a> = "script.callFunction" -> Evaluated;
    Evaluate<'a> = "script.evaluate" -> Evaluated;
    Disown<'a> = "script.disown" -> Nothing;
    AddPreloadScript<'a> = "script.addPreloadScript" -> PreloadScript;
    RemovePreloadScript<'a> = "script.removePreloadScript" -> Nothing;
}

/// Where a script runs, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-Target).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Target<'a> {
    /// In the document that the context shows now.
    Context {
        /// The context.
        context: &'a ContextId,
        /// A sandbox of this name, which sees the page's nodes and not its variables; the page's own realm if `None`.
        sandbox: Option<&'a str>,
    },
    /// In this realm, gone with its document.
    Realm {
        /// The realm.
        realm: &'a RealmId,
    },
}

/// Calls a function, [BiDi](https://w3c.github.io/webdriver-bidi/#command-script-callFunction).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunction<'a> {
    /// Its source: an expression that is a function.
    pub function_declaration: &'a str,
    /// Whether a promise that it returns is waited for. If its document goes meanwhile, Chromium refuses the call, and
    /// Firefox never answers it.
    pub await_promise: bool,
    /// Where.
    pub target: Target<'a>,
    /// With what.
    pub arguments: Option<&'a [LocalValue]>,
    /// Its `this`.
    pub this: Option<&'a LocalValue>,
    /// Whether values are kept for later calls; no if `None`.
    pub result_ownership: Option<Ownership>,
    /// How much of its result comes back.
    pub serialization_options: Option<SerializationOptions>,
    /// Whether it counts as the user's doing; no if `None`.
    pub user_activation: Option<bool>,
}

impl<'a> CallFunction<'a> {
    /// A call that waits for a promise and keeps nothing.
    pub fn new(target: Target<'a>, function_declaration: &'a str, arguments: &'a [LocalValue]) -> Self {
        Self {
            function_declaration,
            await_promise: true,
            target,
            arguments: (!arguments.is_empty()).then_some(arguments),
            this: None,
            result_ownership: None,
            serialization_options: None,
            user_activation: None,
        }
    }
}

/// Evaluates an expression, [BiDi](https://w3c.github.io/webdriver-bidi/#command-script-evaluate).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate<'a> {
    /// A script; its last value is the result.
    pub expression: &'a str,
    /// Where.
    pub target: Target<'a>,
    /// Whether a promise is waited for, as in [`CallFunction`].
    pub await_promise: bool,
    /// Whether values are kept for later calls; no if `None`.
    pub result_ownership: Option<Ownership>,
    /// How much of its result comes back.
    pub serialization_options: Option<SerializationOptions>,
    /// Whether it counts as the user's doing; no if `None`.
    pub user_activation: Option<bool>,
}

impl<'a> Evaluate<'a> {
    /// A script that waits for a promise and keeps nothing.
    pub fn new(target: Target<'a>, expression: &'a str) -> Self {
        Self {
            expression,
            target,
            await_promise: true,
            result_ownership: None,
            serialization_options: None,
            user_activation: None,
        }
    }
}

words! {
    /// Whether a value is kept for later calls, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-ResultOwnership).
    Ownership {
        /// It is, until it is disowned or its realm goes.
        Root = "root",
        /// It is not.
        None = "none",
    }
}

/// How much of a value comes back, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-SerializationOptions).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SerializationOptions {
    /// Levels of children of a node; 0 if `None`.
    pub max_dom_depth: Option<u32>,
    /// Levels of an object; all if `None`. [`RemoteValue`] reads about forty.
    pub max_object_depth: Option<u32>,
    /// Which shadow trees come along; none if `None`.
    pub include_shadow_tree: Option<ShadowTree>,
}

words! {
    /// Which shadow trees come along.
    ShadowTree {
        /// None.
        None = "none",
        /// The open ones.
        Open = "open",
        /// All.
        All = "all",
    }
}

/// What a script came to, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-EvaluateResult).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Outcome")]
pub struct Evaluated {
    /// Where it ran.
    pub realm: RealmId,
    /// Its value, or what it threw.
    pub result: Result<RemoteValue, Box<ExceptionDetails>>,
}

/// The form on the wire. It is not read by its tag: serde would copy a whole result first.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    realm: RealmId,
    result: Option<RemoteValue>,
    exception_details: Option<Box<ExceptionDetails>>,
}

impl TryFrom<Outcome> for Evaluated {
    type Error = &'static str;

    fn try_from(outcome: Outcome) -> Result<Self, Self::Error> {
        let result = match (outcome.exception_details, outcome.result) {
            (Some(exception), _) => Err(exception),
            (None, Some(result)) => Ok(result),
            (None, None) => return Err("neither a result nor an exception"),
        };
        Ok(Self { realm: outcome.realm, result })
    }
}

/// What a script threw, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-ExceptionDetails). All of it is the
/// page's.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    /// What was thrown, in words: `TypeError: x is not a function`.
    #[serde(default)]
    pub text: String,
    /// Line in the script, from 0.
    #[serde(default)]
    pub line_number: i64,
    /// Column in the line, from 0.
    #[serde(default)]
    pub column_number: i64,
    /// The thrown value.
    pub exception: Option<RemoteValue>,
    /// The calls that led there.
    pub stack_trace: Option<StackTrace>,
}

/// Calls, innermost first, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-StackTrace).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTrace {
    /// The calls.
    #[serde(default)]
    pub call_frames: Vec<StackFrame>,
}

/// One call, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-StackFrame).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StackFrame {
    /// The function's name; empty if it has none.
    pub function_name: String,
    /// The script.
    pub url: String,
    /// Line, from 0.
    pub line_number: i64,
    /// Column, from 0.
    pub column_number: i64,
}

/// Lets values go, [BiDi](https://w3c.github.io/webdriver-bidi/#command-script-disown). Handles that are not known
/// are no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Disown<'a> {
    /// Which.
    pub handles: &'a [Handle],
    /// Where they belong.
    pub target: Target<'a>,
}

/// Puts a script before the page's own in every new document,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-script-addPreloadScript).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddPreloadScript<'a> {
    /// A function; its result is not looked at.
    pub function_declaration: &'a str,
    /// Channels alone may be handed in. In Chromium nothing comes out of them if `sandbox` is set.
    pub arguments: Option<&'a [ChannelValue]>,
    /// In a sandbox of this name; in the page's own realm if `None`.
    pub sandbox: Option<&'a str>,
    /// For whom.
    #[serde(flatten)]
    pub scope: super::Scope<'a>,
}

/// The answer to [`AddPreloadScript`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PreloadScript {
    /// What [`RemovePreloadScript`] takes.
    pub script: PreloadId,
}

/// Takes a preload script away from documents to come,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-script-removePreloadScript).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RemovePreloadScript<'a> {
    /// Which.
    pub script: &'a PreloadId,
}
