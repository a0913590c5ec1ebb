//! Pictures that the browser sends as a tab changes
//! ([Page.startScreencast](https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-startScreencast)).

use super::Lane;
use crate::driver::screen::{Look, Shown};
use crate::driver::{Fault, QUICK};
use base64::Engine;
use handback_protocol::cdp::page::{
    ImageFormat, ScreencastFrame, ScreencastFrameAck, StartScreencast, StopScreencast,
};
use handback_protocol::ids::{CdpSessionId, ContextId};
use tokio::sync::watch;

impl Lane {
    pub(in crate::driver) async fn start_cast(
        &self,
        tab: &ContextId,
        look: Look,
    ) -> Result<watch::Receiver<Option<Shown>>, Fault> {
        let session = self.session(tab).await?;
        let pictures = watch::Sender::new(None);
        let receiver = pictures.subscribe();
        self.known().casts.insert(session.clone(), pictures);
        let start = StartScreencast {
            format: Some(ImageFormat::Jpeg),
            quality: Some(look.quality),
            max_width: Some(look.within.0),
            max_height: Some(look.within.1),
            every_nth_frame: None,
        };
        self.connection.call_in(Some(session.as_str()), &start, QUICK).await?;
        Ok(receiver)
    }

    pub(in crate::driver) async fn cast_seen(&self, tab: &ContextId, ack: i64) -> Result<(), Fault> {
        let session = self.session(tab).await?;
        let ack = ScreencastFrameAck { session_id: ack };
        self.connection.call_in(Some(session.as_str()), &ack, QUICK).await?;
        Ok(())
    }

    pub(in crate::driver) async fn stop_cast(&self, tab: &ContextId) -> Result<(), Fault> {
        let session = self.session(tab).await?;
        self.known().casts.remove(&session);
        self.connection.call_in(Some(session.as_str()), &StopScreencast {}, QUICK).await?;
        Ok(())
    }

    /// A picture came. One that nobody waits for any more is dropped.
    pub(super) fn picture_came(&self, session: &CdpSessionId, frame: ScreencastFrame) {
        let pictures = self.known().casts.get(session).cloned();
        let Some(pictures) = pictures else { return };
        let Ok(jpeg) = base64::engine::general_purpose::STANDARD.decode(frame.data) else {
            tracing::warn!("a picture that is no base64");
            return;
        };
        let about = frame.metadata;
        pictures.send_replace(Some(Shown {
            jpeg: jpeg.into(),
            width: about.device_width,
            height: about.device_height,
            ack: frame.session_id,
        }));
    }
}
