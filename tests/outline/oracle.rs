//! The collector against the browser's own accessibility tree, node by node.
//!
//! Every node of `Accessibility.getFullAXTree` that is an element is asked for its role, name, description and states
//! in the collector's way, and whether the walk sends it. What differs has to be on the list in `accepted.rs`, with
//! its reason and the specification's place; what is on the list has to occur.

#[path = "accepted.rs"]
mod accepted;

use super::chromium::{Chromium, World};
use super::site::{Site, pages, rest};
use accepted::ACCEPTED;
use futures::future::join_all;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// One difference between the two.
#[derive(Debug)]
pub(crate) struct Diff {
    pub(crate) page: String,
    /// What is compared: `role`, `name`, `description`, a state, `missing` (from the walk) or `extra` (in it).
    pub(crate) what: &'static str,
    pub(crate) theirs: String,
    pub(crate) ours: String,
    /// The browser's role, the collector's, and the start of the element's markup.
    pub(crate) their_role: String,
    pub(crate) our_role: String,
    pub(crate) html: String,
}

/// Roles of the browser's tree that are no elements' roles, or say no more than the text around them.
const PASSED_OVER: [&str; 5] = ["StaticText", "InlineTextBox", "LineBreak", "ListMarker", "RootWebArea"];

/// Roles that the collector merges into the text around; the walk sends no entries for them.
const TEXT_ROLES: [&str; 17] = [
    "",
    "paragraph",
    "strong",
    "emphasis",
    "code",
    "mark",
    "time",
    "deletion",
    "insertion",
    "subscript",
    "superscript",
    "term",
    "definition",
    "caption",
    "legend",
    "suggestion",
    "rowgroup",
];

/// The browser's names for roles, in the words of ARIA; `""` for what has none.
fn in_aria(role: &str) -> &str {
    match role {
        "image" => "img",
        "DisclosureTriangle" => "button",
        "Iframe" | "IframePresentational" => "iframe",
        "Canvas" => "canvas",
        "Video" => "video",
        "Audio" => "audio",
        "Date" | "DateTime" | "InputTime" | "ColorWell" => "textbox",
        "Legend" => "legend",
        "Details" => "group",
        "EmbeddedObject" => "embed",
        "MathMLMath" => "math",
        "generic" | "none" | "LabelText" | "Abbr" | "Pre" | "Figcaption" | "Section" | "sectionheader"
        | "sectionfooter" | "DescriptionList" | "MenuListPopup" | "LayoutTable" | "LayoutTableRow"
        | "LayoutTableCell" | "MathMLIdentifier" => "",
        other => other,
    }
}

/// What the collector says of one element.
const ASKED: &str = r#"function () {
  // A form that hides its own properties cannot be asked here either.
  if (this instanceof HTMLFormElement && location.pathname.includes('hiding-names')) return null;
  if (this.nodeType !== 1 || this.hasAttribute('pseudo') || (this.getRootNode().host && !this.getRootNode().host.shadowRoot)) return null;
  const role = hb.roleOf(this);
  return { role, name: hb.nameOf(this, role), description: hb.descriptionOf(this, role), state: hb.statesOf(this, role),
    number: hb.idOf(this), html: this.outerHTML.slice(0, 160).replace(/\s+/g, ' ') };
}"#;

#[tokio::test]
async fn the_collector_agrees_with_the_browsers_own_tree() {
    let site = Site::start().await;
    let browser = Chromium::start().await;
    let (mut compared, mut equal, mut diffs) = (0, 0, Vec::new());
    for path in pages("pages").into_iter().chain(pages("cases")) {
        let world = browser.open(&format!("{}/{path}", site.base)).await;
        rest().await;
        let (elements, alike) = compare(&path, &world, &mut diffs).await;
        (compared, equal) = (compared + elements, equal + alike);
    }
    let mut used = vec![0; ACCEPTED.len()];
    let mut unexplained = Vec::new();
    for diff in &diffs {
        match ACCEPTED.iter().position(|accepted| (accepted.covers)(diff)) {
            Some(at) => used[at] += 1,
            None => unexplained.push(format!("{diff:?}")),
        }
    }
    let explained: usize = used.iter().sum();
    println!("{compared} elements compared, {equal} of them equal in all that is compared");
    println!("{} differences, {explained} of them accepted:", diffs.len());
    for (accepted, count) in ACCEPTED.iter().zip(&used) {
        println!("{count:5}  {} ({})", accepted.why, accepted.spec);
    }
    assert!(unexplained.is_empty(), "not on the list:\n{}", unexplained.join("\n"));
    let idle: Vec<_> =
        ACCEPTED.iter().zip(&used).filter(|(_, count)| **count == 0).map(|(a, _)| a.why).collect();
    assert!(idle.is_empty(), "on the list without need: {idle:?}");
    assert!(compared > 1500, "only {compared} elements were compared");
}

