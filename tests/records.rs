//! Record batches against Kafka's own bytes and values, inputs that broke other decoders, and bytes made here.
//!
//! `tests/data/records` holds the shared vectors without most spans of 200 records. Where `KAFKA_VIEW_SHARED` names a folder
//! with `vectors/`, the whole files there are read instead.
#![allow(
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

#[path = "support/codecs.rs"]
mod codecs;
#[path = "support/vectors.rs"]
mod vectors;

use codecs::decompressed;
use kafka_view::compression::Compression;
use kafka_view::records::{
    Batches, ControlRecordView, ControlType, HEADER_LEN, Record, RecordBatch, RecordIter, RecordReader, TimestampType,
    crc32, crc32c,
};
use kafka_view::{DecodeError, DecodeErrorKind as Kind, Records};
use serde_json::{Map, Value, json};
use vectors::{bytes_of, castagnoli, hex_of, ieee, rows};

fn error(kind: Kind, offset: usize) -> DecodeError {
    let mut error = error_of(&[0; 11]);
    (error.kind, error.offset, error.missing) = (kind, u32::try_from(offset).unwrap(), 0);
    error
}

/// The error of the first entry.
fn error_of(bytes: &[u8]) -> DecodeError {
    Batches::new(bytes).next().unwrap().unwrap_err()
}

fn record_json(record: &Record<'_>) -> Value {
    let mut json = vectors::record_json(record);
    if let Some(sequence) = record.sequence {
        json["sequence"] = sequence.into();
    }
    json
}

/// The records up to the first error.
fn records_of(batch: &RecordBatch<'_>) -> (Vec<Value>, Option<DecodeError>) {
    match batch.records() {
        Ok(records) => all_of(records),
        Err(error) => (Vec::new(), Some(error)),
    }
}

fn all_of(mut records: RecordIter<'_>) -> (Vec<Value>, Option<DecodeError>) {
    let mut read = Vec::new();
    loop {
        let (least, most) = records.size_hint();
        match records.next() {
            None => {
                assert_eq!((least, most), (0, Some(0)));
                return (read, None);
            }
            Some(result) => {
                assert!(least == 1 && most >= Some(1));
                match result {
                    Ok(record) => read.push(record_json(&record)),
                    Err(error) => {
                        assert!(records.next().is_none() && records.next().is_none(), "fused");
                        return (read, Some(error));
                    }
                }
            }
        }
    }
}

// Kafka's own batches.

/// A header in the form of `batches.jsonl`.
fn batch_json(batch: &RecordBatch<'_>) -> Map<String, Value> {
    let is_old = batch.magic() < 2;
    let json = json!({
        "magic": batch.magic(), "size": batch.size(), "base_offset": batch.base_offset(),
        "last_offset": batch.last_offset(), "last_offset_delta": batch.last_offset_delta(),
        "partition_leader_epoch": batch.partition_leader_epoch(), "codec": batch.compression().to_string(),
        "timestamp_type": match batch.timestamp_type() {
            TimestampType::Create => "create",
            TimestampType::LogAppend => "append",
            _ => "none",
        },
        "transactional": batch.is_transactional(), "control": batch.is_control(),
        "delete_horizon": batch.delete_horizon(),
        "base_timestamp": if is_old { Value::Null } else { batch.base_timestamp().into() },
        "max_timestamp": batch.max_timestamp(), "producer_id": batch.producer_id(),
        "producer_epoch": batch.producer_epoch(), "base_sequence": batch.base_sequence(), "crc": batch.crc(),
        "count": batch.records_count(),
    });
    json.as_object().unwrap().clone()
}

#[test]
fn kafkas_batches() {
    let (mut plain, mut compressed, mut old, mut wrappers, mut skipped) = (0, 0, 0, 0, 0);
    for row in rows("records/batches.jsonl") {
        let name = &row["name"];
        let bytes = bytes_of(&row);
        let mut batches = Batches::new(&bytes);
        let mut at = 0;
        for expected in row["expect"]["batches"].as_array().unwrap() {
            let size = usize::try_from(expected["size"].as_u64().unwrap()).unwrap();
            assert_eq!((batches.consumed(), batches.rest()), (at, &bytes[at..]), "{name}");
            let batch = batches.next().unwrap().unwrap();
            assert_eq!((batch.start(), batch.as_bytes()), (at, &bytes[at..at + size]), "{name}");
            assert_eq!(batch.verify_crc(), Ok(()), "{name}");
            let is_old = batch.magic() < 2;
            let (codec_at, crc) = if is_old { (17, crc32 as fn(&[u8]) -> u32) } else { (21, crc32c as _) };
            assert_eq!(batch.verify_crc_with(crc), Ok(()), "{name}");

            let mut expected = expected.as_object().unwrap().clone();
            let mut records = expected.remove("records").unwrap();
            if batch.compression() != Compression::None && is_old {
                // The header of a wrapper says where its last message is, not the first.
                expected["base_offset"] = expected["last_offset"].clone();
                expected["last_offset_delta"] = 0.into();
            }
            assert_eq!(batch_json(&batch), expected, "{name}");
            let mut control_types = Vec::new();
            for record in records.as_array_mut().unwrap() {
                control_types.extend(record.as_object_mut().unwrap().remove("control_type"));
            }
            let records = (records.as_array().unwrap().clone(), None);
            if batch.compression() == Compression::None {
                assert_eq!(records_of(&batch), records, "{name}");
                if batch.is_control() {
                    let types: Vec<Value> = batch
                        .records()
                        .unwrap()
                        .map(|r| r.unwrap().control().unwrap().control_type().to_string().into())
                        .collect();
                    assert_eq!(types, control_types, "{name}");
                }
                *if is_old { &mut old } else { &mut plain } += 1;
            } else {
                let compressed_error = error(Kind::Compressed(batch.compression()), at + codec_at);
                assert_eq!(batch.records().unwrap_err(), compressed_error, "{name}");
                *if is_old { &mut wrappers } else { &mut compressed } += 1;
            }
            match decompressed(&batch) {
                Some(payload) => {
                    assert_eq!(all_of(batch.records_in(&payload).unwrap()), records, "{name}");
                    assert_eq!(streamed(&batch, &payload), (!is_old).then_some(records.0), "{name}");
                }
                None => skipped += 1,
            }
            at += size;
        }
        let trailing = usize::try_from(row["expect"]["trailing_bytes"].as_u64().unwrap()).unwrap();
        assert_eq!((batches.consumed(), batches.rest().len()), (at, trailing), "{name}");
        assert_eq!(at + trailing, bytes.len(), "{name}");
        match batches.next() {
            None => assert_eq!(trailing, 0, "{name}"),
            Some(result) => {
                let error = result.unwrap_err();
                assert!(trailing > 0 && error.is_incomplete() && error.missing > 0, "{name} {error}");
                assert_eq!(error.offset as usize, bytes.len(), "{name}");
            }
        }
        assert!(batches.next().is_none(), "{name}");
    }
    assert!(
        plain >= 41 && compressed >= 33 && old >= 50 && wrappers >= 33,
        "{plain} plain, {compressed} compressed, {old} old, {wrappers} wrappers"
    );
    assert_eq!(skipped, 0, "the helper knows of the magic, so nothing is left out");
}

/// The records by [`RecordBatch::stream`], through the least window that holds one.
fn streamed(batch: &RecordBatch<'_>, payload: &[u8]) -> Option<Vec<Value>> {
    let mut stream = batch.stream().ok()?;
    let (mut at, mut end, mut records) = (0, 0, Vec::new());
    loop {
        match stream.read(&payload[at..end]) {
            Ok(Some((record, used))) => {
                assert_eq!(at + used, end, "the window was the least");
                records.push(record_json(&record));
                at = end;
            }
            Ok(None) => {
                assert_eq!((stream.left(), at), (0, payload.len()));
                return Some(records);
            }
            Err(error) => {
                assert!(error.is_incomplete() && error.missing > 0, "{error}");
                assert_eq!(error.offset as usize, end - at);
                end += error.missing as usize;
            }
        }
    }
}

