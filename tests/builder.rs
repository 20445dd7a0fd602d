//! Batches that the builder writes: against Kafka's bytes, against the reader, and what it refuses.
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
use kafka_view::compression::Compression;
use kafka_view::messages::control_record::{EndTxnMarker, KRaftVersionRecord, SnapshotFooterRecord};
use kafka_view::messages::leader_change_message::LeaderChangeMessage;
use kafka_view::records::{
    BatchSettings, Batches, BuildError, ControlRecord, Header, NewRecord, RecordBatch, RecordBatchBuilder,
    RecordBatchMut, TimestampType, crc32c,
};
use kafka_view::{DecodeErrorKind as Kind, EncodeErrorKind};
use proptest::prelude::*;
use serde_json::Value;
use std::io::Write;

fn spans() -> Vec<(String, Vec<u8>)> {
    let folder = std::env::var("KAFKA_VIEW_SHARED").map(|shared| shared + "/vectors/records");
    let folder = folder.unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records").to_owned());
    let text = std::fs::read_to_string(folder + "/batches.jsonl").unwrap();
    text.lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            (row["name"].as_str().unwrap().to_owned(), hex::decode(row["hex"].as_str().unwrap()).unwrap())
        })
        .collect()
}

/// The records of a batch of magic 2 as its writer had them: with log append time, too, they have their own timestamps on
/// the wire.
fn records_of<'d>(batch: &RecordBatch<'_>, payload: &'d [u8]) -> Vec<NewRecord<'d>> {
    let records = batch.records_in(payload).unwrap().map(|record| {
        let record = record.unwrap();
        NewRecord { timestamp: batch.base_timestamp().wrapping_add(record.timestamp_delta), ..record.into() }
    });
    records.collect()
}

fn built(settings: BatchSettings, records: &[NewRecord<'_>]) -> Result<Vec<u8>, BuildError> {
    let mut buf = vec![0xaa; RecordBatchBuilder::size_of(settings, records.iter().copied())?];
    let mut builder = RecordBatchBuilder::new(&mut buf, settings)?;
    for record in records {
        let size = builder.size_with(record)?;
        builder.push(record)?;
        assert_eq!(builder.size(), size);
    }
    let size = builder.size();
    let batch = builder.finish()?;
    assert_eq!(batch.size(), size);
    assert_eq!(batch.verify_crc(), Ok(()));
    let len = batch.as_bytes().len();
    assert_eq!(len, buf.len(), "the size in advance is exact");
    Ok(buf)
}

#[test]
fn kafkas_bytes_again() {
    let (mut plain, mut payloads, mut markers) = (0, 0, 0);
    for (name, bytes) in spans() {
        for batch in Batches::new(&bytes).flatten().filter(|batch| batch.magic() == 2) {
            let payload = decompressed(&batch).unwrap();
            let again = built(BatchSettings::of(&batch), &records_of(&batch, &payload)).unwrap();
            if batch.compression() == Compression::None {
                assert_eq!(again, batch.as_bytes(), "{name}");
                plain += 1;
            } else {
                assert_eq!(again[61..], payload, "{name}");
                // The same codec's payload in front of which our header goes.
                let again = Batches::new(&again).next().unwrap().unwrap();
                let mut out = vec![0; bytes.len()];
                let compressed = again.with_payload(batch.compression(), &mut out, |records, room| {
                    assert_eq!(records, payload);
                    room[..batch.payload().len()].copy_from_slice(batch.payload());
                    Ok::<_, BuildError>(batch.payload().len())
                });
                assert_eq!(compressed.unwrap().as_bytes(), batch.as_bytes(), "{name}");
                payloads += 1;
            }
            if batch.is_control() {
                // By the messages, not the bytes.
                let mut buf = vec![0; batch.size()];
                let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings::of(&batch)).unwrap();
                for record in batch.records().unwrap() {
                    let record = record.unwrap();
                    let control = ControlRecord::from_view(record.control().unwrap()).unwrap();
                    builder.push_control(record.timestamp, &control).unwrap();
                    markers += 1;
                }
                assert_eq!(builder.finish().unwrap().as_bytes(), batch.as_bytes(), "{name}");
            }
        }
    }
    assert!(plain >= 41 && payloads >= 33 && markers >= 12, "{plain} plain, {payloads} payloads, {markers} markers");
}

