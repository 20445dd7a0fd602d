//! From the bytes of a records field to rows: batches, their headers, their records.

use crate::codecs::decompressed;
use crate::error::Fault;
use crate::rows::{Region, Row, Rows};
use crate::value::{blob, count, date, quoted};
use kafka_view::compression::Compression;
use kafka_view::records::{Batches, HEADER_LEN, Record, RecordBatch, RecordIter, TimestampType};
use kafka_view::{DecodeError, DecodeErrorKind, Records, varint};
use std::ops::Range;

/// The most records of a batch that have rows, and of a message. A few thousand bytes may hold ten million records, compressed;
/// of more than these nobody reads the rows. All are read, and the first bad one is told.
const MOST_RECORDS: usize = 1000;
const MOST_RECORDS_IN_ALL: usize = 20_000;

/// The most headers of a record that have rows.
const MOST_HEADERS: usize = 100;

/// Adds the rows of a records field whose bytes begin `at`, and says how many batches there are. `path` is that of the field.
pub fn add(rows: &mut Rows, records: Records<'_>, at: usize, path: impl Fn() -> String) -> usize {
    let mut batches = records.batches();
    let mut found = Vec::new();
    loop {
        let start = at.saturating_add(batches.consumed());
        let Some(entry) = batches.next() else { break };
        let end = at.saturating_add(batches.consumed());
        let depth = rows.depth();
        match entry {
            Ok(batch) => {
                let index = found.len();
                found.push(rows.rows.len());
                let path = || format!("{}, batch {index}", path());
                if batch.magic() < 2 {
                    add_message(rows, &batch, start..end, at, &path);
                } else {
                    add_batch(rows, &batch, start..end, at, path);
                }
                rows.close_to(depth, end);
            }
            Err(error) => add_bad(rows, error, start..end, batches.rest().len(), at, &path),
        }
    }
    if found.len() > 1 {
        for (i, at) in found.iter().enumerate() {
            if let Some(row) = rows.rows.get_mut(*at) {
                row.name = format!("{}[{i}]", row.name);
            }
        }
    }
    found.len()
}

/// Adds what stands in the place of a batch: an entry that is not read, or if that has no end, the `rest` of the field.
fn add_bad(
    rows: &mut Rows,
    error: DecodeError,
    entry: Range<usize>,
    rest: usize,
    at: usize,
    path: &impl Fn() -> String,
) {
    let rest = entry.start..entry.start.saturating_add(rest);
    match error.kind {
        DecodeErrorKind::UnsupportedMagic(magic) => {
            // One that is cut as well comes again, as a cut one.
            if !entry.is_empty() {
                rows.add(
                    Row::opaque("RecordBatch", &format!("v{magic}"), entry).about("Of a format that nobody knows."),
                );
            }
        }
        // Every consumer passes over it.
        DecodeErrorKind::Incomplete => {
            let missing = count(error.missing as usize, "byte is", "bytes are");
            let about =
                format!("At least {missing} missing. A fetch is filled by bytes, so its last batch may be cut.");
            rows.add(Row::opaque("RecordBatch", "cut", rest).about(about));
            return;
        }
        _ => rows.add(Row::opaque("unread", "bytes", rest)),
    }
    rows.faults.push(fault(error.shifted(at), path()));
}

/// A fault in a records field, with what should stand there.
fn fault(error: DecodeError, path: String) -> Fault {
    Fault::new(error, path).expected(match error.kind {
        DecodeErrorKind::UnsupportedMagic(_) => "a format that is known: 0, 1 or 2",
        DecodeErrorKind::BatchTooSmall => {
            "a length with room for a header: 49 at least in magic 2, 22 in magic 1, 14 in magic 0"
        }
        DecodeErrorKind::RecordCount => "as many records as the header of the batch says, and nothing behind them",
        DecodeErrorKind::InvalidLength => "a length or count that what is around it has room for, or -1 for null",
        DecodeErrorKind::InvalidVarint => {
            "a varint of at most 5 bytes that fits into 32 bits; 10 and 64 for a timestamp"
        }
        DecodeErrorKind::UnexpectedNull => "the length of a header's name, which is never null",
        DecodeErrorKind::RecordSize => "a record whose content fills exactly its length",
        DecodeErrorKind::NestedCompression => "a message that is not compressed, as it is inside one that is",
        DecodeErrorKind::WrapperOffset => "the offset of the last message within",
        DecodeErrorKind::ControlKey => "a version and a type, each an int16",
        _ => "",
    })
}

