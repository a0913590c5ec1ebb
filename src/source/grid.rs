//! Browsers of a Selenium Grid 4: standalone, or a hub with nodes.
//!
//! Every address that the Grid gives is rebuilt on the address that the operator gave: what a node calls itself may mean
//! nothing here. A session that was asked for and that nobody waits for any more is deleted when it comes.

use super::http::{Fault, Remote};
use super::lifeline::{Life, Lifeline};
use super::loan::Loan;
use super::slots::{Places, Readiness};
use super::{Opened, Wish, chromium, firefox, wires};
use crate::config::{BrowserName, Config};
use crate::policy::Policy;
use crate::problem::{Code, Problem};
use crate::shutdown::Tasks;
use handback_protocol::capabilities::{Capabilities, CapabilitiesRequest, CapabilityRequest};
use handback_protocol::classic::Error;
use handback_protocol::classic::session::{NewSession, Session};
use handback_protocol::classic::status::{Availability, GetStatus, Node, Status};
use handback_protocol::ids::SessionId;
use handback_protocol::transport::Tls;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

/// For the Grid to say how it is.
const STATUS: Duration = Duration::from_secs(10);
/// How long a session that nobody waits for any more may still take to come before it is forgotten.
const ABANDONED: Duration = Duration::from_secs(600);

/// The source.
#[derive(Debug)]
pub struct Grid {
    url: Url,
    remote: Remote,
    tls: Tls,
    direct: bool,
    queue: Duration,
    policy: Arc<Policy>,
    tasks: Tasks,
}

impl Grid {
    pub(super) fn new(url: Url, config: &Config, policy: Arc<Policy>, tasks: Tasks) -> Result<Self, String> {
        let extra = match &config.grid.ca {
            Some(path) => certificates(path)?,
            None => Vec::new(),
        };
        let tls = Tls::system(&extra)?;
        let remote = Remote::new(&url, &tls);
        Ok(Self { url, remote, tls, direct: config.grid.direct, queue: config.grid.queue, policy, tasks })
    }

    /// The Grid's address, without credentials.
    pub fn base(&self) -> &Url {
        self.remote.base()
    }

    pub(super) async fn open(&self, wish: Wish, gone: &CancellationToken) -> Result<Opened, Problem> {
        let status = self.remote.ask(&GetStatus, STATUS).await.map_err(|fault| self.unreachable(fault))?;
        let mut request = match wish.browser {
            BrowserName::Chrome => chromium::capabilities(&wish, chromium::args(&wish, &self.policy)),
            BrowserName::Firefox => firefox::capabilities(&wish),
        }
        .map_err(Problem::argument)?;
        if keeps_downloads(&status, wish.browser) {
            request.other.insert("se:downloadsEnabled".to_owned(), json!(true));
        }
        let (loan, capabilities) = self.create(request, &wish, &status, gone).await?;
        let now = self.remote.ask(&GetStatus, STATUS).await.unwrap_or(status);
        let node = node_of(&now, &loan.session);
        let timeout = node.and_then(|node| node.session_timeout).map(Duration::from_millis);
        let direct = if self.direct { node.and_then(|node| Url::parse(&node.uri).ok()) } else { None };
        let bidi = self.sockets(direct.as_ref(), capabilities.web_socket_url());
        let cdp = self.sockets(direct.as_ref(), capabilities.grid_cdp_url());
        match wires::first(&bidi, &cdp, &self.tls).await {
            Ok(wires) => {
                let version = capabilities.browser_version().unwrap_or_default().to_owned();
                let browser = wish.browser;
                let life = Life::Grid {
                    loan,
                    bidi,
                    cdp,
                    timeout,
                    // Chrome was started with policy's rules.
                    holds: browser == BrowserName::Firefox,
                };
                Ok(Opened { browser, version, wish, wires, lifeline: Lifeline::new(life, self.tls.clone()) })
            }
            Err(error) => {
                loan.give_back().await;
                let says = "The Grid started a browser whose BiDi socket cannot be reached; the server's log says why.";
                Err(Problem::new(Code::GridUnavailable, says).logged(error))
            }
        }
    }

