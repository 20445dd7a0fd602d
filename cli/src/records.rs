//! The batches and records of a log segment, or of a records field: a line for each, or JSON.

use crate::codecs::{Budget, decompressed};
use crate::error::{Error, Faults};
use crate::stored::Sides;
use crate::text::Text;
use crate::value::{blob, count, quoted, safe, snake_case, time};
use kafka_view::compression::{Compression, DecompressError};
use kafka_view::internal::Topic;
use kafka_view::records::{Batches, ControlRecordView, ControlType, Record, RecordBatch, RecordStream, TimestampType};
use kafka_view::{DecodeError, DecodeErrorKind};
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::{self, Read, Write};

/// What is to be printed, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The records of each batch, too.
    pub records: bool,
    /// JSON.
    pub json: bool,
    /// Whether all that can be checked is: records and offsets, besides what the batches' headers say.
    pub verify: bool,
    /// The topic of brokers that the records are of.
    pub topic: Option<Topic>,
}

/// Why the records of a batch, or some of them, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Its bytes are bad, counted as the batch's are.
    Bytes(DecodeError),
    /// The decompressed records are bad, counted from their start.
    Inner(DecodeError),
    /// They cannot be decompressed.
    Codec(DecompressError),
}

impl Trouble {
    /// With the place where the batch begins.
    fn at(&self, position: u64) -> String {
        match self {
            Trouble::Bytes(error) => place(*error, position),
            Trouble::Inner(error) => {
                format!("{error} of the decompressed records of the batch at byte {position}")
            }
            Trouble::Codec(error) => format!("{error} of the compressed records of the batch at byte {position}"),
        }
    }

    /// As an error of the records field that the batch is in: of what is within compressed bytes the batch is the place.
    pub(crate) fn error(&self, batch: &RecordBatch<'_>) -> DecodeError {
        match self {
            Trouble::Bytes(error) => *error,
            Trouble::Inner(_) | Trouble::Codec(_) => DecodeError {
                kind: DecodeErrorKind::Compressed(batch.compression()),
                offset: u32::try_from(batch.start()).unwrap_or(u32::MAX),
                missing: 0,
            },
        }
    }

    /// The field it is in, with what such an error does not say.
    pub(crate) fn within(&self, path: &str) -> String {
        match self {
            Trouble::Bytes(_) => path.to_owned(),
            Trouble::Inner(error) => format!("{path}, decompressed: {error}"),
            Trouble::Codec(error) => format!("{path}: {error} of the compressed bytes"),
        }
    }
}

/// An error in words, with its place in a file that may be larger than 4 GiB.
fn place(error: DecodeError, position: u64) -> String {
    format!("{} at byte {}", error.kind, position.saturating_add(error.offset.into()))
}

