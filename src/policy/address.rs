//! Which addresses may be visited.
//!
//! Refused unless `policy.allow` names them: everything that is not http or https, link-local and cloud metadata
//! addresses in every spelling that a browser folds into one (decimal, hexadecimal, IPv4 inside IPv6), and the
//! Grid's and this server's own addresses. `policy.deny` adds to that, `*` refuses all that is not allowed.

use ipnet::IpNet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Names and addresses by which clouds hand out credentials to their machines.
const METADATA: [&str; 7] = [
    "metadata.google.internal",
    "metadata.goog",
    "instance-data.ec2.internal",
    "fd00:ec2::/64",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
];

/// Link-local networks.
const LINK_LOCAL: [&str; 2] = ["169.254.0.0/16", "fe80::/10"];

/// One rule of the allow or the deny list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    target: Target,
    port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Any,
    /// A host name, lower case.
    Name(String),
    /// A host name and all below it.
    Below(String),
    Network(IpNet),
}

impl std::str::FromStr for Rule {
    type Err = String;

    /// Reads `*`, `host`, `*.host`, an address, a network, each with `:port` if wanted (`[::1]:80` for IPv6).
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_ascii_lowercase();
        if let Ok(network) = text.parse::<IpNet>() {
            return Ok(Self { target: Target::Network(network), port: None });
        }
        if let Ok(address) = text.parse::<IpAddr>() {
            return Ok(Self { target: Target::Network(address.into()), port: None });
        }
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) => {
                let port = port.parse().map_err(|_| format!("{text:?} does not end in a port"))?;
                (host, Some(port))
            }
            None => (text.as_str(), None),
        };
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let target = if bare == "*" {
            Target::Any
        } else if let Ok(network) = bare.parse::<IpNet>() {
            Target::Network(network)
        } else if let Ok(address) = bare.parse::<IpAddr>() {
            Target::Network(address.into())
        } else {
            let (name, below) = match bare.strip_prefix("*.") {
                Some(name) => (name, true),
                None => (bare, false),
            };
            match Host::parse(name) {
                Ok(Host::Domain(name)) if below => Target::Below(name),
                Ok(Host::Domain(name)) => Target::Name(name),
                Ok(Host::Ipv4(address)) => Target::Network(IpAddr::V4(address).into()),
                _ => return Err(format!("{text:?} is no host, *.host, address or network")),
            }
        };
        Ok(Self { target, port })
    }
}

impl Rule {
    fn is_for(&self, host: &Host<&str>, port: Option<u16>) -> bool {
        if self.port.is_some() && self.port != port {
            return false;
        }
        match (&self.target, host) {
            (Target::Any, _) => true,
            (Target::Name(name), Host::Domain(domain)) => name == domain.trim_end_matches('.'),
            (Target::Below(name), Host::Domain(domain)) => {
                let domain = domain.trim_end_matches('.');
                domain == name || domain.strip_suffix(name.as_str()).is_some_and(|start| start.ends_with('.'))
            }
            (Target::Network(network), Host::Ipv4(address)) => holds(network, IpAddr::V4(*address)),
            (Target::Network(network), Host::Ipv6(address)) => {
                holds(network, IpAddr::V6(*address))
                    || inner_v4(*address).is_some_and(|inner| holds(network, IpAddr::V4(inner)))
            }
            _ => false,
        }
    }

