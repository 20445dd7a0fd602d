//! The command line: texts, exit statuses, errors.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use common::{Output, golden, kafka_view, project, share_fetch_response};
use kafka_view_cli::text::Text;
use serde_json::Value;
use std::io::Read;
use std::process::{Command, Stdio};

fn both(output: &Output) -> String {
    format!("{}\n--- stderr, status {}\n{}", output.text(), output.status, output.stderr)
}

#[test]
fn texts() {
    golden("sample-offset-fetch-9.txt", kafka_view(&["sample", "OffsetFetch", "--version", "9"], b"").text());
    let explain = ["explain", "--response", "ShareFetch", "--version", "2", "-"];
    let bytes = share_fetch_response();
    golden("explain-share-fetch.txt", kafka_view(&explain, &bytes).text());
    let mut damaged = bytes[..0x170 - 8].to_vec();
    damaged[0x9c] = 0x7e;
    golden("explain-damaged.txt", &both(&kafka_view(&explain, &damaged)));
    golden("schema-share-fetch.json", kafka_view(&["schema", "ShareFetchResponse"], b"").text());
    golden("schema-share-fetch-1.txt", kafka_view(&["schema", "ShareFetch", "--version", "1"], b"").text());
}

#[test]
fn colour_and_width() {
    let mut out = Vec::new();
    let command = ["kafka-view", "sample", "ApiVersionsRequest", "--version", "3"];
    let args = <kafka_view_cli::args::CommandLine as clap::Parser>::try_parse_from(command).unwrap();
    let mut text = Text { out: &mut out, colour: true, width: Some(100) };
    kafka_view_cli::execute(&args.command, &mut std::io::empty(), &mut text, &mut std::io::sink()).unwrap();
    golden("sample-colour.txt", std::str::from_utf8(&out).unwrap());
}

#[test]
fn schemas_are_json() {
    let output = kafka_view(&["schema", "ApiVersions"], b"");
    let schemas: Vec<Value> =
        serde_json::Deserializer::from_slice(&output.stdout).into_iter().map(Result::unwrap).collect();
    assert_eq!(schemas.len(), 2);
    assert_eq!((&schemas[0]["apiKey"], &schemas[0]["type"]), (&18.into(), &"request".into()));
    let tagged = schemas[1]["fields"]
        .as_array()
        .unwrap()
        .iter()
        .find(|field| field["name"] == "FinalizedFeaturesEpoch")
        .unwrap();
    assert_eq!(tagged["versions"], "3+");
    assert_eq!(
        (&tagged["tag"], &tagged["taggedVersions"], &tagged["default"]),
        (&1.into(), &"3+".into(), &"-1".into())
    );
    // A field of a struct is in no version that lacks the struct.
    let output = kafka_view(&["schema", "OffsetFetchRequest"], b"");
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema["fields"][1]["versions"], "0-7");
    assert_eq!(schema["fields"][1]["fields"][0]["versions"], "0-7");
    assert_eq!((&schema["validVersions"], &schema["flexibleVersions"]), (&"0-10".into(), &"6+".into()));
}

#[test]
fn apis() {
    let table = kafka_view(&["apis"], b"");
    let row = table.text().lines().find(|line| line.contains(" ShareFetch ")).unwrap();
    let cells: Vec<_> = row.split_whitespace().collect();
    assert_eq!(cells, ["78", "ShareFetch", "0-2", "1-2", "0+", "v2", "v1", "yes"]);
    let lines: Vec<Value> =
        kafka_view(&["apis", "--json"], b"").text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), kafka_view::ApiKey::ALL.len());
    assert_eq!(lines[18]["responseHeaderVersions"], serde_json::json!([0]));
}

