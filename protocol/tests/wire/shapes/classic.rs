//! Classic requests, by <https://www.w3.org/TR/webdriver2/#endpoints> and by Selenium Grid's own routes.

use handback_protocol::capabilities::{CapabilitiesRequest, CapabilityRequest};
use handback_protocol::cdp::runtime::TerminateExecution;
use handback_protocol::classic::grid::{DeleteFiles, FetchFile, ListFiles, UploadFile};
use handback_protocol::classic::session::*;
use handback_protocol::classic::status::GetStatus;
use handback_protocol::classic::timeouts::{GetTimeouts, SetTimeouts, Timeouts};
use handback_protocol::classic::{Call, vendor};
use handback_protocol::ids::SessionId;
use serde_json::{Value, json};

#[test]
fn each_request_goes_where_its_specification_says() {
    let session: SessionId = "s1".into();
    let check = |call: &dyn Fn() -> serde_json::Result<handback_protocol::classic::Request>,
                 line: &str,
                 body: Value| {
        let request = call().expect("JSON");
        assert_eq!(format!("{} {}", request.method.as_str(), request.path), line);
        let found = request.body.map_or(Value::Null, |body| serde_json::from_slice(&body).expect("JSON"));
        assert_eq!(found, body, "{line}");
    };
    let always_match = CapabilityRequest { web_socket_url: Some(true), ..CapabilityRequest::default() };
    let capabilities = CapabilitiesRequest { always_match, first_match: Vec::new() };
    let new = NewSession { capabilities: &capabilities };
    let wanted = json!({"capabilities": {"alwaysMatch": {"webSocketUrl": true}}});
    check(&|| new.request(), "POST /session", wanted);
    check(&|| DeleteSession(&session).request(), "DELETE /session/s1", Value::Null);
    check(&|| GetStatus.request(), "GET /status", Value::Null);
    check(&|| GetTitle(&session).request(), "GET /session/s1/title", Value::Null);
    check(&|| GetCurrentUrl(&session).request(), "GET /session/s1/url", Value::Null);
    check(&|| GetWindowHandles(&session).request(), "GET /session/s1/window/handles", Value::Null);
    check(&|| GetTimeouts(&session).request(), "GET /session/s1/timeouts", Value::Null);
    let timeouts = Timeouts { script: Some(1), page_load: Some(2), implicit: None };
    let set = SetTimeouts { session: &session, timeouts };
    check(&|| set.request(), "POST /session/s1/timeouts", json!({"script": 1, "pageLoad": 2}));
    check(&|| ListFiles(&session).request(), "GET /session/s1/se/files", Value::Null);
    let fetch = FetchFile { session: &session, name: "f" };
    check(&|| fetch.request(), "POST /session/s1/se/files", json!({"name": "f"}));
    check(&|| DeleteFiles(&session).request(), "DELETE /session/s1/se/files", Value::Null);
    let upload = UploadFile { session: &session, zip: b"PK" };
    check(&|| upload.request(), "POST /session/s1/se/file", json!({"file": "UEs="}));
    let upload = vendor::UploadFile { session: &session, zip: b"PK" };
    check(&|| upload.request(), "POST /session/s1/file", json!({"file": "UEs="}));
    let execute = vendor::ExecuteCdp { session: &session, command: &TerminateExecution {} };
    let body = json!({"cmd": "Runtime.terminateExecution", "params": {}});
    check(&|| execute.request(), "POST /session/s1/goog/cdp/execute", body);
}
