//! [Web extensions](https://w3c.github.io/webdriver-bidi/#module-webExtension): install and uninstall.

use crate::ids::ExtensionId;
use crate::message::{Nothing, commands};
use serde::{Deserialize, Serialize};

commands! {
    Install<'a> = "webExtension.install" -> Installed;
    Uninstall<'a> = "webExtension.uninstall" -> Nothing;
}

/// Installs an extension until the session ends,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-webExtension-install). Chromium takes a folder only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Install<'a> {
    /// Where it is.
    pub extension_data: ExtensionData<'a>,
}

/// An extension's files, [BiDi](https://w3c.github.io/webdriver-bidi/#type-webExtension-ExtensionData).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ExtensionData<'a> {
    /// A folder on the browser's host.
    Path {
        /// Its absolute path.
        path: &'a str,
    },
    /// A packed file on the browser's host.
    ArchivePath {
        /// Its absolute path.
        path: &'a str,
    },
    /// A packed file, here.
    Base64 {
        /// Its bytes in base64.
        value: &'a str,
    },
}

/// The answer to [`Install`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Installed {
    /// What [`Uninstall`] takes.
    pub extension: ExtensionId,
}

/// Removes an extension, [BiDi](https://w3c.github.io/webdriver-bidi/#command-webExtension-uninstall).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Uninstall<'a> {
    /// Which.
    pub extension: &'a ExtensionId,
}
