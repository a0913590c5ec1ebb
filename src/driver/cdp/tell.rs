//! What CDP tells, in our words, and the chores that follow from it.

use super::{Known, Lane};
use crate::driver::bidi::is_endless;
use crate::driver::{Event, Fault, QUICK};
use handback_protocol::cdp::fetch::{
    ContinueRequest, ErrorReason, FailRequest, FulfillRequest, RequestPaused,
};
use handback_protocol::cdp::network::{LoadingFailed, LoadingFinished, RequestWillBeSent};
use handback_protocol::cdp::page::{
    FrameAttached, FrameDetached, FrameNavigated, NavigatedWithinDocument, ScreencastFrame,
};
use handback_protocol::cdp::target::{
    AttachedToTarget, DetachedFromTarget, TargetCrashed, TargetCreated, TargetDestroyed, TargetInfo,
};
use handback_protocol::ids::{CdpSessionId, ContextId, NavigationId};
use handback_protocol::message::{Event as _, Happening};
use url::Url;

/// What came of one CDP event.
#[derive(Debug, Default)]
pub(in crate::driver) struct Told {
    /// For whoever folds events.
    pub(in crate::driver) event: Option<Event>,
    /// For whoever has the time.
    pub(in crate::driver) chore: Option<Chore>,
}

/// Something to do over the wire because of an event.
#[derive(Debug)]
pub(in crate::driver) enum Chore {
    /// Make the session of a frame in another process ready.
    Equip(CdpSessionId),
    /// Decide on a request that is held.
    Decide(CdpSessionId, Box<RequestPaused>),
}

impl Told {
    fn event(event: Event) -> Self {
        Self { event: Some(event), chore: None }
    }

    fn chore(chore: Chore) -> Self {
        Self { event: None, chore: Some(chore) }
    }
}

impl Lane {
    /// Takes one event in.
    pub(in crate::driver) fn take(&self, event: &Happening) -> Told {
        let session = event.session.as_deref().map(CdpSessionId::from);
        match &*event.method {
            RequestWillBeSent::METHOD => read::<RequestWillBeSent>(event).map(sent).unwrap_or_default(),
            LoadingFinished::METHOD => read::<LoadingFinished>(event)
                .map(|done| Told::event(Event::RequestEnded { request: done.request_id }))
                .unwrap_or_default(),
            LoadingFailed::METHOD => read::<LoadingFailed>(event)
                .map(|failed| Told::event(Event::RequestEnded { request: failed.request_id }))
                .unwrap_or_default(),
            RequestPaused::METHOD => match (read::<RequestPaused>(event), session) {
                (Some(paused), Some(session)) => Told::chore(Chore::Decide(session, Box::new(paused))),
                _ => Told::default(),
            },
            NavigatedWithinDocument::METHOD => read::<NavigatedWithinDocument>(event)
                .map(|moved| {
                    Told::event(Event::Moved {
                        context: ContextId::from(&moved.frame_id),
                        url: moved.url.into(),
                    })
                })
                .unwrap_or_default(),
            ScreencastFrame::METHOD => {
                if let (Some(frame), Some(session)) = (read::<ScreencastFrame>(event), session) {
                    self.picture_came(&session, frame);
                }
                Told::default()
            }
            TargetCreated::METHOD => {
                read::<TargetCreated>(event).and_then(|came| opened(came.target_info)).unwrap_or_default()
            }
            TargetDestroyed::METHOD => read::<TargetDestroyed>(event)
                .map(|went| Told::event(Event::Destroyed { context: went.target_id.as_str().into() }))
                .unwrap_or_default(),
            TargetCrashed::METHOD => read::<TargetCrashed>(event)
                .map(|crash| Told::event(Event::Crashed { context: crash.target_id.as_str().into() }))
                .unwrap_or_default(),
            _ => self.frames(event, session),
        }
    }

