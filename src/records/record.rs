use super::message::{self, MessageSet};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::message::debug_fields;
use crate::wire::{DebugBytes, SMALL, Str, debug_bounded, varint};
use core::fmt;
use core::iter::FusedIterator;

/// What the numbers in the records of a batch count from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    pub(super) offset: i64,
    pub(super) timestamp: i64,
    /// The bits of a timestamp delta that count: all, or none with log append time.
    pub(super) timestamp_mask: i64,
    pub(super) sequence: i32,
    /// Whether the records are messages of magic 0 and 1.
    pub(super) is_of_messages: bool,
}

impl Base {
    /// Of records on their own.
    const NOTHING: Self = Base { offset: 0, timestamp: 0, timestamp_mask: -1, sequence: -1, is_of_messages: false };
    /// Of messages of magic 0 and 1 that have their own offsets and timestamps.
    pub(super) const MESSAGES: Self = Base { is_of_messages: true, ..Self::NOTHING };
}

/// Iterates the records of a batch: a record, or what is wrong with it and where.
///
/// Made by [`RecordBatch::records`](super::RecordBatch::records). Fused; after an error it ends. Offsets of errors count from
/// the start of the records field, as those of [`Batches`](super::Batches) do.
///
/// # Errors
/// None is [`Incomplete`](Kind::Incomplete): the end of the batch is known.
///
/// - [`RecordCount`](Kind::RecordCount) at the count in the batch's header: the batch ends before all records were there, or
///   has bytes left behind them.
/// - [`InvalidLength`](Kind::InvalidLength) at a record's length that is negative or leads past the end of the batch (or is
///   itself cut by it); at the length of a key, a value or a header's key or value that leads past the end of the record; at
///   a header count that is negative or above the number of bytes left in the record.
/// - [`InvalidVarint`](Kind::InvalidVarint) at a number that is too long.
/// - [`UnexpectedNull`](Kind::UnexpectedNull) at the negative length of a header's key.
/// - [`RecordSize`](Kind::RecordSize) at the end of a record that is too short for its content, or at the first byte that
///   its content leaves over.
///
/// And in the messages of a compressed wrapper of magic 0 or 1:
///
/// - [`BatchTooSmall`](Kind::BatchTooSmall) at a length below what a message of its magic needs,
///   [`UnsupportedMagic`](Kind::UnsupportedMagic) at a magic that is neither 0 nor 1.
/// - [`NestedCompression`](Kind::NestedCompression) at the attributes of a message that is compressed itself.
#[derive(Clone)]
pub struct RecordIter<'a> {
    bytes: &'a [u8],
    at: usize,
    /// How many records are to come; 0 in a set of messages, which ends with its bytes, so that the fast way leaves it alone.
    left: usize,
    base: Base,
    /// Where the bytes begin, counted from the start of the records field.
    start: usize,
    /// What a wrong count would be.
    count_error: DecodeError,
}

impl<'a> RecordIter<'a> {
    #[inline]
    pub(super) fn new(bytes: &'a [u8], left: usize, base: Base, start: usize, count_error: DecodeError) -> Self {
        RecordIter { bytes, at: 0, left, base, start, count_error }
    }

    /// Iterates a set of whole messages.
    pub(super) fn of_messages(set: &MessageSet<'a>, base: Base, start: usize) -> Self {
        let count_error = DecodeError::new(Kind::RecordCount, start);
        RecordIter { bytes: set.bytes, at: 0, left: 0, base, start, count_error }
    }

