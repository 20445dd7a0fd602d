use super::message::{self, Message, MessageSet};
use super::record::{Base, RecordIter, RecordStream};
use super::{Compression, crc32, crc32c};
use crate::compression::{DecompressError, decompress_with_magic};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::DebugBytes;
use core::fmt;
use core::iter::FusedIterator;

/// The size in bytes of the header of a record batch.
pub const HEADER_LEN: usize = 61;

/// The offset and the length in front of any entry, which the length does not count.
const ENTRY_PREFIX: usize = 12;
/// Where the length is in an entry of any format.
pub(super) const LENGTH_AT: usize = 8;
/// Where the magic is in an entry of any format.
pub(super) const MAGIC_AT: usize = 16;
/// The least length of any entry, as Kafka's `ByteBufferLogInputStream` has it: a message of magic 0 with null key and value.
pub(super) const LEAST_LENGTH: i32 = 14;
/// The least length of a message of magic 1, which has a timestamp more.
pub(super) const LEAST_MESSAGE_LENGTH: i32 = 22;
/// The least length of a batch: its header behind the length.
const LEAST_BATCH_LENGTH: i32 = 49;
/// The magic of record batches.
pub(super) const MAGIC: i8 = 2;
/// Where the checksum is in a batch.
pub(super) const CRC_AT: usize = 17;
/// Where the attributes are in a batch, and the bytes under the checksum begin.
pub(super) const ATTRIBUTES_AT: usize = 21;
/// Where the record count is in a batch.
pub(super) const COUNT_AT: usize = 57;

pub(super) const LOG_APPEND_TIME: i16 = 1 << 3;
pub(super) const TRANSACTIONAL: i16 = 1 << 4;
pub(super) const CONTROL: i16 = 1 << 5;
pub(super) const DELETE_HORIZON: i16 = 1 << 6;

layout! {
    /// The header of a batch.
    struct Header in HEADER_LEN {
        base_offset: i64,
        batch_length: i32 = LENGTH_AT,
        partition_leader_epoch: i32,
        magic: i8 = MAGIC_AT,
        crc: u32 = CRC_AT,
        attributes: i16 = ATTRIBUTES_AT,
        last_offset_delta: i32,
        base_timestamp: i64,
        max_timestamp: i64,
        producer_id: i64,
        producer_epoch: i16,
        base_sequence: i32,
        records_count: i32 = COUNT_AT,
    }
}

/// What the first bytes of an entry say.
#[derive(Clone, Copy)]
pub(super) struct Front {
    /// None where the bytes end before it.
    pub(super) magic: Option<i8>,
    /// The size of the whole entry: 2^31 + 11 at most, which 32 bits hold.
    pub(super) size: usize,
}

impl Front {
    /// How many bytes it is read from.
    pub(super) const LEN: usize = MAGIC_AT + 1;

    /// The front of an entry in a field of which `left` bytes are left, the first [`LEN`](Self::LEN) of them, or all, in `bytes`.
    /// Length, magic, and the least length of that magic are checked, in this order.
    #[inline]
    pub(super) fn read(bytes: &[u8], left: usize) -> Result<Self, DecodeError> {
        let Some(&[.., a, b, c, d]) = bytes.first_chunk::<ENTRY_PREFIX>() else {
            return Err(DecodeError::incomplete(left, ENTRY_PREFIX.saturating_sub(left)));
        };
        let length = i32::from_be_bytes([a, b, c, d]);
        let magic = bytes.get(MAGIC_AT).map(|&byte| i8::from_be_bytes([byte]));
        let least = match magic {
            Some(MAGIC) => LEAST_BATCH_LENGTH,
            Some(1) => LEAST_MESSAGE_LENGTH,
            _ => LEAST_LENGTH,
        };
        if length < least {
            return Err(DecodeError::new(Kind::BatchTooSmall, LENGTH_AT));
        }
        let size = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(ENTRY_PREFIX);
        Ok(Front { magic, size })
    }

    /// A magic that is not read.
    pub(super) fn unsupported(self) -> Option<i8> {
        self.magic.filter(|magic| !(0..=MAGIC).contains(magic))
    }
}

