//! A file into a page's file field: by the field itself, by its label, or by whatever opens its chooser.

use super::files::GivenFile;
use super::find::Target;
use super::obstacle::Spoken;
use super::page::{PROMPT, Page};
use super::press::Gesture;
use super::rest::{Effect, Rest};
use super::state::{Chooser, State};
use crate::problem::{Code, Problem};
use crate::source::file_name;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// How long a page may take to open its chooser after the press.
const CHOOSER: Duration = Duration::from_secs(5);

/// A file that was given.
#[derive(Clone, Debug)]
pub struct Uploaded {
    /// Its name, as the field shows it.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Whether the field holds it: some pages take a file and empty the field for the next.
    pub kept: bool,
    /// How the page came to rest.
    pub rest: Rest,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Field {
    node: Option<u32>,
    #[serde(flatten)]
    about: Spoken,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Holds {
    files: Vec<HeldFile>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct HeldFile {
    name: String,
    size: u64,
}

impl Page {
    /// Gives a file to the field that an element stands for; without one, to the chooser that is open.
    ///
    /// # Errors
    /// There is no field and no chooser, the field is disabled or does not take the file, or the file could not be
    /// brought to the browser.
    pub async fn upload(
        &self,
        target: Option<&Target>,
        file: GivenFile,
        wait: Duration,
    ) -> Result<Uploaded, Problem> {
        let given = HeldFile { name: file_name(&file.name), size: file.bytes.len() as u64 };
        let field = match target {
            Some(target) => self.file_field(target, wait).await?.map(|node| (target, node)),
            None => None,
        };
        let (held, rest) = match field {
            Some((target, node)) => self.give_to_field(target, node, file).await?,
            None => self.give_to_chooser(target, file, wait).await?,
        };
        let kept = held.contains(&given);
        if !kept && !held.is_empty() {
            let says = format!(
                "The file field holds another file than {:?}: look at the page again with outline.",
                given.name
            );
            return Err(Problem::new(Code::NotDone, says));
        }
        Ok(Uploaded { name: given.name, size: given.size, kept, rest })
    }

    /// The file field that an element is, has in it or labels; none if it only opens a chooser.
    async fn file_field(&self, target: &Target, wait: Duration) -> Result<Option<u32>, Problem> {
        let until = Instant::now() + wait;
        let argument = json!({"doc": target.document, "node": target.node});
        loop {
            let field: Field = self.ask(&target.frame, "fileField", &argument, PROMPT).await?;
            match field.about.why.as_deref() {
                None => return Ok(field.node),
                Some("disabled") if Instant::now() < until => self.next_change(until).await?,
                Some(_) => return Err(self.cannot(target, &field.about, wait)),
            }
        }
    }

    async fn give_to_field(
        &self,
        target: &Target,
        node: u32,
        file: GivenFile,
    ) -> Result<(Vec<HeldFile>, Rest), Problem> {
        let path = self.bring(file).await?;
        let set = self.driver.set_files_of(&target.frame, node, &[&path]).await;
        set.map_err(|fault| self.not_taken(fault))?;
        let rest = self.rest_in(&target.frame, Effect::Press).await?;
        let argument = json!({"doc": target.document, "node": node});
        // A page that left with the file holds none any more.
        let held = self.ask::<Holds>(&target.frame, "filesOf", &argument, PROMPT).await.unwrap_or_default();
        Ok((held.files, rest))
    }

    async fn give_to_chooser(
        &self,
        target: Option<&Target>,
        file: GivenFile,
        wait: Duration,
    ) -> Result<(Vec<HeldFile>, Rest), Problem> {
        if let Some(target) = target {
            self.close_chooser();
            self.press(target, Gesture::Click, None, &[], wait).await?;
            let tab = self.tab;
            let opened = |state: &State| state.tab(tab).is_none_or(|tab| tab.chooser.is_some());
            if !self.wait_for(CHOOSER, opened).await {
                let says = format!(
                    "{} was pressed and opened no file chooser: name the file field, its label, or what opens the chooser.",
                    self.call(target)
                );
                return Err(Problem::new(Code::NotDone, says));
            }
        }
        let chooser = self.chooser();
        self.give_files(vec![file]).await?;
        let Some(Chooser { frame, element: Some(field), .. }) = chooser else {
            return Ok((Vec::new(), self.rest(Effect::Press).await?));
        };
        let rest = self.rest_in(&frame, Effect::Press).await?;
        let held = self.driver.files_in(&frame, &field).await.unwrap_or_default();
        Ok((serde_json::from_value(held).unwrap_or_default(), rest))
    }
}
