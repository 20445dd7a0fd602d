//! A records field that comes in pieces: its batches and records, each as soon as it is there.

use super::batch::{
    ATTRIBUTES_AT, Batches, COUNT_AT, CRC_AT, Front, HEADER_LEN, Header, MAGIC, MAGIC_AT, RecordBatch, base,
};
use super::reader::ReadError;
use super::record::{LargeRecord, Record, RecordStream};
use super::{Compression, TimestampType};
use crate::checksum::Checksum;
use crate::compression::{Decompression, Wanting};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::{DebugBytes, Source, varint};
use core::fmt;

/// What a [`ChunkStream`](crate::ChunkStream) tells of a records field, in the order of the wire.
///
/// A batch of magic 2 is `Begin`, then its records, then `End`. Its checksum covers all of it, so it is known at its end only:
/// **records come before anybody knows whether they are right.** Whoever acts on them for good waits for `End`. If the checksum is
/// wrong, [`CrcMismatch`](Kind::CrcMismatch) comes in the place of `End`.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put a large one on")]
pub enum BatchEvent<'a> {
    /// A batch of magic 2 begins.
    Begin(BatchHeader),
    /// A record.
    Record(Record<'a>),
    /// A record that is larger than the window: its numbers. Its key, value and headers come as pieces.
    LargeRecord(LargeRecord),
    /// A piece of the key, the value, or a header of a large record. A part that is empty comes as one empty piece, one that is
    /// null not at all.
    Piece {
        /// Which part of the record.
        part: RecordPart,
        /// The next bytes of it.
        bytes: &'a [u8],
        /// How many bytes of the part come behind these.
        left: usize,
    },
    /// A whole entry that cannot be read record by record: a message of magic 0 or 1; or, behind its `Begin`, a batch that is
    /// compressed, if there is no [`Decompression`] or not that codec. [`RecordBatch::records`] or
    /// [`RecordReader`](super::RecordReader) reads it. `End` comes behind it as well.
    Whole(RecordBatch<'a>),
    /// The batch has ended, and its checksum is right.
    End,
}

impl fmt::Debug for BatchEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchEvent::Begin(header) => f.debug_tuple("Begin").field(header).finish(),
            BatchEvent::Record(record) => f.debug_tuple("Record").field(record).finish(),
            BatchEvent::LargeRecord(record) => f.debug_tuple("LargeRecord").field(record).finish(),
            BatchEvent::Piece { part, bytes, left } => {
                let bytes = DebugBytes(bytes);
                f.debug_struct("Piece").field("part", part).field("bytes", &bytes).field("left", left).finish()
            }
            BatchEvent::Whole(batch) => f.debug_tuple("Whole").field(batch).finish(),
            BatchEvent::End => f.write_str("End"),
        }
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for BatchEvent<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self {
            BatchEvent::Begin(header) => defmt::write!(f, "Begin({})", header),
            BatchEvent::Record(record) => defmt::write!(f, "Record({})", record),
            BatchEvent::LargeRecord(record) => defmt::write!(f, "LargeRecord({})", record),
            BatchEvent::Piece { part, bytes, left } => {
                defmt::write!(f, "Piece({}, {=usize} bytes, {=usize} left)", part, bytes.len(), left);
            }
            BatchEvent::Whole(batch) => defmt::write!(f, "Whole({})", batch),
            BatchEvent::End => defmt::write!(f, "End"),
        }
    }
}

/// Which part of a large record a piece is of.
///
/// Headers are a key and a value each, in their order; a header key behind another one means that the value between them is
/// null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RecordPart {
    /// The key.
    Key,
    /// The value.
    Value,
    /// The name of a header.
    HeaderKey,
    /// The value of a header.
    HeaderValue,
}

/// The header of a batch of magic 2 without its records, and where it begins.
///
/// It says what [`RecordBatch`] says of such a batch.
#[derive(Clone, Copy)]
pub struct BatchHeader {
    header: [u8; HEADER_LEN],
    start: usize,
}

macro_rules! of_batch {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty;)*) => { $(
        $(#[doc = $doc])*
        #[doc = concat!("See [`RecordBatch::", stringify!($name), "`].")]
        #[must_use]
        pub fn $name(&self) -> $type {
            self.batch().$name()
        }
    )* };
}

