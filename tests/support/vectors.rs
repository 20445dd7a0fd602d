//! Lines of JSON with Kafka's bytes.
#![allow(dead_code, reason = "not every test uses all of it")]

use kafka_view::messages::Message;
use kafka_view::records::Record;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The lines of a file in `tests/data`, or of that in `KAFKA_VIEW_SHARED`, if it is there.
pub fn rows(file: &str) -> Vec<Value> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let shared = std::env::var_os("KAFKA_VIEW_SHARED").map(|shared| PathBuf::from(shared).join("vectors").join(file));
    let text = std::fs::read_to_string(shared.filter(|file| file.exists()).unwrap_or(own)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of all messages that are declared, those that brokers store among them; each with its message. They are those in this
/// project, or all of the folder that `KAFKA_VIEW_SHARED` names.
pub fn of_messages() -> Vec<(Message, Value, String)> {
    let folder = std::env::var_os("KAFKA_VIEW_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data"),
        |shared| PathBuf::from(shared).join("vectors"),
    );
    let of = |kind| std::fs::read_dir(folder.join(kind)).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = of("messages").chain(of("internal")).collect();
    files.sort();
    let mut rows = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            if let Some(message) = Message::from_name(row["message"].as_str().unwrap()) {
                rows.push((message, row, line.to_owned()));
            }
        }
    }
    rows
}

pub fn version_of(row: &Value) -> i16 {
    i16::try_from(row["version"].as_i64().unwrap()).unwrap()
}

pub fn bytes_of(row: &Value) -> Vec<u8> {
    hex::decode(row["hex"].as_str().unwrap()).unwrap()
}

pub fn hex_of(bytes: Option<&[u8]>) -> Value {
    bytes.map_or(Value::Null, |bytes| hex::encode(bytes).into())
}

/// A record in the form of `batches.jsonl`, without its sequence.
pub fn record_json(record: &Record<'_>) -> Value {
    let headers: Vec<_> =
        record.headers.iter().map(|h| json!([hex_of(Some(h.key.as_bytes())), hex_of(h.value)])).collect();
    assert_eq!((headers.len(), headers.is_empty()), (record.headers.len(), record.headers.is_empty()));
    json!({
        "offset": record.offset, "timestamp": record.timestamp, "key": hex_of(record.key), "value": hex_of(record.value),
        "headers": headers,
    })
}

/// The checksum of old messages, bit by bit.
pub fn ieee(bytes: &[u8]) -> u32 {
    reflected(bytes, 0xedb8_8320)
}

/// That of batches.
pub fn castagnoli(bytes: &[u8]) -> u32 {
    reflected(bytes, 0x82f6_3b78)
}

fn reflected(bytes: &[u8], polynomial: u32) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { polynomial } else { 0 })
    })
}
