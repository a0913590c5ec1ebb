//! What is done with a browser over BiDi.

use crate::recorder::Recorder;
use crate::site;
use handback_protocol::bidi::browser::*;
use handback_protocol::bidi::browsing_context as context;
use handback_protocol::bidi::browsing_context::{GetTree, Locator, Navigate, ReadinessState};
use handback_protocol::bidi::cdp::{GetSession, ResolveRealm, SendCommand};
use handback_protocol::bidi::emulation::*;
use handback_protocol::bidi::input::*;
use handback_protocol::bidi::log::EntryAdded;
use handback_protocol::bidi::network as net;
use handback_protocol::bidi::script::*;
use handback_protocol::bidi::session::{Status, Subscribe, Unsubscribe};
use handback_protocol::bidi::storage::*;
use handback_protocol::bidi::web_extension::{ExtensionData, Install, Uninstall};
use handback_protocol::bidi::{Scope, input};
use handback_protocol::cdp::browser::GetVersion;
use handback_protocol::cdp::page;
use handback_protocol::ids::{ContextId, InterceptId, SharedId};
use handback_protocol::message::Event;
use std::path::PathBuf;

/// The last two are asked for and none of them is kept under that name: whole modules.
pub(crate) const EVENTS: [&str; 27] = [
    context::ContextCreated::METHOD,
    context::ContextDestroyed::METHOD,
    context::NavigationStarted::METHOD,
    context::NavigationCommitted::METHOD,
    context::NavigationFailed::METHOD,
    context::NavigationAborted::METHOD,
    context::DomContentLoaded::METHOD,
    context::Load::METHOD,
    context::FragmentNavigated::METHOD,
    context::HistoryUpdated::METHOD,
    context::UserPromptOpened::METHOD,
    context::UserPromptClosed::METHOD,
    context::DownloadWillBegin::METHOD,
    context::DownloadEnd::METHOD,
    Message::METHOD,
    RealmCreated::METHOD,
    RealmDestroyed::METHOD,
    net::BeforeRequestSent::METHOD,
    net::ResponseStarted::METHOD,
    net::ResponseCompleted::METHOD,
    net::FetchError::METHOD,
    net::AuthRequired::METHOD,
    EntryAdded::METHOD,
    FileDialogOpened::METHOD,
    FRAME_NAVIGATED,
    "browsingContext",
    "network",
];

/// [`page::FrameNavigated`] within Chromium's BiDi.
const FRAME_NAVIGATED: &str = "goog:cdp.Page.frameNavigated";

pub(crate) async fn scenario(recorder: &mut Recorder) {
    let at = format!("http://{}", site::serve().await);
    recorder.call(&Status {}).await;
    let mut last = None;
    for name in EVENTS.into_iter().filter(|name| *name != FRAME_NAVIGATED) {
        let subscribed = recorder.call(&Subscribe { events: &[name], scope: Scope::default() }).await;
        match subscribed {
            Some(subscribed) => last = Some(subscribed.subscription),
            None => recorder.rename_refusal(&format!("session.subscribe {name}")),
        }
    }
    let last = last.expect("subscribed");
    recorder.call(&Unsubscribe { subscriptions: std::slice::from_ref(&last) }).await;
    let tabs = recorder.call(&GetTree { max_depth: Some(1), root: None }).await.expect("tabs").contexts;
    let tab = tabs.first().expect("a tab").context.clone();
    go(recorder, &tab, &format!("{at}/moved")).await;
    recorder.call_as(&GetTree { max_depth: None, root: Some(&tab) }, "frames").await;
    windows(recorder, &tab).await;
    scripts(recorder, &tab).await;
    pictures(recorder, &tab).await;
    inputs(recorder, &tab).await;
    prompts(recorder, &tab).await;
    network(recorder, &tab, &at).await;
    go(recorder, &tab, &format!("{at}/page")).await;
    history(recorder, &tab).await;
    storage(recorder, &tab).await;
    surroundings(recorder, &tab).await;
    extension(recorder).await;
}

async fn go(recorder: &mut Recorder, context: &ContextId, url: &str) {
    recorder.call(&Navigate { context, url, wait: Some(ReadinessState::Complete) }).await;
}

