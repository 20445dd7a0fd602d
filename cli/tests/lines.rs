//! `--lines`: one answer for each line, and the same bytes and values both ways.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use common::{kafka_view, vectors};
use serde_json::{Value, json};

fn answers(command: &str, lines: &[String]) -> Vec<Value> {
    let output = kafka_view(&[command, "--lines"], lines.join("\n").as_bytes());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let answers: Vec<_> = output.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), lines.len());
    answers
}

fn sorted(unknown: &Value) -> Vec<String> {
    let mut unknown: Vec<_> = unknown.as_array().into_iter().flatten().map(Value::to_string).collect();
    unknown.sort();
    unknown
}

#[test]
fn there_and_back() {
    let vectors = vectors();
    assert!(vectors.len() >= 351, "{}", vectors.len());
    let lines: Vec<_> = vectors.iter().map(Value::to_string).collect();
    for (answer, vector) in answers("json", &lines).iter().zip(&vectors) {
        assert_eq!((&answer["ok"], &answer["rest"]), (&json!(true), &json!(0)), "{answer} {vector}");
        assert_eq!(answer["json"], vector["json"]);
        assert_eq!(sorted(&answer["unknown"]), sorted(&vector["unknown"]));
        assert_eq!(answer.get("unknown").is_some(), vector.get("unknown").is_some());
    }
    for (answer, vector) in answers("encode", &lines).iter().zip(&vectors) {
        assert_eq!(answer, &json!({ "ok": true, "hex": vector["hex"] }));
    }
}

#[test]
fn entries() {
    let line = |entry: &str, message: Value, version: Value, hex: &str| {
        json!({ "entry": entry, "message": message, "version": version, "hex": hex }).to_string()
    };
    let null = Value::Null;
    let api_versions =
        "0012000300000065000d61646d696e636c69656e742d3100126170616368652d6b61666b612d6a61766106322e382e3000";
    let answers = answers(
        "json",
        &[
            line("request", null.clone(), null.clone(), api_versions),
            line("request", null.clone(), null.clone(), "03e7000100000001000161"),
            line("header-peek", null.clone(), null.clone(), "03e7000100000001000161"),
            line("header", "RequestHeader".into(), 2.into(), "00120003ffffffffffff010302cafe"),
            line("response", "ApiVersionsResponse".into(), 3.into(), "00000009000002001200000004000000000000"),
            line("response", "ApiVersionsResponse".into(), 3.into(), "0000000900"),
            line("api-versions-fallback", "ApiVersionsResponse".into(), 4.into(), "002300000001001200000003"),
            line("versioned", "ConsumerProtocolSubscription".into(), null.clone(), "0000000000010001740000000009"),
            line("versioned", "ConsumerProtocolSubscription".into(), null.clone(), "00"),
            line("batches", null.clone(), null.clone(), "00000000"),
            line("uvarint", null.clone(), null.clone(), "960107"),
            line("varint", null.clone(), null.clone(), "96"),
            line("sasl", null.clone(), null, "0000000e00110000000000010001610001500000000100"),
        ],
    );
    assert_eq!(answers[0]["json"]["headerVersion"], 2);
    assert_eq!(answers[0]["json"]["header"]["clientId"], "adminclient-1");
    assert_eq!(answers[0]["json"]["body"]["clientSoftwareVersion"], "2.8.0");
    assert_eq!((&answers[1]["ok"], &answers[1]["kind"]), (&json!(false), &json!("unsupported version")));
    assert_eq!(
        answers[2],
        json!({ "ok": true, "json": { "requestApiKey": 999, "requestApiVersion": 1, "correlationId": 1 }, "rest": 3 })
    );
    assert_eq!(answers[3]["unknown"], json!([{ "path": "", "tag": 3, "hex": "cafe" }]));
    assert_eq!(answers[4]["json"]["header"], json!({ "correlationId": 9 }));
    assert_eq!(
        answers[5],
        json!({ "ok": false, "kind": "incomplete", "incomplete": true, "missing": 2, "offset": 5, "path": "body.errorCode" })
    );
    assert_eq!(answers[6]["json"]["errorCode"], 35);
    assert_eq!((&answers[7]["json"], &answers[7]["rest"]), (&json!({ "topics": ["t"], "userData": "" }), &json!(1)));
    assert_eq!((&answers[8]["kind"], &answers[8]["missing"]), (&json!("incomplete"), &json!(1)));
    assert_eq!(answers[9]["kind"], "unsupported entry batches");
    assert_eq!(answers[10], json!({ "ok": true, "json": 150, "rest": 1 }));
    assert_eq!(
        (&answers[11]["kind"], &answers[11]["missing"], &answers[11]["offset"]),
        (&json!("incomplete"), &json!(1), &json!(1))
    );
    let frames = &answers[12]["json"]["frames"];
    assert_eq!((&frames[0]["body"], &frames[1]), (&json!({ "mechanism": "P" }), &json!({ "rawToken": "00" })));
}

