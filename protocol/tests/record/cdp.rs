//! What is done with Chromium over CDP.

mod tab;

use crate::recorder::Recorder;
use crate::site;
use handback_protocol::cdp::accessibility::{self, GetFullAxTree, GetPartialAxTree};
use handback_protocol::cdp::browser::{
    Bounds, DownloadBehavior, GetVersion, GetWindowForTarget, SetDownloadBehavior, SetWindowBounds,
};
use handback_protocol::cdp::dom::{self, NodeRef};
use handback_protocol::cdp::dom_debugger::GetEventListeners;
use handback_protocol::cdp::emulation::*;
use handback_protocol::cdp::input::*;
use handback_protocol::cdp::page::{self, ImageFormat};
use handback_protocol::cdp::runtime::*;
use handback_protocol::cdp::storage::{ClearDataForOrigin, GetCookies, SetCookies};
use handback_protocol::cdp::target::*;
use handback_protocol::cdp::{fetch, network};
use handback_protocol::ids::{FrameId, TargetId};
use handback_protocol::message::Event;
use serde_json::{Value, json};

pub(crate) const EVENTS: [&str; 24] = [
    AttachedToTarget::METHOD,
    DetachedFromTarget::METHOD,
    TargetCreated::METHOD,
    TargetDestroyed::METHOD,
    TargetInfoChanged::METHOD,
    page::FrameAttached::METHOD,
    page::FrameDetached::METHOD,
    page::FrameNavigated::METHOD,
    page::JavascriptDialogOpening::METHOD,
    page::JavascriptDialogClosed::METHOD,
    page::FileChooserOpened::METHOD,
    page::ScreencastFrame::METHOD,
    DragIntercepted::METHOD,
    ExecutionContextCreated::METHOD,
    ExecutionContextDestroyed::METHOD,
    ExecutionContextsCleared::METHOD,
    fetch::RequestPaused::METHOD,
    network::RequestWillBeSent::METHOD,
    network::ResponseReceived::METHOD,
    network::LoadingFinished::METHOD,
    network::LoadingFailed::METHOD,
    "Page.frameResized",
    "Page.windowOpen",
    "DOM.setChildNodes",
];

/// Chromium's own socket, given its address.
pub(crate) async fn socket(debugger: &str) -> String {
    let url = format!("http://{debugger}").parse().expect("a URL");
    let (status, body) = crate::http::exchange(&url, "GET", "/json/version", None).await.expect("answered");
    assert_eq!(status, 200);
    let version: Value = serde_json::from_slice(&body).expect("JSON");
    version["webSocketDebuggerUrl"].as_str().expect("an address").to_owned()
}

pub(crate) async fn scenario(recorder: &mut Recorder) {
    let at = format!("http://{}", site::serve().await);
    recorder.call(&GetVersion {}).await;
    recorder.call(&SetDiscoverTargets { discover: true, filter: None }).await;
    recorder.wait::<TargetCreated>().await;
    let targets = recorder.call(&GetTargets {}).await.expect("targets").target_infos;
    let target = targets.into_iter().find(|target| target.kind == "page").expect("a page").target_id;
    recorder.call(&GetWindowForTarget { target_id: Some(&target) }).await;
    let folder = std::env::temp_dir();
    let behavior = SetDownloadBehavior {
        behavior: DownloadBehavior::Allow,
        browser_context_id: None,
        download_path: folder.to_str(),
    };
    recorder.call(&behavior).await;
    recorder.call(&ActivateTarget { target_id: &target }).await;
    let attached =
        recorder.call(&AttachToTarget { target_id: &target, flatten: true }).await.expect("attached");
    recorder.wait::<AttachedToTarget>().await;
    recorder.session = Some(attached.session_id.to_string());

    let filter = [FilterEntry { kind: Some("service_worker"), exclude: Some(true) }, FilterEntry::default()];
    let attach = SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: false,
        flatten: true,
        filter: Some(&filter),
    };
    recorder.call(&attach).await;
    recorder.call(&page::Enable {}).await;
    recorder.call(&Enable {}).await;
    recorder.call(&RunIfWaitingForDebugger {}).await;
    recorder
        .call(&network::Enable {
            max_total_buffer_size: Some(1_000_000),
            max_resource_buffer_size: Some(100_000),
        })
        .await;
    go(recorder, &format!("{at}/page")).await;
    recorder.wait_until(|page::FrameNavigated { frame, .. }| frame.url.ends_with("/page")).await;
    recorder.wait_until(|page::FrameNavigated { frame, .. }| frame.url.ends_with("/inner")).await;
    window(recorder, &target).await;
    scripts(recorder).await;
    tab::nodes(recorder).await;
    tab::pictures(recorder).await;
    tab::inputs(recorder).await;
    tab::dialogs(recorder).await;
    requests(recorder, &at).await;
    storage(recorder, &at).await;
    endings(recorder, &target).await;
}