/// Adds a batch. Offsets of its errors count from `at`.
fn add_batch(rows: &mut Rows, batch: &RecordBatch<'_>, span: Range<usize>, at: usize, path: impl Fn() -> String) {
    let (codec, payload) = (batch.compression(), batch.payload());
    let records = batch.records_count().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let value = match (codec, records) {
        (_, 0) => "empty".to_owned(),
        (Compression::None, n) => count(n, "record", "records"),
        (codec, n) => format!("{}, {codec}", count(n, "record", "records")),
    };
    let about = match records {
        0 => format!("A header of {HEADER_LEN} bytes, and no records."),
        _ => format!(
            "Offsets {} to {}: a header of {HEADER_LEN} bytes, then records.",
            batch.base_offset(),
            batch.last_offset()
        ),
    };
    let row = Row::new("RecordBatch", format!("v{}", batch.magic()), span.clone(), Region::Batch);
    rows.open(row.value(value).about(about));
    let crc = batch.compute_crc();
    add_header(rows, batch, span.start, crc);
    if let Err(error) = batch.verify_crc_with(|_| crc) {
        rows.faults.push(bad_crc(crc, error.shifted(at), path()));
    }
    let mut cursor = Cursor { bytes: payload, at: span.start.saturating_add(HEADER_LEN) };
    let error = match batch.records() {
        Ok(records) => add_records(rows, batch, records, &mut cursor, &path),
        Err(error) if matches!(error.kind, DecodeErrorKind::Compressed(_)) => {
            if !payload.is_empty() {
                add_compressed(rows, batch, cursor.at..span.end, &path);
            }
            None
        }
        Err(error) => Some((error, path())),
    };
    if let Some((error, path)) = error {
        if cursor.at < span.end {
            rows.add(Row::opaque("unread", "bytes", cursor.at..span.end));
        }
        rows.faults.push(fault(error.shifted(at), path));
    }
}

/// The fault of a checksum that is another than that of the bytes.
fn bad_crc(crc: u32, error: DecodeError, path: String) -> Fault {
    Fault::new(error, path).expected(format!("{crc:08x} ({crc}), the checksum of the bytes that follow"))
}

/// Adds records up to the first that is wrong.
fn add_records(
    rows: &mut Rows,
    batch: &RecordBatch<'_>,
    records: RecordIter<'_>,
    cursor: &mut Cursor<'_>,
    path: &dyn Fn() -> String,
) -> Option<(DecodeError, String)> {
    let most = room(rows);
    let (mut unseen, mut shown_to) = (0_usize, cursor.at);
    let mut error = None;
    for (i, record) in records.enumerate() {
        match record {
            Ok(record) if i < most => {
                add_record(rows, batch, i, &record, cursor);
                shown_to = cursor.at;
            }
            Ok(_) => {
                cursor.sized();
                unseen = unseen.saturating_add(1);
            }
            Err(wrong) => {
                error = Some((wrong, format!("{}, record {i}", path())));
                break;
            }
        }
    }
    add_more(rows, unseen, "records", shown_to..cursor.at);
    error
}

/// How many more records of a batch may have rows.
fn room(rows: &Rows) -> usize {
    let of_call = if rows.decompressed { rows.budget.rows() } else { usize::MAX };
    MOST_RECORDS.min(MOST_RECORDS_IN_ALL.saturating_sub(rows.records)).min(of_call)
}

/// Counts a record that has rows.
fn count_record(rows: &mut Rows) {
    rows.records = rows.records.saturating_add(1);
    if rows.decompressed {
        rows.budget.spend_row();
    }
}

