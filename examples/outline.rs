//! Prints the outline of a saved tree: `cargo run --example outline -- TREE.json [text|json] [all]`.

use handback::outline::{Options, Page, Refs, Tree, build};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("say which saved tree: outline TREE.json [text|json] [all]")?;
    let words: Vec<String> = arguments.collect();
    let saved = std::fs::read_to_string(path)?;
    let page = Page::new("saved", Tree::parse(&saved)?);
    let options = Options { interactive: !words.iter().any(|word| word == "all"), ..Options::default() };
    let outline = build(&page, &options, &mut Refs::new());
    if words.iter().any(|word| word == "json") {
        println!("{}", serde_json::to_string_pretty(&outline.elements())?);
    } else {
        println!("{}", outline.text("page"));
    }
    Ok(())
}