/// Whatever the cut, all that is whole before it is delivered, and the number of missing bytes is exact.
#[test]
fn every_prefix() {
    let mut prefixes = 0;
    for row in rows("records/batches.jsonl") {
        let bytes = bytes_of(&row);
        for cut in 0..bytes.len() - usize::try_from(row["expect"]["trailing_bytes"].as_u64().unwrap()).unwrap() {
            prefixes += 1;
            let mut batches = Batches::new(&bytes[..cut]);
            let mut at = 0;
            for expected in row["expect"]["batches"].as_array().unwrap() {
                let end = at + usize::try_from(expected["size"].as_u64().unwrap()).unwrap();
                if at == cut {
                    break;
                }
                if end <= cut {
                    assert_eq!(batches.next().unwrap().unwrap().as_bytes(), &bytes[at..end]);
                    at = end;
                    continue;
                }
                let error = batches.next().unwrap().unwrap_err();
                let missing = if cut - at < 12 { 12 - (cut - at) } else { end - cut };
                assert_eq!(
                    (error.kind, error.offset as usize, error.missing as usize),
                    (Kind::Incomplete, cut, missing)
                );
                break;
            }
            assert_eq!((batches.consumed(), batches.rest()), (at, &bytes[at..cut]));
            assert!(batches.next().is_none());
        }
    }
    assert!(prefixes > 12_000, "{prefixes}");
}

/// Whatever is missing at the end of what a decompressor gave: the records before it are delivered, then an error. A set of
/// messages may end with one that is cut.
#[test]
fn every_prefix_of_a_payload() {
    let mut prefixes = 0;
    for bytes in rows("records/batches.jsonl").iter().map(bytes_of).filter(|bytes| bytes.len() <= 700) {
        for batch in Batches::new(&bytes).flatten() {
            let Some(payload) = decompressed(&batch) else { continue };
            let whole = all_of(batch.records_in(&payload).unwrap()).0;
            for cut in 0..payload.len() {
                prefixes += 1;
                let (records, error) = match batch.records_in(&payload[..cut]) {
                    Ok(records) => all_of(records),
                    Err(error) => (Vec::new(), Some(error)),
                };
                assert!(records.len() < whole.len());
                assert_eq!(error.is_none(), batch.magic() < 2 && !records.is_empty());
                assert!(error.is_none_or(|error| !error.is_incomplete() && error.offset as usize <= cut));
                // The offsets in a wrapper of magic 1 go by its last message.
                if batch.magic() != 1 {
                    assert_eq!(records, whole[..records.len()]);
                }
            }
        }
    }
    assert!(prefixes > 10_000, "{prefixes}");
}

/// Reads all there is; what must hold for any bytes is checked here.
fn read_all(bytes: &[u8]) {
    let mut batches = Batches::new(bytes);
    while let Some(result) = batches.next() {
        match result {
            Ok(batch) => {
                let end = batch.start() + batch.size();
                assert_eq!(batch.as_bytes(), &bytes[batch.start()..end]);
                assert_eq!(batches.consumed(), end);
                assert!(format!("{batch:?}").len() < 500);
                let mut count = 0;
                let least = if batch.magic() == 2 { 7 } else { 26 };
                for record in batch.records().into_iter().flatten() {
                    count += usize::from(record.is_ok());
                    let _ = record.map(|record| record.control());
                    match record {
                        Ok(record) => {
                            assert_eq!(record.headers.iter().count(), record.headers.len());
                            let content = record.key.map_or(0, <[u8]>::len) + record.value.map_or(0, <[u8]>::len);
                            assert!(content + record.headers.as_bytes().len() <= batch.payload().len());
                        }
                        Err(error) => {
                            assert!(!error.is_incomplete() && error.missing == 0, "{error}");
                            assert!((batch.start()..=end).contains(&(error.offset as usize)), "{error}");
                        }
                    }
                }
                assert!(count * least <= batch.payload().len(), "more records than the bytes can hold");
                if let Err(error) = batch.records() {
                    let of_batch = matches!(error.kind, Kind::Compressed(_) | Kind::RecordCount);
                    let of_wrapper =
                        matches!(error.kind, Kind::InvalidLength | Kind::RecordSize | Kind::UnexpectedNull);
                    assert!(of_batch || batch.magic() < 2 && of_wrapper, "{error}");
                }
            }
            Err(error) => {
                assert_eq!(error.is_incomplete(), error.missing > 0);
                assert!(error.offset as usize <= bytes.len());
            }
        }
    }
    assert!(batches.next().is_none(), "fused");
    assert_eq!(batches.consumed() + batches.rest().len(), bytes.len());
}

#[test]
fn every_changed_byte() {
    let mut changes = 0;
    for mut bytes in rows("records/batches.jsonl").iter().map(bytes_of).filter(|bytes| bytes.len() <= 300) {
        for at in 0..bytes.len() {
            let before = bytes[at];
            let flips = (0..8).map(|bit| before ^ 1 << bit);
            for byte in flips.chain([0, 1, 0x7f, 0x80, 0xff]) {
                bytes[at] = byte;
                read_all(&bytes);
                changes += 1;
            }
            bytes[at] = before;
        }
    }
    assert!(changes > 50_000, "{changes}");
}

/// All that can be seen of some batches, save the checksum, and whether there was an error.
fn seen(bytes: &[u8]) -> (String, bool) {
    let (mut text, mut has_error) = (String::new(), false);
    for batch in Batches::new(bytes) {
        let Ok(batch) = batch else { return (text, true) };
        text += &format!("{batch:?}").replace(&format!("crc: {}", batch.crc()), "");
        text += &format!("{:?}{:?}", batch.verify_crc(), batch.max_timestamp());
        for record in batch.records().into_iter().flatten() {
            has_error |= record.is_err();
            match record {
                Ok(record) => text += &format!("{}{record:?}", record_json(&record)),
                Err(error) => text += &error.to_string(),
            }
        }
        has_error |= batch.records().is_err();
    }
    (text, has_error)
}

/// A changed byte under a checksum that fits gives an error or other values: nothing is passed over.
#[test]
fn every_changed_byte_shows() {
    let (mut changes, mut nulls) = (0, 0);
    for mut bytes in rows("records/batches.jsonl").iter().map(bytes_of).filter(|bytes| (1..300).contains(&bytes.len()))
    {
        let Some(Ok(batch)) = Batches::new(&bytes).next() else { continue };
        if batch.size() != bytes.len() || batch.compression() != Compression::None {
            continue;
        }
        let is_old = batch.magic() < 2;
        let before = seen(&bytes);
        assert!(!before.1);
        for at in 0..bytes.len() {
            let (byte, crc_at) = (bytes[at], if is_old { 12 } else { 17 });
            if (crc_at..crc_at + 4).contains(&at) {
                continue;
            }
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                let crc = if is_old { crc32(&bytes[16..]) } else { crc32c(&bytes[21..]) };
                bytes[crc_at..crc_at + 4].copy_from_slice(&crc.to_be_bytes());
                let after = seen(&bytes);
                changes += 1;
                if before == after {
                    // Any negative length is null: another one is no change.
                    nulls += 1;
                    let is_null = if is_old { byte == 0xff } else { byte == 1 && bytes[at] & 1 == 1 };
                    assert!(is_null, "byte {at}: {byte:#x} and {:#x} look the same", bytes[at]);
                }
                bytes[at] = byte;
            }
        }
    }
    assert!(changes > 20_000 && nulls * 20 < changes, "{changes}, {nulls}");
}

// Inputs that broke decoders.

