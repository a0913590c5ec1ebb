//! Network and storage.

use super::*;

pub(super) fn network(table: &mut Table) {
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

pub(super) fn intercepts(table: &mut Table) {
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

pub(super) fn storage(table: &mut Table) {
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