impl BatchHeader {
    of_batch! {
        /// The offset that those of the records count from.
        base_offset: i64;
        /// The size of the batch in bytes, without the first twelve.
        batch_length: i32;
        /// The epoch of the leader that appended the batch; a producer sends -1.
        partition_leader_epoch: i32;
        /// The checksum that the header states.
        crc: u32;
        /// The flags.
        attributes: i16;
        /// The offset of the last record, minus `base_offset`.
        last_offset_delta: i32;
        /// What the timestamps of the records count from, in milliseconds since the Unix epoch.
        base_timestamp: i64;
        /// The largest timestamp of the records, in milliseconds since the Unix epoch.
        max_timestamp: i64;
        /// The id of an idempotent or transactional producer; -1 for none.
        producer_id: i64;
        /// The epoch of that producer; -1 for none.
        producer_epoch: i16;
        /// The sequence number of the first record; -1 for none.
        base_sequence: i32;
        /// How the records are compressed.
        compression: Compression;
        /// Whether the batch is part of a transaction.
        is_transactional: bool;
        /// Whether the records are for the machinery, and not for applications: [`Record::control`] reads them.
        is_control: bool;
        /// When compaction may drop tombstones and markers, in milliseconds since the Unix epoch.
        delete_horizon: Option<i64>;
        /// The offset of the last record, whether it is still there or not.
        last_offset: i64;
        /// The offset behind the batch, with which a consumer goes on.
        next_offset: i64;
    }

    /// How many records the header says there are.
    #[must_use]
    pub fn records_count(&self) -> i32 {
        self.batch().records_count().unwrap_or(0)
    }

    /// Which time the records carry.
    #[must_use]
    pub fn timestamp_type(&self) -> TimestampType {
        self.batch().timestamp_type()
    }

    /// Where the batch begins, counted from the start of the records field. Errors count from there, too.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.start
    }

    /// The size of the whole batch in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::try_from(self.batch_length()).unwrap_or(0).saturating_add(MAGIC_AT).saturating_sub(4)
    }

    /// As a batch whose payload is not there.
    fn batch(&self) -> RecordBatch<'_> {
        RecordBatch::of_header(&self.header)
    }
}

impl PartialEq for BatchHeader {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header && self.start == other.start
    }
}

impl Eq for BatchHeader {}

impl fmt::Debug for BatchHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchHeader")
            .field("start", &self.start)
            .field("base_offset", &self.base_offset())
            .field("batch_length", &self.batch_length())
            .field("attributes", &self.attributes())
            .field("records_count", &self.records_count())
            .field("bytes", &DebugBytes(&self.header))
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for BatchHeader {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "BatchHeader(offset {=i64}, {=i32} records, {=usize} bytes, {})",
            self.base_offset(),
            self.records_count(),
            self.size(),
            self.compression()
        );
    }
}

/// Why there is no event.
pub(crate) enum Pause {
    /// So many bytes have to be in the window.
    Needs(usize),
    /// What is wrong. What can be read behind it comes next.
    Error(ReadError),
}

impl From<DecodeError> for Pause {
    fn from(error: DecodeError) -> Self {
        Pause::Error(error.into())
    }
}

/// Reads a records field from a moving window: plain data, without bytes of the field but the header of a batch.
#[derive(Clone)]
pub(crate) struct Feed {
    /// How many bytes of the field are behind us, and how many are to come.
    at: usize,
    left: usize,
    state: State,
    /// The entry that is being read: its first byte, its size, and how many bytes of it are to come.
    start: usize,
    size: usize,
    entry_left: usize,
    /// What its header says: the format, and of magic 2 how many records there are, and their checksum.
    magic: i8,
    count: i32,
    stated_crc: u32,
    crc: Checksum,
    records: RecordStream,
    large: Large,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// An entry, or the end of the field.
    Entry,
    /// The end of the field, which cuts an entry whose magic is not read.
    Cut,
    /// An entry that is handed out whole.
    Whole,
    /// The first record of a batch.
    Begun,
    /// A record of a batch.
    Records,
    /// A number within a large record.
    Large,
    /// Bytes within a large record.
    Piece,
    /// A record of a compressed batch.
    Compressed,
    /// The rest of a batch, which only its checksum is after.
    Rest,
    /// The rest of an entry without a checksum that is known here.
    Skip,
    /// The end of a whole entry, and whether its checksum was wrong.
    Verdict { wrong_at: Option<usize> },
    /// The rest of the field, which nobody can read.
    Over,
}

