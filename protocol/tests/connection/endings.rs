//! Callers that leave, and connections that end.

use super::*;

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
