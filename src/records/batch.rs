use super::record::{Base, RecordIter, RecordStream};
use super::{Compression, crc32c};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::DebugBytes;
use core::fmt;
use core::iter::FusedIterator;
use zerocopy::byteorder::big_endian::{I16, I32, I64, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The size in bytes of the header of a record batch.
pub const HEADER_LEN: usize = 61;

/// The offset and the length in front of any entry, which the length does not count.
const ENTRY_PREFIX: usize = 12;
/// Where the length is in an entry of any format.
const LENGTH_AT: usize = 8;
/// Where the magic is in an entry of any format.
const MAGIC_AT: usize = 16;
/// The least length of any entry, as Kafka's `ByteBufferLogInputStream` has it: a message of magic 0 with null key and value.
const LEAST_LENGTH: i32 = 14;
/// The least length of a batch: its header behind the length.
const LEAST_BATCH_LENGTH: i32 = 49;
/// The magic of record batches.
const MAGIC: i8 = 2;
/// Where the checksum is in a batch.
const CRC_AT: usize = 17;
/// Where the attributes are in a batch, and the bytes under the checksum begin.
const ATTRIBUTES_AT: usize = 21;
/// Where the record count is in a batch.
const COUNT_AT: usize = 57;

const LOG_APPEND_TIME: i16 = 1 << 3;
const TRANSACTIONAL: i16 = 1 << 4;
const CONTROL: i16 = 1 << 5;
const DELETE_HORIZON: i16 = 1 << 6;

/// A whole batch as it is on the wire.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Wire {
    base_offset: I64,
    batch_length: I32,
    partition_leader_epoch: I32,
    magic: i8,
    crc: U32,
    attributes: I16,
    last_offset_delta: I32,
    base_timestamp: I64,
    max_timestamp: I64,
    producer_id: I64,
    producer_epoch: I16,
    base_sequence: I32,
    records_count: I32,
    payload: [u8],
}

const _: () = {
    assert!(core::mem::offset_of!(Wire, crc) == CRC_AT);
    assert!(core::mem::offset_of!(Wire, attributes) == ATTRIBUTES_AT);
    assert!(core::mem::offset_of!(Wire, records_count) == COUNT_AT);
};

/// Which time the records of a batch carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TimestampType {
    /// Each record its own, as the producer set it (Kafka's `CreateTime`).
    Create,
    /// All the same, when the broker appended the batch to its log (Kafka's `LogAppendTime`).
    LogAppend,
}

/// Iterates the entries of a records field: a batch, or what is wrong with it and where.
///
/// Made by [`Records::batches`](crate::Records::batches), or from bytes by [`Batches::new`]. Fused. Offsets of errors count
/// from the start of these bytes. An entry's length, its magic and its end are checked, in this order, and nothing else.
///
/// # Errors
/// After these the iteration ends, and [`rest`](Self::rest) begins with the entry at fault:
///
/// - [`BatchTooSmall`](Kind::BatchTooSmall) at the length, if that is below 14, or below 49 in a batch of magic 2. Nobody can
///   say where the next entry begins.
/// - [`Incomplete`](Kind::Incomplete) at the end of the bytes, if that is inside an entry. The missing bytes are those up
///   to the end of the entry; those up to its length, while not even that is there.
///
/// After this one it goes on behind the entry (or gives [`Incomplete`](Kind::Incomplete), if the entry is cut):
///
/// - [`UnsupportedMagic`](Kind::UnsupportedMagic) at the magic, if that is not 2.
///
/// ```
/// use kafka_view::{DecodeErrorKind, records::Batches};
///
/// // An old message of magic 1, and a batch of which six bytes are there.
/// let bytes = b"\0\0\0\0\0\0\0\x05\0\0\0\x16\xa6\xf6\xe1\x29\x01\0\0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\
///     \0\0\0\0\0\0";
/// let mut batches = Batches::new(bytes);
///
/// let error = batches.next().unwrap().unwrap_err();
/// assert_eq!((error.kind, error.offset), (DecodeErrorKind::UnsupportedMagic(1), 16));
/// assert_eq!(batches.consumed(), 34);
///
/// let error = batches.next().unwrap().unwrap_err();
/// assert_eq!((error.kind, error.offset, error.missing), (DecodeErrorKind::Incomplete, 40, 6));
/// assert_eq!(batches.rest(), [0; 6]);
/// assert!(batches.next().is_none());
/// ```
#[derive(Clone)]
pub struct Batches<'a> {
    rest: &'a [u8],
    consumed: usize,
    next: Next,
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    /// An entry, or the end of the bytes.
    Entry,
    /// The end of an entry whose magic was found to be unsupported.
    End,
    /// Nothing: there was an error after which nobody can go on.
    Nothing,
}