/// As a producer does: gzip from one library, what comes out by another's view.
#[test]
fn a_payload_that_the_caller_compressed() {
    let mut buf = [0; 4096];
    let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings::default()).unwrap();
    for i in 0..30 {
        builder.push(&NewRecord { timestamp: i, value: Some(&[b'x'; 100]), ..Default::default() }).unwrap();
    }
    let plain = builder.finish().unwrap();
    let gzip = |records: &[u8], mut room: &mut [u8]| {
        let len = room.len();
        let mut encoder = flate2::write::GzEncoder::new(&mut room, flate2::Compression::default());
        encoder
            .write_all(records)
            .and_then(|()| encoder.finish().map(|left| len - left.len()))
            .map_err(|_| BuildError::BufferTooSmall { needed: 0 })
    };
    let mut out = [0; 600];
    let batch = plain.with_payload(Compression::Gzip, &mut out, gzip).unwrap();
    assert_eq!((batch.compression(), batch.verify_crc(), batch.records_count()), (Compression::Gzip, Ok(()), Some(30)));
    assert!(batch.size() < 250, "{}", batch.size());
    let payload = decompressed(&batch).unwrap();
    assert_eq!(payload, plain.payload());
    assert!(batch.records_in(&payload).unwrap().map(Result::unwrap).eq(plain.records().unwrap().map(Result::unwrap)));

    // And back.
    let mut again = [0; 4096];
    let back = batch.with_payload(Compression::None, &mut again, |_, room| {
        room[..payload.len()].copy_from_slice(&payload);
        Ok::<_, BuildError>(payload.len())
    });
    assert_eq!(back.unwrap().as_bytes(), plain.as_bytes());
    for (error, result) in [
        (BuildError::BufferTooSmall { needed: 61 }, plain.with_payload(Compression::Lz4, &mut [0; 60], gzip)),
        (BuildError::BufferTooSmall { needed: 0 }, plain.with_payload(Compression::Gzip, &mut [0; 70], gzip)),
        (
            BuildError::BufferTooSmall { needed: 71 },
            plain.with_payload(Compression::Lz4, &mut [0; 70], |_, _| Ok::<_, BuildError>(10)),
        ),
        (
            BuildError::TooLarge,
            plain.with_payload(Compression::Lz4, &mut [0; 70], |_, _| Ok::<_, BuildError>(usize::MAX)),
        ),
        (BuildError::Codec, plain.with_payload(Compression::Unknown(5), &mut [0; 70], gzip)),
        (BuildError::NoRecords, plain.with_payload(Compression::Lz4, &mut [0; 70], |_, _| Ok::<_, BuildError>(0))),
    ] {
        assert_eq!(result, Err(error));
    }
    // A batch that compaction has emptied has nothing to compress.
    let mut buf = [0; 61];
    let settings = BatchSettings { last_offset: Some(4), ..Default::default() };
    let empty = RecordBatchBuilder::new(&mut buf, settings).unwrap().finish().unwrap();
    let mut out = [0; 61];
    let empty = empty.with_payload(Compression::Lz4, &mut out, |_, _| Ok::<_, BuildError>(0)).unwrap();
    assert_eq!((empty.size(), empty.next_offset(), empty.records().unwrap().count()), (61, 5, 0));
    let (_, old) = spans().into_iter().find(|(name, _)| name == "m1-none-create-1").unwrap();
    let old = Batches::new(&old).next().unwrap().unwrap();
    assert_eq!(old.with_payload(Compression::None, &mut [0; 70], gzip), Err(BuildError::Magic));
}

