//! BiDi: which events are asked for, and what they mean in our words.

use super::event::{Dialog, Event, Step};
use super::{Browser, Chore, ChoreKind, Fault, QUICK, error_page};
use crate::config::BrowserName;
use crate::policy::Policy;
use handback_protocol::bidi::browsing_context::{
    ContextCreated, ContextDestroyed, DomContentLoaded, DownloadEnd, DownloadWillBegin, FragmentNavigated,
    GetTree, HistoryUpdated, Info, Load, NavigationAborted, NavigationCommitted, NavigationFailed,
    NavigationInfo, NavigationStarted, UserPromptClosed, UserPromptOpened,
};
use handback_protocol::bidi::input::FileDialogOpened;
use handback_protocol::bidi::network::{
    AddIntercept, BeforeRequestSent, ContinueRequest, FailRequest, FetchError, InterceptPhase,
    ProvideResponse, ResponseCompleted,
};
use handback_protocol::bidi::session::Subscribe;
use handback_protocol::ids::{ContextId, RequestId};
use handback_protocol::message::{self, Event as _, Happening};
use url::Url;

/// Events of every browser.
const EVENTS: [&str; 14] = [
    ContextCreated::METHOD,
    ContextDestroyed::METHOD,
    NavigationStarted::METHOD,
    NavigationCommitted::METHOD,
    NavigationFailed::METHOD,
    NavigationAborted::METHOD,
    DomContentLoaded::METHOD,
    Load::METHOD,
    FragmentNavigated::METHOD,
    HistoryUpdated::METHOD,
    UserPromptOpened::METHOD,
    UserPromptClosed::METHOD,
    DownloadWillBegin::METHOD,
    DownloadEnd::METHOD,
];

/// Events of requests, for browsers whose requests CDP does not tell.
pub(super) const REQUESTS: [&str; 3] =
    [BeforeRequestSent::METHOD, ResponseCompleted::METHOD, FetchError::METHOD];

impl Browser {
    /// Asks for every event that is folded. A name that the browser does not know costs only itself: one bad name
    /// fails a whole subscription, so names are then asked for one by one.
    ///
    /// # Errors
    /// The wire is over.
    pub async fn subscribe(&self) -> Result<(), Fault> {
        if let Some(lane) = self.lane() {
            lane.discover().await?;
        }
        let mut names: Vec<&str> = EVENTS.to_vec();
        names.push(FileDialogOpened::METHOD);
        if !self.has_cdp() {
            names.extend(REQUESTS);
        }
        if self.name() == BrowserName::Firefox {
            names.retain(|name| *name != NavigationAborted::METHOD);
        }
        match self.ask_for(&names).await {
            Err(Fault::Refused(_)) => {}
            other => return other,
        }
        for name in names {
            match self.ask_for(&[name]).await {
                Err(Fault::Refused(refusal)) => {
                    tracing::info!(name, %refusal.message, "the browser has no such event")
                }
                other => other?,
            }
        }
        Ok(())
    }

    pub(super) async fn ask_for(&self, events: &[&str]) -> Result<(), Fault> {
        self.bidi().call(&Subscribe { events, scope: Default::default() }, QUICK).await?;
        Ok(())
    }

    /// Every tab and frame as it is now, parents first, in the words of [`Event::Created`].
    ///
    /// # Errors
    /// The wire is over.
    pub async fn tree(&self) -> Result<Vec<Event>, Fault> {
        let answer = self.bidi().call(&GetTree { max_depth: None, root: None }, QUICK).await?;
        let mut events = Vec::new();
        let mut left: Vec<(Info, Option<_>)> =
            answer.value.contexts.into_iter().rev().map(|info| (info, None)).collect();
        while let Some((info, parent)) = left.pop() {
            let parent = info.parent.clone().or(parent);
            let children = info.children.into_iter().flatten().rev();
            left.extend(children.map(|child| (child, Some(info.context.clone()))));
            events.push(Event::Created {
                context: info.context,
                parent,
                opener: info.original_opener,
                url: info.url.into(),
            });
        }
        Ok(events)
    }
}

impl Browser {
    /// Where a tab is, as the browser says it without the page.
    ///
    /// # Errors
    /// The wire is over or the tab is gone.
    pub async fn url_of(&self, tab: &ContextId) -> Result<String, Fault> {
        let answer = self.bidi().call(&GetTree { max_depth: Some(0), root: Some(tab) }, QUICK).await?;
        answer.value.contexts.into_iter().next().map(|info| info.url).ok_or(Fault::Gone)
    }
}