/// Which time the records of a batch carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum TimestampType {
    /// None at all: messages of magic 0 have no timestamp.
    None,
    /// Each record its own, as the producer set it (Kafka's `CreateTime`).
    Create,
    /// All the same, when the broker appended the batch to its log (Kafka's `LogAppendTime`).
    LogAppend,
}

/// Iterates the entries of a records field: a batch, or what is wrong with it and where.
///
/// Made by [`Records::batches`](crate::Records::batches), or from bytes by [`Batches::new`]. Fused. Offsets of errors count
/// from the start of these bytes. An entry's length, its magic, the least length of that magic, and the entry's end are
/// checked, in this order, and nothing else: a walk over headers touches no payload.
///
/// # Errors
/// After these the iteration ends, and [`rest`](Self::rest) begins with the entry at fault:
///
/// - [`BatchTooSmall`](Kind::BatchTooSmall) at the length, if that is below 14, or below 49 in a batch of magic 2, or below
///   22 in a message of magic 1. Nobody can say where the next entry begins.
/// - [`Incomplete`](Kind::Incomplete) at the end of the bytes, if that is inside an entry. The missing bytes are those up
///   to the end of the entry; those up to its length, while not even that is there.
///
/// After this one it goes on behind the entry (or gives [`Incomplete`](Kind::Incomplete), if the entry is cut):
///
/// - [`UnsupportedMagic`](Kind::UnsupportedMagic) at the magic, if that is not 0, 1 or 2.
///
/// ```
/// use kafka_view::{DecodeErrorKind, records::Batches};
///
/// // An old message of magic 1, and a batch of which six bytes are there.
/// let bytes = b"\0\0\0\0\0\0\0\x05\0\0\0\x16\xa6\xf6\xe1\x29\x01\0\0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\
///     \0\0\0\0\0\0";
/// let mut batches = Batches::new(bytes);
///
/// let message = batches.next().unwrap()?;
/// assert_eq!((message.magic(), message.base_offset(), message.max_timestamp()), (1, 5, 1000));
/// assert_eq!(batches.consumed(), 34);
///
/// let error = batches.next().unwrap().unwrap_err();
/// assert_eq!((error.kind, error.offset, error.missing), (DecodeErrorKind::Incomplete, 40, 6));
/// assert_eq!(batches.rest(), [0; 6]);
/// assert!(batches.next().is_none());
/// # Ok::<(), kafka_view::DecodeError>(())
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

    /// An error counted from the present entry, after which the iteration ends.
    fn end(&mut self, error: DecodeError) -> DecodeError {
        self.next = Next::Nothing;
        error.shifted(self.consumed)
    }

    fn entry(&mut self) -> Result<RecordBatch<'a>, DecodeError> {
        let have = self.rest.len();
        let front = match Front::read(self.rest, have) {
            Ok(front) => front,
            Err(error) => return Err(self.end(error)),
        };
        let entry = self.rest.split_at_checked(front.size);
        let start = self.consumed;
        if let (Some(magic), Next::Entry) = (front.unsupported(), self.next) {
            match entry {
                Some(entry) => self.advance(entry),
                None => self.next = Next::End,
            }
            return Err(DecodeError::new(Kind::UnsupportedMagic(magic), start.saturating_add(MAGIC_AT)));
        }
        let Some(entry) = entry else {
            return Err(self.end(DecodeError::incomplete(have, front.size.saturating_sub(have))));
        };
        // It is larger than a header; the compiler cannot know.
        let header = if front.magic == Some(MAGIC) { entry.0.first_chunk() } else { None };
        self.advance(entry);
        Ok(RecordBatch { bytes: entry.0, header, start })
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