/// Adds a row in place of those that nobody would read.
fn add_more(rows: &mut Rows, unseen: usize, kind: &str, span: Range<usize>) {
    if unseen > 0 {
        rows.add(Row::new(format!("and {unseen} more"), kind, span, Region::Record).about("Read, but not shown."));
    }
}

/// Adds the compressed records of a batch, which fill `span` of the input, and below them what comes out.
fn add_compressed(rows: &mut Rows, batch: &RecordBatch<'_>, span: Range<usize>, path: &dyn Fn() -> String) {
    let (codec, payload) = (batch.compression(), batch.payload());
    let name = if batch.magic() < 2 { "value" } else { "records" };
    let mut row = Row::new(name, codec.to_string(), span.clone(), Region::Record)
        .value(format!("compressed ({codec}), {}", count(payload.len(), "byte", "bytes")));
    let mut of_codec = |kind, at, path| {
        let error = DecodeError { kind, offset: u32::try_from(at).unwrap_or(u32::MAX), missing: 0 };
        rows.faults.push(Fault::new(error, path));
    };
    let (out, error) = decompressed(batch, &rows.budget);
    let out = out.as_slice();
    if let Some(error) = error {
        let at = span.start.saturating_add(error.offset as usize);
        let path = format!("{}: {} at byte {at}", path(), error.kind);
        of_codec(DecodeErrorKind::Compressed(codec), span.start, path);
    }
    if out.is_empty() {
        rows.add(row.about("All records of the batch as one piece."));
        return;
    }
    row.about = format!("As one piece: +0000 is the first byte of the {} it gives.", count(out.len(), "byte", "bytes"));
    rows.open(row);
    rows.decompressed = true;
    let mut cursor = Cursor { bytes: out, at: 0 };
    let found = match batch.records_in(out) {
        Ok(records) if batch.magic() < 2 => {
            // Each is a message again, whose offset may count from that of the first.
            let (depth, most) = (rows.depth(), room(rows));
            let (mut unseen, mut shown_to) = (0_usize, 0);
            // One of magic 2 has no place here, and what is behind it is not read either.
            let messages = Batches::new(out).map_while(Result::ok).take_while(|inner| inner.magic() < 2);
            for (i, inner) in messages.enumerate() {
                let end = inner.start().saturating_add(inner.size());
                cursor.at = end;
                if i < most {
                    add_message(rows, &inner, inner.start()..end, 0, &|| format!("{}, decompressed", path()));
                    rows.close_to(depth, end);
                    shown_to = end;
                } else {
                    unseen = unseen.saturating_add(1);
                }
            }
            add_more(rows, unseen, "messages", shown_to..cursor.at);
            records.filter_map(Result::err).next().map(|error| (error, path()))
        }
        Ok(records) => add_records(rows, batch, records, &mut cursor, path),
        Err(error) => Some((error, path())),
    };
    if cursor.at < out.len() {
        rows.add(Row::opaque("unread", "bytes", cursor.at..out.len()));
    }
    rows.decompressed = false;
    rows.close(span.end);
    // What is missing behind a fault of the codec is no fault of its own.
    if let (Some((wrong, path)), None) = (found, error) {
        let path = format!("{path}, decompressed");
        rows.faults.push(Fault { decompressed: true, ..fault(wrong, path) });
    }
}

