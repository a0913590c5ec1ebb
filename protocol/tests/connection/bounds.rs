//! Floods and long messages.

use super::*;

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