/// A stream of frames: what is whole before a fault is told with it.
#[test]
fn frames() {
    let line = |context: &str, limit: Value, hex: &str| {
        json!({ "entry": "frame", "context": context, "limit": limit, "hex": hex }).to_string()
    };
    let two = "0000000400000001 0000000500000002ff".replace(' ', "");
    let answers = answers(
        "json",
        &[
            line("response", 5.into(), &two),
            line("response", 4.into(), &two),
            line("request", 100.into(), &two),
            line("raw", 100.into(), &format!("00000000{two}")),
            line("response", 100.into(), &two[..32]),
            line("response", 100.into(), &two[..20]),
            line("response", 100.into(), &format!("{two}ffffffff")),
            line("response", (-1).into(), &two),
            line("token", 100.into(), &two),
            json!({ "entry": "frame", "hex": two }).to_string(),
            json!({ "entry": "frame", "context": "raw", "hex": "" }).to_string(),
        ],
    );
    assert_eq!(answers[0], json!({ "ok": true, "json": { "frames": ["00000001", "00000002ff"] }, "rest": 0 }));
    let fault = |answer: &Value| {
        let of = |key: &str| answer[key].clone();
        json!([of("kind"), of("incomplete"), of("missing"), of("offset"), of("consumed"), of("json")["frames"]])
    };
    assert_eq!(fault(&answers[1]), json!(["frame above the limit", false, 0, 8, 8, ["00000001"]]));
    assert_eq!(fault(&answers[2]), json!(["frame too small", false, 0, 0, 0, []]));
    assert_eq!(answers[3]["json"]["frames"], json!(["", "00000001", "00000002ff"]));
    assert_eq!(fault(&answers[4]), json!(["incomplete", true, 1, 16, 8, ["00000001"]]));
    assert_eq!(fault(&answers[5]), json!(["incomplete", true, 2, 10, 8, ["00000001"]]));
    assert_eq!(fault(&answers[6]), json!(["negative frame length", false, 0, 17, 17, ["00000001", "00000002ff"]]));
    assert_eq!(answers[7]["kind"], "\"limit\" is no number of bytes");
    assert_eq!(answers[8]["kind"], "\"context\" token is none of request, response, raw");
    assert_eq!(answers[9]["kind"], "the line has no \"context\"");
    assert_eq!(answers[10]["json"]["frames"], json!([]));
}

/// An entry takes messages of its kind only.
#[test]
fn kinds_of_messages() {
    let cases = [
        ("header", "ShareFetchRequest", "ShareFetchRequest is no header"),
        ("request", "ShareFetchResponse", "ShareFetchResponse is no request"),
        ("request", "ShareFetchRequest", "the header is that of API Fetch"),
        ("response", "ShareFetchRequest", "ShareFetchRequest is no response"),
        ("versioned", "ResponseHeader", "ResponseHeader is no message in a bytes field or a record"),
        ("api-versions-fallback", "ApiVersionsRequest", "ApiVersionsRequest is no response"),
        ("api-versions-fallback", "FetchResponse", "FetchResponse has no other version to fall back to"),
    ];
    let line = |(entry, message, _): &(&str, &str, &str)| {
        json!({ "entry": entry, "message": message, "version": 1, "hex": "0001000400000001ffff" }).to_string()
    };
    for (answer, (.., kind)) in answers("json", &cases.iter().map(line).collect::<Vec<_>>()).iter().zip(&cases) {
        assert_eq!(answer["kind"], *kind);
    }
}

#[test]
fn bad_lines_have_answers_too() {
    let bad = [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "\u{7f}",
        "{\"message\":1}",
        r#"{"message":"Nothing","version":0,"hex":"","json":{}}"#,
        r#"{"message":"RequestHeader","version":70000,"hex":"","json":{}}"#,
        r#"{"message":"RequestHeader","version":-1,"hex":"","json":{}}"#,
        r#"{"message":"RequestHeader","version":1,"hex":"0","json":[]}"#,
        r#"{"message":"RequestHeader","version":1,"hex":"zz","json":{"correlationId":2147483648}}"#,
        r#"{"message":"RequestHeader","version":1,"hex":7,"json":{"clientId":7}}"#,
        r#"{"message":"RequestHeader","version":1,"entry":"uvarint","hex":"","json":{"nothing":7}}"#,
        r#"{"message":"RequestHeader","version":1,"hex":"00","json":{},"unknown":[{"path":"","tag":-1,"hex":""}]}"#,
        r#"{"message":"ShareFetchRequest","version":0,"hex":"00","json":{"maxRecords":5}}"#,
    ];
    let bad: Vec<_> = bad.iter().map(|line| (*line).to_owned()).collect();
    for command in ["json", "encode"] {
        let mut lines = bad.clone();
        // The last line may lack its end; an empty one in between is a line.
        lines
            .push(r#"{"message":"ResponseHeader","version":0,"hex":"00000007","json":{"correlationId":7}}"#.to_owned());
        let answers = answers(command, &lines);
        let (last, rest) = answers.split_last().unwrap();
        assert_eq!(last["ok"], true);
        for (answer, line) in rest.iter().zip(&bad) {
            assert_eq!(answer["ok"], false, "{command} {line}");
            assert!(answer["kind"].as_str().is_some_and(|kind| !kind.is_empty()), "{answer}");
            assert!(
                answer["incomplete"].is_boolean() && answer["missing"].is_u64() && answer["offset"].is_u64(),
                "{answer}"
            );
        }
    }
    let output = kafka_view(&["json", "--lines"], b"\xff\xfe\n\xc3");
    assert_eq!((output.status, output.text().lines().count()), (0, 2));
    assert_eq!(kafka_view(&["json", "--lines"], b"").text(), "");
}