/// A header in the form of `bugs.jsonl`.
fn bug_json(batch: &RecordBatch<'_>) -> Value {
    let codec = match batch.compression() {
        Compression::Unknown(id) => id.into(),
        codec => Value::from(codec.to_string()),
    };
    let timestamp_type = match batch.timestamp_type() {
        TimestampType::Create => "create",
        TimestampType::LogAppend => "logAppend",
        _ => "none",
    };
    if batch.magic() < 2 {
        return json!({
            "magic": batch.magic(), "offset": batch.base_offset(), "size": batch.batch_length(), "crc": batch.crc(),
            "crcOk": batch.verify_crc().is_ok(), "attributes": batch.attributes(), "codec": codec,
            "timestampType": timestamp_type, "timestamp": batch.max_timestamp(), "nextOffset": batch.next_offset(),
            "records": [],
        });
    }
    json!({
        "magic": batch.magic(), "baseOffset": batch.base_offset(), "batchLength": batch.batch_length(),
        "partitionLeaderEpoch": batch.partition_leader_epoch(), "crc": batch.crc(),
        "crcOk": batch.verify_crc().is_ok(), "attributes": batch.attributes(),
        "lastOffsetDelta": batch.last_offset_delta(), "baseTimestamp": batch.base_timestamp(),
        "maxTimestamp": batch.max_timestamp(), "producerId": batch.producer_id(),
        "producerEpoch": batch.producer_epoch(), "baseSequence": batch.base_sequence(),
        "recordCount": batch.records_count(), "codec": codec, "timestampType": timestamp_type,
        "transactional": batch.is_transactional(), "control": batch.is_control(),
        "deleteHorizon": batch.delete_horizon(), "nextOffset": batch.next_offset(), "records": [],
    })
}

/// What a control record says, in the form of `bugs.jsonl`.
fn control_json(record: &Record<'_>) -> Value {
    let Ok((control_type, version)) = ControlType::of_key(record.key) else {
        return json!({"error": "control-key-too-short"});
    };
    let mut json = json!({
        "version": version, "typeId": control_type.0, "type": control_type.name().unwrap_or("UNKNOWN"),
    });
    if let Ok(ControlRecordView::Abort(marker) | ControlRecordView::Commit(marker)) = record.control() {
        json["coordinatorEpoch"] = marker.coordinator_epoch.into();
    }
    json
}

/// The records of a batch, decompressed if it has to be, and the error with the place of it in the field, if it has one.
fn bug_records(batch: &RecordBatch<'_>) -> (Vec<Value>, Option<(Kind, Option<u32>)>) {
    let at = |error: DecodeError| (error.kind, Some(error.offset));
    let payload = match batch.verify_crc().and_then(|()| batch.records()) {
        Err(DecodeError { kind: Kind::Compressed(_), .. }) => decompressed(batch),
        Err(error) => return (Vec::new(), Some(at(error))),
        Ok(records) => {
            let control = batch.records().unwrap().map_while(Result::ok).map(|record| control_json(&record));
            let (mut records, error) = all_of(records);
            if batch.is_control() {
                for (record, control) in records.iter_mut().zip(control) {
                    record["controlRecord"] = control;
                }
            }
            return (records, error.map(at));
        }
    };
    let Some(payload) = payload else {
        return (Vec::new(), Some((Kind::Compressed(batch.compression()), None)));
    };
    match batch.records_in(&payload) {
        Ok(records) => {
            let (records, error) = all_of(records);
            (records, error.map(|error| (error.kind, None)))
        }
        Err(error) => (Vec::new(), Some((error.kind, None))),
    }
}

/// What a row's hint at the reason is here.
fn kind_of(reason: &str) -> Kind {
    match reason {
        "batch-too-small" => Kind::BatchTooSmall,
        "unknown-magic" => Kind::UnsupportedMagic(3),
        "crc-mismatch" => Kind::CrcMismatch,
        "count-exceeds-input" | "count-mismatch" => Kind::RecordCount,
        "record-truncated" => Kind::RecordSize,
        "record-exceeds-batch" | "negative-count" => Kind::InvalidLength,
        "null-not-allowed" => Kind::UnexpectedNull,
        "varint-too-long" => Kind::InvalidVarint,
        "unknown-codec" => Kind::Compressed(Compression::Unknown(5)),
        "nested-compression" => Kind::NestedCompression,
        "decompress-corrupt" => Kind::Compressed(Compression::Snappy),
        reason => panic!("{reason}"),
    }
}

/// Rows that are about a decompressor: the codec's own tests have them.
const OF_CODECS: [&str; 2] = ["H17", "J72"];

#[test]
fn bugs() {
    let mut count = 0;
    for row in rows("bugs.jsonl") {
        let id = &row["id"];
        if row["entry"] != "records" || OF_CODECS.contains(&id.as_str().unwrap()) {
            continue;
        }
        count += 1;
        let expect = &row["expect"];
        let bytes = bytes_of(&row);
        let mut batches = Batches::new(&bytes);
        let (mut read, mut consumed, mut fault, mut missing) = (Vec::new(), 0, None, 0);
        while fault.is_none() {
            consumed = batches.consumed();
            match batches.next() {
                None => break,
                Some(Err(error)) => (fault, missing) = (Some((error.kind, Some(error.offset))), error.missing),
                Some(Ok(batch)) => {
                    let mut json = bug_json(&batch);
                    let (records, error) = bug_records(&batch);
                    json["records"] = records.into();
                    read.push(json);
                    fault = error;
                }
            }
        }
        let outcome = match fault {
            None => "ok",
            Some((Kind::Incomplete, _)) => "incomplete",
            Some(_) => "invalid",
        };
        assert_eq!(outcome, expect["outcome"], "{id}");
        assert_eq!(consumed, expect["consumed"], "{id}");
        let mut expected = expect["value"]["batches"].as_array().cloned().unwrap_or_default();
        for (batch, expected) in read.iter_mut().zip(&mut expected) {
            if expected["nextOffset"].is_null() {
                expected["nextOffset"] = batch["nextOffset"].clone();
            }
        }
        assert_eq!(read, expected, "{id}");
        let Some((kind, offset)) = fault else { continue };
        assert_eq!(missing, expect["missing"].as_u64().unwrap_or(0) as u32, "{id}");
        if let Some(reason) = expect["reason"].as_str() {
            assert_eq!(kind, kind_of(reason), "{id}");
        }
        if let (Some(at), Some(offset)) = (expect["at"].as_u64(), offset) {
            assert_eq!(u64::from(offset), at, "{id}");
        }
    }
    assert_eq!(count, 52);
}

#[test]
fn a_record_on_its_own() {
    for row in rows("bugs.jsonl").into_iter().filter(|row| row["entry"] == "record") {
        let bytes = Batch { count: 1, payload: bytes_of(&row), ..Batch::new() }.bytes();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!(records_of(&batch), (vec![row["expect"]["value"].clone()], None));
    }
}

// Bytes made here: the layout a second time, as it is written.

#[derive(Clone)]
struct Batch {
    base_offset: i64,
    attributes: i16,
    last_offset_delta: i32,
    base_timestamp: i64,
    max_timestamp: i64,
    base_sequence: i32,
    count: i32,
    payload: Vec<u8>,
}

impl Batch {
    fn new() -> Self {
        Batch {
            base_offset: 0,
            attributes: 0,
            last_offset_delta: 0,
            base_timestamp: 0,
            max_timestamp: 7,
            base_sequence: -1,
            count: 0,
            payload: Vec::new(),
        }
    }

