//! A connection against peers that misbehave, over joined memory ends. Clocks are paused, so that minutes cost nothing.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expected")]
#![allow(clippy::disallowed_methods, reason = "a test waits for its tasks, or ends with them")]

use handback_protocol::bidi::browsing_context::Load;
use handback_protocol::bidi::session::{Status, StatusResult};
use handback_protocol::message::Answer;
use handback_protocol::{Code, Connection, Error, Events, Heartbeat, Limits, Peer, Why, joined, open};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

const SECOND: Duration = Duration::from_secs(1);
const HEARTBEAT: Heartbeat =
    Heartbeat { every: Duration::from_secs(5), patience: Duration::from_secs(10), method: "session.status" };

fn start(limits: Limits) -> (Connection, Events, Peer) {
    let (transport, peer) = joined();
    let (connection, events) = open(transport, limits);
    (connection, events, peer)
}

fn with_heartbeat() -> Limits {
    Limits { heartbeat: Some(HEARTBEAT), ..Limits::default() }
}

/// What the connection sent next.
async fn asked(peer: &mut Peer) -> Value {
    serde_json::from_str(&peer.read().await.expect("a message")).expect("JSON")
}

fn success(id: &Value, message: &str) -> String {
    json!({"type": "success", "id": id, "result": {"ready": false, "message": message}}).to_string()
}

fn event(name: &str, bytes: usize) -> String {
    json!({"type": "event", "method": name, "params": {"fill": "x".repeat(bytes)}}).to_string()
}

async fn status(connection: &Connection) -> Result<Answer<StatusResult>, Error> {
    connection.call(&Status {}, 30 * SECOND).await
}

/// Why the connection ended, which it must have within the hour.
async fn end_of(connection: &Connection) -> Why {
    timeout(3_600 * SECOND, connection.until_closed()).await.expect("it ends")
}

/// Answers every call at once, until the connection is over.
fn answer_all(mut peer: Peer) -> tokio::task::JoinHandle<()> {
    tokio::spawn(async move {
        while let Some(text) = peer.read().await {
            let call: Value = serde_json::from_str(&text).expect("JSON");
            peer.write(success(&call["id"], "fine")).await;
        }
    })
}

#[tokio::test(start_paused = true)]
async fn a_silent_peer_is_found_out() {
    let (connection, _events, mut peer) = start(with_heartbeat());
    let _awake = connection.awake();
    let began = Instant::now();
    assert_eq!(asked(&mut peer).await["method"], "session.status");
    assert_eq!(began.elapsed(), HEARTBEAT.every, "asked after the silence that is allowed");
    let why = end_of(&connection).await;
    assert!(matches!(why, Why::Silent(_)), "{why}");
    assert_eq!(began.elapsed(), HEARTBEAT.every + HEARTBEAT.patience);
    assert_eq!(peer.read().await, None, "the question was asked once");
    assert_eq!(status(&connection).await.expect_err("closed"), Error::Closed(why));
}

#[tokio::test(start_paused = true)]
async fn anything_that_is_read_is_a_sign_of_life() {
    let (connection, mut events, mut peer) = start(with_heartbeat());
    let _awake = connection.awake();
    for round in 0..20 {
        let question = asked(&mut peer).await;
        sleep(HEARTBEAT.patience - SECOND).await;
        let sign = match round % 3 {
            0 => success(&question["id"], "fine"),
            1 => json!({"id": question["id"], "error": {"code": -32601, "message": "no"}}).to_string(),
            _ => event("some.event", 1),
        };
        assert!(peer.write(sign).await);
    }
    assert_eq!(connection.closed(), None);
    assert_eq!(&*events.next().await.expect("an event").method, "some.event");
}

#[tokio::test(start_paused = true)]
async fn traffic_takes_the_place_of_questions() {
    let (connection, mut events, mut peer) = start(with_heartbeat());
    let _awake = connection.awake();
    for _ in 0..50 {
        sleep(HEARTBEAT.every - SECOND).await;
        assert!(peer.write(event("some.event", 1)).await);
        events.next().await.expect("an event");
    }
    let asked = timeout(SECOND / 2, peer.read()).await;
    assert!(asked.is_err(), "asked in spite of traffic: {asked:?}");
}