/// Sees every record of a batch, decompressed if need be, up to the first that is bad. Gives the number of bytes behind the last that
/// are no whole message: those of an old batch are dropped without a word, by Kafka's clients too.
pub(crate) fn each_record(
    batch: &RecordBatch<'_>,
    budget: &Budget,
    mut see: impl FnMut(&Record<'_>),
) -> Result<usize, Trouble> {
    let is_compressed = match batch.records() {
        Ok(_) => false,
        Err(DecodeError { kind: DecodeErrorKind::Compressed(Compression::Unknown(_)), .. }) => {
            return batch.records().map(|_| 0).map_err(Trouble::Bytes);
        }
        Err(error) if matches!(error.kind, DecodeErrorKind::Compressed(_)) => true,
        Err(error) => return Err(Trouble::Bytes(error)),
    };
    if !is_compressed {
        for record in batch.records().map_err(Trouble::Bytes)? {
            see(&record.map_err(Trouble::Bytes)?);
        }
        return Ok(0);
    }
    let (payload, fault) = decompressed(batch, budget);
    // What is missing behind a fault of the codec is no fault of its own.
    let trouble = |error| fault.map_or(Trouble::Inner(error), Trouble::Codec);
    // A message in an old one has a checksum of its own.
    let mut inner = Batches::new(&payload);
    for record in batch.records_in(&payload).map_err(trouble)? {
        let record = record.map_err(trouble)?;
        if let (true, Some(Ok(message))) = (batch.magic() < 2, inner.next()) {
            message.verify_crc().map_err(trouble)?;
        }
        see(&record);
    }
    let cut = if batch.magic() < 2 { inner.rest().len() } else { 0 };
    fault.map_or(Ok(cut), |fault| Err(Trouble::Codec(fault)))
}

/// Prints what is in the input. `seen` is told how far it is.
///
/// # Errors
/// What is damaged, a line for each of the first faults; the batches are printed all the same, and it goes on behind a damaged one where
/// its length says where that is.
pub fn print(
    input: &mut dyn Read,
    options: Options,
    text: &mut Text<'_>,
    notes: &mut dyn Write,
    mut seen: impl FnMut(u64),
) -> Result<(), Error> {
    let mut printer = Printer {
        options,
        faults: Faults::default(),
        position: 0,
        batches: 0,
        records: 0,
        next_offset: None,
        budget: Budget::default(),
    };
    if !options.json {
        text.title(&Columns::TITLES.to_string())?;
    }
    // One entry at a time: a segment may be larger than memory.
    let mut entry = Vec::new();
    let rest = loop {
        let mut batches = Batches::new(&entry);
        let next = match batches.next() {
            // The offset and the length of an entry tell how long it is.
            None => Err(12),
            Some(Err(error)) if error.is_incomplete() => Err(u64::from(error.missing)),
            // Whether all of it is there is said by the next.
            Some(Err(error)) => match batches.next() {
                Some(Err(cut)) if cut.is_incomplete() => Err(u64::from(cut.missing)),
                _ => Ok(Err(error)),
            },
            Some(Ok(batch)) => Ok(Ok(batch)),
        };
        match next {
            Err(missing) => {
                let read = input.take(missing).read_to_end(&mut entry).map_err(Error::input)?;
                if (read as u64) < missing {
                    break entry.len();
                }
                continue;
            }
            Ok(Ok(batch)) => {
                printer.budget.earn(batch.size());
                printer.batch(&batch, text)?;
            }
            Ok(Err(error)) => {
                printer.fault(place(error, printer.position));
                if batches.consumed() == 0 {
                    let behind = io::copy(input, &mut io::sink()).map_err(Error::input)?;
                    break entry.len().saturating_add(usize::try_from(behind).unwrap_or(usize::MAX));
                }
                printer.unread(error, batches.consumed(), text)?;
            }
        }
        printer.position = printer.position.saturating_add(batches.consumed() as u64);
        seen(printer.position);
        entry.clear();
    };
    printer.end(rest, text, notes)
}

struct Printer {
    options: Options,
    faults: Faults,
    /// Where the present batch begins.
    position: u64,
    batches: usize,
    records: usize,
    budget: Budget,
    /// The least offset that the next batch may begin with.
    next_offset: Option<i64>,
}

impl Printer {
    fn fault(&mut self, fault: String) {
        self.faults.add(|| fault);
    }

    fn batch(&mut self, batch: &RecordBatch<'_>, text: &mut Text<'_>) -> Result<(), Error> {
        let (options, position) = (self.options, self.position);
        let right_crc = batch.compute_crc();
        let crc = batch.verify_crc_with(|_| right_crc);
        if let Err(error) = crc {
            self.fault(place(error, position));
        }
        self.batches = self.batches.saturating_add(1);
        // Records are printed as they come: a small batch may hold ten million, compressed. The header comes before the first.
        let (mut offsets, mut printed) = (Offsets::default(), Ok(()));
        let mut is_begun = false;
        // After a wrong checksum nothing in the records can be trusted, and they are not read.
        let wanted = options.records || options.json || options.verify || batch.is_control();
        let mut cut = 0;
        let trouble = if wanted && crc.is_ok() {
            let budget = self.budget.clone();
            let done = each_record(batch, &budget, |record| {
                self.records = self.records.saturating_add(1);
                offsets.add(record.offset);
                if let (true, true, Err(error)) = (options.verify, batch.is_control(), record.control()) {
                    let place = format!("in the batch at byte {position}");
                    self.faults
                        .add(|| format!("{} of the control record at offset {}, {place}", error.kind, record.offset));
                }
                let sides = options.topic.filter(|_| !batch.is_control()).map(|topic| Sides::of(topic, record));
                for fault in sides.iter().flat_map(Sides::faults) {
                    self.faults.add(|| format!("{fault} of the record at offset {}", record.offset));
                }
                if printed.is_ok() {
                    printed =
                        if is_begun { Ok(()) } else { begin(batch, position, right_crc, Some(record), options, text) };
                    if printed.is_ok() && (options.json || options.records) {
                        printed = print_record(batch, record, sides, is_begun, options, text);
                    }
                    is_begun = true;
                }
            });
            done.map(|bytes| cut = bytes).err()
        } else {
            None
        };
        printed?;
        if !is_begun {
            begin(batch, position, right_crc, None, options, text)?;
        }
        if let Some(trouble) = &trouble {
            self.fault(trouble.at(position));
        }
        if options.verify && crc.is_ok() && trouble.is_none() {
            self.verify_offsets(batch, &offsets);
            if cut > 0 {
                let bytes = count(cut, "byte", "bytes");
                self.fault(format!("{bytes} of a cut message behind the last, in the batch at byte {position}"));
            }
        }
        if options.json {
            let errors = [crc.err().map(|error| place(error, position)), trouble.map(|trouble| trouble.at(position))];
            let error = errors.into_iter().flatten().next();
            let error = error.map_or_else(String::new, |error| format!(",\"error\":{}", Value::from(error)));
            writeln!(text.out, "]{}}}],\"trailing_bytes\":0}}", safe(&error))?;
        }
        Ok(())
    }

    /// That offsets ascend from 0 or above, and stay within what the header says.
    fn verify_offsets(&mut self, batch: &RecordBatch<'_>, offsets: &Offsets) {
        let (base, last, at) = (batch.base_offset(), batch.last_offset(), self.position);
        let begin = if batch.magic() < 2 { offsets.first.unwrap_or(base) } else { base };
        if self.next_offset.is_some_and(|next| begin < next) {
            self.fault(format!("offset {begin} is not above those before, in the batch at byte {at}"));
        }
        if begin < 0 {
            self.fault(format!("offset {begin} is negative, in the batch at byte {at}"));
        }
        let within = begin <= last
            && [offsets.first, offsets.last].iter().flatten().all(|offset| (begin..=last).contains(offset));
        // Some producers of magic 1 left all offsets, or that of the whole, at 0.
        if offsets.descend || !(within || (batch.magic() < 2 && base == 0)) {
            self.fault(format!("offsets of records do not ascend from {begin} to {last}, in the batch at byte {at}"));
        }
        self.next_offset = Some(batch.next_offset());
    }

    /// An entry of a format that nobody knows.
    fn unread(&mut self, error: DecodeError, size: usize, text: &mut Text<'_>) -> Result<(), Error> {
        if self.options.json {
            let error = place(error, self.position);
            return line(text, &json!({ "batches": [{ "size": size, "error": error }], "trailing_bytes": 0 }));
        }
        let columns = Columns {
            position: self.position.to_string(),
            size: size.to_string(),
            about: format!("not read: {}", error.kind),
            ..Columns::default()
        };
        writeln!(text.out, "{columns}")?;
        Ok(())
    }

    fn end(mut self, rest: usize, text: &mut Text<'_>, notes: &mut dyn Write) -> Result<(), Error> {
        if rest > 0 {
            let what =
                format!("{} behind the last batch, from byte {} on", count(rest, "byte", "bytes"), self.position);
            if self.options.verify {
                self.fault(what);
            } else if self.faults.count() == 0 {
                writeln!(notes, "kafka-view: note: {what}: a batch that is cut")?;
            }
        }
        if self.options.json && (rest > 0 || self.batches == 0) {
            line(text, &json!({ "batches": [], "trailing_bytes": rest }))?;
        }
        if self.position == 0 && rest == 0 && !self.options.json {
            writeln!(notes, "kafka-view: note: the input is empty: there are no batches")?;
        }
        if self.options.verify && !self.options.json {
            let (batches, records, faults) = (self.batches, self.records, self.faults.count());
            let state = if faults == 0 { "all is well".to_owned() } else { count(faults, "fault", "faults") };
            let (batches, records) = (count(batches, "batch", "batches"), count(records, "record", "records"));
            let bytes = count(usize::try_from(self.position).unwrap_or(usize::MAX), "byte", "bytes");
            text.note(&format!("{batches}, {records}, {bytes}: {state}"))?;
        }
        if self.faults.count() == 0 { Ok(()) } else { Err(Error::Input(self.faults.finish())) }
    }
}

/// What is to be known of the offsets of a batch's records.
#[derive(Default)]
struct Offsets {
    first: Option<i64>,
    last: Option<i64>,
    /// Whether one is not above that before.
    descend: bool,
}

impl Offsets {
    fn add(&mut self, offset: i64) {
        self.descend |= self.last.is_some_and(|last| last >= offset);
        self.first.get_or_insert(offset);
        self.last = Some(offset);
    }
}

/// Prints what is known of a batch with its first record.
fn begin(
    batch: &RecordBatch<'_>,
    position: u64,
    right_crc: u32,
    first: Option<&Record<'_>>,
    options: Options,
    text: &mut Text<'_>,
) -> io::Result<()> {
    let offset = first.map(|record| record.offset);
    if options.json {
        // Its records go into an array that is left open, as the batch is.
        let json = Value::from(batch_json(batch, offset)).to_string();
        let open = json.strip_suffix('}').unwrap_or(&json);
        return write!(text.out, "{{\"batches\":[{},\"records\":[", safe(open));
    }
    let control = first.filter(|_| batch.is_control()).map(control_type);
    let columns = Columns::of(batch, position, right_crc, offset, control.as_deref());
    writeln!(text.out, "{}", safe(&columns.to_string()))
}

fn print_record(
    batch: &RecordBatch<'_>,
    record: &Record<'_>,
    sides: Option<Sides<'_>>,
    is_behind_another: bool,
    options: Options,
    text: &mut Text<'_>,
) -> io::Result<()> {
    if !options.json {
        return writeln!(text.out, "{}", safe(&record_line(record, batch, sides.as_ref())));
    }
    let mut json = record_json(record, batch.is_control());
    if let (Some(sides), Value::Object(fields)) = (sides, &mut json) {
        sides.replace(fields);
    }
    let comma = if is_behind_another { "," } else { "" };
    write!(text.out, "{comma}{}", safe(&json.to_string()))
}

fn line(text: &mut Text<'_>, json: &Value) -> Result<(), Error> {
    Ok(writeln!(text.out, "{}", safe(&json.to_string()))?)
}

/// A batch as a line.
#[derive(Default)]
struct Columns<T = String> {
    position: T,
    offsets: T,
    records: T,
    size: T,
    magic: T,
    codec: T,
    time: T,
    about: T,
}

impl Columns<&'static str> {
    const TITLES: Self = Columns {
        position: "position",
        offsets: "offsets",
        records: "records",
        size: "size",
        magic: "v",
        codec: "codec",
        time: "largest time",
        about: "about",
    };
}

