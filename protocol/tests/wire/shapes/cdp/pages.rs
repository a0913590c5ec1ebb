//! Targets, pages, pictures, nodes and input.

use super::*;

pub(super) fn targets(table: &mut Table) {
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

pub(super) fn pages(table: &mut Table) {
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

pub(super) fn pictures(table: &mut Table) {
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

pub(super) fn nodes(table: &mut Table) {
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

pub(super) fn inputs(table: &mut Table) {
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
