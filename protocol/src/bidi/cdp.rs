//! The Chrome DevTools Protocol within Chromium's BiDi, by
//! [chromium-bidi's own module](https://github.com/GoogleChromeLabs/chromium-bidi#bidi-cdp-module).
//!
//! It is the only CDP to be had where the browser's own port cannot be reached. It costs more than three
//! times the processor time of a socket of its own, so use that where it is there. Firefox does not have the module.

use crate::error::Error;
use crate::ids::{CdpSessionId, ContextId, ExecutionContextId, RealmId};
use crate::message::{Command, Happening, commands};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What the names of its events begin with; subscribing to `goog:cdp` alone asks for all of them.
pub const EVENTS: &str = "goog:cdp.";

commands! {
    GetSession<'a> = "goog:cdp.getSession" -> SessionResult;
    ResolveRealm<'a> = "goog:cdp.resolveRealm" -> ResolvedRealm;
}

/// Sends a CDP command. A refusal comes as BiDi's `unknown error` with CDP's sentence and without its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendCommand<'a, C> {
    /// The CDP session; the browser's own if `None`.
    pub session: Option<&'a CdpSessionId>,
    /// The CDP command.
    pub command: &'a C,
}

impl<C: Command> Serialize for SendCommand<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[serde_with::skip_serializing_none]
        #[derive(Serialize)]
        struct Params<'a, C> {
            method: &'static str,
            params: &'a C,
            session: Option<&'a CdpSessionId>,
        }
        Params { method: C::METHOD, params: self.command, session: self.session }.serialize(serializer)
    }
}

impl<C: Command> Command for SendCommand<'_, C> {
    const METHOD: &'static str = "goog:cdp.sendCommand";
    type Reply = CommandResult<C::Reply>;
}

/// The answer to [`SendCommand`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CommandResult<R> {
    /// CDP's own answer.
    pub result: R,
}

/// Asks for the CDP session of a context. Frames of the tab's own process share the tab's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GetSession<'a> {
    /// The context.
    pub context: &'a ContextId,
}

/// The answer to [`GetSession`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SessionResult {
    /// The session; `None` for a context that has none.
    pub session: Option<CdpSessionId>,
}

/// Asks which CDP execution context a realm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ResolveRealm<'a> {
    /// The realm.
    pub realm: &'a RealmId,
}

/// The answer to [`ResolveRealm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedRealm {
    /// The execution context, within the session of the realm's own browsing context.
    pub execution_context_id: ExecutionContextId,
}

/// The CDP event in a BiDi one, as if it had come over CDP; `None` if it holds none. The frame's number stays.
///
/// # Errors
/// [`Error::Unreadable`] if it is one by name and not in form.
pub fn unwrap(event: &Happening) -> Option<Result<Happening, Error>> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        event: Cow<'a, str>,
        #[serde(borrow)]
        params: &'a RawValue,
        #[serde(default)]
        session: Option<Box<str>>,
    }
    event.method.starts_with(EVENTS).then(|| {
        let inner: Params<'_> = event.parse()?;
        Ok(event.within(inner.event.into(), inner.session, inner.params))
    })
}