    /// The bytes of the batch that are still to be read.
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Moves on to the next record, if that is good and has short numbers only.
    #[inline(always)]
    fn short_record(&mut self) -> Option<Record<'a>> {
        let left = self.left.checked_sub(1)?;
        let mut r = Short { bytes: self.bytes, at: self.at };
        let length = r.length()?;
        let end = r.at.wrapping_add(length);
        let record = Record::read_short(&mut r, end, &self.base)?;
        self.at = end;
        self.left = left;
        Some(record)
    }

    /// The next record and where it ends, or what is wrong with it.
    #[cfg_attr(all(target_pointer_width = "64", not(kafka_view_small)), cold)]
    #[inline(never)]
    fn any_record(&self) -> Result<(Record<'a>, usize), DecodeError> {
        let mut rest = self.rest();
        if self.base.is_of_messages {
            return match message::record(rest, &self.base) {
                Ok((record, size)) => Ok((record, self.at.saturating_add(size))),
                Err((kind, at)) => Err(DecodeError::new(kind, self.start.saturating_add(self.at).saturating_add(at))),
            };
        }
        if rest.is_empty() || self.left == 0 {
            return Err(self.count_error);
        }
        // The error at the byte from which on there are `left` bytes of the batch.
        let error =
            |kind, left| DecodeError::new(kind, self.start.saturating_add(self.bytes.len()).saturating_sub(left));
        let mut record = match sized(&mut rest) {
            Ok(Some(record)) => record,
            Err(Kind::InvalidVarint) => return Err(error(Kind::InvalidVarint, rest.len())),
            // Negative, past the end of the batch, or itself cut by it.
            Ok(None) | Err(_) => return Err(error(Kind::InvalidLength, self.rest().len())),
        };
        match Record::read(&mut record, &self.base) {
            Ok(record) => Ok((record, self.bytes.len().saturating_sub(rest.len()))),
            // A number that the end of the record cuts.
            Err(Kind::Incomplete) => Err(error(Kind::RecordSize, rest.len())),
            Err(kind) => Err(error(kind, rest.len().saturating_add(record.len()))),
        }
    }
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<Record<'a>, DecodeError>;

    #[cfg_attr(all(target_pointer_width = "64", not(kafka_view_small)), inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        if !SMALL {
            if let Some(record) = self.short_record() {
                return Some(Ok(record));
            }
        }
        if self.left == 0 && self.at == self.bytes.len() {
            return None;
        }
        // A copy, so that the address of this one never escapes and it lives in registers.
        let result = if SMALL { self.any_record() } else { self.clone().any_record() };
        Some(match result {
            Ok((record, end)) => {
                self.at = end;
                self.left = self.left.saturating_sub(1);
                Ok(record)
            }
            Err(error) => {
                self.at = self.bytes.len();
                self.left = 0;
                Err(error)
            }
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // An error comes in the place of a record, or behind the last. Messages are not counted.
        let more = if self.base.is_of_messages {
            self.rest().len().div_ceil(message::LEAST_SIZE)
        } else {
            usize::from(self.at != self.bytes.len())
        };
        (usize::from(self.left > 0 || more > 0), self.left.checked_add(more))
    }
}

impl FusedIterator for RecordIter<'_> {}

impl fmt::Debug for RecordIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordIter")
            .field("left", &self.left)
            .field("rest", &DebugBytes(self.rest()))
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RecordIter<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "RecordIter({=usize} records, {=usize} bytes left)", self.left, self.rest().len());
    }
}

/// Reads the records of a batch one at a time from a window of bytes, which need never hold more than one record: so a batch
/// that is compressed, or larger than memory, is read through the window of a decompressor.
///
/// Made by [`RecordBatch::stream`](super::RecordBatch::stream), or by [`new`](Self::new) for records without a batch. It has no
/// bytes itself, and may be kept between windows.
///
/// ```
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xac\x43\x92\x70\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\
/// #     \0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
/// #     \x18\0\0\0\x02k\x02v\x02\x02h\x02!";
/// # let batch = kafka_view::records::Batches::new(bytes).next().unwrap()?;
/// let mut stream = batch.stream()?;
/// let error = stream.read(&batch.payload()[..5]).unwrap_err();
/// assert_eq!((error.is_incomplete(), error.missing), (true, 8));
///
/// let (record, used) = stream.read(batch.payload())?.unwrap();
/// assert_eq!((record.offset, used), (100, 13));
/// assert!(stream.read(&[])?.is_none());
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordStream {
    left: usize,
    base: Base,
}

impl RecordStream {
    /// Reads so many records that no header is known of: their offsets and timestamps count from 0, and they have no
    /// sequence.
    #[must_use]
    pub const fn new(count: usize) -> Self {
        RecordStream { left: count, base: Base::NOTHING }
    }

    pub(super) const fn of_batch(left: usize, base: Base) -> Self {
        RecordStream { left, base }
    }

    /// How many records are to come, as the header of the batch has it.
    #[must_use]
    pub const fn left(&self) -> usize {
        self.left
    }

