//! The object tree: that of two documents which describe four messages, and what holds for every tree.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use common::{assert_tiles, kafka_view, share_fetch_response, vectors};
use kafka_view::messages::Message;
use kafka_view::schema::MessageKind;
use kafka_view_cli::explain::{Explained, Front, What, explain};
use kafka_view_cli::rows::Row;
use kafka_view_cli::sample;
use serde_json::Value;

#[test]
fn samples_are_those_of_the_documents() {
    let expected: Vec<Value> =
        include_str!("data/trees.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut rows = Vec::new();
    for (api, version) in [("ShareFetch", "0"), ("OffsetFetch", "9")] {
        let output = kafka_view(&["sample", api, "--version", version, "--json"], b"");
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        rows.extend(output.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    }
    assert_eq!((rows.len(), expected.len()), (161, 161));
    for (row, expected) in rows.iter().zip(&expected) {
        for key in ["message", "name", "type", "offset", "size"] {
            assert_eq!(row[key], expected[key], "{row}");
        }
        if row["name"] == "crc" {
            // The documents have words in place of the number.
            assert!(row["about"].as_str().unwrap().starts_with(expected["value"].as_str().unwrap()), "{row}");
            assert_eq!(row["value"], kafka_view::records::crc32c(&sample::EMPTY_BATCH[21..]).to_string());
        } else {
            assert_eq!(row["value"], expected["value"], "{row}");
        }
    }
    let sizes: Vec<_> = rows.iter().filter(|row| row["depth"] == 0).map(|row| row["size"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [105, 150, 33, 43]);
}

#[test]
fn every_version_has_a_sample() {
    let mut samples = 0;
    for message in Message::all().filter(|message| message.schema().api_key.is_some()) {
        for version in message.schema().versions() {
            let (bytes, what) = sample::frame(message, version).unwrap();
            let explained = explain(&bytes, 0, what, Front::Frame);
            assert_eq!((&explained.faults, &explained.notes), (&Vec::new(), &Vec::new()), "{message:?} {version}");
            assert_tiles(&explained.rows, 0, bytes.len());
            if message.schema().kind == MessageKind::Request {
                // A request says itself what it is.
                assert_eq!(explain(&bytes, 0, What::Requests, Front::Frame).rows, explained.rows);
            }
            let arrays = explained.rows.iter().filter(|row| row.kind.starts_with("[]"));
            assert!(arrays.clone().all(|row| row.value.as_deref() == Some("1 element")), "{message:?} {version}");
            samples += 1;
        }
    }
    println!("{samples} samples");
    assert!(samples >= 62, "{samples}");
}

#[test]
fn a_captured_response_shows_its_records() {
    let bytes = share_fetch_response();
    let what = What::Known { kind: MessageKind::Response, api: kafka_view::ApiKey::SHARE_FETCH, version: 2 };
    let explained = explain(&bytes, 0, what, Front::Frame);
    assert_eq!((&explained.faults, &explained.notes), (&Vec::new(), &Vec::new()));
    assert_tiles(&explained.rows, 0, bytes.len());
    let values = |name: &str| {
        let rows = explained.rows.iter().filter(|row| row.name == name);
        rows.map(|row| row.value.clone().unwrap_or_default()).collect::<Vec<_>>()
    };
    assert_eq!(values("RecordBatch"), ["8 records"]);
    assert_eq!(values("crc"), ["3920148264"]);
    assert_eq!(values("key").first().map(String::as_str), Some("\"k4\" (varint len=2)"));
    assert_eq!(values("value")[..2], ["null (varint len=-1)", "\"value number 5\" (varint len=14)"]);
    assert_eq!(values("value")[3], "\"value number 8 é世😀\" (varint len=24)");
    assert_eq!(values("header[0]"), ["\"h4\" = 0x0001c8", "\"h8\" = 0x0001c8", "\"h10\" = 0x0001c8"]);
    assert_eq!(values("header[2]"), ["\"null\" = null", "\"null\" = null"]);
    let times = explained.rows.iter().filter(|row| row.name == "timestampDelta");
    assert!(times.clone().count() == 8 && times.into_iter().all(|row| row.about.contains("2026-11-30T00:43:50.52")));
}

/// A vector as its body and what it is; none for what is no request or response.
fn body(vector: &Value) -> Option<(Vec<u8>, What)> {
    let message = Message::from_name(vector["message"].as_str().unwrap()).unwrap();
    let version = i16::try_from(vector["version"].as_i64().unwrap()).unwrap();
    let what = What::Known { kind: message.schema().kind, api: message.schema().api_key?, version };
    Some((hex::decode(vector["hex"].as_str().unwrap()).unwrap(), what))
}

fn explained(bytes: &[u8], what: What) -> Explained {
    let explained = explain(bytes, 0, what, Front::Nothing);
    assert_tiles(&explained.rows, 0, bytes.len());
    explained
}

#[test]
fn good_bytes_are_shown_to_the_last() {
    let mut trees = 0;
    for vector in vectors() {
        let Some((bytes, what)) = body(&vector) else { continue };
        let explained = explained(&bytes, what);
        // Some vectors hold records that are no records.
        let inside = explained.faults.iter().all(|fault| fault.path.contains("ecords"));
        assert!(inside, "{:?} {vector}", explained.faults);
        trees += 1;
    }
    assert!(trees > 300, "{trees}");
}

#[test]
fn cut_bytes_are_shown_up_to_the_cut() {
    for vector in vectors() {
        let Some((bytes, what)) = body(&vector) else { continue };
        let step = bytes.len() / 60 + 1;
        for cut in (0..bytes.len()).step_by(step) {
            let explained = explained(&bytes[..cut], what);
            let fault = explained.faults.last().unwrap();
            assert!(fault.error.is_incomplete() && fault.error.offset as usize == cut, "{fault:?} {cut} {vector}");
        }
    }
}

#[test]
fn whole_batches_of_cut_records_are_shown() {
    let message = Message::from_name("ShareFetchResponse").unwrap();
    let records = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, [*sample::EMPTY_BATCH; 3].concat());
    let json = serde_json::json!({ "responses": [{ "partitions": [{ "records": records }] }] });
    let bytes = kafka_view_cli::json::encode(message, 0, &json, &[]).unwrap();
    let what = What::Known { kind: MessageKind::Response, api: kafka_view::ApiKey::SHARE_FETCH, version: 0 };
    let found = explained(&bytes, what);
    let batch = found.rows.iter().find(|row| row.name == "RecordBatch[2]").unwrap();
    let cut = explained(&bytes[..batch.offset + 20], what);
    let names: Vec<_> =
        cut.rows.iter().filter(|row| row.name.starts_with("RecordBatch")).map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["RecordBatch[0]", "RecordBatch[1]", "RecordBatch"]);
    let last = cut.rows.last().unwrap();
    assert_eq!((last.kind.as_str(), last.value.as_deref()), ("cut", Some("20 bytes")));
    let length = |rows: &[Row]| rows.iter().rev().find(|row| row.name == "length" && row.size == 2).cloned();
    assert_eq!(length(&cut.rows).unwrap().value, length(&found.rows).unwrap().value);
    assert_eq!(cut.faults[0].path, "responses[0].partitions[0].records");
}

#[test]
fn changed_bytes_are_no_trouble() {
    let share_fetch = share_fetch_response();
    let what = What::Known { kind: MessageKind::Response, api: kafka_view::ApiKey::SHARE_FETCH, version: 2 };
    for at in 0..share_fetch.len() {
        for change in [1, 0x80, 0xff, share_fetch[at], share_fetch[at] ^ 0x7f] {
            let mut bytes = share_fetch.clone();
            bytes[at] ^= change;
            let explained = explain(&bytes, 0, what, Front::Frame);
            assert_tiles(&explained.rows, 0, explained.end);
            let explained = explain(&bytes, 0, What::Requests, Front::Frame);
            assert_tiles(&explained.rows, 0, explained.end);
        }
    }
    for vector in vectors() {
        let Some((bytes, what)) = body(&vector) else { continue };
        for at in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
            for change in [1, 0x80, 0xff, bytes[at]] {
                let mut bytes = bytes.clone();
                bytes[at] ^= change;
                explained(&bytes, what);
            }
        }
    }
}

#[test]
fn names_stand_beside_numbers() {
    let output = kafka_view(
        &["explain", "--body", "--response", "OffsetFetch", "--version", "5", "--hex", "--json", "-"],
        b"00000000 00000000 0003",
    );
    let last: Value = serde_json::from_str(output.text().lines().last().unwrap()).unwrap();
    assert_eq!((&last["name"], &last["value"]), (&"ErrorCode".into(), &"3 (UNKNOWN_TOPIC_OR_PARTITION)".into()));
    assert!(last["about"].as_str().unwrap().ends_with("A later attempt may succeed."), "{last}");
}
