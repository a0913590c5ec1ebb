//! Which workspace a request names: a header or the query, never both, never two.

use crate::problem::{Code, Problem};
use crate::workspace::{NAME_RULE, Name};
use http::{HeaderMap, Uri};

/// The header that names the workspace.
const HEADER: &str = "sf-workspace";
/// Its alias, read only when the header has no value.
const ALIAS: &str = "x-workspace";

/// How to name one, as the caller reads it.
const HOW: &str = "name the workspace with the header Sf-Workspace or with ?workspace=";

/// The workspace that a request names, if it names one.
///
/// # Errors
/// Two names, a name in both places, or one that breaks the rule.
pub(crate) fn workspace(uri: &Uri, headers: &HeaderMap) -> Result<Option<Name>, Problem> {
    let in_header = match one(header_values(headers, HEADER), "the header Sf-Workspace")? {
        Some(name) => Some(name),
        None => one(header_values(headers, ALIAS), "the header X-Workspace")?,
    };
    let query = uri.query().unwrap_or_default().as_bytes();
    let in_query = url::form_urlencoded::parse(query)
        .filter(|(key, _)| key == "workspace")
        .map(|(_, value)| value.into_owned());
    let in_query = one(in_query, "the query ?workspace=")?;
    let text = match (in_header, in_query) {
        (Some(_), Some(_)) => {
            let says =
                "The workspace is named twice, in a header and in the query ?workspace=; use one of them.";
            return Err(Problem::new(Code::Workspace, says));
        }
        (Some(text), None) | (None, Some(text)) => text,
        (None, None) => return Ok(None),
    };
    Name::chosen(&text).map(Some).map_err(|rule| Problem::new(Code::Workspace, sentence(&rule)))
}

/// The workspace that a request must name.
///
/// # Errors
/// As [`workspace`], and no name at all.
pub(crate) fn needed(named: Option<Name>) -> Result<Name, Problem> {
    named.ok_or_else(|| {
        let says = format!("No workspace is named: {HOW}; {NAME_RULE}.");
        Problem::new(Code::Workspace, says)
    })
}

fn header_values<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = String> + 'a {
    headers.get_all(name).iter().flat_map(|value| {
        String::from_utf8_lossy(value.as_bytes()).split(',').map(str::to_owned).collect::<Vec<_>>()
    })
}

/// The one distinct value among those that are not blank.
fn one(values: impl Iterator<Item = String>, place: &str) -> Result<Option<String>, Problem> {
    let mut values = values.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let Some(first) = values.next() else { return Ok(None) };
    if values.any(|other| other != first) {
        let says = format!("Two different workspaces are named in {place}; name one.");
        return Err(Problem::new(Code::Workspace, says));
    }
    Ok(Some(first))
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(uri: &str, headers: &[(&'static str, &str)]) -> Result<Option<String>, String> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a value"));
        }
        workspace(&uri.parse().expect("a URI"), &map)
            .map(|name| name.map(|name| name.to_string()))
            .map_err(|problem| problem.says().to_owned())
    }

    #[test]
    fn one_place_one_name() {
        let some = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(named("/x", &[]), Ok(None));
        assert_eq!(named("/x", &[("sf-workspace", " shop ")]), some("shop"));
        assert_eq!(named("/x", &[("x-workspace", "shop")]), some("shop"));
        assert_eq!(named("/x", &[("sf-workspace", "a"), ("x-workspace", "b")]), some("a"));
        assert_eq!(named("/x", &[("sf-workspace", ""), ("x-workspace", "b")]), some("b"));
        assert_eq!(named("/x?workspace=sh%6Fp", &[]), some("shop"));
        assert_eq!(named("/x?workspace=a&workspace=a", &[]), some("a"));
        assert_eq!(named("/x?workspace=", &[("sf-workspace", "a")]), some("a"));
    }

    #[test]
    fn everything_else_is_refused_with_the_reason() {
        for (uri, headers, says) in [
            ("/x?workspace=a", vec![("sf-workspace", "a")], "named twice"),
            ("/x?workspace=a&workspace=b", vec![], "in the query"),
            ("/x", vec![("sf-workspace", "a"), ("sf-workspace", "b")], "in the header Sf-Workspace"),
            ("/x", vec![("x-workspace", "a, b")], "in the header X-Workspace"),
            ("/x?workspace=a%2Fb", vec![], "1 to 64"),
            ("/x?workspace=stdio", vec![], "reserved"),
        ] {
            let problem = named(uri, &headers).expect_err("refused");
            assert!(problem.contains(says), "{uri}: {problem}");
        }
    }
}
