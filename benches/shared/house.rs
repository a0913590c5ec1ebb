//! The real server in this process, for benches that need a browser.

use handback::actions::{Answer, Caller, Surface, named};
use handback::app::House;
use handback::config::{Config, Layers, find};
use handback::problem::Problem;
use handback::workspace::Name;
use serde_json::Value;
use std::path::Path;

/// A server on a free port, without a token; its address.
pub(crate) async fn house(folder: &Path) -> (House, String) {
    let mut layers = Layers::default();
    for (name, text) in
        [("data.dir", folder.to_str().unwrap()), ("listen", "127.0.0.1:0"), ("auth.mode", "off")]
    {
        layers.flag(find(name).unwrap(), text.to_owned());
    }
    let house = House::build(Config::read(&layers).unwrap()).await.unwrap();
    let listener = house.listen().await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
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
