//! Who watches a workspace's browser.

use super::Workspace;
use crate::session::control::Person;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::watch;

/// Those who watch.
#[derive(Clone, Debug, Default)]
pub struct Audience(Vec<(u64, Person)>);

impl Audience {
    /// How many watch.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nobody watches.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their names, in the order in which they came.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, person)| &*person.name)
    }

    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(_, person)| &*person.key == key)
    }
}

/// A place among those who watch. Dropping it leaves: if that was the person's last page, it is lost.
#[derive(Debug)]
pub struct Watching {
    workspace: Arc<Workspace>,
    number: u64,
    person: Person,
}

impl Workspace {
    /// Who watches, as it changes.
    pub fn audience(&self) -> watch::Receiver<Audience> {
        self.audience.subscribe()
    }

    /// A person's page comes to watch, perhaps back.
    pub fn watch(self: &Arc<Self>, person: Person) -> Watching {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        self.audience.send_modify(|audience| audience.0.push((number, person.clone())));
        self.page_back(&person.key);
        self.pulse.send_replace(());
        Watching { workspace: Arc::clone(self), number, person }
    }
}

impl Watching {
    /// Tells watchers apart.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whose page it is.
    pub fn person(&self) -> &Person {
        &self.person
    }

    /// What it watches.
    pub fn workspace(&self) -> &Arc<Workspace> {
        &self.workspace
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut was_last = false;
        self.workspace.audience.send_modify(|audience| {
            audience.0.retain(|(number, _)| *number != self.number);
            was_last = !audience.has(&self.person.key);
        });
        if was_last {
            self.workspace.page_lost(&self.person.key);
        }
        self.workspace.pulse.send_replace(());
    }
}
