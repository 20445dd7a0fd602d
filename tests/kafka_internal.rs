//! The topics that a broker keeps, by `kafka-view records --as` and by Kafka's own dump tool and its decoders: `tests/kafka/internal`
//! has a broker write some, and lets `KAFKA_VIEW_DUMP` name what the tool says about them.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

use base64::{Engine, prelude::BASE64_STANDARD};
use kafka_view::messages::Message;
use kafka_view_cli::args::{Command, CommandLine};
use kafka_view_cli::json;
use kafka_view_cli::text::Text;
use serde_json::Value;
use std::collections::BTreeMap;

/// The records of a file, without those of control batches, as the command shows them.
fn by_command(topic: &str, file: &str) -> BTreeMap<i64, Value> {
    let args = ["kafka-view", "records", "--json", "--as", topic, file];
    let command: Command = <CommandLine as clap::Parser>::parse_from(args).command;
    let mut out = Vec::new();
    let mut text = Text { out: &mut out, colour: false, width: None };
    kafka_view_cli::execute(&command, &mut std::io::empty(), &mut text, &mut std::io::sink()).unwrap();
    let lines = String::from_utf8(out).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let batches = lines.flat_map(|line| line["batches"].as_array().unwrap().clone());
    let data = batches.filter(|batch| batch["control"] == false);
    let records = data.flat_map(|batch| batch["records"].as_array().unwrap().clone());
    records.map(|record| (record["offset"].as_i64().unwrap(), record)).collect()
}

/// A number that the tool may have put in quotes.
fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
}

/// `TOPIC_RECORD` for `TopicRecord`.
fn upper(name: &str) -> String {
    let mut upper = String::new();
    for (i, c) in name.chars().enumerate() {
        if i > 0 && c.is_uppercase() {
            upper.push('_');
        }
        upper.extend(c.to_uppercase());
    }
    upper
}

/// A value with what the tool shows in its own words: the status of a transaction by its name, and what members of a classic
/// group have for their assignor.
fn as_the_tool(data: &Value) -> Value {
    const STATUS: [&str; 8] = [
        "Empty",
        "Ongoing",
        "PrepareCommit",
        "PrepareAbort",
        "CompleteCommit",
        "CompleteAbort",
        "Dead",
        "PrepareEpochFence",
    ];
    let mut data = data.clone();
    if let Some(status) = data.get_mut("transactionStatus") {
        *status = STATUS[usize::try_from(status.as_u64().unwrap()).unwrap()].into();
    }
    for member in data.get_mut("members").and_then(Value::as_array_mut).into_iter().flatten() {
        for (field, name) in
            [("subscription", "ConsumerProtocolSubscription"), ("assignment", "ConsumerProtocolAssignment")]
        {
            let bytes = BASE64_STANDARD.decode(member[field].as_str().unwrap()).unwrap();
            let (version, body) = bytes.split_first_chunk().unwrap();
            let message = Message::from_name(name).unwrap();
            member[field] = json::decode(message, i16::from_be_bytes(*version), body).unwrap().json;
        }
    }
    data
}

/// Compares a line of the tool with a record, and gives the name of what is in it.
fn same(line: &str, record: &Value) -> String {
    let (front, payload) = line.split_once("payload: ").unwrap();
    if let Some((_, key)) = front.split_once(" key: ") {
        let key: Value = serde_json::from_str(key).unwrap();
        assert_eq!(number(&key["type"]), record["key"]["type"], "{line}");
        assert_eq!(key["data"], record["key"]["data"], "{line}");
    }
    let Ok(payload) = serde_json::from_str::<Value>(payload) else {
        assert_eq!(payload.trim(), "<DELETE>", "{line}");
        assert_eq!(record["tombstone"], true, "{record}");
        return "tombstone".to_owned();
    };
    let value = &record["value"];
    assert_eq!(number(&payload["version"]), value["version"], "{line}");
    assert_eq!(payload["data"], as_the_tool(&value["data"]), "{line}");
    let name = value["name"].as_str().unwrap();
    if let Some(kafka) = payload["type"].as_str() {
        assert_eq!(kafka, upper(name), "{line}");
    }
    name.to_owned()
}

#[test]
fn as_kafkas_decoders_say() {
    let Some(dump) = std::env::var_os("KAFKA_VIEW_DUMP") else {
        println!("not compared: KAFKA_VIEW_DUMP names nothing that Kafka's dump tool said");
        return;
    };
    let text = format!("\n{}", std::fs::read_to_string(dump).unwrap());
    let (mut counts, mut snapshots) = (BTreeMap::<String, usize>::new(), 0);
    for part in text.split("\nAs ").skip(1) {
        let (topic, said) = part.split_once('\n').unwrap();
        let (file, said) = said.split_once("Dumping ").unwrap().1.split_once('\n').unwrap();
        let mut ours = by_command(topic, file);
        snapshots += usize::from(file.ends_with(".checkpoint"));
        for line in said.lines().filter(|line| line.contains(" payload: ")) {
            let offset = line.split(' ').nth(2).unwrap().parse().unwrap();
            let record = ours.remove(&offset).unwrap_or_else(|| panic!("{file}: not seen: {line}"));
            *counts.entry(same(line, &record)).or_default() += 1;
        }
        assert!(ours.is_empty(), "{file}: {ours:?}");
    }
    println!("the same: {counts:?}, with {snapshots} snapshots of the metadata log");
    for name in ["OffsetCommitValue", "ShareSnapshotValue", "TransactionLogValue", "PartitionRecord", "tombstone"] {
        assert!(counts.contains_key(name), "no {name}: {counts:?}");
    }
    assert!(snapshots > 0);
}