impl<'a> Batches<'a> {
    /// Iterates the entries in `bytes`, the first of which begins with the first byte.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Batches { rest: bytes, consumed: 0, next: Next::Entry }
    }

    /// How many bytes the entries took that are behind us: where [`rest`](Self::rest) begins.
    ///
    /// After an error that ends the iteration that is the start of the entry at fault.
    #[must_use]
    pub const fn consumed(&self) -> usize {
        self.consumed
    }

    /// The bytes that are still to be read. In the end there are none, or those of an entry that is cut or otherwise bad.
    #[must_use]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The error at a byte of the present entry, after which the iteration ends.
    fn end(&mut self, kind: Kind, at: usize) -> DecodeError {
        self.next = Next::Nothing;
        DecodeError::new(kind, self.consumed.saturating_add(at))
    }

    /// That the bytes end within the present entry.
    fn cut(&mut self, missing: usize) -> DecodeError {
        self.next = Next::Nothing;
        DecodeError::incomplete(self.consumed.saturating_add(self.rest.len()), missing)
    }

    fn entry(&mut self) -> Result<RecordBatch<'a>, DecodeError> {
        let have = self.rest.len();
        let Some(&[.., a, b, c, d]) = self.rest.first_chunk::<ENTRY_PREFIX>() else {
            return Err(self.cut(ENTRY_PREFIX.saturating_sub(have)));
        };
        let length = i32::from_be_bytes([a, b, c, d]);
        if length < LEAST_LENGTH {
            return Err(self.end(Kind::BatchTooSmall, LENGTH_AT));
        }
        let magic = self.rest.get(MAGIC_AT).map(|&byte| i8::from_be_bytes([byte]));
        if magic == Some(MAGIC) && length < LEAST_BATCH_LENGTH {
            return Err(self.end(Kind::BatchTooSmall, LENGTH_AT));
        }
        // 2^31 + 11 at most, which 32 bits hold.
        let size = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(ENTRY_PREFIX);
        let entry = self.rest.split_at_checked(size);
        let start = self.consumed;
        if let (Some(magic), Next::Entry) = (magic.filter(|&magic| magic != MAGIC), self.next) {
            match entry {
                Some(entry) => self.advance(entry),
                None => self.next = Next::End,
            }
            return Err(DecodeError::new(Kind::UnsupportedMagic(magic), start.saturating_add(MAGIC_AT)));
        }
        let Some(entry) = entry else {
            return Err(self.cut(size.saturating_sub(have)));
        };
        // It is larger than a header; the compiler cannot know.
        let Ok(wire) = Wire::ref_from_bytes(entry.0) else {
            return Err(self.end(Kind::BatchTooSmall, LENGTH_AT));
        };
        self.advance(entry);
        Ok(RecordBatch { wire, start })
    }

    fn advance(&mut self, (entry, rest): (&'a [u8], &'a [u8])) {
        self.consumed = self.consumed.saturating_add(entry.len());
        self.rest = rest;
    }
}

impl<'a> Iterator for Batches<'a> {
    type Item = Result<RecordBatch<'a>, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() || self.next == Next::Nothing {
            return None;
        }
        Some(self.entry())
    }
}

impl FusedIterator for Batches<'_> {}

impl fmt::Debug for Batches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("consumed", &self.consumed).field("rest", &DebugBytes(self.rest)).finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Batches<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Batches({=usize} bytes consumed, {=usize} left)", self.consumed, self.rest.len());
    }
}