fn add_header(rows: &mut Rows, batch: &RecordBatch<'_>, mut at: usize, crc: u32) {
    let mut add = |name: &str, kind: &str, size: usize, value: String, about: String| {
        rows.add(Row::new(name, kind, at..at.saturating_add(size), Region::Batch).value(value).about(about));
        at = at.saturating_add(size);
    };
    let dated = |about: &str, time: i64| date(time).map_or_else(|| about.to_owned(), |date| format!("{about} {date}"));
    let crc = match crc {
        crc if crc == batch.crc() => "crc32c of the bytes that follow: it is right.".to_owned(),
        crc => format!("crc32c of the bytes that follow: WRONG, they give {crc}."),
    };
    let base = if batch.delete_horizon().is_some() {
        "When tombstones of the batch may go."
    } else {
        "What the records' timestamps count from."
    };
    add("baseOffset", "int64", 8, batch.base_offset().to_string(), "What the records' offsets count from.".into());
    add("batchLength", "int32", 4, batch.batch_length().to_string(), "Size of the batch behind this field.".into());
    add(
        "partitionLeaderEpoch",
        "int32",
        4,
        batch.partition_leader_epoch().to_string(),
        "Epoch of the leader that appended it; -1 from a producer.".into(),
    );
    add("magic", "int8", 1, batch.magic().to_string(), "Format of the batch.".into());
    add("crc", "uint32", 4, batch.crc().to_string(), crc);
    add("attributes", "int16", 2, batch.attributes().to_string(), attributes(batch));
    add("lastOffsetDelta", "int32", 4, batch.last_offset_delta().to_string(), "Last offset, less baseOffset.".into());
    add("baseTimestamp", "int64", 8, batch.base_timestamp().to_string(), dated(base, batch.base_timestamp()));
    add(
        "maxTimestamp",
        "int64",
        8,
        batch.max_timestamp().to_string(),
        dated("Largest timestamp of the records.", batch.max_timestamp()),
    );
    add("producerId", "int64", 8, batch.producer_id().to_string(), "An idempotent producer, or -1.".into());
    add("producerEpoch", "int16", 2, batch.producer_epoch().to_string(), "Its epoch, or -1.".into());
    add(
        "baseSequence",
        "int32",
        4,
        batch.base_sequence().to_string(),
        "Its number for the first record, or -1.".into(),
    );
    let records_count = batch.records_count().unwrap_or(0);
    add("recordsCount", "int32", 4, records_count.to_string(), "Number of records that follow.".into());
}

/// Adds a message of magic 0 or 1, which may be compressed and hold others. Offsets of its errors count from `at`.
fn add_message(rows: &mut Rows, batch: &RecordBatch<'_>, span: Range<usize>, at: usize, path: &dyn Fn() -> String) {
    let (magic, codec) = (batch.magic(), batch.compression());
    let about = match codec {
        Compression::None => "A record as Kafka wrote it before 0.11.",
        _ => "Records as Kafka wrote them before 0.11, compressed as the value of one.",
    };
    count_record(rows);
    let row = Row::new("Message", format!("v{magic}"), span.clone(), Region::Batch);
    rows.open(row.value(format!("offset {}", batch.base_offset())).about(about));
    let mut from = span.start;
    let mut add = |name: &str, kind: &str, size: usize, value: String, about: String| {
        rows.add(Row::new(name, kind, from..from.saturating_add(size), Region::Batch).value(value).about(about));
        from = from.saturating_add(size);
    };
    let right_crc = batch.compute_crc();
    let crc = match right_crc {
        crc if crc == batch.crc() => "crc32 of the bytes that follow: it is right.".to_owned(),
        crc => format!("crc32 of the bytes that follow: WRONG, they give {crc}."),
    };
    let offset = match codec {
        Compression::None => "Its offset; a producer counts from 0.",
        _ => "The offset of the last record within.",
    };
    add("offset", "int64", 8, batch.base_offset().to_string(), offset.into());
    add("messageSize", "int32", 4, batch.batch_length().to_string(), "Size of the message behind this field.".into());
    add("crc", "uint32", 4, batch.crc().to_string(), crc);
    add("magic", "int8", 1, magic.to_string(), "Format of the message.".into());
    add("attributes", "int8", 1, batch.attributes().to_string(), attributes(batch));
    if magic == 1 {
        let time = date(batch.max_timestamp()).unwrap_or_default();
        add("timestamp", "int64", 8, batch.max_timestamp().to_string(), time);
    }
    // Within a compressed message the places are not those of the input.
    let decompressed = rows.decompressed;
    if let Err(error) = batch.verify_crc_with(|_| right_crc) {
        rows.faults.push(Fault { decompressed, ..bad_crc(right_crc, error.shifted(at), path()) });
    }
    let bytes = batch.as_bytes().get(from.saturating_sub(span.start)..).unwrap_or_default();
    match batch.records().and_then(|mut records| records.next().transpose()) {
        Err(error) if !matches!(error.kind, DecodeErrorKind::Compressed(_)) => {
            rows.add(Row::opaque("unread", "bytes", from..span.end));
            rows.faults.push(Fault { decompressed, ..fault(error.shifted(at), path()) });
        }
        _ => {
            let mut cursor = Cursor { bytes, at: from };
            for name in ["key", "value"] {
                let from = cursor.at;
                let value = match cursor.classic() {
                    None => "null".to_owned(),
                    // One within another is a fault, and stays as it is.
                    Some(_) if name == "value" && codec != Compression::None && !rows.decompressed => {
                        add_compressed(rows, batch, from..cursor.at, &path);
                        continue;
                    }
                    Some(bytes) => blob(bytes),
                };
                rows.add(Row::new(name, "bytes", from..cursor.at, Region::Record).value(value));
            }
        }
    }
}