/// Compares a page. How many of its elements were compared, and how many of these are equal.
async fn compare(path: &str, world: &World<'_>, diffs: &mut Vec<Diff>) -> (usize, usize) {
    let walk: Value = serde_json::from_str(&world.text("hb.walk({})").await).unwrap();
    let mut sent = HashMap::new();
    for node in walk["nodes"].as_array().unwrap() {
        if let Some(number @ 1..) = node[2].as_u64() {
            let role = &walk["roles"][usize::try_from(node[0].as_u64().unwrap()).unwrap()];
            sent.insert(
                number,
                (role.as_str().unwrap().to_owned(), node[4].as_str().unwrap_or("").to_owned()),
            );
        }
    }
    let tree = world.browser.call("Accessibility.getFullAXTree", json!({})).await;
    let mut met = HashSet::new();
    let theirs: Vec<&Value> = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| node["ignored"] != true)
        .filter(|node| !PASSED_OVER.contains(&node["role"]["value"].as_str().unwrap_or("")))
        .filter(|node| node["backendDOMNodeId"].as_i64().is_some_and(|id| met.insert(id)))
        .collect();
    let mut told = HashSet::new();
    let (mut compared, mut equal) = (0, 0);
    for some in theirs.chunks(64) {
        let ours = join_all(some.iter().map(|node| ask(world, node))).await;
        for (their, our) in some.iter().zip(ours) {
            if our.is_null() {
                continue;
            }
            compared += 1;
            told.insert(our["number"].as_u64().unwrap());
            let before = diffs.len();
            weigh(path, their, &our, &sent, diffs);
            equal += usize::from(diffs.len() == before);
        }
    }
    for (number, (role, name)) in &sent {
        if told.contains(number) {
            continue;
        }
        let html = world.run(&format!("hb.elementOf({number})?.outerHTML.slice(0, 160)")).await;
        diffs.push(Diff {
            page: path.to_owned(),
            what: "extra",
            theirs: String::new(),
            ours: name.clone(),
            their_role: String::new(),
            our_role: role.clone(),
            html: html.as_str().unwrap_or("").to_owned(),
        });
    }
    (compared, equal)
}

/// The collector's word on the element behind a node of the browser's tree.
async fn ask(world: &World<'_>, node: &Value) -> Value {
    let wanted = json!({"backendNodeId": node["backendDOMNodeId"], "executionContextId": world.id});
    let resolved = world.browser.call("DOM.resolveNode", wanted).await;
    let asked = json!({"objectId": resolved["object"]["objectId"], "functionDeclaration": ASKED, "returnByValue": true});
    let answer = world.browser.call("Runtime.callFunctionOn", asked).await;
    assert!(answer.get("exceptionDetails").is_none(), "the collector threw: {answer}");
    answer["result"]["value"].clone()
}

fn weigh(
    path: &str,
    their: &Value,
    our: &Value,
    sent: &HashMap<u64, (String, String)>,
    diffs: &mut Vec<Diff>,
) {
    let their_role = their["role"]["value"].as_str().unwrap_or("").to_owned();
    let our_role = our["role"].as_str().unwrap().to_owned();
    let mut say = |what: &'static str, theirs: String, ours: String| {
        if theirs != ours {
            let html = our["html"].as_str().unwrap().to_owned();
            let (their_role, our_role) = (their_role.clone(), our_role.clone());
            diffs.push(Diff { page: path.to_owned(), what, theirs, ours, their_role, our_role, html });
        }
    };
    say("role", in_aria(&their_role).to_owned(), our_role.clone());
    for key in ["name", "description"] {
        say(key, one_line(their[key]["value"].as_str()), one_line(our[key].as_str()));
    }
    let properties: HashMap<&str, String> = their["properties"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|property| (property["name"].as_str().unwrap(), plain(&property["value"]["value"])))
        .collect();
    let state = our["state"].as_u64().unwrap();
    let flag = |bit: u32| if state >> bit & 1 == 1 { "true" } else { "" };
    let three = |bit: u32| ["", "false", "true", "mixed"][usize::try_from(state >> bit & 3).unwrap()];
    for (what, ours) in [
        ("disabled", flag(2)),
        ("readonly", flag(3)),
        ("required", flag(4)),
        ("checked", three(6)),
        ("pressed", three(8)),
        ("selected", three(10)),
        ("expanded", three(12)),
    ] {
        let theirs = properties.get(what).map_or("", String::as_str);
        let theirs = if matches!(what, "disabled" | "readonly" | "required") && theirs == "false" {
            ""
        } else {
            theirs
        };
        say(what, theirs.to_owned(), ours.to_owned());
    }
    if !sent.contains_key(&our["number"].as_u64().unwrap()) && !TEXT_ROLES.contains(&&*our_role) {
        say("missing", our_role.clone(), String::new());
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn one_line(text: Option<&str>) -> String {
    text.unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
}
