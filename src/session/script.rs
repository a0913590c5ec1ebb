//! A caller's script in the page.

use super::page::{Cut, Page};
use super::rest::{Effect, Rest};
use crate::driver::{Argument, Thrown};
use crate::outline::Lookup;
use crate::problem::{Code, Problem};
use handback_protocol::ids::ContextId;
use serde_json::{Value, json};

impl Page {
    /// Runs the body of an async function in the current frame, or in the one that holds the elements among `args`
    /// (`{"ref": "e12"}` stands for one). A script that opens a dialog gives no result but the dialog.
    ///
    /// # Errors
    /// It threw, an element is gone, or the elements are in different frames.
    pub async fn run(&self, script: &str, args: &[Value]) -> Result<(Value, Rest), Problem> {
        let mut frame: Option<ContextId> = None;
        let mut arguments = Vec::with_capacity(args.len());
        for arg in args {
            match reference(arg) {
                None => arguments.push(Argument::Value(arg.clone())),
                Some(text) => {
                    let (place, number) = self.element(text)?;
                    if frame.as_ref().is_some_and(|frame| *frame != place) {
                        let says = "The elements are in different frames, and a script runs in one: run it once for each.";
                        return Err(Problem::argument(says));
                    }
                    frame = Some(place);
                    arguments.push(Argument::Element(number));
                }
            }
        }
        let frame = frame.unwrap_or_else(|| self.current_frame());
        self.ask::<Value>(&frame, "arm", &json!({}), super::page::PROMPT).await?;
        let deadline = self.session.inner.wish.script;
        let ran = self.until_cut(self.driver.run_script(&frame, script, &arguments, deadline)).await;
        match ran {
            Ok(Cut::Done(Ok(result))) => {
                let rest = self.rest_in(&frame, Effect::Press).await?;
                Ok((result, rest))
            }
            Ok(Cut::Done(Err(thrown))) => Err(threw(&thrown)),
            Ok(Cut::Dialog(_)) => Ok((Value::Null, self.rest_now())),
            // The script left the page: that was its doing.
            Err(problem) if problem.code() == Code::StaleRef && arguments.is_empty() => {
                let rest = self.rest(Effect::Load).await?;
                Ok((Value::Null, rest))
            }
            Err(problem) if problem.code() == Code::WaitTimeout => {
                let says = format!(
                    "The script did not end within {:.0} s (script_timeout).",
                    deadline.as_secs_f64()
                );
                Err(Problem::new(Code::WaitTimeout, says))
            }
            Err(problem) => Err(problem),
        }
    }

    fn element(&self, text: &str) -> Result<(ContextId, u32), Problem> {
        let reference = text.parse().map_err(|no| Problem::argument(format!("args: {text:?}: {no}.")))?;
        let view = self.session.view();
        match view.refs.look_up(reference) {
            Lookup::Found { document, node } => {
                let place = view.place_of(document).cloned().ok_or_else(|| super::find::stale(reference))?;
                Ok((place, node))
            }
            Lookup::Stale => Err(super::find::stale(reference)),
            Lookup::Unknown => {
                Err(Problem::argument(format!("args: there is no ref {reference}; call outline.")))
            }
        }
    }
}

/// `{"ref": "e12"}`, alone.
fn reference(arg: &Value) -> Option<&str> {
    let object = arg.as_object().filter(|object| object.len() == 1)?;
    object.get("ref")?.as_str()
}

pub(super) fn threw(thrown: &Thrown) -> Problem {
    let text: String = thrown.text.chars().take(500).collect();
    let line = if thrown.line > 0 { format!(" (line {})", thrown.line) } else { String::new() };
    Problem::new(Code::ScriptError, format!("The script threw{line}: {text}"))
}
