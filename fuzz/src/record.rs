//! Batches and records: of every magic, read in several ways, filtered, built, changed in place.

use crate::chunks::{Chunks, assert_same, seen_at_once, seen_in_chunks};
use crate::input::Input;
use crate::message::bounded;
use crate::with_rooms;
use kafka_view::compression::{Compression, DecompressErrorKind};
use kafka_view::messages::fetch::{
    AbortedTransaction, FetchResponse, FetchResponseView, FetchableTopicResponse, PartitionData,
};
use kafka_view::records::{
    BatchSettings, Batches, BuildError, ControlRecord, HEADER_LEN, Header, NewRecord, ReadCommitted, ReadError, Record,
    RecordBatch, RecordBatchBuilder, RecordBatchMut, RecordReader, TimestampType, crc32c,
};
use kafka_view::{Decode, DecodeErrorKind as Kind, Encode, Records};
use std::collections::HashSet;

/// Any bytes as a records field: batches one behind the other, their records alike by the iterator, by the stream and by the
/// reader; and as what a decompressor made of an old message.
pub fn records(data: &[u8]) {
    let mut batches = Records::from(data).batches();
    let (mut at, mut held) = (0, 0);
    while let Some(batch) = batches.next() {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => {
                assert!(error.offset as usize >= at && error.offset as usize <= data.len());
                at = batches.consumed();
                continue;
            }
        };
        assert_eq!((batch.start(), batches.consumed()), (at, at + batch.size()));
        assert_eq!(*batch.as_bytes(), data[at..at + batch.size()]);
        at = batches.consumed();
        assert_eq!(batch.verify_crc().is_ok(), batch.crc() == batch.compute_crc());
        bounded(batch);
        held += each(&batch);
        inner(&batch, data);
    }
    assert_eq!(data[at..], *batches.rest());
    assert!(held <= data.len(), "{held} records and headers in {} bytes", data.len());
}

/// In chunks of any size, through a window that has room for each batch: the batches, records and errors that there are at once.
/// Through a smaller one something may not fit, but the end comes. The first byte says how large the window is; of the second a
/// bit whether batches are decompressed, the rest what chunks.
pub fn chunks(data: &[u8]) {
    let [small, how, field @ ..] = data else { return };
    // Of gzip 32 KiB are needed, for lz4 a block of 64: whatever wants more is refused in both ways, which codecs' targets are about.
    let codecs = (how & 1 == 1).then_some(70_000);
    let chunks = match how >> 1 {
        0 => Chunks::Of(1),
        1 => Chunks::All,
        seed => Chunks::Any(u64::from(seed)),
    };
    if *small > 0 {
        seen_in_chunks(field, codecs, chunks, HEADER_LEN + usize::from(*small));
        return;
    }
    let seen = seen_in_chunks(field, codecs, chunks, field.len() + 200);
    assert_same(&seen, &seen_at_once(field, codecs), format_args!("{chunks:?}"));
}

/// The records of a batch that is not compressed, in three ways; how many records and headers there are.
fn each(batch: &RecordBatch<'_>) -> usize {
    let iter = match batch.records() {
        Ok(iter) => iter,
        Err(error) => {
            assert!(!error.is_incomplete(), "the end of a batch is known");
            // A count below 0, or above what there is room for, which a stream cannot see.
            assert!(batch.stream().is_err() || matches!(error.kind, Kind::RecordCount | Kind::Compressed(_)));
            return 0;
        }
    };
    let (least, most) = iter.size_hint();
    let (mut held, mut items) = (0, 0);
    let mut stream = batch.stream().ok();
    let mut reader = RecordReader::new(batch, &mut [], u64::MAX).ok();
    let mut rest = batch.payload();
    for record in iter {
        items += 1;
        let told = reader.as_mut().map(|reader| reader.next_record());
        match record {
            Ok(record) => {
                held += 1 + headers(&record);
                if let Some(stream) = &mut stream {
                    let (streamed, used) = stream.read(rest).expect("it is good").expect("it is there");
                    assert_eq!(streamed, record);
                    rest = &rest[used..];
                    assert!(matches!(told, Some(Ok(Some(told))) if told == record));
                }
                if let (true, Ok(control)) = (batch.is_control(), record.control()) {
                    bounded(control);
                }
            }
            Err(error) => {
                assert!(!error.is_incomplete(), "the end of a batch is known");
                assert!(stream.is_none() || matches!(told, Some(Err(_))));
            }
        }
    }
    assert!(least <= items && most.is_none_or(|most| items <= most), "{items} not from {least} to {most:?}");
    assert!(reader.is_none_or(|mut reader| matches!(reader.next_record(), Ok(None))));
    held
}

