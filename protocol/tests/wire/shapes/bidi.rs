//! BiDi's commands, by <https://w3c.github.io/webdriver-bidi/>.

use super::Table;
use handback_protocol::bidi::browser::*;
use handback_protocol::bidi::browsing_context::{self as context, *};
use handback_protocol::bidi::cdp::{GetSession, ResolveRealm, SendCommand};
use handback_protocol::bidi::emulation::{self, *};
use handback_protocol::bidi::input::{self, *};
use handback_protocol::bidi::network::*;
use handback_protocol::bidi::script::*;
use handback_protocol::bidi::session::*;
use handback_protocol::bidi::storage::*;
use handback_protocol::bidi::web_extension::*;
use handback_protocol::bidi::{Scope, script};
use handback_protocol::capabilities::{
    CapabilitiesRequest, CapabilityRequest, PromptBehavior, PromptHandler, Proxy, ProxyType,
};
use handback_protocol::cdp::runtime::TerminateExecution;
use handback_protocol::ids::*;
use serde_json::json;

pub(super) fn fill(table: &mut Table) {
    session(table);
    browser(table);
    contexts(table);
    pictures(table);
    scripts(table);
    values(table);
    inputs(table);
    network(table);
    intercepts(table);
    storage(table);
    surroundings(table);
    extensions(table);
    cdp(table);
}

fn session(table: &mut Table) {
    table.row(Status {}, json!({}));
    table.row(End {}, json!({}));
    let proxy = Proxy {
        proxy_type: ProxyType::Manual,
        proxy_autoconfig_url: Some("http://pac".into()),
        http_proxy: Some("a:1".into()),
        ssl_proxy: Some("b:2".into()),
        socks_proxy: Some("c:3".into()),
        socks_version: Some(5),
        no_proxy: Some(vec!["d".into()]),
    };
    let always_match = CapabilityRequest {
        browser_name: Some("firefox".into()),
        browser_version: Some("153".into()),
        platform_name: Some("linux".into()),
        accept_insecure_certs: Some(true),
        proxy: Some(proxy),
        unhandled_prompt_behavior: Some(PromptBehavior {
            alert: Some(PromptHandler::Accept),
            before_unload: Some(PromptHandler::Dismiss),
            confirm: Some(PromptHandler::Ignore),
            default: Some(PromptHandler::Ignore),
            file: Some(PromptHandler::Ignore),
            prompt: Some(PromptHandler::Ignore),
        }),
        web_socket_url: Some(true),
        other: [("se:name".to_owned(), json!("x"))].into_iter().collect(),
    };
    let first_match = vec![CapabilityRequest::default()];
    table.row(
        New { capabilities: &CapabilitiesRequest { always_match, first_match } },
        json!({"capabilities": {
            "alwaysMatch": {
                "browserName": "firefox",
                "browserVersion": "153",
                "platformName": "linux",
                "acceptInsecureCerts": true,
                "proxy": {
                    "proxyType": "manual",
                    "proxyAutoconfigUrl": "http://pac",
                    "httpProxy": "a:1",
                    "sslProxy": "b:2",
                    "socksProxy": "c:3",
                    "socksVersion": 5,
                    "noProxy": ["d"],
                },
                "unhandledPromptBehavior": {
                    "alert": "accept",
                    "beforeUnload": "dismiss",
                    "confirm": "ignore",
                    "default": "ignore",
                    "file": "ignore",
                    "prompt": "ignore",
                },
                "webSocketUrl": true,
                "se:name": "x",
            },
            "firstMatch": [{}],
        }}),
    );
    let (tabs, jars) = (["T".into()], ["U".into()]);
    table.row(
        Subscribe { events: &["log.entryAdded"], scope: Scope::default() },
        json!({"events": ["log.entryAdded"]}),
    );
    table.row(
        Subscribe { events: &[], scope: Scope::contexts(&tabs) },
        json!({"events": [], "contexts": ["T"]}),
    );
    table.row(
        Subscribe { events: &[], scope: Scope::user_contexts(&jars) },
        json!({"events": [], "userContexts": ["U"]}),
    );
    table.row(Unsubscribe { subscriptions: &["S".into()] }, json!({"subscriptions": ["S"]}));
}