#[test]
fn what_kafka_refuses() {
    let fine = BatchSettings::default();
    let producer = BatchSettings { producer_id: 1, producer_epoch: 0, base_sequence: 0, ..fine };
    for (settings, refused) in [
        (BatchSettings { is_transactional: true, ..fine }, Some(BuildError::ProducerId)),
        (BatchSettings { producer_epoch: -1, ..producer }, Some(BuildError::ProducerEpoch)),
        (BatchSettings { base_sequence: -1, ..producer }, Some(BuildError::Sequence)),
        (BatchSettings { base_sequence: -1, is_control: true, ..producer }, None),
        (BatchSettings { is_transactional: true, ..producer }, None),
        // Half a producer.
        (BatchSettings { producer_id: -2, ..producer }, Some(BuildError::ProducerId)),
        (BatchSettings { producer_id: i64::MIN, ..fine }, Some(BuildError::ProducerId)),
        (BatchSettings { producer_id: -1, ..producer }, Some(BuildError::ProducerId)),
        (BatchSettings { producer_epoch: 0, ..fine }, Some(BuildError::ProducerId)),
        (BatchSettings { producer_epoch: -2, ..fine }, Some(BuildError::ProducerId)),
        (BatchSettings { base_sequence: 0, ..fine }, Some(BuildError::ProducerId)),
        (BatchSettings { base_sequence: -2, ..fine }, Some(BuildError::ProducerId)),
        (BatchSettings { base_sequence: -2, is_control: true, ..producer }, Some(BuildError::Sequence)),
        (BatchSettings { producer_epoch: -1, is_control: true, ..producer }, Some(BuildError::ProducerEpoch)),
        (BatchSettings { last_offset: Some(0), ..fine }, None),
        (BatchSettings { last_offset: Some(-1), ..fine }, Some(BuildError::OffsetOrder)),
        (BatchSettings { last_offset: Some(1 << 31), ..fine }, Some(BuildError::OffsetRange)),
        (
            BatchSettings { base_offset: Some(i64::MIN), last_offset: Some(i64::MAX), ..fine },
            Some(BuildError::OffsetRange),
        ),
        (BatchSettings { timestamp_type: TimestampType::LogAppend, ..fine }, Some(BuildError::Timestamp)),
        (
            BatchSettings { timestamp_type: TimestampType::LogAppend, max_timestamp: Some(-1), ..fine },
            Some(BuildError::Timestamp),
        ),
        (BatchSettings { timestamp_type: TimestampType::LogAppend, max_timestamp: Some(0), ..fine }, None),
        (BatchSettings { timestamp_type: TimestampType::None, ..fine }, Some(BuildError::Timestamp)),
        (
            BatchSettings { timestamp_type: TimestampType::None, max_timestamp: Some(0), ..fine },
            Some(BuildError::Timestamp),
        ),
        (BatchSettings { max_timestamp: Some(-1), ..fine }, None),
        (BatchSettings { max_timestamp: Some(-2), ..fine }, Some(BuildError::Timestamp)),
        (BatchSettings { max_timestamp: Some(i64::MIN), ..fine }, Some(BuildError::Timestamp)),
        (BatchSettings { delete_horizon: Some(0), ..fine }, None),
        (BatchSettings { delete_horizon: Some(-1), ..fine }, None),
        (BatchSettings { delete_horizon: Some(-2), ..fine }, Some(BuildError::Timestamp)),
        (BatchSettings { delete_horizon: Some(i64::MIN), ..fine }, Some(BuildError::Timestamp)),
    ] {
        assert_eq!(RecordBatchBuilder::new(&mut [], settings).err(), refused, "{settings:?}");
        assert_eq!(RecordBatchBuilder::size_of(settings, []).err(), refused, "{settings:?}");
    }

    let at = |offset| NewRecord { offset: Some(offset), ..Default::default() };
    let timed = |timestamp| NewRecord { timestamp, ..Default::default() };
    let based = |base| BatchSettings { base_offset: Some(base), ..fine };
    let up_to = |time| BatchSettings { max_timestamp: Some(time), ..fine };
    let max = i64::from(i32::MAX);
    for (settings, first, second, refused) in [
        (fine, at(0), at(0), Some(BuildError::OffsetOrder)),
        (fine, at(5), at(4), Some(BuildError::OffsetOrder)),
        (based(9), at(9), at(10), None),
        (fine, at(0), at(max), None),
        (fine, at(0), at(max + 1), Some(BuildError::OffsetRange)),
        (fine, at(max), NewRecord::default(), Some(BuildError::OffsetRange)),
        (based(i64::MAX), at(i64::MAX), NewRecord::default(), Some(BuildError::OffsetRange)),
        (based(i64::MIN), at(i64::MIN), at(i64::MAX), Some(BuildError::OffsetRange)),
        (fine, timed(-1), timed(-2), Some(BuildError::Timestamp)),
        (fine, timed(i64::MAX), timed(-1), None),
        (fine, NewRecord::default(), timed(i64::MIN), Some(BuildError::Timestamp)),
        (up_to(5), timed(5), timed(-1), None),
        (up_to(5), timed(4), timed(6), Some(BuildError::Timestamp)),
        (up_to(-1), timed(-1), timed(0), Some(BuildError::Timestamp)),
        (BatchSettings { timestamp_type: TimestampType::LogAppend, ..up_to(5) }, timed(9), timed(6), None),
        (BatchSettings { last_offset: Some(7), ..fine }, at(7), at(8), Some(BuildError::OffsetRange)),
        (BatchSettings { last_offset: Some(7), ..fine }, at(6), at(7), None),
    ] {
        let mut buf = [0; 100];
        let mut builder = RecordBatchBuilder::new(&mut buf, settings).unwrap();
        builder.push(&first).unwrap();
        let before = builder.size();
        assert_eq!(builder.size_with(&second).err(), refused);
        assert_eq!(builder.push(&second).err(), refused);
        assert_eq!(RecordBatchBuilder::size_of(settings, [first, second]).err(), refused);
        // Nothing good is lost.
        if refused.is_some() {
            assert_eq!((builder.size(), builder.count()), (before, 1));
            let batch = builder.finish().unwrap();
            assert_eq!((batch.size(), batch.records().unwrap().count()), (before, 1));
        }
    }
    assert_eq!(RecordBatchBuilder::new(&mut [0; 100], based(9)).unwrap().push(&at(8)), Err(BuildError::OffsetOrder));
}

