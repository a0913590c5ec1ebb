//! [Browser](https://chromedevtools.github.io/devtools-protocol/tot/Browser/): the program, its windows and its
//! downloads. Its commands go without a session.

use crate::ids::{BrowserContextId, TargetId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize};

commands! {
    GetVersion = "Browser.getVersion" -> Version;
    Close = "Browser.close" -> Nothing;
    SetDownloadBehavior<'a> = "Browser.setDownloadBehavior" -> Nothing;
    GetWindowForTarget<'a> = "Browser.getWindowForTarget" -> Window;
    SetWindowBounds = "Browser.setWindowBounds" -> Nothing;
}

/// Asks for versions: the cheapest question of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetVersion {}

/// The answer to [`GetVersion`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// `Chrome/156.0.8078.114`.
    pub product: String,
    /// `1.3`.
    pub protocol_version: String,
    /// The browser's name for itself.
    pub user_agent: String,
}

/// Closes the browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Close {}

/// Says what becomes of downloads.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDownloadBehavior<'a> {
    /// What.
    pub behavior: DownloadBehavior,
    /// Only for this one; the default one if `None`.
    pub browser_context_id: Option<&'a BrowserContextId>,
    /// An absolute path on the browser's host; needed where they are kept.
    pub download_path: Option<&'a str>,
}

words! {
    /// What becomes of downloads.
    DownloadBehavior {
        /// They are refused.
        Deny = "deny",
        /// They are kept under their own names.
        Allow = "allow",
        /// They are kept under ids.
        AllowAndName = "allowAndName",
        /// As the browser thinks.
        Default = "default",
    }
}

/// Asks for a page's window.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetWindowForTarget<'a> {
    /// The page; this session's if `None`.
    pub target_id: Option<&'a TargetId>,
}

/// The answer to [`GetWindowForTarget`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Window {
    /// The window's number.
    pub window_id: i64,
    /// Its place and size.
    pub bounds: Bounds,
}

/// A window's place and size, in pixels of the screen.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bounds {
    /// Left.
    pub left: Option<i64>,
    /// Top.
    pub top: Option<i64>,
    /// Width.
    pub width: Option<i64>,
    /// Height.
    pub height: Option<i64>,
    /// How it is shown. Place and size go with `normal` only.
    pub window_state: Option<WindowState>,
}

words! {
    /// How a window is shown.
    WindowState {
        /// With a place and a size of its own.
        Normal = "normal",
        /// Not shown.
        Minimized = "minimized",
        /// As large as the screen lets it.
        Maximized = "maximized",
        /// Over the whole screen.
        Fullscreen = "fullscreen",
    }
}

/// Moves a window, or changes its size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetWindowBounds {
    /// The window's number.
    pub window_id: i64,
    /// What is `None` stays as it is.
    pub bounds: Bounds,
}