    /// With one record whose content is given without its length.
    fn of(content: &[u8]) -> Self {
        let mut payload = varint(content.len() as i64);
        payload.extend(content);
        Batch { count: 1, payload, ..Batch::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut covered = Vec::new();
        covered.extend(self.attributes.to_be_bytes());
        covered.extend(self.last_offset_delta.to_be_bytes());
        covered.extend(self.base_timestamp.to_be_bytes());
        covered.extend(self.max_timestamp.to_be_bytes());
        covered.extend((-1i64).to_be_bytes());
        covered.extend((-1i16).to_be_bytes());
        covered.extend(self.base_sequence.to_be_bytes());
        covered.extend(self.count.to_be_bytes());
        covered.extend(&self.payload);
        let mut bytes = self.base_offset.to_be_bytes().to_vec();
        bytes.extend((9 + covered.len() as i32).to_be_bytes());
        bytes.extend((-1i32).to_be_bytes());
        bytes.push(2);
        bytes.extend(castagnoli(&covered).to_be_bytes());
        bytes.extend(covered);
        bytes
    }

    /// The records before the first error, and that.
    fn read(&self) -> (Vec<Value>, Option<DecodeError>) {
        let bytes = self.bytes();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!(batch.verify_crc(), Ok(()));
        records_of(&batch)
    }
}

fn varint(value: i64) -> Vec<u8> {
    let mut bits = ((value << 1) ^ (value >> 63)) as u64;
    let mut bytes = Vec::new();
    while bits > 0x7f {
        bytes.push(bits as u8 | 0x80);
        bits >>= 7;
    }
    bytes.push(bits as u8);
    bytes
}

fn sized(bytes: Option<&[u8]>) -> Vec<u8> {
    match bytes {
        None => varint(-1),
        Some(bytes) => [varint(bytes.len() as i64), bytes.to_vec()].concat(),
    }
}

/// xorshift64: the same numbers every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number of any size: half of them small.
    fn number(&mut self) -> i64 {
        let bits = self.below(64);
        (self.next() >> bits) as i64 ^ -(self.below(2) as i64)
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let len = match self.below(8) {
            0 => return None,
            1 => 0,
            2 => self.below(300),
            _ => self.below(20),
        };
        Some((0..len).map(|_| self.next() as u8).collect())
    }
}

#[test]
fn what_is_written_is_read() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut field = Vec::new();
    let mut written = Vec::new();
    for _ in 0..500 {
        let append_time = numbers.below(4) == 0;
        let base_sequence = if numbers.below(2) == 0 { -1 } else { (numbers.next() >> 33) as i32 };
        let mut batch = Batch {
            base_offset: numbers.number(),
            attributes: if append_time { 8 } else { 0 },
            base_timestamp: numbers.number(),
            max_timestamp: numbers.number(),
            base_sequence,
            ..Batch::new()
        };
        let mut records = Vec::new();
        for _ in 0..numbers.below(12) {
            let attributes = numbers.next() as u8;
            let timestamp_delta = numbers.number();
            let offset_delta = numbers.number() as i32;
            let (key, value) = (numbers.bytes(), numbers.bytes());
            let headers: Vec<_> = (0..numbers.below(4).saturating_sub(1))
                .map(|_| (numbers.bytes().unwrap_or_default(), numbers.bytes()))
                .collect();
            let mut content = vec![attributes];
            content.extend(varint(timestamp_delta));
            content.extend(varint(offset_delta.into()));
            content.extend(sized(key.as_deref()));
            content.extend(sized(value.as_deref()));
            content.extend(varint(headers.len() as i64));
            for (key, value) in &headers {
                content.extend(sized(Some(key)));
                content.extend(sized(value.as_deref()));
            }
            batch.payload.extend(varint(content.len() as i64));
            batch.payload.extend(content);
            batch.count += 1;

            let timestamp = batch.base_timestamp.wrapping_add(timestamp_delta);
            let mut json = json!({
                "offset": batch.base_offset.wrapping_add(offset_delta.into()),
                "timestamp": if append_time { batch.max_timestamp } else { timestamp },
                "key": hex_of(key.as_deref()), "value": hex_of(value.as_deref()),
                "headers": headers.iter().map(|(key, value)| json!([hex::encode(key), hex_of(value.as_deref())])).collect::<Vec<_>>(),
            });
            if base_sequence >= 0 {
                json["sequence"] = (i64::from(base_sequence) + i64::from(offset_delta)).rem_euclid(1 << 31).into();
            }
            records.push(json);
        }
        field.extend(batch.bytes());
        written.push(records);
    }
    let mut batches = Records::from(&field[..]).batches();
    for records in written {
        let batch = batches.next().unwrap().unwrap();
        assert_eq!(batch.verify_crc(), Ok(()));
        assert_eq!(records_of(&batch), (records, None));
    }
    assert!(batches.next().is_none());
}

#[test]
fn over_long_numbers_are_read() {
    // Every number in as many bytes as may be: 5, or 10 for the timestamp.
    let long = |n: u8| [n | 0x80, 0x80, 0x80, 0x80, 0];
    let mut content = vec![0, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0];
    content.extend(long(4)); // offset delta 2
    content.extend(long(2)); // key of 1
    content.push(b'k');
    content.extend(long(1)); // value null
    content.extend(long(2)); // 1 header
    content.extend(long(0)); // key empty
    content.extend(long(0)); // value empty
    let mut payload = long(content.len() as u8 * 2).to_vec();
    payload.extend(content);
    let batch = Batch { count: 1, payload, ..Batch::new() };
    let record = json!({"offset": 2, "timestamp": 1, "key": "6b", "value": null, "headers": [["", ""]]});
    assert_eq!(batch.read(), (vec![record], None));
}

#[test]
fn any_negative_length_is_null() {
    for null in [varint(-1), varint(-2), varint(i32::MIN.into())] {
        let content = [&[0, 0, 0][..], &null, &null, &[2, 2, b'h'], &null].concat();
        let record = json!({"offset": 0, "timestamp": 0, "key": null, "value": null, "headers": [["68", null]]});
        assert_eq!(Batch::of(&content).read(), (vec![record], None));
    }
}

/// The first byte of a record's content in a batch, if its length takes one byte.
const CONTENT: usize = HEADER_LEN + 1;

#[test]
fn faults_in_a_record() {
    let long = [0xff; 6];
    let cases: &[(&[u8], Kind, usize)] = &[
        // Ends within a number, or before it: the end of the record.
        (&[], Kind::RecordSize, 0),
        (&[0], Kind::RecordSize, 1),
        (&[0, 0x80], Kind::RecordSize, 2),
        (&[0, 0, 0x80], Kind::RecordSize, 3),
        (&[0, 0, 0], Kind::RecordSize, 3),
        (&[0, 0, 0, 1], Kind::RecordSize, 4),
        (&[0, 0, 0, 1, 1], Kind::RecordSize, 5),
        (&[0, 0, 0, 1, 1, 2], Kind::InvalidLength, 5), // a header, and nothing left
        (&[0, 0, 0, 1, 1, 2, 0], Kind::RecordSize, 7),
        // Something left over: its first byte.
        (&[0, 0, 0, 1, 1, 0, 0], Kind::RecordSize, 6),
        (&[0, 0, 0, 1, 1, 2, 0, 0, 9, 9], Kind::RecordSize, 8),
        // Lengths.
        (&[0, 0, 0, 4, 1, 0], Kind::RecordSize, 6),
        (&[0, 0, 0, 6, 1, 0], Kind::InvalidLength, 3),
        (&[0, 0, 0, 1, 4, 0], Kind::InvalidLength, 4),
        (&[0, 0, 0, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f], Kind::InvalidLength, 4),
        (&[0, 0, 0, 1, 1, 2, 4, 0], Kind::InvalidLength, 6),
        (&[0, 0, 0, 1, 1, 2, 0, 2], Kind::InvalidLength, 7),
        // Header counts.
        (&[0, 0, 0, 1, 1, 1], Kind::InvalidLength, 5),
        (&[0, 0, 0, 1, 1, 6, 0, 0], Kind::InvalidLength, 5),
        (&[0, 0, 0, 1, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0], Kind::InvalidLength, 5),
        // A header's key.
        (&[0, 0, 0, 1, 1, 2, 1, 0], Kind::UnexpectedNull, 6),
        (&[0, 0, 0, 1, 1, 4, 0, 0, 3, 0], Kind::UnexpectedNull, 8),
        // Numbers that do not fit.
        (&[&[0, 0][..], &long].concat(), Kind::InvalidVarint, 2),
        (&[&[0, 0, 0][..], &long].concat(), Kind::InvalidVarint, 3),
        (&[&[0, 0, 0, 1][..], &long].concat(), Kind::InvalidVarint, 4),
        (&[&[0, 0, 0, 1, 1][..], &long].concat(), Kind::InvalidVarint, 5),
        (&[&[0, 0, 0, 1, 1, 2][..], &long].concat(), Kind::InvalidVarint, 6),
        (&[&[0, 0, 0, 1, 1, 2, 0][..], &long].concat(), Kind::InvalidVarint, 7),
        (&[&[0][..], &[0xff; 9], &[2]].concat(), Kind::InvalidVarint, 1),
        (&[0, 0, 0x80, 0x80, 0x80, 0x80, 0x10], Kind::InvalidVarint, 2),
    ];
    for (content, kind, at) in cases {
        // Alone; before another record; behind another one, in a batch that is not the first.
        let batch = Batch::of(content);
        assert_eq!(batch.read(), (vec![], Some(error(*kind, CONTENT + at))), "{content:?}");

        let good = [12, 0, 0, 0, 1, 1, 0];
        let before = Batch { count: 2, payload: [&batch.payload[..], &good].concat(), ..Batch::new() };
        assert_eq!(before.read(), (vec![], Some(error(*kind, CONTENT + at))), "{content:?}");

        let behind = Batch { count: 2, payload: [&good[..], &batch.payload].concat(), ..Batch::new() };
        let field = [Batch::new().bytes(), behind.bytes()].concat();
        let second = Batches::new(&field).nth(1).unwrap().unwrap();
        let (records, fault) = records_of(&second);
        assert_eq!(
            (records.len(), fault),
            (1, Some(error(*kind, HEADER_LEN + CONTENT + good.len() + at))),
            "{content:?}"
        );
    }
}

