//! Opens a page in a browser that a driver starts, and prints its title and what the browser told on the way.
//!
//! ```text
//! chromedriver --port=9515 &
//! cargo run -p handback-protocol --example open_page -- http://127.0.0.1:9515 https://example.com
//! ```
//!
//! geckodriver works the same, and so does a Selenium Grid. Further words are arguments for the browser.

mod http;

use handback_protocol::bidi::browsing_context::{
    DomContentLoaded, GetTree, Load, Navigate, NavigationCommitted, NavigationStarted, ReadinessState,
};
use handback_protocol::bidi::network::{BeforeRequestSent, ResponseCompleted};
use handback_protocol::bidi::script::{Evaluate, Target};
use handback_protocol::bidi::session::Subscribe;
use handback_protocol::capabilities::{
    CapabilitiesRequest, CapabilityRequest, PromptBehavior, PromptHandler,
};
use handback_protocol::classic::session::{DeleteSession, NewSession};
use handback_protocol::classic::status::GetStatus;
use handback_protocol::message::Event;
use handback_protocol::{Connection, Endpoint, Events, Limits, Tls, connect, open};
use serde_json::json;
use std::time::Duration;

type Failure = Box<dyn std::error::Error>;

const DEADLINE: Duration = Duration::from_secs(30);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let (Some(driver), Some(page)) = (words.next(), words.next()) else {
        return Err("usage: open_page DRIVER-URL PAGE-URL [BROWSER-ARGUMENT…]".into());
    };
    let driver = driver.parse()?;
    let status = http::send(&driver, &GetStatus).await?;
    println!("the driver is {}: {}", if status.ready { "ready" } else { "not ready" }, status.message);

    let wanted = wanted(words.collect());
    let session = http::send(&driver, &NewSession { capabilities: &wanted }).await?;
    let outcome = match session.capabilities.web_socket_url() {
        Some(url) => visit(url, &page).await,
        None => Err("the driver offers no BiDi".into()),
    };
    // Whatever happened, the browser must not be left behind.
    http::send(&driver, &DeleteSession(&session.session_id)).await?;
    outcome
}

/// A headless browser with BiDi that leaves dialogs to us, of the kind that the driver has.
fn wanted(arguments: Vec<String>) -> CapabilitiesRequest {
    let kind = |browser: &str, options: &str, headless: &str| {
        let arguments: Vec<&str> =
            std::iter::once(headless).chain(arguments.iter().map(String::as_str)).collect();
        let other = [(options.to_owned(), json!({ "args": arguments }))].into_iter().collect();
        CapabilityRequest { browser_name: Some(browser.to_owned()), other, ..CapabilityRequest::default() }
    };
    CapabilitiesRequest {
        always_match: CapabilityRequest {
            web_socket_url: Some(true),
            unhandled_prompt_behavior: Some(PromptBehavior::all(PromptHandler::Ignore)),
            ..CapabilityRequest::default()
        },
        first_match: vec![
            kind("chrome", "goog:chromeOptions", "--headless=new"),
            kind("firefox", "moz:firefoxOptions", "-headless"),
        ],
    }
}

async fn visit(socket: &str, page: &str) -> Result<(), Failure> {
    let limits = Limits::default();
    let (url, receive_bytes) = (socket.parse()?, limits.receive_bytes);
    let endpoint = Endpoint { url, tls: Tls::system(&[])?, deadline: DEADLINE, receive_bytes };
    let (connection, events) = open(connect(&endpoint).await?, limits);
    let telling = tell(events);
    let driving = async {
        let outcome = drive(&connection, page).await;
        connection.close().await;
        outcome
    };
    let (outcome, ()) = tokio::join!(driving, telling);
    outcome
}

async fn drive(connection: &Connection, page: &str) -> Result<(), Failure> {
    for name in [
        NavigationStarted::METHOD,
        NavigationCommitted::METHOD,
        DomContentLoaded::METHOD,
        Load::METHOD,
        BeforeRequestSent::METHOD,
        ResponseCompleted::METHOD,
    ] {
        let subscribe = Subscribe { events: &[name], scope: Default::default() };
        connection.call(&subscribe, DEADLINE).await?;
    }
    let tabs = connection.call(&GetTree::default(), DEADLINE).await?.value.contexts;
    let context = &tabs.first().ok_or("the browser has no tab")?.context;
    let navigate = Navigate { context, url: page, wait: Some(ReadinessState::Complete) };
    connection.call(&navigate, DEADLINE).await?;
    let script = Evaluate::new(Target::Context { context, sandbox: None }, "document.title");
    let title = connection.call(&script, DEADLINE).await?.value.result;
    match title {
        Ok(title) => println!("the title is {}", title.to_json()),
        Err(thrown) => println!("the script threw {}", thrown.text),
    }
    Ok(())
}

/// Prints events until the connection is over.
async fn tell(mut events: Events) {
    while let Some(event) = events.next().await {
        let told = if let Some(Ok(BeforeRequestSent(step))) = event.read() {
            format!("{} {}", step.request.method, step.request.url)
        } else if let Some(Ok(ResponseCompleted(step))) = event.read() {
            let status = step.response.map(|response| response.status).unwrap_or_default();
            format!("{status} {}", step.request.url)
        } else {
            String::from_utf8_lossy(event.raw()).into_owned()
        };
        println!("{:>5}  {:<38} {told}", event.seq.0, event.method);
    }
}
