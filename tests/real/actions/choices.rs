//! Choosing options: of selects, and of lists that pages make themselves.

use super::{Stage, named};
use serde_json::{Value, json};

pub(super) async fn options_are_chosen(stage: &Stage) {
    stage.go("select").await;
    let choose = async |label: &str, options: Value| {
        let mut arguments = options;
        arguments["selector"] = json!({"label": label});
        stage.act("select", arguments).await
    };
    let chosen = choose("Plain", json!({"values": ["d"]})).await.ok();
    assert_eq!((&chosen["chosen"], &chosen["how"]), (&json!(["Delta"]), &Value::Null), "{chosen}");
    assert_eq!(stage.says().await, "Plain: Delta (1)", "the page hears of the last one only");
    choose("Plain", json!({"labels": ["alpha"]})).await.ok();
    assert_eq!(stage.says().await, "Plain: Alpha (2)");
    choose("Long", json!({"labels": ["Zulu coast"]})).await.ok();
    assert_eq!(stage.says().await, "Long: Zulu coast (1)");
    choose("Long", json!({"values": ["70"]})).await.ok();
    assert_eq!(stage.says().await, "Long: Land 70 (2)");

    let many = choose("Many", json!({"labels": ["Red", "Pink"]})).await.ok();
    assert_eq!(many["chosen"], json!(["Red", "Pink"]));
    assert!(stage.says().await.starts_with("Many: Red, Pink"), "{}", stage.says().await);
    choose("List", json!({"labels": ["Two"]})).await.ok();
    assert_eq!(stage.says().await, "List: Two (1)");

    choose("Slow", json!({"labels": ["Arrived"]})).await.ok();
    assert_eq!(stage.says().await, "Slow: Arrived (1)", "an option that came late");
    let styled = stage.act("select", json!({"selector": {"css": "#native"}, "labels": ["Dog"]})).await.ok();
    assert_eq!(
        (&styled["chosen"], &styled["how"]),
        (&json!(["Dog"]), &json!("script")),
        "no input reaches it"
    );

    let none = choose("Plain", json!({"labels": ["Omega"], "wait_timeout": 0.3})).await;
    assert!(none.refused(400, "NO_MATCH").contains("\"Delta\""), "{}", none.body);
    choose("Plain", json!({"values": ["c"], "wait_timeout": 0.3})).await.refused(400, "NOT_INTERACTABLE");
    choose("Plain", json!({"values": ["a", "b"]})).await.refused(400, "INVALID_ARGUMENT");
    choose("Back", json!({"labels": ["Go"]})).await.refused(400, "NOT_DONE");
}

pub(super) async fn own_lists_are_opened(stage: &Stage) {
    stage.go("select").await;
    let choose = async |name: &str, label: &str, wait: f64| {
        let arguments = json!({"selector": named("combobox", name), "labels": [label], "wait_timeout": wait});
        stage.act("select", arguments).await
    };
    let shirt = choose("Shirt", "M", 5.0).await.ok();
    assert_eq!(stage.says().await, "Shirt: M", "{shirt}");
    let city = choose("City", "Berlin", 10.0).await.ok();
    assert_eq!(stage.says().await, "City: Berlin", "{city}");
    assert_eq!(city["chosen"][0], "Berlin");
    choose("Part", "Part 60", 10.0).await.ok();
    assert_eq!(stage.says().await, "Part 60", "scrolled to");
    let none = choose("Shirt", "XXL", 1.0).await;
    assert!(none.refused(400, "NO_MATCH").contains("\"S\", \"M\", \"L\""), "{}", none.body);
    let stubborn = choose("Stubborn", "Yes", 2.0).await;
    assert!(stubborn.refused(400, "NOT_DONE").contains("same as before"), "{}", stubborn.body);
}