/// What came of one event.
#[derive(Debug, Default)]
pub struct Taken {
    /// For whoever folds events.
    pub event: Option<Event>,
    /// For whoever has the time: see [`Browser::do_chore`].
    pub chore: Option<Chore>,
}

/// A request that is held until it is decided on.
#[derive(Debug)]
pub(super) struct Decision {
    request: RequestId,
    /// Whether it may go.
    passes: bool,
    navigates: bool,
}

/// Takes one event in.
pub(super) fn take(event: &Happening, policy: &Policy) -> Taken {
    let mut taken = Taken { event: meaning(event), chore: None };
    if &*event.method == BeforeRequestSent::METHOD
        && let Some(BeforeRequestSent(exchange)) =
            read(event).filter(|sent: &BeforeRequestSent| sent.0.is_blocked)
    {
        let navigates = exchange.navigation.is_some();
        let refusal = Url::parse(&exchange.request.url).ok().and_then(|url| policy.check_request(&url).err());
        let decision = Decision { request: exchange.request.request, passes: refusal.is_none(), navigates };
        taken.chore = Some(Chore(ChoreKind::Bidi(decision)));
        // Told before it is answered: what the answer sets off may be over before this would be told.
        if let Some(blocked) = refusal {
            taken.event = Some(Event::Refused {
                context: exchange.context,
                url: exchange.request.url.into(),
                navigates,
                why: blocked.to_string().into(),
            });
        }
    }
    taken
}

