//! [Page](https://chromedevtools.github.io/devtools-protocol/tot/Page/): frames, dialogs and files of one page; how it
//! looks is in its pictures.

mod picture;

pub use picture::*;

use crate::ids::{BackendNodeId, ExecutionContextId, FrameId, LoaderId, ScriptId};
use crate::message::{Nothing, commands, events, words};
use serde::{Deserialize, Serialize};

commands! {
    Enable = "Page.enable" -> Nothing;
    GetFrameTree = "Page.getFrameTree" -> FrameTreeResult;
    CreateIsolatedWorld<'a> = "Page.createIsolatedWorld" -> IsolatedWorld;
    AddScriptToEvaluateOnNewDocument<'a> = "Page.addScriptToEvaluateOnNewDocument" -> AddedScript;
    RemoveScriptToEvaluateOnNewDocument<'a> = "Page.removeScriptToEvaluateOnNewDocument" -> Nothing;
    BringToFront = "Page.bringToFront" -> Nothing;
    HandleJavaScriptDialog<'a> = "Page.handleJavaScriptDialog" -> Nothing;
    SetInterceptFileChooserDialog = "Page.setInterceptFileChooserDialog" -> Nothing;
}

events! {
    FrameAttached = "Page.frameAttached";
    FrameDetached = "Page.frameDetached";
    FrameNavigated = "Page.frameNavigated";
    NavigatedWithinDocument = "Page.navigatedWithinDocument";
    JavascriptDialogOpening = "Page.javascriptDialogOpening";
    JavascriptDialogClosed = "Page.javascriptDialogClosed";
    FileChooserOpened = "Page.fileChooserOpened";
}

/// Asks for the domain's events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enable {}

/// Lists frames of this session's process. An answer deeper than about sixty levels cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetFrameTree {}

/// The answer to [`GetFrameTree`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameTreeResult {
    /// The tree.
    pub frame_tree: FrameTree,
}

/// A frame and its frames.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameTree {
    /// The frame.
    pub frame: Frame,
    /// Those within it.
    #[serde(default)]
    pub child_frames: Vec<FrameTree>,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Its id; that of BiDi's context.
    pub id: FrameId,
    /// The frame that holds it.
    pub parent_id: Option<FrameId>,
    /// Its document.
    pub loader_id: LoaderId,
    /// Its name.
    pub name: Option<String>,
    /// Its address without the fragment.
    pub url: String,
    /// The fragment with its `#`.
    pub url_fragment: Option<String>,
    /// Its origin.
    #[serde(default)]
    pub security_origin: String,
    /// The document's media type.
    #[serde(default)]
    pub mime_type: String,
    /// The address that could not be reached, if this is the browser's page about it.
    pub unreachable_url: Option<String>,
}

/// Makes a realm that sees a frame's nodes and not its variables. It goes with the document.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateIsolatedWorld<'a> {
    /// The frame.
    pub frame_id: &'a FrameId,
    /// A name; the same one gives the same realm again.
    pub world_name: Option<&'a str>,
}

/// The answer to [`CreateIsolatedWorld`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IsolatedWorld {
    /// The realm.
    pub execution_context_id: ExecutionContextId,
}

/// Puts a script before the page's own in every new document of this session's frames.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddScriptToEvaluateOnNewDocument<'a> {
    /// The script.
    pub source: &'a str,
    /// In an isolated world of this name; in the page's own if `None`.
    pub world_name: Option<&'a str>,
    /// Whether it also runs in the documents that are there.
    pub run_immediately: Option<bool>,
}

/// The answer to [`AddScriptToEvaluateOnNewDocument`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AddedScript {
    /// What [`RemoveScriptToEvaluateOnNewDocument`] takes.
    pub identifier: ScriptId,
}

/// Takes a script away from documents to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RemoveScriptToEvaluateOnNewDocument<'a> {
    /// Which.
    pub identifier: &'a ScriptId,
}

/// Brings the page to the front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BringToFront {}

/// Answers a dialog.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HandleJavaScriptDialog<'a> {
    /// Yes or no.
    pub accept: bool,
    /// What is typed into a `prompt`.
    pub prompt_text: Option<&'a str>,
}

/// Has file choosers reported instead of shown.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetInterceptFileChooserDialog {
    /// Whether.
    pub enabled: bool,
    /// Whether the page is told at once that nothing was chosen. If not, it waits.
    pub cancel: Option<bool>,
}

/// A frame came.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameAttached {
    /// The frame.
    pub frame_id: FrameId,
    /// The frame that holds it.
    pub parent_frame_id: FrameId,
}

/// A frame went.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameDetached {
    /// The frame.
    pub frame_id: FrameId,
    /// `remove`, or `swap` when it goes on in another process.
    #[serde(default)]
    pub reason: String,
}

/// The address changed within a document: fragment, history or Navigation API. BiDi tells nothing of the last
/// ([event](https://chromedevtools.github.io/devtools-protocol/tot/Page/#event-navigatedWithinDocument)).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NavigatedWithinDocument {
    /// The frame.
    pub frame_id: FrameId,
    /// The address now.
    pub url: String,
    /// `fragment`, `historyApi` or `other`.
    #[serde(default)]
    pub navigation_type: String,
}

/// A frame shows another document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FrameNavigated {
    /// The frame as it is now.
    pub frame: Frame,
    /// `Navigation`, or `BackForwardCacheRestore`.
    #[serde(default, rename = "type")]
    pub kind: String,
}

/// A dialog opened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogOpening {
    /// The frame that opened it.
    pub frame_id: Option<FrameId>,
    /// The page's address.
    #[serde(default)]
    pub url: String,
    /// The page's words.
    #[serde(default)]
    pub message: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: DialogType,
    /// What stands in a `prompt` already.
    pub default_prompt: Option<String>,
}

words! {
    /// A dialog's kind.
    DialogType {
        /// Says something.
        Alert = "alert",
        /// Asks whether the page may be left.
        BeforeUnload = "beforeunload",
        /// Asks yes or no.
        Confirm = "confirm",
        /// Asks for a line of text.
        Prompt = "prompt",
    }
}

/// A dialog was answered.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JavascriptDialogClosed {
    /// The frame that opened it.
    pub frame_id: Option<FrameId>,
    /// Yes or no.
    pub result: bool,
    /// What was typed into a `prompt`.
    #[serde(default)]
    pub user_input: String,
}

/// A page asks for files.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileChooserOpened {
    /// The frame that asks.
    pub frame_id: FrameId,
    /// One or several.
    pub mode: ChooserMode,
    /// The input; `None` where a script asked without one.
    pub backend_node_id: Option<BackendNodeId>,
}

words! {
    /// How many files are asked for.
    ChooserMode {
        /// One.
        SelectSingle = "selectSingle",
        /// Several.
        SelectMultiple = "selectMultiple",
    }
}
