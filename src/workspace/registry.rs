//! Workspaces by name, and their records in the store.

use super::files::Files;
use super::links::Links;
use super::{Name, Record, Workspace};
use crate::config::Config;
use crate::policy::Policy;
use crate::problem::{Code, Problem};
use crate::shutdown::Tasks;
use crate::source::Source;
use crate::store::{Expect, Failed, Store, Written};
use futures::future::join_all;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How often a write is tried again when another process wrote in between.
const WRITES: usize = 5;

/// The workspaces.
#[derive(Debug)]
pub struct Registry {
    pub(super) config: Arc<Config>,
    pub(super) source: Arc<Source>,
    pub(super) policy: Arc<Policy>,
    pub(super) tasks: Tasks,
    store: Arc<dyn Store>,
    pub(super) files: Files,
    known: Mutex<HashMap<Name, Arc<Workspace>>>,
    pulse: watch::Sender<()>,
}

impl Registry {
    /// No workspaces yet.
    pub fn new(
        config: Arc<Config>,
        source: Arc<Source>,
        policy: Arc<Policy>,
        tasks: Tasks,
        store: Arc<dyn Store>,
        links: Links,
    ) -> Self {
        let files = Files::new(&config.data_dir, links);
        Self {
            config,
            source,
            policy,
            tasks,
            store,
            files,
            known: Mutex::default(),
            pulse: watch::Sender::default(),
        }
    }

    /// The workspace of this name.
    pub fn get(&self, name: &Name) -> Arc<Workspace> {
        let mut known = self.known();
        // Those without a browser are only names: their records are in the store.
        if known.len() > 1_000 {
            known.retain(|_, workspace| Arc::strong_count(workspace) > 1 || workspace.session().is_some());
        }
        let new = || {
            let grace = self.config.live.grace;
            Arc::new(Workspace::new(name.clone(), grace, self.tasks.clone(), self.pulse.clone()))
        };
        Arc::clone(known.entry(name.clone()).or_insert_with(new))
    }

    /// Those that are known here.
    pub fn all(&self) -> Vec<Arc<Workspace>> {
        self.known().values().cloned().collect()
    }

    /// Told whenever something changes that a list of workspaces shows.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.pulse.subscribe()
    }

    /// How many are known here.
    pub fn len(&self) -> usize {
        self.known().len()
    }

    /// Whether none is known here.
    pub fn is_empty(&self) -> bool {
        self.known().is_empty()
    }

    /// How many have a live browser.
    pub fn live(&self) -> usize {
        self.known().values().filter(|workspace| workspace.session().is_some()).count()
    }

    /// The store's kind.
    pub fn store_kind(&self) -> &'static str {
        self.store.kind()
    }

    /// Ends every browser.
    pub async fn end_all(&self) {
        join_all(self.all().iter().map(|workspace| workspace.end())).await;
    }

    /// A workspace's record.
    ///
    /// # Errors
    /// The store cannot serve.
    pub async fn record(&self, workspace: &Workspace) -> Result<Record, Problem> {
        let mut held = workspace.record.lock().await;
        if let Some((record, _)) = &*held {
            return Ok(record.clone());
        }
        let (record, version) = self.read(workspace).await?;
        *held = version.map(|version| (record.clone(), version));
        Ok(record)
    }

    /// Changes a workspace's record, and moves its end.
    ///
    /// # Errors
    /// The store cannot serve.
    pub async fn change(&self, workspace: &Workspace, change: impl Fn(&mut Record)) -> Result<(), Problem> {
        let mut held = workspace.record.lock().await;
        for _ in 0..WRITES {
            let (mut record, version) = match held.take() {
                Some((record, version)) => (record, Some(version)),
                None => self.read(workspace).await?,
            };
            change(&mut record);
            let bytes = serde_json::to_vec(&record).map_err(Problem::internal)?;
            let expect = version.map_or(Expect::Absent, Expect::Version);
            match self.store.put(&key(workspace), bytes, expect, self.config.workspace_ttl).await {
                Ok(Written::Done(version)) => {
                    *held = Some((record, version));
                    return Ok(());
                }
                // Another process wrote, or the record's end passed: read it anew.
                Ok(Written::Conflict) => {}
                Err(failed) => return Err(unavailable(failed)),
            }
        }
        Err(unavailable(Failed("a record is written by others all the time".to_owned())))
    }

    async fn read(&self, workspace: &Workspace) -> Result<(Record, Option<u64>), Problem> {
        match self.store.get(&key(workspace)).await {
            Ok(Some(kept)) => {
                let record = serde_json::from_slice(&kept.bytes).unwrap_or_else(|error| {
                    tracing::warn!(workspace = %workspace.name, %error, "a record could not be read; starting anew");
                    Record::default()
                });
                Ok((record, Some(kept.version)))
            }
            Ok(None) => Ok((Record::default(), None)),
            Err(failed) => Err(unavailable(failed)),
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Name, Arc<Workspace>>> {
        // Held for single reads and writes; a panic in one leaves it whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(workspace: &Workspace) -> String {
    format!("workspace/{}", workspace.name)
}

fn unavailable(failed: Failed) -> Problem {
    let says = "The store could not serve this: try again in a moment.";
    Problem::new(Code::StoreUnavailable, says).logged(failed.0).retry_after(2)
}