#[test]
fn usage_errors() {
    let cases: &[(&[&str], &str)] = &[
        (&["sample", "ShareFech"], "kafka-view: no message is called \"ShareFech\"; did you mean ShareFetch?\n"),
        (&["sample", "sharefetch"], "kafka-view: no message is called \"sharefetch\"; did you mean ShareFetch?\n"),
        (
            &["sample", "\u{1b}[2J"],
            "kafka-view: no message is called \"\\u{1b}[2J\"; `kafka-view apis` lists the APIs\n",
        ),
        (&["sample", "RequestHeader"], "kafka-view: RequestHeader is no request or response of an API\n"),
        (&["sample", "ShareFetch", "--version", "7"], "kafka-view: ShareFetchRequest has versions 0 to 2, not 7\n"),
        (
            &["json", "ShareFetch", "--version", "1"],
            "kafka-view: ShareFetch is an API; which of its messages: ShareFetchRequest or ShareFetchResponse?\n",
        ),
        (
            &["encode", "ShareFetchRequest", "--version", "3"],
            "kafka-view: ShareFetchRequest has versions 0 to 2, not 3\n",
        ),
        (
            &["explain", "--response", "ShareFetchRequest", "--version", "1", "-"],
            "kafka-view: ShareFetchRequest is no response\n",
        ),
    ];
    for (args, error) in cases {
        let output = kafka_view(args, b"");
        assert_eq!((output.status, output.text(), output.stderr.as_str()), (2, "", *error), "{args:?}");
    }
    let by_clap: &[&[&str]] = &[
        &[],
        &["nothing"],
        &["sample"],
        &["json", "ShareFetchRequest"],
        &["json", "--lines", "ShareFetchRequest"],
        &["sample", "ShareFetch", "--version", "x"],
        &["explain", "--version", "1", "-"],
        &["explain", "--body", "-"],
        &["explain", "--request", "ShareFetch", "--response", "ShareFetch", "--version", "1", "-"],
    ];
    for args in by_clap {
        assert_eq!(kafka_view(args, b"").status, 2, "{args:?}");
    }
    for args in [&["--help"][..], &["--version"], &["explain", "--help"]] {
        assert_eq!(kafka_view(args, b"").status, 0, "{args:?}");
    }
}

