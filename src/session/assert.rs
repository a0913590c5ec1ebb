//! A condition of the caller's own, asked in the page again and again: at its frames, not by round trips.

use super::page::{Cut, Page};
use super::rest::{Effect, Rest};
use crate::driver::Argument;
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// Beyond the condition's own time, for the answer to come.
const MARGIN: Duration = Duration::from_secs(5);
/// The most characters of a value or an error that are told.
const TOLD: usize = 300;

/// How it stood at the end.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Stood {
    held: bool,
    value: Value,
    threw: Option<String>,
}

impl Page {
    /// Waits until the body of an async function returns `true` in the current frame, and goes on doing so for `stable`.
    ///
    /// # Errors
    /// It does not in time: the caller's message, what it returned or threw last, and where the browser is.
    pub async fn assert(
        &self,
        script: &str,
        message: Option<&str>,
        stable: Duration,
        wait: Duration,
    ) -> Result<Rest, Problem> {
        let until = Instant::now() + wait.max(stable);
        let body = polled(script);
        let mut last = Stood::default();
        loop {
            self.unblocked()?;
            let left = until.saturating_duration_since(Instant::now());
            let times = json!({"wait": left.as_millis() as u64, "stable": stable.as_millis() as u64});
            let frame = self.current_frame();
            let arguments = [Argument::Value(times)];
            let ran = self.driver.run_script(&frame, &body, &arguments, left + MARGIN);
            match self.until_cut(ran).await {
                Ok(Cut::Done(Ok(value))) => {
                    last = serde_json::from_value(value).unwrap_or_default();
                    if last.held {
                        return self.rest_in(&frame, Effect::Slight).await;
                    }
                    return Err(self.failed_assertion(message, &last, wait));
                }
                // A body that is no function body never was one.
                Ok(Cut::Done(Err(thrown))) => return Err(super::script::threw(&thrown)),
                Ok(Cut::Dialog(dialog)) => return Err(super::page::blocked(&dialog)),
                // Another document came: it is asked of that one.
                Err(problem) if problem.code() == Code::StaleRef && Instant::now() < until => {
                    self.rest(Effect::Load).await?;
                }
                Err(problem) if matches!(problem.code(), Code::StaleRef | Code::WaitTimeout) => {
                    return Err(self.failed_assertion(message, &last, wait));
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    fn failed_assertion(&self, message: Option<&str>, stood: &Stood, wait: Duration) -> Problem {
        let message =
            message.map(|message| message.trim_end_matches('.')).unwrap_or("The assertion does not hold");
        let last = match &stood.threw {
            Some(threw) => format!("the script threw {}", cut(threw)),
            None => format!("the script returned {}", cut(&stood.value.to_string())),
        };
        let says = format!(
            "{message}: {last} at the end (waited {:.0} s); the browser is at {}.",
            wait.as_secs_f64(),
            without_userinfo(&self.url())
        );
        Problem::new(Code::AssertFailed, says).with("last", stood.value.clone())
    }
}

/// The body, asked until it returns true for long enough or the time is over. A document that is not shown has no
/// frames, so a clock goes beside them.
fn polled(body: &str) -> String {
    let mut text = String::from("const holds=async()=>{\n");
    text.push_str(body);
    text.push_str(
        "\n};const{wait,stable}=args[0];const end=Date.now()+wait;let since=null,value=null,threw=null;\
         for(;;){try{value=await holds();threw=null}catch(e){threw=String(e);value=null}\
         const now=Date.now();\
         if(value===true){since??=now;if(now-since>=stable)return{held:true}}else since=null;\
         if(now>=end)return{held:false,value:value===undefined?null:value,threw};\
         await new Promise(r=>{const t=setTimeout(r,100);requestAnimationFrame(()=>{clearTimeout(t);r()})})}",
    );
    text
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
