//! Segments of a broker's log, by `kafka-view records` and by Kafka's own dump tool: `tests/kafka/segments` has a broker write some,
//! and lets `KAFKA_VIEW_DUMP` name what the tool says about them.
#![allow(
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

#[path = "support/codecs.rs"]
mod codecs;

use codecs::decompressed;
use kafka_view::records::{Batches, ControlRecordView, TimestampType};
use kafka_view_cli::args::{Command, CommandLine};
use kafka_view_cli::text::Text;
use serde_json::Value;
use std::collections::BTreeMap;

/// What `kafka-view records --json` says of a file: its batches.
fn by_command(file: &str) -> Vec<Value> {
    let command: Command = <CommandLine as clap::Parser>::parse_from(["kafka-view", "records", "--json", file]).command;
    let mut out = Vec::new();
    let mut text = Text { out: &mut out, colour: false, width: None };
    // Codecs that the command does not undo are its faults; the headers are there all the same.
    let _ = kafka_view_cli::execute(&command, &mut std::io::empty(), &mut text, &mut std::io::sink());
    let lines = String::from_utf8(out).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.flat_map(|line| line["batches"].as_array().unwrap().clone()).collect()
}

/// The batches of a file in the words of the dump tool, from what the command says of the headers and the library of the records.
fn by_us(file: &str, counts: &mut BTreeMap<String, usize>) -> Vec<String> {
    let bytes = std::fs::read(file).unwrap();
    let mut lines = Vec::new();
    let said = by_command(file);
    // The last may be cut, as the broker was about to write it.
    let batches: Vec<_> = Batches::new(&bytes).map_while(Result::ok).collect();
    assert_eq!(said.len(), batches.len(), "{file}");
    for (json, batch) in said.iter().zip(&batches) {
        let time = if json["timestamp_type"] == "append" { "LogAppendTime" } else { "CreateTime" };
        let horizon = match &json["delete_horizon"] {
            Value::Null => "OptionalLong.empty".to_owned(),
            at => format!("OptionalLong[{at}]"),
        };
        let base_sequence = json["base_sequence"].as_i64().unwrap();
        let last_sequence = match base_sequence {
            -1 => -1,
            base => (base + json["last_offset_delta"].as_i64().unwrap()) & i64::from(i32::MAX),
        };
        lines.push(format!(
            "baseOffset: {} lastOffset: {} count: {} baseSequence: {base_sequence} lastSequence: {last_sequence} producerId: {} \
             producerEpoch: {} partitionLeaderEpoch: {} isTransactional: {} isControl: {} deleteHorizonMs: {horizon} position: {} \
             {time}: {} size: {} magic: {} compresscodec: {} crc: {} isvalid: {}",
            json["base_offset"],
            json["last_offset"],
            json["count"],
            json["producer_id"],
            json["producer_epoch"],
            json["partition_leader_epoch"],
            json["transactional"],
            json["control"],
            batch.start(),
            json["max_timestamp"],
            json["size"],
            json["magic"],
            json["codec"].as_str().unwrap(),
            json["crc"],
            batch.verify_crc().is_ok(),
        ));
        let kind = match (batch.is_control(), batch.is_transactional(), batch.producer_id() >= 0) {
            (true, ..) => "control",
            (_, true, _) => "transactional",
            (.., true) => "idempotent",
            _ if batch.timestamp_type() == TimestampType::LogAppend => "appended",
            _ => "plain",
        };
        *counts.entry(format!("{kind} {}", batch.compression())).or_default() += 1;
        let payload = decompressed(batch).unwrap();
        let mut read = 0;
        for record in batch.records_in(&payload).unwrap() {
            let record = record.unwrap();
            let size = |bytes: Option<&[u8]>| bytes.map_or(-1, |bytes| bytes.len() as i64);
            let keys: Vec<_> = record.headers.iter().map(|header| header.key.to_string()).collect();
            let mut line = format!(
                "| offset: {} {time}: {} keySize: {} valueSize: {} sequence: {} headerKeys: [{}]",
                record.offset,
                record.timestamp,
                size(record.key),
                size(record.value),
                record.sequence.unwrap_or(-1),
                keys.join(","),
            );
            if batch.is_control() {
                line += &match record.control().unwrap() {
                    ControlRecordView::Abort(marker) => {
                        format!(" endTxnMarker: ABORT coordinatorEpoch: {}", marker.coordinator_epoch)
                    }
                    ControlRecordView::Commit(marker) => {
                        format!(" endTxnMarker: COMMIT coordinatorEpoch: {}", marker.coordinator_epoch)
                    }
                    ControlRecordView::LeaderChange(_) => " LeaderChange".to_owned(),
                    ControlRecordView::SnapshotHeader(_) => " SnapshotHeader".to_owned(),
                    ControlRecordView::SnapshotFooter(_) => " SnapshotFooter".to_owned(),
                    ControlRecordView::KRaftVersion(_) => " KRaftVersion".to_owned(),
                    ControlRecordView::KRaftVoters(_) => " KRaftVoters".to_owned(),
                    other => panic!("{other:?}"),
                };
            }
            lines.push(line);
            read += 1;
        }
        if let Some(records) = json["records"].as_array().filter(|_| json.get("error").is_none()) {
            assert_eq!(records.len(), read);
        }
    }
    lines
}

/// A line of the dump tool without what depends on how it shows keys and values.
fn normal(line: &str) -> Option<String> {
    if line.starts_with("baseOffset: ") {
        return Some(line.trim_end().to_owned());
    }
    let rest = line.strip_prefix("| offset: ")?;
    let end = rest.find("]").map_or(rest.len(), |at| at + 1);
    let (front, behind) = rest.split_at(end);
    let mut text = format!("| offset: {front}");
    let behind = behind.trim_start();
    if behind.starts_with("endTxnMarker: ") {
        text += &format!(" {}", behind.trim_end());
    }
    for name in ["LeaderChange", "SnapshotHeader", "SnapshotFooter", "KRaftVersion", "KRaftVoters"] {
        if behind.starts_with(name) {
            text += &format!(" {name}");
        }
    }
    Some(text)
}

#[test]
fn as_kafkas_dump_tool_says() {
    let Some(dump) = std::env::var_os("KAFKA_VIEW_DUMP") else {
        println!("not compared: KAFKA_VIEW_DUMP names nothing that Kafka's dump tool said");
        return;
    };
    let text = String::from_utf8_lossy(&std::fs::read(dump).unwrap()).into_owned();
    let (mut counts, mut lines, mut files) = (BTreeMap::new(), 0, 0);
    for part in text.split("Dumping ").skip(1) {
        let (file, said) = part.split_once('\n').unwrap();
        let kafka: Vec<_> = said.lines().filter_map(normal).collect();
        let ours = by_us(file.trim(), &mut counts);
        for (i, (kafka, ours)) in kafka.iter().zip(&ours).enumerate() {
            assert_eq!(kafka, ours, "{file}, line {i}");
        }
        assert_eq!(kafka.len(), ours.len(), "{file}");
        lines += ours.len();
        files += 1;
    }
    println!("{files} files, {lines} lines of batches and records: the same. Batches: {counts:?}");
    for codec in ["none", "gzip", "snappy", "lz4", "zstd"] {
        for kind in ["plain", "idempotent", "transactional", "appended"] {
            assert!(counts.contains_key(&format!("{kind} {codec}")), "no {kind} batch of {codec}: {counts:?}");
        }
    }
    assert!(counts["control none"] >= 20, "{counts:?}");
}