#[test]
fn faults_around_records() {
    let good = [12, 0, 0, 0, 1, 1, 0];
    let count = error(Kind::RecordCount, 57);
    let cases: &[(i32, &[u8], usize, Option<DecodeError>)] = &[
        (0, &[], 0, None),
        (1, &good, 1, None),
        // The count.
        (-1, &[], 0, Some(count)),
        (i32::MIN, &good, 0, Some(count)),
        (1, &[], 0, Some(count)),
        (8, &good, 0, Some(count)),
        (7, &good, 1, Some(count)),
        (2, &good, 1, Some(count)),
        (0, &good, 0, Some(count)),
        (1, &[good, good].concat(), 1, Some(count)),
        (1, &[12, 0, 0, 0, 1, 1, 0, 0], 1, Some(count)),
        // The length of a record.
        (1, &[14, 0, 0, 0, 1, 1, 0], 0, Some(error(Kind::InvalidLength, HEADER_LEN))),
        (1, &[1, 0, 0, 0, 1, 1, 0], 0, Some(error(Kind::InvalidLength, HEADER_LEN))),
        (1, &[0xff, 0xff, 0xff, 0xff, 0x0f], 0, Some(error(Kind::InvalidLength, HEADER_LEN))),
        (1, &[0xfe, 0xff, 0xff, 0xff, 0x0f], 0, Some(error(Kind::InvalidLength, HEADER_LEN))),
        (1, &[0x80], 0, Some(error(Kind::InvalidLength, HEADER_LEN))),
        (1, &[0xff, 0xff, 0xff, 0xff, 0x1f], 0, Some(error(Kind::InvalidVarint, HEADER_LEN))),
        (2, &[&good[..], &[0x80]].concat(), 1, Some(error(Kind::InvalidLength, HEADER_LEN + 7))),
    ];
    for (count, payload, read, fault) in cases {
        let (records, error) = Batch { count: *count, payload: payload.to_vec(), ..Batch::new() }.read();
        assert_eq!((records.len(), error), (*read, *fault), "{count} {payload:?}");
    }
}

/// A negative count is refused by whoever reads, and an emptied batch is empty, before anybody looks at the codec.
#[test]
fn a_count_that_needs_no_codec() {
    let good = [12, 0, 0, 0, 1, 1, 0];
    let at_count = error(Kind::RecordCount, 57);
    for codec in 0..8 {
        for payload in [&[][..], &good, &[0x80]] {
            let of_count =
                |count| Batch { attributes: codec, count, payload: payload.to_vec(), ..Batch::new() }.bytes();
            for count in [-1, i32::MIN] {
                let bytes = of_count(count);
                let batch = Batches::new(&bytes).next().unwrap().unwrap();
                assert_eq!(batch.records().unwrap_err(), at_count, "{codec} {count}");
                assert_eq!(batch.stream().unwrap_err(), at_count, "{codec} {count}");
                let in_payload = batch.records_in(payload).unwrap_err();
                assert_eq!(in_payload, error(Kind::RecordCount, payload.len()), "{codec} {count}");
                let refused = RecordReader::new(&batch, &mut [0; 100], 1000).unwrap_err();
                assert_eq!(refused, error(Kind::RecordCount, 0).into(), "{codec} {count}");
            }
            let bytes = of_count(0);
            let batch = Batches::new(&bytes).next().unwrap().unwrap();
            let mut out = [0; 100];
            if payload.is_empty() {
                assert_eq!(batch.records().unwrap().next(), None, "{codec}");
                assert_eq!(batch.records_in(&[]).unwrap().next(), None, "{codec}");
                let mut reader = RecordReader::new(&batch, &mut [], 0).unwrap();
                assert_eq!(reader.next_record(), Ok(None), "{codec}");
                assert_eq!(batch.decompress(&mut out), Ok(&[][..]), "{codec}");
            } else if codec != 0 {
                let compressed = error(Kind::Compressed(Compression::from_id(codec as u8)), 21);
                assert_eq!(batch.records().unwrap_err(), compressed, "no more bytes than records were promised");
                let reader = RecordReader::new(&batch, &mut out, 1000);
                assert!(reader.and_then(|mut reader| reader.next_record().map(|_| ())).is_err(), "{codec}");
            }
        }
    }
    let wrapper = Message::wrapper(1, 0).bytes();
    let wrapper = Batches::new(&wrapper).next().unwrap().unwrap();
    assert_eq!(wrapper.stream().unwrap_err(), error(Kind::UnsupportedMagic(1), 16));
}

#[test]
fn sequences_go_round() {
    let record = |delta| [&[0, 0][..], &varint(delta), &[1, 1, 0]].concat();
    for (base, delta, sequence) in [
        (-1, 0, None),
        (-1, 5, None),
        (i32::MIN, 0, None),
        (0, 0, Some(0)),
        (0, i32::MAX, Some(i32::MAX)),
        (i32::MAX, 0, Some(i32::MAX)),
        (i32::MAX, 1, Some(0)),
        (i32::MAX - 1, 5, Some(3)),
        (i32::MAX, i32::MAX, Some(i32::MAX - 1)),
        (5, -1, Some(4)),
    ] {
        let bytes = Batch { base_sequence: base, ..Batch::of(&record(delta.into())) }.bytes();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!(batch.records().unwrap().next().unwrap().unwrap().sequence, sequence, "{base} {delta}");
    }
}

#[test]
fn sums_wrap() {
    let record = [&[0][..], &varint(i64::MAX), &varint(i32::MAX.into()), &[1, 1, 0]].concat();
    let batch =
        Batch { base_offset: i64::MAX, base_timestamp: i64::MAX, last_offset_delta: i32::MAX, ..Batch::of(&record) };
    let bytes = batch.bytes();
    let batch = Batches::new(&bytes).next().unwrap().unwrap();
    let last = i64::MIN + i64::from(i32::MAX) - 1;
    assert_eq!((batch.last_offset(), batch.next_offset()), (last, last + 1));
    let record = batch.records().unwrap().next().unwrap().unwrap();
    assert_eq!((record.offset, record.offset_delta), (last, i32::MAX));
    assert_eq!((record.timestamp, record.timestamp_delta), (-2, i64::MAX));
}

