//! Contexts, pictures and input.

use super::*;

pub(super) fn contexts(table: &mut Table) {
    let (tab, jar): (ContextId, UserContextId) = ("T".into(), "U".into());
    table.row(Activate { context: &tab }, json!({"context": "T"}));
    table.row(
        context::Close { context: &tab, prompt_unload: Some(true) },
        json!({"context": "T", "promptUnload": true}),
    );
    let create = Create {
        kind: CreateType::Window,
        reference_context: Some(&tab),
        background: Some(true),
        user_context: Some(&jar),
    };
    table.row(
        create,
        json!({"type": "window", "referenceContext": "T", "background": true, "userContext": "U"}),
    );
    table.row(GetTree::default(), json!({"maxDepth": 50}));
    table.row(GetTree { max_depth: Some(0), root: Some(&tab) }, json!({"maxDepth": 0, "root": "T"}));
    let handle = HandleUserPrompt { context: &tab, accept: Some(false), user_text: Some("x") };
    table.row(handle, json!({"context": "T", "accept": false, "userText": "x"}));
    table.row(Navigate { context: &tab, url: "u:", wait: None }, json!({"context": "T", "url": "u:"}));
    for (wait, word) in [
        (ReadinessState::None, "none"),
        (ReadinessState::Interactive, "interactive"),
        (ReadinessState::Complete, "complete"),
    ] {
        let reload = Reload { context: &tab, ignore_cache: Some(true), wait: Some(wait) };
        table.row(reload, json!({"context": "T", "ignoreCache": true, "wait": word}));
    }
    table.row(TraverseHistory { context: &tab, delta: -1 }, json!({"context": "T", "delta": -1}));
    let set = SetViewport {
        context: Some(&tab),
        user_contexts: None,
        viewport: Choice::Set(Viewport { width: 1, height: 2 }),
        device_pixel_ratio: Choice::Set(1.5),
    };
    table.row(set, json!({"context": "T", "viewport": {"width": 1, "height": 2}, "devicePixelRatio": 1.5}));
    let jars = [jar];
    let set = SetViewport {
        context: None,
        user_contexts: Some(&jars),
        viewport: Choice::Own,
        device_pixel_ratio: Choice::Unchanged,
    };
    table.row(set, json!({"userContexts": ["U"], "viewport": null}));
    locators(table, &tab);
}

fn locators(table: &mut Table, tab: &ContextId) {
    let value = "v";
    for (locator, expected) in [
        (Locator::Css { value }, json!({"type": "css", "value": "v"})),
        (Locator::XPath { value }, json!({"type": "xpath", "value": "v"})),
        (
            Locator::Accessibility { value: AccessibilityMatch { name: Some("n"), role: Some("r") } },
            json!({"type": "accessibility", "value": {"name": "n", "role": "r"}}),
        ),
        (
            Locator::Context { value: FrameMatch { context: tab } },
            json!({"type": "context", "value": {"context": "T"}}),
        ),
        (
            Locator::InnerText {
                value,
                ignore_case: Some(true),
                match_type: Some(MatchType::Partial),
                max_depth: Some(3),
            },
            json!({"type": "innerText", "value": "v", "ignoreCase": true, "matchType": "partial", "maxDepth": 3}),
        ),
    ] {
        let options = SerializationOptions {
            max_dom_depth: Some(1),
            max_object_depth: Some(2),
            include_shadow_tree: Some(ShadowTree::All),
        };
        let locate = LocateNodes {
            context: tab,
            locator,
            max_node_count: Some(1),
            serialization_options: Some(options),
            start_nodes: Some(&[SharedReference { shared_id: "N".into() }]),
        };
        table.row(
            locate,
            json!({
                "context": "T",
                "locator": expected,
                "maxNodeCount": 1,
                "serializationOptions": {"maxDomDepth": 1, "maxObjectDepth": 2, "includeShadowTree": "all"},
                "startNodes": [{"sharedId": "N"}],
            }),
        );
    }
}

