//! Every action on pages of our own, in both browsers: what it says happened, and what the page says.
//!
//! The pages take real input only, or say that it was not.

mod captures;
mod choices;
mod drags;
mod files;
mod pictures;
mod presses;
mod reads;
mod writes;

use crate::common::client::{Answered, Client};
use crate::common::served::Served;
use crate::common::site::Site;
use serde_json::{Value, json};

/// Where an action happens.
struct Stage {
    client: Client,
    site: Site,
    browser: &'static str,
    /// Ends when this is dropped.
    _served: Served,
}

macro_rules! in_both {
    ($($module:ident: $($name:ident)*;)*) => {
        mod chrome {
            $($(#[tokio::test]
            async fn $name() {
                super::$module::$name(&super::Stage::open("chrome").await).await;
            })*)*
        }
        mod firefox {
            $($(#[tokio::test]
            async fn $name() {
                super::$module::$name(&super::Stage::open("firefox").await).await;
            })*)*
        }
    };
}

in_both! {
    presses: what_is_pressed_gets_it what_is_in_the_way_is_named waits_say_why;
    drags: what_is_dragged_arrives;
    captures: consoles_and_requests_are_kept;
    choices: options_are_chosen own_lists_are_opened;
    writes: fields_keep_what_is_written what_is_not_kept_is_told editors_take_keys;
    files: files_are_given files_that_cannot_be_given_say_why downloads_are_told_and_opened pages_are_kept;
    pictures: pictures_fit_and_say_their_scale pictures_bear_refs;
    reads: pages_are_read_as_markdown;
}

impl Stage {
    async fn open(browser: &'static str) -> Self {
        let served = Served::start(&[]).await;
        let client = served.client("acts");
        client.open(browser).await;
        Self { client, site: Site::start().await, browser, _served: served }
    }

    /// Goes to a page of `fixtures/pages`.
    async fn go(&self, page: &str) -> Value {
        self.client.go(&self.site.at(&format!("/pages/act-{page}.html"))).await
    }

    /// Acts, without an outline.
    async fn act(&self, path: &str, mut arguments: Value) -> Answered {
        arguments["outline"] = json!("none");
        arguments["wait_timeout"] = arguments.get("wait_timeout").cloned().unwrap_or(json!(5));
        self.client.post(&format!("/browser/{path}"), arguments).await
    }

    async fn click(&self, selector: Value) -> Value {
        self.act("interact/click", json!({"selector": selector})).await.ok()
    }

    async fn write(&self, label: &str, text: &str) -> Answered {
        self.act("write", json!({"selector": {"label": label}, "text": text})).await
    }

    /// What the page says in its status.
    async fn says(&self) -> String {
        let said = self.client.script("return document.getElementById('out').textContent").await;
        said.as_str().expect("a text").to_owned()
    }

    fn is_firefox(&self) -> bool {
        self.browser == "firefox"
    }
}

fn named(role: &str, name: &str) -> Value {
    json!({"role": role, "name": name})
}
