//! What brokers store, as they store it: Kafka's own bytes by the enums and by `Topic`, both ways, and every kind of bad bytes.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

use kafka_view::internal::group::GroupKey;
use kafka_view::internal::metadata::MetadataRecord;
use kafka_view::internal::remote_log::RemoteLogRecord;
use kafka_view::internal::share::ShareKey;
use kafka_view::internal::storage::producer_snapshot;
use kafka_view::internal::transaction::TransactionKey;
use kafka_view::internal::{Store, Stored, Topic};
use kafka_view::messages::producer_snapshot::ProducerSnapshot;
use kafka_view::{DecodeError, DecodeErrorKind as Kind};
use kafka_view_cli::json;
use serde_json::Value;

/// A line of a vector file.
struct Vector {
    topic: Option<Topic>,
    message: String,
    record_type: Option<i16>,
    version: i16,
    framed: Vec<u8>,
    body: Vec<u8>,
    json: Value,
}

fn vectors() -> Vec<Vector> {
    let files = [
        include_str!("data/internal/group-coordinator.jsonl"),
        include_str!("data/internal/metadata.jsonl"),
        include_str!("data/internal/raft.jsonl"),
        include_str!("data/internal/share-coordinator.jsonl"),
        include_str!("data/internal/storage.jsonl"),
        include_str!("data/internal/transaction-coordinator.jsonl"),
    ];
    let rows = files.iter().flat_map(|file| file.lines()).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let vectors = rows.filter(|row| row["framed"].is_string()).map(|row| {
        let message = row["message"].as_str().unwrap().to_owned();
        let bytes = |name: &str| hex::decode(row[name].as_str().unwrap()).unwrap();
        Vector {
            topic: match row["module"].as_str().unwrap() {
                "group-coordinator" => Some(Topic::ConsumerOffsets),
                "share-coordinator" => Some(Topic::ShareState),
                "transaction-coordinator" => Some(Topic::TransactionState),
                "metadata" => Some(Topic::ClusterMetadata),
                _ if message.starts_with("Remote") => Some(Topic::RemoteLog),
                _ => None,
            },
            // Kafka 4.0 took the type of this key for its version.
            record_type: match message.as_str() {
                "ShareGroupPartitionMetadataKey" | "ShareGroupPartitionMetadataValue" => Some(9),
                _ => row["apiKey"].as_i64().map(|key| i16::try_from(key).unwrap()),
            },
            version: i16::try_from(row["version"].as_i64().unwrap()).unwrap(),
            framed: bytes("framed"),
            body: bytes("hex"),
            json: row["json"].clone(),
            message,
        }
    });
    vectors.collect()
}

/// What an enum makes of bytes: the name of its variant, and what it writes again.
type Read = Result<(String, Vec<u8>), DecodeError>;

/// Reads a key, or the value of a record type, by the enum of the topic.
fn by_enum(topic: Topic, is_key: bool, record_type: i16, bytes: &[u8]) -> Read {
    let variant = |debug: String| debug.split(['(', ' ']).next().unwrap().to_owned();
    let mut buf = vec![0; bytes.len()];
    let number = record_type.to_be_bytes();
    macro_rules! coordinator {
        ($key:ident) => {{
            if is_key {
                let key = $key::decode(bytes)?;
                assert_eq!(key.record_type(), record_type);
                let n = key.store(&mut buf).unwrap();
                return Ok((variant(format!("{key:?}")), buf[..n].to_vec()));
            }
            // A key of that type with an empty body: its fields are all empty.
            let stub = [&number[..], &[0; 32]].concat();
            let key = (2..stub.len()).find_map(|n| $key::decode(&stub[..n]).ok()).unwrap();
            let value = key.value(bytes)?;
            let n = value.store(&mut buf).unwrap();
            Ok((variant(format!("{value:?}")), buf[..n].to_vec()))
        }};
    }
    macro_rules! framed {
        ($record:ident) => {{
            let record = $record::decode(bytes)?;
            assert_eq!(record.record_type(), record_type);
            let n = record.store(&mut buf).unwrap();
            Ok((variant(format!("{record:?}")), buf[..n].to_vec()))
        }};
    }
    match topic {
        Topic::ConsumerOffsets => coordinator!(GroupKey),
        Topic::ShareState => coordinator!(ShareKey),
        Topic::TransactionState => coordinator!(TransactionKey),
        Topic::ClusterMetadata => framed!(MetadataRecord),
        Topic::RemoteLog => framed!(RemoteLogRecord),
        other => panic!("{other:?}"),
    }
}

fn by_topic(topic: Topic, is_key: bool, record_type: i16, bytes: &[u8]) -> Result<Stored<'_>, DecodeError> {
    if is_key { topic.key(bytes) } else { topic.value(Some(record_type), bytes) }
}