fn headers(record: &Record<'_>) -> usize {
    let headers = record.headers.iter().inspect(|header| assert!(header.key.len() <= record.headers.as_bytes().len()));
    let n = headers.count();
    assert_eq!(n, record.headers.len());
    n
}

/// Any bytes as what an old compressed message holds: messages with the keys and values that they have on their own.
fn inner(batch: &RecordBatch<'_>, decompressed: &[u8]) {
    if batch.magic() == 2 || batch.compression() == Compression::None {
        return;
    }
    let Ok(records) = batch.records_in(decompressed) else { return };
    let alone = Batches::new(decompressed);
    for (record, alone) in records.zip(alone) {
        let Ok(record) = record else { return };
        let alone = alone.expect("it was read").records().expect("it is not compressed").next();
        let alone = alone.expect("there is one").expect("it is good");
        assert_eq!((record.key, record.value), (alone.key, alone.value));
    }
}

/// A batch of any bytes by any codec: through a window one reads the records that are in all of it, or stops where it says.
///
/// Input: codec, number of records, size of the window in 1/4 KiB; the payload.
pub fn reader(data: &[u8]) {
    const LIMIT: usize = 100_000;
    let mut input = Input(data);
    let [codec, count, window] = input.chunk();
    let payload = input.0;
    with_rooms([HEADER_LEN + payload.len(), LIMIT, 64 << 10], |[bytes, whole, room]| {
        let settings = BatchSettings { last_offset: Some(i64::from(count)), ..Default::default() };
        RecordBatchBuilder::new(bytes, settings).expect("it is good").finish().expect("there is room");
        bytes[HEADER_LEN..].copy_from_slice(payload);
        bytes[8..12]
            .copy_from_slice(&i32::try_from(HEADER_LEN + payload.len() - 12).expect("it is small").to_be_bytes());
        bytes[22] = codec % 5;
        bytes[60] = count;
        let batch = Batches::new(bytes).next().expect("it is there").expect("it is whole");
        let window = &mut room[..usize::from(window) << 8];
        let mut reader = RecordReader::new(&batch, window, LIMIT as u64).expect("codec and count are good");
        let whole = batch.decompress(whole);
        let mut records = whole.ok().and_then(|whole| batch.records_in(whole).ok());
        let mut read = 0;
        let end = loop {
            match reader.next_record() {
                Ok(Some(record)) => {
                    read += 1;
                    if let Some(records) = &mut records {
                        assert_eq!(records.next(), Some(Ok(record)));
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        assert!(matches!(reader.next_record(), Ok(None)), "it ends once");
        assert!(read <= usize::from(count));
        match end {
            Err(ReadError::Decompress(error)) if matches!(error.kind, DecompressErrorKind::WindowTooSmall { .. }) => {}
            Ok(()) => assert!(whole.is_ok() && records.is_some_and(|mut records| records.next().is_none())),
            Err(_) => {
                assert!(whole.is_err() || records.is_none_or(|mut records| matches!(records.next(), Some(Err(_)))))
            }
        }
    });
}

/// What a reader of committed records gets to see, beside the way of Kafka's `CompletedFetch`: a queue of the aborted
/// transactions by their first offsets, and the producers whose transaction has begun.
///
/// Input: pairs of bytes. First those that begin with 0 to 63: an aborted transaction; then batches.
pub fn committed(data: &[u8]) {
    let mut input = Input(data);
    let mut aborted = Vec::new();
    for _ in 0..input.byte() % 12 {
        let [producer, offset] = input.chunk();
        let (producer_id, first_offset) = (i64::from(producer % 4), i64::from(offset));
        aborted.push(AbortedTransaction { producer_id, first_offset, ..Default::default() });
    }
    let listed = aborted.clone();
    aborted.sort_by_key(|transaction| transaction.first_offset);
    let partitions = [PartitionData { aborted_transactions: Some((&listed[..]).into()), ..Default::default() }];
    let topics = [FetchableTopicResponse { partitions: (&partitions).into(), ..Default::default() }];
    let response = FetchResponse { responses: (&topics).into(), ..Default::default() };
    with_rooms([1024, 256, 2], |[bytes, batch, table]| {
        let n = response.encode(11, bytes).expect("there is room");
        let response = FetchResponseView::decode(&bytes[..n], 11).expect("we wrote it");
        let partition = response.responses.iter().next().and_then(|topic| topic.partitions.iter().next());
        let list = partition.expect("it is there").aborted_transactions.expect("it is there");
        let mut filter = ReadCommitted::new(list, table).expect("16 bits are enough");

        let mut queue = aborted.iter().peekable();
        let mut open = HashSet::new();
        let mut offset = 0;
        while !input.is_empty() {
            let [kind, gap] = input.chunk();
            let is_control = kind & 3 == 3;
            let settings = BatchSettings {
                base_offset: Some(offset),
                last_offset: Some(offset + i64::from(gap % 8)),
                producer_id: i64::from(kind >> 2 & 3),
                producer_epoch: 0,
                base_sequence: if is_control { -1 } else { 0 },
                is_transactional: kind & 3 != 1,
                is_control,
                ..Default::default()
            };
            let mut builder = RecordBatchBuilder::new(batch, settings).expect("it is good");
            let is_abort = is_control && kind & 0x20 == 0 && kind & 0xc0 != 0;
            if is_control && kind & 0xc0 != 0 {
                let marker = Default::default();
                let marker = if is_abort { ControlRecord::Abort(marker) } else { ControlRecord::Commit(marker) };
                builder.push_control(0, &marker).expect("there is room");
            }
            let batch = builder.finish().expect("there is room");
            offset = batch.next_offset() + i64::from(gap >> 6);

            while let Some(next) = queue.next_if(|next| next.first_offset <= batch.last_offset()) {
                open.insert(next.producer_id);
            }
            let is_void = settings.is_transactional && open.contains(&settings.producer_id);
            if is_abort {
                open.remove(&settings.producer_id);
            }
            assert_eq!(filter.admits(&batch), Ok(!is_control && !is_void));
        }
    });
}

/// Any settings and records: what the builder takes is read back the same, and builds the same bytes again.
pub fn builder(data: &[u8]) {
    let mut input = Input(data);
    let [flags, choices] = input.chunk();
    let set = |bit: u8| flags >> bit & 1 == 1;
    let settings = BatchSettings {
        base_offset: (!set(7)).then(|| input.number()),
        partition_leader_epoch: input.int(),
        timestamp_type: [TimestampType::Create, TimestampType::LogAppend, TimestampType::None]
            [usize::from(choices % 4).saturating_sub(1)],
        max_timestamp: set(0).then(|| input.number()),
        producer_id: if set(1) { input.number() } else { -1 },
        producer_epoch: if set(1) { input.short() } else { -1 },
        base_sequence: if set(1) { input.int() } else { -1 },
        is_transactional: set(2),
        is_control: set(3),
        delete_horizon: set(4).then(|| input.number()),
        last_offset: set(5).then(|| input.number()),
    };
    with_rooms([40_000, 40_000], |[one, two]| {
        let size = if set(6) { usize::from(choices) } else { one.len() };
        let mut builder = match RecordBatchBuilder::new(&mut one[..size], settings) {
            Ok(builder) => builder,
            Err(error) => return assert_eq!(RecordBatchBuilder::size_of(settings, []), Err(error)),
        };
        let mut taken = Vec::new();
        let mut names = Vec::new();
        for _ in 0..4 {
            names.push(Header::new(input.bytes().unwrap_or_default(), input.bytes()));
        }
        for _ in 0..choices / 4 % 16 {
            if input.is_empty() {
                break;
            }
            let kind = input.byte();
            let offset = (kind & 1 == 1).then(|| settings.base_offset.unwrap_or_default().wrapping_add(input.number()));
            let headers = &names[..usize::from(kind >> 5).min(4)];
            let record = NewRecord {
                offset,
                timestamp: input.number(),
                key: input.bytes(),
                value: input.bytes(),
                headers: headers.into(),
            };
            let before = (builder.size(), builder.count());
            let with = builder.size_with(&record);
            match builder.push(&record) {
                Ok(()) => {
                    assert_eq!((with, builder.count()), (Ok(builder.size()), before.1 + 1));
                    taken.push(record);
                }
                Err(error) => {
                    assert_eq!((builder.size(), builder.count()), before);
                    match error {
                        BuildError::BufferTooSmall { needed } => assert!(with == Ok(needed) && needed > size),
                        error => assert_eq!(with, Err(error)),
                    }
                }
            }
        }
        assert_eq!(RecordBatchBuilder::size_of(settings, taken.iter().copied()), Ok(builder.size()));
        let built = builder.size();
        let batch = match builder.finish() {
            Ok(batch) => batch,
            Err(error) => {
                let is_fine = match error {
                    BuildError::NoRecords => {
                        taken.is_empty() && (settings.last_offset.is_none() || settings.base_offset.is_none())
                    }
                    BuildError::OffsetOrder | BuildError::OffsetRange => settings.last_offset.is_some(),
                    BuildError::BufferTooSmall { needed } => needed == built && built > size,
                    _ => false,
                };
                return assert!(is_fine, "{error}");
            }
        };
        assert_eq!((batch.size(), batch.verify_crc()), (built, Ok(())));
        same(&settings, &taken, &batch);
        // From what was read to the same bytes, and with the same payload under another codec.
        let mut builder = RecordBatchBuilder::new(two, BatchSettings::of(&batch)).expect("it was good before");
        for record in batch.records().expect("it is not compressed") {
            builder.push(&record.expect("we wrote it").into()).expect("it was good before");
        }
        let again = builder.finish().expect("it was good before");
        // Where all have the append time, those that the producer set are gone.
        assert_eq!(again.size(), again.as_bytes().len());
        assert!(again == batch || settings.timestamp_type == TimestampType::LogAppend);
        let copied = batch.with_payload(Compression::Lz4, two, |payload, room| {
            room[..payload.len()].copy_from_slice(payload);
            Ok::<_, BuildError>(payload.len())
        });
        let copied = copied.expect("there is room");
        assert_eq!((copied.compression(), copied.payload()), (Compression::Lz4, batch.payload()));
        assert_eq!(copied.verify_crc(), Ok(()));
    });
}

/// The batch says what it was told, and holds the records that were taken.
fn same(settings: &BatchSettings, taken: &[NewRecord<'_>], batch: &RecordBatch<'_>) {
    let of = BatchSettings::of(batch);
    let max = taken.iter().map(|record| record.timestamp).max().unwrap_or(-1);
    let max_timestamp = Some(settings.max_timestamp.unwrap_or(max));
    let expected = BatchSettings {
        base_offset: settings.base_offset.or(of.base_offset),
        max_timestamp,
        last_offset: settings.last_offset.or(of.last_offset),
        ..*settings
    };
    assert_eq!(of, expected);
    assert_eq!(batch.records_count(), i32::try_from(taken.len()).ok());
    let mut next = of.base_offset.expect("every batch has one");
    let mut records = batch.records().expect("it is not compressed");
    for taken in taken {
        let record = records.next().expect("it was taken").expect("we wrote it");
        assert_eq!(record.offset, taken.offset.unwrap_or(next));
        let stamp = match settings.timestamp_type {
            TimestampType::LogAppend => of.max_timestamp.expect("every batch has one"),
            _ => taken.timestamp,
        };
        assert_eq!(record.timestamp, stamp);
        assert_eq!(NewRecord { offset: taken.offset, timestamp: taken.timestamp, ..record.into() }, *taken);
        next = record.offset.wrapping_add(1);
    }
    assert!(records.next().is_none());
}

/// Any bytes as a batch that is changed in place: the new values are there, the rest is as it was, and the checksum is as
/// right or wrong as before.
///
/// Input: what to change in a byte, three numbers, then the batch.
pub fn edit(data: &[u8]) {
    let mut input = Input(data);
    let what = input.byte();
    let (offset, epoch, timestamp) = (input.number(), input.int(), input.number());
    let timestamp_type = if what & 1 == 1 { TimestampType::LogAppend } else { TimestampType::Create };
    let before = input.0;
    with_rooms([before.len()], |[after]| {
        after.copy_from_slice(before);
        let first = Batches::new(before).next();
        let Ok(mut batch) = RecordBatchMut::new(after) else {
            return assert!(!first.is_some_and(|first| first.is_ok_and(|batch| batch.magic() == 2)));
        };
        let old = first.expect("there is one").expect("it is good");
        assert_eq!(batch.as_bytes(), old.as_bytes());
        let size = batch.as_bytes().len();
        let mut expected = before[..size].to_vec();
        if what & 2 == 0 {
            batch.set_base_offset(offset);
            expected[..8].copy_from_slice(&offset.to_be_bytes());
        }
        if what & 4 == 0 {
            batch.set_partition_leader_epoch(epoch);
            expected[12..16].copy_from_slice(&epoch.to_be_bytes());
        }
        if what & 8 == 0 {
            let wrong = old.crc() ^ crc32c(&expected[21..]);
            batch.set_max_timestamp(timestamp_type, timestamp);
            expected[22] = expected[22] & !8 | (what & 1) << 3;
            expected[35..43].copy_from_slice(&timestamp.to_be_bytes());
            let crc = crc32c(&expected[21..]) ^ wrong;
            expected[17..21].copy_from_slice(&crc.to_be_bytes());
        }
        assert_eq!(*batch.as_bytes(), expected);
        bounded(&batch);
        assert_eq!(after[size..], before[size..]);
        let new = Batches::new(after).next().expect("it is there").expect("it is good");
        assert_eq!(new.verify_crc().is_ok(), old.verify_crc().is_ok());
    });
}
