//! CDP's commands, by <https://chromedevtools.github.io/devtools-protocol/tot/>.

use super::Table;
use handback_protocol::cdp::accessibility::*;
use handback_protocol::cdp::browser::{self, *};
use handback_protocol::cdp::dom::{self, *};
use handback_protocol::cdp::dom_debugger::*;
use handback_protocol::cdp::emulation::*;
use handback_protocol::cdp::fetch::{self, *};
use handback_protocol::cdp::input::*;
use handback_protocol::cdp::network::{self, *};
use handback_protocol::cdp::page::{self, *};
use handback_protocol::cdp::runtime::{self, *};
use handback_protocol::cdp::storage::*;
use handback_protocol::cdp::target::*;
use handback_protocol::ids::{BackendNodeId, ExecutionContextId};
use serde_json::json;

pub(super) fn fill(table: &mut Table) {
    nothing(table);
    targets(table);
    pages(table);
    pictures(table);
    nodes(table);
    inputs(table);
    scripts(table);
    requests(table);
    windows(table);
    storage(table);
}

/// Those without parameters.
fn nothing(table: &mut Table) {
    table.row(GetTargets {}, json!({}));
    table.row(page::Enable {}, json!({}));
    table.row(GetFrameTree {}, json!({}));
    table.row(BringToFront {}, json!({}));
    table.row(GetLayoutMetrics {}, json!({}));
    table.row(StopScreencast {}, json!({}));
    table.row(dom::Enable {}, json!({}));
    table.row(handback_protocol::cdp::accessibility::Enable {}, json!({}));
    table.row(handback_protocol::cdp::accessibility::Disable {}, json!({}));
    table.row(runtime::Enable {}, json!({}));
    table.row(RunIfWaitingForDebugger {}, json!({}));
    table.row(TerminateExecution {}, json!({}));
    table.row(fetch::Disable {}, json!({}));
    table.row(network::Disable {}, json!({}));
    table.row(GetVersion {}, json!({}));
    table.row(browser::Close {}, json!({}));
    table.row(ClearDeviceMetricsOverride {}, json!({}));
}

fn targets(table: &mut Table) {
    let target = "T".into();
    let filter = [FilterEntry { kind: Some("page"), exclude: Some(false) }];
    let filtered = json!([{"type": "page", "exclude": false}]);
    let attach = SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: true,
        filter: Some(&filter),
    };
    table.row(
        attach,
        json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": filtered}),
    );
    table
        .row(AttachToTarget { target_id: &target, flatten: true }, json!({"targetId": "T", "flatten": true}));
    table.row(DetachFromTarget { session_id: &"S".into() }, json!({"sessionId": "S"}));
    table.row(ActivateTarget { target_id: &target }, json!({"targetId": "T"}));
    table.row(CloseTarget { target_id: &target }, json!({"targetId": "T"}));
    let discover = SetDiscoverTargets { discover: true, filter: Some(&filter) };
    table.row(discover, json!({"discover": true, "filter": filtered}));
}

fn pages(table: &mut Table) {
    let world = CreateIsolatedWorld { frame_id: &"F".into(), world_name: Some("w") };
    table.row(world, json!({"frameId": "F", "worldName": "w"}));
    let add =
        AddScriptToEvaluateOnNewDocument { source: "0", world_name: Some("w"), run_immediately: Some(true) };
    table.row(add, json!({"source": "0", "worldName": "w", "runImmediately": true}));
    table.row(RemoveScriptToEvaluateOnNewDocument { identifier: &"1".into() }, json!({"identifier": "1"}));
    let handle = HandleJavaScriptDialog { accept: true, prompt_text: Some("x") };
    table.row(handle, json!({"accept": true, "promptText": "x"}));
    let intercept = SetInterceptFileChooserDialog { enabled: true, cancel: Some(false) };
    table.row(intercept, json!({"enabled": true, "cancel": false}));
}