impl<T: fmt::Display> fmt::Display for Columns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Columns { position, offsets, records, size, magic, codec, time, about } = self;
        let text = format!(
            "{position:>10}  {offsets:<19} {records:>7} {size:>9}  {magic:<1}  {codec:<6}  {time:<24}  {about}"
        );
        f.write_str(text.trim_end())
    }
}

impl Columns {
    fn of(batch: &RecordBatch<'_>, position: u64, right_crc: u32, first: Option<i64>, control: Option<&str>) -> Self {
        let base = if batch.magic() < 2 { first.unwrap_or(batch.base_offset()) } else { batch.base_offset() };
        let offsets = match (base, batch.last_offset()) {
            (base, last) if base == last => base.to_string(),
            (base, last) => format!("{base}..{last}"),
        };
        let mut about = Vec::new();
        if batch.crc() != right_crc {
            about.push(format!("CRC IS WRONG: {} for {right_crc}", batch.crc()));
        }
        if batch.is_control() {
            about.push(format!("control {}", control.unwrap_or("batch")));
        }
        if batch.is_transactional() {
            about.push("transactional".to_owned());
        }
        if batch.producer_id() >= 0 {
            about.push(format!("producer {} epoch {}", batch.producer_id(), batch.producer_epoch()));
        }
        if batch.base_sequence() >= 0 {
            let last = batch.base_sequence().wrapping_add(batch.last_offset_delta()) & i32::MAX;
            about.push(format!("sequence {}..{last}", batch.base_sequence()));
        }
        if batch.partition_leader_epoch() >= 0 {
            about.push(format!("leader epoch {}", batch.partition_leader_epoch()));
        }
        if batch.timestamp_type() == TimestampType::LogAppend {
            about.push("append time".to_owned());
        }
        if let Some(horizon) = batch.delete_horizon() {
            about.push(format!("delete horizon {}", time(horizon).unwrap_or_else(|| "none".to_owned())));
        }
        Columns {
            position: position.to_string(),
            offsets,
            records: match (batch.records_count(), batch.compression()) {
                (Some(count), _) => count.to_string(),
                (None, Compression::None) => "1".to_owned(),
                (None, _) => "-".to_owned(),
            },
            size: batch.size().to_string(),
            magic: batch.magic().to_string(),
            codec: match batch.compression() {
                Compression::Unknown(id) => id.to_string(),
                codec => codec.to_string(),
            },
            time: time(batch.max_timestamp()).unwrap_or_default(),
            about: about.join(", "),
        }
    }
}