    /// The record at the front of the window, and how many bytes it takes; the next call wants those behind it. `None` after
    /// the last.
    ///
    /// # Errors
    /// Those of [`RecordIter`], counted from the start of the window, save [`RecordCount`](Kind::RecordCount): whoever has
    /// the bytes sees whether they end with the last record. And [`Incomplete`](Kind::Incomplete), if the window ends in the
    /// record: with as many bytes more as are missing, the same call may succeed. Where there are no more bytes, the batch
    /// is cut. The record at fault is not passed over.
    pub fn read<'w>(&mut self, window: &'w [u8]) -> Result<Option<(Record<'w>, usize)>, DecodeError> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        let mut rest = window;
        let length = match varint(&mut rest) {
            Ok(length) => usize::try_from(length).map_err(|_| DecodeError::new(Kind::InvalidLength, 0))?,
            Err(Kind::Incomplete) => return Err(DecodeError::incomplete(window.len(), 1)),
            Err(kind) => return Err(DecodeError::new(kind, 0)),
        };
        let Some((mut content, rest)) = rest.split_at_checked(length) else {
            return Err(DecodeError::incomplete(window.len(), length.saturating_sub(rest.len())));
        };
        let used = window.len().saturating_sub(rest.len());
        match Record::read(&mut content, &self.base) {
            Ok(record) => {
                self.left = left;
                Ok(Some((record, used)))
            }
            Err(Kind::Incomplete) => Err(DecodeError::new(Kind::RecordSize, used)),
            Err(kind) => Err(DecodeError::new(kind, used.saturating_sub(content.len()))),
        }
    }
}

impl RecordStream {
    /// The front of the next record, which is larger than the window, and how many bytes it takes. The errors are those of
    /// [`read`](Self::read); that a record is cut is not among them.
    pub(super) fn read_front(&self, window: &[u8]) -> Result<(LargeRecord, usize), DecodeError> {
        let mut rest = window;
        let front = (|| {
            let length = usize::try_from(varint(&mut rest)?).map_err(|_| Kind::InvalidLength)?;
            let size = window.len().saturating_sub(rest.len()).saturating_add(length);
            let (&attributes, tail) = rest.split_first().ok_or(Kind::RecordSize)?;
            rest = tail;
            Ok((size, attributes, varlong(&mut rest)?, varint(&mut rest)?))
        })();
        let used = window.len().saturating_sub(rest.len());
        let (size, attributes, timestamp_delta, offset_delta) = front.map_err(|kind| DecodeError::new(kind, used))?;
        let record = Record::new(attributes, timestamp_delta, offset_delta, None, None, Headers::default(), &self.base);
        let Record { attributes, timestamp, timestamp_delta, offset, offset_delta, sequence, .. } = record;
        Ok((LargeRecord { size, attributes, timestamp, timestamp_delta, offset, offset_delta, sequence }, used))
    }

    /// A record was read in another way.
    pub(super) fn passed(&mut self) {
        self.left = self.left.saturating_sub(1);
    }
}

/// The front of a record that is larger than the window it is read through: its size and its numbers.
///
/// The fields are those of [`Record`].
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct LargeRecord {
    /// How many bytes the record takes on the wire, its length included.
    pub size: usize,
    /// Bits without a meaning so far.
    pub attributes: i8,
    /// Milliseconds since the Unix epoch.
    pub timestamp: i64,
    /// The milliseconds on the wire.
    pub timestamp_delta: i64,
    /// The place in the partition.
    pub offset: i64,
    /// The number on the wire.
    pub offset_delta: i32,
    /// The number of the record within what an idempotent producer has sent; `None` if the batch has none.
    pub sequence: Option<i32>,
}

// A derived one of so many fields has a panic in it.
impl fmt::Debug for LargeRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LargeRecord { size, attributes, timestamp, timestamp_delta, offset, offset_delta, sequence } = self;
        debug_fields(
            f,
            "LargeRecord",
            &["size", "attributes", "timestamp", "timestamp_delta", "offset", "offset_delta", "sequence"],
            &[size, attributes, timestamp, timestamp_delta, offset, offset_delta, sequence],
        )
    }
}

impl LargeRecord {
    /// How many bytes it is read from at most: a length, the attributes, and two deltas.
    pub(super) const FRONT: usize = 5 + 1 + 10 + 5;
}

#[cfg(feature = "defmt")]
impl defmt::Format for RecordStream {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "RecordStream({=usize} records left)", self.left);
    }
}