/// The flags of a batch in words.
fn attributes(batch: &RecordBatch<'_>) -> String {
    let mut words = match batch.compression() {
        Compression::None => "Not compressed".to_owned(),
        codec => format!("Compressed with {codec}"),
    };
    words += match batch.timestamp_type() {
        TimestampType::LogAppend => ", append time",
        TimestampType::Create => ", create time",
        _ => "",
    };
    for (is, word) in [
        (batch.is_transactional(), ", transactional"),
        (batch.is_control(), ", control records"),
        (batch.delete_horizon().is_some(), ", delete horizon"),
    ] {
        words += if is { word } else { "" };
    }
    words + "."
}

/// Takes a value from a record, in words.
type Reading = for<'a, 'b> fn(&'b mut Cursor<'a>) -> String;

/// Adds a record that the cursor stands at; its bytes were checked when it was read.
fn add_record(rows: &mut Rows, batch: &RecordBatch<'_>, index: usize, record: &Record<'_>, cursor: &mut Cursor<'_>) {
    let about = match record.value {
        None if batch.is_control() => "A control record.",
        None => "A tombstone: its value is null.",
        Some(_) => "",
    };
    count_record(rows);
    let row = Row::new(format!("Record[{index}]"), "record", cursor.at..cursor.at, Region::Record);
    rows.open(row.value(format!("offset {}", record.offset)).about(about));
    let time = date(record.timestamp).unwrap_or_else(|| record.timestamp.to_string());
    let mut add = |name: &str, kind, read: Reading, about: String| {
        let from = cursor.at;
        let value = read(cursor);
        rows.add(Row::new(name, kind, from..cursor.at, Region::Record).value(value).about(about));
    };
    add("length", "varint", |cursor| cursor.number(), "Size of the record behind this field.".into());
    add(
        "attributes",
        "int8",
        |cursor| i8::from_be_bytes([cursor.byte()]).to_string(),
        "No bit has a meaning yet.".into(),
    );
    add("timestampDelta", "varlong", |cursor| cursor.number(), format!("The record's timestamp is {time}"));
    add("offsetDelta", "varint", |cursor| cursor.number(), format!("The record's offset is {}.", record.offset));
    add("key", "bytes", |cursor| cursor.value(), "Decides on the partition, and on what compaction keeps.".into());
    add("value", "bytes", |cursor| cursor.value(), "What the record says.".into());
    let from = cursor.at;
    let headers = record.headers.len();
    let row = Row::new("headers", "[]header", from..from, Region::Record).value(count(headers, "element", "elements"));
    rows.open(row.about("Names and values that applications add."));
    let value = cursor.number();
    rows.add(Row::new("length", "varint", from..cursor.at, Region::Record).value(value));
    let (mut unseen, mut shown_to) = (0_usize, cursor.at);
    for (i, header) in record.headers.iter().enumerate() {
        let from = cursor.at;
        cursor.sized();
        cursor.sized();
        if i >= MOST_HEADERS {
            unseen = unseen.saturating_add(1);
            continue;
        }
        shown_to = cursor.at;
        let value = header.value.map_or_else(|| "null".to_owned(), blob);
        let row = Row::new(format!("header[{i}]"), "header", from..cursor.at, Region::Record);
        rows.add(row.value(format!("{} = {value}", quoted(header.key.as_bytes()))));
    }
    add_more(rows, unseen, "headers", shown_to..cursor.at);
    rows.close(cursor.at);
    rows.close(cursor.at);
}