/// Kafka's name of a control record's type.
fn control_type(record: &Record<'_>) -> String {
    match ControlType::of_key(record.key) {
        Ok((control_type, _)) => control_type.name().unwrap_or("UNKNOWN").to_owned(),
        Err(_) => "UNREADABLE".to_owned(),
    }
}

/// A record as a line below its batch; with the trees of its key and value, if it is known what they are.
fn record_line(record: &Record<'_>, batch: &RecordBatch<'_>, sides: Option<&Sides<'_>>) -> String {
    let shown = |bytes: Option<&[u8]>| bytes.map_or_else(|| "null".to_owned(), blob);
    let mut text = format!("{:>10}  {}", "", record.offset);
    if let Some(time) = time(record.timestamp) {
        text += &format!("  {time}");
    }
    if batch.is_control() {
        return match record.control() {
            Ok(ControlRecordView::Abort(marker)) => {
                text + &format!("  ABORT, coordinator epoch {}", marker.coordinator_epoch)
            }
            Ok(ControlRecordView::Commit(marker)) => {
                text + &format!("  COMMIT, coordinator epoch {}", marker.coordinator_epoch)
            }
            Ok(control) => text + &format!("  {}: {control:?}", control.control_type()),
            Err(error) => text + &format!("  {error} of the key or value"),
        };
    }
    text += &sides.map_or_else(|| format!("  key {}  value {}", shown(record.key), shown(record.value)), Sides::titles);
    for (i, header) in record.headers.iter().enumerate() {
        text += if i == 0 { "  headers " } else { ", " };
        text += &format!("{} = {}", quoted(header.key.as_bytes()), shown(header.value));
    }
    text + &sides.map_or_else(String::new, Sides::trees)
}

