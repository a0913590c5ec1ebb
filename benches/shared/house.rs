//! The real server in this process, for benches that need a browser.

use handback::actions::{Answer, Caller, Surface, named};
use handback::app::{House, listen};
use handback::config::{Config, Layers, find};
use handback::problem::Problem;
use handback::workspace::Name;
use serde_json::Value;
use std::path::Path;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A server on a free port, without a token; its address.
pub(crate) async fn house(folder: &Path) -> (House, String) {
    let mut layers = Layers::default();
    for (name, text) in
        [("data.dir", folder.to_str().unwrap()), ("listen", "127.0.0.1:0"), ("auth.mode", "off")]
    {
        layers.flag(find(name).unwrap(), text.to_owned());
    }
    let mut config = Config::read(&layers).unwrap();
    let listener = listen(&mut config).await.unwrap();
    let address = config.listen.to_string();
    let house = House::build(config).await.unwrap();
    house.serve(listener);
    (house, address)
}

/// Calls an action as HTTP does.
pub(crate) async fn call(
    house: &House,
    workspace: &Name,
    action: &str,
    args: Value,
) -> Result<Answer, Problem> {
    let args = args.as_object().unwrap().clone();
    let caller = Caller::new(Surface::Http);
    let answer = house.desk().take(named(action).unwrap(), workspace.clone(), args, caller.clone()).await;
    // Nothing is between the caller and its answer here.
    caller.delivery.done();
    answer
}

/// Serves a page on loopback until the process ends; its address.
#[allow(dead_code, reason = "not every bench needs a page")]
pub(crate) async fn page(body: String) -> String {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4_096]).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    format!("http://{address}/")
}
