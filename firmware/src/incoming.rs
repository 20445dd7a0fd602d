//! A ShareFetch response that is larger than the memory for it: record by record, as it comes in.
//!
//! Records come before two things are known: whether the checksum of their batch is right, and which of them were acquired. So each
//! is shown and judged when it comes; the checksum may overrule that, and the ranges of acquired offsets are then cut by the
//! verdicts. Nearly every record is accepted: only the others are kept.

use crate::broker::{Broker, Error};
use crate::say;
use crate::share::{Range, Verdict};
use core::fmt::Write;
use heapless::{String, Vec};
use kafka_view::compression::{DecompressErrorKind, Decompression};
use kafka_view::messages::share_fetch::{ShareFetchResponseEvent as Event, ShareFetchResponseView};
use kafka_view::records::{BatchEvent, ReadError, RecordPart};
use kafka_view::stream::Next;
use kafka_view::{ApiKey, ErrorCode, Part, Str};

/// How many ranges of a partition can have another verdict than acceptance.
const EXCEPTIONS: usize = 16;

/// How much of a key is shown.
const KEY: usize = 40;

/// What a response said as a whole.
pub struct Response {
    pub error_code: ErrorCode,
    /// How many records were acquired.
    pub records: usize,
    /// A record takes more time than the lock lasts, which is so many milliseconds.
    pub dawdle: Option<u32>,
}

/// Reads the response to a fetch that said `acknowledged`, and adds to `acknowledge` what is to be said next.
pub fn read<const N: usize>(
    broker: &mut Broker<'_>,
    codecs: &mut Decompression<'_>,
    acknowledged: &[Range],
    acknowledge: &mut Vec<Range, N>,
) -> Result<Response, Error> {
    let api = ApiKey::SHARE_FETCH;
    let mut response = Response { error_code: ErrorCode::NONE, records: 0, dawdle: None };
    let mut judge = Judge::new(-1);
    let mut lock = 0;
    let mut stream = broker.receive::<ShareFetchResponseView<'_>>(api)?;
    let size = stream.left();
    loop {
        match stream.next_with(&mut broker.window, codecs).map_err(|error| Error::Chunk(api, error))? {
            Next::More => broker.fill()?,
            Next::End => break,
            Next::Event(Event::ShareFetchResponse(all, Part::Whole | Part::Head)) => {
                (response.error_code, lock) = (all.error_code, all.acquisition_lock_timeout_ms);
                show_error("the response", all.error_code, all.error_message);
            }
            Next::Event(Event::PartitionData(partition, Part::Whole | Part::Head)) => {
                judge = Judge::new(partition.partition_index);
                show_error("a partition", partition.error_code, partition.error_message);
                let code = partition.acknowledge_error_code;
                for range in acknowledged.iter().filter(|range| range.partition == partition.partition_index) {
                    let Range { partition, first, last, verdict } = range;
                    match code {
                        ErrorCode::NONE => say!("acknowledged {partition} {first} {last} {verdict:?}"),
                        // Nothing is sent again: whoever has the records now will say what becomes of them.
                        code => say!("refused {partition} {first} {last} {verdict:?}: {code}"),
                    }
                }
            }
            Next::Records(event) => judge.hear(event),
            Next::Event(Event::AcquiredRecords(acquired, _)) => {
                let (first, last, count) = (acquired.first_offset, acquired.last_offset, acquired.delivery_count);
                say!("acquired {} {first} {last} delivery {count}", judge.partition);
                let records = last.saturating_sub(first).saturating_add(1);
                response.records += usize::try_from(records).unwrap_or_default();
                if judge.dawdles.is_some_and(|at| (first..=last).contains(&at)) {
                    response.dawdle = u32::try_from(lock).ok();
                }
                judge.sentence(first, last, count, acknowledge);
            }
            _ => {}
        }
    }
    if response.records > 0 {
        say!("response of {size} bytes through {}", broker.window.capacity());
    }
    Ok(response)
}

fn show_error(what: &str, code: ErrorCode, message: Option<Str<'_>>) {
    if code != ErrorCode::NONE {
        say!("{what}: {code}: {}", message.unwrap_or_default());
    }
}

/// Hears the records of a partition, and remembers those that are not simply accepted.
struct Judge {
    partition: i32,
    exceptions: Vec<(i64, i64, Verdict), EXCEPTIONS>,
    /// A record that takes its time.
    dawdles: Option<i64>,
    /// The batch: its offsets, which of them comes next, and how many exceptions there were before it.
    batch: (i64, i64),
    next: i64,
    before: usize,
    large: Large,
}

/// A record that comes in pieces.
#[derive(Default)]
struct Large {
    offset: i64,
    key: String<KEY>,
    value: Value,
}

/// What is to be known of a value: its length, its hash, and what it begins with.
#[derive(Default)]
struct Value {
    len: usize,
    hash: u32,
    front: Vec<u8, 8>,
}

