//! How long a frame takes from the wire to whoever waits for it: one event, a flood of events, and a long answer.
//!
//! The frames are recorded ones (`fixtures/wire`), written to one end of a pair in memory: what is measured is the
//! connection and its reading, without a socket.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a bench ends where it is surprised"
)]

use bytes::Bytes;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use handback_protocol::bidi::browsing_context::Picture;
use handback_protocol::connection::{Connection, Events, Limits, open};
use handback_protocol::transport::{Peer, joined};
use serde_json::{Value, json};
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Frames of one flood: fewer than may wait in a connection, so that none is slowed down by its reader.
const FLOOD: usize = 10_000;
/// Bytes of the long answer, about.
const LONG: usize = 1 << 20;
const DEADLINE: Duration = Duration::from_secs(10);

/// The recorded messages of a folder of `fixtures/wire`, by their files' names.
fn recorded(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/wire").join(folder);
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let message = text.lines().nth(1).expect("a message below its origin");
            (path.file_name().unwrap().to_str().unwrap().to_owned(), message.to_owned())
        })
        .collect();
    found.sort();
    found
}

fn one(folder: &str, file: &str) -> String {
    recorded(folder).into_iter().find(|(name, _)| name == file).expect("a recording").1
}

/// A connection in a runtime of one thread: what is measured then is work, not who wakes whom.
fn connection() -> (Runtime, Connection, Events, Peer) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (transport, peer) = joined();
    let (connection, events) = runtime.block_on(async { open(transport, Limits::default()) });
    (runtime, connection, events, peer)
}

fn an_event(criterion: &mut Criterion) {
    let frame = Bytes::from(one("bidi/event", "browsingContext.load.chromium.txt"));
    let (runtime, _connection, mut events, peer) = connection();
    let mut group = criterion.benchmark_group("wire");
    group.throughput(Throughput::Bytes(frame.len() as u64));
    group.bench_function("an event", |bencher| {
        bencher.iter(|| {
            runtime.block_on(async {
                assert!(peer.write(frame.clone()).await);
                black_box(events.next().await.expect("an event"))
            })
        });
    });
    group.finish();
}

fn a_flood(criterion: &mut Criterion) {
    let all = [recorded("bidi/event"), recorded("cdp/event")].concat();
    let frames: Vec<Bytes> =
        all.iter().cycle().take(FLOOD).map(|(_, frame)| Bytes::from(frame.clone())).collect();
    let (runtime, _connection, mut events, peer) = connection();
    let mut group = criterion.benchmark_group("wire");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(frames.iter().map(|frame| frame.len() as u64).sum()));
    group.bench_function("a flood of 10000 events", |bencher| {
        bencher.iter(|| {
            let write = async {
                for frame in &frames {
                    assert!(peer.write(frame.clone()).await);
                }
            };
            let read = async {
                for _ in 0..FLOOD {
                    black_box(events.next().await.expect("an event"));
                }
            };
            runtime.block_on(async { tokio::join!(write, read) })
        });
    });
    group.finish();
}

/// A picture, as long as one of a large page: its answer stays raw, and is read as what it is.
fn a_long_answer(criterion: &mut Criterion) {
    let recorded = one("bidi/answer", "browsingContext.captureScreenshot.chromium.txt");
    let mut answer: Value = serde_json::from_str(&recorded).unwrap();
    let data = answer["result"]["data"].as_str().unwrap();
    answer["result"]["data"] = json!(data.repeat(LONG / data.len()));
    let (before, after) = {
        let text = answer.to_string();
        let (before, after) = text.split_once("\"id\":1,").expect("the recorded id");
        (before.to_owned(), after.to_owned())
    };
    let (runtime, connection, _events, mut peer) = connection();
    let mut group = criterion.benchmark_group("wire");
    group.throughput(Throughput::Bytes(LONG as u64));
    for (name, reads) in [("a 1 MB answer", false), ("a 1 MB answer, read", true)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let nothing = json!({});
                let call = connection.call_raw(None, "browsingContext.captureScreenshot", &nothing, DEADLINE);
                let play = async {
                    let asked: Value = serde_json::from_str(&peer.read().await.expect("a call")).unwrap();
                    // Copied each time, as a socket copies it.
                    let text = format!("{before}\"id\":{},{after}", asked["id"]);
                    assert!(peer.write(text).await);
                };
                let (reply, ()) = runtime.block_on(async { tokio::join!(call, play) });
                let reply = reply.expect("an answer");
                if reads {
                    black_box(reply.read::<Picture>("browsingContext.captureScreenshot").expect("a picture"));
                }
                black_box(reply.raw().len())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, an_event, a_flood, a_long_answer);
criterion_main!(benches);
