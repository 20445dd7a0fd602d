//! The records of the remote log by Kafka's `RemoteLogMetadataSerde`, where `KAFKA_VIEW_JARS` names a folder with Kafka's jars;
//! `tests/kafka/remote-log` is the script for it.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

#[path = "support/java.rs"]
mod java;

use kafka_view::internal::Topic;
use kafka_view::internal::remote_log::RemoteLogRecord;
use kafka_view_cli::json;
use serde_json::Value;
use std::collections::BTreeMap;

/// What Kafka writes of its own, and what it says of these lines of hex; `None` where there are no jars.
fn kafka(lines: &[String]) -> Option<[Vec<Value>; 2]> {
    let text = java::answers("RemoteLog.java", lines)?;
    let (own, said) = text.split_once("\n\n").unwrap();
    let parsed = |text: &str| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    let (own, said) = (parsed(own), parsed(said));
    assert_eq!(said.len(), lines.len());
    Some([own, said])
}

/// What is stored in these bytes: the name of the message, and its JSON.
fn stored(bytes: &[u8]) -> (&'static str, Value) {
    let stored = Topic::RemoteLog.value(None, bytes).unwrap();
    let message = stored.message.unwrap();
    (message.name(), json::decode(message, stored.version, stored.body).unwrap().json)
}

/// Bytes by way of the enum and back.
fn again(bytes: &[u8]) -> Vec<u8> {
    let mut buf = vec![0; bytes.len()];
    let n = RemoteLogRecord::decode(bytes).unwrap().store(&mut buf).unwrap();
    buf.truncate(n);
    buf
}

#[test]
fn as_kafkas_serde_has_it() {
    // The vectors, of which Kafka refuses what makes no sense, as a segment without leader epochs.
    let vectors = include_str!("data/internal/storage.jsonl").lines();
    let vectors: Vec<Value> = vectors.map(|line| serde_json::from_str(line).unwrap()).collect();
    let remote = vectors.iter().filter(|row| row["message"].as_str().unwrap().starts_with("Remote"));
    let ours: Vec<Vec<u8>> = remote.map(|row| again(&hex::decode(row["framed"].as_str().unwrap()).unwrap())).collect();
    let lines: Vec<String> = ours.iter().map(hex::encode).collect();
    assert!(lines.len() >= 19);
    let Some([own, said]) = kafka(&lines) else { return };

    let mut counts = BTreeMap::<&str, usize>::new();
    for line in &own {
        let bytes = hex::decode(line["hex"].as_str().unwrap()).unwrap();
        let (name, json) = stored(&bytes);
        assert_eq!((line["name"].as_str(), &line["json"]), (Some(name), &json));
        assert_eq!(again(&bytes), bytes, "{line}");
        *counts.entry(name).or_default() += 1;
    }
    assert!(counts.len() == 4 && counts.values().all(|&n| n >= 3), "{counts:?}");

    let (mut read, mut refused) = (0, 0);
    for (line, bytes) in said.iter().zip(&ours) {
        if line["error"].is_string() {
            refused += 1;
            continue;
        }
        let (name, json) = stored(bytes);
        assert_eq!((line["name"].as_str(), &line["json"]), (Some(name), &json));
        read += 1;
    }
    println!("the same: {counts:?}; of the vectors {read}, and {refused} that Kafka refuses");
    assert!(read >= 4, "{said:?}");
}