async fn evaluate(recorder: &mut Recorder, expression: &str) -> Evaluated {
    recorder.call(&Evaluate { expression, ..Evaluate::default() }).await.expect("evaluated")
}

async fn go(recorder: &mut Recorder, url: &str) {
    evaluate(recorder, &format!("location.href = '{url}'; 0")).await;
}

async fn window(recorder: &mut Recorder, target: &TargetId) {
    let window = recorder.call(&GetWindowForTarget { target_id: Some(target) }).await.expect("a window");
    let bounds = Bounds { width: Some(1000), height: Some(800), ..Bounds::default() };
    recorder.call(&SetWindowBounds { window_id: window.window_id, bounds }).await;
    let size = SetDeviceMetricsOverride { width: 800, height: 600, device_scale_factor: 1.0, mobile: false };
    recorder.call(&size).await;
    recorder.call(&ClearDeviceMetricsOverride {}).await;
    recorder.call(&SetFocusEmulationEnabled { enabled: true }).await;
    recorder.call(&SetTouchEmulationEnabled { enabled: false, max_touch_points: Some(1) }).await;
    recorder.call(&page::BringToFront {}).await;
}

async fn scripts(recorder: &mut Recorder) {
    let tree = recorder.call(&page::GetFrameTree {}).await.expect("frames").frame_tree;
    let frame = tree.frame.id;
    let world = page::CreateIsolatedWorld { frame_id: &frame, world_name: Some("ours") };
    let context_id = recorder.call(&world).await.expect("a world").execution_context_id;
    recorder.wait::<ExecutionContextCreated>().await;
    let listeners = Evaluate {
        expression: "Object.keys(getEventListeners(document))",
        context_id: Some(context_id),
        return_by_value: Some(true),
        include_command_line_api: Some(true),
        user_gesture: Some(true),
        await_promise: Some(true),
        timeout: Some(1_000.0),
        ..Evaluate::default()
    };
    recorder.call_as(&listeners, "value").await;
    let deep = SerializationOptions {
        serialization: Serialization::Deep,
        max_depth: Some(2),
        additional_parameters: None,
    };
    let deep =
        Evaluate { expression: "({a: [1, NaN]})", serialization_options: Some(deep), ..Evaluate::default() };
    recorder.call_as(&deep, "deep").await;
    recorder.call_as(&Evaluate { expression: "nothing.here", ..Evaluate::default() }, "exception").await;
    recorder.call_as(&Evaluate { expression: "10n", ..Evaluate::default() }, "bigint").await;
    let listening = "document.body.onclick = () => 0, document.body";
    let body = Evaluate { expression: listening, object_group: Some("group"), ..Evaluate::default() };
    let body =
        recorder.call_as(&body, "object").await.expect("evaluated").result.object_id.expect("an object");
    let arguments = [
        CallArgument::Value(json!({"a": 1})),
        CallArgument::UnserializableValue("-0".into()),
        CallArgument::ObjectId(body.clone()),
    ];
    let call = CallFunctionOn {
        function_declaration: "function (value, zero, node) { return [this === node, Object.is(zero, -0), value.a] }",
        object_id: Some(&body),
        arguments: Some(&arguments),
        return_by_value: Some(true),
        ..CallFunctionOn::default()
    };
    recorder.call(&call).await;
    recorder.call(&GetEventListeners { object_id: &body, depth: Some(-1), pierce: Some(true) }).await;
    recorder.call(&ReleaseObject { object_id: &body }).await;
    recorder.call(&ReleaseObjectGroup { object_group: "group" }).await;
    let add = page::AddScriptToEvaluateOnNewDocument {
        source: "0",
        world_name: Some("ours"),
        run_immediately: Some(false),
    };
    let identifier = recorder.call(&add).await.expect("added").identifier;
    recorder.call(&page::RemoveScriptToEvaluateOnNewDocument { identifier: &identifier }).await;
}

