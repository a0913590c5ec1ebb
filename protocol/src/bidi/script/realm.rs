//! Where scripts run, and what they send by themselves.

use super::RemoteValue;
use crate::ids::{ContextId, RealmId, UserContextId};
use crate::message::{commands, events, words};
use serde::{Deserialize, Serialize};

commands! {
    GetRealms<'a> = "script.getRealms" -> Realms;
}

events! {
    Message = "script.message";
    RealmCreated = "script.realmCreated";
    RealmDestroyed = "script.realmDestroyed";
}

/// Lists realms, [BiDi](https://w3c.github.io/webdriver-bidi/#command-script-getRealms).
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GetRealms<'a> {
    /// Only of this context.
    pub context: Option<&'a ContextId>,
    /// Only of this kind.
    #[serde(rename = "type")]
    pub kind: Option<RealmType>,
}

/// The answer to [`GetRealms`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Realms {
    /// The realms.
    pub realms: Vec<RealmInfo>,
}

/// A realm, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-RealmInfo).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RealmInfo {
    /// Its id.
    pub realm: RealmId,
    /// The origin; `null` as a text for opaque ones.
    #[serde(default)]
    pub origin: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: RealmType,
    /// The context, for those that belong to one.
    pub context: Option<ContextId>,
    /// The sandbox's name, if it is one.
    pub sandbox: Option<String>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}

words! {
    /// A realm's kind, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-RealmType).
    RealmType {
        /// A document, or a sandbox over it.
        Window = "window",
        /// A worker of one document.
        DedicatedWorker = "dedicated-worker",
        /// A worker of several documents.
        SharedWorker = "shared-worker",
        /// A worker between page and network.
        ServiceWorker = "service-worker",
        /// Any other worker.
        Worker = "worker",
        /// A worklet that paints.
        PaintWorklet = "paint-worklet",
        /// A worklet that makes sound.
        AudioWorklet = "audio-worklet",
        /// Any other worklet.
        Worklet = "worklet",
    }
}

/// A realm came to be, [BiDi](https://w3c.github.io/webdriver-bidi/#event-script-realmCreated).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct RealmCreated(pub RealmInfo);

/// A realm is gone, [BiDi](https://w3c.github.io/webdriver-bidi/#event-script-realmDestroyed).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RealmDestroyed {
    /// Which.
    pub realm: RealmId,
}

/// Somebody spoke on a channel, [BiDi](https://w3c.github.io/webdriver-bidi/#event-script-message).
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Message {
    /// The channel's name, as it was handed in. A page that got hold of the function can say anything on it.
    pub channel: String,
    /// What was said.
    pub data: RemoteValue,
    /// Who said it.
    pub source: Source,
}

/// Where something came from, [BiDi](https://w3c.github.io/webdriver-bidi/#type-script-Source).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// The realm.
    pub realm: RealmId,
    /// The context, for those that belong to one.
    pub context: Option<ContextId>,
    /// Whose cookies it uses.
    pub user_context: Option<UserContextId>,
}
