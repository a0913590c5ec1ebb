//! BiDi's commands, by <https://w3c.github.io/webdriver-bidi/>.

mod network;
mod pages;
mod scripts;

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
    pages::contexts(table);
    pages::pictures(table);
    scripts::scripts(table);
    scripts::values(table);
    pages::inputs(table);
    network::network(table);
    network::intercepts(table);
    network::storage(table);
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