/// A record of a batch (KIP-98), or a message of the formats before.
///
/// In a batch of magic 2 it is, on the wire, a row of variable-length numbers (zigzag, seven bits a byte) and bytes:
///
/// | what | type | |
/// |---|---|---|
/// | length | varint | in bytes, of all that follows |
/// | attributes | int8 | no bit has a meaning |
/// | timestamp delta | varlong | milliseconds, to the batch's base timestamp |
/// | offset delta | varint | to the batch's base offset |
/// | key length | varint | any negative number is null |
/// | key | bytes | |
/// | value length | varint | any negative number is null |
/// | value | bytes | |
/// | header count | varint | |
/// | headers | | a key's length (never null) and the key, a value's length and the value |
///
/// A message of magic 0 or 1 is a whole entry: see the table of [`RecordBatch`](super::RecordBatch). It has neither headers nor
/// a sequence, and its deltas are 0 here.
///
/// ```
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xac\x43\x92\x70\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\
/// #     \0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
/// #     \x18\0\0\0\x02k\x02v\x02\x02h\x02!";
/// use kafka_view::{DecodeError, Records};
///
/// fn values(records: Records<'_>) -> Result<usize, DecodeError> {
///     let mut bytes = 0;
///     for batch in records.batches() {
///         for record in batch?.records()? {
///             bytes += record?.value.map_or(0, <[u8]>::len);
///         }
///     }
///     Ok(bytes)
/// }
/// assert_eq!(values(Records::from(&bytes[..])), Ok(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'a> {
    /// Bits without a meaning so far: producers send 0. In a message of magic 0 or 1 the codec and the type of the timestamp.
    pub attributes: i8,
    /// Milliseconds since the Unix epoch: the batch's base timestamp + [`timestamp_delta`](Self::timestamp_delta), a sum
    /// that wraps at 64 bits, as Kafka's does; in a batch with [`LogAppend`](super::TimestampType::LogAppend) the batch's
    /// maximum timestamp, whatever the delta. -1 if the producer set none, and in magic 0, which has none.
    pub timestamp: i64,
    /// The milliseconds on the wire, which a producer counts from the batch's first record.
    pub timestamp_delta: i64,
    /// The place in the partition: the batch's base offset + [`offset_delta`](Self::offset_delta). The sum wraps at 64 bits,
    /// as Kafka's does.
    ///
    /// Records come in the order of the wire. Where compaction took some out there are gaps.
    pub offset: i64,
    /// The number on the wire.
    pub offset_delta: i32,
    /// The number of the record within what an idempotent producer has sent to the partition: the batch's base sequence +
    /// [`offset_delta`](Self::offset_delta). Behind 2^31 - 1 comes 0, as with Kafka. `None` if the batch has no sequence.
    pub sequence: Option<i32>,
    /// The key; null and empty are two things.
    pub key: Option<&'a [u8]>,
    /// The value; null is a tombstone, which deletes the key where the topic is compacted.
    pub value: Option<&'a [u8]>,
    /// The headers, in their order.
    pub headers: Headers<'a>,
}

impl<'a> Record<'a> {
    /// A record that fills `rest`, which is behind its length. After an error, `rest` begins with the bytes at fault;
    /// [`Incomplete`](Kind::Incomplete) says that it ended within a number.
    fn read(rest: &mut &'a [u8], base: &Base) -> Result<Self, Kind> {
        let Some((&attributes, tail)) = rest.split_first() else {
            return Err(Kind::Incomplete);
        };
        *rest = tail;
        let timestamp_delta = varlong(rest)?;
        let offset_delta = varint(rest)?;
        let key = sized(rest)?;
        let value = sized(rest)?;
        let headers = Headers::read(rest)?;
        Ok(Self::new(attributes, timestamp_delta, offset_delta, key, value, headers, base))
    }

    /// A record that ends at `end`, if it is good and has short numbers only.
    #[inline(always)]
    fn read_short(r: &mut Short<'a>, end: usize, base: &Base) -> Option<Self> {
        // If it is not there, neither is the number behind it.
        let attributes = r.bytes.get(r.at).copied().unwrap_or(0);
        r.at = r.at.wrapping_add(1);
        let timestamp_delta = i64::from(r.number()?);
        let offset_delta = r.number()?;
        let key = r.sized()?;
        let value = r.sized()?;
        let headers = Headers::read_short(r, end)?;
        Some(Self::new(attributes, timestamp_delta, offset_delta, key, value, headers, base))
    }

