//! [Target](https://chromedevtools.github.io/devtools-protocol/tot/Target/): pages, frames of other processes and
//! workers, and sessions with them.

use crate::ids::{BrowserContextId, CdpSessionId, FrameId, TargetId};
use crate::message::{Nothing, commands, events};
use serde::{Deserialize, Serialize};

commands! {
    SetAutoAttach<'a> = "Target.setAutoAttach" -> Nothing;
    AttachToTarget<'a> = "Target.attachToTarget" -> Attached;
    DetachFromTarget<'a> = "Target.detachFromTarget" -> Nothing;
    GetTargets = "Target.getTargets" -> Targets;
    ActivateTarget<'a> = "Target.activateTarget" -> Nothing;
    CloseTarget<'a> = "Target.closeTarget" -> Nothing;
    SetDiscoverTargets<'a> = "Target.setDiscoverTargets" -> Nothing;
}

events! {
    AttachedToTarget = "Target.attachedToTarget";
    DetachedFromTarget = "Target.detachedFromTarget";
    TargetCreated = "Target.targetCreated";
    TargetDestroyed = "Target.targetDestroyed";
    TargetInfoChanged = "Target.targetInfoChanged";
    TargetCrashed = "Target.targetCrashed";
}

/// Begins sessions with what is related to this session's target, by itself. It reaches one level: each new session
/// needs it again for its own frames and workers.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAutoAttach<'a> {
    /// Whether.
    pub auto_attach: bool,
    /// Whether a new target waits for [`super::runtime::RunIfWaitingForDebugger`].
    pub wait_for_debugger_on_start: bool,
    /// Must be true: this crate reads flat sessions only.
    pub flatten: bool,
    /// Which targets; all but tabs and the browser if `None`.
    pub filter: Option<&'a [FilterEntry<'a>]>,
}

/// One rule of a filter. The first that fits decides; without a rule that fits a target is left out.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FilterEntry<'a> {
    /// `page`, `iframe`, `worker`, …; any if `None`.
    #[serde(rename = "type")]
    pub kind: Option<&'a str>,
    /// Whether it is left out.
    pub exclude: Option<bool>,
}

/// Begins a session with a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTarget<'a> {
    /// Which.
    pub target_id: &'a TargetId,
    /// Must be true: this crate reads flat sessions only.
    pub flatten: bool,
}

/// The answer to [`AttachToTarget`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    /// The session.
    pub session_id: CdpSessionId,
}

/// Ends a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachFromTarget<'a> {
    /// Which.
    pub session_id: &'a CdpSessionId,
}

/// Lists targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetTargets {}

/// The answer to [`GetTargets`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Targets {
    /// The targets.
    pub target_infos: Vec<TargetInfo>,
}

/// A target.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfo {
    /// Its id; a page's and an out-of-process frame's is that of its frame.
    pub target_id: TargetId,
    /// `page`, `iframe`, `worker`, `service_worker`, `browser`, `tab`, ….
    #[serde(rename = "type")]
    pub kind: String,
    /// The page's title.
    #[serde(default)]
    pub title: String,
    /// The address.
    #[serde(default)]
    pub url: String,
    /// Whether anybody has a session with it.
    #[serde(default)]
    pub attached: bool,
    /// The target that opened it.
    pub opener_id: Option<TargetId>,
    /// The frame that opened it.
    pub opener_frame_id: Option<FrameId>,
    /// Whose cookies it uses.
    pub browser_context_id: Option<BrowserContextId>,
}

/// Brings a page to the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivateTarget<'a> {
    /// Which.
    pub target_id: &'a TargetId,
}

/// Closes a page. It works while the page is busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseTarget<'a> {
    /// Which.
    pub target_id: &'a TargetId,
}

/// Asks for the events of targets that come, change and go; those that are there come first.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetDiscoverTargets<'a> {
    /// Whether.
    pub discover: bool,
    /// Which; all but tabs and the browser if `None`.
    pub filter: Option<&'a [FilterEntry<'a>]>,
}

/// A session began.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedToTarget {
    /// The new session.
    pub session_id: CdpSessionId,
    /// With what.
    pub target_info: TargetInfo,
    /// Whether it waits for [`super::runtime::RunIfWaitingForDebugger`].
    #[serde(default)]
    pub waiting_for_debugger: bool,
}

/// A session ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachedFromTarget {
    /// The session.
    pub session_id: CdpSessionId,
}

/// A target came.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCreated {
    /// The target.
    pub target_info: TargetInfo,
}

/// A target went.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetDestroyed {
    /// The target.
    pub target_id: TargetId,
}

/// A target's title, address or sessions changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfoChanged {
    /// The target as it is now.
    pub target_info: TargetInfo,
}

/// A target's process died.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetCrashed {
    /// The target.
    pub target_id: TargetId,
    /// `crashed`, `oom`, `killed`, ….
    #[serde(default)]
    pub status: String,
    /// The system's number for it.
    #[serde(default)]
    pub error_code: i64,
}
