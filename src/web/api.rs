//! Actions over HTTP: each line of the table is a route.

use super::{answer, body, multipart, naming};
use crate::actions::{Action, Caller, Desk, Method, Surface, TABLE};
use crate::problem::Problem;
use answer::Answer;
use base64::Engine;
use http::Request;
use hyper::body::Incoming;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Answers a request below `/browser`.
pub(crate) async fn answer(desk: &Arc<Desk>, request: Request<Incoming>) -> Answer {
    match call(desk, request).await {
        Ok(answer) => answer,
        Err(problem) => answer::problem(&problem),
    }
}

async fn call(desk: &Arc<Desk>, request: Request<Incoming>) -> Result<Answer, Problem> {
    let path = request.uri().path().to_owned();
    if path == "/browser" && request.method() == http::Method::GET {
        let workspace = naming::needed(naming::workspace(request.uri(), request.headers())?)?;
        return Ok(answer::ok(&desk.current(&workspace).await?));
    }
    if let "/browser/console" | "/browser/network" = path.as_str() {
        if request.method() != http::Method::GET {
            return Ok(answer::other_method("GET"));
        }
        let workspace = naming::needed(naming::workspace(request.uri(), request.headers())?)?;
        let told =
            if path.ends_with("console") { desk.console(&workspace)? } else { desk.network(&workspace)? };
        return Ok(answer::ok(&told));
    }
    let lines: Vec<(&'static Action, Option<&str>)> =
        TABLE.iter().filter_map(|action| Some((*action, matches(action.path, &path)?))).collect();
    let method = request.method().as_str();
    let Some((action, in_path)) = lines.iter().find(|(action, _)| action.method.as_str() == method) else {
        return match lines.first() {
            Some((action, _)) => Ok(answer::other_method(action.method.as_str())),
            None => Err(super::no_route(&path)),
        };
    };
    let workspace = naming::needed(naming::workspace(request.uri(), request.headers())?)?;
    let in_path = in_path.map(str::to_owned);
    let (parts, incoming) = request.into_parts();
    let (mut args, attached) = match action.method {
        Method::Post if multipart::is_it(&parts.headers) => {
            multipart::read(&parts.headers, incoming, action).await?
        }
        Method::Post => (body::read_object(&parts.headers, incoming).await?, None),
        Method::Delete => (Map::new(), None),
    };
    if let Some(word) = in_path {
        put_path_argument(&mut args, word)?;
    }
    let caller = Caller { attached, ..Caller::new(Surface::Http) };
    // A client that hangs up drops this future; the guard tells the action.
    let _gone = caller.gone.clone().drop_guard();
    let delivery = caller.delivery.clone();
    let brought = desk.take(action, workspace, args, caller).await?;
    let mut fields = brought.fields;
    if let Some((picture, kind)) = brought.picture {
        fields.insert("image".to_owned(), base64::engine::general_purpose::STANDARD.encode(picture).into());
        fields.insert("media_type".to_owned(), kind.into());
    }
    Ok(answer::delivered(answer::ok(&fields), delivery))
}

fn put_path_argument(args: &mut Map<String, Value>, word: String) -> Result<(), Problem> {
    match args.insert("action".to_owned(), json!(word)) {
        Some(Value::String(other)) if other != word => {
            Err(Problem::argument("action is given in the path and in the body; leave it out of the body."))
        }
        _ => Ok(()),
    }
}

/// Whether a path is this route; the inner text is what stands for its placeholder.
#[expect(clippy::option_option, reason = "no match, a match, and a match with a word are three things")]
fn matches<'a>(route: &str, path: &'a str) -> Option<Option<&'a str>> {
    let mut word = None;
    let (mut wanted, mut given) = (route.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(word),
            (Some(part), Some(text)) if part.starts_with('{') && !text.is_empty() => word = Some(text),
            (Some(part), Some(text)) if part == text => {}
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_match_whole_paths() {
        assert_eq!(matches("/browser", "/browser"), Some(None));
        assert_eq!(matches("/browser/interact/{action}", "/browser/interact/click"), Some(Some("click")));
        for path in
            ["/browser/", "/browsers", "/browser/interact", "/browser/interact/", "/browser/interact/a/b"]
        {
            assert_eq!(matches("/browser/interact/{action}", path), None, "{path}");
        }
    }
}