fn hexed(bytes: Option<&[u8]>) -> Value {
    bytes.map_or(Value::Null, |bytes| hex::encode(bytes).into())
}

/// A record in hex.
pub(crate) fn record_json(record: &Record<'_>, is_control: bool) -> Value {
    let headers = record.headers.iter().map(|h| json!([hex::encode(h.key.as_bytes()), hexed(h.value)]));
    let mut json = json!({
        "offset": record.offset, "timestamp": record.timestamp, "key": hexed(record.key), "value": hexed(record.value),
        "headers": headers.collect::<Vec<_>>(),
    });
    if let Value::Object(fields) = &mut json {
        if let Some(sequence) = record.sequence {
            fields.insert("sequence".to_owned(), sequence.into());
        }
        if is_control {
            fields.insert("control_type".to_owned(), control_type(record).into());
        }
    }
    json
}

/// What the header of a batch says and what follows from it, by the names of `--lines`.
fn header_json(batch: &RecordBatch<'_>) -> Map<String, Value> {
    object(json!({
        "magic": batch.magic(), "offset": batch.base_offset(), "size": batch.batch_length(),
        "baseOffset": batch.base_offset(), "lastOffset": batch.last_offset(), "nextOffset": batch.next_offset(),
        "batchLength": batch.batch_length(), "partitionLeaderEpoch": batch.partition_leader_epoch(),
        "crc": batch.crc(), "attributes": batch.attributes(), "lastOffsetDelta": batch.last_offset_delta(),
        "baseTimestamp": batch.base_timestamp(), "maxTimestamp": batch.max_timestamp(),
        "timestamp": batch.max_timestamp(), "producerId": batch.producer_id(),
        "producerEpoch": batch.producer_epoch(), "baseSequence": batch.base_sequence(),
        "recordCount": batch.records_count(),
        "codec": match batch.compression() {
            Compression::Unknown(id) => id.into(),
            codec => Value::from(codec.to_string()),
        },
        "timestampType": match batch.timestamp_type() {
            TimestampType::Create => "create",
            TimestampType::LogAppend => "logAppend",
            _ => "none",
        },
        "transactional": batch.is_transactional(), "control": batch.is_control(),
        "deleteHorizon": batch.delete_horizon(),
    }))
}

