//! What may leave. Every page value in an answer, a log line, a record or a file has passed here.

use url::Url;

/// An address without user and password. What is no URL passes as it is.
pub fn without_userinfo(text: &str) -> String {
    match Url::parse(text) {
        Ok(url) => clean_url(url),
        Err(_) => text.to_owned(),
    }
}

/// A URL without user and password.
pub fn clean_url(mut url: Url) -> String {
    if !url.username().is_empty() || url.password().is_some() {
        // Fails only for URLs that cannot have them.
        let _ = url.set_username("").and_then(|()| url.set_password(None));
    }
    url.into()
}

/// Origin and path of an address: queries and fragments may carry tokens. `None` if it has no origin.
pub fn origin_and_path(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https")
        .then(|| format!("{}{}", url.origin().ascii_serialization(), url.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_and_queries_go() {
        assert_eq!(without_userinfo("http://u:p@h/x?q#f"), "http://h/x?q#f");
        assert_eq!(without_userinfo("about:blank"), "about:blank");
        assert_eq!(
            origin_and_path("https://u:p@h:8443/a/b?token=1#x").as_deref(),
            Some("https://h:8443/a/b")
        );
        assert_eq!(origin_and_path("about:blank"), None);
    }
}
