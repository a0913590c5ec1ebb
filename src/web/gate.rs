//! Who may come in: Host and Origin on every route, then the token on all but the probes.
//!
//! Host stops a page that re-binds its name to this address; Origin stops a page that simply asks. Both refusals name
//! the setting that would allow it, so that nobody answers a broken proxy with `*`.

use crate::config::{AuthMode, Config, Secret};
use crate::problem::{Code, Problem};
use http::header::{AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, Uri};
use std::net::IpAddr;
use url::Url;

/// The rules of the door, made from the settings once.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: Vec<String>,
    origins: Vec<String>,
    token: Option<Secret>,
}

impl Gate {
    pub(crate) fn new(config: &Config, token: Option<Secret>) -> Self {
        let mut hosts: Vec<String> = config.hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        let ip = config.listen.ip();
        if !ip.is_unspecified() {
            hosts.push(ip.to_string());
        }
        let mut origins: Vec<String> = config.origins.clone();
        if let Some(url) = &config.public_url {
            hosts.extend(url.host_str().map(str::to_ascii_lowercase));
            origins.push(url.origin().ascii_serialization());
        }
        let token = match config.auth {
            AuthMode::Token => token,
            AuthMode::Off => None,
        };
        Self { hosts, origins, token }
    }

    /// Checks Host and Origin.
    ///
    /// # Errors
    /// Which of them is not allowed, and the setting that allows it.
    pub(crate) fn check_place(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        // HTTP/2 has the host in the address, HTTP/1 in the header.
        let host = match headers.get(HOST) {
            Some(value) => value.to_str().ok(),
            None => uri.authority().map(http::uri::Authority::as_str),
        };
        let Some(host) = host else {
            return Err(Problem::new(Code::HostRefused, "The request names no host; send a Host header."));
        };
        let name = host_name(host);
        if !is_loopback(&name) && !self.hosts.contains(&name) {
            let says = format!(
                "The host {name:?} is not allowed here; the operator can add it to the setting http.hosts."
            );
            return Err(Problem::new(Code::HostRefused, says));
        }
        match headers.get(ORIGIN).map(|value| value.to_str()) {
            None => Ok(()),
            Some(Ok(origin)) if self.is_origin_allowed(origin, host) => Ok(()),
            Some(_) => Err(Problem::new(
                Code::HostRefused,
                "Pages of this origin may not call here; the operator can add it to the setting http.origins.",
            )),
        }
    }

    /// The server's own pages, loopback pages, and the origins that are set.
    fn is_origin_allowed(&self, origin: &str, host: &str) -> bool {
        if self.origins.iter().any(|allowed| allowed.trim_end_matches('/') == origin) {
            return true;
        }
        let Ok(url) = Url::parse(origin) else { return false };
        if !matches!(url.scheme(), "http" | "https") {
            return false;
        }
        let authority = &origin[url.scheme().len() + "://".len()..];
        url.host_str().is_some_and(is_loopback) || authority.eq_ignore_ascii_case(host)
    }

    /// Checks the token: `Authorization: Bearer <token>`, or the bare token.
    ///
    /// # Errors
    /// That it is missing or wrong.
    pub(crate) fn check_token(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let Some(token) = &self.token else { return Ok(()) };
        let Some(sent) = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()) else {
            let says = "The token is missing: send Authorization: Bearer <token>; the server printed it at its start.";
            return Err(Problem::new(Code::Unauthorized, says));
        };
        let sent = match sent.split_once(' ') {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("bearer") => rest.trim(),
            _ => sent.trim(),
        };
        if token.is(sent) {
            return Ok(());
        }
        Err(Problem::new(
            Code::Unauthorized,
            "The token is wrong: use the one the server printed at its start.",
        ))
    }
}

/// The name of a host without its port, lower case.
fn host_name(host: &str) -> String {
    let name = match host.rfind(':') {
        Some(colon) if host[colon + 1..].bytes().all(|byte| byte.is_ascii_digit()) => &host[..colon],
        _ => host,
    };
    name.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

fn is_loopback(name: &str) -> bool {
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layers, find};

    fn gate(flags: &[(&str, &str)]) -> Gate {
        let mut layers = Layers::default();
        for (name, text) in flags {
            layers.flag(find(name).expect("a setting"), (*text).to_owned());
        }
        let config = Config::read(&layers).expect("good settings");
        Gate::new(&config, Some(Secret::new("right")))
    }

    fn place(gate: &Gate, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a value"));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().expect("a value"));
        }
        gate.check_place(&Uri::from_static("/mcp"), &headers).is_ok()
    }

    #[test]
    fn a_rebound_name_is_refused() {
        let gate = gate(&[]);
        for good in ["localhost:8787", "127.0.0.1:8787", "[::1]:8787", "app.localhost", "127.0.0.1"] {
            assert!(place(&gate, good, None), "{good}");
        }
        for bad in
            ["evil.example", "evil.example:8787", "127.0.0.1.evil.example", "localhost.evil.example:80", ""]
        {
            assert!(!place(&gate, bad, None), "{bad}");
        }
        assert!(gate.check_place(&Uri::from_static("/mcp"), &HeaderMap::new()).is_err(), "no host at all");
        assert!(
            gate.check_place(&Uri::from_static("http://localhost:1/mcp"), &HeaderMap::new()).is_ok(),
            "HTTP/2"
        );
    }

    #[test]
    fn foreign_pages_are_refused() {
        let gate = gate(&[("http.hosts", "hb.example"), ("http.origins", "https://ui.example")]);
        let host = "hb.example";
        for good in
            ["https://ui.example", "https://hb.example", "http://localhost:3000", "http://127.0.0.1:5"]
        {
            assert!(place(&gate, host, Some(good)), "{good}");
        }
        for bad in [
            "https://evil.example",
            "null",
            "http://ui.example",
            "chrome-extension://abc",
            "http://localhost.evil.example",
        ] {
            assert!(!place(&gate, host, Some(bad)), "{bad}");
        }
    }

    #[test]
    fn the_token_is_taken_with_and_without_its_scheme() {
        let gate = gate(&[]);
        let try_token = |text: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(text) = text {
                headers.insert(AUTHORIZATION, text.parse().expect("a value"));
            }
            gate.check_token(&headers).is_ok()
        };
        assert!(
            try_token(Some("Bearer right")) && try_token(Some("bearer  right")) && try_token(Some("right"))
        );
        assert!(
            !try_token(None)
                && !try_token(Some("Bearer wrong"))
                && !try_token(Some("Basic right"))
                && !try_token(Some(""))
        );
    }
}
