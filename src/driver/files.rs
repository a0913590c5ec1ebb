//! Files for file fields: chosen by the browser, as a person would in its chooser.

use super::world::sandbox;
use super::{Browser, Fault, QUICK};
use handback_protocol::bidi::input::SetFiles;
use handback_protocol::bidi::script::{CallFunction, LocalValue};
use handback_protocol::ids::{ContextId, SharedId};
use serde_json::Value;

impl Browser {
    /// Chooses files, by their paths on the browser's machine, in a field that the browser named.
    ///
    /// # Errors
    /// The wire is over, the frame is gone, or the field does not take them.
    pub async fn set_files(&self, frame: &ContextId, input: &SharedId, paths: &[&str]) -> Result<(), Fault> {
        let command = SetFiles { context: frame, element: &input.clone().into(), files: paths };
        self.bidi().call(&command, QUICK).await?;
        Ok(())
    }

    /// [`Browser::set_files`] in a field of our world, by its number.
    ///
    /// # Errors
    /// As [`Browser::set_files`].
    pub async fn set_files_of(&self, frame: &ContextId, number: u32, paths: &[&str]) -> Result<(), Fault> {
        match self.lane() {
            Some(lane) => lane.set_files_of(frame, number, paths).await,
            None => self.set_files(frame, &self.shared(frame, number).await?, paths).await,
        }
    }

    /// What a field that the browser named holds: a list of `{name, size}`.
    ///
    /// # Errors
    /// The wire is over, or the frame or the field is gone.
    pub async fn files_in(&self, frame: &ContextId, input: &SharedId) -> Result<Value, Fault> {
        const FILES: &str = "input=>[...input.files].map(({name,size})=>({name,size}))";
        let arguments = [LocalValue::Node(input.clone())];
        let call = CallFunction::new(sandbox(frame), FILES, &arguments);
        let result = self.bidi().call(&call, QUICK).await?.value.result;
        result.map(|files| files.to_json()).map_err(|_| Fault::Gone)
    }
}