impl Browser {
    /// Lets a held request go, or refuses it: a navigation is answered as «no content», so that the page stays.
    pub(super) async fn decide(&self, decision: Decision) -> Result<(), Fault> {
        let Decision { request, passes, navigates } = decision;
        let outcome = if passes {
            self.bidi().call(&ContinueRequest::new(&request), QUICK).await.map(drop)
        } else if navigates {
            let empty = ProvideResponse {
                request: &request,
                body: None,
                headers: None,
                reason_phrase: None,
                status_code: Some(204),
            };
            self.bidi().call(&empty, QUICK).await.map(drop)
        } else {
            self.bidi().call(&FailRequest { request: &request }, QUICK).await.map(drop)
        };
        match outcome.map_err(Fault::from) {
            // The page gave the request up meanwhile.
            Ok(()) | Err(Fault::Refused(_) | Fault::Gone) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Holds every request until policy has spoken, in browsers that were not started with its rules.
    ///
    /// # Errors
    /// The wire is over, or the browser cannot hold requests.
    pub async fn hold_requests(&self) -> Result<(), Fault> {
        let phases = [InterceptPhase::BeforeRequestSent];
        let command = AddIntercept { phases: &phases, contexts: None, url_patterns: None };
        self.bidi().call(&command, QUICK).await?;
        Ok(())
    }
}

/// What a BiDi event means; `None` for one that means nothing here, and for one that cannot be read.
pub(super) fn meaning(event: &Happening) -> Option<Event> {
    Some(match &*event.method {
        NavigationStarted::METHOD => Event::Started(step(read::<NavigationStarted>(event)?.0)),
        NavigationCommitted::METHOD => Event::Committed(step(read::<NavigationCommitted>(event)?.0)),
        NavigationFailed::METHOD => Event::Failed(step(read::<NavigationFailed>(event)?.0)),
        NavigationAborted::METHOD => Event::Failed(step(read::<NavigationAborted>(event)?.0)),
        DomContentLoaded::METHOD => Event::Parsed(step(read::<DomContentLoaded>(event)?.0)),
        Load::METHOD => Event::Loaded(step(read::<Load>(event)?.0)),
        FragmentNavigated::METHOD => {
            let FragmentNavigated(info) = read(event)?;
            Event::Moved { context: info.context, url: info.url?.into() }
        }
        HistoryUpdated::METHOD => {
            let HistoryUpdated { context, url, .. } = read(event)?;
            Event::Moved { context, url: url.into() }
        }
        ContextCreated::METHOD => {
            let ContextCreated(info) = read(event)?;
            Event::Created {
                context: info.context,
                parent: info.parent,
                opener: info.original_opener,
                url: info.url.into(),
            }
        }
        ContextDestroyed::METHOD => Event::Destroyed { context: read::<ContextDestroyed>(event)?.0.context },
        UserPromptOpened::METHOD => {
            let UserPromptOpened { context, message, kind, default_value, .. } = read(event)?;
            let dialog = Dialog {
                kind: kind.as_str().into(),
                message: message.into(),
                default: default_value.map(Into::into),
            };
            Event::DialogOpened { context, dialog }
        }
        UserPromptClosed::METHOD => Event::DialogClosed { context: read::<UserPromptClosed>(event)?.context },
        DownloadWillBegin::METHOD => {
            let began = read::<DownloadWillBegin>(event)?;
            Event::DownloadBegan {
                context: began.context,
                download: began.download,
                navigation: began.navigation,
                url: began.url.unwrap_or_default().into(),
                name: began.suggested_filename.into(),
            }
        }
        DownloadEnd::METHOD => {
            let ended = read::<DownloadEnd>(event)?;
            Event::DownloadEnded {
                download: ended.download,
                navigation: ended.navigation,
                url: ended.url.unwrap_or_default().into(),
                path: ended.filepath.map(Into::into),
            }
        }
        FileDialogOpened::METHOD => {
            let FileDialogOpened { context, element, multiple, .. } = read(event)?;
            Event::FileChooser { context, element: element.map(|element| element.shared_id), multiple }
        }
        BeforeRequestSent::METHOD => {
            let BeforeRequestSent(exchange) = read(event)?;
            let endless = is_endless(&exchange.request.destination, &exchange.request.url);
            Event::RequestSent {
                context: exchange.context,
                request: exchange.request.request,
                navigation: exchange.navigation,
                endless,
            }
        }
        ResponseCompleted::METHOD => {
            Event::RequestEnded { request: read::<ResponseCompleted>(event)?.0.request.request }
        }
        FetchError::METHOD => Event::RequestEnded { request: read::<FetchError>(event)?.0.request.request },
        _ => return None,
    })
}

/// Requests that are not waited for: they have no end.
pub(super) fn is_endless(destination: &str, url: &str) -> bool {
    matches!(destination, "audio" | "video" | "websocket" | "eventsource")
        || url.starts_with("ws:")
        || url.starts_with("wss:")
}

fn step(info: NavigationInfo) -> Step {
    let url = info.url.unwrap_or_default();
    let url = error_page::wanted(&url).unwrap_or(url);
    Step { context: info.context, navigation: info.navigation, url: url.into() }
}

fn read<T: message::Event>(event: &Happening) -> Option<T> {
    match event.read::<T>()? {
        Ok(value) => Some(value),
        Err(error) => {
            tracing::warn!(%error, "an event that could not be read");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use handback_protocol::connection::{Limits, open};
    use handback_protocol::transport::joined;
    use serde_json::{Value, json};
    use std::sync::Arc;

    #[tokio::test]
    async fn an_event_that_the_browser_does_not_have_costs_only_itself() {
        let recording = include_str!("../../fixtures/wire/bidi/refusal/session.subscribe.firefox.txt");
        let refusal: Value =
            serde_json::from_str(recording.lines().nth(1).expect("a message")).expect("JSON");
        let (transport, mut peer) = joined();
        let (connection, _events) = open(transport, Limits::default());
        let policy = Arc::new(Policy::new(&[], &[], Vec::new()).expect("a policy"));
        let browser = Browser::new(BrowserName::Firefox, connection, None, policy);
        let mut told: Vec<String> = Vec::new();
        let play = async {
            while let Some(text) = peer.read().await {
                let command: Value = serde_json::from_str(&text).expect("JSON");
                let names = command["params"]["events"].as_array().expect("names").iter();
                let names: Vec<String> =
                    names.map(|name| name.as_str().expect("a name").to_owned()).collect();
                let mut answer = json!({"type": "success", "result": {"subscription": "s"}});
                match names.iter().any(|name| name == HistoryUpdated::METHOD) {
                    true => answer = refusal.clone(),
                    false => told.extend(names),
                }
                answer["id"] = command["id"].clone();
                peer.write(answer.to_string()).await;
            }
        };
        tokio::select! {
            asked = browser.subscribe() => asked.expect("the rest is told"),
            () = play => panic!("the wire is over"),
        }
        let wanted: Vec<&str> = EVENTS
            .into_iter()
            .chain([FileDialogOpened::METHOD])
            .chain(REQUESTS)
            .filter(|name| ![HistoryUpdated::METHOD, NavigationAborted::METHOD].contains(name))
            .collect();
        assert_eq!(told, wanted);
    }
}