fn page(context: &ContextId) -> Target<'_> {
    Target::Context { context, sandbox: None }
}

async fn run(recorder: &mut Recorder, context: &ContextId, script: &str) {
    let script = Evaluate { await_promise: false, ..Evaluate::new(page(context), script) };
    recorder.call(&script).await.expect("run").result.expect("no exception");
}

async fn find(recorder: &mut Recorder, context: &ContextId, css: &str) -> SharedId {
    let locator = Locator::Css { value: css };
    let command = context::LocateNodes {
        context,
        locator,
        max_node_count: Some(1),
        serialization_options: None,
        start_nodes: None,
    };
    let found = recorder.call(&command).await.expect("found").nodes;
    found.into_iter().next().and_then(|node| node.shared_id).expect("a node")
}

async fn windows(recorder: &mut Recorder, tab: &ContextId) {
    let windows = recorder.call(&GetClientWindows {}).await.expect("windows").client_windows;
    let window = &windows.first().expect("a window").client_window;
    let state = SetClientWindowState {
        client_window: window,
        state: WindowState::Normal,
        x: None,
        y: None,
        width: Some(1000),
        height: Some(800),
    };
    recorder.call(&state).await;
    let made =
        recorder.call(&CreateUserContext { accept_insecure_certs: Some(true), ..Default::default() }).await;
    let jar = made.expect("made").user_context;
    recorder.call(&GetUserContexts {}).await;
    let folder = downloads();
    let allowed = DownloadBehavior::Allowed { destination_folder: folder.to_str().expect("UTF-8") };
    for behavior in [None, Some(DownloadBehavior::Denied), Some(allowed)] {
        recorder.call(&SetDownloadBehavior { download_behavior: behavior, user_contexts: None }).await;
    }
    let create = context::Create {
        kind: context::CreateType::Tab,
        reference_context: Some(tab),
        background: Some(true),
        user_context: Some(&jar),
    };
    let other = recorder.call(&create).await.expect("opened").context;
    recorder.call(&context::Activate { context: tab }).await;
    recorder.call(&context::Close { context: &other, prompt_unload: Some(false) }).await;
    recorder.call(&RemoveUserContext { user_context: &jar }).await;
    let size = context::Viewport { width: 900, height: 700 };
    for viewport in [context::Choice::Set(size), context::Choice::Own] {
        let device_pixel_ratio = context::Choice::Unchanged;
        recorder
            .call(&context::SetViewport {
                context: Some(tab),
                user_contexts: None,
                viewport,
                device_pixel_ratio,
            })
            .await;
    }
}