fn browser(table: &mut Table) {
    table.row(handback_protocol::bidi::browser::Close {}, json!({}));
    table.row(GetUserContexts {}, json!({}));
    table.row(GetClientWindows {}, json!({}));
    table.row(CreateUserContext::default(), json!({}));
    let behavior = PromptBehavior::all(PromptHandler::Ignore);
    let create = CreateUserContext {
        accept_insecure_certs: Some(true),
        proxy: None,
        unhandled_prompt_behavior: Some(&behavior),
    };
    table.row(create, json!({"acceptInsecureCerts": true, "unhandledPromptBehavior": {"default": "ignore"}}));
    table.row(RemoveUserContext { user_context: &"U".into() }, json!({"userContext": "U"}));
    let window = "W".into();
    let state = SetClientWindowState {
        client_window: &window,
        state: WindowState::Normal,
        x: Some(-1),
        y: Some(2),
        width: Some(3),
        height: Some(4),
    };
    table.row(
        state,
        json!({"clientWindow": "W", "state": "normal", "x": -1, "y": 2, "width": 3, "height": 4}),
    );
    for (behavior, expected) in [
        (None, json!(null)),
        (Some(DownloadBehavior::Denied), json!({"type": "denied"})),
        (
            Some(DownloadBehavior::Allowed { destination_folder: "/d" }),
            json!({"type": "allowed", "destinationFolder": "/d"}),
        ),
    ] {
        let jars = ["U".into()];
        let set = SetDownloadBehavior { download_behavior: behavior, user_contexts: Some(&jars) };
        table.row(set, json!({"downloadBehavior": expected, "userContexts": ["U"]}));
    }
}

