//! What actions on a page have in common: the turn, going somewhere first, and the common fields of the result.

use super::{Answer, Call, Desk, Surface, captured, downloads};
use crate::driver::is_error_page;
use crate::policy::without_userinfo;
use crate::problem::{Code, Problem};
use crate::session::{
    Asked, Effect, Form, Looked, News, Page, Rest, Selector, Session, State, Target, dialog_json,
};
use crate::workspace::{Record, Turn, Want};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long an element is waited for unless the call says otherwise.
const WAIT: f64 = 30.0;

/// The common arguments.
#[derive(Debug, Default, Deserialize)]
struct Common {
    selector: Option<Value>,
    url: Option<String>,
    wait_timeout: Option<f64>,
    outline: Option<String>,
}

/// How much of the page an answer brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    /// Nothing.
    None,
    /// What changed since the caller was last shown it; all if it never was.
    Changes,
    /// All.
    Full,
}

/// A call that acts on a page.
#[derive(Debug)]
pub struct OnPage {
    desk: Arc<Desk>,
    turn: Turn,
    /// The page.
    pub page: Page,
    selector: Option<Selector>,
    wait: Duration,
    show: Show,
    form: Form,
}

impl Call {
    /// Waits for the turn and goes to the address that the call names, if the browser is elsewhere.
    ///
    /// # Errors
    /// Those of the turn, of going there, and a selector that cannot be read.
    pub async fn on_page(&self) -> Result<OnPage, Problem> {
        let common: Common = self.read()?;
        let turn = self.desk.workspaces.turn(&self.workspace, &self.claim()).await?;
        let want = self.want();
        let selector = common.selector.as_ref().map(Selector::read).transpose().map_err(Problem::argument)?;
        let form = match self.caller.surface {
            Surface::Http => Form::Json,
            Surface::Mcp => Form::Text,
        };
        let show = match (common.outline.as_deref(), want) {
            (Some("none"), _) => Show::None,
            (Some("full"), _) => Show::Full,
            (Some("changes"), _) | (_, Want::Change) => Show::Changes,
            (_, Want::Read) => Show::None,
        };
        let mut page = turn.session().page()?;
        if let Some(Selector::Ref(reference)) = selector
            && let Some(own) = page.page_of(reference)
        {
            page = own;
        }
        if let Some(url) = &common.url
            && !page.is_at(url)
        {
            // Going there alters the page, whatever is read of it then.
            turn.become_change()?;
            page.unblocked()?;
            page.go(url).await?;
            page.rest(Effect::Load).await?;
            if let Some(problem) = page.refused() {
                return Err(problem);
            }
        }
        page.mark_now();
        let wait = Duration::from_secs_f64(common.wait_timeout.unwrap_or(WAIT));
        Ok(OnPage { desk: Arc::clone(&self.desk), turn, page, selector, wait, show, form })
    }

    /// [`Call::on_page`] for a turn that was had otherwise: a browser that was just opened.
    pub(super) fn on_opened(&self, turn: Turn, show: Show) -> Result<OnPage, Problem> {
        let page = turn.session().page()?;
        let form = match self.caller.surface {
            Surface::Http => Form::Json,
            Surface::Mcp => Form::Text,
        };
        let wait = Duration::from_secs_f64(WAIT);
        Ok(OnPage { desk: Arc::clone(&self.desk), turn, page, selector: None, wait, show, form })
    }
}

impl OnPage {
    /// How long an element is waited for.
    pub fn wait(&self) -> Duration {
        self.wait
    }

    /// In which form outlines are told.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The browser.
    pub fn session(&self) -> &Session {
        self.turn.session()
    }

    /// Shows all of the page, unless the call said how much.
    pub fn show_all(&mut self) {
        if self.show == Show::Changes {
            self.show = Show::Full;
        }
    }

