//! Recorded messages of real browsers, drivers and Grids, as this crate reads them.
//!
//! Each file in `fixtures/wire` holds a line of origin, the message as it came (but for its id, which is 1, and for
//! folders, which are of nowhere), an empty line, and what is read from it. `UPDATE=1` writes the last part anew.

use handback_protocol::bidi::{cdp as bidi_cdp, network, script};
use handback_protocol::classic::{self, Call};
use handback_protocol::message::{Event, Happening, Reply};
use handback_protocol::{Connection, Error, Events, Limits, Peer, cdp, joined, open};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::{Debug, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::types::{COMMANDS, EVENTS, answer, event};

/// One recording.
struct Recorded {
    path: PathBuf,
    /// `event`, `answer` or `refusal` and a method, or a classic call and its status.
    what: (String, String),
    head: String,
    message: String,
    golden: String,
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// All files below a folder, in order.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn recordings() -> Vec<Recorded> {
    files(&root().join("fixtures/wire"), "txt")
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let (head, rest) = text.split_once('\n').expect("a head");
            let (message, golden) = rest.split_once("\n\n").unwrap_or((rest.trim_end(), ""));
            let (first, rest) = head.split_once(' ').expect("what it is");
            let (second, origin) = rest.split_once(", ").expect("its origin");
            assert!(origin.contains(", 2026-"), "{}: no day", path.display());
            let what = (first.to_owned(), second.to_owned());
            Recorded {
                what,
                head: head.to_owned(),
                message: message.to_owned(),
                golden: golden.to_owned(),
                path,
            }
        })
        .collect()
}

/// `{:#?}`, with long texts cut: they are in the message as well.
pub(crate) fn shown(read: &impl Debug) -> String {
    let mut text = String::new();
    for line in format!("{read:#?}").lines() {
        let end = line.char_indices().nth(160).map_or(line.len(), |(at, _)| at);
        writeln!(text, "{}{}", &line[..end], if end < line.len() { "…" } else { "" }).expect("written");
    }
    text
}

fn start() -> (Connection, Events, Peer) {
    let (transport, peer) = joined();
    let (connection, events) = open(transport, Limits::default());
    (connection, events, peer)
}

/// The event that a message is.
async fn happening(message: &str) -> Happening {
    let (_connection, mut events, peer) = start();
    peer.write(message.to_owned()).await;
    events.next().await.expect("an event")
}

/// What a call of this method brings if this message answers it.
async fn called(method: &str, message: &str) -> Result<Reply, Error> {
    let (connection, _events, mut peer) = start();
    let nothing = json!({});
    let call = connection.call_raw(None, method, &nothing, Duration::from_secs(5));
    let play = async {
        peer.read().await.expect("a call");
        peer.write(message.to_owned()).await;
    };
    tokio::join!(call, play).0
}

/// What is read of a classic answer.
fn classic_answer(call: &str, status: &str, body: &[u8]) -> String {
    fn read<C: Call<Answer: Debug>>(status: &str, body: &[u8]) -> String {
        match C::read(status.parse().expect("a status"), body) {
            Ok(answer) => shown(&answer),
            Err(error) => format!("{}{error}\n", shown(&error)),
        }
    }
    match call {
        "NewSession" => read::<classic::session::NewSession<'_>>(status, body),
        "DeleteSession" => read::<classic::session::DeleteSession<'_>>(status, body),
        "GetTitle" => read::<classic::session::GetTitle<'_>>(status, body),
        "GetCurrentUrl" => read::<classic::session::GetCurrentUrl<'_>>(status, body),
        "GetWindowHandles" => read::<classic::session::GetWindowHandles<'_>>(status, body),
        "GetStatus" => read::<classic::status::GetStatus>(status, body),
        "GetTimeouts" => read::<classic::timeouts::GetTimeouts<'_>>(status, body),
        "SetTimeouts" => read::<classic::timeouts::SetTimeouts<'_>>(status, body),
        "ListFiles" => read::<classic::grid::ListFiles<'_>>(status, body),
        "FetchFile" => read::<classic::grid::FetchFile<'_>>(status, body),
        "DeleteFiles" => read::<classic::grid::DeleteFiles<'_>>(status, body),
        "UploadFile" => read::<classic::grid::UploadFile<'_>>(status, body),
        "VendorUploadFile" => read::<classic::vendor::UploadFile<'_>>(status, body),
        "ExecuteCdp" => read::<classic::vendor::ExecuteCdp<'_, cdp::browser::GetVersion>>(status, body),
        other => panic!("no such call: {other}"),
    }
}