/// The fields of an object that was written down as one.
fn object(json: Value) -> Map<String, Value> {
    match json {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The header of a batch, with the offset of the first record where the header does not say it.
fn batch_json(batch: &RecordBatch<'_>, first: Option<i64>) -> Map<String, Value> {
    let names = "magic size baseOffset lastOffset lastOffsetDelta partitionLeaderEpoch codec timestampType \
                 transactional control deleteHorizon baseTimestamp maxTimestamp producerId producerEpoch baseSequence \
                 crc count";
    let mut header = header_json(batch);
    let mut set = |name: &str, value: Value| header.insert(name.to_owned(), value);
    set("size", batch.size().into());
    set("count", batch.records_count().into());
    if batch.timestamp_type() == TimestampType::LogAppend {
        set("timestampType", "append".into());
    }
    if batch.magic() < 2 {
        set("baseTimestamp", Value::Null);
        if let Some(first) = first {
            set("baseOffset", first.into());
            set("lastOffsetDelta", batch.last_offset().wrapping_sub(first).into());
        }
    }
    names.split(' ').filter_map(|name| Some((snake_case(name), header.remove(name)?))).collect()
}

// The form of `--lines`: Kafka's JSON, with the numbers of the header as they are on the wire.

/// The batches of a records field, what is wrong with it, and how many bytes were read whole. Batches come with their records, and
/// the one at fault comes last, if its header can be read.
pub(crate) fn field_json(bytes: &[u8], limit: usize) -> (Value, usize, Option<(DecodeError, String)>) {
    let (mut batches, budget) = (Batches::new(bytes), Budget::with_limit(limit, bytes.len()));
    let mut read = Vec::new();
    let (consumed, fault) = loop {
        let consumed = batches.consumed();
        match batches.next() {
            None => break (consumed, None),
            Some(Err(error)) => break (consumed, Some((error, error.kind.to_string()))),
            Some(Ok(batch)) => {
                let mut records = Vec::new();
                let crc = batch.verify_crc();
                let done = crc.map_err(Trouble::Bytes).and_then(|()| {
                    each_record(&batch, &budget, |record| records.push(wire_record(record, batch.is_control())))
                });
                let mut json = wire_batch(&batch, crc.is_ok());
                json.insert("records".to_owned(), records.into());
                read.push(Value::from(json));
                if let Err(trouble) = done {
                    let error = trouble.error(&batch);
                    let what = match trouble {
                        Trouble::Bytes(error) => error.kind.to_string(),
                        trouble => trouble.at(batch.start() as u64),
                    };
                    break (consumed, Some((error, what)));
                }
            }
        }
    };
    (json!({ "batches": read }), consumed, fault)
}

/// A record on its own: its offset and timestamp count from 0.
pub(crate) fn lone_record(bytes: &[u8]) -> Result<(Value, usize), DecodeError> {
    match RecordStream::new(1).read(bytes)? {
        Some((record, used)) => Ok((wire_record(&record, false), used)),
        None => Ok((Value::Null, 0)),
    }
}

fn wire_batch(batch: &RecordBatch<'_>, is_crc_right: bool) -> Map<String, Value> {
    let mut header = header_json(batch);
    header.insert("crcOk".to_owned(), is_crc_right.into());
    let names = match batch.magic() {
        0 | 1 => "magic offset size crc crcOk attributes codec timestampType timestamp nextOffset",
        _ => {
            "magic baseOffset batchLength partitionLeaderEpoch crc crcOk attributes lastOffsetDelta baseTimestamp \
             maxTimestamp producerId producerEpoch baseSequence recordCount codec timestampType transactional \
             control deleteHorizon nextOffset"
        }
    };
    names.split(' ').filter_map(|name| Some((name.to_owned(), header.remove(name)?))).collect()
}

fn wire_record(record: &Record<'_>, is_control: bool) -> Value {
    let mut json = record_json(record, false);
    if let (Value::Object(fields), true) = (&mut json, is_control) {
        fields.insert("controlRecord".to_owned(), control_json(record));
    }
    json
}

/// What a control record says.
fn control_json(record: &Record<'_>) -> Value {
    let (control_type, version) = match ControlType::of_key(record.key) {
        Ok(key) => key,
        Err(_) => return json!({ "error": "control-key-too-short" }),
    };
    let name = control_type.name().unwrap_or("UNKNOWN");
    let mut json = json!({ "version": version, "typeId": control_type.0, "type": name });
    if let (Value::Object(fields), Ok(ControlRecordView::Abort(marker) | ControlRecordView::Commit(marker))) =
        (&mut json, record.control())
    {
        fields.insert("coordinatorEpoch".to_owned(), marker.coordinator_epoch.into());
    }
    json
}
