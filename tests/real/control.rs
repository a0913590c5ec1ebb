//! A person watches, takes over and hands back, on real browsers, here and through a real Grid.

mod ends;
mod forms;
mod hand;
mod notify;
mod people;
mod whole;

use crate::common::client::{Client, entry, named};
use crate::common::live::Person;
use crate::common::served::Served;
use crate::common::site::Site;
use serde_json::{Value, json};

/// A server, a page in a browser, and a caller.
struct Scene {
    served: Served,
    site: Site,
    agent: Client,
    workspace: String,
}

impl Scene {
    /// Opens a page of the site in a browser. `flags`: the server's.
    async fn open(browser: &str, flags: &[&str], path: &str) -> Self {
        let (served, site) = (Served::start(flags).await, Site::start().await);
        let workspace = format!("control-{browser}");
        let agent = served.client(&workspace);
        let opened = json!({"browser": browser, "url": site.at(path), "outline": "none"});
        agent.post("/browser", opened).await.ok();
        Self { served, site, agent, workspace }
    }

    /// A person who watches.
    async fn person(&self, name: &str) -> Person {
        Person::watch(&self.agent, &self.workspace, name).await
    }

    /// What `await_control` answers.
    async fn awaited(&self) -> Value {
        self.agent.post("/browser/await-control", json!({})).await.ok()
    }

    /// A call that waits for the hand-back, and does so by now.
    async fn waiting(&self) -> tokio::task::JoinHandle<Value> {
        let agent = self.agent.clone();
        let before = self.waiters().await;
        let waiting = tokio::spawn(async move { agent.post("/browser/await-control", json!({})).await.ok() });
        crate::common::until(std::time::Duration::from_secs(10), "the call to wait", async || {
            (self.waiters().await > before).then_some(())
        })
        .await;
        waiting
    }

    /// How many calls are under way.
    async fn waiters(&self) -> u64 {
        let list = self.agent.get("/admin/workspaces").await.ok();
        let own = list["workspaces"].as_array().expect("a list").iter();
        let mut own = own.filter(|workspace| workspace["name"] == self.workspace.as_str());
        own.next().map_or(0, |workspace| workspace["underway"].as_u64().expect("a number"))
    }

    /// Waits until the studio's page has seen its pad pressed.
    async fn until_pressed(&self) {
        crate::common::until(std::time::Duration::from_secs(20), "the press", async || {
            let outline = self.agent.outline().await;
            (entry(&outline, "img", "Pad")["description"] == "pressed").then_some(())
        })
        .await;
    }

    /// The log that the page of the studio keeps.
    async fn log(&self) -> Vec<Value> {
        // A read, as long as a person has control: a script would be refused.
        self.agent.script("return log").await.as_array().expect("a log").clone()
    }
}

/// The addresses and titles of what was visited.
fn visited(answer: &Value) -> Vec<(String, String)> {
    let list = answer["visited"].as_array().unwrap_or_else(|| panic!("no visited: {answer}"));
    let text = |page: &Value, name: &str| page[name].as_str().unwrap_or_default().to_owned();
    list.iter().map(|page| (text(page, "url"), text(page, "title"))).collect()
}
