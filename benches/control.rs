//! Control: from an event to a visited page, from the hand-back to the answers of those who wait, and what a waiter
//! costs in memory.
//!
//! `cargo bench --bench control`. The waiters are real calls on the real desk with a real Chromium behind it, which must
//! be installed; the outline of the page is part of the first answer and shared by the others.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a bench ends where it is surprised"
)]

use criterion::{Criterion, criterion_group, criterion_main};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use handback::app::House;
use handback::config::BrowserName;
use handback::driver::Browser;
use handback::policy::Policy;
use handback::session::control::Person;
use handback::session::{State, Visited};
use handback::workspace::Name;
use handback_protocol::connection::{Limits, open};
use handback_protocol::transport::joined;
use house::{call, house, page};
use serde_json::json;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[path = "shared/house.rs"]
mod house;

const MANY: usize = 10_000;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
}

/// A frame as a browser sends it, to the page that it says was reached.
fn event_to_entry(criterion: &mut Criterion) {
    let runtime = runtime();
    let _inside = runtime.enter();
    let (ours, theirs) = joined();
    let (connection, mut events) = open(ours, Limits::default());
    let policy = Arc::new(Policy::new(&[], &[], Vec::new()).unwrap());
    let browser = Browser::new(BrowserName::Firefox, connection, None, policy);
    let frame = |method: &str, params: serde_json::Value| {
        json!({"type": "event", "method": method, "params": params}).to_string()
    };
    let created = frame(
        "browsingContext.contextCreated",
        json!({"context": "A", "url": "about:blank", "children": null, "parent": null, "userContext": "default", "originalOpener": null, "clientWindow": "w"}),
    );
    let mut state = State::default();
    let mut visited = Visited::default();
    let mut number = 0_u64;
    runtime.block_on(async {
        assert!(theirs.write(created).await);
        let event = events.next().await.unwrap();
        state.fold(event.seq, &browser.take_bidi(&event).event.unwrap());
    });
    criterion.bench_function("event to visited entry", |bencher| {
        bencher.iter(|| {
            number += 1;
            let params = json!({"context": "A", "navigation": null, "timestamp": number, "url": format!("http://a/{number}")});
            runtime.block_on(async {
                assert!(theirs.write(frame("browsingContext.historyUpdated", params)).await);
                let event = events.next().await.unwrap();
                state.fold(event.seq, &browser.take_bidi(&event).event.unwrap());
            });
            let tab = state.current().unwrap();
            black_box(visited.reached(&tab.context, &tab.url)).expect("a page");
        });
    });
}

/// The time from the hand-back until every waiter has its answer.
async fn hand_back(house: &House, name: &Name, waiters: usize) -> Duration {
    let workspace = house.desk().workspaces.get(name);
    let person = Person { key: "0123456789abcdef".into(), name: "Ana".into() };
    workspace.ask(person.clone()).unwrap();
    let mut waiting: FuturesUnordered<_> =
        (0..waiters).map(|_| tokio::spawn(wait(Arc::clone(house.desk()), name.clone()))).collect();
    while workspace.activity().borrow().underway < waiters {
        tokio::task::yield_now().await;
    }
    // The last ones are known of a little before they wait.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let began = Instant::now();
    workspace.hand_back(&person.key, None);
    while let Some(answer) = waiting.next().await {
        assert!(answer.unwrap(), "told of the hand-back");
    }
    began.elapsed()
}

async fn wait(desk: Arc<handback::actions::Desk>, name: Name) -> bool {
    let caller = handback::actions::Caller::new(handback::actions::Surface::Mcp);
    let delivery = caller.delivery.clone();
    let action = handback::actions::named("await_control").unwrap();
    let answer = desk.take(action, name, serde_json::Map::new(), caller).await.unwrap();
    delivery.done();
    answer.fields["handed_back"] == true
}

fn hand_back_to_answer(criterion: &mut Criterion) {
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap();
    let name = Name::chosen("control").unwrap();
    let (house, _) = runtime.block_on(house(folder.path()));
    let links: String = (0..100).map(|n| format!("<p><a href=\"#{n}\">Link {n}</a></p>")).collect();
    let url = runtime.block_on(page(links));
    runtime.block_on(call(&house, &name, "open_session", json!({"url": url}))).unwrap();
    // First: memory that was given back to the allocator would hide some of it.
    runtime.block_on(memory(&house, &name));
    let mut group = criterion.benchmark_group("hand-back to the last answer");
    group.sample_size(10);
    for waiters in [1, MANY] {
        group.bench_function(format!("{waiters} waiting"), |bencher| {
            bencher.iter_custom(|rounds| {
                runtime.block_on(async {
                    let mut total = Duration::ZERO;
                    for _ in 0..rounds {
                        total += hand_back(&house, &name, waiters).await;
                    }
                    total
                })
            });
        });
    }
    // Part of every answer, and apart from the aim: the page as it is read when the hold is over.
    group.bench_function("of it, the outline", |bencher| {
        bencher.iter(|| runtime.block_on(call(&house, &name, "outline", json!({}))).unwrap());
    });
    group.finish();
    runtime.block_on(house.close());
}

/// What a waiter costs: the process with many of them, less the process without.
async fn memory(house: &House, name: &Name) {
    let workspace = house.desk().workspaces.get(name);
    let person = Person { key: "0123456789abcdef".into(), name: "Ana".into() };
    workspace.ask(person.clone()).unwrap();
    let before = resident();
    let waiting: Vec<_> =
        (0..MANY).map(|_| tokio::spawn(wait(Arc::clone(house.desk()), name.clone()))).collect();
    while workspace.activity().borrow().underway < MANY {
        tokio::task::yield_now().await;
    }
    let each = resident().saturating_sub(before) as f64 / MANY as f64;
    println!("memory a waiter: {:.1} KB (aim: under 12)", each / 1_024.0);
    for one in waiting {
        one.abort();
    }
    workspace.hand_back(&person.key, None);
}

/// Bytes of this process that are in memory.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4_096
}

criterion_group!(benches, event_to_entry, hand_back_to_answer);
criterion_main!(benches);