/// A record batch of magic 2 (KIP-98): its header, and its records as bytes. Or a message of magic 0 or 1, the formats before,
/// which counts as a batch of one, or if it is compressed as one of all the messages within it, as it does for Kafka.
///
/// All of its bytes are there, as many as its length says. Nothing else is checked before it is asked for, so the header of a
/// batch can be read whatever its checksum, its codec or its records are like.
///
/// | at | size | field of magic 2 | |
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
/// | at | size | field of magic 0 and 1 | |
/// |---|---|---|---|
/// | 0 | 8 | [`base_offset`](Self::base_offset) | the message's; of a compressed one that of the last message within |
/// | 8 | 4 | [`batch_length`](Self::batch_length) | counts all behind it |
/// | 12 | 4 | [`crc`](Self::crc) | of all behind it |
/// | 16 | 1 | [`magic`](Self::magic) | 0 or 1 |
/// | 17 | 1 | [`attributes`](Self::attributes) | bits 0 to 2 codec, 3 log append time (magic 1) |
/// | 18 | 8 | [`max_timestamp`](Self::max_timestamp) | magic 1 only |
/// | | 4 | key length | any negative number is null |
/// | | | key | |
/// | | 4 | value length | any negative number is null |
/// | | | value | of a compressed one the [`payload`](Self::payload): a row of messages |
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
/// assert_eq!((batch.base_offset(), batch.last_offset_delta(), batch.records_count()), (100, 4, Some(0)));
/// assert_eq!(batch.next_offset(), 105);
/// assert!(batch.records()?.next().is_none());
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct RecordBatch<'a> {
    bytes: &'a [u8],
    /// What it begins with in magic 2; a message of magic 0 or 1 has none.
    pub(super) header: Option<&'a [u8; HEADER_LEN]>,
    start: usize,
}

impl<'a> RecordBatch<'a> {
    /// The offset of the first record that the producer put into the batch. Compaction may have taken that record out.
    ///
    /// Of a compressed message of magic 0 or 1 it is the offset of the *last* message within it, as the header has no other;
    /// the records themselves have the right ones.
    #[must_use]
    pub fn base_offset(&self) -> i64 {
        self.read(|header| header.base_offset, |message| message.header().offset)
    }

    /// The size of the batch in bytes, without the first twelve: at least 49; 22 in magic 1, 14 in magic 0.
    /// [`size`](Self::size) counts those, too.
    #[must_use]
    pub fn batch_length(&self) -> i32 {
        self.read(|header| header.batch_length, |message| message.header().length)
    }

    /// The epoch of the leader that appended the batch; a producer sends -1. The checksum does not cover it. -1 below magic
    /// 2, which has none.
    #[must_use]
    pub fn partition_leader_epoch(&self) -> i32 {
        self.read(|header| header.partition_leader_epoch, |_| -1)
    }

    /// The format: 2, or in what is older 0 or 1.
    #[must_use]
    pub fn magic(&self) -> i8 {
        self.read(|header| header.magic, |message| message.header().magic)
    }

    /// The checksum that the header states, of [`crc_bytes`](Self::crc_bytes). [`verify_crc`](Self::verify_crc) compares it
    /// with what it should be.
    #[must_use]
    pub fn crc(&self) -> u32 {
        self.read(|header| header.crc, |message| message.header().crc)
    }

    /// The flags as they are on the wire, 16 bits, or 8 below magic 2; bits 7 to 15 have no meaning yet.
    #[must_use]
    pub fn attributes(&self) -> i16 {
        self.read(|header| header.attributes, |message| message.header().attributes.into())
    }

    /// The offset of the last record, minus [`base_offset`](Self::base_offset). It stays as it is when compaction takes
    /// records out. 0 below magic 2.
    #[must_use]
    pub fn last_offset_delta(&self) -> i32 {
        self.read(|header| header.last_offset_delta, |_| 0)
    }

    /// What the timestamps of the records count from, in milliseconds since the Unix epoch: the first record's, -1 if that
    /// had none. In a batch with a [delete horizon](Self::delete_horizon) it is that one.
    ///
    /// Below magic 2 every message has its own; this is the [largest](Self::max_timestamp) there.
    #[must_use]
    pub fn base_timestamp(&self) -> i64 {
        self.read(|header| header.base_timestamp, |message| message.timestamp())
    }

    /// The largest timestamp of the records, in milliseconds since the Unix epoch; in a batch with
    /// [`TimestampType::LogAppend`] that of all. -1 in magic 0, which has none.
    #[must_use]
    pub fn max_timestamp(&self) -> i64 {
        self.read(|header| header.max_timestamp, |message| message.timestamp())
    }

