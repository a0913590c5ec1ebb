//! What a workspace's calls do, for people who watch: names and times, no page data.

use super::Workspace;
use crate::session::control::Moment;
use serde::Serialize;
use std::collections::VecDeque;

/// Calls that are remembered.
const CALLS: usize = 20;

/// A call that drives the browser now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Driving {
    /// The action.
    pub action: &'static str,
    /// Since when.
    pub since: Moment,
    /// Whether it alters something.
    pub changes: bool,
}

/// A call that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    /// The action.
    pub action: &'static str,
    /// When it began.
    pub since: Moment,
    /// How long it took.
    pub ms: u64,
    /// `OK`, or the problem's code.
    pub code: &'static str,
}

/// What runs, and what ran last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Activity {
    /// The call whose turn it is.
    pub driving: Option<Driving>,
    /// Calls under way: the one that drives, those that wait for their turn, those that wait for a person.
    pub underway: usize,
    /// The last calls, newest first.
    pub done: VecDeque<Done>,
}

/// A call under way; dropping it says that nobody waits for it any more.
#[derive(Debug)]
pub struct Underway<'a> {
    workspace: &'a Workspace,
    action: &'static str,
    since: Moment,
    code: &'static str,
}

impl<'a> Underway<'a> {
    pub(super) fn begin(workspace: &'a Workspace, action: &'static str) -> Self {
        workspace.on_activity(|activity| activity.underway += 1);
        Self { workspace, action, since: Moment::now(), code: "GONE" }
    }

    /// It is over.
    pub fn end(mut self, code: &'static str) {
        self.code = code;
    }
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        let ms = Moment::now().since(self.since);
        let done = Done { action: self.action, since: self.since, ms, code: self.code };
        self.workspace.on_activity(|activity| {
            activity.underway -= 1;
            activity.done.truncate(CALLS - 1);
            activity.done.push_front(done);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_remembered() {
        let name = crate::workspace::Name::chosen("shop").expect("a name");
        let workspace =
            Workspace::new(name, std::time::Duration::ZERO, Default::default(), Default::default());
        let waits = workspace.underway("wait_for");
        for _ in 0..30 {
            workspace.underway("outline").end("OK");
        }
        drop(workspace.underway("navigate"));
        let seen: Activity = workspace.activity().borrow().clone();
        assert_eq!((seen.underway, seen.done.len()), (1, CALLS));
        assert_eq!((seen.done[0].action, seen.done[0].code, seen.done[1].code), ("navigate", "GONE", "OK"));
        waits.end("WAIT_TIMEOUT");
        assert_eq!(workspace.activity().borrow().underway, 0);
    }
}