/// Where a large record stands.
#[derive(Clone, Copy)]
struct Large {
    /// How many bytes of the record are to come, of the part, and how many headers.
    left: usize,
    part_left: usize,
    headers: usize,
    part: LargePart,
}

#[derive(Clone, Copy, PartialEq)]
enum LargePart {
    Of(RecordPart),
    HeaderCount,
}

impl Feed {
    /// Of no field.
    pub(crate) fn new() -> Self {
        Feed {
            at: 0,
            left: 0,
            state: State::Entry,
            start: 0,
            size: 0,
            entry_left: 0,
            magic: 0,
            count: 0,
            stated_crc: 0,
            crc: Checksum::crc32c(),
            records: RecordStream::new(0),
            large: Large { left: 0, part_left: 0, headers: 0, part: LargePart::HeaderCount },
        }
    }

    /// Begins a field of `len` bytes.
    pub(crate) fn begin(&mut self, len: usize) {
        (self.at, self.left, self.state) = (0, len, State::Entry);
    }

    /// How many bytes of the field are to come.
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// Passes over the rest of the present batch; its end is still told.
    pub(crate) fn skip_batch(&mut self) {
        self.state = match self.state {
            State::Whole if self.magic != MAGIC => State::Skip,
            State::Whole | State::Begun | State::Records | State::Large | State::Piece | State::Compressed => {
                State::Rest
            }
            other => other,
        };
    }

