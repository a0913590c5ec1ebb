//! Peers that say nothing, and peers that read nothing.

use super::*;

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