    /// The id of an idempotent or transactional producer; -1 for none.
    #[must_use]
    pub fn producer_id(&self) -> i64 {
        self.read(|header| header.producer_id, |_| -1)
    }

    /// The epoch of that producer; -1 for none.
    #[must_use]
    pub fn producer_epoch(&self) -> i16 {
        self.read(|header| header.producer_epoch, |_| -1)
    }

    /// The sequence number of the first record within what that producer has sent to the partition; -1 for none, as in
    /// control batches.
    #[must_use]
    pub fn base_sequence(&self) -> i32 {
        self.read(|header| header.base_sequence, |_| -1)
    }

    /// How many records the header says there are; `None` below magic 2, where it does not say. [`records`](Self::records)
    /// checks it.
    #[must_use]
    pub fn records_count(&self) -> Option<i32> {
        self.read(|header| Some(header.records_count), |_| None)
    }

    /// How the records are compressed.
    #[must_use]
    pub fn compression(&self) -> Compression {
        Compression::from_attributes(self.attributes())
    }

    /// Which time the records carry.
    #[must_use]
    pub fn timestamp_type(&self) -> TimestampType {
        match self.header {
            None => self.message().timestamp_type(),
            Some(_) if self.has(LOG_APPEND_TIME) => TimestampType::LogAppend,
            Some(_) => TimestampType::Create,
        }
    }

    /// Whether the batch is part of a transaction.
    #[must_use]
    pub fn is_transactional(&self) -> bool {
        self.has(TRANSACTIONAL)
    }

