//! What happens in a browser, in our words: the same whether BiDi or CDP told of it.

use handback_protocol::ids::{ContextId, DownloadId, NavigationId, RequestId, SharedId};

/// A dialog that blocks its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`; another word if a browser has one.
    pub kind: Box<str>,
    /// What it says. Page text.
    pub message: Box<str>,
    /// What a prompt is filled with.
    pub default: Option<Box<str>>,
}

/// A step of a navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The tab or frame.
    pub context: ContextId,
    /// The navigation; some steps have none.
    pub navigation: Option<NavigationId>,
    /// The address as the browser says it at this step. At the start it may still be the old one or the first hop.
    pub url: Box<str>,
}

/// One happening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tab or frame came to be.
    Created {
        /// It.
        context: ContextId,
        /// The context it is a frame of; none for a tab.
        parent: Option<ContextId>,
        /// The tab that opened it.
        opener: Option<ContextId>,
        /// Its address.
        url: Box<str>,
    },
    /// A tab or frame is gone.
    Destroyed {
        /// It.
        context: ContextId,
    },
    /// A navigation began. It may become a download, nothing (204), or, in Firefox, a page from the cache without
    /// any further step.
    Started(Step),
    /// Its document replaced the one before.
    Committed(Step),
    /// It failed, was aborted or gave way to another.
    Failed(Step),
    /// The document was parsed.
    Parsed(Step),
    /// The document and what it needs was loaded.
    Loaded(Step),
    /// The address changed within the document: fragment or history API.
    Moved {
        /// The tab or frame.
        context: ContextId,
        /// The address now.
        url: Box<str>,
    },
    /// A dialog opened.
    DialogOpened {
        /// The tab.
        context: ContextId,
        /// It.
        dialog: Dialog,
    },
    /// A dialog closed.
    DialogClosed {
        /// The tab.
        context: ContextId,
    },
    /// A download began.
    DownloadBegan {
        /// The tab or frame.
        context: ContextId,
        /// Chrome names it.
        download: Option<DownloadId>,
        /// The navigation that became it.
        navigation: Option<NavigationId>,
        /// Where it comes from.
        url: Box<str>,
        /// The name that the browser wants to give the file.
        name: Box<str>,
    },
    /// A download ended.
    DownloadEnded {
        /// Chrome names it.
        download: Option<DownloadId>,
        /// The navigation that became it.
        navigation: Option<NavigationId>,
        /// Where it comes from.
        url: Box<str>,
        /// Where the browser put it; none if it was given up.
        path: Option<Box<str>>,
    },
    /// A page opened the browser's file chooser.
    FileChooser {
        /// The tab or frame.
        context: ContextId,
        /// The input, if it is known.
        element: Option<SharedId>,
        /// Whether several files may be chosen.
        multiple: bool,
    },
    /// A request left. Redirects come again under the same id.
    RequestSent {
        /// The tab or frame; none for workers.
        context: Option<ContextId>,
        /// It.
        request: RequestId,
        /// The navigation that it serves.
        navigation: Option<NavigationId>,
        /// Whether it is a stream without an end: a WebSocket, an event source, a media file.
        endless: bool,
    },
    /// A request ended, one way or the other.
    RequestEnded {
        /// It.
        request: RequestId,
    },
    /// A request was refused by policy.
    Refused {
        /// The tab or frame.
        context: Option<ContextId>,
        /// Its address.
        url: Box<str>,
        /// Whether it was a navigation.
        navigates: bool,
        /// Why.
        why: Box<str>,
    },
    /// The process of a tab died.
    Crashed {
        /// The tab.
        context: ContextId,
    },
}