    /// The next event; none at the end of the field.
    ///
    /// After an error there is always progress: what cannot be read is passed over.
    pub(crate) fn step<'x>(
        &mut self,
        source: &mut Source<'x>,
        decompression: Option<&'x mut Decompression<'_>>,
    ) -> Result<Option<BatchEvent<'x>>, Pause> {
        match self.read(source, decompression) {
            Err(Pause::Needs(needed)) if needed > source.capacity => {
                self.skip_batch();
                if self.state == State::Entry {
                    self.state = State::Over;
                }
                Err(Pause::Error(ReadError::WindowTooSmall { needed }))
            }
            result => result,
        }
    }

    fn read<'x>(
        &mut self,
        source: &mut Source<'x>,
        mut decompression: Option<&'x mut Decompression<'_>>,
    ) -> Result<Option<BatchEvent<'x>>, Pause> {
        loop {
            match self.state {
                State::Entry if self.left == 0 => return Ok(None),
                State::Entry => {
                    let codec = |codec| decompression.as_mut().is_some_and(|output| output.restart(codec));
                    if let Some(header) = self.entry(source, codec)? {
                        return Ok(Some(BatchEvent::Begin(header)));
                    }
                }
                State::Cut => {
                    self.state = State::Over;
                    let missing = self.size.saturating_sub(self.left);
                    return Err(DecodeError::incomplete(self.at.saturating_add(self.left), missing).into());
                }
                State::Whole => return self.whole(source).map(|batch| Some(BatchEvent::Whole(batch))),
                State::Begun => {
                    self.state = State::Records;
                    // Counts as far as the header's own size are looked at by the header.
                    let is_there = |count| count <= self.entry_left;
                    if !usize::try_from(self.count).is_ok_and(is_there) {
                        return Err(self.count_error());
                    }
                }
                State::Records => {
                    if self.records.left() == 0 || self.entry_left == 0 {
                        if self.records.left() != 0 || self.entry_left != 0 {
                            return Err(self.count_error());
                        }
                        self.state = State::Rest;
                        continue;
                    }
                    match self.record(source)? {
                        Some(record) => return Ok(Some(BatchEvent::Record(record))),
                        None => return self.large_record(source).map(|record| Some(BatchEvent::LargeRecord(record))),
                    }
                }
                State::Large => self.large_number(source)?,
                State::Piece => return self.piece(source).map(Some),
                State::Compressed => {
                    let Some(output) = decompression.take() else {
                        self.state = State::Rest;
                        continue;
                    };
                    if let Some(size) = self.decompress(source, output)? {
                        let start = usize::try_from(output.position()).unwrap_or(usize::MAX);
                        return self
                            .decompressed(output.take(size), start)
                            .map(|record| Some(BatchEvent::Record(record)));
                    }
                    decompression = Some(output);
                }
                State::Rest => {
                    self.eat(source, self.entry_left);
                    if self.entry_left > 0 {
                        return Err(Pause::Needs(1));
                    }
                    let is_right = self.crc.value() == self.stated_crc;
                    self.state = State::Verdict { wrong_at: (!is_right).then_some(CRC_AT) };
                }
                State::Skip => {
                    self.eat(source, self.entry_left);
                    if self.entry_left > 0 {
                        return Err(Pause::Needs(1));
                    }
                    self.state = State::Entry;
                }
                State::Verdict { wrong_at } => {
                    self.state = State::Entry;
                    return match wrong_at {
                        None => Ok(Some(BatchEvent::End)),
                        Some(at) => Err(DecodeError::new(Kind::CrcMismatch, self.start.saturating_add(at)).into()),
                    };
                }
                State::Over => {
                    self.pass(source, self.left);
                    return if self.left == 0 { Ok(None) } else { Err(Pause::Needs(1)) };
                }
            }
        }
    }

    /// Takes `n` bytes at most; gives them.
    fn pass<'x>(&mut self, source: &mut Source<'x>, n: usize) -> &'x [u8] {
        let bytes = source.take(n);
        self.at = self.at.saturating_add(bytes.len());
        self.left = self.left.saturating_sub(bytes.len());
        bytes
    }

    /// Takes `n` bytes of the entry at most, through the checksum, which begins behind itself.
    fn eat<'x>(&mut self, source: &mut Source<'x>, n: usize) -> &'x [u8] {
        let before = ATTRIBUTES_AT.saturating_sub(self.size.saturating_sub(self.entry_left));
        let bytes = self.pass(source, n.min(self.entry_left));
        self.entry_left = self.entry_left.saturating_sub(bytes.len());
        self.crc.update(bytes.get(before..).unwrap_or_default());
        bytes
    }

    /// The first `n` bytes of the entry, or of what is left of the field.
    fn front<'x>(&self, source: &Source<'x>, n: usize) -> Result<&'x [u8], Pause> {
        let bytes = source.rest(self.left);
        if bytes.len() < n.min(self.left) { Err(Pause::Needs(n.min(self.left))) } else { Ok(bytes) }
    }

    /// The front of an entry, as `Batches` looks at it; gives the header of a batch. `restart` begins the decompression, if that
    /// can be.
    fn entry(
        &mut self,
        source: &mut Source<'_>,
        restart: impl FnOnce(Compression) -> bool,
    ) -> Result<Option<BatchHeader>, Pause> {
        let bytes = self.front(source, Front::LEN)?;
        let front = match Front::read(bytes, self.left) {
            Ok(front) => front,
            Err(error) => {
                self.state = State::Over;
                return Err(error.shifted(self.at).into());
            }
        };
        (self.start, self.size, self.entry_left) = (self.at, front.size, front.size);
        if let Some(magic) = front.unsupported() {
            self.state = if front.size > self.left { State::Cut } else { State::Skip };
            return Err(DecodeError::new(Kind::UnsupportedMagic(magic), self.at.saturating_add(MAGIC_AT)).into());
        }
        if front.size > self.left {
            self.state = State::Cut;
            return Ok(None);
        }
        self.magic = front.magic.unwrap_or_default();
        if front.magic != Some(MAGIC) {
            self.state = State::Whole;
            return Ok(None);
        }
        let bytes = self.front(source, HEADER_LEN)?;
        // It is there; the compiler cannot know.
        let Some(bytes) = bytes.first_chunk() else { return Err(Pause::Needs(HEADER_LEN)) };
        let (header, copy) = (Header::read(bytes), BatchHeader { header: *bytes, start: self.start });
        (self.count, self.stated_crc) = (header.records_count, header.crc);
        self.crc = Checksum::crc32c();
        let count = usize::try_from(header.records_count).unwrap_or(0);
        self.records = RecordStream::of_batch(count, base(&header));
        let is_emptied = self.size == HEADER_LEN && header.records_count == 0;
        let codec = if is_emptied { Compression::None } else { Compression::from_attributes(header.attributes) };
        self.state = match codec {
            Compression::None => State::Begun,
            // No decompressor mends a negative count.
            _ if header.records_count < 0 => State::Begun,
            codec if restart(codec) => State::Compressed,
            _ => State::Whole,
        };
        if self.state != State::Whole {
            self.eat(source, HEADER_LEN);
        }
        Ok(Some(copy))
    }

    /// All of the present entry.
    fn whole<'x>(&mut self, source: &mut Source<'x>) -> Result<RecordBatch<'x>, Pause> {
        let bytes = self.front(source, self.size)?;
        let batch = Batches::new(bytes.get(..self.size).unwrap_or(bytes)).next();
        self.pass(source, self.size);
        // It was looked at before; the compiler cannot know.
        let Some(Ok(batch)) = batch else { return Err(Pause::Needs(self.size)) };
        let batch = batch.starting_at(self.start);
        let wrong_at = batch.verify_crc().err().map(|error| (error.offset as usize).saturating_sub(self.start));
        self.state = State::Verdict { wrong_at };
        Ok(batch)
    }

    /// The next record; none if it is too large for the window.
    fn record<'x>(&mut self, source: &mut Source<'x>) -> Result<Option<Record<'x>>, Pause> {
        let window = source.rest(self.entry_left);
        let error = match self.records.read(window) {
            Ok(Some((record, used))) => {
                self.eat(source, used);
                return Ok(Some(record));
            }
            // There was one more; the compiler cannot know.
            Ok(None) => return Err(self.count_error()),
            Err(error) => error,
        };
        if !error.is_incomplete() {
            return Err(self.fault(error));
        }
        let size = window.len().saturating_add(error.missing as usize);
        if size > self.entry_left {
            return Err(self.fault(DecodeError::new(Kind::InvalidLength, 0)));
        }
        if size > source.capacity { Ok(None) } else { Err(Pause::Needs(size)) }
    }

    /// An error counted from the next byte, which spoils the rest of the batch.
    fn fault(&mut self, error: DecodeError) -> Pause {
        self.state = State::Rest;
        error.shifted(self.at).into()
    }

    /// The same at the batch's record count.
    fn count_error(&mut self) -> Pause {
        self.state = State::Rest;
        DecodeError::new(Kind::RecordCount, self.start.saturating_add(COUNT_AT)).into()
    }

    /// The front of a record that is larger than the window.
    fn large_record(&mut self, source: &mut Source<'_>) -> Result<LargeRecord, Pause> {
        let window = self.front(source, LargeRecord::FRONT)?;
        match self.records.read_front(window) {
            Ok((record, used)) => {
                self.eat(source, used);
                let left = record.size.saturating_sub(used);
                self.large = Large { left, part_left: 0, headers: 0, part: LargePart::Of(RecordPart::Key) };
                self.state = State::Large;
                Ok(record)
            }
            Err(error) => Err(self.fault(error)),
        }
    }

    /// Takes bytes of the present large record.
    fn eat_large<'x>(&mut self, source: &mut Source<'x>, n: usize) -> &'x [u8] {
        let bytes = self.eat(source, n.min(self.large.left));
        self.large.left = self.large.left.saturating_sub(bytes.len());
        bytes
    }

    /// Reads the length or count that comes next in a large record, or its end.
    fn large_number(&mut self, source: &mut Source<'_>) -> Result<(), Pause> {
        if self.large.part == LargePart::Of(RecordPart::HeaderKey) && self.large.headers == 0 {
            if self.large.left > 0 {
                return Err(self.fault(DecodeError::new(Kind::RecordSize, 0)));
            }
            self.records.passed();
            self.state = State::Records;
            return Ok(());
        }
        let window = source.rest(self.large.left);
        let (number, used) = match varint::varint(window) {
            Ok(read) => read,
            Err(Kind::Incomplete) if window.len() < self.large.left => {
                return Err(Pause::Needs(window.len().saturating_add(1)));
            }
            // A number that the end of the record cuts.
            Err(Kind::Incomplete) => return Err(self.fault(DecodeError::new(Kind::RecordSize, window.len()))),
            Err(kind) => return Err(self.fault(DecodeError::new(kind, 0))),
        };
        let behind = self.large.left.saturating_sub(used);
        let length = usize::try_from(number).ok();
        let is_null = match (self.large.part, length) {
            (_, Some(length)) if length > behind => {
                return Err(self.fault(DecodeError::new(Kind::InvalidLength, 0)));
            }
            (LargePart::HeaderCount, None) => return Err(self.fault(DecodeError::new(Kind::InvalidLength, 0))),
            (LargePart::Of(RecordPart::HeaderKey), None) => {
                return Err(self.fault(DecodeError::new(Kind::UnexpectedNull, 0)));
            }
            (_, length) => length.is_none(),
        };
        self.eat_large(source, used);
        let length = length.unwrap_or(0);
        match self.large.part {
            LargePart::HeaderCount => {
                self.large.headers = length;
                self.large.part = LargePart::Of(RecordPart::HeaderKey);
            }
            LargePart::Of(_) if is_null => self.next_part(),
            LargePart::Of(_) => {
                self.large.part_left = length;
                self.state = State::Piece;
            }
        }
        Ok(())
    }

    /// A piece of the present part of a large record.
    fn piece<'x>(&mut self, source: &mut Source<'x>) -> Result<BatchEvent<'x>, Pause> {
        let bytes = self.eat_large(source, self.large.part_left);
        if bytes.is_empty() && self.large.part_left > 0 {
            return Err(Pause::Needs(1));
        }
        self.large.part_left = self.large.part_left.saturating_sub(bytes.len());
        let left = self.large.part_left;
        let part = match self.large.part {
            LargePart::Of(part) => part,
            LargePart::HeaderCount => RecordPart::Value,
        };
        if left == 0 {
            self.next_part();
        }
        Ok(BatchEvent::Piece { part, bytes, left })
    }

    fn next_part(&mut self) {
        self.state = State::Large;
        self.large.part = match self.large.part {
            LargePart::Of(RecordPart::Key) => LargePart::Of(RecordPart::Value),
            LargePart::Of(RecordPart::Value) => LargePart::HeaderCount,
            LargePart::Of(RecordPart::HeaderKey) => LargePart::Of(RecordPart::HeaderValue),
            LargePart::Of(RecordPart::HeaderValue) | LargePart::HeaderCount => {
                self.large.headers = self.large.headers.saturating_sub(1);
                LargePart::Of(RecordPart::HeaderKey)
            }
        };
    }

    /// Decompresses up to the end of the next record, whose size it gives; none at the end of the payload.
    fn decompress(&mut self, source: &mut Source<'_>, output: &mut Decompression<'_>) -> Result<Option<usize>, Pause> {
        let start = usize::try_from(output.position()).unwrap_or(usize::MAX);
        let error = |kind| ReadError::from(DecodeError::new(kind, start));
        if self.records.left() == 0 {
            let is_over = !self.fill_to(1, source, output)?;
            self.state = State::Rest;
            return if is_over { Ok(None) } else { Err(Pause::Error(error(Kind::RecordCount))) };
        }
        let mut wanted = 1;
        let (kind, size) = loop {
            if !self.fill_to(wanted, source, output)? {
                let nothing = output.unread().is_empty();
                break (if nothing { Kind::RecordCount } else { Kind::InvalidLength }, None);
            }
            match varint::varint(output.unread()) {
                Ok((length, used)) => match usize::try_from(length) {
                    Ok(length) => break (Kind::InvalidLength, Some(length.saturating_add(used))),
                    Err(_) => break (Kind::InvalidLength, None),
                },
                Err(Kind::Incomplete) => wanted = output.unread().len().saturating_add(1),
                Err(kind) => break (kind, None),
            }
        };
        if let Some(size) = size {
            if self.fill_to(size, source, output)? {
                return Ok(Some(size));
            }
        }
        self.state = State::Rest;
        Err(Pause::Error(error(kind)))
    }

    /// Fills until `n` decompressed bytes are unread, or says that there are no more.
    fn fill_to(&mut self, n: usize, source: &mut Source<'_>, output: &mut Decompression<'_>) -> Result<bool, Pause> {
        let bytes = source.rest(self.entry_left);
        let at = self.size.saturating_sub(HEADER_LEN).saturating_sub(self.entry_left);
        let mut used = 0;
        let result = output.fill_to(n, (bytes, at, self.entry_left.saturating_sub(bytes.len())), &mut used);
        self.eat(source, used);
        result.map_err(|wanting| match wanting {
            // A header, say, is read from its front at each try.
            Wanting::Input(n) => Pause::Needs(n.max(source.twice(self.entry_left))),
            Wanting::Error(error) => {
                self.state = State::Rest;
                Pause::Error(error.into())
            }
        })
    }

    /// A record of a compressed batch.
    fn decompressed<'x>(&mut self, bytes: &'x [u8], start: usize) -> Result<Record<'x>, Pause> {
        let error = match self.records.read(bytes) {
            Ok(Some((record, _))) => return Ok(record),
            Ok(None) => DecodeError::new(Kind::RecordCount, 0),
            Err(error) => error,
        };
        self.state = State::Rest;
        Err(error.shifted(start).into())
    }
}

impl fmt::Debug for Feed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed").field("at", &self.at).field("left", &self.left).finish_non_exhaustive()
    }
}