    /// Asks for a session in a task of its own: a creation that is given up goes on in the Grid's queue, and what comes
    /// of it must be deleted.
    async fn create(
        &self,
        request: CapabilityRequest,
        wish: &Wish,
        status: &Status,
        gone: &CancellationToken,
    ) -> Result<(Loan, Capabilities), Problem> {
        let began = Instant::now();
        let (answer, answered) = oneshot::channel();
        let (grid, tasks) = (self.remote.clone(), self.tasks.clone());
        self.tasks.spawn("grid session creation", async move {
            let created = tokio::select! {
                created = create(&grid, request) => created,
                // The process ends: whoever started the session may reap it.
                () = tasks.ending().cancelled() => return,
            };
            let lent = created.map(|Session { session_id, capabilities }| {
                (Loan::new(grid, session_id, tasks.clone()), capabilities)
            });
            // Given back by its drop if nobody takes it.
            let _ = answer.send(lent);
        });
        tokio::select! {
            created = answered => match created {
                Ok(created) => created.map_err(|fault| self.not_created(fault, wish, status, began.elapsed())),
                Err(_) => Err(Problem::new(Code::Stopping, "The server is stopping: call again once it is back.")),
            },
            () = tokio::time::sleep(self.queue) => Err(no_slot(wish, status, self.queue)),
            () = gone.cancelled() => Err(Problem::new(Code::BrowserGone, "The call was given up; the browser it asked for is ended when it comes.")),
        }
    }

    /// Sockets of a session, best first: at its node, then at the Grid.
    fn sockets(&self, node: Option<&Url>, given: Option<&str>) -> Vec<Url> {
        let Some(path) = given.and_then(|given| Some(&given[given.find("/session/")?..])) else {
            return Vec::new();
        };
        node.into_iter().chain([&self.url]).filter_map(|base| socket(base, path)).collect()
    }

    pub(super) async fn readiness(&self) -> Readiness {
        match self.remote.ask(&GetStatus, STATUS).await {
            Ok(status) => {
                let note = (!status.ready)
                    .then(|| format!("the Grid says that it is not ready: {}", status.message));
                // A Grid that starts nodes on demand has none now and can serve all the same.
                Readiness { kind: "grid", ready: true, browsers: places(&status), note }
            }
            Err(fault) => {
                let note = Some(format!("{} {fault}", self.base()));
                Readiness { kind: "grid", ready: false, browsers: BTreeMap::new(), note }
            }
        }
    }

    fn unreachable(&self, fault: Fault) -> Problem {
        let says = match &fault {
            Fault::Said(Error::Denied(_)) => {
                "The Grid wants other credentials: the operator sets them in grid.url.".to_owned()
            }
            _ => format!("The Grid at {} is not there ({fault}): try again in a moment.", self.base()),
        };
        Problem::new(Code::GridUnavailable, says).retry_after(5)
    }

    fn not_created(&self, fault: Fault, wish: &Wish, status: &Status, waited: Duration) -> Problem {
        match fault {
            Fault::Said(Error::NoSlot) => no_slot(wish, status, waited),
            Fault::Said(Error::Refused { code, message, .. }) if &*code == "invalid argument" => {
                Problem::argument(format!("The driver refused the capabilities: {message}."))
            }
            Fault::Said(Error::NotCreated { message }) => {
                let says = "The Grid could not start the browser; the server's log has its words. Try again, or with fewer capabilities.";
                Problem::new(Code::GridUnavailable, says).logged(message).retry_after(15)
            }
            other => self.unreachable(other),
        }
    }
}