    /// Whether the records are for the machinery, such as the end of a transaction, and not for applications.
    /// [`Record::control`](super::Record::control) reads them.
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
        self.bytes
    }

    /// The records one after the other, or what the codec has made of them: what a decompressor takes.
    ///
    /// Of magic 2 that are all bytes behind the header. A message of magic 0 or 1 that is not compressed stands for itself;
    /// the payload of one that is compressed is its value, empty if that is null or cannot be read, as
    /// [`records`](Self::records) then says.
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        match self.header {
            Some(_) => self.bytes.get(HEADER_LEN..).unwrap_or_default(),
            None if self.compression() == Compression::None => self.bytes,
            None => self.message().wrapped().unwrap_or_default(),
        }
    }

    /// The bytes that the checksum is about: those behind it.
    #[must_use]
    pub fn crc_bytes(&self) -> &'a [u8] {
        let at = match self.header {
            Some(_) => ATTRIBUTES_AT,
            None => MAGIC_AT,
        };
        self.bytes.get(at..).unwrap_or_default()
    }

    /// The checksum that the batch should have: one pass over its bytes. It is the [CRC-32C](crc32c) in magic 2, and the
    /// [CRC-32](crc32) of IEEE 802.3 below.
    #[must_use]
    pub fn compute_crc(&self) -> u32 {
        match self.header {
            Some(_) => crc32c(self.crc_bytes()),
            None => crc32(self.crc_bytes()),
        }
    }

    /// Checks the checksum: one pass over the bytes of the batch.
    ///
    /// # Errors
    /// [`CrcMismatch`](Kind::CrcMismatch) at the checksum: byte 17 of the batch, 12 below magic 2.
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
        self.compare_crc(self.compute_crc())
    }

    /// Checks the checksum with a function of the caller's: a peripheral, an instruction of the processor, another crate. It
    /// gets [`crc_bytes`](Self::crc_bytes), of which it gives the CRC-32C, or below [magic](Self::magic) 2 the CRC-32 of
    /// IEEE 802.3.
    ///
    /// # Errors
    /// As of [`verify_crc`](Self::verify_crc).
    ///
    /// ```
    /// # let bytes = *b"\0\0\0\0\0\0\0\x64\0\0\0\x31\0\0\0\0\x02\xbc\x7b\xb7\x18\0\0\0\0\0\x04\0\0\0\0\0\0\x03\xe8\0\0\0\0\
    /// #     \0\0\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0";
    /// # use kafka_view::records::{Batches, crc32c as peripheral};
    /// let batch = Batches::new(&bytes).next().unwrap()?;
    /// batch.verify_crc_with(|bytes| peripheral(bytes))?;
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    pub fn verify_crc_with(&self, crc: impl FnOnce(&[u8]) -> u32) -> Result<(), DecodeError> {
        self.compare_crc(crc(self.crc_bytes()))
    }

    fn compare_crc(&self, crc: u32) -> Result<(), DecodeError> {
        let at = match self.header {
            Some(_) => CRC_AT,
            None => message::CRC_AT,
        };
        if crc == self.crc() { Ok(()) } else { Err(self.error(Kind::CrcMismatch, at)) }
    }

    /// Iterates the records.
    ///
    /// A batch that compaction has emptied (no records, and no bytes behind the header) has none, whatever codec its attributes
    /// still name: as Kafka's `DefaultRecordBatch`, this looks at the count first.
    ///
    /// # Errors
    /// [`RecordCount`](Kind::RecordCount) at the count, byte 57, if that is negative, or above the number of bytes that the
    /// records have. [`Compressed`](Kind::Compressed) at the attributes, byte 21 of the batch (17 below magic 2), with the
    /// name of the codec: [`records_in`](Self::records_in) goes on from there. [`UnexpectedNull`](Kind::UnexpectedNull) at
    /// the length of the value of a compressed message of magic 0 or 1 that has none; and if its key and value do not fill
    /// it, the errors of a record. The iterator has its own errors: see [`RecordIter`].
    ///
    /// ```
    /// # let bytes = b"\0\0\0\0\0\0\0\0\0\0\0\x31\0\0\0\0\x02\x88\xf6\x6e\x6b\0\x02\0\0\0\0\0\0\0\0\0\0\x03\xe8\0\0\0\0\
    /// #     \0\0\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01";
    /// use kafka_view::records::Batches;
    ///
    /// let batch = Batches::new(bytes).next().unwrap()?;
    /// assert_eq!(batch.records_count(), Some(1)); // the header can be read
    /// assert_eq!(batch.records().unwrap_err().to_string(), "records are compressed with snappy at byte 21");
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    #[inline]
    pub fn records(&self) -> Result<RecordIter<'a>, DecodeError> {
        let Some(header) = self.header else { return self.message_records() };
        let header = Header::read(header);
        let count_error = self.error(Kind::RecordCount, COUNT_AT);
        let codec = self.codec();
        if codec != Compression::None {
            // No decompressor mends a negative count.
            let is_negative = header.records_count < 0;
            return Err(if is_negative { count_error } else { self.error(Kind::Compressed(codec), ATTRIBUTES_AT) });
        }
        let start = self.start.saturating_add(HEADER_LEN);
        Self::batch_records(&header, self.payload(), start, count_error)
    }

    /// Decompresses the [payload](Self::payload) into `output`, and gives the part of it that was written: what
    /// [`records_in`](Self::records_in) takes. The length of `output` is the limit; a payload that is not compressed is copied.
    ///
    /// It knows what is particular to an old [magic](Self::magic) (see
    /// [`Decompressor::with_magic`](crate::compression::Decompressor::with_magic)), and that a batch which compaction has
    /// emptied has nothing to decompress.
    ///
    /// # Errors
    /// Those of [`decompress`](crate::compression::decompress), whose offsets count from the start of the payload.
    ///
    /// ```
    /// # #[cfg(feature = "snappy")] {
    /// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x40\0\0\0\x07\x02\xe1\xb7\x6d\x60\0\x02\0\0\0\0\0\0\0\0\0\0\x03\xe8\
    /// #     \0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
    /// #     \x0d\x30\x18\0\0\0\x02k\x02v\x02\x02h\x02!";
    /// # let batch = kafka_view::records::Batches::new(bytes).next().unwrap().unwrap();
    /// let mut buf = [0; 1000];
    /// let payload = batch.decompress(&mut buf)?;
    /// assert_eq!(payload.len(), 13);
    /// # }
    /// # Ok::<(), kafka_view::compression::DecompressError>(())
    /// ```
    pub fn decompress<'o>(&self, output: &'o mut [u8]) -> Result<&'o [u8], DecompressError> {
        decompress_with_magic(self.magic(), self.codec(), self.payload(), output)
    }

    /// Iterates the records of a compressed batch: those in its [payload](Self::payload) after a decompressor had it,
    /// [`decompress`](Self::decompress) or another.
    ///
    /// Offsets of errors count from the start of `decompressed`. The iteration borrows from it alone, so the batch may go.
    ///
    /// The messages in a compressed one of magic 0 or 1 get the offsets and timestamps that Kafka gives them. In magic 0 the
    /// offsets are what they are. In magic 1 they count from a base that is known by the last one, which has the offset of
    /// the whole; the base is 0 if that is 0, as some producers sent it. With [`TimestampType::LogAppend`] they have the
    /// timestamp of the whole. A last message that is cut is dropped.
    ///
    /// # Errors
    /// Those of the [iterator](RecordIter) besides; before the first record
    ///
    /// - [`RecordCount`](Kind::RecordCount) at the end, if the header's count is negative or above the number of bytes, or if
    ///   there is no message in a compressed one of magic 0 or 1. Later the iterator gives it, at the end as well.
    /// - [`WrapperOffset`](Kind::WrapperOffset) at the offset of the last message in a compressed one of magic 1, if that is
    ///   above the offset of the whole, and this is not 0.
    /// - [`BatchTooSmall`](Kind::BatchTooSmall) at the length of a message in a compressed one of magic 1, if that is below 14:
    ///   nobody knows the last offset then.
    /// - [`Compressed`](Kind::Compressed) at 0, if a message of magic 0 or 1 says that it is compressed with zstd, or with a
    ///   codec that is not known: no decompressor can have had its payload.
    ///
    /// ```
    /// # #[cfg(feature = "snappy")] {
    /// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x40\0\0\0\x07\x02\xe1\xb7\x6d\x60\0\x02\0\0\0\0\0\0\0\0\0\0\x03\xe8\
    /// #     \0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
    /// #     \x0d\x30\x18\0\0\0\x02k\x02v\x02\x02h\x02!";
    /// use kafka_view::{DecodeErrorKind, records::Batches};
    ///
    /// let batch = Batches::new(bytes).next().unwrap()?;
    /// assert!(matches!(batch.records().unwrap_err().kind, DecodeErrorKind::Compressed(_)));
    /// let mut buf = [0; 1000];
    /// for record in batch.records_in(batch.decompress(&mut buf)?)? {
    ///     assert_eq!(record?.key, Some(&b"k"[..]));
    /// }
    /// # }
    /// # Ok::<(), kafka_view::records::ReadError>(())
    /// ```
    pub fn records_in<'d>(&self, decompressed: &'d [u8]) -> Result<RecordIter<'d>, DecodeError> {
        let count_error = DecodeError::new(Kind::RecordCount, decompressed.len());
        if let Some(header) = self.header {
            return Self::batch_records(&Header::read(header), decompressed, 0, count_error);
        }
        let message = self.message();
        if let codec @ (Compression::Zstd | Compression::Unknown(_)) = message.compression() {
            return Err(DecodeError::new(Kind::Compressed(codec), 0));
        }
        let set = MessageSet::of(decompressed);
        if set.bytes.is_empty() {
            return Err(count_error);
        }
        let base = message.base_of(&set).map_err(|(kind, at)| DecodeError::new(kind, at))?;
        Ok(RecordIter::of_messages(&set, base, 0))
    }

    /// Reads records one at a time from a window over the payload, decompressed where it is compressed: for a batch that is
    /// larger than memory.
    ///
    /// # Errors
    /// [`UnsupportedMagic`](Kind::UnsupportedMagic) at the magic, byte 16, if that is below 2: there the last message has to be
    /// known before the first. [`RecordCount`](Kind::RecordCount) at the count, byte 57, if that is negative.
    pub fn stream(&self) -> Result<RecordStream, DecodeError> {
        let header = self.header.ok_or(self.error(Kind::UnsupportedMagic(self.magic()), MAGIC_AT))?;
        let header = Header::read(header);
        match usize::try_from(header.records_count) {
            Ok(count) => Ok(RecordStream::of_batch(count, base(&header))),
            Err(_) => Err(self.error(Kind::RecordCount, COUNT_AT)),
        }
    }

    /// The codec that has the [payload](Self::payload): none of a batch that compaction has emptied, and that keeps the
    /// attributes it had.
    #[inline]
    pub(super) fn codec(&self) -> Compression {
        if self.bytes.len() == HEADER_LEN && self.records_count() == Some(0) {
            return Compression::None;
        }
        self.compression()
    }

    #[inline]
    fn batch_records<'p>(
        header: &Header,
        payload: &'p [u8],
        start: usize,
        count_error: DecodeError,
    ) -> Result<RecordIter<'p>, DecodeError> {
        match usize::try_from(header.records_count) {
            Ok(count) if count <= payload.len() => {
                Ok(RecordIter::new(payload, count, base(header), start, count_error))
            }
            _ => Err(count_error),
        }
    }

    #[cold]
    fn message_records(&self) -> Result<RecordIter<'a>, DecodeError> {
        let message = self.message();
        let codec = message.compression();
        if codec == Compression::None {
            let set = MessageSet::of(self.bytes);
            return Ok(RecordIter::of_messages(&set, Base::MESSAGES, self.start));
        }
        let (kind, at) = match message.wrapped() {
            Ok(_) => (Kind::Compressed(codec), message::ATTRIBUTES_AT),
            Err(fault) => fault,
        };
        Err(self.error(kind, at))
    }

    /// What the header of magic 2 says, or else what a message of magic 0 or 1 does. Not by way of an optional header: at
    /// opt-level z that is read as a whole for each field.
    #[inline(always)]
    fn read<T>(&self, of_batch: impl FnOnce(Header) -> T, of_message: impl FnOnce(Message<'a>) -> T) -> T {
        match self.header {
            Some(header) => of_batch(Header::read(header)),
            None => of_message(self.message()),
        }
    }

    /// What it is where there is no header of magic 2.
    fn message(&self) -> Message<'a> {
        Message(self.bytes)
    }

    fn has(&self, flag: i16) -> bool {
        self.read(|header| header.attributes & flag != 0, |_| false)
    }

    /// A batch of magic 2 of which only the header is there.
    pub(super) const fn of_header(header: &'a [u8; HEADER_LEN]) -> Self {
        RecordBatch { bytes: header, header: Some(header), start: 0 }
    }

    /// The same batch in a field of which this many bytes came before.
    pub(super) fn starting_at(self, start: usize) -> Self {
        RecordBatch { start, ..self }
    }

    fn error(&self, kind: Kind, at: usize) -> DecodeError {
        DecodeError::new(kind, self.start.saturating_add(at))
    }
}

