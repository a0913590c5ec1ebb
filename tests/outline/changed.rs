<<<<<<< HEAD

=======
//! Changes: what came, changed and went between two outlines is all that is between them.

use handback::outline::{Changes, Options, Outline, Page, Refs, Tree, build};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Node {
    number: u32,
    name: String,
    checked: bool,
}

fn json(nodes: &[Node]) -> String {
    let nodes: Vec<String> = nodes
        .iter()
        .map(|node| match node.number {
            0 => format!("[1,0,0,0,\"{}\"]", node.name),
            number => format!("[0,0,{number},{},\"{}\"]", if node.checked { 129 } else { 65 }, node.name),
        })
        .collect();
    format!(r#"{{"v":1,"roles":["checkbox","text"],"nodes":[{}]}}"#, nodes.join(","))
}

fn outline(json: &str, refs: &mut Refs) -> Outline {
    let options = Options {
        interactive: false,
        limit: usize::MAX,
        tokens: usize::MAX,
        every_ref: true,
        ..Options::default()
    };
    build(&Page::new("document", Tree::parse(json).unwrap()), &options, refs)
}

fn lines<'o>(entries: impl Iterator<Item = handback::outline::Entry<'o>>) -> Vec<String> {
    entries.map(|entry| entry.line()).collect()
}

#[test]
fn each_kind_of_change_is_told_once() {
    let node = |number, name: &str, checked| Node { number, name: name.into(), checked };
    let before =
        [node(1, "One", false), node(2, "Two", false), node(0, "words", false), node(3, "Three", false)];
    let after =
        [node(1, "One", true), node(4, "Four", false), node(0, "words", false), node(3, "Third", false)];
    let mut refs = Refs::new();
    let base = outline(&json(&before), &mut refs);
    let mut now = outline(&json(&after), &mut refs);
    let changes = Changes::between(&base, &mut now, &mut refs);
    assert_eq!(lines(changes.added(&now)), ["e4 checkbox \"Four\""]);
    assert_eq!(lines(changes.changed(&now)), ["e1 checkbox \"One\" checked", "e3 checkbox \"Third\""]);
    assert_eq!(lines(changes.removed(&base)), ["e2 checkbox \"Two\""]);
    let mut told = String::new();
    changes.lines(&base, &now, 3, &mut told);
    assert_eq!(
        told,
        "+ e4 checkbox \"Four\"\n~ e1 checkbox \"One\" checked\n~ e3 checkbox \"Third\"\n… 1 more changes\n"
    );
    let mut same = outline(&json(&after), &mut refs);
    assert!(Changes::between(&now, &mut same, &mut refs).is_empty());
}

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let node = (0u32..30, "[a-c]{1,2}", any::<bool>());
    prop::collection::vec(node, 0..40).prop_map(|list| {
        let mut seen = std::collections::HashSet::new();
        let list = list.into_iter().map(|(number, name, checked)| Node { number, name, checked });
        list.filter(|node| node.number == 0 || seen.insert(node.number)).collect()
    })
}

proptest! {
    #[test]
    fn the_changes_make_the_later_outline_of_the_earlier(before in nodes(), after in nodes()) {
        let mut refs = Refs::new();
        let base = outline(&json(&before), &mut refs);
        let mut now = outline(&json(&after), &mut refs);
        let changes = Changes::between(&base, &mut now, &mut refs);
        let mut made = lines(base.entries());
        for line in lines(changes.removed(&base)) {
            let at = made.iter().position(|other| *other == line).expect("what went was there");
            made.remove(at);
        }
        for entry in changes.changed(&now) {
            let start = format!("{} ", entry.reference().expect("only elements change"));
            let at = made.iter().position(|other| other.starts_with(&start)).expect("what changed was there");
            prop_assert_ne!(&made[at], &entry.line());
            made[at] = entry.line();
        }
        made.extend(lines(changes.added(&now)));
        let mut wanted = lines(now.entries());
        made.sort();
        wanted.sort();
        prop_assert_eq!(made, wanted);
    }
}
>>>>>>> outline