fn pictures(table: &mut Table) {
    table.row(CaptureScreenshot::default(), json!({}));
    let rect = Rect { x: 1.0, y: 2.0, width: 3.0, height: 4.0 };
    let picture = CaptureScreenshot {
        format: Some(ImageFormat::Webp),
        quality: Some(50),
        clip: Some(Clip { rect, scale: 0.5 }),
        capture_beyond_viewport: Some(true),
        optimize_for_speed: Some(true),
    };
    table.row(
        picture,
        json!({
            "format": "webp",
            "quality": 50,
            "clip": {"x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0, "scale": 0.5},
            "captureBeyondViewport": true,
            "optimizeForSpeed": true,
        }),
    );
    let print = PrintToPdf {
        landscape: Some(true),
        print_background: Some(true),
        scale: Some(0.5),
        paper_width: Some(8.0),
        paper_height: Some(10.0),
        page_ranges: Some("1-2"),
        prefer_css_page_size: Some(true),
    };
    table.row(
        print,
        json!({
            "landscape": true,
            "printBackground": true,
            "scale": 0.5,
            "paperWidth": 8.0,
            "paperHeight": 10.0,
            "pageRanges": "1-2",
            "preferCSSPageSize": true,
        }),
    );
    let start = StartScreencast {
        format: Some(ImageFormat::Jpeg),
        quality: Some(60),
        max_width: Some(1),
        max_height: Some(2),
        every_nth_frame: Some(3),
    };
    table.row(
        start,
        json!({"format": "jpeg", "quality": 60, "maxWidth": 1, "maxHeight": 2, "everyNthFrame": 3}),
    );
    table.row(ScreencastFrameAck { session_id: 7 }, json!({"sessionId": 7}));
}

fn nodes(table: &mut Table) {
    let number = || NodeRef::BackendNodeId(BackendNodeId(5));
    let object = || NodeRef::ObjectId("O".into());
    table.row(GetDocument { depth: Some(-1), pierce: Some(true) }, json!({"depth": -1, "pierce": true}));
    let describe = DescribeNode { node: object(), depth: Some(1), pierce: Some(false) };
    table.row(describe, json!({"objectId": "O", "depth": 1, "pierce": false}));
    let resolve = ResolveNode {
        backend_node_id: BackendNodeId(5),
        object_group: Some("g"),
        execution_context_id: Some(ExecutionContextId(6)),
    };
    table.row(resolve, json!({"backendNodeId": 5, "objectGroup": "g", "executionContextId": 6}));
    table.row(GetFrameOwner { frame_id: &"F".into() }, json!({"frameId": "F"}));
    table.row(
        SetFileInputFiles { files: &["/f"], node: number() },
        json!({"files": ["/f"], "backendNodeId": 5}),
    );
    table.row(GetBoxModel { node: object() }, json!({"objectId": "O"}));
    let rect = Some(Rect { x: 1.0, y: 2.0, width: 3.0, height: 4.0 });
    table.row(
        ScrollIntoViewIfNeeded { node: number(), rect },
        json!({"backendNodeId": 5, "rect": {"x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0}}),
    );
    let tree = GetFullAxTree { depth: Some(2), frame_id: Some(&"F".into()) };
    table.row(tree, json!({"depth": 2, "frameId": "F"}));
    let tree = GetPartialAxTree { node: number(), fetch_relatives: Some(false) };
    table.row(tree, json!({"backendNodeId": 5, "fetchRelatives": false}));
    let listeners = GetEventListeners { object_id: &"O".into(), depth: Some(-1), pierce: Some(true) };
    table.row(listeners, json!({"objectId": "O", "depth": -1, "pierce": true}));
}

fn inputs(table: &mut Table) {
    let moved = DispatchMouseEvent::new(MouseEventType::Moved, 1.5, 2.0);
    table.row(moved, json!({"type": "mouseMoved", "x": 1.5, "y": 2.0}));
    let wheel = DispatchMouseEvent {
        kind: MouseEventType::Wheel,
        x: 1.5,
        y: 2.0,
        modifiers: Some(8),
        button: Some(MouseButton::None),
        buttons: Some(0),
        click_count: Some(2),
        delta_x: Some(3.0),
        delta_y: Some(-4.0),
        pointer_type: Some(PointerType::Pen),
    };
    table.row(
        wheel,
        json!({
            "type": "mouseWheel",
            "x": 1.5,
            "y": 2.0,
            "modifiers": 8,
            "button": "none",
            "buttons": 0,
            "clickCount": 2,
            "deltaX": 3.0,
            "deltaY": -4.0,
            "pointerType": "pen",
        }),
    );
    let key = DispatchKeyEvent {
        kind: KeyEventType::RawKeyDown,
        modifiers: Some(2),
        text: Some("a"),
        unmodified_text: Some("a"),
        key: Some("a"),
        code: Some("KeyA"),
        windows_virtual_key_code: Some(65),
        auto_repeat: Some(true),
        is_keypad: Some(false),
        location: Some(1),
        commands: Some(&["selectAll"]),
    };
    table.row(
        key,
        json!({
            "type": "rawKeyDown",
            "modifiers": 2,
            "text": "a",
            "unmodifiedText": "a",
            "key": "a",
            "code": "KeyA",
            "windowsVirtualKeyCode": 65,
            "autoRepeat": true,
            "isKeypad": false,
            "location": 1,
            "commands": ["selectAll"],
        }),
    );
    table.row(InsertText { text: "t" }, json!({"text": "t"}));
    let compose = ImeSetComposition { text: "t", selection_start: 0, selection_end: 1 };
    table.row(compose, json!({"text": "t", "selectionStart": 0, "selectionEnd": 1}));
    let points = [TouchPoint { x: 1.0, y: 2.0, id: 3 }];
    let touch = DispatchTouchEvent { kind: TouchEventType::Start, touch_points: &points, modifiers: Some(1) };
    table.row(
        touch,
        json!({"type": "touchStart", "touchPoints": [{"x": 1.0, "y": 2.0, "id": 3}], "modifiers": 1}),
    );
    let data = DragData(json!({"items": [], "dragOperationsMask": 1}));
    let drag =
        DispatchDragEvent { kind: DragEventType::Over, x: 1.0, y: 2.0, data: &data, modifiers: Some(1) };
    table.row(
        drag,
        json!({
            "type": "dragOver",
            "x": 1.0,
            "y": 2.0,
            "data": {"items": [], "dragOperationsMask": 1},
            "modifiers": 1,
        }),
    );
    table.row(SetInterceptDrags { enabled: true }, json!({"enabled": true}));
}

fn scripts(table: &mut Table) {
    table.row(Evaluate { expression: "1", ..Evaluate::default() }, json!({"expression": "1"}));
    let options = || Some(SerializationOptions { serialization: Serialization::Deep, max_depth: Some(2) });
    let evaluate = Evaluate {
        expression: "1",
        context_id: Some(ExecutionContextId(6)),
        await_promise: Some(true),
        return_by_value: Some(true),
        user_gesture: Some(true),
        include_command_line_api: Some(true),
        object_group: Some("g"),
        timeout: Some(9.0),
        serialization_options: options(),
    };
    table.row(
        evaluate,
        json!({
            "expression": "1",
            "contextId": 6,
            "awaitPromise": true,
            "returnByValue": true,
            "userGesture": true,
            "includeCommandLineAPI": true,
            "objectGroup": "g",
            "timeout": 9.0,
            "serializationOptions": {"serialization": "deep", "maxDepth": 2},
        }),
    );
    let arguments = [
        CallArgument::Value(json!(null)),
        CallArgument::UnserializableValue("NaN".into()),
        CallArgument::ObjectId("O".into()),
    ];
    let call = CallFunctionOn {
        function_declaration: "f",
        object_id: Some(&"O".into()),
        execution_context_id: Some(ExecutionContextId(6)),
        arguments: Some(&arguments),
        await_promise: Some(true),
        return_by_value: Some(false),
        user_gesture: Some(true),
        object_group: Some("g"),
        serialization_options: options(),
    };
    table.row(
        call,
        json!({
            "functionDeclaration": "f",
            "objectId": "O",
            "executionContextId": 6,
            "arguments": [{"value": null}, {"unserializableValue": "NaN"}, {"objectId": "O"}],
            "awaitPromise": true,
            "returnByValue": false,
            "userGesture": true,
            "objectGroup": "g",
            "serializationOptions": {"serialization": "deep", "maxDepth": 2},
        }),
    );
    table.row(ReleaseObject { object_id: &"O".into() }, json!({"objectId": "O"}));
    table.row(ReleaseObjectGroup { object_group: "g" }, json!({"objectGroup": "g"}));
}

fn requests(table: &mut Table) {
    let request = "Q".into();
    let patterns = [RequestPattern {
        url_pattern: Some("*"),
        resource_type: Some("Document"),
        request_stage: Some(RequestStage::Response),
    }];
    table.row(
        fetch::Enable { patterns: Some(&patterns) },
        json!({"patterns": [{"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}]}),
    );
    let headers = [HeaderEntry { name: "n", value: "v" }];
    let written = json!([{"name": "n", "value": "v"}]);
    table.row(ContinueRequest::new(&request), json!({"requestId": "Q"}));
    let go_on = ContinueRequest {
        request_id: &request,
        url: Some("u:"),
        method: Some("PUT"),
        post_data: Some("YQ=="),
        headers: Some(&headers),
    };
    table.row(
        go_on,
        json!({"requestId": "Q", "url": "u:", "method": "PUT", "postData": "YQ==", "headers": written}),
    );
    let fail = FailRequest { request_id: &request, error_reason: ErrorReason::BlockedByClient };
    table.row(fail, json!({"requestId": "Q", "errorReason": "BlockedByClient"}));
    let fulfil = FulfillRequest {
        request_id: &request,
        response_code: 200,
        response_headers: Some(&headers),
        body: Some("YQ=="),
        response_phrase: Some("Fine"),
    };
    table.row(
        fulfil,
        json!({
            "requestId": "Q",
            "responseCode": 200,
            "responseHeaders": written,
            "body": "YQ==",
            "responsePhrase": "Fine",
        }),
    );
    let enable = network::Enable { max_total_buffer_size: Some(1), max_resource_buffer_size: Some(2) };
    table.row(enable, json!({"maxTotalBufferSize": 1, "maxResourceBufferSize": 2}));
    table.row(GetResponseBody { request_id: &"Q".into() }, json!({"requestId": "Q"}));
    table.row(SetBlockedUrls { urls: &["*"] }, json!({"urls": ["*"]}));
}

fn windows(table: &mut Table) {
    let context = "B".into();
    let set = SetDownloadBehavior {
        behavior: DownloadBehavior::AllowAndName,
        browser_context_id: Some(&context),
        download_path: Some("/d"),
    };
    table.row(set, json!({"behavior": "allowAndName", "browserContextId": "B", "downloadPath": "/d"}));
    table.row(GetWindowForTarget { target_id: Some(&"T".into()) }, json!({"targetId": "T"}));
    let bounds = Bounds {
        left: Some(1),
        top: Some(2),
        width: Some(3),
        height: Some(4),
        window_state: Some(WindowState::Normal),
    };
    table.row(
        SetWindowBounds { window_id: 5, bounds },
        json!({"windowId": 5, "bounds": {"left": 1, "top": 2, "width": 3, "height": 4, "windowState": "normal"}}),
    );
    let size = SetDeviceMetricsOverride { width: 1, height: 2, device_scale_factor: 1.5, mobile: true };
    table.row(size, json!({"width": 1, "height": 2, "deviceScaleFactor": 1.5, "mobile": true}));
    table.row(SetFocusEmulationEnabled { enabled: true }, json!({"enabled": true}));
    let touch = SetTouchEmulationEnabled { enabled: true, max_touch_points: Some(2) };
    table.row(touch, json!({"enabled": true, "maxTouchPoints": 2}));
}

fn storage(table: &mut Table) {
    let context = "B".into();
    table.row(GetCookies { browser_context_id: Some(&context) }, json!({"browserContextId": "B"}));
    let cookies = [Cookie {
        name: "n".into(),
        value: "v".into(),
        domain: "d".into(),
        path: "/".into(),
        expires: 9.0,
        other: [("httpOnly".to_owned(), json!(true))].into_iter().collect(),
    }];
    table.row(
        SetCookies { cookies: &cookies, browser_context_id: None },
        json!({"cookies": [
            {"name": "n", "value": "v", "domain": "d", "path": "/", "expires": 9.0, "httpOnly": true},
        ]}),
    );
    let clear = ClearDataForOrigin { origin: "https://o", storage_types: "all" };
    table.row(clear, json!({"origin": "https://o", "storageTypes": "all"}));
}