#[test]
fn last_offsets() {
    let finish = |last_offset: Option<i64>, offset: Option<i64>| {
        let mut buf = [0; 100];
        let settings = BatchSettings { base_offset: Some(10), last_offset, ..Default::default() };
        let mut builder = RecordBatchBuilder::new(&mut buf, settings)?;
        if let Some(offset) = offset {
            builder.push(&NewRecord { offset: Some(offset), ..Default::default() })?;
        }
        builder.finish().map(|batch| (batch.last_offset_delta(), batch.next_offset()))
    };
    assert_eq!(finish(None, None), Err(BuildError::NoRecords));
    assert_eq!(finish(None, Some(12)), Ok((2, 13)));
    assert_eq!(finish(Some(15), Some(12)), Ok((5, 16)));
    assert_eq!(finish(Some(12), Some(12)), Ok((2, 13)));
    assert_eq!(finish(Some(15), None), Ok((5, 16)));
    assert_eq!(finish(Some(10), None), Ok((0, 11)));
    assert_eq!(finish(Some(9), None), Err(BuildError::OffsetOrder));
    assert_eq!(finish(Some(11), Some(12)), Err(BuildError::OffsetRange));
    assert_eq!(finish(Some(11 + i64::from(i32::MAX)), Some(12)), Err(BuildError::OffsetRange));

    // What is not said is the first record's.
    let unsaid = BatchSettings { base_offset: None, ..Default::default() };
    let finish = |last_offset, offsets: &[Option<i64>]| {
        let mut buf = [0; 100];
        let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings { last_offset, ..unsaid })?;
        for &offset in offsets {
            builder.push(&NewRecord { offset, ..Default::default() })?;
        }
        builder.finish().map(|batch| (batch.base_offset(), batch.last_offset()))
    };
    assert_eq!(finish(None, &[None, None]), Ok((0, 1)));
    assert_eq!(finish(None, &[Some(-7), None, Some(5)]), Ok((-7, 5)));
    assert_eq!(finish(Some(9), &[Some(7), None]), Ok((7, 9)));
    assert_eq!(finish(None, &[Some(7), Some(7)]), Err(BuildError::OffsetOrder));
    assert_eq!(finish(Some(i64::MAX), &[Some(7)]), Err(BuildError::OffsetRange));
    for last_offset in [None, Some(9)] {
        assert_eq!(finish(last_offset, &[]), Err(BuildError::NoRecords));
    }
    let settings = BatchSettings { last_offset: Some(9), ..Default::default() };
    assert_eq!(
        RecordBatchBuilder::new(&mut [0; 60], settings).unwrap().finish(),
        Err(BuildError::BufferTooSmall { needed: 61 })
    );
}

