//! What is done with a browser over BiDi.

mod network;
mod tab;

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
    tab::pictures(recorder, &tab).await;
    tab::inputs(recorder, &tab).await;
    tab::prompts(recorder, &tab).await;
    network::network(recorder, &tab, &at).await;
    go(recorder, &tab, &format!("{at}/page")).await;
    tab::history(recorder, &tab).await;
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
    let folder = tab::downloads();
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