impl Value {
    /// FNV-1a, 32 bits.
    fn add(&mut self, bytes: &[u8]) {
        if self.len == 0 {
            self.hash = 0x811c_9dc5;
        }
        for b in bytes {
            self.hash = (self.hash ^ u32::from(*b)).wrapping_mul(0x0100_0193);
            let _ = self.front.push(*b); // as far as there is room
        }
        self.len += bytes.len();
    }
}

impl Judge {
    fn new(partition: i32) -> Self {
        Judge {
            partition,
            exceptions: Vec::new(),
            dawdles: None,
            batch: (0, -1),
            next: 0,
            before: 0,
            large: Large::default(),
        }
    }

    fn hear(&mut self, event: Result<BatchEvent<'_>, ReadError>) {
        match event {
            Ok(BatchEvent::Begin(batch)) => {
                let (first, last) = (batch.base_offset(), batch.last_offset());
                say!("batch {} {first} {last} {} {} bytes", self.partition, batch.compression(), batch.size());
                (self.batch, self.next, self.before) = ((first, last), first, self.exceptions.len());
            }
            Ok(BatchEvent::Record(record)) => {
                let mut value = Value::default();
                value.add(record.value.unwrap_or_default());
                self.record(record.offset, Str::from(record.key.unwrap_or_default()), &value);
            }
            Ok(BatchEvent::LargeRecord(record)) => self.large = Large { offset: record.offset, ..Large::default() },
            Ok(BatchEvent::Piece { part: RecordPart::Key, bytes, .. }) => {
                let _ = write!(self.large.key, "{}", Str::from(bytes)); // as far as there is room
            }
            Ok(BatchEvent::Piece { part: RecordPart::Value, bytes, left }) => {
                self.large.value.add(bytes);
                if left == 0 {
                    let Large { offset, key, value } = core::mem::take(&mut self.large);
                    self.record(offset, Str::from(key.as_str()), &value);
                }
            }
            Ok(BatchEvent::Whole(batch)) => {
                say!(
                    "batch {} {}: {} is not for this device",
                    self.partition,
                    batch.base_offset(),
                    batch.compression()
                );
                self.except(self.batch.0, self.batch.1, Verdict::Release);
            }
            // What was good before stays good, unless it is the checksum of all.
            Err(error) => {
                say!("batch {} {}: {error}", self.partition, self.batch.0);
                let verdict = if is_for_others(error) { Verdict::Release } else { Verdict::Reject };
                let first = if is_of_checksum(error) { self.batch.0 } else { self.next };
                if is_of_checksum(error) {
                    self.exceptions.truncate(self.before);
                }
                self.except(first, self.batch.1, verdict);
            }
            Ok(_) => {}
        }
    }

    /// Shows a record. What its value begins with says what to do with it, so that a test can have everything.
    fn record(&mut self, offset: i64, key: Str<'_>, value: &Value) {
        say!("record {} {offset} {key} {} {:08x}", self.partition, value.len, value.hash);
        self.next = offset.saturating_add(1);
        match &value.front[..] {
            b"[reject]" => self.except(offset, offset, Verdict::Reject),
            b"[return]" => self.except(offset, offset, Verdict::Release),
            b"[dawdle]" => self.dawdles = Some(offset),
            _ => {}
        }
    }

    fn except(&mut self, first: i64, last: i64, verdict: Verdict) {
        if first <= last && self.exceptions.push((first, last, verdict)).is_err() {
            say!("too many exceptions: {first} to {last} are accepted");
        }
    }

    /// Cuts an acquired range by the verdicts. What nobody else wanted is accepted when it comes for the fourth time: five
    /// are the broker's limit.
    fn sentence<const N: usize>(&self, first: i64, last: i64, delivery_count: i16, acknowledge: &mut Vec<Range, N>) {
        let partition = self.partition;
        let mut add = |first, last, verdict| {
            if first <= last && acknowledge.push(Range { partition, first, last, verdict }).is_err() {
                say!("no room to acknowledge {partition} {first} {last}: the lock will run out");
            }
        };
        let mut next = first;
        for &(from, to, verdict) in &self.exceptions {
            let (from, to) = (from.max(next), to.min(last));
            if from <= to && !(verdict == Verdict::Release && delivery_count > 3) {
                add(next, from.saturating_sub(1), Verdict::Accept);
                add(from, to, verdict);
                next = to.saturating_add(1);
            }
        }
        add(next, last, Verdict::Accept);
    }
}

/// Whether a member of the group with more memory, or more codecs, could read it.
fn is_for_others(error: ReadError) -> bool {
    match error {
        ReadError::WindowTooSmall { .. } => true,
        ReadError::Decompress(error) => {
            matches!(error.kind, DecompressErrorKind::WindowTooSmall { .. } | DecompressErrorKind::TooLarge { .. })
        }
        _ => false,
    }
}

fn is_of_checksum(error: ReadError) -> bool {
    matches!(error, ReadError::Decode(error) if matches!(error.kind, kafka_view::DecodeErrorKind::CrcMismatch))
}