/// What the settings of any batch are good for: its records, in a batch of magic 2.
#[test]
fn old_batches_written_anew() {
    let (mut messages, mut wrappers) = (0, 0);
    for (name, bytes) in spans() {
        for batch in Batches::new(&bytes).flatten().filter(|batch| batch.magic() < 2) {
            let payload = decompressed(&batch).unwrap();
            let records: Vec<_> = batch.records_in(&payload).unwrap().map(Result::unwrap).collect();
            let mut settings = BatchSettings::of(&batch);
            let is_wrapper = batch.compression() != Compression::None;
            for base in [settings.base_offset, Some(records[0].offset)] {
                settings.base_offset = base;
                let new: Vec<_> = records.iter().map(|&record| record.into()).collect();
                let bytes = built(settings, &new).unwrap_or_else(|error| panic!("{name}: {error}"));
                let again = Batches::new(&bytes).next().unwrap().unwrap();
                let same = again.records().unwrap().zip(&records).all(|(new, old)| {
                    let new = new.unwrap();
                    (new.offset, new.timestamp, new.key, new.value) == (old.offset, old.timestamp, old.key, old.value)
                });
                assert!(same && again.records_count() == Some(records.len() as i32), "{name}");
                assert_eq!(
                    (again.base_offset(), again.last_offset()),
                    (records[0].offset, batch.last_offset()),
                    "{name}"
                );
            }
            *(if is_wrapper { &mut wrappers } else { &mut messages }) += 1;
        }
    }
    assert!(messages > 5 && wrappers > 5, "{messages} {wrappers}");
}

#[test]
fn a_buffer_of_any_size() {
    let record = NewRecord { key: Some(b"key"), value: Some(b"value"), ..Default::default() };
    let whole = built(BatchSettings::default(), &[record; 3]).unwrap();
    let one = (whole.len() - 61) / 3;
    for len in 0..whole.len() {
        let mut buf = vec![0; len];
        let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings::default()).unwrap();
        let room = len.saturating_sub(61) / one;
        for _ in 0..room {
            builder.push(&record).unwrap();
        }
        let needed = 61 + (room + 1) * one;
        assert_eq!(builder.push(&record), Err(BuildError::BufferTooSmall { needed }));
        if room > 0 {
            assert_eq!(builder.finish().unwrap().records().unwrap().map(Result::unwrap).count(), room);
        }
    }
}

