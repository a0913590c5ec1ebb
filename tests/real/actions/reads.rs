//! Reading the page as Markdown, and in pieces.

use super::Stage;
use serde_json::{Value, json};

/// What the page says, up to the lines that are only many. The site's address stands for `SITE`.
const MARKDOWN: &str = r#"# Things *to* read

First **bold** and *slanted*, a [link **there**](SITE/landed?a=%281%29), a\
break and \`ticks\`.

- One
- Two
  3. Three
  4. Four

     and more

- Another list

> Quoted
>
> twice

```rust
fn main() {
    println!("*");
}
```

Run `` a `b` `` now. ![A chart]()

Prices

| Part | Price \| tax |  |
| --- | --- | --- |
| [Bolt](SITE/landed) | 1 2 | x y |

Laid

out

Closed

---

Left

[x] Right ••••

## In the shadow
"#;

pub(super) async fn pages_are_read_as_markdown(stage: &Stage) {
    stage.go("read").await;
    let read = async |arguments: Value| stage.client.post("/browser/extract", arguments).await.ok();
    let first = read(json!({"format": "markdown", "max_chars": 2_000})).await;
    let text = first["markdown"].as_str().expect("a text");
    let (head, _) = text.split_once("\nLine 1 ").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(head, MARKDOWN.replace("SITE", &stage.site.at("")), "{head}");
    assert!(!text.contains("hunter2"));

    for format in ["markdown", "text", "html"] {
        let whole = read(json!({"format": format, "max_chars": 200_000})).await;
        assert_eq!(whole["truncated"], Value::Null);
        let (mut pieces, mut offset) = (String::new(), json!(0));
        while !offset.is_null() {
            let piece = read(json!({"format": format, "max_chars": 1_001, "offset": offset})).await;
            pieces.push_str(piece[format].as_str().expect("a text"));
            offset = piece["next_offset"].clone();
        }
        assert_eq!(json!(pieces), whole[format], "{format} in pieces");
    }
    let list = read(json!({"selector": {"css": "ol"}, "format": "markdown"})).await;
    assert_eq!(list["markdown"], "3. Three\n4. Four\n\n   and more");
}
