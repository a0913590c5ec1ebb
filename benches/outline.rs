//! How long an outline takes: reading a tree, building, printing, comparing and finding, by the number of nodes.
//!
//! The trees are recorded ones, put side by side under one root until they have that many nodes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a bench ends where it is surprised"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use handback::outline::{Changes, Options, Outline, Page, Refs, Tree, build};
use serde_json::{Value, json};
use std::hint::black_box;
use std::path::Path;

const SIZES: [usize; 4] = [100, 1_000, 10_000, 50_000];
const RECORDED: [&str; 8] = ["shop", "docs", "mail", "dashboard", "wizard", "feed", "table", "editor"];

/// A tree of about `size` nodes, as the collector would send it. `renamed` gives one node another name.
fn tree(size: usize, renamed: bool) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/trees");
    let recorded: Vec<Value> = RECORDED
        .iter()
        .map(|name| {
            serde_json::from_str(&std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap())
                .unwrap()
        })
        .collect();
    let mut roles: Vec<String> = Vec::new();
    let mut nodes: Vec<Value> = Vec::with_capacity(size);
    let mut number = 0;
    for tree in recorded.iter().cycle() {
        for node in tree["nodes"].as_array().unwrap() {
            if nodes.len() == size {
                let changed = size / 2;
                if renamed {
                    nodes[changed][4] = json!("another name");
                }
                return json!({"v": 1, "url": "https://example.org/", "title": "Grown", "roles": roles, "nodes": nodes})
                    .to_string();
            }
            let mut node = node.clone();
            let role = tree["roles"][usize::try_from(node[0].as_u64().unwrap()).unwrap()].as_str().unwrap();
            let place = roles.iter().position(|known| known == role).unwrap_or_else(|| {
                roles.push(role.to_owned());
                roles.len() - 1
            });
            node[0] = json!(place);
            if node[2] != 0 {
                number += 1;
                node[2] = json!(number);
            }
            if renamed && nodes.len() == size / 2 && node.as_array().unwrap().len() < 5 {
                node.as_array_mut().unwrap().push(json!(""));
            }
            nodes.push(node);
        }
    }
    unreachable!("the recorded trees are repeated without end")
}

/// Everything that is usable, listed whole: the most that an outline can be asked for.
fn all() -> Options<'static> {
    Options { limit: usize::MAX, tokens: usize::MAX, ..Options::default() }
}

fn outline(json: &str, options: &Options<'_>, refs: &mut Refs) -> Outline {
    build(&Page::new("document", Tree::parse(json).unwrap()), options, refs)
}

fn benches(c: &mut Criterion) {
    for size in SIZES {
        let json = tree(size, false);
        let changed = tree(size, true);
        let of = |name: &str| BenchmarkId::new(name, size);
        let mut group = c.benchmark_group("outline");
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(of("parse"), |b| b.iter(|| Tree::parse(black_box(&json)).unwrap().len()));
        let page = Page::new("document", Tree::parse(&json).unwrap());
        let mut refs = Refs::new();
        group.bench_function(of("build"), |b| b.iter(|| build(black_box(&page), &all(), &mut refs).count()));
        let built = build(&page, &all(), &mut refs);
        group.bench_function(of("text"), |b| b.iter(|| black_box(&built).text("k3v9").len()));
        group.bench_function(of("build and text"), |b| {
            b.iter(|| build(black_box(&page), &all(), &mut refs).text("k3v9").len());
        });
        group.bench_function(of("json"), |b| {
            b.iter(|| serde_json::to_string(&built.elements()).unwrap().len())
        });
        let mut later = outline(&changed, &all(), &mut refs);
        group.bench_function(of("diff"), |b| {
            b.iter(|| Changes::between(&built, &mut later, &mut refs).is_empty())
        });
        let wanted = Options::finding(Some("kettle"), None, 20);
        group.bench_function(of("find"), |b| b.iter(|| build(black_box(&page), &wanted, &mut refs).total()));
        group.finish();
    }
}

criterion_group! { name = all_sizes; config = Criterion::default().sample_size(20); targets = benches }
criterion_main!(all_sizes);
