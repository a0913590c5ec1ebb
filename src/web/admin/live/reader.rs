//! What a page says, one message after the other. Nothing here waits for the browser.

use super::message::Asked;
use super::{Viewer, choose, obey};
use crate::driver::Hand;
use crate::session::Motion;
use crate::session::control::Wanted;
use futures::stream::{FuturesUnordered, SplitStream};
use futures::{FutureExt, StreamExt};
use std::collections::HashSet;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// Commands that may run at once; past it they are refused.
const COMMANDS: usize = 8;
/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);
/// The longest note, in characters.
const NOTE: usize = 500;

/// Reads until the page is gone.
pub(super) async fn run(viewer: &Viewer, mut incoming: SplitStream<super::Socket>) {
    let mut commands = FuturesUnordered::new();
    let mut buttons = HashSet::new();
    loop {
        let message = tokio::select! {
            message = incoming.next() => message,
            Some(()) = commands.next() => continue,
        };
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(_))) => {
                // The next read sends the goodbye back.
                let _ = tokio::time::timeout(GOODBYE, incoming.next()).await;
                return;
            }
            Some(Err(_)) | None => return,
            Some(Ok(_)) => continue,
        };
        let asked = match serde_json::from_str::<Asked>(&text) {
            Ok(asked) => asked,
            // Never the text itself: it may hold what a person typed.
            Err(_) => {
                viewer.refuse("message", "The server did not understand the page: load it again.");
                continue;
            }
        };
        if asked.hand().is_some() || matches!(asked, Asked::Pointer { .. } | Asked::Key { .. }) {
            if viewer.holds() {
                move_hand(viewer, &asked, &mut buttons);
            }
        } else if !at_once(viewer, &asked) {
            if !viewer.holds() {
                viewer.refuse("control", "Take control first.");
            } else if commands.len() < COMMANDS {
                commands.push(obey::command(viewer, asked).boxed());
            } else {
                viewer.refuse("busy", "The browser is still busy with what you asked for before.");
            }
        }
    }
}

/// A move of the hand. What is pressed is known, so that nobody takes the browser over in the middle of a drag.
fn move_hand(viewer: &Viewer, asked: &Asked, buttons: &mut HashSet<u32>) {
    let Some((hand, modifiers)) = asked.hand() else { return };
    let Some(session) = viewer.workspace().session() else { return };
    let Some(tab) = viewer.tab(&session) else { return };
    session.touch();
    let up = match &hand {
        Hand::Down(button, ..) => {
            buttons.insert(button.number());
            viewer.workspace().button_down();
            false
        }
        Hand::Up(button, ..) => buttons.remove(&button.number()) && buttons.is_empty(),
        _ => false,
    };
    if !viewer.motions(&session).send(Motion { tab, hand, modifiers }) {
        viewer.refuse("busy", "The page is too slow for what you do; some of it was left out.");
    }
    if up {
        viewer.workspace().buttons_up();
    }
}

/// What is done without the browser. `false` if it is something else.
fn at_once(viewer: &Viewer, asked: &Asked) -> bool {
    let workspace = viewer.workspace();
    match asked {
        Asked::Watch { tab } => {
            viewer.choice.send_replace(*tab);
        }
        Asked::Size { width, height } => {
            let within = ((*width).clamp(100, 4_096), (*height).clamp(100, 4_096));
            viewer.canvas.send_modify(|canvas| canvas.within = within);
        }
        Asked::Pause => viewer.canvas.send_modify(|canvas| canvas.paused = true),
        Asked::Resume => viewer.canvas.send_modify(|canvas| canvas.paused = false),
        Asked::Seen { frame } => {
            viewer.seen.send_replace(*frame);
        }
        Asked::Ask => wanted(viewer, workspace.ask(viewer.watching.person().clone())),
        Asked::Take => wanted(viewer, workspace.take(viewer.watching.person().clone())),
        Asked::Withdraw => workspace.withdraw(viewer.key()),
        Asked::HandBack { note } => {
            let note: Option<String> = note.as_ref().map(|note| note.chars().take(NOTE).collect());
            if !workspace.hand_back(viewer.key(), note.as_deref()) {
                viewer.refuse("control", "You do not have control.");
            }
        }
        Asked::DismissCall => {
            workspace.dismiss_call();
        }
        Asked::CancelFiles => {
            choose::forget(&viewer.watching);
            if viewer.holds()
                && let Some(page) = viewer.page()
            {
                page.close_chooser();
            }
        }
        // It is who it is.
        Asked::Hello(_) => {}
        _ => return false,
    }
    true
}

fn wanted(viewer: &Viewer, outcome: Result<Wanted, crate::problem::Problem>) {
    match outcome {
        Ok(Wanted::Granted | Wanted::Waiting) => {}
        Ok(Wanted::Taken(by)) => {
            viewer.refuse(
                "control",
                &format!("{} has control or waits for it: take over if you must.", by.name),
            );
        }
        Err(problem) => viewer.refuse("control", problem.says()),
    }
}