    #[inline(always)]
    fn new(
        attributes: u8,
        timestamp_delta: i64,
        offset_delta: i32,
        key: Option<&'a [u8]>,
        value: Option<&'a [u8]>,
        headers: Headers<'a>,
        base: &Base,
    ) -> Self {
        Record {
            attributes: i8::from_be_bytes([attributes]),
            timestamp: base.timestamp.wrapping_add(timestamp_delta & base.timestamp_mask),
            timestamp_delta,
            offset: base.offset.wrapping_add(i64::from(offset_delta)),
            offset_delta,
            // The sign is dropped: sequences count in 31 bits.
            sequence: (base.sequence >= 0).then_some(base.sequence.wrapping_add(offset_delta) & i32::MAX),
            key,
            value,
            headers,
        }
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("attributes", &self.attributes)
            .field("timestamp", &self.timestamp)
            .field("timestamp_delta", &self.timestamp_delta)
            .field("offset", &self.offset)
            .field("offset_delta", &self.offset_delta)
            .field("sequence", &self.sequence)
            .field("key", &self.key.map(DebugBytes))
            .field("value", &self.value.map(DebugBytes))
            .field("headers", &self.headers)
            .finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Record<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "Record(offset {=i64}, timestamp {=i64}, key {}, value {}, {})",
            self.offset,
            self.timestamp,
            self.key.map(<[u8]>::len),
            self.value.map(<[u8]>::len),
            self.headers
        );
    }
}

/// The headers of a record: checked when the record was read, read again when they are iterated.
///
/// Their order is kept, and so are several with the same key. They are equal if their keys and values are, one by one.
///
/// ```
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xac\x43\x92\x70\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\
/// #     \0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
/// #     \x18\0\0\0\x02k\x02v\x02\x02h\x02!";
/// # let batch = kafka_view::records::Batches::new(bytes).next().unwrap()?;
/// # let record = batch.records()?.next().unwrap()?;
/// assert_eq!(record.headers.len(), 1);
/// let header = record.headers.iter().find(|header| header.key == "h").unwrap();
/// assert_eq!(header.value, Some(&b"!"[..]));
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Headers<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl<'a> Headers<'a> {
    /// How many headers there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no headers.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The headers as they are on the wire, without the count in front.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Iterates the headers.
    #[must_use]
    #[inline]
    pub const fn iter(&self) -> HeaderIter<'a> {
        HeaderIter { bytes: self.bytes, at: 0, left: self.count }
    }

    /// The count and as many headers, which end where `rest` does.
    fn read(rest: &mut &'a [u8]) -> Result<Self, Kind> {
        let before = *rest;
        let count = match usize::try_from(varint(rest)?) {
            Ok(count) if count <= rest.len() => count,
            _ => {
                *rest = before;
                return Err(Kind::InvalidLength);
            }
        };
        let bytes = *rest;
        for _ in 0..count {
            Header::read(rest)?;
        }
        if rest.is_empty() { Ok(Headers { bytes, count }) } else { Err(Kind::RecordSize) }
    }

    /// The count and as many headers, which end at `end`, if they are good and have short numbers only.
    #[inline(always)]
    fn read_short(r: &mut Short<'a>, end: usize) -> Option<Self> {
        let count = r.length()?;
        if count == 0 {
            return (r.at == end).then_some(Headers::default());
        }
        let headers = Headers { bytes: r.bytes.get(r.at..end)?, count };
        headers.are_short().then_some(headers)
    }

    #[inline(never)]
    fn are_short(self) -> bool {
        let mut r = Short { bytes: self.bytes, at: 0 };
        for _ in 0..self.count {
            if Header::read_short(&mut r).is_none() {
                return false;
            }
        }
        r.at == r.bytes.len()
    }
}

impl<'a> IntoIterator for Headers<'a> {
    type Item = Header<'a>;
    type IntoIter = HeaderIter<'a>;

    #[inline]
    fn into_iter(self) -> HeaderIter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &Headers<'a> {
    type Item = Header<'a>;
    type IntoIter = HeaderIter<'a>;

    #[inline]
    fn into_iter(self) -> HeaderIter<'a> {
        self.iter()
    }
}

impl PartialEq for Headers<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl Eq for Headers<'_> {}

