//! The whole server, in this process, on a free port.

use crate::common::client::Client;
use handback::app::House;
use handback::config::{Config, Layers, find};
use tempfile::TempDir;

/// A server.
pub struct Served {
    /// The rooms.
    pub house: House,
    /// Its address.
    pub base: String,
    /// The token that callers must show.
    pub token: String,
    _data: TempDir,
}

impl Served {
    /// A server with these settings beyond the usual.
    pub async fn start(settings: &[(&str, &str)]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let folder = data.path().display().to_string();
        let mut layers = Layers::default();
        for (name, text) in [("listen", "127.0.0.1:0"), ("data.dir", &folder)].iter().chain(settings) {
            layers.flag(find(name).expect("a setting"), (*text).to_owned());
        }
        let house = House::build(Config::read(&layers).expect("good settings")).await.expect("a house");
        let listener = house.listen().await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        house.serve(listener);
        let token = house.token().map(|token| token.reveal().to_owned()).unwrap_or_default();
        Self { house, base, token, _data: data }
    }

    /// A caller in a workspace.
    pub fn client(&self, workspace: &str) -> Client {
        Client::new(&self.base, Some(&self.token), workspace)
    }
}