/// A record batch of magic 2 (KIP-98): its header, and its records as bytes.
///
/// All of its bytes are there, as many as its length says. Nothing else is checked before it is asked for, so the header of a
/// batch can be read whatever its checksum, its codec or its records are like.
///
/// | at | size | field | |
/// |---|---|---|---|
/// | 0 | 8 | [`base_offset`](Self::base_offset) | |
/// | 8 | 4 | [`batch_length`](Self::batch_length) | counts all behind it |
/// | 12 | 4 | [`partition_leader_epoch`](Self::partition_leader_epoch) | |
/// | 16 | 1 | [`magic`](Self::magic) | 2 |
/// | 17 | 4 | [`crc`](Self::crc) | of all behind it |
/// | 21 | 2 | [`attributes`](Self::attributes) | bits 0 to 2 codec, 3 log append time, 4 transactional, 5 control, 6 delete horizon |
/// | 23 | 4 | [`last_offset_delta`](Self::last_offset_delta) | |
/// | 27 | 8 | [`base_timestamp`](Self::base_timestamp) | |
/// | 35 | 8 | [`max_timestamp`](Self::max_timestamp) | |
/// | 43 | 8 | [`producer_id`](Self::producer_id) | |
/// | 51 | 2 | [`producer_epoch`](Self::producer_epoch) | |
/// | 53 | 4 | [`base_sequence`](Self::base_sequence) | |
/// | 57 | 4 | [`records_count`](Self::records_count) | |
/// | 61 | | [`payload`](Self::payload) | the records, compressed as one piece or not at all |
///
/// Two batches are equal if their bytes are, wherever they [start](Self::start).
///
/// ```
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x31\0\0\0\0\x02\xbc\x7b\xb7\x18\0\0\0\0\0\x04\0\0\0\0\0\0\x03\xe8\0\0\0\0\
/// #     \0\0\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0";
/// use kafka_view::records::Batches;
///
/// // A batch that compaction has emptied.
/// let batch = Batches::new(bytes).next().unwrap()?;
/// assert_eq!((batch.base_offset(), batch.last_offset_delta(), batch.records_count()), (100, 4, 0));
/// assert_eq!(batch.next_offset(), 105);
/// assert!(batch.records()?.next().is_none());
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct RecordBatch<'a> {
    wire: &'a Wire,
    start: usize,
}

impl<'a> RecordBatch<'a> {
    /// The offset of the first record that the producer put into the batch. Compaction may have taken that record out.
    #[must_use]
    pub fn base_offset(&self) -> i64 {
        self.wire.base_offset.get()
    }

    /// The size of the batch in bytes, without the first twelve: at least 49. [`size`](Self::size) counts those, too.
    #[must_use]
    pub fn batch_length(&self) -> i32 {
        self.wire.batch_length.get()
    }

    /// The epoch of the leader that appended the batch; a producer sends -1. The checksum does not cover it.
    #[must_use]
    pub fn partition_leader_epoch(&self) -> i32 {
        self.wire.partition_leader_epoch.get()
    }

    /// The format: always 2.
    #[must_use]
    pub fn magic(&self) -> i8 {
        self.wire.magic
    }

    /// The CRC-32C that the header states, of the bytes from [`attributes`](Self::attributes) to the end.
    /// [`verify_crc`](Self::verify_crc) compares it with what it should be.
    #[must_use]
    pub fn crc(&self) -> u32 {
        self.wire.crc.get()
    }

    /// The flags as they are on the wire; bits 7 to 15 have no meaning yet.
    #[must_use]
    pub fn attributes(&self) -> i16 {
        self.wire.attributes.get()
    }

    /// The offset of the last record, minus [`base_offset`](Self::base_offset). It stays as it is when compaction takes
    /// records out.
    #[must_use]
    pub fn last_offset_delta(&self) -> i32 {
        self.wire.last_offset_delta.get()
    }

    /// What the timestamps of the records count from, in milliseconds since the Unix epoch: the first record's, -1 if that
    /// had none. In a batch with a [delete horizon](Self::delete_horizon) it is that one.
    #[must_use]
    pub fn base_timestamp(&self) -> i64 {
        self.wire.base_timestamp.get()
    }

    /// The largest timestamp of the records, in milliseconds since the Unix epoch; in a batch with
    /// [`TimestampType::LogAppend`] that of all.
    #[must_use]
    pub fn max_timestamp(&self) -> i64 {
        self.wire.max_timestamp.get()
    }

    /// The id of an idempotent or transactional producer; -1 for none.
    #[must_use]
    pub fn producer_id(&self) -> i64 {
        self.wire.producer_id.get()
    }

    /// The epoch of that producer; -1 for none.
    #[must_use]
    pub fn producer_epoch(&self) -> i16 {
        self.wire.producer_epoch.get()
    }

