<<<<<<< HEAD

=======
//! Limits: lists end where they are told to, say what they left out, and paging reaches everything.

use super::trees;
use handback::outline::{Options, Outline, Refs};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A page with a table of `rows` rows between two groups of buttons.
fn page(rows: usize) -> String {
    let mut nodes = vec!["[0,0,1,1,\"First\"]".to_owned(), "[1,0,2,0,\"Parts\"]".to_owned()];
    for row in 0..rows {
        let number = 10 + row * 4;
        nodes.push(format!("[2,1,{number},0]"));
        nodes.push(format!("[3,2,{},67108864,\"Part {row}\"]", number + 1));
        nodes.push(format!("[3,2,{},67108864,\"Order {row}\"]", number + 2));
        nodes.push(format!("[0,3,{},67108865,\"Order {row}\"]", number + 3));
    }
    nodes.push("[0,0,3,1,\"Last\"]".to_owned());
    format!(r#"{{"v":1,"roles":["button","table","row","cell"],"nodes":[{}]}}"#, nodes.join(","))
}

fn names(outline: &Outline) -> BTreeSet<String> {
    outline
        .entries()
        .map(|entry| format!("{} {} {}", entry.role_name(), entry.name(), entry.text()))
        .collect()
}

#[test]
fn a_long_table_does_not_push_out_what_comes_after_it() {
    let outline = trees::outline(&page(500), &Options::default());
    let text = outline.text("x");
    assert!(text.contains("\"First\"") && text.contains("\"Last\"") && text.contains("\"Part 0\""), "{text}");
    assert!(outline.count() <= 50);
    assert_eq!(outline.total(), 2 + 1 + 500 * 2);
    assert!(text.contains("more (") && text.contains("after=e"), "{text}");
    let omitted: usize = outline.omitted().iter().map(|(_, count)| count).sum();
    assert_eq!(outline.count() + omitted, outline.total());
}

#[test]
fn paging_reaches_everything() {
    let json = page(300);
    let mut refs = Refs::new();
    let whole = trees::outline_with(
        &json,
        &Options { limit: usize::MAX, tokens: usize::MAX, ..Options::default() },
        &mut refs,
    );
    let mut reached = BTreeSet::new();
    let mut options = Options { limit: 40, every_ref: true, ..Options::default() };
    let first = trees::outline_with(&json, &options, &mut refs);
    reached.extend(names(&first));
    let (begin, missing) = first.gaps().next().unwrap();
    assert!(
        first.text("x").contains(&format!("… {missing} more"))
            && first.text("x").contains(&begin.to_string())
    );
    assert_eq!(first.count() + first.gaps().map(|(_, count)| count).sum::<usize>(), first.total());
    options.begin = begin;
    for _ in 0..200 {
        let next = trees::outline_with(&json, &options, &mut refs);
        assert!(next.count() > 0);
        reached.extend(names(&next));
        let Some(begin) = next.next() else { break };
        options.begin = begin;
    }
    assert_eq!(reached, names(&whole));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_budget_holds(rows in 0usize..400, tokens in 100usize..4000, limit in 1usize..500, interactive: bool) {
        let options = Options { tokens, limit, interactive, ..Options::default() };
        let outline = trees::outline(&page(rows), &options);
        prop_assert!(outline.count() <= limit);
        // The frame around the entries, and one line for each gap, come on top.
        let text = outline.text("fence");
        prop_assert!(text.len() / 4 <= tokens + 100, "{} bytes for {tokens} tokens", text.len());
        let omitted: usize = outline.omitted().iter().map(|(_, count)| count).sum();
        prop_assert_eq!(outline.count() + omitted, outline.total());
    }
}

#[test]
fn deep_pages_are_not_indented_without_end() {
    let nodes: Vec<String> =
        (0..2000).map(|depth| format!("[0,{depth},{},0,\"Group\"]", depth + 1)).collect();
    let json = format!(
        r#"{{"v":1,"roles":["group","button"],"nodes":[{},[1,2000,9000,1,"Deep"]]}}"#,
        nodes.join(",")
    );
    let options = Options { limit: usize::MAX, tokens: usize::MAX, ..Options::default() };
    let text = trees::outline(&json, &options).text("x");
    let deepest = text.lines().map(|line| line.len() - line.trim_start().len()).max().unwrap();
    assert!(deepest <= 12 && text.contains("\"Deep\""));
    assert!(text.len() < 2000 * 40);
}

#[test]
fn a_scope_and_a_filter_narrow_the_list() {
    let json = page(50);
    let scoped = trees::outline(&json, &Options { scope: Some(("document", 14)), ..Options::default() });
    assert_eq!(
        scoped.entries().map(|entry| entry.line()).collect::<Vec<_>>(),
        ["row: \"Part 1\"", "e1 button \"Order 1\""]
    );
    let none = trees::outline(&json, &Options { scope: Some(("document", 9999)), ..Options::default() });
    assert_eq!(none.total(), 0);
    let filtered = trees::outline(&json, &Options { text: Some("ORDER 4"), limit: 5, ..Options::default() });
    assert_eq!((filtered.total(), filtered.count()), (11, 5));
    let buttons = trees::outline(&json, &Options::finding(None, Some("button"), 500));
    assert_eq!(buttons.total(), 52);
}

#[test]
fn paging_reaches_what_has_no_refs() {
    let nodes: Vec<String> = (0..120).map(|line| format!("[0,0,0,0,\"Line {line}\"]")).collect();
    let json = format!(r#"{{"v":1,"roles":["text"],"nodes":[{}]}}"#, nodes.join(","));
    let mut options = Options { interactive: false, ..Options::default() };
    let mut reached = Vec::new();
    loop {
        let outline = trees::outline(&json, &options);
        reached.extend(outline.entries().map(|entry| entry.text().to_owned()));
        let Some(next) = outline.next() else { break };
        assert!(outline.text("x").contains(&format!("more ({} text) {next}", 120 - reached.len())));
        options.begin = next;
    }
    assert_eq!(reached, (0..120).map(|line| format!("Line {line}")).collect::<Vec<_>>());
}
>>>>>>> outline