#[test]
fn kafkas_bytes_both_ways() {
    let mut tried = 0;
    for v in vectors() {
        let what = format!("{} {}", v.message, hex::encode(&v.framed));
        tried += 1;
        let Some(topic) = v.topic else {
            let view = producer_snapshot(&v.framed).unwrap();
            let mut buf = vec![0; v.framed.len()];
            assert_eq!(ProducerSnapshot::from(view).store(1, &mut buf), Ok(buf.len()), "{what}");
            assert_eq!(buf, v.framed, "{what}");
            continue;
        };
        let (is_key, record_type) = (v.message.ends_with("Key"), v.record_type.unwrap());
        let (variant, written) = by_enum(topic, is_key, record_type, &v.framed).unwrap();
        assert_eq!(written, v.framed, "{what}");
        let suffix = if !topic.has_keys() {
            "Record"
        } else if is_key {
            "Key"
        } else {
            "Value"
        };
        assert_eq!(variant + suffix, v.message);

        let stored = by_topic(topic, is_key, record_type, &v.framed).unwrap();
        let message = stored.message.unwrap();
        assert_eq!((message.name(), stored.body), (v.message.as_str(), v.body.as_slice()), "{what}");
        assert_eq!((stored.record_type, stored.version), (record_type, v.version), "{what}");
        assert_eq!(json::decode(message, stored.version, stored.body).unwrap().json, v.json, "{what}");
        assert_eq!(v.framed[stored.at..], v.body, "{what}");

        // The end is known: what is cut is invalid, and so is what is too long.
        for cut in 0..v.framed.len() {
            let error = by_enum(topic, is_key, record_type, &v.framed[..cut]).unwrap_err();
            assert!(!error.is_incomplete() && error.offset as usize <= cut && error.missing == 0, "{error:?}: {what}");
        }
        let long = [&v.framed[..], &[0]].concat();
        let error = by_enum(topic, is_key, record_type, &long).unwrap_err();
        assert_eq!((error.kind, error.offset as usize), (Kind::TrailingBytes, v.framed.len()), "{what}");
    }
    assert_eq!(tried, 446);
}

#[test]
fn unknown_ones_pass() {
    for topic in [Topic::ConsumerOffsets, Topic::ShareState, Topic::TransactionState] {
        for record_type in [-1_i16, 99, i16::MAX] {
            let key = [&record_type.to_be_bytes()[..], b"anything"].concat();
            assert_eq!(by_enum(topic, true, record_type, &key), Ok(("Unknown".to_owned(), key.clone())));
            let stored = topic.key(&key).unwrap();
            assert!(stored.message.is_none() && stored.record_type == record_type && stored.body == b"anything");
            // Its value may be anything, too, even nothing.
            for value in [&b""[..], b"\0", b"\0\0anything"] {
                let read = by_enum(topic, false, record_type, value);
                assert_eq!(read, Ok(("Unknown".to_owned(), value.to_vec())));
            }
        }
        for version in [-1_i16, 99] {
            let value = [&version.to_be_bytes()[..], b"anything"].concat();
            assert_eq!(by_enum(topic, false, 0, &value), Ok(("Unknown".to_owned(), value.clone())));
            assert!(topic.value(Some(0), &value).unwrap().message.is_none());
        }
    }
    for topic in [Topic::ClusterMetadata, Topic::RemoteLog] {
        for (bytes, record_type, version) in [(&b"\x01\x63\0anything"[..], 99, 0), (b"\x01\x02\x63anything", 2, 99)] {
            assert_eq!(by_enum(topic, false, record_type, bytes), Ok(("Unknown".to_owned(), bytes.to_vec())));
            let stored = topic.value(None, bytes).unwrap();
            assert_eq!((stored.record_type, stored.version, stored.body), (record_type, version, &b"anything"[..]));
            assert!(stored.message.is_none() && !topic.has_keys());
        }
        for (bytes, kind, offset) in [
            (&b""[..], Kind::InvalidLength, 0),
            (b"\x00\x02\0", Kind::UnsupportedVersion, 0),
            (b"\x02\x02\0", Kind::UnsupportedVersion, 0),
            (b"\x01", Kind::InvalidLength, 1),
            (b"\x01\xff\xff\x03\0", Kind::InvalidVarint, 1),
            (b"\x01\x02\x80\x80\x02\0", Kind::InvalidVarint, 2),
            (b"\x01\x02\x80", Kind::InvalidLength, 3),
        ] {
            let error = by_enum(topic, false, 2, bytes).unwrap_err();
            assert_eq!((error.kind, error.offset), (kind, offset), "{bytes:?}");
            assert_eq!(topic.value(None, bytes).unwrap_err(), error);
        }
    }
    // What has no keys takes any.
    for topic in [Topic::ClusterMetadata, Topic::RemoteLog] {
        for key in [&b""[..], b"k", b"\0\x02any"] {
            let stored = topic.key(key).unwrap();
            assert!(stored.message.is_none() && (stored.record_type, stored.at, stored.body) == (-1, 0, key));
        }
    }
    for bytes in [&b"\0\0\0\0\0\0\0\0\0\0"[..], b"\0\x02\0\0\0\0\0\0\0\0", b"\xff\xff"] {
        let error = producer_snapshot(bytes).unwrap_err();
        assert_eq!((error.kind, error.offset), (Kind::UnsupportedVersion, 0), "{bytes:?}");
    }
    // However long they are, a log line stays a line.
    let long = [&[0x7f; 2][..], &[1; 100_000]].concat();
    assert!(format!("{:?}", GroupKey::decode(&long).unwrap()).len() < 5000);
}
