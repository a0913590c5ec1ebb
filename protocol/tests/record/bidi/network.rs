//! Requests, watched and held.

use super::*;

pub(super) async fn network(recorder: &mut Recorder, tab: &ContextId, at: &str) {
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