/// Goes over the numbers and bytes of records that were found good, to say where each is.
struct Cursor<'a> {
    bytes: &'a [u8],
    /// The first of these bytes, counted from the start of the input.
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at_checked(n).unwrap_or((self.bytes, &[]));
        self.bytes = rest;
        self.at = self.at.saturating_add(taken.len());
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    /// A signed number of any width.
    fn varint(&mut self) -> i64 {
        let (value, used) = varint::signed_long(self.bytes).unwrap_or((0, 0));
        self.take(used);
        value
    }

    fn sized(&mut self) -> (Option<&'a [u8]>, i64) {
        let len = self.varint();
        (usize::try_from(len).ok().map(|len| self.take(len)), len)
    }

    /// A length of 32 bits and as many bytes; a negative length is null.
    fn classic(&mut self) -> Option<&'a [u8]> {
        let length = self.take(4).first_chunk().copied().map_or(-1, i32::from_be_bytes);
        usize::try_from(length).ok().map(|len| self.take(len))
    }

    fn number(&mut self) -> String {
        self.varint().to_string()
    }

    fn value(&mut self) -> String {
        let (bytes, len) = self.sized();
        format!("{} (varint len={len})", bytes.map_or_else(|| "null".to_owned(), blob))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The records in compressed batches are shown below them, at their places in what comes out.
    #[test]
    fn compressed_records() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/records/batches.jsonl"))
            .unwrap();
        let mut codecs = std::collections::BTreeSet::new();
        for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let batches = line["expect"]["batches"].as_array().unwrap();
            if batches.len() != 1 || batches[0]["magic"] != 2 || batches[0]["codec"] == "none" {
                continue;
            }
            let bytes = hex::decode(line["hex"].as_str().unwrap()).unwrap();
            let mut rows = Rows::default();
            add(&mut rows, Records::from(&bytes[..]), 0, || "records".to_owned());
            assert!(rows.faults.is_empty(), "{:?}", rows.faults);
            let piece = rows.rows.iter().position(|row| row.name == "records").unwrap();
            assert_eq!(rows.rows[piece].offset + rows.rows[piece].size, bytes.len());
            assert!(rows.rows[..=piece].iter().all(|row| !row.decompressed));
            assert!(rows.rows[piece + 1..].iter().all(|row| row.decompressed));
            let records: Vec<_> = rows.rows.iter().filter(|row| row.name.starts_with("Record[")).collect();
            assert_eq!(u64::try_from(records.len()).unwrap(), batches[0]["count"].as_u64().unwrap());
            let mut end = 0;
            for record in records {
                assert_eq!(record.offset, end, "{record:?}");
                end += record.size;
            }
            assert!(rows.rows[piece].about.contains(&format!("the {end} bytes")), "{:?}", rows.rows[piece]);
            assert_eq!(rows.rows[piece + 1].json("")["decompressed"], true);

            // Cut within the payload, as if the batch ended there.
            let mut cut = bytes[..bytes.len() - 3].to_vec();
            let length = u32::try_from(cut.len() - 12).unwrap();
            cut[8..12].copy_from_slice(&length.to_be_bytes());
            let mut rows = Rows::default();
            add(&mut rows, Records::from(&cut[..]), 0, || "records".to_owned());
            let wanted = format!("compressed data ends too early at byte {}", cut.len());
            let fault = rows.faults.iter().map(ToString::to_string).find(|fault| fault.contains(&wanted));
            assert!(fault.is_some(), "{}: {:?}", line["name"], rows.faults);
            codecs.insert(batches[0]["codec"].as_str().unwrap().to_owned());
        }
        assert_eq!(codecs.len(), 4);
    }
}