// Entries.

#[test]
fn checks_on_an_entry_come_in_order() {
    let entry = |length: i32, magic: i8| {
        let mut bytes = [0; 61];
        bytes[8..12].copy_from_slice(&length.to_be_bytes());
        bytes[16] = magic.to_be_bytes()[0];
        bytes
    };
    let too_small = error(Kind::BatchTooSmall, 8);
    let missing = |offset, missing| DecodeError { missing, ..error(Kind::Incomplete, offset) };
    for (length, magic, have, expected) in [
        // Not even the length.
        (0, 0, 1, missing(1, 11)),
        (0, 0, 11, missing(11, 1)),
        // The length, before the magic is there.
        (13, 2, 12, too_small),
        (0, 3, 61, too_small),
        (-1, 2, 12, too_small),
        (i32::MIN, 2, 61, too_small),
        (14, 2, 12, missing(12, 14)),
        (14, 2, 16, missing(16, 10)),
        (i32::MAX, 2, 12, missing(12, i32::MAX as u32)),
        (i32::MAX, 2, 61, missing(61, i32::MAX as u32 - 49)),
        // The magic, before the rest is there, and before the length that it asks for.
        (14, 3, 17, error(Kind::UnsupportedMagic(3), 16)),
        (14, -1, 61, error(Kind::UnsupportedMagic(-1), 16)),
        (14, 0, 17, missing(17, 9)),
        (i32::MAX, 1, 61, missing(61, i32::MAX as u32 - 49)),
        (21, 1, 16, missing(16, 17)),
        (21, 1, 17, too_small),
        (22, 1, 17, missing(17, 17)),
        (48, 2, 17, too_small),
        (14, 2, 61, too_small),
        (49, 2, 17, missing(17, 44)),
        (49, 2, 60, missing(60, 1)),
    ] {
        assert_eq!(error_of(&entry(length, magic)[..have]), expected, "{length} {magic} {have}");
    }
    assert!(Batches::new(&[]).next().is_none());
    assert!(Batches::new(&entry(49, 2)).next().unwrap().is_ok());
}

#[test]
fn goes_on_behind_an_unsupported_entry() {
    let batch = Batch::new().bytes();
    let mut strange = [batch.clone(), vec![0; 9]].concat();
    strange[11] += 9;
    strange[16] = 0x83;
    let field = [&batch[..], &strange, &batch, &strange[..40]].concat();
    let mut batches = Batches::new(&field);
    assert_eq!(batches.next().unwrap().unwrap().start(), 0);
    assert_eq!(batches.next(), Some(Err(error(Kind::UnsupportedMagic(-125), 61 + 16))));
    assert_eq!(batches.next().unwrap().unwrap().start(), 131);
    assert_eq!(batches.consumed(), 192);
    // The last is cut as well: that is said after its magic.
    assert_eq!(batches.next(), Some(Err(error(Kind::UnsupportedMagic(-125), 192 + 16))));
    assert_eq!((batches.consumed(), batches.rest()), (192, &strange[..40]));
    assert_eq!(batches.next(), Some(Err(DecodeError { missing: 30, ..error(Kind::Incomplete, 232) })));
    assert_eq!((batches.consumed(), batches.rest()), (192, &strange[..40]));
    assert_eq!((batches.next(), batches.next()), (None, None));
}

#[test]
fn ends_where_no_next_entry_is_known() {
    let batch = Batch::new().bytes();
    let field = [&batch[..], &[0; 61], &batch].concat();
    let mut batches = Batches::new(&field);
    assert!(batches.next().unwrap().is_ok());
    assert_eq!(batches.next(), Some(Err(error(Kind::BatchTooSmall, 61 + 8))));
    assert_eq!((batches.consumed(), batches.rest().len()), (61, 122));
    assert_eq!((batches.next(), batches.next()), (None, None));
}

#[test]
fn every_codec_has_its_name() {
    for (id, name) in
        (0..8).zip(["", "gzip", "snappy", "lz4", "zstd", "unknown codec 5", "unknown codec 6", "unknown codec 7"])
    {
        // The count is not looked at: it is about what comes out of the codec.
        let bytes = Batch { attributes: id | 0x78, count: 1000, payload: vec![0; 3], ..Batch::new() }.bytes();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!((batch.verify_crc(), batch.records_count(), batch.payload()), (Ok(()), Some(1000), &[0; 3][..]));
        let fault = batch.records().unwrap_err();
        if id == 0 {
            assert_eq!(fault, error(Kind::RecordCount, 57));
        } else {
            assert_eq!(fault, error(Kind::Compressed(batch.compression()), 21));
            assert_eq!(fault.to_string(), format!("records are compressed with {name} at byte 21"));
        }
    }
}

#[test]
fn a_wrong_checksum_hides_nothing_else() {
    let mut bytes = Batch::of(&[0, 0, 0, 1, 1, 0]).bytes();
    bytes[17] ^= 0x80;
    let field = [Batch::new().bytes(), bytes].concat();
    let batch = Batches::new(&field).nth(1).unwrap().unwrap();
    assert_eq!(batch.verify_crc(), Err(error(Kind::CrcMismatch, 61 + 17)));
    assert_eq!(batch.compute_crc(), batch.crc() ^ 0x8000_0000);
    assert_eq!(records_of(&batch).0.len(), 1);
}

#[test]
fn equal_by_value() {
    let twice = [Batch::new().bytes(), Batch::new().bytes()].concat();
    let batches: Vec<_> = Batches::new(&twice).map(Result::unwrap).collect();
    assert_eq!(batches[0], batches[1]);
    assert_ne!(batches[0].start(), batches[1].start());

    // The same header with a length of one byte, and of two.
    let payload =
        [Batch::of(&[0, 0, 0, 1, 1, 2, 2, b'h', 1]).payload, Batch::of(&[0, 0, 0, 1, 1, 2, 0x82, 0, b'h', 1]).payload];
    let bytes = Batch { count: 2, payload: payload.concat(), ..Batch::new() }.bytes();
    let batch = Batches::new(&bytes).next().unwrap().unwrap();
    let records: Vec<_> = batch.records().unwrap().map(Result::unwrap).collect();
    assert_eq!(records[0], records[1]);
    assert_ne!(records[0].headers.as_bytes(), records[1].headers.as_bytes());
}

#[test]
fn debug_is_bounded() {
    let header = [&varint(3)[..], b"abc", &varint(2000), &[7; 2000]].concat();
    let mut content = vec![0, 0, 0];
    content.extend(sized(Some(&[1; 100_000])));
    content.extend(sized(Some(&[2; 100_000])));
    content.extend(varint(500));
    content.extend(header.repeat(500));
    let bytes = Batch::of(&content).bytes();
    let mut batches = Records::from(&bytes[..]).batches();
    let before = format!("{batches:?}");
    assert!(before.contains("consumed: 0") && before.len() < 200, "{before}");
    let batch = batches.next().unwrap().unwrap();
    let shown = format!("{batch:?}");
    assert!(shown.contains("records_count: Some(1)") && shown.len() < 400, "{shown}");
    let mut records = batch.records().unwrap();
    assert!(format!("{records:?}").len() < 200);
    let record = records.next().unwrap().unwrap();
    let shown = format!("{record:?}");
    assert!(shown.contains("key: Some([100000 bytes: 01") && shown.contains("500 of [Header"), "{shown}");
    assert!(shown.len() < 5000, "{}", shown.len());
    assert!(format!("{:?}", record.headers.iter()).len() < 200);
}

// Messages of magic 0 and 1.