async fn scripts(recorder: &mut Recorder, tab: &ContextId) {
    let values = "(() => { const a = [1.5, -0, NaN, -Infinity, 10n, null, undefined, new Date(0), /x/g, () => 1, \
        Symbol('s'), new Set(['é']), new Map([['k', 1], [{}, 2]]), new Error('no'), window, new Proxy({}, {})]; \
        a.push(a, {o: {}}); return a })()";
    recorder.call_as(&Evaluate::new(page(tab), values), "values").await;
    recorder.call_as(&Evaluate::new(page(tab), "document.querySelector('#text')"), "node").await;
    recorder.call_as(&Evaluate::new(page(tab), "({t: {}.x.y})"), "exception").await;
    let arguments = [
        LocalValue::Undefined,
        LocalValue::Null,
        LocalValue::from("text"),
        LocalValue::Number(-0.0),
        LocalValue::Number(f64::NAN),
        LocalValue::Number(1.5),
        LocalValue::Boolean(true),
        LocalValue::BigInt("10".into()),
        LocalValue::Date("1970-01-01T00:00:00.000Z".into()),
        LocalValue::Array(vec![LocalValue::Null]),
        LocalValue::Object(vec![("k".into(), LocalValue::Null)]),
        LocalValue::Node(find(recorder, tab, "#ok").await),
        LocalValue::Channel(ChannelValue::new("told")),
    ];
    let speak = "(...all) => { all.pop()({said: [1]}); return all }";
    let kept = CallFunction {
        result_ownership: Some(Ownership::Root),
        ..CallFunction::new(page(tab), speak, &arguments)
    };
    let kept = recorder.call(&kept).await.expect("called").result.expect("no exception");
    recorder.wait::<Message>().await;
    let handle = kept.handle.expect("kept");
    let again = [LocalValue::Handle(handle.clone())];
    recorder.call_as(&CallFunction::new(page(tab), "all => all.length", &again), "handle").await;
    recorder.call(&Disown { handles: &[handle], target: page(tab) }).await;
    let sandboxed = Target::Context { context: tab, sandbox: Some("ours") };
    recorder.call_as(&Evaluate::new(sandboxed, "1 + 1"), "sandbox").await;
    let realms = recorder.call(&GetRealms { context: Some(tab), kind: None }).await.expect("realms").realms;
    let realm = &realms.first().expect("a realm").realm;
    recorder.call_as(&Evaluate::new(Target::Realm { realm }, "`half \\ud83d`.toWellFormed()"), "realm").await;
    let channels = [ChannelValue::new("early")];
    let preload = AddPreloadScript {
        function_declaration: "(tell) => tell(location.href)",
        arguments: Some(&channels),
        sandbox: None,
        scope: Scope::contexts(std::slice::from_ref(tab)),
    };
    let script = recorder.call(&preload).await.expect("added").script;
    recorder
        .call(&context::Reload { context: tab, ignore_cache: None, wait: Some(ReadinessState::Complete) })
        .await;
    recorder.call(&RemovePreloadScript { script: &script }).await;
    run(recorder, tab, "console.warn('hi', {a: 1}); setTimeout(() => { throw new TypeError('oops') })").await;
    recorder.wait::<EntryAdded>().await;
}

