//! Kafka's `MemoryRecords` and its builder beside ours, where `KAFKA_VIEW_JARS` names a folder with Kafka's jars; `tests/kafka/records`
//! is the script for it.
#![allow(
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may panic, and its helpers are part of it"
)]

#[path = "support/codecs.rs"]
mod codecs;
#[path = "support/java.rs"]
mod java;

use codecs::decompressed;
use kafka_view::compression::Compression;
use kafka_view::records::{
    BatchSettings, Batches, BuildError, Header, NewRecord, RecordBatch, RecordBatchBuilder, TimestampType,
};
use serde_json::{Value, json};
use std::io::Write;

/// Kafka's answers to some lines; `None` where there are no jars.
fn kafka(lines: &[Value]) -> Option<Vec<Value>> {
    let text = java::answers("Records.java", lines)?;
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), lines.len());
    Some(answers)
}

/// A record that owns its bytes.
#[derive(Clone, Debug)]
struct Owned {
    offset: i64,
    timestamp: i64,
    key: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
    headers: Vec<(String, Option<Vec<u8>>)>,
}

fn hex_of(bytes: Option<&[u8]>) -> Value {
    bytes.map_or(Value::Null, |bytes| hex::encode(bytes).into())
}

fn question(settings: &BatchSettings, records: &[Owned]) -> Value {
    let records: Vec<_> = records
        .iter()
        .map(|r| {
            let headers: Vec<_> =
                r.headers.iter().map(|(k, v)| json!([hex::encode(k), hex_of(v.as_deref())])).collect();
            json!({
                "offset": r.offset, "timestamp": r.timestamp, "key": hex_of(r.key.as_deref()),
                "value": hex_of(r.value.as_deref()), "headers": headers,
            })
        })
        .collect();
    json!({
        "settings": {
            "base_offset": settings.base_offset.unwrap(), "partition_leader_epoch": settings.partition_leader_epoch,
            "append": settings.timestamp_type == TimestampType::LogAppend,
            "max_timestamp": settings.max_timestamp.unwrap_or(-1), "producer_id": settings.producer_id,
            "producer_epoch": settings.producer_epoch, "base_sequence": settings.base_sequence,
            "transactional": settings.is_transactional, "control": settings.is_control,
            "delete_horizon": settings.delete_horizon, "last_offset": settings.last_offset,
        },
        "records": records,
    })
}

fn built(settings: BatchSettings, records: &[Owned]) -> Result<Vec<u8>, BuildError> {
    let mut buf = vec![0; 1 << 16];
    let mut builder = RecordBatchBuilder::new(&mut buf, settings)?;
    for record in records {
        let headers: Vec<_> = record.headers.iter().map(|(k, v)| Header::new(k.as_str(), v.as_deref())).collect();
        builder.push(&NewRecord {
            offset: Some(record.offset),
            timestamp: record.timestamp,
            key: record.key.as_deref(),
            value: record.value.as_deref(),
            headers: headers[..].into(),
        })?;
    }
    builder.finish().map(|batch| batch.as_bytes().to_vec())
}

/// What our view says of a batch, in the form of Kafka's answer.
fn seen(batch: &RecordBatch<'_>) -> Value {
    let payload = decompressed(batch).unwrap();
    let records: Vec<_> = batch
        .records_in(&payload)
        .unwrap()
        .map(|record| {
            let r = record.unwrap();
            let headers: Vec<_> = r.headers.iter().map(|h| json!([h.key.to_string(), hex_of(h.value)])).collect();
            json!({
                "offset": r.offset, "timestamp": r.timestamp, "sequence": r.sequence.unwrap_or(-1),
                "key": hex_of(r.key), "value": hex_of(r.value), "headers": headers,
            })
        })
        .collect();
    json!({
        "size": batch.size(), "base_offset": batch.base_offset(), "last_offset": batch.last_offset(),
        "next_offset": batch.next_offset(), "partition_leader_epoch": batch.partition_leader_epoch(),
        "codec": batch.compression().to_string(), "append": batch.timestamp_type() == TimestampType::LogAppend,
        "transactional": batch.is_transactional(), "control": batch.is_control(),
        "delete_horizon": batch.delete_horizon(), "max_timestamp": batch.max_timestamp(),
        "producer_id": batch.producer_id(), "producer_epoch": batch.producer_epoch(),
        "base_sequence": batch.base_sequence(), "crc": batch.crc(), "count": batch.records_count(), "records": records,
    })
}