/// A message: its layout a second time.
#[derive(Clone)]
struct Message {
    magic: u8,
    offset: i64,
    attributes: u8,
    timestamp: i64,
    key: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
}

impl Message {
    fn new(magic: u8, offset: i64) -> Self {
        Message { magic, offset, attributes: 0, timestamp: 1000, key: None, value: Some(b"v".to_vec()) }
    }

    /// One of gzip, whatever it holds: what comes out of the codec is handed in.
    fn wrapper(magic: u8, offset: i64) -> Self {
        Message { attributes: 1, ..Message::new(magic, offset) }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut covered = vec![self.magic, self.attributes];
        if self.magic > 0 {
            covered.extend(self.timestamp.to_be_bytes());
        }
        for bytes in [&self.key, &self.value] {
            match bytes {
                None => covered.extend((-1i32).to_be_bytes()),
                Some(bytes) => {
                    covered.extend((bytes.len() as i32).to_be_bytes());
                    covered.extend(bytes);
                }
            }
        }
        let mut bytes = self.offset.to_be_bytes().to_vec();
        bytes.extend((covered.len() as i32 + 4).to_be_bytes());
        bytes.extend(ieee(&covered).to_be_bytes());
        bytes.extend(covered);
        bytes
    }

    /// Offsets and timestamps of the messages in it, or what is wrong.
    fn read(&self, inner: &[u8]) -> (Vec<(i64, i64)>, Option<DecodeError>) {
        let bytes = self.bytes();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!((batch.verify_crc(), batch.size()), (Ok(()), bytes.len()));
        let mut found = Vec::new();
        let records = match batch.records_in(inner) {
            Ok(records) => records,
            Err(error) => return (found, Some(error)),
        };
        for record in records {
            match record {
                Ok(record) => {
                    assert_eq!((record.sequence, record.headers.len(), record.offset_delta), (None, 0, 0));
                    found.push((record.offset, record.timestamp));
                }
                Err(error) => return (found, Some(error)),
            }
        }
        (found, None)
    }
}

fn set(messages: &[Message]) -> Vec<u8> {
    messages.iter().flat_map(Message::bytes).collect()
}

#[test]
fn offsets_and_times_in_a_wrapper() {
    let at = |magic, offset, timestamp| Message { timestamp, ..Message::new(magic, offset) };
    let relative = set(&[at(1, 0, 5), at(1, 1, -1), at(1, 3, 7)]);
    let absolute = set(&[at(0, 40, 5), at(0, 41, 6), at(0, 90, 7)]);
    let mixed = set(&[at(0, 0, 5), at(1, 2, 6)]);
    let append = |wrapper: Message| Message { attributes: 9, timestamp: 77, ..wrapper };
    for (wrapper, inner, expected) in [
        (Message::wrapper(1, 12), &relative, vec![(9, 5), (10, -1), (12, 7)]),
        // The base is 0, not -3.
        (Message::wrapper(1, 0), &relative, vec![(0, 5), (1, -1), (3, 7)]),
        (Message::wrapper(1, 3), &relative, vec![(0, 5), (1, -1), (3, 7)]),
        (Message::wrapper(1, -1), &set(&[at(1, -5, 5), at(1, -2, 6)]), vec![(-4, 5), (-1, 6)]),
        (Message::wrapper(1, i64::MAX), &set(&[at(1, -1, 0)]), vec![(i64::MAX, 0)]),
        (append(Message::wrapper(1, 12)), &relative, vec![(9, 77), (10, 77), (12, 77)]),
        // Absolute, whatever the wrapper says; magic 0 has no time, and its bit 3 no meaning.
        (Message::wrapper(0, 90), &absolute, vec![(40, -1), (41, -1), (90, -1)]),
        (Message::wrapper(0, 0), &absolute, vec![(40, -1), (41, -1), (90, -1)]),
        (append(Message::wrapper(0, 90)), &absolute, vec![(40, -1), (41, -1), (90, -1)]),
        // Kafka's deep iterator reads each by its own magic.
        (append(Message::wrapper(1, 12)), &mixed, vec![(10, -1), (12, 77)]),
        (append(Message::wrapper(0, 12)), &mixed, vec![(0, -1), (2, 6)]),
    ] {
        assert_eq!(wrapper.read(inner), (expected.clone(), None));
        // A last message that is cut is dropped.
        for cut in [1, 11, 12, 20] {
            let inner = [&inner[..], &inner[..cut]].concat();
            assert_eq!(wrapper.read(&inner), (expected.clone(), None), "{cut}");
        }
    }
}

#[test]
fn faults_in_a_wrapper() {
    let inner = |offset| Message::new(1, offset);
    let good = set(&[inner(0), inner(1)]);
    let len = good.len();
    let length = |bytes: &[u8], at: usize, length: i32| {
        let mut bytes = bytes.to_vec();
        bytes[at + 8..at + 12].copy_from_slice(&length.to_be_bytes());
        bytes
    };
    let nested = set(&[inner(0), Message { attributes: 1, ..inner(1) }]);
    let strange = set(&[inner(0), Message { magic: 2, ..inner(1) }]);
    let wrapper = |magic, offset| Message::wrapper(magic, offset);
    let second = len / 2;
    for (wrapper, bytes, read, fault) in [
        (wrapper(1, 5), vec![], 0, error(Kind::RecordCount, 0)),
        (wrapper(0, 5), good[..20].to_vec(), 0, error(Kind::RecordCount, 20)),
        (wrapper(1, 5), set(&[inner(0), inner(6)]), 0, error(Kind::WrapperOffset, second)),
        (wrapper(1, -1), good.clone(), 0, error(Kind::WrapperOffset, second)),
        (wrapper(1, 5), nested, 1, error(Kind::NestedCompression, second + 17)),
        (wrapper(1, 5), strange, 1, error(Kind::UnsupportedMagic(2), second + 16)),
        // Nobody knows the last offset, but in magic 0 that does not matter.
        (wrapper(1, 5), length(&good, second, 13), 0, error(Kind::BatchTooSmall, second + 8)),
        (wrapper(0, 5), length(&good, second, 13), 1, error(Kind::BatchTooSmall, second + 8)),
        (wrapper(1, 0), length(&good, second, -1), 1, error(Kind::BatchTooSmall, second + 8)),
        (wrapper(1, 5), [&good[..], &length(&good[..33], 0, 21)].concat(), 2, error(Kind::BatchTooSmall, len + 8)),
        // A value that ends before its message does, or behind it.
        (wrapper(1, 5), length(&[&good[..], &[0; 3]].concat(), second, 26), 1, error(Kind::RecordSize, len)),
        (Message { attributes: 4, ..wrapper(1, 5) }, good.clone(), 0, error(Kind::Compressed(Compression::Zstd), 0)),
        (
            Message { attributes: 7, ..wrapper(0, 5) },
            good.clone(),
            0,
            error(Kind::Compressed(Compression::Unknown(7)), 0),
        ),
    ] {
        let (records, found) = wrapper.read(&bytes);
        assert_eq!((records.len(), found), (read, Some(fault)), "{bytes:?}");
    }
}

