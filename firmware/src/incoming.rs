//! A ShareFetch response that is larger than the memory for it: its fields one by one, its batches one by one.
//!
//! The arena holds one batch. If that is compressed, what is left of the arena behind it is the window of the codec: gzip needs
//! 33 KiB, or as much as the whole decompressed batch if that is less; lz4 needs the whole decompressed batch, up to 64 KiB.
//!
//! Records come before the ranges of offsets that say which of them were acquired, so each is judged when it comes, and the
//! ranges are cut by the verdicts afterwards. Nearly every record is accepted: only the others are kept.

use crate::broker::{Broker, Error, Pieces};
use crate::say;
use crate::share::{Range, Verdict};
use heapless::Vec;
use kafka_view::records::{Batches, Record, RecordBatch, RecordReader, crc32c};
use kafka_view::{ApiKey, DecodeError, ErrorCode, Str, varint};

/// More than this never comes out of a compressed batch.
const DECOMPRESSED: u64 = 1 << 20;

/// How many ranges of a partition can have another verdict than acceptance.
const EXCEPTIONS: usize = 16;

/// What a response said as a whole.
pub struct Response {
    pub error_code: ErrorCode,
    /// How many records were acquired.
    pub records: usize,
    /// A record asks for more time than the lock lasts, which is so many milliseconds.
    pub dawdle: Option<u32>,
}

/// Reads the response to a fetch that said `acknowledged`, and adds to `acknowledge` what is to be said next.
pub fn read<const N: usize>(
    broker: &mut Broker<'_>,
    arena: &mut [u8],
    acknowledged: &[Range],
    acknowledge: &mut Vec<Range, N>,
) -> Result<Response, Error> {
    let version = broker.version(ApiKey::SHARE_FETCH);
    let mut fields = Fields { pieces: broker.receive_pieces()? };
    fields.tags()?; // of the header
    let _throttle_time_ms = fields.i32()?;
    let error_code = ErrorCode(fields.i16()?);
    fields.text("error", arena)?;
    let lock = if version >= 1 { fields.i32()? } else { 0 };
    let mut response = Response { error_code, records: 0, dawdle: None };
    for _ in 0..fields.count()? {
        fields.pieces.skip(16)?; // there is one topic
        for _ in 0..fields.count()? {
            partition(&mut fields, arena, acknowledged, acknowledge, &mut response, lock)?;
        }
        fields.tags()?;
    }
    // Where other brokers are, and tagged fields, do not matter here.
    let rest = fields.pieces.left();
    fields.pieces.skip(rest)?;
    Ok(response)
}

fn partition<const N: usize>(
    fields: &mut Fields<'_, '_>,
    arena: &mut [u8],
    acknowledged: &[Range],
    acknowledge: &mut Vec<Range, N>,
    response: &mut Response,
    lock: i32,
) -> Result<(), Error> {
    let partition = fields.i32()?;
    let error = ErrorCode(fields.i16()?);
    if error != ErrorCode::NONE {
        say!("partition {partition}: {error}");
    }
    fields.text("partition", arena)?;
    let error = ErrorCode(fields.i16()?);
    for range in acknowledged.iter().filter(|range| range.partition == partition) {
        match error {
            ErrorCode::NONE => say!("acknowledged {partition} {} {} {:?}", range.first, range.last, range.verdict),
            // Whoever has the records now will say what becomes of them.
            error => say!("refused {partition} {} {} {:?}: {error}", range.first, range.last, range.verdict),
        }
    }
    fields.text("acknowledgement", arena)?;
    fields.pieces.skip(8)?; // the current leader
    fields.tags()?;

    let mut judge = Judge { partition, exceptions: Vec::new(), dawdles: None };
    let mut left = fields.length()?.unwrap_or_default();
    while left > 0 {
        left = batch(fields, arena, left, &mut judge)?;
    }
    for _ in 0..fields.count()? {
        let (first, last, delivery_count) = (fields.i64()?, fields.i64()?, fields.i16()?);
        fields.tags()?;
        say!("acquired {partition} {first} {last} delivery {delivery_count}");
        response.records += usize::try_from(last.wrapping_sub(first).wrapping_add(1)).unwrap_or_default();
        if delivery_count == 1 && judge.dawdles.is_some_and(|at| (first..=last).contains(&at)) {
            response.dawdle = u32::try_from(lock).ok();
        }
        judge.sentence(first, last, delivery_count, acknowledge);
    }
    fields.tags()
}

/// Reads the batch that comes next, and says how much of the records field is left behind it.
fn batch(fields: &mut Fields<'_, '_>, arena: &mut [u8], left: usize, judge: &mut Judge) -> Result<usize, Error> {
    let mut have = 0;
    loop {
        let size = match Batches::new(&arena[..have]).next() {
            Some(Ok(batch)) => batch.size(),
            // What is missing is said: the front of the header first, then the rest of the batch.
            Some(Err(error)) if error.is_incomplete() => have + error.missing as usize,
            Some(Err(error)) => return Err(Error::Decode(ApiKey::SHARE_FETCH, error)),
            None => 12,
        };
        if size == have {
            break;
        } else if size > left {
            // The broker cuts the last batch where it has sent enough.
            fields.pieces.skip(left - have)?;
            return Ok(0);
        } else if size > arena.len() {
            let base = i64::from_be_bytes(*arena.first_chunk().unwrap_or(&[0; 8]));
            say!("a batch of {size} bytes at {base} is too large for this device: somebody else may have it");
            judge.except(base, i64::MAX, Verdict::Release);
            fields.pieces.skip(size - have)?;
            return Ok(left - size);
        }
        fields.pieces.read(&mut arena[have..size])?;
        have = size;
    }
    let (bytes, window) = arena.split_at_mut(have);
    if let Some(Ok(batch)) = Batches::new(bytes).next() {
        judge.batch(&batch, window);
    }
    Ok(left - have)
}

