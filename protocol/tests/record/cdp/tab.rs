//! Nodes, pictures, input and dialogs.

use super::*;

pub(super) async fn nodes(recorder: &mut Recorder) {
    recorder.call(&dom::Enable {}).await;
    recorder.call(&dom::GetDocument { depth: Some(2), pierce: Some(true) }).await;
    let button =
        evaluate(recorder, "document.querySelector('#ok')").await.result.object_id.expect("an object");
    let node = NodeRef::ObjectId(button);
    let described = dom::DescribeNode { node: node.clone(), depth: Some(1), pierce: Some(false) };
    let button = recorder.call(&described).await.expect("described").node.backend_node_id;
    let resolve =
        dom::ResolveNode { backend_node_id: button, object_group: Some("group"), execution_context_id: None };
    recorder.call(&resolve).await;
    let node = NodeRef::BackendNodeId(button);
    recorder.call(&dom::GetBoxModel { node: node.clone() }).await;
    recorder.call(&dom::ScrollIntoViewIfNeeded { node: node.clone(), rect: None }).await;
    let tree = recorder.call(&page::GetFrameTree {}).await.expect("frames").frame_tree;
    let inner: FrameId = tree.child_frames.first().expect("a frame").frame.id.clone();
    recorder.call(&dom::GetFrameOwner { frame_id: &inner }).await;
    let input =
        evaluate(recorder, "document.querySelector('#file')").await.result.object_id.expect("an object");
    recorder
        .call(&dom::SetFileInputFiles { files: &["/etc/hostname"], node: NodeRef::ObjectId(input) })
        .await;
    recorder.call(&accessibility::Enable {}).await;
    recorder.call(&GetFullAxTree { depth: Some(3), frame_id: Some(&inner) }).await;
    recorder.call(&GetPartialAxTree { node, fetch_relatives: Some(false) }).await;
    recorder.call(&accessibility::Disable {}).await;
}

pub(super) async fn pictures(recorder: &mut Recorder) {
    recorder.call(&page::GetLayoutMetrics {}).await;
    let rect = page::Rect { x: 0.0, y: 0.0, width: 20.0, height: 20.0 };
    let picture = page::CaptureScreenshot {
        format: Some(ImageFormat::Webp),
        quality: Some(50),
        clip: Some(page::Clip { rect, scale: 1.0 }),
        capture_beyond_viewport: Some(true),
        optimize_for_speed: Some(true),
    };
    recorder.call(&picture).await;
    let print = page::PrintToPdf {
        landscape: Some(true),
        print_background: Some(true),
        scale: Some(0.5),
        paper_width: Some(8.0),
        paper_height: Some(10.0),
        page_ranges: Some("1"),
        prefer_css_page_size: Some(false),
    };
    recorder.call(&print).await;
    let start = page::StartScreencast {
        format: Some(ImageFormat::Jpeg),
        quality: Some(10),
        max_width: Some(200),
        max_height: Some(200),
        every_nth_frame: Some(1),
    };
    recorder.call(&start).await;
    let frame = recorder.wait::<page::ScreencastFrame>().await;
    recorder.call(&page::ScreencastFrameAck { session_id: frame.session_id }).await;
    recorder.call(&page::StopScreencast {}).await;
}

