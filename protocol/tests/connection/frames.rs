//! Which frame is whose, and frames that are nobody's.

use super::*;
use handback_protocol::Code;
use handback_protocol::bidi::browsing_context::Load;

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
