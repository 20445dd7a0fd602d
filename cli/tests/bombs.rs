//! A few bytes that stand for many: what the command makes of them has to stay within bounds of memory, time and lines.

#![allow(clippy::std_instead_of_core, clippy::unwrap_used, clippy::indexing_slicing, reason = "these are tests")]

mod common;

use common::{kafka_view, project};
use kafka_view::records::crc32c;
use kafka_view_cli::explain::{Front, What, explain};
use kafka_view_cli::rows::Row;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The smallest record: no key, no value, no headers.
const RECORD: [u8; 7] = [12, 0, 0, 0, 1, 1, 0];

/// Records in a block: the most that fit into what a block of zstd may give.
const IN_BLOCK: u32 = (128 << 10) / 7;

/// So many blocks with the smallest record over and over, in zstd: 19 bytes for each 128 KiB.
fn zstd(blocks: u32) -> Vec<u8> {
    // The magic number; no size, no checksum; a window of 128 KiB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
    for i in 1..=blocks {
        // Compressed, 16 bytes; is it the last?
        frame.extend([(16 << 3) | (2 << 1) | u8::from(i == blocks), 0, 0]);
        // Seven literals as they are; one sequence, each of whose codes is told once.
        frame.push(7 << 3);
        frame.extend(RECORD);
        frame.extend([1, 0b01_01_01_00]);
        // Seven literals, then a match of 65539 bytes and more, from 8 - 3 bytes back and more.
        frame.extend([7, 3, 52]);
        let (more_back, more_long) = (7 + 3 - 8, IN_BLOCK * 7 - 7 - 65539);
        frame.extend(&((1 << 19) | (more_back << 16) | more_long).to_le_bytes()[..3]);
    }
    frame
}

/// A batch of magic 2 with a payload that zstd made.
fn batch(count: u32, payload: &[u8]) -> Vec<u8> {
    let mut batch = vec![0; 61];
    batch[8..12].copy_from_slice(&u32::try_from(61 - 12 + payload.len()).unwrap().to_be_bytes());
    batch[16] = 2;
    batch[22] = 4;
    batch[57..61].copy_from_slice(&count.to_be_bytes());
    batch.extend(payload);
    let crc = crc32c(&batch[21..]);
    batch[17..21].copy_from_slice(&crc.to_be_bytes());
    batch
}

fn bomb(blocks: u32) -> Vec<u8> {
    batch(blocks * IN_BLOCK, &zstd(blocks))
}

/// A `ProduceRequest` of version 3, with its frame.
fn produce(records: &[u8]) -> Vec<u8> {
    let size = |size: usize| u32::try_from(size).unwrap().to_be_bytes();
    let mut request = vec![0, 0, 0, 3, 0, 0, 0, 7, 0xff, 0xff];
    request.extend([0xff, 0xff, 0, 1, 0, 0, 0, 9, 0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 1, 0, 0, 0, 0]);
    request.extend(size(records.len()));
    request.extend(records);
    [&size(request.len())[..], &request].concat()
}

fn named<'r>(rows: &'r [Row], name: &str) -> Vec<&'r Row> {
    rows.iter().filter(|row| row.name.starts_with(name)).collect()
}

/// How long is too long, also where nothing is optimised and other tests run.
const LONG: Duration = Duration::from_secs(120);

#[test]
fn ten_million_records_are_few_rows() {
    let records = bomb(512);
    assert!(records.len() < 10_000, "{}", records.len());
    let request = produce(&records);
    let start = Instant::now();
    let explained = explain(&request, 0, What::Requests, Front::Frame);
    println!("{} rows in {:?}", explained.rows.len(), start.elapsed());
    assert!(start.elapsed() < LONG);
    assert!(explained.faults.is_empty(), "{:?}", explained.faults);
    assert!(explained.rows.len() < 10_000, "{}", explained.rows.len());
    assert_eq!(named(&explained.rows, "Record[").len(), 1000);
    let more = named(&explained.rows, "and ");
    assert_eq!(more.len(), 1);
    assert_eq!(more[0].name, format!("and {} more", 512 * IN_BLOCK - 1000));
    assert_eq!((more[0].offset, more[0].offset + more[0].size), (7000, 7 * usize::try_from(512 * IN_BLOCK).unwrap()));
}

