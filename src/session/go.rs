//! Going to an address, and what came of it.

use super::page::{Cut, Page};
use super::state::News;
use crate::driver::{Arrival, Fault};
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};
use std::future::Future;
use std::time::Duration;
use tokio::time::Instant;

/// How long a browser may take to say that a navigation is on its way, past which its events decide.
const ANSWER: Duration = Duration::from_secs(60);

impl Page {
    /// Goes to an address. Whether and when the page has come to rest is asked with [`Page::rest`].
    ///
    /// # Errors
    /// Policy refuses the address, or the page did not come; a download is no failure.
    pub async fn go(&self, address: &str) -> Result<(), Problem> {
        let url = self.session.inner.policy.check_text(address).map_err(|blocked| {
            let says = format!("The address was not visited: {blocked}.");
            Problem::new(Code::AddressBlocked, says)
        })?;
        // A fragment of the page that is shown is no new document, and comes without events that say so in time.
        self.travel(self.driver.go(&self.context, url.as_str(), ANSWER), url.as_str()).await
    }

    /// Goes back (negative) or forward in the tab's history.
    ///
    /// # Errors
    /// There is nothing there, or the page did not come.
    pub async fn traverse(&self, delta: i32) -> Result<(), Problem> {
        let url = self.url();
        match self.travel(self.driver.traverse(&self.context, delta, ANSWER), &url).await {
            Err(problem) if problem.code() == Code::NavigationFailed => {
                let way = if delta < 0 { "back" } else { "forward" };
                Err(Problem::new(
                    Code::NavigationFailed,
                    format!("There is no page to go {way} to in this tab."),
                ))
            }
            other => other,
        }
    }

    /// Loads the page again.
    ///
    /// # Errors
    /// It did not come.
    pub async fn reload(&self) -> Result<(), Problem> {
        let url = self.url();
        self.travel(self.driver.reload(&self.context, ANSWER), &url).await
    }

    /// Waits until a navigation is under way, arrived, failed, or was cut short by a dialog.
    pub(super) async fn travel(
        &self,
        going: impl Future<Output = Result<Arrival, Fault>>,
        url: &str,
    ) -> Result<(), Problem> {
        let load = self.session.inner.wish.page_load;
        let was_stuck = self.is_stuck();
        if was_stuck && let Err(fault) = self.driver.interrupt(&self.context).await {
            tracing::debug!(%fault, "a stuck page could not be interrupted");
        }
        self.session.inner.state.send_modify(|state| state.revive(self.tab));
        let cut = match tokio::time::timeout(load, self.until_cut(going)).await {
            Ok(cut) => cut?,
            Err(_) if was_stuck => {
                let says =
                    "The page is stuck and lets its tab go nowhere: close the tab, or end the browser.";
                return Err(Problem::new(Code::WaitTimeout, says));
            }
            // It has not even begun to come: told as still loading by the rest.
            Err(_) => return Ok(()),
        };
        let Cut::Done(arrival) = cut else { return Ok(()) };
        match arrival {
            Arrival::Begun(seq) => {
                // The state must have folded what the browser told before its answer.
                self.wait_for(Duration::from_secs(5), |state| state.folded >= seq).await;
                Ok(())
            }
            Arrival::Failed(reason) => self.failed(&reason, url).await,
        }
    }

    /// A browser calls a download, a «no content» and a refused address failures too; events tell them apart.
    async fn failed(&self, reason: &str, url: &str) -> Result<(), Problem> {
        let until = Instant::now() + Duration::from_millis(500);
        let aborted = reason.contains("ERR_ABORTED") || reason.contains("NS_BINDING_ABORTED");
        if aborted {
            let mark = &self.mark;
            let wait = until.saturating_duration_since(Instant::now());
            if self.wait_for(wait, |state| state.came_to_other(mark)).await {
                return self.refused().map_or(Ok(()), Err);
            }
        }
        if let Some(problem) = self.refused() {
            return Err(problem);
        }
        let at = without_userinfo(url);
        if reason.contains("CERT")
            || reason.contains("SSL_ERROR")
            || reason.contains("SEC_ERROR")
            || reason.contains("MOZILLA_PKIX")
        {
            let says = format!(
                "The certificate of {at} is not trusted ({reason}): open_session with insecure=true takes it, if you may."
            );
            return Err(Problem::new(Code::UntrustedCertificate, says));
        }
        if aborted {
            // No content: the page stays where it was, as it would for a person.
            return Ok(());
        }
        let says =
            format!("{at} did not load ({reason}): check the address, or try again if the site may be down.");
        Err(Problem::new(Code::NavigationFailed, says))
    }

    /// The navigation that policy refused since the call began, in this tab or in one that the page opened.
    pub fn refused(&self) -> Option<Problem> {
        let problem = |url: &str, why: &dyn std::fmt::Display| {
            let at = without_userinfo(url);
            let says = format!("The page wanted to go to {at}, which was not visited: {why}.");
            Problem::new(Code::AddressBlocked, says)
        };
        self.session.know(|state| {
            state.news_since(&self.mark).find_map(|news| match news {
                News::Refused { url, why } => Some(problem(url, why)),
                // A tab goes its first way before anybody can hold its requests: Chrome does not resolve the host then.
                News::Opened(id) => {
                    let tab = state.tab(*id)?;
                    let url = tab.going.as_ref().map_or(&tab.url, |going| &going.url);
                    let blocked =
                        self.session.inner.policy.check_request(&url::Url::parse(url).ok()?).err()?;
                    Some(problem(url, &blocked))
                }
                _ => None,
            })
        })
    }
}
