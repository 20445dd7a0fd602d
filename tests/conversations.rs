//! Recorded conversations, of Kafka's own client and of librdkafka with a real broker, against what Kafka's own classes say of
//! each message: `tests/data/captures/README.md`.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/codecs.rs"]
mod codecs;

use base64::prelude::{BASE64_STANDARD, Engine};
use codecs::decompressed;
use kafka_view::compression::Compression;
use kafka_view::correlation::{InFlight, Received, Sent};
use kafka_view::messages::Message;
use kafka_view::messages::header::{RequestHeaderView, ResponseHeaderView};
use kafka_view::records::{RecordBatch, TimestampType};
use kafka_view::schema::MessageKind;
use kafka_view::{Records, frame};
use kafka_view_cli::json::{self, Decoded};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;

fn captures(name: &str) -> (PathBuf, Vec<Value>) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/captures").join(name);
    let index = std::fs::read_to_string(folder.join("index.jsonl")).unwrap();
    (folder, index.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// One end of a connection: bytes that were not looked at yet, and where they begin.
struct End {
    bytes: Vec<u8>,
    at: usize,
}

/// A connection, seen by somebody who has nothing but its bytes.
struct Connection {
    ends: [End; 2],
    in_flight: InFlight<8, Option<String>>,
}

impl Connection {
    fn open(folder: &std::path::Path, conn: &str) -> Self {
        let end = |dir| End { bytes: std::fs::read(folder.join(format!("{conn}.{dir}.bin"))).unwrap(), at: 0 };
        Connection { ends: [end("c2s"), end("s2c")], in_flight: InFlight::new() }
    }

    /// The next message of a direction in the form of the index, without what bytes do not tell; and its records.
    fn next(&mut self, dir: &str) -> (Value, Decoded) {
        let kind = if dir == "c2s" { self.in_flight.request_kind() } else { self.in_flight.response_kind() };
        let end = &mut self.ends[usize::from(dir == "s2c")];
        let (content, _) = frame::split(&end.bytes[end.at..], kind, 1 << 20).unwrap();
        let offset = end.at;
        end.at += frame::PREFIX + content.len();
        let (request, version, header_version, client_id, body, kind) = if dir == "c2s" {
            let (header, body) = RequestHeaderView::split(content).unwrap();
            let client_id = header.client_id.map(|id| id.to_string());
            let Sent::Request(request) = self.in_flight.request_with(content, client_id.clone()).unwrap() else {
                panic!("every request here has a response")
            };
            let header_version = request.api_key.request_header_version(request.api_version);
            (request, request.api_version, header_version, client_id, body, MessageKind::Request)
        } else {
            let Received::Response(response) = self.in_flight.response(content).unwrap() else {
                panic!("there are no tokens here")
            };
            let (header, body) =
                ResponseHeaderView::split(content, response.request.api_key, response.version).unwrap();
            assert_eq!(header.correlation_id, response.request.correlation_id);
            let (request, header_version) = (response.request, response.header_version);
            (request, response.version, header_version, response.context, body, MessageKind::Response)
        };
        let message = Message::of(request.api_key, kind).unwrap();
        let decoded = json::decode(message, version, body).unwrap();
        assert_eq!(json::decode_by_table(message, version, body).unwrap(), decoded);
        let mut json = decoded.json.clone();
        as_kafka_prints(&mut json);
        let mut line = json!({
            "dir": dir, "offset": offset, "length": content.len(), "api_key": request.api_key.0,
            "api_version": request.api_version, "api": request.api_key.name(), "correlation_id": request.correlation_id,
            "client_id": client_id, "header_version": header_version, "header_len": content.len() - body.len(), "json": json,
        });
        if decoded.rest > 0 {
            line["trailing"] = decoded.rest.into();
        }
        (line, decoded)
    }
}

/// Kafka's JSON says of records only how long they are.
fn as_kafka_prints(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(records) = fields.shift_remove("records") {
                let size = records.as_str().map(|text| BASE64_STANDARD.decode(text).unwrap().len());
                fields.insert("recordsSizeInBytes".to_owned(), json!(size));
            }
            fields.values_mut().for_each(as_kafka_prints);
        }
        Value::Array(items) => items.iter_mut().for_each(as_kafka_prints),
        _ => {}
    }
}

/// Goes through all connections, and counts messages, records fields, and batches that are not compressed.
fn converse(name: &str, messages: usize, fields: usize, uncompressed: usize) {
    let (folder, index) = captures(name);
    let mut connections: HashMap<String, Connection> = HashMap::new();
    let (mut batches, mut listed) = (0, 0);
    for row in &index {
        let conn = row["conn"].as_str().unwrap();
        let connection = connections.entry(conn.to_owned()).or_insert_with(|| Connection::open(&folder, conn));
        let (line, decoded) = connection.next(row["dir"].as_str().unwrap());
        let mut expected = row.clone();
        let keys = expected.as_object_mut().unwrap();
        for key in ["conn", "t_us", "reencodes", "records"] {
            keys.shift_remove(key);
        }
        assert_eq!(line, expected);
        // There are none, or the line would name them.
        assert!(decoded.unknown.is_empty(), "{row}");
        for set in row["records"].as_array().into_iter().flatten() {
            let found = at_path(&decoded.json, set["path"].as_str().unwrap());
            let bytes = BASE64_STANDARD.decode(found.as_str().unwrap()).unwrap();
            assert_eq!(bytes.len(), set["bytes"]);
            batches += batches_are_equal(&bytes, set);
            listed += 1;
        }
        assert_eq!(row["records"].as_array().map_or(0, Vec::len), filled_records(&decoded.json), "{row}");
    }
    // Nothing is left over, and nothing unanswered.
    for (name, connection) in &connections {
        assert!(connection.ends.iter().all(|end| end.at == end.bytes.len()), "{name}");
        assert!(connection.in_flight.is_empty(), "{name}");
    }
    assert_eq!((index.len(), listed, batches), (messages, fields, uncompressed));
}