#[test]
fn control_records() {
    let transaction = BatchSettings {
        producer_id: 7,
        producer_epoch: 0,
        is_transactional: true,
        is_control: true,
        ..Default::default()
    };
    let quorum = BatchSettings { is_control: true, partition_leader_epoch: 3, ..Default::default() };
    let abort = ControlRecord::Abort(EndTxnMarker { coordinator_epoch: 5, ..Default::default() });
    let leader = ControlRecord::LeaderChange(LeaderChangeMessage { leader_id: 1, ..Default::default() });
    let footer = ControlRecord::SnapshotFooter(SnapshotFooterRecord::default());
    // The size says the same as the writing.
    let push = |settings, control: &ControlRecord<'_>| {
        let mut buf = [0; 128];
        let mut builder = RecordBatchBuilder::new(&mut buf, settings).unwrap();
        let size = builder.size_with_control(1, control);
        let pushed = builder.push_control(1, control);
        assert_eq!(size, pushed.map(|()| builder.size()), "{settings:?} {control:?}");
        pushed
    };
    for (settings, control, result) in [
        (transaction, &abort, Ok(())),
        (quorum, &abort, Err(BuildError::ProducerId)),
        (quorum, &leader, Ok(())),
        (BatchSettings { partition_leader_epoch: -1, ..quorum }, &leader, Err(BuildError::LeaderEpoch)),
        (BatchSettings { partition_leader_epoch: -1, ..quorum }, &footer, Ok(())),
        (BatchSettings { is_control: false, ..quorum }, &footer, Err(BuildError::Control)),
    ] {
        assert_eq!(push(settings, control), result, "{settings:?} {control:?}");
    }
    let later = KRaftVersionRecord { version: 9, ..Default::default() };
    let Err(BuildError::Message(error)) = push(quorum, &ControlRecord::KRaftVersion(later)) else { panic!() };
    assert_eq!(error.kind, EncodeErrorKind::UnsupportedVersion);

    // A record that was read elsewhere.
    let mut buf = [0; 128];
    let mut builder = RecordBatchBuilder::new(&mut buf, quorum).unwrap();
    for (key, result) in [
        (None, Err(BuildError::Control)),
        (Some(&[0, 0, 0][..]), Err(BuildError::Control)),
        (Some(&[0xff, 0xff, 0, 0]), Err(BuildError::Control)),
        (Some(&[0, 1, 0, 99]), Ok(())),
        (Some(&[0, 0, 0, 0]), Err(BuildError::ProducerId)),
        (Some(&[0, 9, 0, 1, 7]), Err(BuildError::ProducerId)),
    ] {
        let record = NewRecord { key, ..Default::default() };
        let size = builder.size_with(&record);
        assert_eq!(RecordBatchBuilder::size_of(quorum, [record]), size, "{key:?}");
        assert_eq!(builder.push(&record), result, "{key:?}");
        assert_eq!(size, result.map(|()| builder.size()), "{key:?}");
    }

    // What is refused as a message is refused as bytes.
    for settings in [transaction, quorum, BatchSettings { partition_leader_epoch: -1, ..quorum }] {
        for control in [&abort, &leader, &footer] {
            let key = [0, 0, 0, control.control_type().0 as u8];
            let record = NewRecord { key: Some(&key), ..Default::default() };
            let mut buf = [0; 128];
            let pushed = RecordBatchBuilder::new(&mut buf, settings).unwrap().push(&record);
            assert_eq!(pushed, push(settings, control), "{settings:?} {control:?}");
        }
    }

    // Any buffer that is too small.
    let mut buf = [0; 128];
    let mut builder = RecordBatchBuilder::new(&mut buf, transaction).unwrap();
    builder.push_control(1, &abort).unwrap();
    let needed = builder.size();
    for len in 0..needed {
        let mut buf = vec![0; len];
        let mut builder = RecordBatchBuilder::new(&mut buf, transaction).unwrap();
        assert_eq!(builder.push_control(1, &abort), Err(BuildError::BufferTooSmall { needed }));
    }
}

