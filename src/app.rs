//! Builds the house: the only room that knows them all.

use crate::actions::Desk;
use crate::config::{AuthMode, Config, Secret};
use crate::notify::Notify;
use crate::policy::{Policy, Rule};
use crate::shutdown::Tasks;
use crate::source::Source;
use crate::store::Memory;
use crate::web::Door;
use crate::workspace::{Links, Registry};
use crate::{mcp, web};
use handback_protocol::transport::Tls;
use std::io::Write;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// For running requests, once the doors have closed.
const DRAIN: Duration = Duration::from_secs(5);
/// For everything, from the first word of the end.
const BUDGET: Duration = Duration::from_secs(20);

/// The house.
#[derive(Debug)]
pub struct House {
    desk: Arc<Desk>,
    token: Option<Secret>,
}

/// Listens where the settings say, and puts the address that it became into them: port 0 is any free one, and the pages of
/// browsers must not reach this server whatever its port.
///
/// # Errors
/// A sentence: the address is taken or not this machine's.
pub async fn listen(config: &mut Config) -> Result<TcpListener, String> {
    let address = config.listen;
    let fault = |error| {
        format!(
            "{address} cannot be listened on: {error}; set listen to another address, or stop what uses it"
        )
    };
    let listener = TcpListener::bind(address).await.map_err(fault)?;
    config.listen = listener.local_addr().map_err(fault)?;
    Ok(listener)
}

impl House {
    /// Builds it from the settings. Nothing is served yet.
    ///
    /// # Errors
    /// A sentence: the data folder, the source or the policy cannot be used.
    pub async fn build(config: Config) -> Result<Self, String> {
        let token = match config.auth {
            AuthMode::Off => None,
            AuthMode::Token => Some(token(&config)?),
        };
        let policy = Policy::new(&config.allow, &config.deny, own_addresses(&config))
            .map_err(|faults| faults.join("; "))?;
        let policy = Arc::new(policy);
        let tasks = Tasks::new();
        let config = Arc::new(config);
        let source = Arc::new(Source::new(&config, Arc::clone(&policy), tasks.clone())?);
        let store = Arc::new(Memory::new());
        let workspaces = Registry::new(
            Arc::clone(&config),
            Arc::clone(&source),
            Arc::clone(&policy),
            tasks.clone(),
            store,
            Links::new(&config, token.as_ref()),
        );
        let tls = Tls::system(&[])?;
        let notify = Notify::new(&config, token.as_ref(), &tls, tasks.clone());
        let desk = Arc::new(Desk { config, policy, source, workspaces, notify, tasks });
        Ok(Self { desk, token })
    }

    /// The desk, for a door that is not HTTP.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// The token that callers must show.
    pub fn token(&self) -> Option<&Secret> {
        self.token.as_ref()
    }

    /// Where browsers come from, for people.
    pub fn source(&self) -> String {
        self.desk.source.describe()
    }

    /// Serves on a listener, in the background, until [`House::close`].
    pub fn serve(&self, listener: TcpListener) {
        let mcp: web::Inner = Arc::new(mcp::service(&self.desk));
        let door = Door::new(Arc::clone(&self.desk), self.token.clone(), mcp);
        self.desk.tasks.spawn("http door", door.serve(listener, DRAIN));
    }

    /// The end in order: doors, long waits, turns, browsers, the rest; within one budget.
    pub async fn close(&self) {
        let began = tokio::time::Instant::now();
        self.desk.tasks.stop();
        let ended = self.desk.workspaces.end_all();
        if tokio::time::timeout(BUDGET / 2, ended).await.is_err() {
            tracing::warn!("some browsers did not end in time");
        }
        self.desk.tasks.finish(BUDGET.saturating_sub(began.elapsed())).await;
    }
}

/// The token: the one that is set, else the one in the data folder, else a new one that is kept there.
fn token(config: &Config) -> Result<Secret, String> {
    if let Some(token) = &config.token {
        return Ok(token.clone());
    }
    let path = config.data_dir.join("token");
    let fault = |what: &str, error: std::io::Error| {
        format!("the token {what} {}: {error}; set data.dir or token", path.display())
    };
    match std::fs::read_to_string(&path) {
        Ok(text) if !text.trim().is_empty() => return Ok(Secret::new(text.trim())),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(fault("cannot be read from", error)),
    }
    let mut random = [0; 24];
    getrandom::fill(&mut random).map_err(|error| format!("no randomness for a token: {error}"))?;
    let text = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, random);
    std::fs::create_dir_all(&config.data_dir)
        .and_then(|()| write_private(&path, &text))
        .map_err(|error| fault("cannot be kept in", error))?;
    Ok(Secret::new(text))
}

/// Writes a file that only its owner may read.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// Rules against this server's own addresses and the Grid's.
fn own_addresses(config: &Config) -> Vec<Rule> {
    let mut texts = Vec::new();
    let mut add = |host: &str, port: u16| {
        let is_here = host == "localhost"
            || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified());
        if is_here {
            // Every spelling of this machine.
            for alias in ["localhost", "*.localhost", "127.0.0.0/8", "[::1]", "0.0.0.0", "[::]"] {
                texts.push(format!("{alias}:{port}"));
            }
        } else if host.contains(':') {
            texts.push(format!("[{host}]:{port}"));
        } else {
            texts.push(format!("{host}:{port}"));
        }
    };
    add(&config.listen.ip().to_string(), config.listen.port());
    for host in &config.hosts {
        add(host, config.listen.port());
    }
    for url in [&config.public_url, &config.grid.url].into_iter().flatten() {
        if let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) {
            add(host.trim_matches(['[', ']']), port);
        }
    }
    // Each text was made right here from parsed parts; one that is no rule has no host to protect.
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}