fn contexts(table: &mut Table) {
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
    table.row(GetTree::default(), json!({}));
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

fn pictures(table: &mut Table) {
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

fn scripts(table: &mut Table) {
    let (tab, realm) = ("T".into(), "R".into());
    let target = script::Target::Context { context: &tab, sandbox: Some("s") };
    let evaluate = Evaluate {
        expression: "1",
        target,
        await_promise: false,
        result_ownership: Some(Ownership::None),
        serialization_options: Some(SerializationOptions::default()),
        user_activation: Some(true),
    };
    table.row(
        evaluate,
        json!({
            "expression": "1",
            "target": {"context": "T", "sandbox": "s"},
            "awaitPromise": false,
            "resultOwnership": "none",
            "serializationOptions": {},
            "userActivation": true,
        }),
    );
    let target = script::Target::Realm { realm: &realm };
    let call = CallFunction::new(target, "f", &[]);
    table.row(call, json!({"functionDeclaration": "f", "awaitPromise": true, "target": {"realm": "R"}}));
    let arguments = [LocalValue::Null];
    let call = CallFunction {
        this: Some(&LocalValue::Undefined),
        result_ownership: Some(Ownership::Root),
        serialization_options: Some(SerializationOptions::default()),
        user_activation: Some(false),
        ..CallFunction::new(target, "f", &arguments)
    };
    table.row(
        call,
        json!({
            "functionDeclaration": "f",
            "awaitPromise": true,
            "target": {"realm": "R"},
            "arguments": [{"type": "null"}],
            "this": {"type": "undefined"},
            "resultOwnership": "root",
            "serializationOptions": {},
            "userActivation": false,
        }),
    );
    let handles = ["H".into()];
    table.row(Disown { handles: &handles, target }, json!({"handles": ["H"], "target": {"realm": "R"}}));
    let channels = [ChannelValue {
        ownership: Some(Ownership::Root),
        serialization_options: Some(SerializationOptions::default()),
        ..ChannelValue::new("c")
    }];
    let tabs = [tab.clone()];
    let add = AddPreloadScript {
        function_declaration: "f",
        arguments: Some(&channels),
        sandbox: Some("s"),
        scope: Scope::contexts(&tabs),
    };
    table.row(
        add,
        json!({
            "functionDeclaration": "f",
            "arguments": [
                {"type": "channel", "value": {"channel": "c", "ownership": "root", "serializationOptions": {}}},
            ],
            "sandbox": "s",
            "contexts": ["T"],
        }),
    );
    table.row(RemovePreloadScript { script: &"P".into() }, json!({"script": "P"}));
    table.row(GetRealms::default(), json!({}));
    let realms = GetRealms { context: Some(&tab), kind: Some(RealmType::DedicatedWorker) };
    table.row(realms, json!({"context": "T", "type": "dedicated-worker"}));
}

fn values(table: &mut Table) {
    let realm = "R".into();
    let target = script::Target::Realm { realm: &realm };
    let given = json!({"a": [null, true, 1, 1.5, "t"]});
    for (value, expected) in [
        (LocalValue::Undefined, json!({"type": "undefined"})),
        (LocalValue::from("t"), json!({"type": "string", "value": "t"})),
        (LocalValue::from(1.5), json!({"type": "number", "value": 1.5})),
        (LocalValue::Number(-0.0), json!({"type": "number", "value": "-0"})),
        (LocalValue::Number(f64::NAN), json!({"type": "number", "value": "NaN"})),
        (LocalValue::Number(f64::INFINITY), json!({"type": "number", "value": "Infinity"})),
        (LocalValue::Number(f64::NEG_INFINITY), json!({"type": "number", "value": "-Infinity"})),
        (LocalValue::from(true), json!({"type": "boolean", "value": true})),
        (LocalValue::BigInt("10".into()), json!({"type": "bigint", "value": "10"})),
        (LocalValue::Date("d".into()), json!({"type": "date", "value": "d"})),
        (LocalValue::from(SharedId::from("N")), json!({"sharedId": "N"})),
        (LocalValue::Handle("H".into()), json!({"handle": "H"})),
        (LocalValue::Channel(ChannelValue::new("c")), json!({"type": "channel", "value": {"channel": "c"}})),
        (
            LocalValue::from(given),
            json!({"type": "object", "value": [["a", {"type": "array", "value": [
                {"type": "null"},
                {"type": "boolean", "value": true},
                {"type": "number", "value": 1.0},
                {"type": "number", "value": 1.5},
                {"type": "string", "value": "t"},
            ]}]]}),
        ),
    ] {
        let arguments = [value];
        let call = CallFunction::new(target, "f", &arguments);
        table.row(
            call,
            json!({
                "functionDeclaration": "f",
                "awaitPromise": true,
                "target": {"realm": "R"},
                "arguments": [expected],
            }),
        );
    }
}

fn inputs(table: &mut Table) {
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

fn network(table: &mut Table) {
    let tabs = ["T".into()];
    let set = SetCacheBehavior { cache_behavior: CacheBehavior::Bypass, contexts: Some(&tabs) };
    table.row(set, json!({"cacheBehavior": "bypass", "contexts": ["T"]}));
    let headers = [Header::new("n", "v")];
    let set = SetExtraHeaders { headers: &headers, scope: Scope::contexts(&tabs) };
    table.row(
        set,
        json!({"headers": [{"name": "n", "value": {"type": "string", "value": "v"}}], "contexts": ["T"]}),
    );
    let jars = ["U".into()];
    let add = AddDataCollector {
        data_types: &[DataType::Request, DataType::Response],
        max_encoded_data_size: 9,
        scope: Scope::user_contexts(&jars),
    };
    table.row(
        add,
        json!({"dataTypes": ["request", "response"], "maxEncodedDataSize": 9, "userContexts": ["U"]}),
    );
    let (request, collector) = ("Q".into(), "C".into());
    table.row(RemoveDataCollector { collector: &collector }, json!({"collector": "C"}));
    let get = GetData {
        data_type: DataType::Response,
        request: &request,
        collector: Some(&collector),
        disown: Some(true),
    };
    table.row(get, json!({"dataType": "response", "request": "Q", "collector": "C", "disown": true}));
}

fn intercepts(table: &mut Table) {
    let request = "Q".into();
    let patterns = [
        UrlPattern::Pattern {
            protocol: Some("https"),
            hostname: Some("h"),
            port: Some("1"),
            pathname: Some("/p"),
            search: Some("?s"),
        },
        UrlPattern::String { pattern: "https://h/" },
    ];
    let phases =
        [InterceptPhase::BeforeRequestSent, InterceptPhase::ResponseStarted, InterceptPhase::AuthRequired];
    let add = AddIntercept { phases: &phases, contexts: None, url_patterns: Some(&patterns) };
    table.row(
        add,
        json!({
            "phases": ["beforeRequestSent", "responseStarted", "authRequired"],
            "urlPatterns": [
                {"type": "pattern", "protocol": "https", "hostname": "h", "port": "1", "pathname": "/p", "search": "?s"},
                {"type": "string", "pattern": "https://h/"},
            ],
        }),
    );
    table.row(RemoveIntercept { intercept: &"I".into() }, json!({"intercept": "I"}));
    table.row(FailRequest { request: &request }, json!({"request": "Q"}));
    table.row(ContinueRequest::new(&request), json!({"request": "Q"}));
    let headers = [Header::new("n", "v")];
    let written = json!([{"name": "n", "value": {"type": "string", "value": "v"}}]);
    let go_on = ContinueRequest {
        request: &request,
        body: Some(BytesValue::base64(b"ab")),
        headers: Some(&headers),
        method: Some("PUT"),
        url: Some("u:"),
    };
    table.row(
        go_on,
        json!({
            "request": "Q",
            "body": {"type": "base64", "value": "YWI="},
            "headers": written,
            "method": "PUT",
            "url": "u:",
        }),
    );
    let credentials = Credentials { username: "a", password: "b" };
    let pair = json!({"type": "password", "username": "a", "password": "b"});
    table.row(ContinueResponse::new(&request), json!({"request": "Q"}));
    let go_on = ContinueResponse {
        request: &request,
        credentials: Some(credentials),
        headers: Some(&headers),
        reason_phrase: Some("Fine"),
        status_code: Some(201),
    };
    table.row(
        go_on,
        json!({"request": "Q", "credentials": pair, "headers": written, "reasonPhrase": "Fine", "statusCode": 201}),
    );
    for (action, expected) in [
        (
            AuthAction::ProvideCredentials { credentials },
            json!({"request": "Q", "action": "provideCredentials", "credentials": pair}),
        ),
        (AuthAction::Default, json!({"request": "Q", "action": "default"})),
        (AuthAction::Cancel, json!({"request": "Q", "action": "cancel"})),
    ] {
        table.row(ContinueWithAuth { request: &request, action }, expected);
    }
    let provide = ProvideResponse {
        request: &request,
        body: Some(BytesValue::text("b")),
        headers: Some(&headers),
        reason_phrase: Some("Fine"),
        status_code: Some(201),
    };
    table.row(
        provide,
        json!({
            "request": "Q",
            "body": {"type": "string", "value": "b"},
            "headers": written,
            "reasonPhrase": "Fine",
            "statusCode": 201,
        }),
    );
}

fn storage(table: &mut Table) {
    let (tab, jar) = ("T".into(), "U".into());
    table.row(GetCookies::default(), json!({}));
    let filter = Some(CookieFilter { name: Some("n"), domain: Some("d"), path: Some("/") });
    let filtered = json!({"name": "n", "domain": "d", "path": "/"});
    let partition = Some(Partition::Context { context: &tab });
    table.row(
        GetCookies { filter, partition },
        json!({"filter": filtered, "partition": {"type": "context", "context": "T"}}),
    );
    let partition =
        Some(Partition::StorageKey { user_context: Some(&jar), source_origin: Some("https://o") });
    let key = json!({"type": "storageKey", "userContext": "U", "sourceOrigin": "https://o"});
    table.row(DeleteCookies { filter, partition }, json!({"filter": filtered, "partition": key}));
    let cookie = PartialCookie {
        name: "n".into(),
        value: BytesValue::text("v"),
        domain: "d".into(),
        path: Some("/".into()),
        http_only: Some(true),
        secure: Some(true),
        same_site: Some(SameSite::Strict),
        expiry: Some(9),
        other: [("goog:priority".to_owned(), json!("High"))].into_iter().collect(),
    };
    table.row(
        SetCookie { cookie: &cookie, partition },
        json!({
            "cookie": {
                "name": "n",
                "value": {"type": "string", "value": "v"},
                "domain": "d",
                "path": "/",
                "httpOnly": true,
                "secure": true,
                "sameSite": "strict",
                "expiry": 9,
                "goog:priority": "High",
            },
            "partition": key,
        }),
    );
}

fn surroundings(table: &mut Table) {
    let tabs = ["T".into()];
    let scope = Scope::contexts(&tabs);
    let coordinates = Some(Coordinates { latitude: 1.0, longitude: 2.0, accuracy: Some(3.0) });
    let place = json!({"latitude": 1.0, "longitude": 2.0, "accuracy": 3.0});
    table
        .row(SetGeolocationOverride { coordinates, scope }, json!({"coordinates": place, "contexts": ["T"]}));
    table.row(
        SetGeolocationOverride { coordinates: None, scope },
        json!({"coordinates": null, "contexts": ["T"]}),
    );
    table.row(SetLocaleOverride { locale: Some("de"), scope }, json!({"locale": "de", "contexts": ["T"]}));
    table.row(SetTimezoneOverride { timezone: None, scope }, json!({"timezone": null, "contexts": ["T"]}));
    table.row(
        SetUserAgentOverride { user_agent: Some("a"), scope },
        json!({"userAgent": "a", "contexts": ["T"]}),
    );
    let network_conditions = Some(NetworkConditions::Offline);
    table.row(
        SetNetworkConditions { network_conditions, scope },
        json!({"networkConditions": {"type": "offline"}, "contexts": ["T"]}),
    );
    let screen_orientation = Some(ScreenOrientation {
        natural: Natural::Landscape,
        kind: emulation::Orientation::PortraitSecondary,
    });
    table.row(
        SetScreenOrientationOverride { screen_orientation, scope },
        json!({"screenOrientation": {"natural": "landscape", "type": "portrait-secondary"}, "contexts": ["T"]}),
    );
    let screen_area = Some(ScreenArea { width: 1, height: 2 });
    table.row(
        SetScreenSettingsOverride { screen_area, scope },
        json!({"screenArea": {"width": 1, "height": 2}, "contexts": ["T"]}),
    );
    table.row(
        SetScriptingEnabled { enabled: Some(false), scope },
        json!({"enabled": false, "contexts": ["T"]}),
    );
    table.row(
        SetTouchOverride { max_touch_points: None, scope },
        json!({"maxTouchPoints": null, "contexts": ["T"]}),
    );
}

fn extensions(table: &mut Table) {
    for (extension_data, expected) in [
        (ExtensionData::Path { path: "/e" }, json!({"type": "path", "path": "/e"})),
        (ExtensionData::ArchivePath { path: "/e" }, json!({"type": "archivePath", "path": "/e"})),
        (ExtensionData::Base64 { value: "eA==" }, json!({"type": "base64", "value": "eA=="})),
    ] {
        table.row(Install { extension_data }, json!({"extensionData": expected}));
    }
    table.row(Uninstall { extension: &"E".into() }, json!({"extension": "E"}));
}

fn cdp(table: &mut Table) {
    let session = "S".into();
    let command = &TerminateExecution {};
    let method = "Runtime.terminateExecution";
    table.row(SendCommand { session: None, command }, json!({"method": method, "params": {}}));
    let send = SendCommand { session: Some(&session), command };
    table.row(send, json!({"method": method, "params": {}, "session": "S"}));
    table.row(GetSession { context: &"T".into() }, json!({"context": "T"}));
    table.row(ResolveRealm { realm: &"R".into() }, json!({"realm": "R"}));
}
