//! Every command and event of this crate, so that no type goes untested.

use crate::recordings::{files, root, shown};
use handback_protocol::bidi::{
    browser, browsing_context, cdp as bidi_cdp, emulation, input, log, network, script, session, storage,
    web_extension,
};
use handback_protocol::cdp;
use handback_protocol::message::{Command, Event, Happening, Reply};
use std::collections::BTreeSet;

macro_rules! events {
    ($($event:ty,)*) => {
        pub(crate) const EVENTS: &[&str] = &[$(<$event>::METHOD,)*];

        /// What is read of an event; `None` for one of another kind.
        pub(crate) fn event(happening: &Happening) -> Option<String> {
            $(if let Some(read) = happening.read::<$event>() {
                return Some(shown(&read.unwrap_or_else(|error| panic!("{error}"))));
            })*
            None
        }
    };
}

macro_rules! commands {
    ($($command:ty,)*) => {
        pub(crate) const COMMANDS: &[&str] = &[$(<$command>::METHOD,)*];

        /// What is read of an answer; `None` for another method's.
        pub(crate) fn answer(method: &str, reply: &Reply) -> Option<String> {
            $(if method == <$command>::METHOD {
                let read = reply.read::<<$command as Command>::Reply>(method);
                return Some(shown(&read.unwrap_or_else(|error| panic!("{error}"))));
            })*
            None
        }
    };
}

events! {
    browsing_context::ContextCreated,
    browsing_context::ContextDestroyed,
    browsing_context::NavigationStarted,
    browsing_context::NavigationCommitted,
    browsing_context::NavigationFailed,
    browsing_context::NavigationAborted,
    browsing_context::DomContentLoaded,
    browsing_context::Load,
    browsing_context::FragmentNavigated,
    browsing_context::HistoryUpdated,
    browsing_context::UserPromptOpened,
    browsing_context::UserPromptClosed,
    browsing_context::DownloadWillBegin,
    browsing_context::DownloadEnd,
    script::Message,
    script::RealmCreated,
    script::RealmDestroyed,
    input::FileDialogOpened,
    network::BeforeRequestSent,
    network::ResponseStarted,
    network::ResponseCompleted,
    network::FetchError,
    network::AuthRequired,
    log::EntryAdded,
    cdp::target::AttachedToTarget,
    cdp::target::DetachedFromTarget,
    cdp::target::TargetCreated,
    cdp::target::TargetDestroyed,
    cdp::target::TargetInfoChanged,
    cdp::target::TargetCrashed,
    cdp::page::FrameAttached,
    cdp::page::FrameDetached,
    cdp::page::FrameNavigated,
    cdp::page::JavascriptDialogOpening,
    cdp::page::NavigatedWithinDocument,
    cdp::page::JavascriptDialogClosed,
    cdp::page::FileChooserOpened,
    cdp::page::ScreencastFrame,
    cdp::input::DragIntercepted,
    cdp::runtime::ExecutionContextCreated,
    cdp::runtime::ExecutionContextDestroyed,
    cdp::runtime::ExecutionContextsCleared,
    cdp::fetch::RequestPaused,
    cdp::network::RequestWillBeSent,
    cdp::network::ResponseReceived,
    cdp::network::LoadingFinished,
    cdp::network::LoadingFailed,
}