#[tokio::test(start_paused = true)]
async fn asleep_nobody_asks_and_silence_is_no_sign() {
    let (connection, _events, mut peer) = start(with_heartbeat());
    assert!(timeout(3_600 * SECOND, peer.read()).await.is_err(), "asked while asleep");
    let (first, second) = (connection.awake(), connection.awake());
    drop(first);
    assert_eq!(asked(&mut peer).await["method"], "session.status");
    drop(second); // asleep again, with the question open
    assert!(timeout(3_600 * SECOND, peer.read()).await.is_err(), "asked while asleep");
    assert_eq!(connection.closed(), None);
    let _third = connection.awake();
    assert_eq!(asked(&mut peer).await["method"], "session.status");
}

#[tokio::test(start_paused = true)]
async fn without_a_heartbeat_silence_is_borne() {
    let (connection, _events, mut peer) = start(Limits::default());
    let _awake = connection.awake();
    assert!(timeout(3_600 * SECOND, peer.read()).await.is_err());
    assert_eq!(connection.closed(), None);
}

#[tokio::test(start_paused = true)]
async fn a_half_open_socket_ends_calls_at_their_deadlines_and_can_be_closed() {
    let (connection, _events, _peer) = start(Limits::default());
    // More than lie between the ends, in the write queue and in the task's mailbox together.
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..3_000 {
        let connection = connection.clone();
        calls.spawn(async move { connection.call(&Status {}, SECOND).await });
    }
    let began = Instant::now();
    for outcome in calls.join_all().await {
        let error = outcome.expect_err("nobody answers");
        assert_eq!(error, Error::Late { method: "session.status".into(), after: SECOND });
    }
    assert_eq!(began.elapsed(), SECOND);
    timeout(SECOND, connection.close()).await.expect("closing does not wait for the peer");
    assert_eq!(connection.closed(), Some(Why::Ours));
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_reads_again_gets_few_calls_that_nobody_waits_for() {
    let (connection, _events, mut peer) = start(Limits::default());
    let calls = (0..10_000).map(|_| connection.call(&Status {}, SECOND));
    futures::future::join_all(calls).await;
    let mut read = 0;
    let serve = async {
        loop {
            let call = asked(&mut peer).await;
            read += 1;
            peer.write(success(&call["id"], "fine")).await;
        }
    };
    tokio::select! {
        answer = status(&connection) => drop(answer.expect("answered")),
        () = serve => unreachable!("the connection is open"),
    }
    assert!(read < 2_000, "{read} calls were kept for a peer that did not read");
}

#[tokio::test(start_paused = true)]
async fn a_half_open_socket_is_given_up_with_its_last_handle() {
    let (connection, mut events, _peer) = start(Limits::default());
    let calls = (0..3_000).map(|_| connection.call(&Status {}, SECOND));
    futures::future::join_all(calls).await;
    drop(connection);
    let end = timeout(SECOND, events.next()).await.expect("the task ends though its peer reads nothing");
    assert!(end.is_none());
    assert_eq!(events.why(), Some(Why::Ours));
}

#[tokio::test(start_paused = true)]
async fn a_half_open_socket_is_found_out_by_the_heartbeat() {
    let (connection, _events, _peer) = start(with_heartbeat());
    let _awake = connection.awake();
    let calls = (0..3_000).map(|_| connection.call(&Status {}, 60 * SECOND));
    let outcomes = futures::future::join_all(calls).await;
    let why = connection.closed().expect("closed");
    assert!(matches!(why, Why::Silent(_)), "{why}");
    assert!(outcomes.into_iter().all(|outcome| outcome == Err(Error::Closed(why.clone()))));
}

#[tokio::test(start_paused = true)]
async fn a_late_answer_is_nobodys() {
    let (connection, _events, mut peer) = start(Limits::default());
    let error = connection.call(&Status {}, SECOND).await.expect_err("late");
    assert!(matches!(error, Error::Late { .. }), "{error}");
    let late = asked(&mut peer).await;
    let next = tokio::spawn({
        let connection = connection.clone();
        async move { status(&connection).await }
    });
    let second = asked(&mut peer).await;
    assert_ne!(late["id"], second["id"]);
    peer.write(success(&late["id"], "late")).await;
    peer.write(success(&second["id"], "in time")).await;
    assert_eq!(next.await.expect("joined").expect("answered").value.message, "in time");
}

#[tokio::test(start_paused = true)]
async fn an_unknown_event_is_an_event() {
    let (connection, mut events, peer) = start(Limits::default());
    peer.write(r#"{"method":"future.thing","params":{"new":[1]},"sessionId":"S","extra":true}"#).await;
    let event = events.next().await.expect("an event");
    assert_eq!((&*event.method, event.session.as_deref()), ("future.thing", Some("S")));
    assert_eq!(event.raw(), br#"{"new":[1]}"#);
    assert!(event.read::<Load>().is_none());
    peer.write(r#"{"method":"browsingContext.load","params":{"context":7}}"#).await;
    let event = events.next().await.expect("an event");
    let error = event.read::<Load>().expect("a load by name").expect_err("not in form");
    assert!(matches!(error, Error::Unreadable { .. }), "{error}");
    assert_eq!(connection.closed(), None);
}

#[tokio::test(start_paused = true)]
async fn a_broken_frame_fails_the_call_that_it_names() {
    let (connection, _events, mut peer) = start(Limits::default());
    let calls = [status(&connection), status(&connection)];
    let play = async {
        let (first, second) = (asked(&mut peer).await, asked(&mut peer).await);
        for nonsense in ["", "null", "[]", "{\"id\":", "\"text\"", "{\"type\":\"event\"}"] {
            peer.write(nonsense).await;
        }
        peer.write(format!(r#"{{"type":"success","id":{},"result":{{"ready":tr"#, first["id"])).await;
        sleep(SECOND).await;
        peer.write(success(&second["id"], "fine")).await;
    };
    let (outcomes, ()) = tokio::join!(futures::future::join_all(calls), play);
    let mut outcomes = outcomes.into_iter();
    let error = outcomes.next().expect("two").expect_err("broken");
    assert!(matches!(error, Error::Unreadable { .. }), "{error}");
    assert_eq!(outcomes.next().expect("two").expect("answered").value.message, "fine");
    assert_eq!(connection.closed(), None);
}

#[tokio::test(start_paused = true)]
async fn refusals_of_both_protocols_are_told_apart() {
    let (connection, _events, mut peer) = start(Limits::default());
    let calls = [status(&connection), status(&connection)];
    let play = async {
        let (first, second) = (asked(&mut peer).await, asked(&mut peer).await);
        let bidi = json!({"type": "error", "id": first["id"], "error": "no such frame", "message": "gone"});
        let cdp = json!({"id": second["id"], "error": {"code": -32000, "message": "Session with given id not found"}});
        peer.write(bidi.to_string()).await;
        peer.write(cdp.to_string()).await;
    };
    let (outcomes, ()) = tokio::join!(futures::future::join_all(calls), play);
    let codes: Vec<Code> = outcomes
        .into_iter()
        .map(|outcome| match outcome {
            Err(Error::Refused(refusal)) => {
                assert!(refusal.is_gone(), "{}", refusal.message);
                refusal.code
            }
            other => panic!("not refused: {other:?}"),
        })
        .collect();
    assert_eq!(codes, [Code::Word("no such frame".into()), Code::Number(-32000)]);
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_events_ends_loudly() {
    let limits = Limits { events: 10, ..Limits::default() };
    let (connection, mut events, peer) = start(limits);
    for _ in 0..11 {
        peer.write(event("some.event", 1)).await;
    }
    assert_eq!(end_of(&connection).await, Why::Overrun);
    for _ in 0..10 {
        events.next().await.expect("what was queued can still be taken");
    }
    assert!(events.next().await.is_none());
    assert_eq!(events.why(), Some(Why::Overrun));
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_bytes_ends_loudly() {
    let limits = Limits { event_bytes: 10_000, ..Limits::default() };
    let (connection, mut events, peer) = start(limits);
    for _ in 0..100 {
        // Taken in time, any number of bytes is borne.
        peer.write(event("some.event", 5_000)).await;
        events.next().await.expect("an event");
    }
    assert_eq!(connection.closed(), None);
    for _ in 0..2 {
        peer.write(event("some.event", 5_000)).await;
    }
    assert_eq!(end_of(&connection).await, Why::Overrun);
}

#[tokio::test(start_paused = true)]
async fn events_that_nobody_wants_hold_up_nothing() {
    let limits = Limits { events: 4, event_bytes: 1_000, ..Limits::default() };
    let (connection, events, peer) = start(limits);
    drop(events);
    for _ in 0..500 {
        peer.write(event("some.event", 100)).await;
    }
    let answering = answer_all(peer);
    assert_eq!(status(&connection).await.expect("answered").value.message, "fine");
    drop(connection);
    answering.await.expect("joined");
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_leaves_costs_nothing() {
    let (connection, _events, mut peer) = start(Limits::default());
    // On a single thread the task runs only when this one waits, so that no call is sent yet when its caller leaves.
    for _ in 0..60 {
        let call = connection.call(&Status {}, SECOND);
        assert!(futures::FutureExt::now_or_never(call).is_none());
    }
    sleep(SECOND).await;
    let kept = tokio::spawn({
        let connection = connection.clone();
        async move { status(&connection).await }
    });
    let first = asked(&mut peer).await;
    assert_eq!(first["id"], 1, "calls of callers that left were sent");
    // This one leaves after it was sent.
    let left = timeout(SECOND, status(&connection)).await;
    assert!(left.is_err());
    let second = asked(&mut peer).await;
    peer.write(success(&second["id"], "nobody's")).await;
    peer.write(success(&first["id"], "kept")).await;
    assert_eq!(kept.await.expect("joined").expect("answered").value.message, "kept");
}

#[tokio::test(start_paused = true)]
async fn the_reason_for_the_end_stays() {
    let (connection, mut events, mut peer) = start(Limits::default());
    let waiting = tokio::spawn({
        let connection = connection.clone();
        async move { status(&connection).await }
    });
    asked(&mut peer).await;
    peer.write(event("last.event", 1)).await;
    peer.hang_up().await;
    let why = Why::Theirs { code: None, reason: "".into() };
    assert_eq!(waiting.await.expect("joined").expect_err("closed"), Error::Closed(why.clone()));
    let began = Instant::now();
    for _ in 0..3 {
        connection.close().await;
        assert_eq!(status(&connection).await.expect_err("closed"), Error::Closed(why.clone()));
        assert_eq!(end_of(&connection).await, why);
    }
    assert_eq!(began.elapsed(), Duration::ZERO, "what is over fails at once");
    assert_eq!(&*events.next().await.expect("what came before").method, "last.event");
    assert!(events.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn answers_after_the_end_are_nobodys() {
    let (connection, mut events, mut peer) = start(Limits::default());
    let waiting = tokio::spawn({
        let connection = connection.clone();
        async move { status(&connection).await }
    });
    let call = asked(&mut peer).await;
    connection.close().await;
    assert_eq!(waiting.await.expect("joined").expect_err("closed"), Error::Closed(Why::Ours));
    peer.write(success(&call["id"], "too late")).await;
    assert!(events.next().await.is_none());
    assert_eq!(peer.read().await, None);
    assert!(!peer.write("{}").await, "the far end learns that it is over");
}

#[tokio::test(start_paused = true)]
async fn the_last_handle_ends_it() {
    let (connection, mut events, mut peer) = start(with_heartbeat());
    let other = connection.clone();
    let awake = other.awake();
    drop(connection);
    peer.write(event("some.event", 1)).await;
    assert!(events.next().await.is_some(), "one handle is left");
    drop(other);
    assert_eq!(peer.read().await, None, "a guard alone keeps nothing open");
    assert!(events.next().await.is_none());
    drop(awake);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_calls_are_answered_in_any_order() {
    let (connection, _events, mut peer) = start(Limits::default());
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..1_000 {
        let connection = connection.clone();
        calls.spawn(async move {
            let params = json!({ "number": number });
            let reply = connection.call_raw(None, "echo.it", &params, 30 * SECOND).await.expect("answered");
            let echoed: Value = reply.read("echo.it").expect("JSON");
            assert_eq!(echoed["number"], number);
            reply.seq
        });
    }
    let mut asked_for = Vec::new();
    for _ in 0..1_000 {
        asked_for.push(asked(&mut peer).await);
    }
    // Every third first, then the others backwards.
    let (first, rest): (Vec<_>, Vec<_>) = asked_for.into_iter().enumerate().partition(|(at, _)| at % 3 == 0);
    for (_, call) in first.into_iter().chain(rest.into_iter().rev()) {
        let answer = json!({"type": "success", "id": call["id"], "result": call["params"]});
        peer.write(answer.to_string()).await;
    }
    let mut numbers: Vec<u64> = calls.join_all().await.into_iter().map(|seq| seq.0).collect();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(1..=1_000), "each frame has a number of its own");
}

#[tokio::test(start_paused = true)]
async fn answers_and_events_are_numbered_together() {
    let (connection, mut events, mut peer) = start(Limits::default());
    let play = async {
        let call = asked(&mut peer).await;
        peer.write(event("before.it", 1)).await;
        peer.write(success(&call["id"], "fine")).await;
        peer.write(event("after.it", 1)).await;
    };
    let (answer, ()) = tokio::join!(status(&connection), play);
    let seq = answer.expect("answered").seq;
    assert!(events.next().await.expect("an event").seq < seq);
    assert!(events.next().await.expect("an event").seq > seq);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_too_long_is_not_sent() {
    let limits = Limits { send_bytes: 1_000, ..Limits::default() };
    let (connection, _events, peer) = start(limits);
    let _answering = answer_all(peer);
    let params = json!({ "text": "x".repeat(1_000) });
    let error = connection.call_raw(None, "a.b", &params, SECOND).await.expect_err("too long");
    assert!(matches!(error, Error::TooLong { limit: 1_000, bytes: 1_001.., .. }), "{error}");
    status(&connection).await.expect("the connection goes on");
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_too_long_is_not_taken() {
    let limits = Limits { receive_bytes: 1_000, ..Limits::default() };
    let (connection, _events, peer) = start(limits);
    peer.write(event("some.event", 900)).await;
    sleep(SECOND).await;
    assert_eq!(connection.closed(), None);
    peer.write(event("some.event", 1_000)).await;
    assert_eq!(end_of(&connection).await, Why::TooLong(1_000));
}

#[tokio::test]
async fn long_answers_near_the_limit_arrive_whole() {
    let (connection, _events, mut peer) = start(Limits::default());
    let limit = Limits::default().receive_bytes;
    let frame = |id: &Value, fill: usize| {
        format!(
            r#"{{"type":"success","id":{id},"result":{{"ready":false,"message":"{}"}}}}"#,
            "x".repeat(fill)
        )
    };
    let fill = limit - frame(&json!(1), 0).len();
    let play = async {
        let call = asked(&mut peer).await;
        let text = frame(&call["id"], fill);
        assert_eq!(text.len(), limit);
        peer.write(text).await;
    };
    let (answer, ()) = tokio::join!(status(&connection), play);
    assert_eq!(answer.expect("answered").value.message.len(), fill);
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_writes_and_does_not_read_stalls_nobody() {
    let (connection, mut events, peer) = start(Limits::default());
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..3_000 {
        let connection = connection.clone();
        calls.spawn(async move { status(&connection).await });
    }
    let taking = tokio::spawn(async move {
        let mut taken = 0;
        while events.next().await.is_some() {
            taken += 1;
        }
        taken
    });
    // Every write here waits for the connection to read, which it must do while its own writes are stuck.
    for _ in 0..5_000 {
        assert!(timeout(SECOND, peer.write(event("some.event", 100))).await.expect("it reads on"));
    }
    let answering = answer_all(peer);
    assert!(calls.join_all().await.into_iter().all(|outcome| outcome.is_ok()));
    drop(connection);
    answering.await.expect("joined");
    assert_eq!(taking.await.expect("joined"), 5_000);
}

#[tokio::test(start_paused = true)]
async fn half_a_surrogate_pair_spoils_no_answer() {
    let (connection, _events, mut peer) = start(Limits::default());
    let play = async {
        let call = asked(&mut peer).await;
        let (id, message) = (&call["id"], r"cut \ud83d");
        peer.write(format!(r#"{{"id":{id},"result":{{"ready":true,"message":"{message}"}}}}"#)).await;
    };
    let (answer, ()) = tokio::join!(status(&connection), play);
    assert_eq!(answer.expect("answered").value.message, "cut \u{fffd}");
}