pub(super) async fn inputs(recorder: &mut Recorder) {
    let place = evaluate(recorder, "document.querySelector('#name').focus(); 0").await;
    assert!(place.exception_details.is_none());
    for (kind, button) in [
        (MouseEventType::Moved, MouseButton::None),
        (MouseEventType::Pressed, MouseButton::Left),
        (MouseEventType::Released, MouseButton::Left),
    ] {
        let event = DispatchMouseEvent {
            modifiers: Some(8),
            button: Some(button),
            buttons: Some(0),
            click_count: Some(1),
            pointer_type: Some(PointerType::Mouse),
            ..DispatchMouseEvent::new(kind, 5.5, 5.0)
        };
        recorder.call(&event).await;
    }
    let wheel = DispatchMouseEvent {
        delta_x: Some(0.0),
        delta_y: Some(10.0),
        ..DispatchMouseEvent::new(MouseEventType::Wheel, 5.0, 5.0)
    };
    recorder.call(&wheel).await;
    for kind in [KeyEventType::KeyDown, KeyEventType::KeyUp] {
        let text = (kind == KeyEventType::KeyDown).then_some("a");
        let event = DispatchKeyEvent {
            modifiers: Some(0),
            text,
            unmodified_text: text,
            key: Some("a"),
            code: Some("KeyA"),
            windows_virtual_key_code: Some(65),
            auto_repeat: Some(false),
            is_keypad: Some(false),
            location: Some(0),
            commands: Some(&[]),
            ..DispatchKeyEvent::new(kind)
        };
        recorder.call(&event).await;
    }
    recorder.call(&ImeSetComposition { text: "に", selection_start: 1, selection_end: 1 }).await;
    recorder.call(&InsertText { text: "日本" }).await;
    for (kind, points) in [(TouchEventType::Start, 1), (TouchEventType::End, 0)] {
        let touch_points = &[TouchPoint { x: 5.0, y: 5.0, id: 0 }][..points];
        recorder.call(&DispatchTouchEvent { kind, touch_points, modifiers: None }).await;
    }
    drags(recorder).await;
}

async fn drags(recorder: &mut Recorder) {
    recorder.call(&SetInterceptDrags { enabled: true }).await;
    let place = "(() => { const box = document.querySelector('#drag').getBoundingClientRect(); return [box.x + 5, box.y + 5] })()";
    let place = Evaluate { expression: place, return_by_value: Some(true), ..Evaluate::default() };
    let place = recorder.call(&place).await.expect("evaluated").result.value.expect("a value");
    let (x, y) = (place[0].as_f64().expect("a number"), place[1].as_f64().expect("a number"));
    for (kind, step, buttons) in [
        (MouseEventType::Moved, 0.0, 0),
        (MouseEventType::Pressed, 0.0, 1),
        (MouseEventType::Moved, 10.0, 1),
        (MouseEventType::Moved, 20.0, 1),
    ] {
        let event = DispatchMouseEvent {
            button: Some(MouseButton::Left),
            buttons: Some(buttons),
            click_count: Some(1),
            ..DispatchMouseEvent::new(kind, x + step, y)
        };
        recorder.call(&event).await;
    }
    let data = recorder.wait::<DragIntercepted>().await.data;
    for kind in [DragEventType::Enter, DragEventType::Over, DragEventType::Drop] {
        recorder.call(&DispatchDragEvent { kind, x: x + 30.0, y, data: &data, modifiers: None }).await;
    }
    recorder.call(&SetInterceptDrags { enabled: false }).await;
    let release = DispatchMouseEvent {
        button: Some(MouseButton::Left),
        ..DispatchMouseEvent::new(MouseEventType::Released, x + 30.0, y)
    };
    recorder.call(&release).await;
}

pub(super) async fn dialogs(recorder: &mut Recorder) {
    evaluate(recorder, "setTimeout(() => prompt('Name?', 'Ana')); 0").await;
    recorder.wait::<page::JavascriptDialogOpening>().await;
    recorder.call(&page::HandleJavaScriptDialog { accept: true, prompt_text: Some("Ben") }).await;
    recorder.wait::<page::JavascriptDialogClosed>().await;
    recorder.call(&page::SetInterceptFileChooserDialog { enabled: true, cancel: Some(false) }).await;
    let click = Evaluate {
        expression: "document.querySelector('#file').click()",
        user_gesture: Some(true),
        ..Evaluate::default()
    };
    recorder.call(&click).await;
    recorder.wait::<page::FileChooserOpened>().await;
    recorder.call(&page::SetInterceptFileChooserDialog { enabled: false, cancel: None }).await;
}