/// The records of the vectors: Kafka's builder and ours write the same bytes.
#[test]
fn the_records_of_the_vectors() {
    let folder = std::env::var("KAFKA_VIEW_SHARED").map(|shared| shared + "/vectors/records");
    let folder = folder.unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records").to_owned());
    let text = std::fs::read_to_string(folder + "/batches.jsonl").unwrap();
    let (mut questions, mut ours) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        for batch in Batches::new(&bytes).flatten().filter(|batch| batch.magic() == 2) {
            let payload = decompressed(&batch).unwrap();
            let records: Vec<_> = batch
                .records_in(&payload)
                .unwrap()
                .map(|record| {
                    let r = record.unwrap();
                    Owned {
                        offset: r.offset,
                        // As it is on the wire, with append time too.
                        timestamp: batch.base_timestamp().wrapping_add(r.timestamp_delta),
                        key: r.key.map(<[u8]>::to_vec),
                        value: r.value.map(<[u8]>::to_vec),
                        headers: r.headers.iter().map(|h| (h.key.to_string(), h.value.map(<[u8]>::to_vec))).collect(),
                    }
                })
                .collect();
            let settings = BatchSettings::of(&batch);
            questions.push(question(&settings, &records));
            ours.push((row["name"].clone(), built(settings, &records).unwrap()));
        }
    }
    let Some(answers) = kafka(&questions) else { return };
    for (answer, (name, bytes)) in answers.iter().zip(&ours) {
        assert_eq!(answer["hex"], hex::encode(bytes), "{name} {answer}");
    }
    println!("{} batches of the vectors: the same bytes", ours.len());
}

/// xorshift64: the same numbers every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let len = match self.below(8) {
            0 => return None,
            1 => 0,
            2 => self.below(300),
            _ => self.below(20),
        };
        Some((0..len).map(|_| self.below(256) as u8).collect())
    }

    /// Settings, a tenth of which Kafka refuses.
    fn settings(&mut self) -> BatchSettings {
        let append = self.below(4) == 0;
        let has_producer = self.below(2) == 0;
        let odd = self.below(30);
        BatchSettings {
            base_offset: Some(self.below(1 << 62) as i64 >> self.below(62)),
            partition_leader_epoch: self.below(1000) as i32 - 1,
            timestamp_type: if append { TimestampType::LogAppend } else { TimestampType::Create },
            max_timestamp: append.then(|| self.below(1 << 41) as i64),
            producer_id: if has_producer { self.below(1 << 40) as i64 } else { -1 },
            producer_epoch: if has_producer && odd != 0 { self.below(1 << 15) as i16 } else { -1 },
            base_sequence: if has_producer && odd != 1 { (i32::MAX as u64 - self.below(20)) as i32 } else { -1 },
            is_transactional: if odd == 2 { true } else { has_producer && self.below(2) == 0 },
            is_control: false,
            delete_horizon: (self.below(5) == 0).then(|| self.below(1 << 41) as i64),
            last_offset: None,
        }
    }

    fn records(&mut self, base: i64) -> Vec<Owned> {
        let mut offset = base - 1;
        let timestamp = self.below(1 << 41) as i64;
        (0..1 + self.below(12))
            .map(|_| {
                offset += match self.below(40) {
                    0 => 0,
                    1 => 1 << 31,
                    2..5 => self.below(1 << 30) as i64 + 1,
                    _ => 1,
                };
                offset = offset.max(base);
                let headers = (0..self.below(4).saturating_sub(1)).map(|i| (format!("h{i}"), self.bytes())).collect();
                Owned {
                    offset,
                    timestamp: match self.below(40) {
                        0 => -2,
                        1..4 => -1,
                        4 => i64::MAX,
                        _ => timestamp + self.below(100_000) as i64 - 50_000,
                    },
                    key: self.bytes(),
                    value: self.bytes(),
                    headers,
                }
            })
            .collect()
    }
}

/// Anything: both write the same bytes or refuse; Kafka reads what we write, also in front of a payload that the caller has
/// compressed, as our view does.
#[test]
fn any_records() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut builds, mut reads) = (Vec::new(), Vec::new());
    let (mut ours, mut views) = (Vec::new(), Vec::new());
    for _ in 0..3000 {
        let settings = numbers.settings();
        let records = numbers.records(settings.base_offset.unwrap());
        let bytes = built(settings, &records);
        builds.push(question(&settings, &records));
        if let Ok(bytes) = &bytes {
            let plain = Batches::new(bytes).next().unwrap().unwrap();
            let mut out = vec![0; 1 << 16];
            let gzip = |records: &[u8], room: &mut [u8]| {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(records).unwrap();
                let compressed = encoder.finish().unwrap();
                room[..compressed.len()].copy_from_slice(&compressed);
                Ok::<_, BuildError>(compressed.len())
            };
            let compressed = plain.with_payload(Compression::Gzip, &mut out, gzip).unwrap();
            for batch in [plain, compressed] {
                reads.push(json!({ "hex": hex::encode(batch.as_bytes()) }));
                views.push(seen(&batch));
            }
        }
        ours.push(bytes);
    }
    let refused = ours.iter().filter(|bytes| bytes.is_err()).count();
    assert!((200..2500).contains(&refused), "{refused}");
    let Some(answers) = kafka(&builds) else { return };
    for ((answer, bytes), build) in answers.iter().zip(&ours).zip(&builds) {
        match bytes {
            Ok(bytes) => assert_eq!(answer["hex"], hex::encode(bytes), "{answer} {build}"),
            Err(error) => assert_eq!(answer["ok"], false, "{error}: {build}"),
        }
    }
    for (answer, view) in kafka(&reads).unwrap().iter().zip(&views) {
        assert_eq!(answer["batches"], json!([view]), "{answer}");
    }
    println!("{} batches: the same bytes, {refused} of them refused by both; {} read", ours.len(), views.len());
}
