//! The browser's own page in place of one that did not come. Its address means nothing to a caller: the one that was
//! wanted does.

/// Whether an address is that of a browser's own error page.
pub fn is_error_page(url: &str) -> bool {
    url.starts_with("chrome-error:") || wanted(url).is_some()
}

/// The address that Firefox's error page stands for, which it names in its own: `about:neterror?e=…&u=…`. Chrome tells
/// of its error pages under the address that was wanted.
pub(super) fn wanted(url: &str) -> Option<String> {
    let query = url.strip_prefix("about:neterror?").or_else(|| url.strip_prefix("about:certerror?"))?;
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs.find(|(name, _)| name == "u").map(|(_, wanted)| wanted.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_pages_are_told_from_pages() {
        let refused = "about:neterror?e=netReset&u=http%3A//a%3A8/drop%3Fq%3D1&c=UTF-8&d=The%20connection";
        assert_eq!(wanted(refused).as_deref(), Some("http://a:8/drop?q=1"));
        assert!(is_error_page(refused) && is_error_page("chrome-error://chromewebdata/"));
        for page in ["http://a/?u=about:neterror", "about:blank", "about:neterror?e=x"] {
            assert!(!is_error_page(page), "{page}");
        }
    }
}
