<<<<<<< HEAD

=======
//! Refs: the same node keeps its ref while its document lives, and no ref is given twice.

use super::trees;
use handback::outline::{Lookup, Options, Page, Ref, Refs, Tree, build, identity};
use proptest::prelude::*;
use std::collections::HashMap;

fn given(text: &str) -> Ref {
    text.parse().unwrap()
}

#[test]
fn refs_are_counted_over_all_documents_and_frames_have_their_own() {
    let mut refs = Refs::new();
    assert_eq!(refs.give("a", false, 7, 0).to_string(), "e1");
    assert_eq!(refs.give("b", false, 7, 0).to_string(), "e2");
    assert_eq!(refs.give("in a", true, 1, 0).to_string(), "f1e1");
    assert_eq!(refs.give("in a", true, 2, 0).to_string(), "f1e2");
    assert_eq!(refs.give("in b", true, 1, 0).to_string(), "f2e1");
    assert_eq!(refs.give("a", false, 7, 0).to_string(), "e1");
    assert_eq!(refs.look_up(given("f1e2")), Lookup::Found { document: "in a", node: 2 });
    refs.forget("in a");
    assert_eq!(refs.look_up(given("f1e2")), Lookup::Stale);
    assert_eq!(refs.give("in a", true, 2, 0).to_string(), "f3e1", "a frame's new document has a new number");
}

#[test]
fn a_lookup_tells_gone_from_never_given() {
    let mut refs = Refs::new();
    refs.give("a", false, 1, 0);
    refs.give("frame", true, 1, 0);
    refs.forget("a");
    assert_eq!(refs.look_up(given("e1")), Lookup::Stale);
    assert_eq!(refs.look_up(given("e2")), Lookup::Unknown);
    assert_eq!(refs.look_up(given("f1e2")), Lookup::Unknown, "the document lives and never gave it");
    assert_eq!(refs.look_up(given("f2e1")), Lookup::Unknown);
}

#[test]
fn a_node_that_became_something_else_is_told() {
    let mut refs = Refs::new();
    let save = refs.give("a", false, 1, identity("button", "Save"));
    assert!(!refs.has_changed(save, identity("button", "Save")));
    assert!(refs.has_changed(save, identity("button", "Delete")));
    refs.accept(save, identity("button", "Delete"));
    assert!(!refs.has_changed(save, identity("button", "Delete")));
}

#[test]
fn only_refs_are_read_as_refs() {
    for text in
        ["", "e", "e0", "e01", "12", "f1", "f1e", "fe1", "f0e1", "e1x", "e-1", "e99999999999", "E1", "#e1"]
    {
        assert!(text.parse::<Ref>().is_err(), "{text}");
    }
    for text in ["e1", " e12 ", "@e3", "f2e7"] {
        assert_eq!(text.parse::<Ref>().unwrap().to_string(), text.trim().trim_start_matches('@'));
    }
}

#[test]
fn a_second_outline_names_the_same_nodes_alike() {
    let json = trees::read("shop");
    let mut refs = Refs::new();
    let first = trees::outline_with(&json, &Options::default(), &mut refs).text("x");
    assert_eq!(trees::outline_with(&json, &Options::default(), &mut refs).text("x"), first);
}

#[test]
fn frames_stand_in_their_places() {
    let main = r##"{"v":1,"url":"u","title":"t","roles":["iframe","button"],
        "nodes":[[1,0,1,1,"Before"],[0,0,2,1048576,"Inner"],[1,0,3,1,"After"],[0,0,4,1048576,"Shut"]]}"##;
    let inner = r##"{"v":1,"roles":["button"],"nodes":[[0,0,1,1,"Within"]]}"##;
    let mut page = Page::new("main", Tree::parse(main).unwrap());
    page.add_frame((0, 2), "inner", Tree::parse(inner).unwrap());
    page.add_unreadable((0, 4), "the frame did not answer in 2 s");
    let mut text = String::new();
    build(&page, &Options::default(), &mut Refs::new()).lines(&mut text);
    assert_eq!(
        text,
        "e1 button \"Before\"\ne2 iframe \"Inner\"\nf1e1 button \"Within\"\ne3 button \"After\"\ne4 iframe \"Shut\"\n\
         unreadable: \"the frame did not answer in 2 s\"\n"
    );
}

#[test]
fn documents_without_a_place_come_last_and_none_comes_twice() {
    let tree = |name: &str| format!(r#"{{"v":1,"roles":["button"],"nodes":[[0,0,1,1,"{name}"]]}}"#);
    let (main, lost, own) = (tree("Main"), tree("Lost"), tree("Own"));
    let mut page = Page::new("main", Tree::parse(&main).unwrap());
    page.add_frame((0, 99), "lost", Tree::parse(&lost).unwrap());
    let round = page.add_frame((0, 98), "own", Tree::parse(&own).unwrap());
    page.add_frame((round, 1), "own", Tree::parse(&own).unwrap());
    page.add_unreadable((0, 97), "a closed shadow root could not be read");
    let mut text = String::new();
    build(&page, &Options::default(), &mut Refs::new()).lines(&mut text);
    assert_eq!(text.matches("\"Lost\"").count(), 1);
    assert_eq!(text.matches("\"Own\"").count(), 2);
    assert!(text.ends_with("unreadable: \"a closed shadow root could not be read\"\n"), "{text}");
}

proptest! {
    #[test]
    fn no_ref_is_ever_given_to_another_node(steps in prop::collection::vec((0u8..5, 0u32..9, any::<bool>()), 1..200)) {
        let mut refs = Refs::new();
        let mut generation = [0u32; 5];
        let mut known: HashMap<Ref, (String, u32)> = HashMap::new();
        for (document, node, forget) in steps {
            let key = format!("{document}-{}", generation[usize::from(document)]);
            if forget && node == 0 {
                refs.forget(&key);
                generation[usize::from(document)] += 1;
                for (given, (of, _)) in &known {
                    if *of == key {
                        prop_assert_eq!(refs.look_up(*given), Lookup::Stale);
                    }
                }
                continue;
            }
            let given = refs.give(&key, document % 2 == 1, node, 0);
            let before = known.insert(given, (key.clone(), node));
            prop_assert!(before.is_none_or(|before| before == (key.clone(), node)));
            prop_assert_eq!(refs.look_up(given), Lookup::Found { document: &key, node });
        }
        let alive = known.keys().filter(|given| matches!(refs.look_up(**given), Lookup::Found { .. })).count();
        prop_assert_eq!(refs.len(), alive, "memory is what lives");
    }
}
>>>>>>> outline