#[test]
fn bad_input() {
    let explain = |more: &[&'static str]| [&["explain", "--hex"], more, &["-"]].concat();
    let share_fetch = explain(&["--response", "ShareFetch", "--version", "2"]);
    let cases: &[(&[&str], &str, &str)] = &[
        (&explain(&[]), "00 0g", "'g' at byte 4 (line 1) is no hex digit"),
        (&explain(&[]), "00\n\t0", "3 hex digits: an odd number is no bytes"),
        (&explain(&[]), "", "the input is empty"),
        (&explain(&[]), "0000", "incomplete at byte 2: at least 2 bytes more, in the frame's size"),
        (&explain(&[]), "ffffffff00", "negative frame length at byte 0, in the frame's size"),
        (&explain(&[]), "00000003000000", "frame too small at byte 0, in the frame's size"),
        (&explain(&[]), "0000000a 004e", "incomplete at byte 6: at least 2 bytes more, in requestApiVersion"),
        (
            &explain(&[]),
            "00000009 03e7000100000001 00",
            "unsupported version at byte 4, in the header: there is no API 999 (a response needs --response API --version N)",
        ),
        (
            &explain(&[]),
            "00000009 004e006300000001 00",
            "unsupported version at byte 4, in the header: ShareFetch has no version 99",
        ),
        (&share_fetch, "00000006 00000007 00 00", "the frame ends inside the message, at byte 10, in throttleTimeMs"),
        (&share_fetch, "00000046 00000007 00 00", "incomplete at byte 10: at least 3 bytes more, in throttleTimeMs"),
        (
            &["json", "OffsetFetchRequest", "--version", "9", "--hex"],
            "00",
            "null where it is not allowed at byte 0, in groups",
        ),
        (
            &["encode", "RequestHeader", "--version", "1"],
            "{",
            "bad JSON: EOF while parsing an object at line 1 column 1",
        ),
        (&["encode", "RequestHeader", "--version", "1"], "[]", "expected an object, found an array"),
        (&["encode", "RequestHeader", "--version", "1"], "{\"clientId\": 7}", "clientId: expected string, found 7"),
        (
            &["encode", "RequestHeader", "--version", "1"],
            "{\"requestApiKey\": 40000}",
            "requestApiKey: expected int16, found 40000",
        ),
        (
            &["encode", "ShareFetchRequest", "--version", "1"],
            "{\"topics\": [{\"topicId\": \"x\"}]}",
            "topics[0].topicId: expected a uuid of 22 characters, found \"x\"",
        ),
        (
            &["encode", "ShareFetchRequest", "--version", "0"],
            "{\"maxRecords\": 1}",
            "ShareFetchRequest.MaxRecords: the version lacks this field, and its value is not the default",
        ),
    ];
    for (args, stdin, error) in cases {
        let output = kafka_view(args, stdin.as_bytes());
        // The bytes around a fault, and what was expected, come below it.
        let first = output.stderr.lines().next();
        assert_eq!((output.status, first), (1, Some(&*format!("kafka-view: {error}"))), "{args:?} {stdin}");
    }
    let output = kafka_view(&["explain", "there/is/no/such/file"], b"");
    assert_eq!(output.status, 1);
    assert!(output.stderr.starts_with("kafka-view: cannot read there/is/no/such/file: "), "{}", output.stderr);
}

/// Faults of every sort: the last row of the tree, then what is told.
#[test]
fn faults_as_they_are_told() {
    let response = |api: &'static str, version: &'static str| vec!["--response", api, "--version", version, "--body"];
    let request = |api: &'static str, version: &'static str| vec!["--request", api, "--version", version, "--body"];
    let head = "00000000 0000 00 00 00000000 00000000";
    let cases = [
        ("a string that is cut", response("OffsetFetch", "9"), "00000000 02 04 67".to_owned()),
        ("a number that is cut", response("OffsetFetch", "9"), "000000".to_owned()),
        ("a count that lies", response("OffsetFetch", "9"), "00000000 7f 0267".to_owned()),
        ("the same with 32 bits", request("Metadata", "1"), "00000064 0001 74".to_owned()),
        ("a varint without an end", response("OffsetFetch", "9"), "00000000 02 ffffffffff01".to_owned()),
        ("a length above all", response("OffsetFetch", "9"), "00000000 02 8180808008".to_owned()),
        ("null", response("OffsetFetch", "9"), "00000000 02 0267 00".to_owned()),
        ("null with 16 bits", request("Heartbeat", "3"), "ffff 00000007".to_owned()),
        ("no marker", response("ConsumerGroupHeartbeat", "0"), head.to_owned()),
        ("a struct that is cut", response("ConsumerGroupHeartbeat", "0"), format!("{head} 01 02 00112233")),
        ("too many tags", request("Heartbeat", "4"), "0267 00000007 026d 00 7f 0900".to_owned()),
        ("an unknown tag that is cut", request("Heartbeat", "4"), "0267 00000007 026d 00 01 09 05 aa".to_owned()),
        (
            "a tag that is too large",
            response("ApiVersions", "3"),
            "0000 01 00000000 01 0109 000000000000000500".to_owned(),
        ),
        (
            "a tag that is too small",
            response("ApiVersions", "3"),
            "0000 01 00000000 01 0103 0000000000000005".to_owned(),
        ),
        (
            "records that are cut",
            request("Produce", "9"),
            "00 ffff 00007530 02 0274 02 00000000 3d 00000000".to_owned(),
        ),
        (
            "a batch without room",
            request("Produce", "9"),
            format!("00 ffff 00007530 02 0274 02 00000000 12 {:034} 00 00 00", 0),
        ),
        ("a header that is cut", Vec::new(), "0000000c 0012 0003 00000001 0009 6162".to_owned()),
        ("a frame that ends too early", Vec::new(), "0000000b 0012 0003 00000001 ffff 00 0000".to_owned()),
        ("a frame that is cut behind its message", Vec::new(), "000000ff 0012 0000 00000001 ffff".to_owned()),
        ("no version", Vec::new(), "0000000b 0012 0063 00000001 ffff 00".to_owned()),
    ];
    let mut text = String::new();
    for (name, args, hex) in &cases {
        let args = [&["explain", "--hex"], args.as_slice(), &["-"]].concat();
        let output = kafka_view(&args, hex.as_bytes());
        assert_eq!(output.status, 1, "{name}: {}", output.text());
        let lines: Vec<_> = output.text().lines().collect();
        text += &format!("# {name}\n{}\n{}\n{}\n", hex, lines[lines.len() - 2..].join("\n"), output.stderr);
    }
    golden("faults.txt", &text);
}

/// What Kafka takes, but never writes, is told by `--strict` only, and makes a difference to the exit status.
#[test]
fn strict() {
    // A request: a header with tags out of order, and a body with a length of two bytes, bad UTF-8 and trailing bytes.
    let odd = "0000002c 000c 0004 00000007 0001 63 02 0500 0300 8200 67 00000007 03 6dff 00 00 aabb";
    let explain =
        |hex: &str, more: &[&str]| kafka_view(&[&["explain", "--hex"], more, &["-"]].concat(), hex.as_bytes());
    let odd = odd.replacen("0000002c", &format!("{:08x}", odd.replace(' ', "").len() / 2 - 4), 1);
    let lenient = explain(&odd, &[]);
    assert_eq!((lenient.status, lenient.stderr.as_str()), (0, ""));
    let strict = explain(&odd, &["--strict"]);
    assert_eq!((strict.status, strict.text()), (1, lenient.text()));
    let mut text = format!("# a header and a body\n{odd}\n{}", strict.stderr);

    let good = std::fs::read(project("examples/data/share-fetch-response.bin")).unwrap();
    let args = ["--response", "ShareFetch", "--version", "1", "--strict"];
    let whole = explain(&hex::encode(&good), &args);
    assert_eq!((whole.status, whole.stderr.as_str()), (0, ""), "Kafka's own bytes");
    let batch = |record: &str| {
        let record = hex::decode(record.replace(' ', "")).unwrap();
        let mut batch = vec![0; 61];
        batch[8..12].copy_from_slice(&u32::try_from(49 + record.len()).unwrap().to_be_bytes());
        batch[16] = 2;
        batch[57..61].copy_from_slice(&1_u32.to_be_bytes());
        batch.extend(record);
        let crc = kafka_view::records::crc32c(&batch[21..]);
        batch[17..21].copy_from_slice(&crc.to_be_bytes());
        batch
    };
    // The lengths of key and value, and the count of headers, take a byte more than they need; an attribute has no meaning.
    let batch = batch("16 01 00 00 8200 6b 8200 76 8000");
    let length = batch.len() + 1;
    let body = format!("00 ffff 00007530 02 0274 02 00000000 {length:02x} {} 00 00 00", hex::encode(&batch));
    let args = ["--request", "Produce", "--version", "9", "--body"];
    let lenient = explain(&body, &args);
    assert_eq!((lenient.status, lenient.stderr.as_str()), (0, ""), "{}", lenient.text());
    let strict = explain(&body, &[&args[..], &["--strict"]].concat());
    assert_eq!(strict.status, 1);
    text += &format!("\n# a record\n{}\n{}", hex::encode(&batch), strict.stderr);
    golden("strict.txt", &text);
}

#[test]
fn what_is_odd_is_said_but_no_error() {
    let explain = ["explain", "--response", "ApiVersions", "--version", "4", "--hex", "-"];
    let output = kafka_view(&explain, b"00000013 00000007 0023 00000001 0012 0000 0003 cafe01");
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.text().starts_with("ApiVersionsResponse v0 · header v0 · 23 bytes\n"), "{}", output.text());
    assert!(output.text().contains("note: the broker does not know version 4 and answers in version 0 (KIP-511)\n"));
    assert!(output.text().contains("note: 3 bytes left over behind the body, from byte 20 on; Kafka ignores them\n"));
    let row = output.text().lines().last().unwrap();
    assert!(row.starts_with("0014      3  └─trailing ") && row.contains(" 3 bytes "), "{row}");
    let json = [&explain[..6], &["--json", "-"]].concat();
    let output = kafka_view(&json, b"00000013 00000007 0023 00000001 0012 0000 0003 cafe01");
    assert!(output.text().lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(output.stderr.lines().filter(|line| line.starts_with("kafka-view: note: ")).count(), 2);
}

#[test]
fn what_is_in_front_may_be_missing() {
    let header_and_body = b"0012 0000 00000001 0004 61626364";
    let output = kafka_view(&["explain", "--unframed", "--hex", "-"], header_and_body);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.text().starts_with("ApiVersionsRequest v0 · header v1 · 14 bytes\n"), "{}", output.text());
    let output =
        kafka_view(&["explain", "--body", "--request", "ApiVersionsRequest", "--version", "2", "--hex", "-"], b"ff");
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.text().starts_with("ApiVersionsRequest v2 · 1 byte\nnote: 1 byte left over"), "{}", output.text());
    let output = kafka_view(
        &["explain", "--request", "ApiVersions", "--version", "1", "--unframed", "--hex", "-"],
        header_and_body,
    );
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.text().contains("note: the header says ApiVersions, version 0\n"), "{}", output.text());
}

