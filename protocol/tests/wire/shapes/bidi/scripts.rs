//! Scripts and values.

use super::*;

pub(super) fn scripts(table: &mut Table) {
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

pub(super) fn values(table: &mut Table) {
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