impl fmt::Debug for Headers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Listed<'a>(HeaderIter<'a>);
        impl fmt::Debug for Listed<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.0.clone()).finish()
            }
        }
        debug_bounded(f, format_args!("{} of {:?}", self.count, Listed(self.iter())))
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Headers<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} headers", self.count);
    }
}

/// Iterates [`Headers`]: exact-size and fused.
#[derive(Clone)]
pub struct HeaderIter<'a> {
    bytes: &'a [u8],
    at: usize,
    left: usize,
}

impl<'a> HeaderIter<'a> {
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The next header and where it ends.
    #[cfg_attr(all(target_pointer_width = "64", not(kafka_view_small)), cold)]
    #[inline(never)]
    fn any_header(&self) -> Option<(Header<'a>, usize)> {
        let mut rest = self.rest();
        // It was read before; the compiler cannot know.
        let header = Header::read(&mut rest).ok()?;
        Some((header, self.bytes.len().saturating_sub(rest.len())))
    }
}

impl<'a> Iterator for HeaderIter<'a> {
    type Item = Header<'a>;

    #[cfg_attr(all(target_pointer_width = "64", not(kafka_view_small)), inline(always))]
    fn next(&mut self) -> Option<Header<'a>> {
        self.left = self.left.checked_sub(1)?;
        if !SMALL {
            let mut r = Short { bytes: self.bytes, at: self.at };
            if let Some(header) = Header::read_short(&mut r) {
                self.at = r.at;
                return Some(header);
            }
        }
        let (header, end) = if SMALL { self.any_header() } else { self.clone().any_header() }?;
        self.at = end;
        Some(header)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for HeaderIter<'_> {}
impl FusedIterator for HeaderIter<'_> {}

impl fmt::Debug for HeaderIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeaderIter").field("left", &self.left).field("rest", &DebugBytes(self.rest())).finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for HeaderIter<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "HeaderIter({=usize} headers left)", self.left);
    }
}

/// A header of a record (KIP-82): a name and a value that applications add.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header<'a> {
    /// The name, meant to be UTF-8; several headers of a record may have the same.
    pub key: Str<'a>,
    /// The value; null and empty are two things.
    pub value: Option<&'a [u8]>,
}

impl<'a> Header<'a> {
    /// A header for a [`NewRecord`](super::NewRecord).
    #[must_use]
    pub fn new(key: impl Into<Str<'a>>, value: Option<&'a [u8]>) -> Self {
        Header { key: key.into(), value }
    }

    /// A header from the front of `rest`. After an error, `rest` begins with the bytes at fault.
    fn read(rest: &mut &'a [u8]) -> Result<Self, Kind> {
        let before = *rest;
        let Some(key) = sized(rest)? else {
            *rest = before;
            return Err(Kind::UnexpectedNull);
        };
        let value = sized(rest)?;
        Ok(Header { key: Str::from(key), value })
    }

    /// A header, if it is good and has short numbers only.
    #[inline(always)]
    fn read_short(r: &mut Short<'a>) -> Option<Self> {
        let key = r.sized()??;
        let value = r.sized()?;
        Some(Header { key: Str::from(key), value })
    }
}

impl fmt::Debug for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Header").field("key", &self.key).field("value", &self.value.map(DebugBytes)).finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Header<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Header({}, {})", self.key, self.value.map(<[u8]>::len));
    }
}

/// A length and as many bytes; a negative length is null. After an error, `rest` is as it was.
fn sized<'a>(rest: &mut &'a [u8]) -> Result<Option<&'a [u8]>, Kind> {
    let mut behind = *rest;
    let Ok(length) = usize::try_from(varint(&mut behind)?) else {
        *rest = behind;
        return Ok(None);
    };
    let (bytes, behind) = behind.split_at_checked(length).ok_or(Kind::InvalidLength)?;
    *rest = behind;
    Ok(Some(bytes))
}

/// A varint. After an error, `rest` is as it was.
fn varint(rest: &mut &[u8]) -> Result<i32, Kind> {
    let (value, used) = varint::varint(rest)?;
    *rest = rest.get(used..).unwrap_or_default();
    Ok(value)
}

/// A varlong. After an error, `rest` is as it was.
fn varlong(rest: &mut &[u8]) -> Result<i64, Kind> {
    let (value, used) = varint::varlong(rest)?;
    *rest = rest.get(used..).unwrap_or_default();
    Ok(value)
}

