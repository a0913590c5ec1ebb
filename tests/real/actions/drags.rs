//! Drags: the browser's own, lists that follow the pointer, distances.

use super::{Stage, named};
use serde_json::json;

pub(super) async fn what_is_dragged_arrives(stage: &Stage) {
    stage.go("drag").await;
    let drag = async |from: &str, to: &str| {
        let arguments = json!({"selector": {"text": from}, "to": named("group", to)});
        stage.act("drag", arguments).await
    };
    let moved = drag("Card one", "Done").await.ok();
    assert_eq!(stage.says().await, "Card one in Done");
    assert_eq!(moved["to"]["name"], "Done", "{moved}");
    assert_eq!(moved["moved"]["into"]["name"], "Done", "{moved}");
    // Firefox's driver carries such a drag and never lets it fall; what was made by script is told.
    assert_eq!(moved["how"] == "script", stage.is_firefox(), "{moved}");

    let refused = drag("Card two", "Closed").await;
    assert!(refused.refused(400, "NOT_DONE").contains("did not take it"), "{}", refused.body);

    let far = drag("Card two", "Archive").await.ok();
    assert_eq!(stage.says().await, "Card two in Archive", "scrolled to: {far}");

    let onto = json!({"selector": {"text": "First"}, "to": {"text": "Third"}});
    let sorted = stage.act("drag", onto).await.ok();
    let order = stage.says().await;
    assert!(order == "Order: Second Third First" || order == "Order: Second First Third", "{order}");
    assert_eq!(sorted["moved"]["before"], 1, "{sorted}");

    let by = json!({"selector": named("slider", "Volume"), "by_x": 140, "by_y": 0});
    let slid = stage.act("drag", by).await.ok();
    assert_eq!(stage.says().await, "Volume 50", "{slid}");
    assert_eq!(slid["moved"]["by"], json!({"x": 140, "y": 0}));

    let out = stage.act("drag", json!({"selector": named("slider", "Volume"), "by_x": 9_000})).await;
    assert!(out.refused(400, "INVALID_ARGUMENT").contains("viewport"));
    let neither = stage.act("drag", json!({"selector": named("slider", "Volume")})).await;
    neither.refused(400, "INVALID_ARGUMENT");
}