    /// The element that the call names.
    ///
    /// # Errors
    /// It names none, or none is found in time.
    pub async fn target(&self) -> Result<Target, Problem> {
        match &self.selector {
            Some(selector) => {
                self.page.unblocked()?;
                self.page.find(selector, self.wait).await
            }
            None => Err(Problem::argument(
                "selector is missing: give a ref from an outline, or {css}, {xpath}, {role, name}, {text} or {label}.",
            )),
        }
    }

    /// The element that the call names, if it names one.
    ///
    /// # Errors
    /// It names one, and none is found in time.
    pub async fn target_if_named(&self) -> Result<Option<Target>, Problem> {
        match &self.selector {
            Some(_) => self.target().await.map(Some),
            None => Ok(None),
        }
    }

    /// Keeps the viewport's size for browsers that are opened later.
    ///
    /// # Errors
    /// The store cannot serve.
    pub async fn keep_size(&self, (width, height): (u32, u32)) -> Result<(), Problem> {
        let keep = |record: &mut Record| {
            if let Some(settings) = &mut record.settings {
                (settings.width, settings.height) = (width, height);
            }
        };
        self.desk.workspaces.change(self.turn.workspace(), keep).await
    }

    /// Adds the fresh outline of the page to a stale ref's error: the caller needs it next.
    pub async fn explain(&self, problem: Problem) -> Problem {
        if problem.code() != Code::StaleRef || problem.field("outline").is_some() {
            return problem;
        }
        match self.page.look(&Asked::usual(self.form)).await {
            Ok(looked) => problem.with("outline", looked.value),
            Err(_) => problem,
        }
    }

    /// The result of something that was done: its own fields among the common ones.
    ///
    /// # Errors
    /// Policy refused where it led, or the page cannot be read.
    pub async fn done(self, rest: Rest, fields: Map<String, Value>) -> Result<Answer, Problem> {
        self.page.brought().await;
        if let Some(problem) = self.page.refused() {
            return Err(problem);
        }
        // A page that closed itself leaves the caller in another tab.
        let page = match self.session().know(|state| state.tab(self.page.tab()).is_some()) {
            true => Some(self.page.clone()),
            false => self.session().page().ok(),
        };
        let mut looked = None;
        let mut unread = None;
        if rest.dialog.is_none()
            && let Some(page) = &page
        {
            let outcome = match self.show {
                Show::None => Ok(None),
                Show::Changes => page.look_for_changes(self.form).await.map(Some),
                Show::Full => page.look(&Asked::usual(self.form)).await.map(Some),
            };
            match outcome {
                Ok(outline) => looked = outline,
                // It happened all the same; the page may have gone on, or a dialog opened.
                Err(problem) if problem.code() == Code::BrowserGone => return Err(problem),
                Err(problem) => unread = Some(problem.says().to_owned()),
            }
        }
        self.answer(page, rest, fields, looked.map(|looked| (looked.url, looked.title, looked.value)), unread)
            .await
    }

    /// The result of a look at the page.
    ///
    /// # Errors
    /// None of its own.
    pub async fn looked(self, looked: Looked, fields: Map<String, Value>) -> Result<Answer, Problem> {
        let page = Some(self.page.clone());
        self.answer(page, Rest::default(), fields, Some((looked.url, looked.title, looked.value)), None).await
    }

    /// The result of something that was read.
    ///
    /// # Errors
    /// None of its own.
    pub async fn read_result(self, fields: Map<String, Value>) -> Result<Answer, Problem> {
        let known = || (self.page.url(), String::new());
        let (url, title) = self.page.where_it_is().await.unwrap_or_else(known);
        let rest = Rest { url, title, dialog: self.page.dialog(), ..Rest::default() };
        let page = Some(self.page.clone());
        self.answer(page, rest, fields, None, None).await
    }