#[test]
fn frames_come_one_after_the_other() {
    let two = b"0000000e 0012 0000 00000001 0004 61626364  0000000a 0012 0000 00000002 0000";
    let output = kafka_view(&["explain", "--hex", "-"], two);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let titles: Vec<_> = output.text().lines().filter(|line| line.contains(" · ")).collect();
    assert_eq!(
        titles,
        ["ApiVersionsRequest v0 · header v1 · 18 bytes", "ApiVersionsRequest v0 · header v1 · 14 bytes from 0012 on"]
    );
    assert!(output.text().contains("\"abcd\" (int16 len=4)"));
}

#[test]
fn json_and_back() {
    let json = kafka_view(&["json", "ResponseHeader", "--version", "1", "--hex", "-"], b"00000007 01 05 01 ff");
    assert_eq!((json.status, json.text()), (0, "{\n  \"correlationId\": 7\n}\n"));
    assert_eq!(json.stderr, "kafka-view: note: unknown tagged field 5 in ResponseHeader: ff\n");
    let raw = kafka_view(&["encode", "ResponseHeader", "--version", "1"], &json.stdout);
    assert_eq!((raw.status, raw.stdout.as_slice()), (0, &[0, 0, 0, 7, 0][..]));
    let hex = kafka_view(&["encode", "ResponseHeader", "--version", "1", "--hex", "-"], &json.stdout);
    assert_eq!((hex.status, hex.text()), (0, "0000000700\n"));
}