async fn requests(recorder: &mut Recorder, at: &str) {
    evaluate(recorder, "fetch('/json').then(it => it.text()); 0").await;
    let is_json = |request: &fetch::Request| request.url.ends_with("/json");
    let sent = recorder.wait_until(|event: &network::RequestWillBeSent| is_json(&event.request)).await;
    recorder.wait::<network::ResponseReceived>().await;
    recorder.wait_until(|event: &network::LoadingFinished| event.request_id == sent.request_id).await;
    recorder.call(&network::GetResponseBody { request_id: &sent.request_id }).await;
    recorder.call(&network::SetBlockedUrls { urls: &["*/blocked*"] }).await;
    evaluate(recorder, "fetch('/blocked').catch(() => 0); 0").await;
    recorder.wait::<network::LoadingFailed>().await;
    recorder.call(&network::SetBlockedUrls { urls: &[] }).await;

    let patterns = [fetch::RequestPattern {
        url_pattern: Some("*/json"),
        resource_type: Some("Fetch"),
        request_stage: Some(fetch::RequestStage::Request),
    }];
    recorder.call(&fetch::Enable { patterns: Some(&patterns) }).await;
    evaluate(recorder, "fetch('/json'); 0").await;
    let paused = recorder.wait::<fetch::RequestPaused>().await.request_id;
    let headers = [fetch::HeaderEntry { name: "x-ours", value: "1" }];
    let elsewhere = format!("{at}/cookie");
    let go_on = fetch::ContinueRequest {
        url: Some(&elsewhere),
        method: Some("POST"),
        post_data: Some("e30="),
        headers: Some(&headers),
        ..fetch::ContinueRequest::new(&paused)
    };
    recorder.call(&go_on).await;
    evaluate(recorder, "fetch('/json'); 0").await;
    let paused = recorder.wait::<fetch::RequestPaused>().await.request_id;
    let fulfil = fetch::FulfillRequest {
        request_id: &paused,
        response_code: 201,
        response_headers: Some(&headers),
        body: Some("e30="),
        response_phrase: Some("Fine"),
    };
    recorder.call(&fulfil).await;
    evaluate(recorder, "fetch('/json').catch(() => 0); 0").await;
    let paused = recorder.wait::<fetch::RequestPaused>().await.request_id;
    let fail = fetch::FailRequest { request_id: &paused, error_reason: fetch::ErrorReason::BlockedByClient };
    recorder.call(&fail).await;
    recorder.call(&fetch::Disable {}).await;
    recorder.call(&network::Disable {}).await;
}

async fn storage(recorder: &mut Recorder, at: &str) {
    let cookies = recorder.call(&GetCookies::default()).await.expect("cookies").cookies;
    assert!(!cookies.is_empty(), "the site set one");
    recorder.call(&SetCookies { cookies: &cookies, browser_context_id: None }).await;
    recorder.call(&ClearDataForOrigin { origin: at, storage_types: "cookies,local_storage" }).await;
}

/// What ends and goes.
async fn endings(recorder: &mut Recorder, target: &TargetId) {
    evaluate(recorder, "document.querySelector('iframe').remove(); 0").await;
    recorder.wait::<page::FrameDetached>().await;
    evaluate(recorder, "setTimeout(() => { for (;;) {} }); 0").await;
    recorder.call(&TerminateExecution {}).await;
    evaluate(recorder, "window.other = open('about:blank'); 0").await;
    let other = recorder
        .wait_until(|event: &TargetCreated| event.target_info.opener_id.as_ref() == Some(target))
        .await;
    let other = other.target_info.target_id;
    let own = recorder.session.take();
    let attached =
        recorder.call(&AttachToTarget { target_id: &other, flatten: true }).await.expect("attached");
    recorder.call(&DetachFromTarget { session_id: &attached.session_id }).await;
    recorder.wait::<DetachedFromTarget>().await;
    recorder.call(&CloseTarget { target_id: &other }).await;
    recorder.wait::<TargetDestroyed>().await;
    recorder.session = own;
}