fn no_slot(wish: &Wish, status: &Status, waited: Duration) -> Problem {
    let offers: Vec<String> =
        places(status).iter().map(|(name, places)| format!("{name} ×{}", places.all)).collect();
    let offers = if offers.is_empty() { "no browsers now".to_owned() } else { offers.join(", ") };
    let version = wish.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
    let says = format!(
        "No free place for {}{version} within {:.0} s (the Grid offers {offers}): try again later, or end a browser.",
        wish.browser,
        waited.as_secs_f64()
    );
    Problem::new(Code::GridUnavailable, says).retry_after(15)
}

async fn create(grid: &Remote, mut request: CapabilityRequest) -> Result<Session, Fault> {
    let ask = async |request: CapabilityRequest| {
        let asked = CapabilitiesRequest { always_match: request, first_match: Vec::new() };
        grid.ask(&NewSession { capabilities: &asked }, ABANDONED).await
    };
    match ask(request.clone()).await {
        // Drivers of before 2024 take one word for all kinds of dialogs.
        Err(Fault::Said(Error::Refused { message, .. } | Error::NotCreated { message }))
            if message.contains("unhandledPromptBehavior") =>
        {
            request.unhandled_prompt_behavior = None;
            request.other.insert("unhandledPromptBehavior".to_owned(), json!("ignore"));
            ask(request).await
        }
        other => other,
    }
}

fn certificates(path: &std::path::Path) -> Result<Vec<Vec<u8>>, String> {
    use rustls_pki_types::CertificateDer;
    use rustls_pki_types::pem::PemObject;
    let fault = |what: String| format!("grid.ca {} {what}", path.display());
    let found =
        CertificateDer::pem_file_iter(path).map_err(|error| fault(format!("cannot be read: {error}")))?;
    let certificates = found.map(|certificate| certificate.map(|certificate| certificate.to_vec()));
    let certificates =
        certificates.collect::<Result<Vec<_>, _>>().map_err(|error| fault(format!("is no PEM: {error}")))?;
    if certificates.is_empty() {
        return Err(fault("holds no certificate".to_owned()));
    }
    Ok(certificates)
}

/// A socket's address on a base: its scheme made one of sockets, its path prefix and credentials kept.
fn socket(base: &Url, path: &str) -> Option<Url> {
    let mut url = base.clone();
    let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
    url.set_scheme(scheme).ok()?;
    let prefix = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{prefix}{path}"));
    url.set_query(None);
    Some(url)
}

fn name_of(stereotype: &Capabilities) -> Option<&str> {
    stereotype.browser_name()
}

fn keeps_downloads(status: &Status, browser: BrowserName) -> bool {
    let slots = status.nodes.iter().flatten().flat_map(|node| &node.slots);
    slots
        .filter(|slot| name_of(&slot.stereotype) == Some(browser.as_str()))
        .any(|slot| slot.stereotype.0.get("se:downloadsEnabled").and_then(Value::as_bool) == Some(true))
}

fn node_of<'a>(status: &'a Status, session: &SessionId) -> Option<&'a Node> {
    status.nodes.iter().flatten().find(|node| node.sessions().any(|running| running.session_id == *session))
}

fn places(status: &Status) -> BTreeMap<String, Places> {
    let mut places: BTreeMap<String, Places> = BTreeMap::new();
    for node in status.nodes.iter().flatten().filter(|node| node.availability == Availability::Up) {
        let mut room = node.free();
        for slot in &node.slots {
            let Some(name) = name_of(&slot.stereotype) else { continue };
            let entry = places.entry(name.to_owned()).or_default();
            entry.all += 1;
            if slot.session.is_none() && room > 0 {
                entry.free += 1;
                room -= 1;
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_rebuilt_on_the_operators_address() {
        for (base, wanted) in [
            ("http://hub:4444", "ws://hub:4444/session/a/se/bidi"),
            ("http://hub:4444/wd/", "ws://hub:4444/wd/session/a/se/bidi"),
            ("https://u:p@grid.example/g", "wss://u:p@grid.example/g/session/a/se/bidi"),
        ] {
            let base = Url::parse(base).expect("a URL");
            assert_eq!(socket(&base, "/session/a/se/bidi").expect("a socket").as_str(), wanted);
        }
    }
}