#[test]
fn a_reader_may_leave() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kafka-view"))
        .args(["sample", "Metadata"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

fn told(args: &[&str], stdin: &[u8]) -> (i32, String, String) {
    let output = kafka_view(args, stdin);
    (output.status, output.text().to_owned(), output.stderr.clone())
}

#[test]
fn trailing_bytes_and_odd_characters() {
    // Bytes behind a body are a note: Kafka ignores them.
    let (status, out, err) = told(&["json", "ResponseHeader", "--version", "0", "--hex"], b"0000000708");
    assert_eq!((status, err.as_str()), (0, "kafka-view: note: trailing bytes at byte 4: 1 byte\n"));
    assert!(out.contains("\"correlationId\": 7"), "{out}");
    // Nothing that a terminal would obey gets through, in an answer or in an error.
    let (_, out, _) = told(&["json", "MetadataRequest", "--version", "9", "--hex"], b"0209c29b33316d7f1b610000000000");
    assert!(out.contains("\\u009b31m\\u007f\\u001ba"), "{out}");
    let json = "{\"\\u001b[31mx\u{9b}\": 1}";
    let (status, _, err) = told(&["encode", "MetadataRequest", "--version", "9"], json.as_bytes());
    assert_eq!((status, err.as_str()), (1, "kafka-view: \\u001b[31mx\\u009b: MetadataRequest has no such field\n"));
    // Unknown tagged fields are never dropped, and a version that does not exist is no field's fault.
    let lines = b"{\"message\":\"ApiVersionsResponse\",\"version\":0,\"json\":{},\"unknown\":[{\"path\":\"\",\"tag\":9,\"hex\":\"00\"}]}\n\
                  {\"message\":\"MetadataRequest\",\"version\":99,\"json\":{}}";
    let (_, out, _) = told(&["encode", "--lines"], lines);
    let answers: Vec<&str> = out.lines().collect();
    assert!(answers[0].contains("the version has no tagged fields"), "{out}");
    assert!(answers[1].contains("\"path\":\"\""), "{out}");
}