/// The fast way: it reads good records whose numbers take up to three bytes, as nearly all do, and gives up at anything
/// else. Then the other way reads the record, or says what is wrong with it. So the code that is inlined into loops has one
/// exit and no errors to make.
///
/// The bytes are those of the batch, not of the record: that a record ends where its length says is seen at its end.
struct Short<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Short<'a> {
    /// A varint, or a varlong, before zigzag: the lowest bit is the sign.
    #[inline(always)]
    fn bits(&mut self) -> Option<u32> {
        // The position is at most one past the end of the bytes, so that nothing wraps.
        let byte = |n| self.bytes.get(self.at.wrapping_add(n)).copied().map(u32::from);
        let a = byte(0)?;
        let (bits, used) = if a < 0x80 {
            (a, 1)
        } else {
            let b = byte(1)?;
            if b < 0x80 {
                (a & 0x7f | b << 7, 2)
            } else {
                let c = byte(2).filter(|&c| c < 0x80)?;
                (a & 0x7f | (b & 0x7f) << 7 | c << 14, 3)
            }
        };
        self.at = self.at.wrapping_add(used);
        Some(bits)
    }

    /// A varint, or a varlong.
    #[inline(always)]
    fn number(&mut self) -> Option<i32> {
        let bits = self.bits()?;
        Some((bits >> 1) as i32 ^ ((bits & 1) as i32).wrapping_neg())
    }

    /// A length or count that is not negative.
    #[inline(always)]
    fn length(&mut self) -> Option<usize> {
        let bits = self.bits()?;
        if bits & 1 == 0 { Some((bits >> 1) as usize) } else { None }
    }

    /// A length and as many bytes; a negative length is null.
    #[inline(always)]
    fn sized(&mut self) -> Option<Option<&'a [u8]>> {
        let bits = self.bits()?;
        if bits & 1 == 1 {
            return Some(None);
        }
        let end = self.at.wrapping_add((bits >> 1) as usize);
        let bytes = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(Some(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers() {
        for bits in (0..1u32 << 24).step_by(13) {
            let [_, bytes @ ..] = bits.to_be_bytes();
            for bytes in [&bytes[..], &bytes[..1], &bytes[..2]] {
                let mut r = Short { bytes, at: 0 };
                let wanted = varint::varint(bytes);
                assert_eq!(r.number(), wanted.ok().map(|(value, _)| value));
                assert_eq!(r.at, wanted.map_or(0, |(_, used)| used));
                assert_eq!(varint::varlong(bytes), wanted.map(|(value, used)| (value.into(), used)));
            }
        }
    }

    /// The fast way never reads a record or a header otherwise than the other.
    #[test]
    fn ways_agree() {
        let base = Base { offset: 1 << 40, timestamp: -5, timestamp_mask: -1, sequence: i32::MAX, ..Base::NOTHING };
        let count_error = DecodeError::new(Kind::RecordCount, 57);
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let (mut records, mut headers) = (0, 0);
        for _ in 0..300_000 {
            // Mostly small even bytes, so that many are good: a record that says to fill all, with a header or none.
            let mut bytes = [0; 24];
            for byte in &mut bytes {
                let any = next(256);
                *byte = u8::try_from(if next(12) == 0 { any } else { any % 4 }).unwrap();
            }
            let len = 8 + usize::try_from(next(17)).unwrap();
            bytes[0] = u8::try_from(2 * (len - 1)).unwrap();
            let mut iter = RecordIter::new(&bytes[..len], 1, base, 61, count_error);
            let wanted = iter.any_record();
            if let Some(record) = iter.short_record() {
                assert_eq!(wanted, Ok((record, iter.at)), "{bytes:?}");
                records += 1;
                let mut iter = record.headers.iter();
                loop {
                    let wanted = iter.any_header();
                    let Some(header) = iter.next() else { break };
                    assert_eq!(wanted, Some((header, iter.at)), "{bytes:?}");
                    headers += 1;
                }
                assert_eq!((iter.left, iter.at), (0, iter.bytes.len()));
            }
        }
        assert!(records > 1000 && headers > 1000, "{records} {headers}");
    }

    #[test]
    fn nothing_of_nothing() {
        assert_eq!(varint(&mut &[][..]), Err(Kind::Incomplete));
        assert_eq!(varlong(&mut &[][..]), Err(Kind::Incomplete));
        assert_eq!(sized(&mut &[][..]), Err(Kind::Incomplete));
    }
}