    /// Chrome's own spelling for `--host-resolver-rules`: patterns with `*` over the host as Chrome writes it, with
    /// the port appended if one is named. Networks that are no whole group of digits become several patterns.
    fn patterns(&self) -> Vec<String> {
        let hosts = match &self.target {
            Target::Any => vec!["*".to_owned()],
            Target::Name(name) => vec![name.clone()],
            Target::Below(name) => vec![name.clone(), format!("*.{name}")],
            Target::Network(network) => network_patterns(network),
        };
        match self.port {
            Some(port) => hosts.into_iter().map(|host| format!("{host}:{port}")).collect(),
            None => hosts,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Target::Any => f.write_str("*")?,
            Target::Name(name) => f.write_str(name)?,
            Target::Below(name) => write!(f, "*.{name}")?,
            Target::Network(network) if network.prefix_len() == network.max_prefix_len() => {
                write!(f, "{}", network.addr())?;
            }
            Target::Network(network) => write!(f, "{network}")?,
        }
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

fn holds(network: &IpNet, address: IpAddr) -> bool {
    network.contains(&address)
}

/// The IPv4 address inside an IPv6 one: mapped, compatible, NAT64, 6to4.
fn inner_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let s = address.segments();
    let v4 = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match s {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(v4(high, low)),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => Some(v4(high, low)),
        [0x2002, high, low, ..] => Some(v4(high, low)),
        _ => None,
    }
}

/// Patterns for a network, whole bytes (IPv4) or whole nibbles of the first group (IPv6) at a time.
fn network_patterns(network: &IpNet) -> Vec<String> {
    match network {
        IpNet::V4(network) => {
            let fixed = usize::from(network.prefix_len() / 8);
            let rest = network.prefix_len() % 8;
            let bytes = network.network().octets();
            let v4: Vec<(String, Vec<u8>)> = if rest == 0 {
                vec![(dotted(&bytes[..fixed]), bytes[..fixed].to_vec())]
            } else {
                let step = 1u16 << (8 - rest);
                (0..step)
                    .map(|add| {
                        let mut part = bytes[..fixed].to_vec();
                        part.push(bytes[fixed] + add as u8);
                        (dotted(&part), part)
                    })
                    .collect()
            };
            v4.into_iter().flat_map(|(plain, part)| [plain, mapped(&part)]).collect()
        }
        IpNet::V6(network) => {
            let first = network.network().segments()[0];
            if network.prefix_len() >= 128 {
                return vec![format!("[{}]", network.addr())];
            }
            if network.prefix_len() >= 16 {
                // The fixed groups come first as they are, or, if the last of them are zeros, those in Chrome's short form.
                let groups = usize::from(network.prefix_len() / 16);
                let head = &network.network().segments()[..groups];
                let zeros = head.iter().rev().take_while(|group| **group == 0).count();
                let text = |groups: &[u16]| {
                    groups.iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":")
                };
                let short = (zeros > 0).then(|| format!("[{}::*", text(&head[..groups - zeros])));
                return std::iter::once(format!("[{}:*", text(head))).chain(short).collect();
            }
            let step = 1u32 << (16 - network.prefix_len());
            // `fe80::/10` is fe80 to febf: one pattern a leading nibble triple.
            let mut heads: Vec<String> = (0..step)
                .step_by(16)
                .map(|add| {
                    let group = format!("{:x}", u32::from(first) + add);
                    format!("[{}*", &group[..group.len() - 1])
                })
                .collect();
            heads.dedup();
            heads
        }
    }
}

fn dotted(bytes: &[u8]) -> String {
    let text: Vec<String> = bytes.iter().map(u8::to_string).collect();
    if bytes.len() == 4 { text.join(".") } else { format!("{}.*", text.join(".")) }
}

/// `::ffff:a.b.c.d` as Chrome writes it: the address in two hexadecimal groups.
fn mapped(bytes: &[u8]) -> String {
    match bytes {
        [a, b, c, d] => {
            format!("[::ffff:{:x}:{:x}]", u16::from_be_bytes([*a, *b]), u16::from_be_bytes([*c, *d]))
        }
        [a, b, ..] => format!("[::ffff:{:x}:*", u16::from_be_bytes([*a, *b])),
        _ => format!("[::ffff:{:x}*", bytes.first().copied().unwrap_or_default()),
    }
}

/// Why an address may not be visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Not http or https.
    Scheme(String),
    /// The text is no address.
    Unreadable,
    /// A rule refuses it.
    Rule(String),
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => {
                write!(f, "the scheme {scheme}: is not allowed; only http and https addresses can be visited")
            }
            Self::Unreadable => f.write_str("it is not an address; give a whole http or https URL"),
            Self::Rule(rule) => {
                write!(f, "policy blocks {rule}; the operator can allow it with the setting policy.allow")
            }
        }
    }
}