/// Looks at the records of a partition, and remembers those that are not simply accepted.
struct Judge {
    partition: i32,
    exceptions: Vec<(i64, i64, Verdict), EXCEPTIONS>,
    dawdles: Option<i64>,
}

impl Judge {
    fn batch(&mut self, batch: &RecordBatch<'_>, window: &mut [u8]) {
        if let Err(error) = batch.verify_crc() {
            say!("batch {} {}: {error}", self.partition, batch.base_offset());
            return self.except(batch.base_offset(), batch.last_offset(), Verdict::Reject);
        }
        say!("batch {} {} {} {} bytes", self.partition, batch.base_offset(), batch.compression(), batch.size());
        if batch.is_control() {
            return;
        }
        let mut next = batch.base_offset();
        let result = RecordReader::new(batch, window, DECOMPRESSED).and_then(|mut records| {
            while let Some(record) = records.next_record()? {
                self.record(&record);
                next = record.offset.wrapping_add(1);
            }
            Ok(())
        });
        if let Err(error) = result {
            // What was good before stays good.
            say!("batch {} {}: {error}", self.partition, batch.base_offset());
            self.except(next, batch.last_offset(), Verdict::Reject);
        }
    }

    /// Shows a record. What its value begins with says what to do with it, so that a test can have everything.
    fn record(&mut self, record: &Record<'_>) {
        let (key, value) = (record.key.unwrap_or_default(), record.value.unwrap_or_default());
        let crc = crc32c(value);
        say!("record {} {} {} {} {crc:08x}", self.partition, record.offset, Str::from(key), value.len());
        if value.starts_with(b"reject") {
            self.except(record.offset, record.offset, Verdict::Reject);
        } else if value.starts_with(b"release") {
            self.except(record.offset, record.offset, Verdict::Release);
        } else if value.starts_with(b"dawdle") {
            self.dawdles = Some(record.offset);
        }
    }

    fn except(&mut self, first: i64, last: i64, verdict: Verdict) {
        if self.exceptions.push((first, last, verdict)).is_err() {
            say!("too many exceptions: {first} to {last} are accepted");
        }
    }

    /// Cuts an acquired range by the verdicts. What was released once is accepted when it comes again.
    fn sentence<const N: usize>(&self, first: i64, last: i64, delivery_count: i16, acknowledge: &mut Vec<Range, N>) {
        let partition = self.partition;
        let mut next = first;
        let mut add = |first, last, verdict| {
            if first <= last && acknowledge.push(Range { partition, first, last, verdict }).is_err() {
                say!("no room to acknowledge {partition} {first} {last}: the lock will run out");
            }
        };
        for &(from, to, verdict) in &self.exceptions {
            let (from, to) = (from.max(next), to.min(last));
            if from > to || verdict == Verdict::Release && delivery_count > 1 {
                continue;
            }
            add(next, from.saturating_sub(1), Verdict::Accept);
            add(from, to, verdict);
            next = to.saturating_add(1);
        }
        add(next, last, Verdict::Accept);
    }
}

/// The fields of a flexible message, as they come.
struct Fields<'p, 'a> {
    pieces: Pieces<'p, 'a>,
}

impl Fields<'_, '_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        self.pieces.read(&mut bytes)?;
        Ok(bytes)
    }

    fn i16(&mut self) -> Result<i16, Error> {
        self.array().map(i16::from_be_bytes)
    }

    fn i32(&mut self) -> Result<i32, Error> {
        self.array().map(i32::from_be_bytes)
    }

    fn i64(&mut self) -> Result<i64, Error> {
        self.array().map(i64::from_be_bytes)
    }

    fn unsigned(&mut self) -> Result<u32, Error> {
        let mut bytes = [0; 5];
        for have in 1..=bytes.len() {
            self.pieces.read(&mut bytes[have - 1..have])?;
            match varint::unsigned(&bytes[..have]) {
                Ok((value, _)) => return Ok(value),
                Err(error) if error.is_incomplete() => {}
                Err(error) => return Err(self.fault(error)),
            }
        }
        Ok(0)
    }

    fn fault(&self, error: DecodeError) -> Error {
        Error::Decode(ApiKey::SHARE_FETCH, error)
    }

    /// A compact length: one more than it is, or null.
    fn length(&mut self) -> Result<Option<usize>, Error> {
        Ok(self.unsigned()?.checked_sub(1).map(|length| length as usize))
    }

    fn count(&mut self) -> Result<usize, Error> {
        Ok(self.length()?.unwrap_or_default())
    }

    /// Shows a string, unless it is null.
    fn text(&mut self, what: &str, arena: &mut [u8]) -> Result<(), Error> {
        let Some(length) = self.length()? else { return Ok(()) };
        let shown = length.min(200).min(arena.len());
        self.pieces.read(&mut arena[..shown])?;
        say!("{what}: {}", Str::from(&arena[..shown]));
        self.pieces.skip(length - shown)
    }

    /// Passes over a tag section.
    fn tags(&mut self) -> Result<(), Error> {
        for _ in 0..self.unsigned()? {
            self.unsigned()?;
            let size = self.unsigned()? as usize;
            self.pieces.skip(size)?;
        }
        Ok(())
    }
}
