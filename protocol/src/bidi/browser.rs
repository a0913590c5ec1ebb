//! [Browser](https://w3c.github.io/webdriver-bidi/#module-browser): the program, its windows, its cookie jars and its
//! downloads.

use crate::capabilities::{PromptBehavior, Proxy};
use crate::ids::{ClientWindowId, UserContextId};
use crate::message::{Nothing, commands, words};
use serde::{Deserialize, Serialize};

commands! {
    Close = "browser.close" -> Nothing;
    CreateUserContext<'a> = "browser.createUserContext" -> UserContextInfo;
    GetUserContexts = "browser.getUserContexts" -> UserContexts;
    RemoveUserContext<'a> = "browser.removeUserContext" -> Nothing;
    GetClientWindows = "browser.getClientWindows" -> ClientWindows;
    SetClientWindowState<'a> = "browser.setClientWindowState" -> ClientWindowInfo;
    SetDownloadBehavior<'a> = "browser.setDownloadBehavior" -> Nothing;
}

/// Closes the browser, and with it the session, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-close).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Close {}

/// Makes a cookie jar of its own, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-createUserContext).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateUserContext<'a> {
    /// Whether certificates that nobody vouches for are taken in it.
    pub accept_insecure_certs: Option<bool>,
    /// How its requests leave.
    pub proxy: Option<&'a Proxy>,
    /// What happens to its dialogs that nobody answers.
    pub unhandled_prompt_behavior: Option<&'a PromptBehavior>,
}

/// A user context.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserContextInfo {
    /// Its id; `default` is the browser's own.
    pub user_context: UserContextId,
}

/// Lists the user contexts, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-getUserContexts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetUserContexts {}

/// The answer to [`GetUserContexts`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserContexts {
    /// All of them. Firefox lists the containers of its profile too.
    pub user_contexts: Vec<UserContextInfo>,
}

/// Removes a user context and closes its tabs without asking them,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-removeUserContext).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveUserContext<'a> {
    /// Which; `default` is refused.
    pub user_context: &'a UserContextId,
}

/// Lists the windows, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-getClientWindows).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetClientWindows {}

/// The answer to [`GetClientWindows`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientWindows {
    /// All windows.
    pub client_windows: Vec<ClientWindowInfo>,
}

/// A window, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browser-ClientWindowInfo). Lengths are CSS pixels of
/// the screen, frame included.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientWindowInfo {
    /// Its id.
    pub client_window: ClientWindowId,
    /// Whether it has the keyboard.
    #[serde(default)]
    pub active: bool,
    /// How it is shown.
    pub state: WindowState,
    /// Left edge.
    #[serde(default)]
    pub x: i64,
    /// Top edge.
    #[serde(default)]
    pub y: i64,
    /// Width.
    #[serde(default)]
    pub width: i64,
    /// Height.
    #[serde(default)]
    pub height: i64,
}

words! {
    /// How a window is shown.
    WindowState {
        /// Over the whole screen, without a frame.
        Fullscreen = "fullscreen",
        /// As large as the screen lets it.
        Maximized = "maximized",
        /// Not shown.
        Minimized = "minimized",
        /// With a place and a size of its own.
        Normal = "normal",
    }
}

/// Changes a window, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-setClientWindowState).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetClientWindowState<'a> {
    /// Which window.
    pub client_window: &'a ClientWindowId,
    /// How it is to be shown. Place and size go with `normal` only.
    pub state: WindowState,
    /// Left edge.
    pub x: Option<i64>,
    /// Top edge.
    pub y: Option<i64>,
    /// Width.
    pub width: Option<u32>,
    /// Height.
    pub height: Option<u32>,
}

/// Says what becomes of downloads, [BiDi](https://w3c.github.io/webdriver-bidi/#command-browser-setDownloadBehavior).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDownloadBehavior<'a> {
    /// `None` is sent as `null`: back to the browser's own way.
    #[serialize_always]
    pub download_behavior: Option<DownloadBehavior<'a>>,
    /// Only for these; otherwise for all.
    pub user_contexts: Option<&'a [UserContextId]>,
}

/// What becomes of downloads, [BiDi](https://w3c.github.io/webdriver-bidi/#type-browser-DownloadBehavior).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DownloadBehavior<'a> {
    /// They are kept in a folder on the browser's host. Outside of a Grid's managed folder the Grid does not see them.
    Allowed {
        /// An absolute path.
        destination_folder: &'a str,
    },
    /// They are refused.
    Denied,
}
