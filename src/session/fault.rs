//! From what a verb could not do to what the caller is told.

use super::Over;
use crate::driver::Fault;
use crate::problem::{Code, Problem};
use handback_protocol::Error;

/// A fault as a problem. `gone`: what it means here that the document or tab is gone.
pub(super) fn problem(fault: Fault, gone: &str) -> Problem {
    match fault {
        Fault::Gone => Problem::new(Code::StaleRef, gone),
        Fault::Page { name, message } if name == "SyntaxError" => {
            Problem::argument(format!("The selector cannot be read: {}", first_sentence(&message)))
        }
        Fault::Page { name, message } => Problem::internal(format!("our script threw {name}: {message}")),
        Fault::Wire(Error::Late { method, after }) => {
            let says = format!(
                "The page did not answer within {:.0} s: a script keeps it busy, or a dialog holds it. Try again, navigate away, close its tab, or end the browser.",
                after.as_secs_f64()
            );
            Problem::new(Code::WaitTimeout, says).logged(format!("late: {method}"))
        }
        Fault::Wire(Error::Closed(why)) => browser_gone().logged(why),
        Fault::Wire(error) => Problem::internal(error),
        Fault::Refused(refusal) if refusal.is_session_gone() => browser_gone().logged(refusal.message),
        Fault::Refused(refusal) => {
            let says = "The browser refused to do this; the server's log has its words.";
            Problem::new(Code::Unsupported, says).logged(Error::Refused(refusal))
        }
    }
}

/// The browser went away under a call; `over`: why, if that is known by now.
pub(super) fn over(over: Option<Over>) -> Problem {
    if over == Some(Over::Ended) {
        let says = "The browser was ended while this call ran: call open_session for a new one.";
        return Problem::new(Code::BrowserGone, says);
    }
    browser_gone()
}

/// The browser went away under a call.
pub(super) fn browser_gone() -> Problem {
    Problem::new(
        Code::BrowserGone,
        "The browser went away while this ran, or the connection to it broke. The next call goes on in it if it lives, else in a new one with the same settings at the last page.",
    )
}

fn first_sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    let line: String = line.chars().take(300).collect();
    if line.ends_with('.') { line } else { format!("{line}.") }
}
