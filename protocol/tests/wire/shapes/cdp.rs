//! CDP's commands, by <https://chromedevtools.github.io/devtools-protocol/tot/>.

mod pages;

use super::Table;
use handback_protocol::bidi::script::ShadowTree;
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
    pages::targets(table);
    pages::pages(table);
    pages::pictures(table);
    pages::nodes(table);
    pages::inputs(table);
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

fn scripts(table: &mut Table) {
    table.row(Evaluate { expression: "1", ..Evaluate::default() }, json!({"expression": "1"}));
    let options = || {
        let nodes = NodeDepth { max_node_depth: Some(0), include_shadow_tree: Some(ShadowTree::All) };
        Some(SerializationOptions {
            serialization: Serialization::Deep,
            max_depth: Some(2),
            additional_parameters: Some(nodes),
        })
    };
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
            "serializationOptions": {"serialization": "deep", "maxDepth": 2, "additionalParameters": {"maxNodeDepth": 0, "includeShadowTree": "all"}},
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
            "serializationOptions": {"serialization": "deep", "maxDepth": 2, "additionalParameters": {"maxNodeDepth": 0, "includeShadowTree": "all"}},
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
