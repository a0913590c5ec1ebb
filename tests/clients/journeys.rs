//! The main job by outside clients: open, go to a page, outline, write and click by ref, see what changed, end; in both
//! browsers, on this machine and through a real Grid.

use crate::common::grid;
use crate::common::served::Served;
use crate::common::site::Site;
use crate::outside::{client, here, program, run};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

/// A client of the server.
struct Journey {
    /// Its program.
    script: &'static str,
    /// The protocol that it and the server agree on; none over plain HTTP.
    protocol: Option<&'static str>,
}

const PYTHON: Journey = Journey { script: "journey.py", protocol: Some("2026-07-28") };
const SDK1: Journey = Journey { script: "journey-sdk1.mjs", protocol: Some("2025-11-25") };
const SDK2: Journey = Journey { script: "journey-sdk2.mjs", protocol: Some("2026-07-28") };
const CURL: Journey = Journey { script: "journey.sh", protocol: None };

macro_rules! everywhere {
    ($($name:ident: $journey:ident;)*) => {
        $(mod $name {
            use super::*;

            #[tokio::test]
            async fn chrome_here() {
                $journey.make(here().await, "chrome").await;
            }

            #[tokio::test]
            async fn firefox_here() {
                $journey.make(here().await, "firefox").await;
            }

            #[tokio::test]
            async fn chrome_through_a_grid() {
                $journey.make(through_a_grid().await, "chrome").await;
            }

            #[tokio::test]
            async fn firefox_through_a_grid() {
                $journey.make(through_a_grid().await, "firefox").await;
            }
        })*
    };
}

everywhere! {
    python: PYTHON;
    sdk1: SDK1;
    sdk2: SDK2;
    curl: CURL;
}

mod python_over_pipes {
    use super::*;

    #[tokio::test]
    async fn chrome_here() {
        over_pipes("chrome", &[]).await;
    }

    #[tokio::test]
    async fn firefox_here() {
        over_pipes("firefox", &[]).await;
    }

    #[tokio::test]
    async fn firefox_through_a_grid() {
        over_pipes("firefox", &["--grid", &grid::shared_hub().await.url()]).await;
    }
}

/// One server for all journeys through a Grid.
async fn through_a_grid() -> &'static Served {
    static SERVED: OnceCell<Served> = OnceCell::const_new();
    SERVED
        .get_or_init(async || {
            let url = grid::shared_hub().await.url();
            Served::start(&["--grid", &url]).await
        })
        .await
}

impl Journey {
    async fn make(&self, served: &Served, browser: &str) {
        let site = Site::start().await;
        let workspace = format!("{}-{browser}", self.script.replace('.', "-"));
        let mut command = client(self.script, served, &workspace);
        command.env("BROWSER", browser).env("PAGE", site.at("/form"));
        let report = run(command).await.report();
        self.check(&report, browser, &workspace, &site.at("/form"));
    }

    fn check(&self, report: &Value, browser: &str, workspace: &str, page: &str) {
        let steps = &report["steps"];
        let opened = &steps["open"];
        assert_eq!((&opened["browser"], &opened["workspace"]), (&json!(browser), &json!(workspace)));
        assert_eq!((&steps["page"]["url"], &steps["page"]["title"]), (&json!(page), &json!("A form")));
        assert_eq!(steps["write"]["value"], "Ada");
        let clicked = &steps["click"];
        assert_eq!(
            (&clicked["received"]["name"], &clicked["title"]),
            (&json!("Greet"), &json!("Greeted")),
            "{clicked}"
        );
        for seen in [clicked, &steps["after"]] {
            assert!(seen["outline"].to_string().contains("Hello Ada!"), "{seen}");
        }
        assert_eq!(steps["end"], json!({"ended": true, "workspace": workspace}));
        assert!(!report.to_string().contains("hunter2"), "a password never leaves");

        assert_eq!(report["protocol"].as_str(), self.protocol);
        if self.protocol.is_some() {
            let tools = report["tools"].as_array().expect("a list");
            for action in handback::actions::TABLE {
                assert!(tools.contains(&json!(action.name)), "{} is not listed", action.name);
            }
            // Some clients show a model nothing but the text.
            let text = |step: &str| report["texts"][step].as_str().expect("a text").to_owned();
            assert!(text("click").contains("+ status: \"Hello Ada!\""), "{}", text("click"));
            assert!(text("after").contains("textbox \"Name\" = \"Ada\""), "{}", text("after"));
            assert!(text("write").contains("value: \"Ada\""), "{}", text("write"));
        }
    }
}

/// The journey with a server that the client starts itself and talks to over its pipes.
async fn over_pipes(browser: &str, flags: &[&str]) {
    let (site, data) = (Site::start().await, crate::common::process::folder());
    let folder = data.path().to_str().expect("a plain path");
    let words = [&[env!("CARGO_BIN_EXE_handback"), "mcp", "--data-dir", folder], flags].concat();
    let mut command = program(PYTHON.script);
    command.env("COMMAND", json!(words).to_string()).env("BROWSER", browser).env("PAGE", site.at("/form"));
    let report = run(command).await.report();
    PYTHON.check(&report, browser, "stdio", &site.at("/form"));
    let left = crate::common::process::of_folder(&data.path().join("browsers"));
    assert!(left.is_empty(), "the server leaves no browser behind: {left:?}");
}