/// How many records fields there are that are not null.
fn filled_records(value: &Value) -> usize {
    match value {
        Value::Object(fields) => {
            let own = fields.get("records").is_some_and(Value::is_string);
            usize::from(own) + fields.values().map(filled_records).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(filled_records).sum(),
        _ => 0,
    }
}

fn at_path<'v>(value: &'v Value, path: &str) -> &'v Value {
    let path = path.replace('[', ".").replace(']', "");
    path.split('.').fold(value, |value, key| match key.parse::<usize>() {
        Ok(index) => &value[index],
        Err(_) => &value[key],
    })
}

/// Compares a records field with a row of the index, the records of compressed batches too, and says how many batches were not compressed.
fn batches_are_equal(bytes: &[u8], set: &Value) -> usize {
    let mut found = Records::from(bytes).batches();
    let mut uncompressed = 0;
    for expected in set["batches"].as_array().unwrap() {
        let batch = found.next().unwrap().unwrap();
        assert_eq!(header(&batch), header_of_index(expected));
        let payload = decompressed(&batch).unwrap();
        let records: Vec<_> = batch.records_in(&payload).unwrap().map(|record| record_json(&record.unwrap())).collect();
        assert_eq!(&Value::from(records), &expected["records"]);
        uncompressed += usize::from(batch.compression() == Compression::None);
    }
    // A batch that the end of the field cuts is what comes last.
    let tail = found.rest().len();
    assert_eq!((tail, found.next().is_some()), (set["tailBytes"].as_u64().map_or(0, |n| n as usize), tail > 0));
    uncompressed
}

fn header(batch: &RecordBatch<'_>) -> Value {
    json!({
        "baseOffset": batch.base_offset(), "lastOffset": batch.last_offset(), "sizeInBytes": batch.size(),
        "magic": batch.magic(), "compression": batch.compression().to_string(),
        "timestampType": if batch.timestamp_type() == TimestampType::Create { "CreateTime" } else { "LogAppendTime" },
        "maxTimestamp": batch.max_timestamp(), "crcValid": batch.verify_crc().is_ok(), "crc": batch.crc(),
        "partitionLeaderEpoch": batch.partition_leader_epoch(), "producerId": batch.producer_id(),
        "producerEpoch": batch.producer_epoch(), "baseSequence": batch.base_sequence(),
        "isTransactional": batch.is_transactional(), "isControlBatch": batch.is_control(), "count": batch.records_count(),
    })
}

fn header_of_index(row: &Value) -> Value {
    let mut row = row.clone();
    row.as_object_mut().unwrap().shift_remove("records");
    row
}

fn record_json(record: &kafka_view::records::Record<'_>) -> Value {
    let base64 = |bytes: Option<&[u8]>| bytes.map(|bytes| BASE64_STANDARD.encode(bytes));
    let mut json = json!({
        "offset": record.offset, "timestamp": record.timestamp, "key": base64(record.key), "value": base64(record.value),
    });
    if !record.headers.is_empty() {
        let headers = record.headers.iter().map(|header| json!([header.key.to_string(), base64(header.value)]));
        json["headers"] = headers.collect();
    }
    json
}

#[test]
fn kafkas_own_client_with_a_share_group() {
    converse("java-share-consumer", 292, 27, 16);
}

#[test]
fn librdkafka_with_classic_groups() {
    converse("librdkafka-classic-group", 288, 63, 5);
}

/// Between two requests of the connection the client logs in again, with correlation ids that it has used before.
#[test]
fn kafkas_own_client_authenticates_again() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/captures/java-sasl");
    let timing: Value = serde_json::from_str(&std::fs::read_to_string(folder.join("001.json")).unwrap()).unwrap();
    let mut connection = Connection::open(&folder, "001");
    let mut said = Vec::new();
    // The client waits for each answer here, and each message came as one chunk.
    for chunk in timing["chunks"].as_array().unwrap() {
        let dir = if chunk[0] == 0 { "c2s" } else { "s2c" };
        let (line, decoded) = connection.next(dir);
        assert_eq!((&line["offset"], decoded.rest), (&chunk[1], 0));
        if dir == "s2c" {
            said.push((line["api"].as_str().unwrap().to_owned(), line["correlation_id"].as_i64().unwrap()));
        }
    }
    let first = i64::from(i32::MAX) - 7;
    let said: Vec<_> = said.iter().map(|(api, id)| (api.as_str(), *id)).collect();
    let logs_in = [("SaslHandshake", first + 1), ("SaslAuthenticate", first + 2)];
    assert_eq!(said[..3], [("ApiVersions", first), logs_in[0], logs_in[1]]);
    let again = said.iter().rposition(|(api, _)| *api == "SaslHandshake").unwrap();
    assert!(again > 4 && said[again - 1].0 == "ShareGroupHeartbeat" && said[again + 2].0 == "ShareGroupHeartbeat");
    assert_eq!(said[again..again + 2], [("SaslHandshake", first), ("SaslAuthenticate", first + 1)]);
    assert!(connection.in_flight.is_empty() && connection.ends.iter().all(|end| end.at == end.bytes.len()));
}
