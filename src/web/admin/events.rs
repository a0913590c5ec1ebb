//! The list of workspaces, told whenever something in it changes.

use super::socket::{self, Socket};
use super::{Shared, listed};
use crate::web::answer::Answer;
use futures::{FutureExt, SinkExt, StreamExt};
use http::Request;
use hyper::body::Incoming;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// The shortest time between two tellings: what happens in between is told together.
const PACE: Duration = Duration::from_millis(150);
/// How long a page may take to take a message in.
const SLOW: Duration = Duration::from_secs(20);
/// How often a page that hears nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(20);

/// Opens the stream.
pub(super) fn open(desk: &Shared, request: Request<Incoming>) -> Answer {
    let (desk, tasks) = (Shared::clone(desk), desk.tasks.clone());
    socket::take(request, &tasks, move |socket| serve(desk, socket).boxed())
}

async fn serve(desk: Shared, mut socket: Socket) {
    let mut changes = desk.workspaces.changes();
    let mut told = String::new();
    loop {
        changes.mark_unchanged();
        let list = listed::workspaces(&desk.workspaces);
        // The time alone is no news.
        let news = list["workspaces"].to_string();
        if news != told {
            told = news;
            let sent = socket.send(Message::text(list.to_string()));
            if !matches!(tokio::time::timeout(SLOW, sent).await, Ok(Ok(()))) {
                return;
            }
        }
        tokio::select! {
            () = async {
                // It fails only when the registry is gone, and so is this soon.
                let _ = changes.changed().await;
                tokio::time::sleep(PACE).await;
            } => {}
            gone = until_gone(&mut socket) => if gone { return },
            () = desk.tasks.stopping().cancelled() => {
                let _ = tokio::time::timeout(SLOW, socket.close(Some(socket::stopping()))).await;
                return;
            }
        }
    }
}

/// Reads and drops what the page says, until it is gone; a page that says nothing is asked now and then.
async fn until_gone(socket: &mut Socket) -> bool {
    loop {
        match tokio::time::timeout(PING, socket.next()).await {
            Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return true,
            Ok(Some(Ok(_))) => {}
            Err(_) => {
                if socket.send(Message::Ping(Default::default())).await.is_err() {
                    return true;
                }
            }
        }
    }
}