#[test]
fn changes_in_place() {
    for (name, mut bytes) in spans() {
        let Some(Ok(batch)) = Batches::new(&bytes).next() else { continue };
        if batch.magic() < 2 {
            let error = RecordBatchMut::new(&mut bytes).unwrap_err();
            assert!(matches!(error.kind, Kind::UnsupportedMagic(0 | 1)) && error.offset == 16, "{name}");
            continue;
        }
        let (size, crc, delta, base) = (batch.size(), batch.crc(), batch.last_offset_delta(), batch.base_timestamp());
        let behind = bytes[size..].to_vec();
        let mut edit = RecordBatchMut::new(&mut bytes).unwrap();
        edit.set_base_offset(777);
        edit.set_partition_leader_epoch(i32::MAX);
        assert_eq!(edit.as_bytes().len(), size);
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!((batch.base_offset(), batch.last_offset(), batch.crc()), (777, 777 + i64::from(delta), crc));
        assert_eq!((batch.partition_leader_epoch(), batch.verify_crc()), (i32::MAX, Ok(())));

        for timestamp_type in [TimestampType::LogAppend, TimestampType::Create] {
            RecordBatchMut::new(&mut bytes).unwrap().set_max_timestamp(timestamp_type, 99);
            let batch = Batches::new(&bytes).next().unwrap().unwrap();
            assert_eq!((batch.timestamp_type(), batch.max_timestamp()), (timestamp_type, 99));
            assert_eq!((batch.verify_crc(), batch.base_timestamp()), (Ok(()), base));
        }
        assert_eq!(bytes[size..], behind);

        // Damage stays damage.
        let last = size - 1;
        bytes[last] ^= 4;
        let before = Batches::new(&bytes).next().unwrap().unwrap();
        let difference = before.crc() ^ before.compute_crc();
        RecordBatchMut::new(&mut bytes).unwrap().set_max_timestamp(TimestampType::LogAppend, 100);
        let after = Batches::new(&bytes).next().unwrap().unwrap();
        assert_eq!(after.crc() ^ after.compute_crc(), difference, "{name}");
        assert_ne!(difference, 0);
        let cut = RecordBatchMut::new(&mut bytes[..last]).unwrap_err();
        assert_eq!((cut.kind, cut.missing), (Kind::Incomplete, 1));
    }
    assert_eq!(RecordBatchMut::new(&mut []).unwrap_err().missing, 12);
}