    /// Events of frames and sessions: they change what is known.
    fn frames(&self, event: &Happening, session: Option<CdpSessionId>) -> Told {
        match &*event.method {
            FrameAttached::METHOD => {
                if let (Some(attached), Some(session)) = (read::<FrameAttached>(event), session) {
                    self.known().homes.entry(ContextId::from(&attached.frame_id)).or_insert(session);
                }
            }
            FrameNavigated::METHOD => {
                if let (Some(navigated), Some(session)) = (read::<FrameNavigated>(event), session) {
                    let frame = ContextId::from(&navigated.frame.id);
                    let mut known = self.known();
                    known.worlds.remove(&frame);
                    known.homes.insert(frame, session);
                }
            }
            FrameDetached::METHOD => {
                // A frame that only moves to another process is told as `swap`, and keeps its name.
                if let Some(detached) =
                    read::<FrameDetached>(event).filter(|detached| detached.reason != "swap")
                {
                    self.known().forget(&ContextId::from(&detached.frame_id));
                }
            }
            AttachedToTarget::METHOD => {
                if let Some(attached) =
                    read::<AttachedToTarget>(event).filter(|on| on.target_info.kind == "iframe")
                {
                    let frame = ContextId::new(attached.target_info.target_id.as_str());
                    let mut known = self.known();
                    known.worlds.remove(&frame);
                    known.homes.insert(frame, attached.session_id.clone());
                    return Told::chore(Chore::Equip(attached.session_id));
                }
            }
            DetachedFromTarget::METHOD => {
                if let Some(detached) = read::<DetachedFromTarget>(event) {
                    let mut known = self.known();
                    let gone: Vec<ContextId> = known
                        .homes
                        .iter()
                        .filter(|(_, home)| **home == detached.session_id)
                        .map(|(context, _)| context.clone())
                        .collect();
                    for context in gone {
                        known.forget(&context);
                    }
                }
            }
            _ => {}
        }
        Told::default()
    }

    /// Does a chore. What it finds refused is told as an event.
    pub(in crate::driver) async fn do_chore(&self, chore: Chore) -> Result<Option<Event>, Fault> {
        match chore {
            Chore::Equip(session) => self.equip(&session).await.map(|()| None),
            Chore::Decide(session, paused) => self.decide(&session, &paused).await,
        }
    }

    /// A held request matched one of the patterns that policy gave; the exact rule decides. A refused navigation is
    /// answered as «no content»: the page stays where it is.
    async fn decide(&self, session: &CdpSessionId, paused: &RequestPaused) -> Result<Option<Event>, Fault> {
        let wire = Some(session.as_str());
        let verdict = match Url::parse(&paused.request.url) {
            Ok(url) => self.policy.check_request(&url),
            Err(_) => Ok(()),
        };
        let Err(blocked) = verdict else {
            self.connection.call_in(wire, &ContinueRequest::new(&paused.request_id), QUICK).await?;
            return Ok(None);
        };
        let navigates = paused.resource_type == "Document";
        if navigates {
            let empty = FulfillRequest {
                request_id: &paused.request_id,
                response_code: 204,
                response_headers: None,
                body: None,
                response_phrase: None,
            };
            self.connection.call_in(wire, &empty, QUICK).await?;
        } else {
            let failed =
                FailRequest { request_id: &paused.request_id, error_reason: ErrorReason::BlockedByClient };
            self.connection.call_in(wire, &failed, QUICK).await?;
        }
        Ok(Some(Event::Refused {
            context: Some(ContextId::from(&paused.frame_id)),
            url: paused.request.url.as_str().into(),
            navigates,
            why: blocked.to_string().into(),
        }))
    }
}

impl Known {
    fn forget(&mut self, context: &ContextId) {
        self.homes.remove(context);
        self.worlds.remove(context);
        self.tabs.remove(context);
        self.held.remove(context);
    }
}

/// A tab that a page opened. The driver's own socket tells of it too, but by another way and often after the answer to
/// the press that opened it.
fn opened(target: TargetInfo) -> Option<Told> {
    let opener = target.opener_id.as_ref().map(|opener| ContextId::new(opener.as_str()))?;
    Some(Told::event(Event::Created {
        context: target.target_id.as_str().into(),
        parent: None,
        opener: Some(opener),
        url: target.url.into(),
    }))
}

fn sent(sent: RequestWillBeSent) -> Told {
    let kind = sent.kind.as_deref().unwrap_or_default();
    let endless = matches!(kind, "Media" | "WebSocket" | "EventSource" | "Ping" | "Prefetch")
        || is_endless("", &sent.request.url);
    // A document's own request is named after its load; BiDi names navigations otherwise, so only that it is one counts.
    let navigation = (kind == "Document").then(|| NavigationId::new(sent.loader_id.as_str()));
    Told::event(Event::RequestSent {
        context: sent.frame_id.as_ref().map(ContextId::from),
        request: sent.request_id,
        navigation,
        endless,
    })
}

fn read<T: handback_protocol::message::Event>(event: &Happening) -> Option<T> {
    match event.read::<T>()? {
        Ok(value) => Some(value),
        Err(error) => {
            tracing::warn!(%error, "an event that could not be read");
            None
        }
    }
}