    async fn answer(
        mut self,
        page: Option<Page>,
        rest: Rest,
        fields: Map<String, Value>,
        looked: Option<(String, String, Value)>,
        unread: Option<String>,
    ) -> Result<Answer, Problem> {
        let (mut url, mut title) = (without_userinfo(&rest.url), rest.title.clone());
        if let Some((seen_url, seen_title, _)) = &looked {
            (url, title) = (seen_url.clone(), seen_title.clone());
        } else if title.is_empty()
            && rest.dialog.is_none()
            && let Some(page) = &page
            && let Some((seen_url, seen_title)) = page.where_it_is().await
        {
            (url, title) = (without_userinfo(&seen_url), seen_title);
        }
        let mut warnings = Vec::new();
        if is_error_page(&url)
            && let Some(page) = &page
        {
            url = without_userinfo(&page.url());
            warnings.push(format!(
                "{url} did not load: the browser shows a page of its own. Check the address, or try again if the site may be down."
            ));
        }
        let mut answer = Answer::new().with("url", url.clone()).with("title", title);
        answer.fields.extend(fields);
        if let Some(dialog) = &rest.dialog {
            answer = answer.with("dialog", dialog_json(dialog));
        }
        self.session().know(|state| add_news(state, &self.page, &mut answer.fields));
        if self.page.tell_chooser() {
            warnings.push("The page asks for a file: give it with upload_file.".to_owned());
        }
        let workspace = self.turn.workspace().name();
        let downloads = downloads::told(&self.desk, workspace, self.session(), self.page.mark()).await;
        if !downloads.is_empty() {
            answer = answer.with("downloads", downloads);
        }
        let hidden: Vec<&str> = rest
            .seen
            .iter()
            .filter(|seen| seen.gone || looked.is_none())
            .map(|seen| seen.text.as_str())
            .collect();
        if !hidden.is_empty() {
            answer = answer.with("seen_briefly", json!(hidden));
        }
        if let Some(hint) = captured::hint(self.session(), self.form) {
            answer = answer.with("page", hint);
        }
        if let Some(still) = rest.still {
            answer = answer.with("still_changing", still);
        }
        if let Some(reopened) = self.turn.take_reopened() {
            answer = answer.with("reopened", reopened);
        }
        warnings.extend(unread.map(|why| format!("The page could not be read after this: {why}")));
        if !warnings.is_empty() {
            answer = answer.with("warnings", warnings);
        }
        if let Some((_, _, outline)) = looked {
            answer = answer.with("outline", outline);
        }
        self.remember(&url).await;
        Ok(answer)
    }

    /// Keeps the page that the call ended on, for a browser that must be opened again.
    async fn remember(&self, url: &str) {
        if !(url.starts_with("http:") || url.starts_with("https:")) {
            return;
        }
        let workspace = self.turn.workspace();
        let kept = self.desk.workspaces.record(workspace).await.ok().and_then(|record| record.page);
        if kept.as_deref() != Some(url) {
            let url = url.to_owned();
            let change = self.desk.workspaces.change(workspace, |record| record.page = Some(url.clone()));
            if let Err(problem) = change.await {
                tracing::warn!(%problem, "the page could not be kept");
            }
        }
    }
}

/// Tabs that came and went since the call began.
fn add_news(state: &State, page: &Page, fields: &mut Map<String, Value>) {
    let mark = page.mark();
    let (mut opened, mut closed) = (Vec::new(), Vec::new());
    for news in state.news_since(mark) {
        match news {
            News::Opened(id) => {
                if let Some(tab) = state.tab(*id) {
                    let opener = tab.opener.map(|opener| opener.to_string());
                    let url = tab.going.as_ref().map_or(&tab.url, |going| &going.url);
                    opened
                        .push(json!({"tab": id.to_string(), "url": without_userinfo(url), "opener": opener}));
                }
            }
            News::Closed(id) => closed.push(json!(id.to_string())),
            News::Refused { .. } => {}
        }
    }
    let moved = mark.tab != state.current;
    if !opened.is_empty() {
        fields.insert("opened".to_owned(), Value::Array(opened));
    }
    if !closed.is_empty() {
        fields.insert("closed".to_owned(), Value::Array(closed));
    }
    if moved && let Some(current) = state.current {
        fields.insert("tab".to_owned(), json!(current.to_string()));
    }
}
