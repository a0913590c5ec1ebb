//! The hard pages: what the outline of each holds at first sight, what each action brings, and how long it may take.

mod expect;

use crate::common::client::{Answered, Client};
use crate::common::served::Served;
use crate::common::site::Site;
use expect::Seen;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn in_chrome() {
    all("chrome").await;
}

#[tokio::test]
async fn in_firefox() {
    all("firefox").await;
}

async fn all(browser: &str) {
    let site = Site::start().await;
    let served = Served::start(&[]).await;
    let client = served.client("cases");
    client.open(browser).await;
    let mut faults = Vec::new();
    for name in cases() {
        let path = crate::common::root().join("fixtures/cases").join(format!("{name}.expect.json"));
        let text = std::fs::read_to_string(path).expect("expectations");
        let case: Value = serde_json::from_str(&text).expect("JSON");
        let page = site.at(&format!("/cases/{}", case["page"].as_str().expect("a page")));
        let found = play(&client, &case, &page).await;
        faults.extend(found.into_iter().map(|fault| format!("{name}: {fault}")));
        leave(&client).await;
    }
    client.end().await;
    assert!(faults.is_empty(), "in {browser}:\n{}", faults.join("\n"));
}

/// Goes on in a fresh tab, and closes all others: a page may leave a dialog, a guard or tabs behind.
async fn leave(client: &Client) {
    let opened = client.post("/browser/tab", json!({"action": "open"})).await.ok();
    for tab in opened["tabs"].as_array().expect("a list").iter().filter(|tab| tab["tab"] != opened["tab"]) {
        client.post("/browser/tab", json!({"action": "close", "id": tab["tab"]})).await.ok();
    }
}

fn cases() -> Vec<String> {
    let entries = std::fs::read_dir(crate::common::root().join("fixtures/cases")).expect("a folder");
    let names = entries.filter_map(|entry| {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        name.strip_suffix(".expect.json").map(str::to_owned)
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names.len(), 12, "{names:?}");
    names
}

/// Plays a case and says what is not as it should be.
async fn play(client: &Client, case: &Value, page: &str) -> Vec<String> {
    let came = client.post("/browser/navigate", json!({"url": page})).await;
    if came.status != 200 {
        return vec![format!("did not open: {}", came.body)];
    }
    let seen = look(client).await;
    let mut faults = seen.faults(case, &came.body);
    faults.extend(seen.limit_faults(case));
    let list = |name: &str| case[name].as_array().map(Vec::as_slice).unwrap_or_default();
    for (index, action) in list("actions").iter().enumerate() {
        let step = index + 1;
        if is_owed(action) {
            continue;
        }
        let answer = act(client, action, page).await;
        faults.extend(answer_faults(action, &answer).map(|fault| format!("step {step}: {fault}")));
        for after in list("after").iter().filter(|after| after["step"] == json!(step)) {
            let seen = look(client).await;
            faults.extend(
                seen.faults(after, &answer.body).into_iter().map(|fault| format!("after {step}: {fault}")),
            );
        }
    }
    faults
}

/// Whether an action does not exist yet. It is enforced from the day on which it does.
fn is_owed(action: &Value) -> bool {
    action["do"] == "drag" && handback::actions::named("drag").is_none()
}

async fn look(client: &Client) -> Seen {
    let ask = async |format| {
        let arguments = json!({"interactive": false, "limit": 100_000, "format": format});
        client.post("/browser/outline", arguments).await.body
    };
    Seen::new(&ask("json").await, &ask("text").await)
}

async fn act(client: &Client, action: &Value, page: &str) -> Answered {
    let target = async |key: &str| match &action[key] {
        // By role and name, as a caller would write it.
        Value::Object(target) if target.contains_key("name") && target.contains_key("role") => {
            let role = target["role"].as_array().map_or(&target["role"], |any| &any[0]);
            json!({"role": role, "name": target["name"]})
        }
        pattern => look(client).await.selector(pattern),
    };
    // Cases allow less time than the server would wait.
    let wait = 5;
    match action["do"].as_str().expect("a verb") {
        "click" => {
            let arguments = json!({"selector": target("target").await, "wait_timeout": wait});
            client.post("/browser/interact/click", arguments).await
        }
        "click_at" => {
            let offset = &action["offset_from_top_left"];
            let arguments = json!({"selector": target("target").await, "x": offset["x"], "y": offset["y"]});
            client.post("/browser/interact/click", arguments).await
        }
        "fill" => {
            let arguments =
                json!({"selector": target("target").await, "text": action["text"], "wait_timeout": wait});
            client.post("/browser/write", arguments).await
        }
        "navigate" => {
            let suffixed = action["url_suffix"].as_str().map(|suffix| format!("{page}{suffix}"));
            let url = suffixed.unwrap_or_else(|| action["url"].as_str().expect("an address").to_owned());
            client.post("/browser/navigate", json!({"url": url})).await
        }
        "dialog" => {
            let mut arguments =
                json!({"action": if action["accept"] == true { "accept" } else { "dismiss" }});
            if action["text"].is_string() {
                arguments["text"] = action["text"].clone();
            }
            client.post("/browser/dialog", arguments).await
        }
        "outline" => client.post("/browser/outline", json!({})).await,
        "wait_for" => {
            let arguments = json!({"selector": target("target").await, "wait_timeout": wait});
            client.post("/browser/wait-for", arguments).await
        }
        "scroll" => {
            let mut arguments = json!({"selector": target("target").await});
            match action["to"].as_str() {
                Some(to) => arguments["to"] = json!(to),
                None => {
                    (arguments["by_x"], arguments["by_y"]) =
                        (action["by"]["x"].clone(), action["by"]["y"].clone())
                }
            }
            client.post("/browser/scroll", arguments).await
        }
        "drag" => {
            let arguments = json!({"selector": target("from").await, "to": target("to").await});
            client.post("/browser/drag", arguments).await
        }
        other => panic!("no case can {other}"),
    }
}

fn answer_faults(action: &Value, answer: &Answered) -> impl Iterator<Item = String> {
    let kind = match (answer.status, &answer.body["dialog"]) {
        (200, Value::Null) => "ok",
        (200, _) => "dialog",
        _ => "error",
    };
    let wanted = &action["expect"];
    let is_wanted = *wanted == kind || wanted.as_array().is_some_and(|any| any.contains(&json!(kind)));
    let kind_fault = (!is_wanted).then(|| format!("{wanted} was expected, not {kind}: {}", answer.body));

    let text = answer.body.to_string().to_lowercase();
    let mentions = action["error_mentions_any"].as_array();
    let silent = mentions.filter(|any| !any.iter().any(|word| text.contains(word.as_str().expect("a word"))));
    let mention_fault = silent.map(|any| format!("mentions none of {any:?}: {text}"));

    let most = action["max_ms"].as_u64().map(Duration::from_millis);
    let slow = most.filter(|most| answer.took > *most);
    let time_fault = slow.map(|most| format!("took {:?}, {most:?} are the most", answer.took));
    [kind_fault, mention_fault, time_fault].into_iter().flatten()
}
