//! Pictures, input, dialogs and history.

use super::*;

pub(super) async fn pictures(recorder: &mut Recorder, tab: &ContextId) {
    let clip = context::Clip::Box { x: 0.0, y: 0.0, width: 20.0, height: 20.0 };
    let format = context::ImageFormat { kind: "image/jpeg", quality: Some(0.5) };
    let picture = context::CaptureScreenshot {
        origin: Some(context::Origin::Document),
        format: Some(format),
        clip: Some(clip),
        ..context::CaptureScreenshot::new(tab)
    };
    recorder.call(&picture).await;
    let element = find(recorder, tab, "#ok").await.into();
    let clip = Some(context::Clip::Element { element });
    recorder
        .call_as(&context::CaptureScreenshot { clip, ..context::CaptureScreenshot::new(tab) }, "element")
        .await;
    let print = context::Print {
        background: Some(true),
        margin: Some(context::Margin { top: 1.0, right: 1.0, bottom: 1.0, left: 1.0 }),
        orientation: Some(context::Orientation::Landscape),
        page: Some(context::Page { width: 21.0, height: 29.7 }),
        page_ranges: Some(&["1"]),
        scale: Some(0.5),
        shrink_to_fit: Some(false),
        ..context::Print::new(tab)
    };
    recorder.call(&print).await;
    for (name, locator) in [
        (
            "role",
            Locator::Accessibility {
                value: context::AccessibilityMatch { role: Some("button"), name: Some("OK") },
            },
        ),
        ("xpath", Locator::XPath { value: "//button" }),
        (
            "text",
            Locator::InnerText {
                value: "some text",
                ignore_case: Some(true),
                match_type: Some(context::MatchType::Partial),
                max_depth: None,
            },
        ),
    ] {
        let command = context::LocateNodes {
            context: tab,
            locator,
            max_node_count: Some(3),
            serialization_options: Some(SerializationOptions {
                max_dom_depth: Some(1),
                ..Default::default()
            }),
            start_nodes: None,
        };
        recorder.call_as(&command, name).await;
    }
    let tree = recorder.call(&GetTree { max_depth: None, root: Some(tab) }).await.expect("a tree").contexts;
    let frame = tree.first().and_then(|tab| tab.children.as_ref()?.first()).expect("a frame").context.clone();
    let command = context::LocateNodes {
        context: tab,
        locator: Locator::Context { value: context::FrameMatch { context: &frame } },
        max_node_count: None,
        serialization_options: None,
        start_nodes: None,
    };
    recorder.call_as(&command, "frame").await;
}

pub(super) async fn inputs(recorder: &mut Recorder, tab: &ContextId) {
    let origin = |id: SharedId| Some(input::Origin::Element(id.into()));
    let over = |id| PointerAction::PointerMove {
        x: 0.5,
        y: 0.0,
        duration: Some(10),
        origin: origin(id),
        contact: Contact::default(),
    };
    let down = PointerAction::PointerDown {
        button: 0,
        contact: Contact { pressure: Some(0.5), width: Some(1), height: Some(1) },
    };
    let click = |id: SharedId| vec![over(id), down.clone(), PointerAction::PointerUp { button: 0 }];
    let ok = find(recorder, tab, "#ok").await;
    for kind in [PointerType::Mouse, PointerType::Pen, PointerType::Touch] {
        let name = format!("{kind:?}");
        let actions = [
            SourceActions::Pointer {
                id: name.clone(),
                parameters: PointerParameters { pointer_type: kind },
                actions: click(ok.clone()),
            },
            SourceActions::None { id: "rest".into(), actions: vec![Pause { duration: 5 }] },
        ];
        recorder.call_as(&PerformActions { context: tab, actions: &actions }, &name).await;
    }
    let keys = SourceActions::Key {
        id: "keys".into(),
        actions: vec![
            KeyAction::KeyDown { value: "a".into() },
            KeyAction::Pause { duration: 5 },
            KeyAction::KeyUp { value: "a".into() },
        ],
    };
    let scroll = WheelAction::Scroll {
        x: 5,
        y: 5,
        delta_x: 0,
        delta_y: 20,
        duration: Some(5),
        origin: Some(input::Origin::Viewport),
    };
    let wheel = SourceActions::Wheel {
        id: "wheel".into(),
        actions: vec![WheelAction::Pause { duration: 1 }, scroll],
    };
    recorder.call(&PerformActions { context: tab, actions: &[keys, wheel] }).await;
    recorder.call(&ReleaseActions { context: tab }).await;
    let file = find(recorder, tab, "#file").await;
    let chooser = SourceActions::Pointer {
        id: "mouse".into(),
        parameters: PointerParameters { pointer_type: PointerType::Mouse },
        actions: click(file.clone()),
    };
    recorder.call(&PerformActions { context: tab, actions: &[chooser] }).await;
    recorder.wait::<FileDialogOpened>().await;
    recorder.call(&SetFiles { context: tab, element: &file.into(), files: &["/etc/hostname"] }).await;
}

pub(super) async fn prompts(recorder: &mut Recorder, tab: &ContextId) {
    for (script, text) in [("alert('Look')", None), ("prompt('Name?', 'Ana')", Some("Ben"))] {
        run(recorder, tab, &format!("setTimeout(() => {script}); 0")).await;
        recorder.wait::<context::UserPromptOpened>().await;
        recorder.call(&context::HandleUserPrompt { context: tab, accept: Some(true), user_text: text }).await;
        recorder.wait::<context::UserPromptClosed>().await;
    }
}

pub(super) async fn history(recorder: &mut Recorder, tab: &ContextId) {
    run(recorder, tab, "history.pushState({}, '', '/page?pushed'); 0").await;
    recorder.wait::<context::HistoryUpdated>().await;
    run(recorder, tab, "location.hash = 'text'; 0").await;
    recorder.wait::<context::FragmentNavigated>().await;
    recorder.call(&context::TraverseHistory { context: tab, delta: -1 }).await;
    run(recorder, tab, "document.querySelector('#file-link').click(); 0").await;
    recorder.wait::<context::DownloadWillBegin>().await;
    recorder.wait::<context::DownloadEnd>().await;
    std::fs::remove_dir_all(downloads()).expect("the folder that it was put into");
    run(recorder, tab, "document.querySelector('iframe').remove(); 0").await;
    recorder.wait::<context::ContextDestroyed>().await;
    // One navigation takes the place of another.
    run(recorder, tab, "location.href = '/page?1'; setTimeout(() => location.href = '/page?2', 0); 0").await;
    recorder.wait_until(|context::Load(to)| to.url.as_ref().is_some_and(|url| url.ends_with("?2"))).await;
}

/// Where downloads go.
pub(super) fn downloads() -> PathBuf {
    std::env::temp_dir().join("handback-recorded-downloads")
}
