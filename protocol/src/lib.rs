//! What can be said to a browser: WebDriver BiDi, the Chrome DevTools Protocol and classic WebDriver, typed and lenient,
//! over one actor a connection.
//!
//! It owns the wire and nothing above it: it starts no browser, knows no page and decides nothing. A [`Connection`]
//! sends any [`Command`](message::Command) and hands out [`Events`]; classic WebDriver gives requests to send with
//! whatever HTTP client there is.
//!
//! ```no_run
//! use handback_protocol::bidi::browsing_context::{GetTree, Load, Navigate, ReadinessState};
//! use handback_protocol::bidi::session::Subscribe;
//! use handback_protocol::message::Event;
//! use handback_protocol::{Endpoint, Limits, Tls, connect, open};
//! use std::time::Duration;
//!
//! # async fn example(socket: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let limits = Limits::default();
//! let deadline = Duration::from_secs(10);
//! let (url, receive_bytes) = (socket.parse()?, limits.receive_bytes);
//! let transport = connect(&Endpoint { url, tls: Tls::system(&[])?, deadline, receive_bytes }).await?;
//! let (connection, mut events) = open(transport, limits);
//! let scope = Default::default();
//! connection.call(&Subscribe { events: &[Load::METHOD], scope }, deadline).await?;
//! let tabs = connection.call(&GetTree::default(), deadline).await?.value.contexts;
//! let context = &tabs.first().ok_or("no tab")?.context;
//! let wait = Some(ReadinessState::None);
//! connection.call(&Navigate { context, url: "https://example.com", wait }, deadline).await?;
//! while let Some(event) = events.next().await {
//!     if let Some(load) = event.read::<Load>() {
//!         println!("loaded {:?}", load?.0.url);
//!         break;
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # One connection
//!
//! 1. One task owns the reader, the waiting calls, the ids and the word «closed». Nothing is locked.
//! 2. The first reason for the end stays: each later call fails at once, and with that reason.
//! 3. Each call has a deadline, and so has the handshake.
//! 4. A caller that leaves costs nothing: its call is not sent if it was not yet, and forgotten if it was.
//! 5. [`open`] hands out the events together with the connection, so that none can come before somebody listens.
//! 6. Each frame has a number, [`Seq`](ids::Seq). Answers and events carry that of their frame, so that «what the
//!    answer knew» and «what the events told» compare.
//! 7. The reader waits for nobody. Events queue up to a bound of number and bytes; past it the connection ends, as
//!    [`Why::Overrun`], because an event that was left out silently would make a lie of every state folded from them.
//! 8. Writing never holds up reading, and a peer that does not read holds up its callers, within their deadlines.
//! 9. An envelope is read first and borrowed; bodies stay raw until somebody wants them. Events, fields, codes and
//!    words that nobody knows are normal.
//! 10. A frame that cannot be read is one warning without its text; if it bears a call's id, that call fails now.
//! 11. A socket may stay open and silent after its browser is gone. While somebody is [`Awake`], silence is answered
//!     with a question, and silence after that is the end.
//!
//! The first six and the last are kept in `connection`, the others in `connection/actor` and `message`.
//!
//! # Specifications
//!
//! | module | specification |
//! |---|---|
//! | [`bidi::session`] | <https://w3c.github.io/webdriver-bidi/#module-session> |
//! | [`bidi::browser`] | <https://w3c.github.io/webdriver-bidi/#module-browser> |
//! | [`bidi::browsing_context`] | <https://w3c.github.io/webdriver-bidi/#module-browsingContext> |
//! | [`bidi::script`] | <https://w3c.github.io/webdriver-bidi/#module-script> |
//! | [`bidi::input`] | <https://w3c.github.io/webdriver-bidi/#module-input> |
//! | [`bidi::network`] | <https://w3c.github.io/webdriver-bidi/#module-network> |
//! | [`bidi::storage`] | <https://w3c.github.io/webdriver-bidi/#module-storage> |
//! | [`bidi::log`] | <https://w3c.github.io/webdriver-bidi/#module-log> |
//! | [`bidi::emulation`] | <https://w3c.github.io/webdriver-bidi/#module-emulation> |
//! | [`bidi::web_extension`] | <https://w3c.github.io/webdriver-bidi/#module-webExtension> |
//! | [`bidi::cdp`] | <https://github.com/GoogleChromeLabs/chromium-bidi> |
//! | [`cdp`], a file a domain | <https://chromedevtools.github.io/devtools-protocol/tot/> |
//! | [`classic`] | <https://www.w3.org/TR/webdriver2/> and Selenium Grid's own routes |
//! | [`capabilities`] | <https://www.w3.org/TR/webdriver2/#capabilities> |
//! | [`transport`] | [RFC 6455](https://www.rfc-editor.org/rfc/rfc6455), over TCP or TLS |

pub mod bidi;
pub mod capabilities;
pub mod cdp;
pub mod classic;
pub mod connection;
pub mod error;
pub mod ids;
pub mod message;
pub mod surrogates;
pub mod transport;

pub use connection::{Awake, Connection, Events, Heartbeat, Limits, open};
pub use error::{Code, Error, Refusal, Why};
pub use transport::{ConnectError, Endpoint, Peer, Tls, Transport, connect, joined};