commands! {
    session::Status,
    session::New<'_>,
    session::End,
    session::Subscribe<'_>,
    session::Unsubscribe<'_>,
    browser::Close,
    browser::CreateUserContext<'_>,
    browser::GetUserContexts,
    browser::RemoveUserContext<'_>,
    browser::GetClientWindows,
    browser::SetClientWindowState<'_>,
    browser::SetDownloadBehavior<'_>,
    browsing_context::Activate<'_>,
    browsing_context::CaptureScreenshot<'_>,
    browsing_context::Close<'_>,
    browsing_context::Create<'_>,
    browsing_context::GetTree<'_>,
    browsing_context::HandleUserPrompt<'_>,
    browsing_context::LocateNodes<'_>,
    browsing_context::Navigate<'_>,
    browsing_context::Print<'_>,
    browsing_context::Reload<'_>,
    browsing_context::SetViewport<'_>,
    browsing_context::TraverseHistory<'_>,
    script::CallFunction<'_>,
    script::Evaluate<'_>,
    script::Disown<'_>,
    script::AddPreloadScript<'_>,
    script::RemovePreloadScript<'_>,
    script::GetRealms<'_>,
    input::PerformActions<'_>,
    input::ReleaseActions<'_>,
    input::SetFiles<'_>,
    network::AddIntercept<'_>,
    network::RemoveIntercept<'_>,
    network::ContinueRequest<'_>,
    network::ContinueResponse<'_>,
    network::ContinueWithAuth<'_>,
    network::FailRequest<'_>,
    network::ProvideResponse<'_>,
    network::AddDataCollector<'_>,
    network::RemoveDataCollector<'_>,
    network::GetData<'_>,
    network::SetCacheBehavior<'_>,
    network::SetExtraHeaders<'_>,
    storage::GetCookies<'_>,
    storage::SetCookie<'_>,
    storage::DeleteCookies<'_>,
    emulation::SetGeolocationOverride<'_>,
    emulation::SetLocaleOverride<'_>,
    emulation::SetTimezoneOverride<'_>,
    emulation::SetUserAgentOverride<'_>,
    emulation::SetNetworkConditions<'_>,
    emulation::SetScreenOrientationOverride<'_>,
    emulation::SetScreenSettingsOverride<'_>,
    emulation::SetScriptingEnabled<'_>,
    emulation::SetTouchOverride<'_>,
    web_extension::Install<'_>,
    web_extension::Uninstall<'_>,
    bidi_cdp::SendCommand<'_, cdp::browser::GetVersion>,
    bidi_cdp::GetSession<'_>,
    bidi_cdp::ResolveRealm<'_>,
    cdp::target::SetAutoAttach<'_>,
    cdp::target::AttachToTarget<'_>,
    cdp::target::DetachFromTarget<'_>,
    cdp::target::GetTargets,
    cdp::target::ActivateTarget<'_>,
    cdp::target::CloseTarget<'_>,
    cdp::target::SetDiscoverTargets<'_>,
    cdp::page::Enable,
    cdp::page::GetFrameTree,
    cdp::page::CreateIsolatedWorld<'_>,
    cdp::page::AddScriptToEvaluateOnNewDocument<'_>,
    cdp::page::RemoveScriptToEvaluateOnNewDocument<'_>,
    cdp::page::BringToFront,
    cdp::page::HandleJavaScriptDialog<'_>,
    cdp::page::SetInterceptFileChooserDialog,
    cdp::page::GetLayoutMetrics,
    cdp::page::CaptureScreenshot,
    cdp::page::PrintToPdf<'_>,
    cdp::page::StartScreencast,
    cdp::page::StopScreencast,
    cdp::page::ScreencastFrameAck,
    cdp::dom::Enable,
    cdp::dom::GetDocument,
    cdp::dom::DescribeNode,
    cdp::dom::ResolveNode<'_>,
    cdp::dom::GetFrameOwner<'_>,
    cdp::dom::SetFileInputFiles<'_>,
    cdp::dom::GetBoxModel,
    cdp::dom::ScrollIntoViewIfNeeded,
    cdp::accessibility::Enable,
    cdp::accessibility::Disable,
    cdp::accessibility::GetFullAxTree<'_>,
    cdp::accessibility::GetPartialAxTree,
    cdp::input::DispatchMouseEvent,
    cdp::input::DispatchKeyEvent<'_>,
    cdp::input::InsertText<'_>,
    cdp::input::ImeSetComposition<'_>,
    cdp::input::DispatchTouchEvent<'_>,
    cdp::input::DispatchDragEvent<'_>,
    cdp::input::SetInterceptDrags,
    cdp::runtime::Enable,
    cdp::runtime::Evaluate<'_>,
    cdp::runtime::CallFunctionOn<'_>,
    cdp::runtime::ReleaseObject<'_>,
    cdp::runtime::ReleaseObjectGroup<'_>,
    cdp::runtime::RunIfWaitingForDebugger,
    cdp::runtime::TerminateExecution,
    cdp::fetch::Enable<'_>,
    cdp::fetch::Disable,
    cdp::fetch::ContinueRequest<'_>,
    cdp::fetch::FailRequest<'_>,
    cdp::fetch::FulfillRequest<'_>,
    cdp::network::Enable,
    cdp::network::Disable,
    cdp::network::GetResponseBody<'_>,
    cdp::network::SetBlockedUrls<'_>,
    cdp::browser::GetVersion,
    cdp::browser::Close,
    cdp::browser::SetDownloadBehavior<'_>,
    cdp::browser::GetWindowForTarget<'_>,
    cdp::browser::SetWindowBounds,
    cdp::emulation::SetDeviceMetricsOverride,
    cdp::emulation::ClearDeviceMetricsOverride,
    cdp::emulation::SetFocusEmulationEnabled,
    cdp::emulation::SetTouchEmulationEnabled,
    cdp::dom_debugger::GetEventListeners<'_>,
    cdp::storage::GetCookies<'_>,
    cdp::storage::SetCookies<'_>,
    cdp::storage::ClearDataForOrigin<'_>,
}

/// Methods that the sources give to types: `= "a.b" -> …;` is a command, `= "a.b";` an event.
fn methods_in_sources() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut commands, mut events) = (BTreeSet::new(), BTreeSet::new());
    for path in files(&root().join("protocol/src"), "rs") {
        for line in std::fs::read_to_string(&path).expect("UTF-8").lines() {
            let Some((_, rest)) = line.split_once(" = \"") else { continue };
            let Some((method, rest)) = rest.split_once('"') else { continue };
            if rest.starts_with(" -> ") {
                commands.insert(method.to_owned());
            } else if rest == ";" && method.contains('.') && line.starts_with("    ") {
                events.insert(method.to_owned());
            }
        }
    }
    (commands, events)
}

#[test]
fn each_method_in_the_sources_is_in_the_lists() {
    let (mut commands, mut events) = methods_in_sources();
    let own = |list: &[&str]| -> BTreeSet<String> { list.iter().map(|&method| method.to_owned()).collect() };
    // A generic command names its method where it is implemented, which looks like an event's.
    assert!(events.remove("goog:cdp.sendCommand"));
    commands.insert("goog:cdp.sendCommand".to_owned());
    assert_eq!(commands, own(COMMANDS));
    assert_eq!(events, own(EVENTS));
}
