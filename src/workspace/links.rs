//! Links to files that open without a token: signed, and good for a while.
//!
//! The signature is an HMAC-SHA256 over the end and the path, with a key that follows from the server's token: links
//! outlive a restart, and a new token ends them all. Without a token the key is this process's alone.

use super::Name;
use crate::config::{Config, Secret};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::Sha256;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long a link is good.
const GOOD: Duration = Duration::from_secs(3_600);
/// What a segment of a path may hold as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Makes links and checks them.
#[derive(Debug)]
pub struct Links {
    key: [u8; 32],
    base: String,
}

impl Links {
    /// Links to this server. `token`: what its callers show.
    pub fn new(config: &Config, token: Option<&Secret>) -> Self {
        let mut random = [0; 32];
        // Without randomness and without a token links can be guessed, on a server that asks nobody for a token.
        let _ = getrandom::fill(&mut random);
        let secret = token.map_or(&random[..], |token| token.reveal().as_bytes());
        Self { key: mac(secret, b"links to files"), base: config.base_url(config.listen) }
    }

    /// A link to a file.
    pub fn link(&self, workspace: &Name, shelf: &str, file: &str) -> String {
        let file = utf8_percent_encode(file, PLAIN);
        let path = format!("/files/{workspace}/{shelf}/{file}");
        let expires = now() + GOOD.as_secs();
        format!(
            "{}{path}?expires={expires}&signature={}",
            self.base,
            URL_SAFE_NO_PAD.encode(self.sign(&path, expires))
        )
    }

    /// Whether a signature is this server's for a path as it stands in the request, and still good.
    pub fn is_good(&self, path: &str, expires: u64, signature: &str) -> bool {
        let Ok(sent) = URL_SAFE_NO_PAD.decode(signature) else { return false };
        bool::from(subtle::ConstantTimeEq::ct_eq(&self.sign(path, expires)[..], &sent[..])) && expires > now()
    }

    fn sign(&self, path: &str, expires: u64) -> [u8; 32] {
        mac(&self.key, format!("{expires}.{path}").as_bytes())
    }
}

fn mac(key: &[u8], text: &[u8]) -> [u8; 32] {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    mac.update(text);
    mac.finalize().into_bytes().into()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layers, find};

    fn links(token: Option<&str>) -> Links {
        let mut layers = Layers::default();
        layers.flag(find("http.public_url").expect("a setting"), "https://hb.example/".to_owned());
        let config = Config::read(&layers).expect("good settings");
        Links::new(&config, token.map(Secret::new).as_ref())
    }

    fn parts(link: &str) -> (String, u64, String) {
        let url = url::Url::parse(link).expect("a link");
        let value = |name| url.query_pairs().find(|(key, _)| key == name).expect("a value").1.into_owned();
        (url.path().to_owned(), value("expires").parse().expect("a number"), value("signature"))
    }

    #[test]
    fn a_link_is_good_as_it_is_and_no_other() {
        let ours = links(Some("token"));
        let link = ours.link(&Name::chosen("shop").expect("a name"), "downloads", "a b/ü.pdf");
        assert!(
            link.starts_with("https://hb.example/files/shop/downloads/a%20b%2F%C3%BC.pdf?expires="),
            "{link}"
        );
        let (path, expires, signature) = parts(&link);
        assert!(ours.is_good(&path, expires, &signature));
        assert!(links(Some("token")).is_good(&path, expires, &signature), "after a restart");
        for (links, path, expires, signature) in [
            (&ours, "/files/shop/downloads/other.pdf", expires, &*signature),
            (&ours, &*path, expires + 1, &signature),
            (&ours, &path, expires, "AAAA"),
            (&ours, &path, expires, "%"),
            (&links(Some("other")), &path, expires, &signature),
            (&links(None), &path, expires, &signature),
        ] {
            assert!(!links.is_good(path, expires, signature));
        }
        let past = now() - 1;
        let signature = URL_SAFE_NO_PAD.encode(ours.sign(&path, past));
        assert!(!ours.is_good(&path, past, &signature), "its time is over");
    }
}
