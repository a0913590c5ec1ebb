//! Our world in a page: a realm that the page cannot see into, one a document, with our script in it.
//!
//! On Chrome it is an isolated world, on Firefox a sandbox; prototypes that the page tampered with do not reach it.
//! The script is installed on first use, from what every new document was given where the browser can do that; a
//! document that changes under a call is told as [`Fault::Gone`].

use super::act::BUNDLE;
use super::{Browser, Fault, cdp};
use handback_protocol::bidi::script::{CallFunction, Content, Evaluate, LocalValue, RemoteValue, Target};
use handback_protocol::ids::ContextId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The world's name, visible only to debuggers.
pub(super) const WORLD: &str = "handback";

/// The answer of a world without our script.
const ABSENT: &str = "!";

/// The answer that stands for one too long for a message: it is fetched piece by piece.
const IN_PIECES: &str = "#";

/// The form of an error that the script caught.
#[derive(Deserialize)]
struct Thrown {
    error: ThrownError,
}

#[derive(Deserialize)]
struct ThrownError {
    name: String,
    message: String,
}

impl Browser {
    /// Calls one of our functions in a frame and reads its answer.
    ///
    /// # Errors
    /// The wire is over, the frame is gone, or the function was refused something.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        frame: &ContextId,
        function: &str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<T, Fault> {
        let text = self.ask_text(frame, function, argument, deadline).await?;
        serde_json::from_str(&text).map_err(|error| unreadable(function, &error.to_string()))
    }

    /// [`Browser::ask`] with the answer's JSON text as it came.
    ///
    /// # Errors
    /// As [`Browser::ask`].
    pub async fn ask_text(
        &self,
        frame: &ContextId,
        function: &str,
        argument: &impl Serialize,
        deadline: Duration,
    ) -> Result<String, Fault> {
        let argument =
            serde_json::to_string(argument).map_err(|error| unreadable(function, &error.to_string()))?;
        let text = match self.enter(frame, function, &argument, deadline).await? {
            text if text == ABSENT => {
                self.install(frame, deadline).await?;
                match self.enter(frame, function, &argument, deadline).await? {
                    // The document changed in between.
                    text if text == ABSENT => return Err(Fault::Gone),
                    text => text,
                }
            }
            text => text,
        };
        let text = if text == IN_PIECES { self.pieces(frame, deadline).await? } else { text };
        if text.starts_with("{\"error\":")
            && let Ok(Thrown { error }) = serde_json::from_str(&text)
        {
            return Err(Fault::Page { name: error.name, message: error.message });
        }
        Ok(text)
    }

    async fn enter(
        &self,
        frame: &ContextId,
        function: &str,
        argument: &str,
        deadline: Duration,
    ) -> Result<String, Fault> {
        if let Some(lane) = self.lane() {
            // JSON is JavaScript since ECMAScript 2019.
            let call = format!(
                "if(typeof hbStart!=='undefined'&&(typeof hb==='undefined'||hb.document!==document))hbStart();\
                 typeof hb==='undefined'?'{ABSENT}':hb.run({function:?},{argument})"
            );
            return lane.evaluate(frame, &call, deadline).await;
        }
        const ENTER: &str = "(f,a)=>typeof hb==='undefined'?'!':hb.run(f,JSON.parse(a))";
        let arguments = [LocalValue::from(function), LocalValue::from(argument)];
        let call = CallFunction::new(sandbox(frame), ENTER, &arguments);
        let answer = self.bidi().call(&call, deadline).await?;
        text_of(function, answer.value.result.map_err(|thrown| thrown.text))
    }

    async fn install(&self, frame: &ContextId, deadline: Duration) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            lane.evaluate(frame, &BUNDLE, deadline).await?;
            return Ok(());
        }
        let answer = self.bidi().call(&Evaluate::new(sandbox(frame), &BUNDLE), deadline).await?;
        text_of("install", answer.value.result.map_err(|thrown| thrown.text)).map(drop)
    }

    /// A long answer: one message of that length would stall the driver or end its socket.
    async fn pieces(&self, frame: &ContextId, deadline: Duration) -> Result<String, Fault> {
        let mut whole = String::new();
        loop {
            let piece = if let Some(lane) = self.lane() {
                lane.evaluate(frame, "hb.part()", deadline).await?
            } else {
                let answer = self.bidi().call(&Evaluate::new(sandbox(frame), "hb.part()"), deadline).await?;
                text_of("part", answer.value.result.map_err(|thrown| thrown.text))?
            };
            if piece.is_empty() {
                return Ok(whole);
            }
            whole.push_str(&piece);
        }
    }

    pub(super) fn lane(&self) -> Option<&cdp::Lane> {
        self.inner.cdp.as_ref()
    }
}

pub(super) fn sandbox(frame: &ContextId) -> Target<'_> {
    Target::Context { context: frame, sandbox: Some(WORLD) }
}

fn text_of(function: &str, outcome: Result<RemoteValue, String>) -> Result<String, Fault> {
    match outcome {
        Ok(RemoteValue { content: Content::Text(text), .. }) => Ok(text),
        Ok(_) => Err(unreadable(function, "it is no text")),
        // Our own script threw outside its guard: told without the page's words.
        Err(_) => Err(unreadable(function, "the script threw")),
    }
}

fn unreadable(function: &str, reason: &str) -> Fault {
    Fault::Wire(handback_protocol::error::Error::Unreadable {
        method: function.into(),
        reason: reason.into(),
    })
}