/// Every record is read, also those that are not shown.
#[test]
fn a_fault_behind_the_last_row_is_told() {
    let records = batch(IN_BLOCK + 1, &zstd(1));
    let explained = explain(&produce(&records), 0, What::Requests, Front::Frame);
    assert_eq!(named(&explained.rows, "Record[").len(), 1000);
    assert_eq!(explained.faults.len(), 1, "{:?}", explained.faults);
}

#[test]
fn many_batches_are_few_rows() {
    let explained = explain(&produce(&bomb(1).repeat(100)), 0, What::Requests, Front::Frame);
    assert!(explained.faults.is_empty(), "{:?}", explained.faults);
    assert_eq!(named(&explained.rows, "Record[").len(), 20_000);
    assert_eq!(named(&explained.rows, "RecordBatch[").len(), 100);
    assert_eq!(named(&explained.rows, "and ").len(), 100);
}

/// What `conversation -v` says where only the client speaks.
fn told(messages: &[u8], name: &str) -> common::Output {
    let nothing = std::env::temp_dir().join(format!("kafka-view-{name}-{}", std::process::id()));
    std::fs::write(&nothing, b"").unwrap();
    let output = kafka_view(&["conversation", "-v", "-", nothing.to_str().unwrap()], messages);
    std::fs::remove_file(&nothing).unwrap();
    output
}

/// Each of many messages may hold a bomb: all of them together have the rows that their size is worth, and some.
#[test]
fn many_messages_are_few_rows() {
    let messages = produce(&bomb(1)).repeat(40);
    for output in [kafka_view(&["explain", "-"], &messages), told(&messages, "rows")] {
        assert_eq!(output.status, 0, "{}", output.stderr);
        let rows = output.text().lines().filter(|line| line.contains("Record[")).count();
        assert!((20_000..20_000 + messages.len()).contains(&rows), "{rows}");
    }
}

/// And all of them together are decompressed to what their size is worth, and some.
#[test]
fn many_messages_give_little() {
    // Blocks of one byte 128 Ki times: 4 bytes for each. 12 MB in 100 of them, 160 MB in all.
    let blocks: Vec<u8> = (1..=100).flat_map(|i| [2 | u8::from(i == 100), 0, 1 << 4, 0]).collect();
    let bomb = batch(1, &[&[0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3], &blocks[..]].concat());
    let messages = produce(&bomb).repeat(12);
    let begun = Instant::now();
    for output in [
        kafka_view(&["explain", "-"], &messages),
        told(&messages, "bytes"),
        kafka_view(&["records", "--verify", "-"], &bomb.repeat(12)),
    ] {
        assert_eq!(output.status, 1);
        // The first are bad by themselves: they hold no record.
        assert!(!output.stderr.lines().next().unwrap().contains("above the limit"), "{}", output.stderr);
        assert!(output.stderr.contains("decompressed data above the limit"), "{}", output.stderr);
    }
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}

#[test]
fn many_headers_are_few_rows() {
    // A record with 5000 headers: no name, no value.
    let mut record = vec![0, 0, 0, 1, 1, 0x90, 0x4e];
    record.extend([0, 1].repeat(5000));
    let len = u32::try_from(record.len()).unwrap() * 2;
    let mut bytes = vec![(len & 0x7f) as u8 | 0x80, (len >> 7 & 0x7f) as u8 | 0x80, (len >> 14) as u8];
    bytes.extend(record);
    let mut records = batch(1, &bytes);
    records[22] = 0;
    let crc = crc32c(&records[21..]);
    records[17..21].copy_from_slice(&crc.to_be_bytes());
    let request = produce(&records);
    let explained = explain(&request, 0, What::Requests, Front::Frame);
    assert!(explained.faults.is_empty(), "{:?}", explained.faults);
    assert_eq!(named(&explained.rows, "header[").len(), 100);
    assert_eq!(named(&explained.rows, "and 4900 more").len(), 1);
    common::assert_tiles(&explained.rows, 0, request.len());
}