    /// The sequence number of the first record within what that producer has sent to the partition; -1 for none, as in
    /// control batches.
    #[must_use]
    pub fn base_sequence(&self) -> i32 {
        self.wire.base_sequence.get()
    }

    /// How many records the header says there are. [`records`](Self::records) checks it.
    #[must_use]
    pub fn records_count(&self) -> i32 {
        self.wire.records_count.get()
    }

    /// How the records are compressed.
    #[must_use]
    pub fn compression(&self) -> Compression {
        Compression::from_attributes(self.attributes())
    }

    /// Which time the records carry.
    #[must_use]
    pub fn timestamp_type(&self) -> TimestampType {
        if self.has(LOG_APPEND_TIME) { TimestampType::LogAppend } else { TimestampType::Create }
    }

    /// Whether the batch is part of a transaction.
    #[must_use]
    pub fn is_transactional(&self) -> bool {
        self.has(TRANSACTIONAL)
    }

    /// Whether the records are for the machinery, such as the end of a transaction, and not for applications.
    #[must_use]
    pub fn is_control(&self) -> bool {
        self.has(CONTROL)
    }

    /// When compaction may drop the tombstones and transaction markers of the batch, in milliseconds since the Unix epoch;
    /// `None` if it has not met any yet (KIP-534).
    #[must_use]
    pub fn delete_horizon(&self) -> Option<i64> {
        self.has(DELETE_HORIZON).then(|| self.base_timestamp())
    }

    /// The offset of the last record, whether it is still there or not: base offset + last offset delta. The sum wraps at 64
    /// bits, as Kafka's does.
    #[must_use]
    pub fn last_offset(&self) -> i64 {
        self.base_offset().wrapping_add(i64::from(self.last_offset_delta()))
    }

    /// The offset behind the batch, with which a consumer goes on, even if there are no records: base offset + last offset
    /// delta + 1. The sum wraps at 64 bits, as Kafka's does.
    #[must_use]
    pub fn next_offset(&self) -> i64 {
        self.last_offset().wrapping_add(1)
    }