async fn read(recorded: &Recorded) -> String {
    let (kind, method) = (recorded.what.0.as_str(), recorded.what.1.as_str());
    match kind {
        "event" => {
            let found = happening(&recorded.message).await;
            assert_eq!(&*found.method, method);
            if let Some(within) = bidi_cdp::unwrap(&found) {
                let within = within.expect("an event within an event");
                assert!(within.session.is_some());
                return event(&within).unwrap_or_else(|| "unknown\n".to_owned());
            }
            event(&found).unwrap_or_else(|| "unknown\n".to_owned())
        }
        "answer" => {
            let reply = called(method, &recorded.message).await.expect("a success");
            answer(method, &reply).unwrap_or_else(|| panic!("{method} is not in the list"))
        }
        "refusal" => {
            let error = called(method, &recorded.message).await.expect_err("a refusal");
            let Error::Refused(refusal) = &error else { panic!("not a refusal: {error}") };
            format!("{}{error}\nis gone: {}\n", shown(refusal), refusal.is_gone())
        }
        call => classic_answer(call, method, recorded.message.as_bytes()),
    }
}

#[tokio::test]
async fn each_message_is_read_as_it_was_found_right() {
    let (update, mut wrong) = (std::env::var_os("UPDATE").is_some(), Vec::new());
    for recorded in recordings() {
        let read = read(&recorded).await;
        if update {
            let text = format!("{}\n{}\n\n{read}", recorded.head, recorded.message);
            // By a rename, because the other tests read the files meanwhile.
            let new = recorded.path.with_extension("new");
            std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &recorded.path)).expect("written");
        } else if read != recorded.golden {
            wrong.push(format!("{}:\n{read}instead of\n{}", recorded.path.display(), recorded.golden));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_type_has_a_recording() {
    // Too long to keep, and of the same form as a picture.
    let unrecorded = BTreeSet::from(["Page.printToPDF", "browsingContext.print"]);
    let recorded = recordings();
    let of = |kind: &str| -> BTreeSet<String> {
        recorded.iter().filter(|it| it.what.0 == kind).map(|it| it.what.1.clone()).collect()
    };
    let (answers, happened) = (of("answer"), of("event"));
    let missing = |listed: &[&str], found: &BTreeSet<String>| -> Vec<String> {
        let has = |method: &&&str| !found.contains(**method) && !unrecorded.contains(**method);
        listed.iter().filter(has).map(|method| (*method).to_owned()).collect()
    };
    assert_eq!(missing(COMMANDS, &answers), Vec::<String>::new(), "answers without a recording");
    assert_eq!(missing(EVENTS, &happened), Vec::<String>::new(), "events without a recording");
}

#[tokio::test]
async fn a_value_reads_the_same_from_both_browsers() {
    let mut values = recordings();
    values.retain(|it| it.path.to_string_lossy().contains("script.evaluate.values"));
    assert_eq!(values.len(), 2, "one of each browser");
    for recorded in values {
        let reply = called("script.evaluate", &recorded.message).await.expect("a success");
        let evaluated: script::Evaluated = reply.read("script.evaluate").expect("an outcome");
        let expected = json!([
            1.5, -0.0, "NaN", "-Infinity", 10, null, null, "1970-01-01T00:00:00.000Z", "/x/g", "[function]",
            "[symbol]", ["é"], [["k", 1], [{}, 2]], "[error]", "[window]", "[proxy]", "[circular]", {"o": {}}
        ]);
        let found = evaluated.result.expect("a value").to_json();
        assert_eq!(found, expected, "{}", recorded.path.display());
        let zero = found[1].as_f64().expect("a number");
        assert!(zero.is_sign_negative());
    }
}

#[tokio::test]
async fn headers_are_a_second_read() {
    let mut events = recordings();
    events.retain(|it| it.what.1 == network::ResponseCompleted::METHOD);
    assert_eq!(events.len(), 2, "one of each browser");
    for recorded in events {
        let event = happening(&recorded.message).await;
        let headers = network::headers(&event).expect("headers");
        let has =
            |list: &[network::Header], name: &str| list.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        assert!(has(&headers.request, "user-agent"), "{}", recorded.path.display());
        assert!(has(&headers.response, "content-type") || has(&headers.response, "location"), "{headers:?}");
    }
}