#[derive(Clone, Debug)]
struct Written {
    gap: i64,
    timestamp: i64,
    key: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
    headers: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

fn content() -> impl Strategy<Value = Option<Vec<u8>>> {
    prop_oneof![Just(None), Just(Some(Vec::new())), prop::collection::vec(any::<u8>(), 0..200).prop_map(Some)]
}

fn written() -> impl Strategy<Value = Written> {
    let gap = prop_oneof![4 => Just(0i64), 1 => 0..1000i64, 1 => 0..100_000_000i64];
    let timestamp = prop_oneof![Just(-1), -1..i64::MAX, 1_700_000_000_000..1_700_000_100_000i64];
    let header = (prop::collection::vec(any::<u8>(), 0..20), content());
    (gap, timestamp, content(), content(), prop::collection::vec(header, 0..5))
        .prop_map(|(gap, timestamp, key, value, headers)| Written { gap, timestamp, key, value, headers })
}

fn settings() -> impl Strategy<Value = BatchSettings> {
    let producer = prop::option::of((0..i64::MAX, 0..i16::MAX, prop_oneof![0..i32::MAX, i32::MAX - 3..i32::MAX]));
    let times = (prop::option::of(0..i64::MAX), any::<bool>(), prop::option::of(0..i64::MAX));
    (any::<i64>(), any::<i32>(), producer, any::<bool>(), times).prop_map(
        |(offset, epoch, producer, transactional, times)| {
            let (max_timestamp, append, delete_horizon) = times;
            let append = append && max_timestamp.is_some();
            let (producer_id, producer_epoch, base_sequence) = producer.unwrap_or((-1, -1, -1));
            BatchSettings {
                base_offset: Some(offset >> 1),
                partition_leader_epoch: epoch,
                timestamp_type: if append { TimestampType::LogAppend } else { TimestampType::Create },
                max_timestamp,
                producer_id,
                producer_epoch,
                base_sequence,
                is_transactional: transactional && producer.is_some(),
                is_control: false,
                delete_horizon,
                last_offset: None,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// What was built is read again, whatever the settings.
    #[test]
    fn built_then_read(settings in settings(), written in prop::collection::vec(written(), 1..20)) {
        let headers: Vec<Vec<Header<'_>>> = written
            .iter()
            .map(|record| record.headers.iter().map(|(k, v)| Header::new(&k[..], v.as_deref())).collect())
            .collect();
        let mut offset = settings.base_offset.unwrap() - 1;
        let records: Vec<NewRecord<'_>> = written
            .iter()
            .zip(&headers)
            .map(|(record, headers)| {
                offset += 1 + record.gap;
                NewRecord {
                    offset: (record.gap > 0).then_some(offset),
                    timestamp: record.timestamp,
                    key: record.key.as_deref(),
                    value: record.value.as_deref(),
                    headers: headers[..].into(),
                }
            })
            .collect();
        let largest = written.iter().map(|record| record.timestamp).max().unwrap();
        let mut settings = settings;
        if settings.timestamp_type == TimestampType::Create {
            settings.max_timestamp = settings.max_timestamp.map(|time| time.max(largest));
        }
        let bytes = built(settings, &records).unwrap();
        let batch = Batches::new(&bytes).next().unwrap().unwrap();
        prop_assert_eq!(batch.max_timestamp(), settings.max_timestamp.unwrap_or(largest));
        let expected = BatchSettings {
            max_timestamp: Some(batch.max_timestamp()), last_offset: Some(offset), ..settings
        };
        prop_assert_eq!(BatchSettings::of(&batch), expected);
        prop_assert_eq!(batch.records_count(), Some(written.len() as i32));
        prop_assert_eq!(batch.base_timestamp(), settings.delete_horizon.unwrap_or(written[0].timestamp));

        let read: Vec<_> = batch.records().unwrap().map(Result::unwrap).collect();
        let append = batch.timestamp_type() == TimestampType::LogAppend;
        let mut offset = settings.base_offset.unwrap() - 1;
        for (record, written) in read.iter().zip(&written) {
            offset += 1 + written.gap;
            prop_assert_eq!(record.offset, offset);
            prop_assert_eq!(record.timestamp, if append { batch.max_timestamp() } else { written.timestamp });
            prop_assert_eq!((record.key, record.value), (written.key.as_deref(), written.value.as_deref()));
            let headers: Vec<_> = record.headers.iter().map(|h| (h.key.as_bytes().to_vec(), h.value.map(<[u8]>::to_vec))).collect();
            prop_assert_eq!(&headers, &written.headers);
            let delta = i32::try_from(offset - settings.base_offset.unwrap()).unwrap();
            let sequence = (i64::from(settings.base_sequence) + i64::from(delta)) % (1 << 31);
            prop_assert_eq!(record.sequence, (settings.base_sequence >= 0).then_some(sequence as i32));
        }
        // Straight from the view, without a copy: the same bytes.
        prop_assert_eq!(built(expected, &records_of(&batch, batch.payload())).unwrap(), bytes);
    }
}

#[test]
fn a_checksum_of_the_callers() {
    let mut buf = [0; 100];
    let mut builder = RecordBatchBuilder::new(&mut buf, BatchSettings::default()).unwrap();
    builder.push(&NewRecord::default()).unwrap();
    let mut seen = 0;
    let batch = builder
        .finish_with(|bytes| {
            seen = bytes.len();
            crc32c(bytes) ^ 1
        })
        .unwrap();
    assert_eq!((seen, batch.crc() ^ 1), (batch.size() - 21, batch.compute_crc()));
    assert!(batch.verify_crc().is_err());
    assert_eq!(batch.verify_crc_with(|bytes| crc32c(bytes) ^ 1), Ok(()));

    // The same of a payload of the caller's, and of a change in place.
    let (mut out, mut seen) = ([0; 100], 0);
    let copy = |records: &[u8], room: &mut [u8]| {
        room[..records.len()].copy_from_slice(records);
        Ok::<_, BuildError>(records.len())
    };
    let odd = |bytes: &[u8]| {
        seen = bytes.len();
        crc32c(bytes) ^ 1
    };
    let again = batch.with_payload_and_crc(Compression::None, &mut out, copy, odd).unwrap();
    assert_eq!((again.as_bytes(), seen), (batch.as_bytes(), batch.size() - 21));
    let (size, mut calls) = (again.size(), 0);
    RecordBatchMut::new(&mut out).unwrap().set_max_timestamp_with(TimestampType::Create, 77, |bytes| {
        assert_eq!(bytes.len(), size - 21);
        calls += 1;
        crc32c(bytes) ^ 1
    });
    let changed = Batches::new(&out).next().unwrap().unwrap();
    assert_eq!((calls, changed.max_timestamp()), (2, 77));
    assert_eq!(changed.verify_crc_with(|bytes| crc32c(bytes) ^ 1), Ok(()));
}