/// What the records of a batch count from.
#[inline]
pub(super) fn base(header: &Header) -> Base {
    let append_time = header.attributes & LOG_APPEND_TIME != 0;
    Base {
        offset: header.base_offset,
        timestamp: if append_time { header.max_timestamp } else { header.base_timestamp },
        timestamp_mask: if append_time { 0 } else { -1 },
        sequence: header.base_sequence,
        is_of_messages: false,
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
            .field("magic", &self.magic())
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
            "RecordBatch(magic {=i8}, offset {=i64}, {} records, {=usize} bytes, {})",
            self.magic(),
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
        // Each byte is its own place.
        let places = core::array::from_fn(|at| at as u8);
        let header = Header::read(&places);
        assert_eq!(header.to_bytes(), places);
        assert_eq!(header.magic as usize, MAGIC_AT);
        assert_eq!(usize::from(header.crc.to_be_bytes()[0]), CRC_AT);
        assert_eq!(usize::from(header.attributes.to_be_bytes()[0]), ATTRIBUTES_AT);
        assert_eq!(usize::from(header.records_count.to_be_bytes()[0]), COUNT_AT);
    }

    #[test]
    fn small() {
        assert_eq!(size_of::<DecodeError>(), 12);
        assert!(size_of::<RecordBatch<'_>>() <= 4 * size_of::<usize>());
    }
}