/// With so much memory that all rows or lines at once would not fit.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_is_enough() {
    use std::process::Command;

    let folder = std::env::temp_dir().join(format!("kafka-view-bombs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    const BLOCKS: u32 = 16;
    let records = file("records", &bomb(BLOCKS));
    let request = file("request", &produce(&bomb(BLOCKS)));
    let none = file("none", b"");
    let all = usize::try_from(BLOCKS * IN_BLOCK).unwrap();
    for (args, lines) in [
        (vec!["records", "--records", "--verify", &records], 2 + all + 1),
        (vec!["records", "--json", &records], 1),
        (vec!["explain", "--json", &request], 8100),
        (vec!["conversation", "-v", &request, &none], 8100),
    ] {
        let start = Instant::now();
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 131072; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_kafka-view")])
            .args(&args)
            .output()
            .unwrap();
        println!("{args:?} in {:?}", start.elapsed());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|code| code < 2), "{args:?} {:?} {errors}", output.status);
        let shown = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
        assert!((lines..lines + 2000).contains(&shown), "{args:?} {shown} {errors}");
        assert!(start.elapsed() < LONG);
        if args.contains(&"--json") && args[0] == "records" {
            let json: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(json["batches"][0]["records"].as_array().unwrap().len(), all);
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A batch within an old message is a fault, and not shown as a message.
#[test]
fn a_batch_within_a_message() {
    let text = std::fs::read_to_string(project("tests/data/records/batches.jsonl")).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let bytes = |name: &str| {
        let row = rows.iter().find(|row| row["name"] == name).unwrap();
        hex::decode(row["hex"].as_str().unwrap()).unwrap()
    };
    let (message, new) = (bytes("m1-none-create-2"), bytes("m2-none-create-1"));
    let first = &message[..45];
    let inner = [first, &new, first].concat();
    // In snappy: the size, then one literal.
    let size = u16::try_from(inner.len()).unwrap();
    assert!((128..256).contains(&size));
    let [low, high] = [(size & 0x7f) as u8 | 0x80, (size >> 7) as u8];
    let value = [&[low, high, 60 << 2, (size - 1) as u8], &inner[..]].concat();
    // The wrapper: magic 1, snappy, a time of 0, no key.
    let mut content = vec![1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
    content.extend(u32::try_from(value.len()).unwrap().to_be_bytes());
    content.extend(value);
    let crc = crc32(&content);
    let mut wrapper = vec![0; 8];
    wrapper.extend(u32::try_from(content.len() + 4).unwrap().to_be_bytes());
    wrapper.extend(crc.to_be_bytes());
    wrapper.extend(content);
    let explained = explain(&produce(&wrapper), 0, What::Requests, Front::Frame);
    let messages = named(&explained.rows, "Message");
    assert_eq!(messages.len(), 2, "the wrapper and the first within: {messages:?}");
    assert!(messages.iter().all(|row| row.kind == "v1"), "{messages:?}");
    let unread = named(&explained.rows, "unread");
    assert_eq!(unread.len(), 1);
    assert_eq!((unread[0].offset, unread[0].size), (45, inner.len() - 45));
    assert_eq!(explained.faults.len(), 1, "{:?}", explained.faults);
    assert_eq!(kafka_view(&["records", "--records", "-"], &wrapper).status, 1);
}

/// The checksum of old messages, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| bit(crc)))
}