/// The rules in force.
#[derive(Clone, Debug)]
pub struct Policy {
    allow: Vec<Rule>,
    deny: Vec<Rule>,
}

impl Policy {
    /// The default rules, the operator's, and `own`: addresses of the Grid and of this server.
    ///
    /// # Errors
    /// Every text of `allow` and `deny` that is no rule.
    pub fn new(allow: &[String], deny: &[String], own: Vec<Rule>) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut parse = |name: &str, texts: &[String]| -> Vec<Rule> {
            texts
                .iter()
                .filter_map(|text| match text.parse() {
                    Ok(rule) => Some(rule),
                    Err(fault) => {
                        faults.push(format!("{name}: {fault}"));
                        None
                    }
                })
                .collect()
        };
        let allow = parse("policy.allow", allow);
        let mut deny = parse("policy.deny", deny);
        let defaults: Vec<String> = LINK_LOCAL.iter().chain(&METADATA).map(|&text| text.to_owned()).collect();
        deny.extend(parse("the default rules", &defaults));
        deny.extend(own);
        if faults.is_empty() { Ok(Self { allow, deny }) } else { Err(faults) }
    }

    /// Checks an address that was asked for by a caller: it must be whole, http or https, and not refused.
    ///
    /// # Errors
    /// Why not.
    pub fn check_text(&self, text: &str) -> Result<Url, Blocked> {
        let url = Url::parse(text.trim()).map_err(|_| Blocked::Unreadable)?;
        self.check(&url)?;
        Ok(url)
    }

    /// Checks an address that a page may ask for. `about:`, `blob:` and `data:` follow their opener and pass.
    ///
    /// # Errors
    /// Why not.
    pub fn check_request(&self, url: &Url) -> Result<(), Blocked> {
        match url.scheme() {
            "about" | "blob" | "data" => Ok(()),
            _ => self.check(url),
        }
    }

    fn check(&self, url: &Url) -> Result<(), Blocked> {
        match url.scheme() {
            "http" | "https" | "ws" | "wss" => {}
            other => return Err(Blocked::Scheme(other.to_owned())),
        }
        let host = url.host().ok_or(Blocked::Unreadable)?;
        let port = url.port_or_known_default();
        if self.allow.iter().any(|rule| rule.is_for(&host, port)) {
            return Ok(());
        }
        match self.deny.iter().find(|rule| rule.is_for(&host, port)) {
            Some(rule) => Err(Blocked::Rule(rule.to_string())),
            None => Ok(()),
        }
    }

    /// Patterns over whole addresses that cover everything refused, for CDP's Fetch domain. They may cover more: whoever
    /// holds a request back because of one asks [`Policy::check_request`].
    pub fn url_patterns(&self) -> Vec<String> {
        self.deny
            .iter()
            .flat_map(Rule::patterns)
            .map(|host| if host == "*" { "*".to_owned() } else { format!("*://{host}*") })
            .collect()
    }

    /// The rules for Chrome's `--host-resolver-rules`: a refused host does not resolve, whoever asks for it, so that
    /// redirects, frames, workers and popups are covered without holding up a single request.
    pub fn resolver_rules(&self) -> String {
        // Here Chrome knows a whole IPv6 address without a port by its bare form only.
        let bare = |host: String| match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
            Some(inner) => inner.to_owned(),
            None => host,
        };
        let hosts = |rules: &[Rule]| rules.iter().flat_map(Rule::patterns).map(bare).collect::<Vec<_>>();
        let excluded = hosts(&self.allow).into_iter().map(|host| format!("EXCLUDE {host}"));
        let mapped = hosts(&self.deny).into_iter().map(|host| format!("MAP {host} ~NOTFOUND"));
        mapped.chain(excluded).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(allow: &[&str], deny: &[&str]) -> Policy {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let own = vec![
            "127.0.0.0/8".parse::<Rule>().map(|rule| Rule { port: Some(8787), ..rule }).expect("a rule"),
        ];
        Policy::new(&texts(allow), &texts(deny), own).expect("rules")
    }

    #[test]
    fn every_spelling_of_a_metadata_address_is_blocked() {
        let policy = policy(&[], &[]);
        for url in [
            "http://169.254.169.254/latest/meta-data/",
            "http://2852039166/",
            "http://0xA9FEA9FE/",
            "http://0xa9.0xfe.0xa9.0xfe/",
            "http://0251.0376.0251.0376/",
            "http://169.254.43518/",
            "http://[::ffff:169.254.169.254]/",
            "http://[::ffff:a9fe:a9fe]/",
            "http://[::169.254.169.254]/",
            "http://[64:ff9b::a9fe:a9fe]/",
            "http://[2002:a9fe:a9fe::1]/",
            "http://[fe80::1]/",
            "http://[fd00:ec2::254]/",
            "http://metadata.google.internal/computeMetadata/v1/",
            "http://METADATA.google.internal./",
            "https://100.100.100.200/",
            "http://127.0.0.1:8787/admin",
            "http://127.1:8787/",
        ] {
            assert!(matches!(policy.check_text(url), Err(Blocked::Rule(_))), "{url}");
        }
    }

    #[test]
    fn other_schemes_are_blocked_and_blank_pages_follow_their_opener() {
        let policy = policy(&[], &[]);
        for url in ["file:///etc/passwd", "view-source:file:///etc/passwd", "chrome://gpu", "javascript:1"] {
            assert!(matches!(policy.check_text(url), Err(Blocked::Scheme(_))), "{url}");
        }
        assert_eq!(policy.check_text("example.com"), Err(Blocked::Unreadable));
        for url in ["about:blank", "about:srcdoc", "blob:http://a/1", "data:text/html,x"] {
            let parsed = Url::parse(url).expect("a URL");
            assert_eq!(policy.check_request(&parsed), Ok(()), "{url}");
            assert!(policy.check_text(url).is_err(), "{url}");
        }
    }

    #[test]
    fn ordinary_addresses_pass() {
        let policy = policy(&[], &[]);
        for url in ["http://127.0.0.1:9000/", "https://example.com/", "http://10.0.0.1/", "http://[::1]/"] {
            assert!(policy.check_text(url).is_ok(), "{url}");
        }
    }

    #[test]
    fn allow_and_deny_change_it() {
        let policy = policy(&["169.254.1.0/24", "*.example.com:443"], &["*"]);
        assert!(policy.check_text("http://169.254.1.9/").is_ok());
        assert!(policy.check_text("https://a.example.com/").is_ok());
        assert!(policy.check_text("https://example.com/").is_ok());
        assert!(policy.check_text("http://a.example.com/").is_err(), "another port");
        assert!(policy.check_text("https://badexample.com/").is_err());
        assert!(policy.check_text("https://other.org/").is_err());
    }

    #[test]
    fn rules_say_what_is_wrong_with_them() {
        assert!("a b".parse::<Rule>().is_err());
        assert!("host:port".parse::<Rule>().is_err());
        for text in ["*", "x.y", "*.x.y", "10.0.0.0/8", "1.2.3.4", "x.y:80", "*:25"] {
            assert_eq!(text.parse::<Rule>().expect("a rule").to_string(), text);
        }
    }

    #[test]
    fn chrome_gets_patterns() {
        let rules = policy(&["10.1.2.3"], &["*.corp:8080"]).resolver_rules();
        for part in [
            "MAP 169.254.* ~NOTFOUND",
            "MAP [::ffff:a9fe:* ~NOTFOUND",
            "MAP [fe8* ~NOTFOUND",
            "MAP [feb* ~NOTFOUND",
            "MAP [fd00:ec2:0:0:* ~NOTFOUND",
            "MAP [fd00:ec2::* ~NOTFOUND",
            "MAP ::ffff:6464:64c8 ~NOTFOUND",
            "MAP metadata.google.internal ~NOTFOUND",
            "MAP *.corp:8080 ~NOTFOUND",
            "MAP 127.*:8787 ~NOTFOUND",
            "EXCLUDE 10.1.2.3",
        ] {
            assert!(rules.contains(part), "{part} is not in {rules}");
        }
    }
}