async fn pictures(recorder: &mut Recorder, tab: &ContextId) {
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

async fn inputs(recorder: &mut Recorder, tab: &ContextId) {
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

async fn prompts(recorder: &mut Recorder, tab: &ContextId) {
    for (script, text) in [("alert('Look')", None), ("prompt('Name?', 'Ana')", Some("Ben"))] {
        run(recorder, tab, &format!("setTimeout(() => {script}); 0")).await;
        recorder.wait::<context::UserPromptOpened>().await;
        recorder.call(&context::HandleUserPrompt { context: tab, accept: Some(true), user_text: text }).await;
        recorder.wait::<context::UserPromptClosed>().await;
    }
}

async fn network(recorder: &mut Recorder, tab: &ContextId, at: &str) {
    recorder
        .call(&net::SetCacheBehavior { cache_behavior: net::CacheBehavior::Bypass, contexts: None })
        .await;
    let headers = [net::Header::new("x-ours", "1")];
    recorder
        .call(&net::SetExtraHeaders { headers: &headers, scope: Scope::contexts(std::slice::from_ref(tab)) })
        .await;
    let data_types = [net::DataType::Request, net::DataType::Response];
    let collect = net::AddDataCollector {
        data_types: &data_types,
        max_encoded_data_size: 100_000,
        scope: Scope::default(),
    };
    let collector = recorder.call(&collect).await.expect("added").collector;
    run(recorder, tab, "fetch('/json', {method: 'POST', body: 'sent'}); 0").await;
    let is_json = |step: &net::Exchange| step.request.url.ends_with("/json");
    let done = recorder.wait_until(|net::ResponseCompleted(step)| is_json(step)).await.0.request.request;
    for data_type in data_types {
        let get = net::GetData { data_type, request: &done, collector: Some(&collector), disown: None };
        recorder.call(&get).await;
    }
    recorder.call(&net::RemoveDataCollector { collector: &collector }).await;

    before_requests(recorder, tab, at).await;
    before_responses(recorder, tab, at).await;
}

async fn hold(
    recorder: &mut Recorder,
    tab: &ContextId,
    phase: net::InterceptPhase,
    url: net::UrlPattern<'_>,
) -> InterceptId {
    let (contexts, url_patterns) = (Some(std::slice::from_ref(tab)), [url]);
    let hold = net::AddIntercept { phases: &[phase], contexts, url_patterns: Some(&url_patterns) };
    recorder.call(&hold).await.expect("added").intercept
}

async fn before_requests(recorder: &mut Recorder, tab: &ContextId, at: &str) {
    let headers = [net::Header::new("x-ours", "1")];
    let (_, port) = at.rsplit_once(':').expect("a port");
    let url = net::UrlPattern::Pattern {
        protocol: Some("http"),
        hostname: Some("127.0.0.1"),
        port: Some(port),
        pathname: Some("/json"),
        search: None,
    };
    let intercept = hold(recorder, tab, net::InterceptPhase::BeforeRequestSent, url).await;

    run(recorder, tab, "fetch('/json').catch(() => 0); 0").await;
    let held = recorder.wait_until(|net::BeforeRequestSent(step)| step.is_blocked).await.0;
    assert!(held.intercepts.contains(&intercept));
    recorder.call(&net::FailRequest { request: &held.request.request }).await;
    recorder.wait::<net::FetchError>().await;

    run(recorder, tab, "fetch('/json'); 0").await;
    let held = recorder.wait_until(|net::BeforeRequestSent(step)| step.is_blocked).await.0.request.request;
    let provide = net::ProvideResponse {
        request: &held,
        body: Some(net::BytesValue::base64(b"{}")),
        headers: Some(&headers),
        reason_phrase: Some("Fine"),
        status_code: Some(201),
    };
    recorder.call(&provide).await;
    let is_provided = |net::ResponseCompleted(step): &net::ResponseCompleted| {
        step.response.as_ref().is_some_and(|response| response.status == 201)
    };
    recorder.wait_until(is_provided).await;

    run(recorder, tab, "fetch('/json'); 0").await;
    let held = recorder.wait_until(|net::BeforeRequestSent(step)| step.is_blocked).await.0.request.request;
    let go_on = net::ContinueRequest {
        headers: Some(&headers),
        method: Some("PUT"),
        body: Some(net::BytesValue::text("other")),
        ..net::ContinueRequest::new(&held)
    };
    recorder.call(&go_on).await;
    recorder.wait_until(|net::ResponseCompleted(step)| step.request.method == "PUT").await;
    recorder.call(&net::RemoveIntercept { intercept: &intercept }).await;
}

async fn before_responses(recorder: &mut Recorder, tab: &ContextId, at: &str) {
    let url = format!("{at}/json");
    let url = net::UrlPattern::String { pattern: &url };
    let intercept = hold(recorder, tab, net::InterceptPhase::ResponseStarted, url).await;
    run(recorder, tab, "fetch('/json'); 0").await;
    let held = recorder.wait_until(|net::ResponseStarted(step)| step.is_blocked).await.0.request.request;
    let go_on = net::ContinueResponse { status_code: Some(202), ..net::ContinueResponse::new(&held) };
    recorder.call(&go_on).await;
    recorder.wait::<net::ResponseCompleted>().await;
    recorder.call(&net::RemoveIntercept { intercept: &intercept }).await;

    let url = format!("{at}/auth");
    let url = net::UrlPattern::String { pattern: &url };
    let intercept = hold(recorder, tab, net::InterceptPhase::AuthRequired, url).await;
    run(recorder, tab, "fetch('/auth'); 0").await;
    let asked = recorder.wait::<net::AuthRequired>().await.0.request.request;
    let credentials = net::Credentials { username: "ana", password: "secret" };
    let action = net::AuthAction::ProvideCredentials { credentials };
    recorder.call(&net::ContinueWithAuth { request: &asked, action }).await;
    recorder.wait_until(|net::ResponseCompleted(step)| step.request.url.ends_with("/auth")).await;
    recorder.call(&net::RemoveIntercept { intercept: &intercept }).await;
}

/// Where downloads go.
fn downloads() -> PathBuf {
    std::env::temp_dir().join("handback-recorded-downloads")
}

async fn history(recorder: &mut Recorder, tab: &ContextId) {
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

async fn storage(recorder: &mut Recorder, tab: &ContextId) {
    let partition = Some(Partition::Context { context: tab });
    let cookie = PartialCookie {
        name: "ours".into(),
        value: net::BytesValue::text("1"),
        domain: "127.0.0.1".into(),
        path: Some("/".into()),
        http_only: Some(true),
        secure: Some(false),
        same_site: Some(net::SameSite::Lax),
        expiry: Some(4_000_000_000),
        other: Default::default(),
    };
    recorder.call(&SetCookie { cookie: &cookie, partition }).await;
    let filter = Some(CookieFilter { name: Some("ours"), ..CookieFilter::default() });
    let cookies = recorder.call(&GetCookies { filter, partition }).await.expect("cookies").cookies;
    // What came out goes in again.
    let again = cookies.into_iter().next().expect("a cookie").into();
    let default = "default".into();
    let partition = Some(Partition::StorageKey { user_context: Some(&default), source_origin: None });
    recorder.call(&SetCookie { cookie: &again, partition }).await;
    recorder.call(&DeleteCookies { filter, partition }).await;
}

async fn surroundings(recorder: &mut Recorder, tab: &ContextId) {
    let scope = Scope::contexts(std::slice::from_ref(tab));
    let coordinates = Some(Coordinates { latitude: 52.5, longitude: 13.4, accuracy: Some(10.0) });
    for coordinates in [coordinates, None] {
        recorder.call(&SetGeolocationOverride { coordinates, scope }).await;
    }
    for locale in [Some("de-DE"), None] {
        recorder.call(&SetLocaleOverride { locale, scope }).await;
    }
    for timezone in [Some("Asia/Tokyo"), None] {
        recorder.call(&SetTimezoneOverride { timezone, scope }).await;
    }
    for user_agent in [Some("Ours/1"), None] {
        recorder.call(&SetUserAgentOverride { user_agent, scope }).await;
    }
    for network_conditions in [Some(NetworkConditions::Offline), None] {
        recorder.call(&SetNetworkConditions { network_conditions, scope }).await;
    }
    let upright = ScreenOrientation { natural: Natural::Portrait, kind: Orientation::PortraitPrimary };
    for screen_orientation in [Some(upright), None] {
        recorder.call(&SetScreenOrientationOverride { screen_orientation, scope }).await;
    }
    for screen_area in [Some(ScreenArea { width: 1280, height: 800 }), None] {
        recorder.call(&SetScreenSettingsOverride { screen_area, scope }).await;
    }
    for enabled in [Some(false), None] {
        recorder.call(&SetScriptingEnabled { enabled, scope }).await;
    }
    for max_touch_points in [Some(2), None] {
        recorder.call(&SetTouchOverride { max_touch_points, scope }).await;
    }
}

async fn extension(recorder: &mut Recorder) {
    let folder = std::env::temp_dir().join("handback-recorded-extension");
    std::fs::create_dir_all(&folder).expect("made");
    let manifest = r#"{"manifest_version": 3, "name": "Recorded", "version": "1.0"}"#;
    std::fs::write(folder.join("manifest.json"), manifest).expect("written");
    let path = folder.to_str().expect("UTF-8");
    let installed = recorder.call(&Install { extension_data: ExtensionData::Path { path } }).await;
    if let Some(installed) = installed {
        recorder.call(&Uninstall { extension: &installed.extension }).await;
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// CDP within Chromium's BiDi.
pub(crate) async fn cdp(recorder: &mut Recorder) {
    let tab = recorder.call(&GetTree::default()).await.expect("tabs").contexts.swap_remove(0).context;
    let session = recorder.call(&GetSession { context: &tab }).await.expect("a session").session;
    recorder.call(&SendCommand { session: None, command: &GetVersion {} }).await;
    recorder.call(&SendCommand { session: session.as_ref(), command: &page::Enable {} }).await;
    let realms = recorder.call(&GetRealms { context: Some(&tab), kind: None }).await.expect("realms").realms;
    recorder.call(&ResolveRealm { realm: &realms.first().expect("a realm").realm }).await;
    recorder.call(&Subscribe { events: &[FRAME_NAVIGATED], scope: Scope::default() }).await;
    recorder.call(&Navigate { context: &tab, url: "about:blank", wait: None }).await;
}
