//! [Runtime](https://chromedevtools.github.io/devtools-protocol/tot/Runtime/): scripts, and references to a page's
//! values.

use crate::bidi::script::ShadowTree;
use crate::ids::{ExecutionContextId, FrameId, ObjectId};
use crate::message::{Nothing, commands, events, words};
use serde::{Deserialize, Serialize};
use serde_json::Value;

commands! {
    Enable = "Runtime.enable" -> Nothing;
    Evaluate<'a> = "Runtime.evaluate" -> Evaluated;
    CallFunctionOn<'a> = "Runtime.callFunctionOn" -> Evaluated;
    ReleaseObject<'a> = "Runtime.releaseObject" -> Nothing;
    ReleaseObjectGroup<'a> = "Runtime.releaseObjectGroup" -> Nothing;
    RunIfWaitingForDebugger = "Runtime.runIfWaitingForDebugger" -> Nothing;
    TerminateExecution = "Runtime.terminateExecution" -> Nothing;
}

events! {
    ExecutionContextCreated = "Runtime.executionContextCreated";
    ExecutionContextDestroyed = "Runtime.executionContextDestroyed";
    ExecutionContextsCleared = "Runtime.executionContextsCleared";
}

/// Asks for the domain's events; realms that are there come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enable {}

/// Evaluates an expression.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate<'a> {
    /// A script; its last value is the result.
    pub expression: &'a str,
    /// Where; in the page's own realm if `None`.
    pub context_id: Option<ExecutionContextId>,
    /// Whether a promise is waited for.
    pub await_promise: Option<bool>,
    /// Whether the result comes as JSON instead of as a reference.
    pub return_by_value: Option<bool>,
    /// Whether it counts as the user's doing.
    pub user_gesture: Option<bool>,
    /// Whether the console's own functions are there, `getEventListeners` say.
    #[serde(rename = "includeCommandLineAPI")]
    pub include_command_line_api: Option<bool>,
    /// A name under which [`ReleaseObjectGroup`] lets the result go.
    pub object_group: Option<&'a str>,
    /// Milliseconds after which it is stopped.
    pub timeout: Option<f64>,
    /// How the result comes, if neither as a reference nor as JSON.
    pub serialization_options: Option<SerializationOptions>,
}

/// Calls a function.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOn<'a> {
    /// Its source.
    pub function_declaration: &'a str,
    /// Its `this`, which says where as well.
    pub object_id: Option<&'a ObjectId>,
    /// Where, if `object_id` does not say it.
    pub execution_context_id: Option<ExecutionContextId>,
    /// With what.
    pub arguments: Option<&'a [CallArgument]>,
    /// Whether a promise is waited for.
    pub await_promise: Option<bool>,
    /// Whether the result comes as JSON instead of as a reference.
    pub return_by_value: Option<bool>,
    /// Whether it counts as the user's doing.
    pub user_gesture: Option<bool>,
    /// A name under which [`ReleaseObjectGroup`] lets the result go.
    pub object_group: Option<&'a str>,
    /// How the result comes, if neither as a reference nor as JSON.
    pub serialization_options: Option<SerializationOptions>,
}

/// A value for a function.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum CallArgument {
    /// JSON.
    Value(Value),
    /// A number that JSON cannot write: `NaN`, `-0`, `Infinity`, `-Infinity`, or a BigInt, `10n`.
    UnserializableValue(String),
    /// A reference.
    ObjectId(ObjectId),
}

/// How a result comes.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SerializationOptions {
    /// In which way.
    pub serialization: Serialization,
    /// Levels, for `deep`; all if `None`.
    pub max_depth: Option<u32>,
    /// How much of nodes comes along, for `deep`.
    pub additional_parameters: Option<NodeDepth>,
}

/// How much of nodes comes along.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeDepth {
    /// Levels of children of a node; all if `None`.
    pub max_node_depth: Option<u32>,
    /// Which shadow trees come along; none if `None`.
    pub include_shadow_tree: Option<ShadowTree>,
}

words! {
    /// A way for a result to come.
    Serialization {
        /// As BiDi writes it, in [`RemoteObject::deep_serialized_value`].
        Deep = "deep",
        /// As JSON.
        Json = "json",
        /// As a reference and no more.
        IdOnly = "idOnly",
    }
}

/// The answer to [`Evaluate`] and [`CallFunctionOn`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    /// The value, or what was thrown.
    pub result: RemoteObject,
    /// Present if it threw.
    pub exception_details: Option<ExceptionDetails>,
}

/// A page's value. All of it is the page's.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteObject {
    /// `object`, `function`, `undefined`, `string`, `number`, `boolean`, `symbol`, `bigint`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `array`, `null`, `node`, `error`, `promise`, ….
    pub subtype: Option<String>,
    /// The class.
    pub class_name: Option<String>,
    /// JSON, if it was asked for or is simple.
    pub value: Option<Value>,
    /// A number that JSON cannot write, or a BigInt with its `n`.
    pub unserializable_value: Option<String>,
    /// In words.
    pub description: Option<String>,
    /// The reference; it keeps the value alive until it is let go or its realm goes.
    pub object_id: Option<ObjectId>,
    /// As BiDi writes it, if that was asked for.
    pub deep_serialized_value: Option<Value>,
}

/// What a script threw.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    /// `Uncaught`, or what is wrong with the script.
    #[serde(default)]
    pub text: String,
    /// Line, from 0.
    #[serde(default)]
    pub line_number: i64,
    /// Column, from 0.
    #[serde(default)]
    pub column_number: i64,
    /// The script.
    pub url: Option<String>,
    /// The thrown value; an error's description holds its stack.
    pub exception: Option<RemoteObject>,
}

/// Lets a reference go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObject<'a> {
    /// Which.
    pub object_id: &'a ObjectId,
}

/// Lets all references of a name go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObjectGroup<'a> {
    /// The name.
    pub object_group: &'a str,
}

/// Lets a target that waits begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunIfWaitingForDebugger {}

/// Stops the script that runs: the way out of an endless loop. It is answered when that is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TerminateExecution {}

/// A realm came.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ExecutionContextCreated {
    /// The realm.
    pub context: ExecutionContext,
}

/// A realm.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContext {
    /// Its number in this session.
    pub id: ExecutionContextId,
    /// Its origin.
    #[serde(default)]
    pub origin: String,
    /// An isolated world's name.
    #[serde(default)]
    pub name: String,
    /// Where it belongs.
    pub aux_data: Option<AuxData>,
}

/// Where a realm belongs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuxData {
    /// The frame.
    pub frame_id: Option<FrameId>,
    /// Whether it is the page's own.
    #[serde(default)]
    pub is_default: bool,
}

/// A realm went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextDestroyed {
    /// Which.
    pub execution_context_id: ExecutionContextId,
}

/// All realms of the session went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct ExecutionContextsCleared {}
