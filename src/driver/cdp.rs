//! CDP beside BiDi: sessions with tabs and frames of other processes, our worlds in them, and what they tell.
//!
//! Chromium uses the same text for a BiDi context and a CDP frame, so nothing has to be matched up. The lane remembers
//! which session a frame answers in; a memory that turns out old is made again once and else told as [`Fault::Gone`].

mod cast;
mod frames;
mod hand;
mod input;
mod roots;
mod script;
mod tell;
mod world;

pub(super) use tell::Chore;

use super::act::PRELOAD;
use super::world::WORLD;
use super::{Fault, QUICK, Shown};
use crate::policy::Policy;
use handback_protocol::cdp::emulation::SetFocusEmulationEnabled;
use handback_protocol::cdp::fetch::{self, RequestPattern};
use handback_protocol::cdp::network;
use handback_protocol::cdp::page::{self, AddScriptToEvaluateOnNewDocument, FrameTree, GetFrameTree};
use handback_protocol::cdp::target::{AttachToTarget, FilterEntry, SetAutoAttach, SetDiscoverTargets};
use handback_protocol::connection::Connection;
use handback_protocol::ids::{CdpSessionId, ContextId, ExecutionContextId, TargetId};
use input::Held;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, watch};

/// The lane of one browser.
#[derive(Debug)]
pub(super) struct Lane {
    connection: Connection,
    policy: Arc<Policy>,
    known: Mutex<Known>,
}

/// What is known; never locked over an await.
#[derive(Debug, Default)]
struct Known {
    /// A tab's session, made once.
    tabs: HashMap<ContextId, Arc<OnceCell<CdpSessionId>>>,
    /// The session that a tab or frame answers in.
    homes: HashMap<ContextId, CdpSessionId>,
    /// Our world in the current document of a tab or frame.
    worlds: HashMap<ContextId, ExecutionContextId>,
    /// What we hold down, by tab.
    held: HashMap<ContextId, Held>,
    /// Who waits for pictures of a session's tab.
    casts: HashMap<CdpSessionId, watch::Sender<Option<Shown>>>,
}

impl Lane {
    pub(super) fn new(connection: Connection, policy: Arc<Policy>) -> Self {
        Self { connection, policy, known: Mutex::default() }
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Nothing panics while it is held, so poisoned knowledge is whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session that a tab or frame answers in. A context that is not known is taken for a tab and attached to.
    async fn session(&self, context: &ContextId) -> Result<CdpSessionId, Fault> {
        let home = self.known().homes.get(context).cloned();
        match home {
            Some(session) => Ok(session),
            None => self.attach(context).await,
        }
    }

    /// Asks to be told of tabs that pages open, and of those whose process dies.
    pub(super) async fn discover(&self) -> Result<(), Fault> {
        let pages = [FilterEntry { kind: Some("page"), exclude: None }];
        let command = SetDiscoverTargets { discover: true, filter: Some(&pages) };
        self.connection.call(&command, QUICK).await?;
        Ok(())
    }

    /// Attaches to a tab, once, and makes its session ready.
    pub(super) async fn attach(&self, tab: &ContextId) -> Result<CdpSessionId, Fault> {
        let cell = Arc::clone(self.known().tabs.entry(tab.clone()).or_default());
        let attached = cell
            .get_or_try_init(|| async {
                let command = AttachToTarget { target_id: &TargetId::from(tab), flatten: true };
                let session =
                    self.connection.call(&command, QUICK).await.map_err(gone_target)?.value.session_id;
                self.equip(&session).await?;
                Ok::<_, Fault>(session)
            })
            .await;
        match attached {
            Ok(session) => Ok(session.clone()),
            Err(fault) => {
                self.known().tabs.remove(tab);
                Err(fault)
            }
        }
    }

    /// Makes a session ready: it tells of requests and frames, attaches to frames of other processes, holds requests
    /// that policy refuses, gives documents our script, and its page believes that it has the focus.
    pub(super) async fn equip(&self, session: &CdpSessionId) -> Result<(), Fault> {
        let blocked = self.policy.url_patterns();
        let patterns: Vec<RequestPattern<'_>> = blocked
            .iter()
            .map(|pattern| RequestPattern { url_pattern: Some(pattern), ..RequestPattern::default() })
            .collect();
        let frames = [FilterEntry { kind: Some("iframe"), exclude: None }];
        let auto = SetAutoAttach {
            auto_attach: true,
            wait_for_debugger_on_start: false,
            flatten: true,
            filter: Some(&frames),
        };
        let preload = AddScriptToEvaluateOnNewDocument {
            source: &PRELOAD,
            world_name: Some(WORLD),
            run_immediately: Some(true),
        };
        let (session, wire) = (Some(session.as_str()), &self.connection);
        let sent = [
            wire.send_in(session, &page::Enable {}, QUICK).await?,
            wire.send_in(session, &network::Enable::default(), QUICK).await?,
            wire.send_in(session, &fetch::Enable { patterns: Some(&patterns) }, QUICK).await?,
            wire.send_in(session, &auto, QUICK).await?,
            wire.send_in(session, &SetFocusEmulationEnabled { enabled: true }, QUICK).await?,
            wire.send_in(session, &preload, QUICK).await?,
        ];
        let tree = wire.call_in(session, &GetFrameTree {}, QUICK).await?.value.frame_tree;
        for sent in sent {
            match sent.answer().await.map(drop).map_err(Fault::from) {
                // A frame's session has no focus of its own to believe in.
                Ok(()) | Err(Fault::Refused(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        if let Some(session) = session {
            self.remember(&tree, &CdpSessionId::from(session));
        }
        Ok(())
    }

    fn remember(&self, tree: &FrameTree, session: &CdpSessionId) {
        let mut known = self.known();
        let mut left = vec![tree];
        while let Some(tree) = left.pop() {
            known.homes.insert(ContextId::from(&tree.frame.id), session.clone());
            left.extend(&tree.child_frames);
        }
    }
}

/// A target that is not there is a tab that is gone.
fn gone_target(error: handback_protocol::Error) -> Fault {
    match Fault::from(error) {
        Fault::Refused(refusal) if refusal.message.contains("No target with given id") => Fault::Gone,
        fault => fault,
    }
}
