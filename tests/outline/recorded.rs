//! Recorded trees are what the collector sends today. `UPDATE=1` records them anew.

use super::chromium::Chromium;
use super::site::{Site, fixtures, pages, rest};
use serde_json::{Value, json};

/// Times, ports and scroll bars differ from run to run.
const VOLATILE: [&str; 4] = ["url", "view", "revision", "recorded"];

#[tokio::test]
async fn the_collector_sends_what_was_recorded() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let version = browser.version().await;
    let day = day();
    let mut differing = Vec::new();
    for path in pages("pages").into_iter().chain(pages("cases")) {
        let world = browser.open(&format!("{}/{path}", site.base)).await;
        rest().await;
        let sent = world.text("hb.walk({})").await;
        let name = path.rsplit('/').next().unwrap().trim_end_matches(".html");
        let file = fixtures().join("trees").join(format!("{name}.json"));
        let recorded = std::fs::read_to_string(&file).unwrap_or_default();
        if steady(&recorded) == steady(&sent) {
            continue;
        }
        if std::env::var_os("UPDATE").is_none() {
            differing.push(name.to_owned());
        } else {
            let header = json!({"browser": version, "day": day, "page": path});
            let sent = sent.replace(&site.base, "http://127.0.0.1");
            std::fs::write(&file, format!("{{\"recorded\":{header},\n{}\n", by_line(&sent[1..]))).unwrap();
        }
    }
    assert!(
        differing.is_empty(),
        "these differ from their recording: {differing:?}; UPDATE=1 records them anew"
    );
}

/// A node a line, for people who read the recording.
fn by_line(sent: &str) -> String {
    sent.replacen("\"nodes\":[[", "\n\"nodes\":[\n[", 1).replace("],[", "],\n[")
}

fn steady(tree: &str) -> Value {
    let mut tree: Value = serde_json::from_str(tree).unwrap_or_default();
    if let Some(tree) = tree.as_object_mut() {
        for key in VOLATILE {
            tree.remove(key);
        }
        let nodes = tree.get_mut("nodes").and_then(Value::as_array_mut).into_iter().flatten();
        nodes.filter_map(|node| node.as_array_mut()?.get_mut(4)).for_each(still);
    }
    tree
}

/// A page that ticks writes numbers into its text.
fn still(name: &mut Value) {
    if let Value::String(name) = name {
        name.retain(|c| !c.is_ascii_digit());
    }
}

fn day() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    // Days since 1970 as a date, by the civil calendar's 400-year eras.
    let days = i64::try_from(seconds / 86_400).unwrap() + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (month, day) =
        (if shifted < 10 { shifted + 3 } else { shifted - 9 }, of_year - (153 * shifted + 2) / 5 + 1);
    format!("{}-{month:02}-{day:02}", year_of_era + era * 400 + i64::from(month <= 2))
}
