//! Answers as a model reads them.
//!
//! Some clients show only the structured content, others only the text; each is whole. The text says the same as the
//! fields, one line a field, page text quoted so that it cannot forge a line. The page's address and title come first,
//! as a line of their own; an outline's text comes last as it is.

use crate::actions::Answer;
use crate::problem::Problem;
use base64::Engine;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};

/// An answer as a tool's result.
pub(super) fn answer(answer: Answer) -> CallToolResult {
    let text = ContentBlock::text(text(&answer.fields));
    match answer.picture {
        Some((picture, kind)) => {
            let data = base64::engine::general_purpose::STANDARD.encode(picture);
            CallToolResult::success(vec![text, ContentBlock::image(data, kind)])
        }
        None => {
            let mut result = CallToolResult::success(vec![text]);
            result.structured_content = Some(Value::Object(answer.fields));
            result
        }
    }
}

/// A problem as a tool's error: the sentence as text, since clients show nothing else of an error, and the body as
/// structured content.
pub(super) fn problem(problem: &Problem) -> CallToolResult {
    if let Some(line) = problem.log_line() {
        tracing::info!(code = problem.code().as_str(), line, "refused");
    }
    let body = problem.body();
    let mut says = format!("{}: {}", problem.code().as_str(), problem.says());
    if let Some(guidance) = body["guidance"].as_str() {
        says.push(' ');
        says.push_str(guidance);
    }
    if let Some(outline) = body["outline"]["text"].as_str() {
        says.push('\n');
        says.push_str(outline);
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(says)]);
    result.structured_content = Some(body);
    result
}

/// Fields of an outline that the lines of its text tell as well.
const TOLD_BY_TEXT: [&str; 6] = ["text", "count", "total", "omitted", "after", "offset"];

/// The fields as lines.
fn text(fields: &Map<String, Value>) -> String {
    let mut out = String::new();
    let mut last = None;
    let place = fields.get("url").and_then(Value::as_str).zip(fields.get("title"));
    if let Some((url, title)) = place {
        // An address is written by the browser in its own escapes; it holds no space and no line end.
        out = format!("{url} {title}\n");
    }
    for (name, value) in fields {
        match value {
            _ if place.is_some() && (name == "url" || name == "title") => {}
            Value::Object(inner) if inner.get("text").is_some_and(Value::is_string) && name == "outline" => {
                last = Some(inner);
            }
            other => line(&mut out, name, &other.to_string()),
        }
    }
    if let Some(outline) = last {
        let rest: Map<String, Value> = outline
            .iter()
            .filter(|(name, _)| !TOLD_BY_TEXT.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        if !rest.is_empty() {
            line(&mut out, "outline", &Value::Object(rest).to_string());
        }
        out.push_str(outline.get("text").and_then(Value::as_str).unwrap_or_default());
    }
    out.truncate(out.trim_end().len());
    out
}

fn line(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push_str(": ");
    out.push_str(value);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Code;
    use serde_json::json;

    #[test]
    fn text_and_fields_say_the_same() {
        let result = answer(
            Answer::new()
                .with("url", "http://a/")
                .with("title", "Two\nlines: \"x\"")
                .with("outline", json!({"count": 1, "changes": 1, "text": "e1 button \"Go\""}))
                .with("received", json!({"role": "button"})),
        );
        let text = result.content[0].as_text().expect("a text").text.clone();
        assert_eq!(
            text,
            "http://a/ \"Two\\nlines: \\\"x\\\"\"\nreceived: {\"role\":\"button\"}\noutline: {\"changes\":1}\ne1 button \"Go\""
        );
        assert_eq!(result.structured_content.expect("fields")["title"], "Two\nlines: \"x\"");
    }

    #[test]
    fn an_error_is_whole_in_its_text() {
        let result = problem(&Problem::new(Code::NoMatch, "Nothing matched.").guided("Call outline."));
        assert_eq!(result.is_error, Some(true));
        assert_eq!(
            result.content[0].as_text().expect("a text").text,
            "NO_MATCH: Nothing matched. Call outline."
        );
    }
}
