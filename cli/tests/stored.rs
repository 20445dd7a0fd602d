//! `records --as`: keys and values of the topics that brokers keep.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use common::{golden, kafka_view, project};
use kafka_view::records::{BatchSettings, NewRecord, RecordBatchBuilder};
use serde_json::{Value, json};

/// A key and a value.
type Pair<'a> = (Option<&'a [u8]>, Option<&'a [u8]>);

/// A batch of keys and values.
fn batch(records: &[Pair<'_>]) -> Vec<u8> {
    let mut buf = vec![0; 1 << 20];
    let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings::default()).unwrap();
    for &(key, value) in records {
        builder.push(&NewRecord { timestamp: 1_700_000_000_000, key, value, ..Default::default() }).unwrap();
    }
    let size = builder.size();
    builder.finish().unwrap();
    buf.truncate(size);
    buf
}

/// The records that `--json` shows.
fn records(topic: &str, batch: &[u8], status: i32) -> Vec<Value> {
    let output = kafka_view(&["records", "--json", "--as", topic, "-"], batch);
    assert_eq!(output.status, status, "{}", output.stderr);
    let json: Value = serde_json::from_str(output.text()).unwrap();
    json["batches"][0]["records"].as_array().unwrap().clone()
}

#[test]
fn kafkas_records_in_json() {
    for (topic, file) in [
        ("consumer-offsets", "group-coordinator"),
        ("share-state", "share-coordinator"),
        ("transaction-state", "transaction-coordinator"),
        ("cluster-metadata", "metadata"),
        ("remote-log", "storage"),
    ] {
        let text = std::fs::read_to_string(project(&format!("tests/data/internal/{file}.jsonl"))).unwrap();
        let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let is = |row: &Value, suffix: &str| row["message"].as_str().unwrap().ends_with(suffix);
        let bytes = |row: &Value| hex::decode(row["framed"].as_str().unwrap()).unwrap();
        let keys: Vec<_> = rows.iter().filter(|row| is(row, "Key")).collect();
        let values: Vec<_> = rows.iter().filter(|row| is(row, "Value") || is(row, "Record")).collect();
        // Each value below a key of its type.
        let key_of = |value: &Value| {
            let name = value["message"].as_str().unwrap().replace("Value", "Key");
            keys.iter().find(|key| key["message"] == name).copied()
        };
        let stored: Vec<_> = values.iter().map(|value| (key_of(value).map(bytes), bytes(value))).collect();
        let stored: Vec<_> = stored.iter().map(|(key, value)| (key.as_deref(), Some(value.as_slice()))).collect();
        let shown = records(topic, &batch(&stored), 0);
        assert_eq!(shown.len(), values.len());
        for (shown, expected) in shown.iter().zip(&values) {
            assert_eq!(shown["value"]["name"], expected["message"], "{shown}");
            assert_eq!(shown["value"]["version"], expected["version"], "{shown}");
            assert_eq!(shown["value"]["data"], expected["json"], "{shown}");
            if let Some(key) = key_of(expected) {
                assert_eq!((&shown["key"]["name"], &shown["key"]["data"]), (&key["message"], &key["json"]));
            }
        }
    }
}

/// A committed offset; one that is gone; one of tomorrow; two that are bad.
fn samples() -> Vec<u8> {
    let key = &b"\0\x01\0\x01g\0\x01t\0\0\0\x05"[..];
    let value = &b"\0\x03\0\0\0\0\0\0\0\x2a\xff\xff\xff\xff\0\0\0\0\x01\x8b\xcf\xe5\x68\0"[..];
    batch(&[
        (Some(key), Some(value)),
        (Some(key), None),
        (Some(b"\0\x63\xff"), Some(b"\0\x07\xff")),
        (Some(key), Some(b"\0\x63\xff")),
        (Some(key), Some(&value[..20])),
        (Some(&key[..5]), Some(b"")),
        (None, Some(b"\0\x03any")),
    ])
}

#[test]
fn tombstones_and_unknown_ones_and_bad_ones() {
    let shown = records("consumer-offsets", &samples(), 1);
    let key = json!({"type": 1, "name": "OffsetCommitKey", "data": {"group": "g", "topic": "t", "partition": 5}});
    assert_eq!(shown[0]["key"], key);
    assert_eq!(shown[0]["value"]["data"]["commitTimestamp"], 1_700_000_000_000_i64);
    assert!(shown[0].get("tombstone").is_none());
    assert_eq!((&shown[1]["key"], &shown[1]["value"], &shown[1]["tombstone"]), (&key, &Value::Null, &json!(true)));
    assert_eq!(shown[2]["key"], json!({"type": 99, "hex": "0063ff"}));
    assert_eq!(shown[2]["value"], json!({"type": 99, "version": 7, "hex": "0007ff"}));
    assert_eq!(shown[3]["value"], json!({"type": 1, "version": 99, "hex": "0063ff"}));
    assert!(
        shown[4]["value"]["error"].as_str().unwrap().contains("in OffsetCommitValue.commitTimestamp"),
        "{}",
        shown[4]
    );
    assert!(
        shown[5]["key"]["error"]
            .as_str()
            .unwrap()
            .contains("invalid length at byte 5 of the key, in OffsetCommitKey.topic"),
        "{}",
        shown[5]
    );

    assert_eq!(shown[6]["value"], json!({"type": null, "version": 3, "hex": "0003616e79"}));

    // Where keys mean nothing they are shown as they are.
    let record = &b"\x01\x14\0\0"[..];
    let logs = batch(&[(None, Some(record)), (Some(b"k"), Some(record)), (Some(b""), None)]);
    let shown = records("cluster-metadata", &logs, 0);
    assert_eq!((&shown[0]["key"], &shown[0]["value"]["name"]), (&Value::Null, &json!("NoOpRecord")));
    assert_eq!((&shown[1]["key"], &shown[1]["value"]["name"]), (&json!("6b"), &json!("NoOpRecord")));
    assert_eq!((&shown[2]["key"], &shown[2]["value"]), (&json!(""), &Value::Null));
    let output = kafka_view(&["records", "--as", "cluster-metadata", "-"], &logs);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.text().contains("  key \"k\"  value NoOpRecord v0\n"), "{}", output.text());

    let output = kafka_view(&["records", "--as", "consumer-offsets", "-"], &samples());
    assert_eq!(output.status, 1);
    assert_eq!(output.stderr.lines().count(), 3, "{}", output.stderr);
    golden("stored.txt", output.text());
}