pub(super) fn pictures(table: &mut Table) {
    let tab = "T".into();
    table.row(CaptureScreenshot::new(&tab), json!({"context": "T"}));
    let picture = CaptureScreenshot {
        context: &tab,
        origin: Some(context::Origin::Document),
        format: Some(ImageFormat { kind: "image/jpeg", quality: Some(0.5) }),
        clip: Some(Clip::Box { x: 1.0, y: 2.0, width: 3.0, height: 4.0 }),
    };
    table.row(
        picture,
        json!({
            "context": "T",
            "origin": "document",
            "format": {"type": "image/jpeg", "quality": 0.5},
            "clip": {"type": "box", "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0},
        }),
    );
    let element = SharedReference { shared_id: "N".into() };
    let clip = Some(Clip::Element { element });
    let picture = CaptureScreenshot { clip, ..CaptureScreenshot::new(&tab) };
    table.row(picture, json!({"context": "T", "clip": {"type": "element", "element": {"sharedId": "N"}}}));
    table.row(Print::new(&tab), json!({"context": "T"}));
    let print = Print {
        context: &tab,
        background: Some(true),
        margin: Some(Margin { top: 1.0, right: 2.0, bottom: 3.0, left: 4.0 }),
        orientation: Some(context::Orientation::Landscape),
        page: Some(Page { width: 5.0, height: 6.0 }),
        page_ranges: Some(&["1-2"]),
        scale: Some(0.5),
        shrink_to_fit: Some(false),
    };
    table.row(
        print,
        json!({
            "context": "T",
            "background": true,
            "margin": {"top": 1.0, "right": 2.0, "bottom": 3.0, "left": 4.0},
            "orientation": "landscape",
            "page": {"width": 5.0, "height": 6.0},
            "pageRanges": ["1-2"],
            "scale": 0.5,
            "shrinkToFit": false,
        }),
    );
}

pub(super) fn inputs(table: &mut Table) {
    let tab = "T".into();
    let element = SharedReference { shared_id: "N".into() };
    let contact = Contact { width: Some(1), height: Some(2), pressure: Some(0.5) };
    let over = |origin| PointerAction::PointerMove { x: 1.5, y: 2.0, duration: Some(5), origin, contact };
    let actions = [
        SourceActions::None { id: "n".into(), actions: vec![Pause { duration: 5 }] },
        SourceActions::Key {
            id: "k".into(),
            actions: vec![
                KeyAction::Pause { duration: 0 },
                KeyAction::KeyDown { value: "a".into() },
                KeyAction::KeyUp { value: "\u{e008}".into() },
            ],
        },
        SourceActions::Pointer {
            id: "p".into(),
            parameters: PointerParameters { pointer_type: PointerType::Touch },
            actions: vec![
                over(Some(input::Origin::Element(element.clone()))),
                over(Some(input::Origin::Pointer)),
                over(None),
                PointerAction::PointerDown { button: 2, contact: Contact::default() },
                PointerAction::Pause { duration: 1 },
                PointerAction::PointerUp { button: 2 },
            ],
        },
        SourceActions::Wheel {
            id: "w".into(),
            actions: vec![
                WheelAction::Scroll {
                    x: 1,
                    y: 2,
                    delta_x: 3,
                    delta_y: -4,
                    duration: Some(5),
                    origin: Some(input::Origin::Viewport),
                },
                WheelAction::Pause { duration: 1 },
            ],
        },
    ];
    let moved = json!({
        "type": "pointerMove", "x": 1.5, "y": 2.0, "duration": 5, "width": 1, "height": 2, "pressure": 0.5,
    });
    let moved_from = |origin| {
        let mut moved = moved.clone();
        moved["origin"] = origin;
        moved
    };
    table.row(
        PerformActions { context: &tab, actions: &actions },
        json!({"context": "T", "actions": [
            {"type": "none", "id": "n", "actions": [{"type": "pause", "duration": 5}]},
            {"type": "key", "id": "k", "actions": [
                {"type": "pause", "duration": 0},
                {"type": "keyDown", "value": "a"},
                {"type": "keyUp", "value": "\u{e008}"},
            ]},
            {"type": "pointer", "id": "p", "parameters": {"pointerType": "touch"}, "actions": [
                moved_from(json!({"type": "element", "element": {"sharedId": "N"}})),
                moved_from(json!("pointer")),
                moved,
                {"type": "pointerDown", "button": 2},
                {"type": "pause", "duration": 1},
                {"type": "pointerUp", "button": 2},
            ]},
            {"type": "wheel", "id": "w", "actions": [
                {"type": "scroll", "x": 1, "y": 2, "deltaX": 3, "deltaY": -4, "duration": 5, "origin": "viewport"},
                {"type": "pause", "duration": 1},
            ]},
        ]}),
    );
    table.row(ReleaseActions { context: &tab }, json!({"context": "T"}));
    let set = SetFiles { context: &tab, element: &element, files: &["/f"] };
    table.row(set, json!({"context": "T", "element": {"sharedId": "N"}, "files": ["/f"]}));
}