#[test]
fn faults_in_a_message() {
    for codec in [0, 1] {
        for magic in [0, 1] {
            let key_at = if magic == 0 { 18 } else { 26 };
            let message = Message { attributes: codec, key: Some(b"key".to_vec()), ..Message::new(magic, 5) };
            let with = |at: usize, value: i32, more: usize| {
                let mut bytes = [message.bytes(), vec![0; more]].concat();
                let length = bytes.len() as i32 - 12;
                bytes[8..12].copy_from_slice(&length.to_be_bytes());
                bytes[at..at + 4].copy_from_slice(&value.to_be_bytes());
                // In a field that has something before it.
                [Batch::new().bytes(), bytes].concat()
            };
            for (bytes, fault) in [
                (with(key_at, 100, 0), error(Kind::InvalidLength, 61 + key_at)),
                (with(key_at, i32::MAX, 0), error(Kind::InvalidLength, 61 + key_at)),
                (with(key_at + 7, 2, 0), error(Kind::InvalidLength, 61 + key_at + 7)),
                (with(key_at + 7, 0, 0), error(Kind::RecordSize, 61 + key_at + 11)),
                (with(key_at + 7, 1, 2), error(Kind::RecordSize, 61 + key_at + 12)),
                (with(key_at, 7, 0), error(Kind::RecordSize, 61 + key_at + 12)),
            ] {
                let batch = Batches::new(&bytes).nth(1).unwrap().unwrap();
                assert_eq!(batch.verify_crc(), Err(error(Kind::CrcMismatch, 61 + 12)));
                assert_eq!(records_of(&batch), (vec![], Some(fault)), "{magic} {codec}");
                assert_eq!(batch.payload().is_empty(), codec == 1);
            }
            let null = Message { value: None, ..message.clone() }.bytes();
            let (records, fault) = records_of(&Batches::new(&null).next().unwrap().unwrap());
            if codec == 0 {
                assert_eq!((records.len(), &records[0]["value"], fault), (1, &Value::Null, None));
            } else {
                assert_eq!((records.len(), fault), (0, Some(error(Kind::UnexpectedNull, null.len() - 4))));
            }
        }
    }
}

// Transactions.

/// Kafka's rule as Kafka has it, with a queue and a set (`CompletedFetch`), against ours with a bit for each.
#[test]
fn read_committed() {
    use kafka_view::messages::fetch::{AbortedTransaction, FetchResponse, FetchResponseView};
    use kafka_view::messages::fetch::{FetchableTopicResponse, PartitionData};
    use kafka_view::records::ReadCommitted;
    use kafka_view::{Decode, Encode};
    use std::collections::BTreeSet;

    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let (mut shown, mut hidden) = (0, 0);
    for _ in 0..2000 {
        // Batches of three producers, with markers here and there.
        let mut field = Vec::new();
        let mut offset = numbers.below(100) as i64;
        for _ in 0..numbers.below(30) {
            let kind = numbers.below(8);
            let marker = [0, 0, 0, numbers.below(3) as u8];
            let (attributes, payload) = match kind {
                0 | 1 => (0x30, [&[0, 0, 0, 8][..], &marker, &[0xc, 0, 0, 0, 0, 0, 3, 0]].concat()),
                2 => (0, vec![0, 0, 0, 1, 1, 0]),
                _ => (0x10, vec![0, 0, 0, 1, 1, 0]),
            };
            let mut batch = Batch { base_offset: offset, attributes, ..Batch::of(&payload) };
            batch.last_offset_delta = numbers.below(4) as i32;
            offset += i64::from(batch.last_offset_delta) + 1;
            let mut bytes = batch.bytes();
            bytes[43..51].copy_from_slice(&(numbers.below(4) as i64 - 1).to_be_bytes());
            field.extend(bytes);
        }
        let aborted: Vec<_> = (0..numbers.below(20))
            .map(|_| AbortedTransaction {
                producer_id: numbers.below(3) as i64,
                first_offset: numbers.below(offset as u64 + 5) as i64,
                ..Default::default()
            })
            .collect();
        let partitions = [PartitionData {
            aborted_transactions: Some((&aborted[..]).into()),
            records: Some((&field[..]).into()),
            ..Default::default()
        }];
        let responses = [FetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
        let response = FetchResponse { responses: (&responses).into(), ..Default::default() };
        let mut bytes = vec![0; response.encoded_len(12).unwrap()];
        response.encode(12, &mut bytes).unwrap();
        let response = FetchResponseView::decode(&bytes, 12).unwrap();
        let partition = response.responses.iter().next().unwrap().partitions.iter().next().unwrap();
        let list = partition.aborted_transactions.unwrap();

        let mut table = [0xff; 3];
        let needed = aborted.len().div_ceil(8);
        if let Some(less) = needed.checked_sub(1) {
            let error = ReadCommitted::new(list, &mut table[..less]).unwrap_err();
            assert_eq!(error.needed, needed);
            assert_eq!(error.to_string(), format!("table too small: {needed} bytes are needed"));
        }
        let mut filter = ReadCommitted::new(list, &mut table).unwrap();

        let mut queue = aborted.clone();
        queue.sort_by_key(|transaction| -transaction.first_offset);
        let mut set = BTreeSet::new();
        for batch in partition.records.unwrap().batches() {
            let batch = batch.unwrap();
            let producer = batch.producer_id();
            let mut visible = !batch.is_control();
            if producer >= 0 {
                while queue.last().is_some_and(|next| next.first_offset <= batch.last_offset()) {
                    set.insert(queue.pop().unwrap().producer_id);
                }
                let first = batch.records().unwrap().next().unwrap().unwrap();
                if batch.is_control() && ControlType::of_key(first.key).unwrap().0 == ControlType::ABORT {
                    set.remove(&producer);
                } else if batch.is_transactional() && set.contains(&producer) {
                    visible = false;
                }
            }
            assert_eq!(filter.admits(&batch), Ok(visible));
            *if visible { &mut shown } else { &mut hidden } += 1;
        }
    }
    assert!(shown > 5000 && hidden > 5000, "{shown} {hidden}");
}

#[test]
fn a_marker_without_a_type_is_an_error() {
    use kafka_view::records::ReadCommitted;

    let bytes = Batch { attributes: 0x30, ..Batch::of(&[0, 0, 0, 1, 1, 0]) }.bytes();
    let mut bytes = [bytes.clone(), bytes].concat();
    bytes[43..51].copy_from_slice(&7i64.to_be_bytes());
    let batches: Vec<_> = Batches::new(&bytes).map(Result::unwrap).collect();
    let mut filter = ReadCommitted::new(Default::default(), &mut []).unwrap();
    assert_eq!(filter.admits(&batches[0]), Err(error(Kind::ControlKey, 0)));
    // Of nobody's transaction it says nothing.
    assert_eq!(filter.admits(&batches[1]), Ok(false));
}

#[test]
fn control_records() {
    let of = |key: &[u8], value: Option<&[u8]>| {
        let content = [&[0, 0, 0][..], &sized(Some(key)), &sized(value), &[0]].concat();
        let bytes = Batch { attributes: 0x20, ..Batch::of(&content) }.bytes();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        let record = batch.records().unwrap().next().unwrap().unwrap();
        record.control().map(|control| format!("{control:?}"))
    };
    let fails = |key: &[u8], value: Option<&[u8]>| of(key, value).unwrap_err();
    assert!(
        of(&[0, 0, 0, 0], Some(&[0, 0, 0, 0, 0, 9])).unwrap().contains("Abort(EndTxnMarkerView { coordinator_epoch: 9")
    );
    // A later version, and bytes behind.
    assert!(of(&[0, 9, 0, 1, 1], Some(&[0, 7, 0, 0, 0, 9, 1, 2])).unwrap().contains("Commit"));
    assert!(of(&[0, 0, 0, 3], Some(&[0, 5, 0, 0, 0, 0, 0, 0, 0, 4, 0])).unwrap().contains("SnapshotHeader"));
    assert_eq!(of(&[0, 1, 0, 7], None).unwrap(), "Unknown { control_type: ControlType(7), key_version: 1 }");
    for id in 0..7 {
        let key = [0, 0, 0, id];
        assert_eq!(fails(&key, None), error(Kind::UnexpectedNull, 0));
        assert_eq!(fails(&key, Some(&[0])), error(Kind::InvalidLength, 1));
        assert_eq!(fails(&key, Some(&[0xff, 0xff, 0, 0, 0, 0])), error(Kind::UnsupportedVersion, 0));
        assert_eq!(fails(&key, Some(&[0, 0])), error(Kind::InvalidLength, 2));
    }
    assert_eq!(fails(&[0, 0, 0], Some(&[])), error(Kind::ControlKey, 0));
}
