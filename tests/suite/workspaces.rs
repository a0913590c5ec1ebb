//! A workspace is named once, in one place, by its rule.

use crate::house::Served;
use crate::raw::ask;

#[tokio::test]
async fn names_and_places() {
    let served = Served::start(&[]).await;
    let long = "x".repeat(65);
    let named = async |query: &str, headers: &[(&str, &str)]| {
        let authorization = format!("Bearer {}", served.token);
        let mut all = vec![("Host", "localhost"), ("Authorization", authorization.as_str())];
        all.extend(headers);
        ask(&served.base, &format!("POST /browser/outline{query}"), &all, "{}").await
    };
    for (query, headers, says) in [
        ("", vec![], "Sf-Workspace or with ?workspace="),
        ("?workspace=a", vec![("Sf-Workspace", "a")], "in a header and in the query"),
        ("?workspace=a&workspace=b", vec![], "Two different workspaces are named in the query"),
        ("", vec![("Sf-Workspace", "a"), ("Sf-Workspace", "b")], "in the header Sf-Workspace"),
        ("", vec![("X-Workspace", "a, b")], "in the header X-Workspace"),
        ("", vec![("Sf-Workspace", "stdio")], "reserved"),
        ("", vec![("Sf-Workspace", "global")], "reserved"),
        ("", vec![("Sf-Workspace", "-a")], "1 to 64"),
        ("", vec![("Sf-Workspace", "a b")], "1 to 64"),
        ("?workspace=..%2Fetc", vec![], "1 to 64"),
        ("", vec![("Sf-Workspace", &long)], "1 to 64"),
    ] {
        let refused = named(query, &headers).await;
        assert!(refused.refused(400, "WORKSPACE").contains(says), "{query} {headers:?}: {refused:?}");
    }
    for (query, headers) in [
        ("?workspace=Shop.1_a-b", vec![]),
        ("", vec![("Sf-Workspace", " shop ")]),
        ("", vec![("X-Workspace", "shop")]),
        ("", vec![("Sf-Workspace", "shop"), ("X-Workspace", "another")]),
        ("?workspace=", vec![("Sf-Workspace", "shop")]),
    ] {
        let taken = named(query, &headers).await;
        assert!(taken.refused(404, "NO_BROWSER").contains("open_session"), "{query} {headers:?}");
    }
}