    /// Where the batch begins, counted from the start of the records field. Errors of the batch count from there, too.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The size of the whole batch in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.as_bytes().len()
    }

    /// The whole batch as it is on the wire.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.wire.as_bytes()
    }

    /// The bytes behind the header: the records one after the other, or what the codec has made of them.
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        &self.wire.payload
    }

    /// The CRC-32C that the batch should have: one pass over its bytes.
    #[must_use]
    pub fn compute_crc(&self) -> u32 {
        crc32c(self.as_bytes().get(ATTRIBUTES_AT..).unwrap_or_default())
    }

    /// Checks the checksum: one pass over the bytes of the batch.
    ///
    /// # Errors
    /// [`CrcMismatch`](Kind::CrcMismatch) at the checksum, byte 17 of the batch.
    ///
    /// ```
    /// # let mut bytes = *b"\0\0\0\0\0\0\0\x64\0\0\0\x31\0\0\0\0\x02\xbc\x7b\xb7\x18\0\0\0\0\0\x04\0\0\0\0\0\0\x03\xe8\0\0\0\0\
    /// #     \0\0\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0";
    /// use kafka_view::{DecodeErrorKind, records::Batches};
    ///
    /// bytes[60] ^= 1;
    /// let batch = Batches::new(&bytes).next().unwrap()?;
    /// let error = batch.verify_crc().unwrap_err();
    /// assert_eq!((error.kind, error.offset), (DecodeErrorKind::CrcMismatch, 17));
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    pub fn verify_crc(&self) -> Result<(), DecodeError> {
        if self.compute_crc() == self.crc() { Ok(()) } else { Err(self.error(Kind::CrcMismatch, CRC_AT)) }
    }

    /// Iterates the records.
    ///
    /// # Errors
    /// [`Compressed`](Kind::Compressed) at the attributes, byte 21 of the batch, with the name of the codec;
    /// [`RecordCount`](Kind::RecordCount) at the count, byte 57, if that is negative or above the number of bytes that the
    /// records have. The iterator has its own errors: see [`RecordIter`].
    ///
    /// ```
    /// # let bytes = b"\0\0\0\0\0\0\0\0\0\0\0\x31\0\0\0\0\x02\x88\xf6\x6e\x6b\0\x02\0\0\0\0\0\0\0\0\0\0\x03\xe8\0\0\0\0\
    /// #     \0\0\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01";
    /// use kafka_view::records::Batches;
    ///
    /// let batch = Batches::new(bytes).next().unwrap()?;
    /// assert_eq!(batch.records_count(), 1); // the header can be read
    /// assert_eq!(batch.records().unwrap_err().to_string(), "records are compressed with snappy at byte 21");
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    #[inline]
    pub fn records(&self) -> Result<RecordIter<'a>, DecodeError> {
        let codec = self.compression();
        if codec != Compression::None {
            return Err(self.error(Kind::Compressed(codec), ATTRIBUTES_AT));
        }
        let count_error = self.error(Kind::RecordCount, COUNT_AT);
        self.batch_records(self.payload(), self.start.saturating_add(HEADER_LEN), count_error)
    }

    /// Iterates the records of a compressed batch: those in its [payload](Self::payload) after a decompressor had it.
    ///
    /// Offsets of errors count from the start of `decompressed`. The iteration borrows from it alone, so the batch may go.
    ///
    /// # Errors
    /// [`RecordCount`](Kind::RecordCount) at the end, if the header's count is negative or above the number of bytes; later the
    /// iterator gives it, at the end as well. Those of the [iterator](RecordIter) besides.
    pub fn records_in<'d>(&self, decompressed: &'d [u8]) -> Result<RecordIter<'d>, DecodeError> {
        self.batch_records(decompressed, 0, DecodeError::new(Kind::RecordCount, decompressed.len()))
    }

    /// Reads records one at a time from a window over the payload, decompressed where it is compressed: for a batch that is
    /// larger than memory. `None` below magic 2, where the last message has to be known before the first.
    #[must_use]
    pub fn stream(&self) -> Option<RecordStream> {
        Some(RecordStream::new(usize::try_from(self.records_count()).unwrap_or(0), self.base()))
    }

    #[inline]
    fn batch_records<'p>(
        &self,
        payload: &'p [u8],
        start: usize,
        count_error: DecodeError,
    ) -> Result<RecordIter<'p>, DecodeError> {
        match usize::try_from(self.records_count()) {
            Ok(count) if count <= payload.len() => Ok(RecordIter::new(payload, count, self.base(), start, count_error)),
            _ => Err(count_error),
        }
    }

    #[inline]
    fn base(&self) -> Base {
        let append_time = self.has(LOG_APPEND_TIME);
        Base {
            offset: self.base_offset(),
            timestamp: if append_time { self.max_timestamp() } else { self.base_timestamp() },
            timestamp_mask: if append_time { 0 } else { -1 },
            sequence: self.base_sequence(),
        }
    }

    fn has(&self, flag: i16) -> bool {
        self.attributes() & flag != 0
    }

    fn error(&self, kind: Kind, at: usize) -> DecodeError {
        DecodeError::new(kind, self.start.saturating_add(at))
    }
}

impl PartialEq for RecordBatch<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for RecordBatch<'_> {}

/// The header, without the payload.
impl fmt::Debug for RecordBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordBatch")
            .field("start", &self.start())
            .field("base_offset", &self.base_offset())
            .field("batch_length", &self.batch_length())
            .field("partition_leader_epoch", &self.partition_leader_epoch())
            .field("crc", &self.crc())
            .field("attributes", &self.attributes())
            .field("last_offset_delta", &self.last_offset_delta())
            .field("base_timestamp", &self.base_timestamp())
            .field("max_timestamp", &self.max_timestamp())
            .field("producer_id", &self.producer_id())
            .field("producer_epoch", &self.producer_epoch())
            .field("base_sequence", &self.base_sequence())
            .field("records_count", &self.records_count())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RecordBatch<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "RecordBatch(offset {=i64}, {=i32} records, {=usize} bytes, {})",
            self.base_offset(),
            self.records_count(),
            self.size(),
            self.compression()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout() {
        assert!(Wire::ref_from_bytes(&[0; HEADER_LEN - 1]).is_err());
        let bytes = [7; HEADER_LEN + 2];
        let wire = Wire::ref_from_bytes(&bytes[..]).unwrap();
        assert_eq!(wire.payload, [7, 7]);
        assert_eq!(wire.as_bytes(), bytes);
    }

    #[test]
    fn small() {
        assert_eq!(size_of::<DecodeError>(), 12);
        assert!(size_of::<RecordBatch<'_>>() <= 3 * size_of::<usize>());
    }
}
