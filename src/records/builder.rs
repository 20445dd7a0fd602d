use super::batch::{ATTRIBUTES_AT, CONTROL, DELETE_HORIZON, HEADER_LEN, Header, LOG_APPEND_TIME, MAGIC, TRANSACTIONAL};
use super::control::{ControlRecord, ControlType};
use super::record::{Header as RecordHeader, HeaderIter, Headers, Record};
use super::{Batches, RecordBatch, TimestampType, crc32c};
use crate::compression::Compression;
use crate::error::EncodeError;
use crate::wire::{DebugBytes, Writer, debug_bounded};
use core::fmt;
use core::slice;

/// The bytes in front of the batch's checksum and length, which its length does not count.
const UNCOUNTED: usize = 12;

/// What the header of a new batch says besides what its records give.
///
/// The default is a batch of a plain producer: offsets from 0, create time, no producer id.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BatchSettings {
    /// The offset that the records' count from: 0 from a producer, as the broker sets it. `None` is the first record's.
    pub base_offset: Option<i64>,
    /// The epoch of the leader that appends the batch; -1 from a producer.
    pub partition_leader_epoch: i32,
    /// Which time the records carry. [`TimestampType::LogAppend`] wants a [`max_timestamp`](Self::max_timestamp); a producer
    /// sends [`TimestampType::Create`]. [`TimestampType::None`] is for messages of magic 0, which are not written.
    pub timestamp_type: TimestampType,
    /// The largest timestamp, in milliseconds since the Unix epoch; `None` is the largest of the records, -1 without any. With
    /// [`TimestampType::Create`] no record may be above it.
    pub max_timestamp: Option<i64>,
    /// The id of an idempotent or transactional producer, as InitProducerId gave it; -1 for none.
    pub producer_id: i64,
    /// The epoch of that producer; -1 for none.
    pub producer_epoch: i16,
    /// The sequence number of the first record; -1 for none, as in a control batch. The next batch of the producer goes on
    /// with this + the number of records, and with 0 behind 2^31 - 1.
    pub base_sequence: i32,
    /// Whether the batch is part of a transaction. That needs a producer id.
    pub is_transactional: bool,
    /// Whether the records are control records.
    pub is_control: bool,
    /// When compaction may drop tombstones and markers, in milliseconds since the Unix epoch (KIP-534). The records'
    /// timestamps count from it then, and not from the first one.
    pub delete_horizon: Option<i64>,
    /// The last offset of the batch, where compaction took the last records out, or all; `None` is the last record's. It is not
    /// below the base offset, and no record's is above it.
    pub last_offset: Option<i64>,
}

impl Default for BatchSettings {
    fn default() -> Self {
        BatchSettings {
            base_offset: Some(0),
            partition_leader_epoch: -1,
            timestamp_type: TimestampType::Create,
            max_timestamp: None,
            producer_id: -1,
            producer_epoch: -1,
            base_sequence: -1,
            is_transactional: false,
            is_control: false,
            delete_horizon: None,
            last_offset: None,
        }
    }
}

// Written out: what is derived for so many fields cannot be linked without a panic.
impl fmt::Debug for BatchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchSettings")
            .field("base_offset", &self.base_offset)
            .field("partition_leader_epoch", &self.partition_leader_epoch)
            .field("timestamp_type", &self.timestamp_type)
            .field("max_timestamp", &self.max_timestamp)
            .field("producer_id", &self.producer_id)
            .field("producer_epoch", &self.producer_epoch)
            .field("base_sequence", &self.base_sequence)
            .field("is_transactional", &self.is_transactional)
            .field("is_control", &self.is_control)
            .field("delete_horizon", &self.delete_horizon)
            .field("last_offset", &self.last_offset)
            .finish()
    }
}

impl BatchSettings {
    /// Those of a batch of magic 2 that is there, to write its records again; of an older one the default with its offset and
    /// time, create time where it has none.
    ///
    /// Of a compressed message of magic 0 or 1 the base offset is `None`: its header has the offset of the last one within, not of
    /// the first.
    #[must_use]
    pub fn of(batch: &RecordBatch<'_>) -> Self {
        let is_wrapper = batch.magic() < MAGIC && batch.compression() != Compression::None;
        BatchSettings {
            base_offset: Some(batch.base_offset()).filter(|_| !is_wrapper),
            partition_leader_epoch: batch.partition_leader_epoch(),
            timestamp_type: match batch.timestamp_type() {
                TimestampType::None => TimestampType::Create,
                timestamp_type => timestamp_type,
            },
            max_timestamp: Some(batch.max_timestamp()).filter(|_| batch.timestamp_type() != TimestampType::None),
            producer_id: batch.producer_id(),
            producer_epoch: batch.producer_epoch(),
            base_sequence: batch.base_sequence(),
            is_transactional: batch.is_transactional(),
            is_control: batch.is_control(),
            delete_horizon: batch.delete_horizon(),
            last_offset: Some(batch.last_offset()),
        }
    }

    /// What Kafka's `MemoryRecordsBuilder` refuses about them, and `DefaultRecordBatch.writeHeader` about the base timestamp;
    /// the largest one is held to the same. Half a producer, and a last offset that cannot be, no broker would take.
    fn check(&self) -> Result<(), BuildError> {
        let (id, epoch, sequence) = (self.producer_id, self.producer_epoch, self.base_sequence);
        if id < -1 || (id == -1 && (self.is_transactional || epoch != -1 || sequence != -1)) {
            return Err(BuildError::ProducerId);
        }
        if id >= 0 && epoch < 0 {
            return Err(BuildError::ProducerEpoch);
        }
        if id >= 0 && sequence < if self.is_control { -1 } else { 0 } {
            return Err(BuildError::Sequence);
        }
        let is_below_none = |time: Option<i64>| time.is_some_and(|time| time < -1);
        let lacks_time = match self.timestamp_type {
            TimestampType::None => true,
            TimestampType::Create => false,
            TimestampType::LogAppend => self.max_timestamp.is_none_or(|time| time < 0),
        };
        if lacks_time || is_below_none(self.max_timestamp) || is_below_none(self.delete_horizon) {
            return Err(BuildError::Timestamp);
        }
        self.base_offset.map_or(Ok(()), |base| self.check_last(base))
    }

    /// That the last offset, if they say one, can be told from a base offset on.
    fn check_last(&self, base: i64) -> Result<(), BuildError> {
        match self.last_offset {
            Some(last) if last < base => Err(BuildError::OffsetOrder),
            Some(last) => delta(base, last).map(|_| ()),
            None => Ok(()),
        }
    }

    /// What may not be in a batch of theirs: records in a control batch whose key does not say a type, control records
    /// elsewhere or without what they need.
    fn check_content(&self, record: &NewRecord<'_>, value: Content<'_>) -> Result<(), BuildError> {
        let control_type = match value {
            Content::Control(_) if !self.is_control => return Err(BuildError::Control),
            Content::Control(control) => control.control_type(),
            Content::Bytes(_) if !self.is_control => return Ok(()),
            Content::Bytes(_) => ControlType::of_key(record.key).map_err(|_| BuildError::Control)?.0,
        };
        match control_type {
            ControlType::ABORT | ControlType::COMMIT if !self.is_transactional => Err(BuildError::ProducerId),
            ControlType::LEADER_CHANGE if self.partition_leader_epoch < 0 => Err(BuildError::LeaderEpoch),
            _ => Ok(()),
        }
    }

    fn attributes(&self) -> i16 {
        let flag = |is: bool, flag: i16| if is { flag } else { 0 };
        flag(self.timestamp_type == TimestampType::LogAppend, LOG_APPEND_TIME)
            | flag(self.is_transactional, TRANSACTIONAL)
            | flag(self.is_control, CONTROL)
            | flag(self.delete_horizon.is_some(), DELETE_HORIZON)
    }
}

/// A record to be written.
///
/// ```
/// use kafka_view::records::{Header, NewRecord};
///
/// let headers = [Header::new("trace", Some(b"abc"))];
/// let record = NewRecord { timestamp: 1000, value: Some(b"v"), headers: (&headers).into(), ..Default::default() };
/// assert_eq!((record.key, record.offset), (None, None));
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct NewRecord<'a> {
    /// Its offset; `None` is that behind the record before; of the first the base offset, or 0. A gap is legal, but only brokers leave some.
    pub offset: Option<i64>,
    /// Milliseconds since the Unix epoch; -1 for none.
    pub timestamp: i64,
    /// The key; null and empty are two things.
    pub key: Option<&'a [u8]>,
    /// The value; null is a tombstone.
    pub value: Option<&'a [u8]>,
    /// The headers, in this order.
    pub headers: NewHeaders<'a>,
}

impl fmt::Debug for NewRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewRecord")
            .field("offset", &self.offset)
            .field("timestamp", &self.timestamp)
            .field("key", &self.key.map(DebugBytes))
            .field("value", &self.value.map(DebugBytes))
            .field("headers", &self.headers)
            .finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for NewRecord<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "NewRecord(offset {}, timestamp {=i64}, key {}, value {}, {=usize} headers)",
            self.offset,
            self.timestamp,
            self.key.map(<[u8]>::len),
            self.value.map(<[u8]>::len),
            self.headers.len()
        );
    }
}

/// Nothing: no offset, time, key, value or headers.
impl Default for NewRecord<'_> {
    fn default() -> Self {
        NewRecord { offset: None, timestamp: -1, key: None, value: None, headers: NewHeaders::default() }
    }
}

/// What was read, to be written again.
impl<'a> From<Record<'a>> for NewRecord<'a> {
    fn from(record: Record<'a>) -> Self {
        NewRecord {
            offset: Some(record.offset),
            timestamp: record.timestamp,
            key: record.key,
            value: record.value,
            headers: record.headers.into(),
        }
    }
}

/// The headers of a record to be written: a slice of them, or those of one that was read.
#[derive(Clone, Copy)]
pub struct NewHeaders<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Slice(&'a [RecordHeader<'a>]),
    Read(Headers<'a>),
}

impl<'a> NewHeaders<'a> {
    fn len(&self) -> usize {
        match self.0 {
            Source::Slice(headers) => headers.len(),
            Source::Read(headers) => headers.len(),
        }
    }

    fn iter(&self) -> impl Iterator<Item = RecordHeader<'a>> {
        match self.0 {
            Source::Slice(headers) => Either::Slice(headers.iter()),
            Source::Read(headers) => Either::Read(headers.iter()),
        }
    }
}

enum Either<'a> {
    Slice(slice::Iter<'a, RecordHeader<'a>>),
    Read(HeaderIter<'a>),
}

impl<'a> Iterator for Either<'a> {
    type Item = RecordHeader<'a>;

    fn next(&mut self) -> Option<RecordHeader<'a>> {
        match self {
            Either::Slice(headers) => headers.next().copied(),
            Either::Read(headers) => headers.next(),
        }
    }
}

impl fmt::Debug for NewHeaders<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Source::Slice(headers) => debug_bounded(f, format_args!("{} of {headers:?}", headers.len())),
            Source::Read(headers) => headers.fmt(f),
        }
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for NewHeaders<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} headers", self.len());
    }
}

impl Default for NewHeaders<'_> {
    fn default() -> Self {
        NewHeaders(Source::Slice(&[]))
    }
}

impl PartialEq for NewHeaders<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a> From<&'a [RecordHeader<'a>]> for NewHeaders<'a> {
    fn from(headers: &'a [RecordHeader<'a>]) -> Self {
        NewHeaders(Source::Slice(headers))
    }
}

impl<'a, const N: usize> From<&'a [RecordHeader<'a>; N]> for NewHeaders<'a> {
    fn from(headers: &'a [RecordHeader<'a>; N]) -> Self {
        NewHeaders(Source::Slice(headers))
    }
}

impl<'a> From<Headers<'a>> for NewHeaders<'a> {
    fn from(headers: Headers<'a>) -> Self {
        NewHeaders(Source::Read(headers))
    }
}

/// Writes a batch of magic 2 into a buffer: records one after the other, then the header in front of them.
///
/// It refuses what Kafka's `MemoryRecordsBuilder` refuses. A record that is refused, or that the buffer has no room for,
/// leaves the batch as it was: it can be finished, and the record go into the next one.
///
/// ```
/// use kafka_view::records::{BatchSettings, NewRecord, RecordBatchBuilder};
///
/// let settings = BatchSettings { producer_id: 9, producer_epoch: 0, base_sequence: 5, ..Default::default() };
/// let mut buf = [0; 256];
/// let mut builder = RecordBatchBuilder::new(&mut buf, settings)?;
/// for value in [b"one", b"two"] {
///     let record = NewRecord { timestamp: 1_700_000_000_000, value: Some(value), ..Default::default() };
///     builder.push(&record)?;
/// }
/// let batch = builder.finish()?;
/// assert_eq!((batch.records_count(), batch.last_offset(), batch.size()), (Some(2), 1, 81));
/// // batch.as_bytes() is what goes into a Produce request.
/// # Ok::<(), kafka_view::records::BuildError>(())
/// ```
pub struct RecordBatchBuilder<'b> {
    buf: &'b mut [u8],
    settings: BatchSettings,
    so_far: SoFar,
}

/// What the records so far add up to.
#[derive(Clone, Copy)]
struct SoFar {
    /// Bytes, with the header.
    size: usize,
    count: i32,
    /// What the offsets count from, once it is known.
    base_offset: Option<i64>,
    /// The offset of the last record, if there is one.
    last_offset: Option<i64>,
    /// What the timestamps count from, once it is known.
    base_timestamp: Option<i64>,
    max_timestamp: i64,
}

/// How a record is written in a batch.
struct Deltas {
    /// Its length behind the length, once it is known.
    length: i32,
    timestamp: i64,
    offset: i32,
}

/// The value of a record: bytes, or a message that is written into its place.
#[derive(Clone, Copy)]
enum Content<'a> {
    Bytes(Option<&'a [u8]>),
    Control(&'a ControlRecord<'a>),
}

impl<'b> RecordBatchBuilder<'b> {
    /// A batch without records, to be written to the front of `buf`.
    ///
    /// # Errors
    /// [`ProducerId`](BuildError::ProducerId) of a transaction, an epoch or a sequence without a producer, and of an id below -1;
    /// [`ProducerEpoch`](BuildError::ProducerEpoch) and [`Sequence`](BuildError::Sequence) of a producer without epoch or
    /// sequence, of which a control batch may lack the latter; [`Timestamp`](BuildError::Timestamp) of append time without a
    /// time, of [`TimestampType::None`], and of a largest timestamp or a delete horizon below -1;
    /// [`OffsetOrder`](BuildError::OffsetOrder) and [`OffsetRange`](BuildError::OffsetRange) of a last offset that is below the
    /// base offset, or above it by 2^31 or more.
    pub fn new(buf: &'b mut [u8], settings: BatchSettings) -> Result<Self, BuildError> {
        settings.check()?;
        Ok(RecordBatchBuilder { buf, settings, so_far: SoFar::new(&settings) })
    }

    /// The exact size in bytes of a batch of these records, before any buffer is there.
    ///
    /// # Errors
    /// Those of [`new`](Self::new) and [`push`](Self::push), save a buffer that is too small.
    ///
    /// ```
    /// use kafka_view::records::{BatchSettings, NewRecord, RecordBatchBuilder};
    ///
    /// let record = NewRecord { value: Some(b"v"), ..Default::default() };
    /// assert_eq!(RecordBatchBuilder::size_of(BatchSettings::default(), [record, record]), Ok(77));
    /// ```
    pub fn size_of<'r>(
        settings: BatchSettings,
        records: impl IntoIterator<Item = NewRecord<'r>>,
    ) -> Result<usize, BuildError> {
        settings.check()?;
        let mut so_far = SoFar::new(&settings);
        for record in records {
            so_far = so_far.with(&settings, &record, Content::Bytes(record.value))?.1;
        }
        Ok(so_far.size)
    }

    /// The size of the batch so far in bytes, with its header of 61.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.so_far.size
    }

    /// How many records there are so far.
    #[must_use]
    pub const fn count(&self) -> i32 {
        self.so_far.count
    }

    /// The size that the batch would have with one more record, whether the buffer has room for it or not.
    ///
    /// # Errors
    /// Those of [`push`](Self::push), save a buffer that is too small.
    pub fn size_with(&self, record: &NewRecord<'_>) -> Result<usize, BuildError> {
        let (_, so_far) = self.so_far.with(&self.settings, record, Content::Bytes(record.value))?;
        Ok(so_far.size)
    }

    /// As [`size_with`](Self::size_with), of a control record.
    ///
    /// # Errors
    /// Those of [`push_control`](Self::push_control), save a buffer that is too small.
    pub fn size_with_control(&self, timestamp: i64, control: &ControlRecord<'_>) -> Result<usize, BuildError> {
        let key = control.key();
        let (_, so_far) = self.so_far.with(&self.settings, &keyed(timestamp, &key), Content::Control(control))?;
        Ok(so_far.size)
    }

    /// Adds a record. In a control batch that is one with a key that says its type, as it was read from another;
    /// [`push_control`](Self::push_control) writes a new one.
    ///
    /// # Errors
    /// After these the batch is as before:
    ///
    /// - [`BufferTooSmall`](BuildError::BufferTooSmall) with the size of the batch so far and this record.
    /// - [`OffsetOrder`](BuildError::OffsetOrder) of an offset that is not above the one before, or below the base offset.
    /// - [`OffsetRange`](BuildError::OffsetRange) of one that is above the base offset by 2^31 or more, above the last offset
    ///   of the settings, or behind that of 64 bits.
    /// - [`Timestamp`](BuildError::Timestamp) of a negative one that is not -1, and of one above the largest of the settings,
    ///   unless that is an append time.
    /// - [`TooLarge`](BuildError::TooLarge) of more than 2^31 - 1 bytes, records or headers.
    /// - [`Control`](BuildError::Control) in a control batch of a key that does not say a type; and of some types what
    ///   [`push_control`](Self::push_control) says about them.
    pub fn push(&mut self, record: &NewRecord<'_>) -> Result<(), BuildError> {
        self.write(record, Content::Bytes(record.value))
    }

    /// Adds a control record at the next offset.
    ///
    /// # Errors
    /// Those of [`push`](Self::push), and [`Control`](BuildError::Control) if the batch is no control batch,
    /// [`ProducerId`](BuildError::ProducerId) of an end of a transaction in a batch that is not of one,
    /// [`LeaderEpoch`](BuildError::LeaderEpoch) of a change of leader without the leader's epoch,
    /// [`Message`](BuildError::Message) of a message that cannot be encoded in the version that it says.
    ///
    /// ```
    /// use kafka_view::messages::control_record::EndTxnMarker;
    /// use kafka_view::records::{BatchSettings, ControlRecord, RecordBatchBuilder};
    ///
    /// let settings = BatchSettings {
    ///     producer_id: 9,
    ///     producer_epoch: 0,
    ///     is_transactional: true,
    ///     is_control: true,
    ///     ..Default::default()
    /// };
    /// let mut buf = [0; 128];
    /// let mut builder = RecordBatchBuilder::new(&mut buf, settings)?;
    /// let marker = EndTxnMarker { coordinator_epoch: 3, ..Default::default() };
    /// builder.push_control(1_700_000_000_000, &ControlRecord::Commit(marker))?;
    /// assert_eq!(builder.finish()?.size(), 78);
    /// # Ok::<(), kafka_view::records::BuildError>(())
    /// ```
    pub fn push_control(&mut self, timestamp: i64, control: &ControlRecord<'_>) -> Result<(), BuildError> {
        let key = control.key();
        self.write(&keyed(timestamp, &key), Content::Control(control))
    }

    fn write(&mut self, record: &NewRecord<'_>, value: Content<'_>) -> Result<(), BuildError> {
        let (deltas, so_far) = self.so_far.with(&self.settings, record, value)?;
        let Some(place) = self.buf.get_mut(self.so_far.size..so_far.size) else {
            return Err(BuildError::BufferTooSmall { needed: so_far.size });
        };
        let mut w = Writer::new(place, 0, false);
        w.varint(deltas.length);
        deltas.write(record, value, &mut w)?;
        self.so_far = so_far;
        Ok(())
    }

    /// Writes the header, and gives the batch.
    ///
    /// # Errors
    /// [`NoRecords`](BuildError::NoRecords) of a batch without records, unless the settings say its base and last offset;
    /// [`BufferTooSmall`](BuildError::BufferTooSmall) if not even the header has room.
    pub fn finish(self) -> Result<RecordBatch<'b>, BuildError> {
        self.finish_with(crc32c)
    }

    /// As [`finish`](Self::finish), with a function of the caller's for the CRC-32C.
    ///
    /// # Errors
    /// As of [`finish`](Self::finish).
    pub fn finish_with(self, crc: impl FnOnce(&[u8]) -> u32) -> Result<RecordBatch<'b>, BuildError> {
        let (settings, so_far) = (self.settings, self.so_far);
        let last_offset = settings.last_offset.or(so_far.last_offset);
        let (Some(base_offset), Some(last_offset)) = (so_far.base_offset, last_offset) else {
            return Err(BuildError::NoRecords);
        };
        let header = Header {
            base_offset,
            batch_length: 0,
            partition_leader_epoch: settings.partition_leader_epoch,
            magic: MAGIC,
            crc: 0,
            attributes: settings.attributes(),
            last_offset_delta: delta(base_offset, last_offset)?,
            base_timestamp: so_far.base_timestamp.unwrap_or(-1),
            max_timestamp: settings.max_timestamp.unwrap_or(so_far.max_timestamp),
            producer_id: settings.producer_id,
            producer_epoch: settings.producer_epoch,
            base_sequence: settings.base_sequence,
            records_count: so_far.count,
        };
        sealed(self.buf, so_far.size, header, crc)
    }
}

impl fmt::Debug for RecordBatchBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordBatchBuilder")
            .field("settings", &self.settings)
            .field("count", &self.count())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RecordBatchBuilder<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "RecordBatchBuilder({=i32} records, {=usize} bytes)", self.count(), self.size());
    }
}

impl SoFar {
    fn new(settings: &BatchSettings) -> Self {
        SoFar {
            size: HEADER_LEN,
            count: 0,
            base_offset: settings.base_offset,
            last_offset: None,
            base_timestamp: settings.delete_horizon,
            max_timestamp: -1,
        }
    }

    /// With one more record.
    fn with(
        self,
        settings: &BatchSettings,
        record: &NewRecord<'_>,
        value: Content<'_>,
    ) -> Result<(Deltas, Self), BuildError> {
        settings.check_content(record, value)?;
        let next = match self.last_offset {
            None => self.base_offset.or(record.offset).unwrap_or(0),
            Some(last) => last.checked_add(1).ok_or(BuildError::OffsetRange)?,
        };
        let offset = record.offset.unwrap_or(next);
        if offset < next {
            return Err(BuildError::OffsetOrder);
        }
        let base_offset = self.base_offset.unwrap_or(offset);
        if settings.last_offset.is_some_and(|last| offset > last) {
            return Err(BuildError::OffsetRange);
        }
        settings.check_last(base_offset)?;
        let most = settings.max_timestamp.filter(|_| settings.timestamp_type == TimestampType::Create);
        if record.timestamp < -1 || most.is_some_and(|most| record.timestamp > most) {
            return Err(BuildError::Timestamp);
        }
        let base_timestamp = self.base_timestamp.unwrap_or(record.timestamp);
        let mut deltas = Deltas {
            length: 0,
            timestamp: record.timestamp.wrapping_sub(base_timestamp),
            offset: delta(base_offset, offset)?,
        };
        // The same code counts and writes.
        let mut counter = Writer::new(&mut [], 0, false);
        deltas.write(record, value, &mut counter)?;
        let content = counter.count().unwrap_or(usize::MAX);
        deltas.length = i32::try_from(content).map_err(|_| BuildError::TooLarge)?;
        let mut counter = Writer::new(&mut [], 0, false);
        counter.varint(deltas.length);
        let prefix = counter.count().unwrap_or(usize::MAX);
        let size = self.size.checked_add(prefix).and_then(|size| size.checked_add(content));
        let size = size.filter(|size| i32::try_from(size.saturating_sub(UNCOUNTED)).is_ok());
        let so_far = SoFar {
            size: size.ok_or(BuildError::TooLarge)?,
            count: self.count.checked_add(1).ok_or(BuildError::TooLarge)?,
            base_offset: Some(base_offset),
            last_offset: Some(offset),
            base_timestamp: Some(base_timestamp),
            max_timestamp: self.max_timestamp.max(record.timestamp),
        };
        Ok((deltas, so_far))
    }
}

impl Deltas {
    /// Writes a record behind its length.
    fn write(&self, record: &NewRecord<'_>, value: Content<'_>, w: &mut Writer<'_>) -> Result<(), BuildError> {
        w.raw(&[0]);
        w.varlong(self.timestamp);
        w.varint(self.offset);
        w.varint(length(record.key)?);
        w.raw(record.key.unwrap_or_default());
        match value {
            Content::Bytes(value) => {
                w.varint(length(value)?);
                w.raw(value.unwrap_or_default());
            }
            Content::Control(control) => {
                let len = control.encoded_len().map_err(BuildError::Message)?;
                w.varint(i32::try_from(len).map_err(|_| BuildError::TooLarge)?);
                w.place(len, |place| control.encode(place)).unwrap_or(Ok(len)).map_err(BuildError::Message)?;
            }
        }
        w.varint(i32::try_from(record.headers.len()).map_err(|_| BuildError::TooLarge)?);
        for header in record.headers.iter() {
            w.varint(length(Some(header.key.as_bytes()))?);
            w.raw(header.key.as_bytes());
            w.varint(length(header.value)?);
            w.raw(header.value.unwrap_or_default());
        }
        Ok(())
    }
}

/// An offset as it is on the wire.
fn delta(base: i64, offset: i64) -> Result<i32, BuildError> {
    let delta = offset.checked_sub(base).and_then(|delta| i32::try_from(delta).ok());
    delta.ok_or(BuildError::OffsetRange)
}

/// A control record without its value, which is a message.
fn keyed(timestamp: i64, key: &[u8]) -> NewRecord<'_> {
    NewRecord { timestamp, key: Some(key), ..Default::default() }
}

/// A length as it is on the wire; -1 is null.
fn length(bytes: Option<&[u8]>) -> Result<i32, BuildError> {
    bytes.map_or(Ok(-1), |bytes| i32::try_from(bytes.len())).map_err(|_| BuildError::TooLarge)
}

/// Puts a header in front of a payload that is in its place, with the right length and checksum.
fn sealed(
    buf: &mut [u8],
    size: usize,
    mut header: Header,
    crc: impl FnOnce(&[u8]) -> u32,
) -> Result<RecordBatch<'_>, BuildError> {
    let length = i32::try_from(size.saturating_sub(UNCOUNTED)).map_err(|_| BuildError::TooLarge)?;
    header.batch_length = length;
    let needed = BuildError::BufferTooSmall { needed: size };
    let batch = buf.get_mut(..size).ok_or(needed)?;
    *batch.first_chunk_mut().ok_or(needed)? = header.to_bytes();
    header.crc = crc(batch.get(ATTRIBUTES_AT..).unwrap_or_default());
    *batch.first_chunk_mut().ok_or(needed)? = header.to_bytes();
    // Its length and magic are right; the compiler cannot know.
    Batches::new(batch).next().and_then(Result::ok).ok_or(needed)
}

impl<'a> RecordBatch<'a> {
    /// Writes the batch to the front of `out` with another payload, which `make` writes behind the place of the header: the
    /// records compressed, or decompressed. The header is the same but for codec, length and checksum.
    ///
    /// `make` gets the payload as it is and the room for the new one, and gives the length of what it wrote.
    ///
    /// # Errors
    /// Those of `make`. [`BufferTooSmall`](BuildError::BufferTooSmall) if the header, or what `make` says that it wrote, has no
    /// room; [`NoRecords`](BuildError::NoRecords) if it wrote nothing for a batch with records;
    /// [`TooLarge`](BuildError::TooLarge) above 2^31 - 1 bytes; [`Magic`](BuildError::Magic) of a batch below magic 2;
    /// [`Codec`](BuildError::Codec) of a codec that Kafka 4.4 does not know.
    ///
    /// ```
    /// use kafka_view::compression::Compression;
    /// use kafka_view::records::{BatchSettings, BuildError, NewRecord, RecordBatchBuilder};
    /// # fn gzip(records: &[u8], room: &mut [u8]) -> usize { room[..3].copy_from_slice(b"abc"); 3 }
    ///
    /// let (mut scratch, mut out) = ([0; 256], [0; 256]);
    /// let mut builder = RecordBatchBuilder::new(&mut scratch, BatchSettings::default())?;
    /// builder.push(&NewRecord { value: Some(&[b'a'; 100]), ..Default::default() })?;
    /// let plain = builder.finish()?;
    /// let batch = plain.with_payload(Compression::Gzip, &mut out, |records, room| Ok::<_, BuildError>(gzip(records, room)))?;
    /// assert_eq!((batch.compression(), batch.size()), (Compression::Gzip, 64));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn with_payload<'o, E: From<BuildError>>(
        &self,
        codec: Compression,
        out: &'o mut [u8],
        make: impl FnOnce(&'a [u8], &mut [u8]) -> Result<usize, E>,
    ) -> Result<RecordBatch<'o>, E> {
        self.with_payload_and_crc(codec, out, make, crc32c)
    }

    /// As [`with_payload`](Self::with_payload), with a function of the caller's for the CRC-32C.
    ///
    /// # Errors
    /// As of [`with_payload`](Self::with_payload).
    pub fn with_payload_and_crc<'o, E: From<BuildError>>(
        &self,
        codec: Compression,
        out: &'o mut [u8],
        make: impl FnOnce(&'a [u8], &mut [u8]) -> Result<usize, E>,
        crc: impl FnOnce(&[u8]) -> u32,
    ) -> Result<RecordBatch<'o>, E> {
        let mut header = Header::read(self.header.ok_or(BuildError::Magic)?);
        if let Compression::Unknown(_) = codec {
            return Err(BuildError::Codec.into());
        }
        let room = out.get_mut(HEADER_LEN..).ok_or(BuildError::BufferTooSmall { needed: HEADER_LEN })?;
        let len = make(self.payload(), room)?;
        if len == 0 && header.records_count != 0 {
            return Err(BuildError::NoRecords.into());
        }
        let size = len.checked_add(HEADER_LEN).ok_or(BuildError::TooLarge)?;
        header.attributes = header.attributes & !0b111 | i16::from(codec.id());
        Ok(sealed(out, size, header, crc)?)
    }
}

/// Why a batch cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum BuildError {
    /// The buffer is smaller than the batch.
    BufferTooSmall {
        /// The size of the batch in bytes, as far as it is known.
        needed: usize,
    },
    /// More than 2^31 - 1 bytes, records or headers.
    TooLarge,
    /// A batch without records, of which nobody would know the last offset; or no payload for records.
    NoRecords,
    /// An offset that is not above the one before, or below the base offset.
    OffsetOrder,
    /// An offset that is above the base offset by 2^31 or more, above the last offset of the settings, or behind that of 64 bits.
    OffsetRange,
    /// A timestamp or a delete horizon below -1, a timestamp above the largest of the settings, append time without a time, or no
    /// kind of time at all, as in magic 0.
    Timestamp,
    /// A transaction, or the end of one, an epoch or a sequence without a producer; or a producer's id below -1.
    ProducerId,
    /// A producer without epoch.
    ProducerEpoch,
    /// A producer without sequence.
    Sequence,
    /// A control record that is not in a control batch, or a record in a control batch whose key does not say a type.
    Control,
    /// A change of leader without the epoch of the leader.
    LeaderEpoch,
    /// A control record whose message cannot be encoded.
    Message(EncodeError),
    /// A batch below magic 2, which is not written.
    Magic,
    /// A codec that Kafka 4.4 does not know.
    Codec,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BuildError::BufferTooSmall { needed } => {
                return write!(f, "buffer too small: {needed} bytes are needed");
            }
            BuildError::Message(error) => return write!(f, "control record: {error}"),
            BuildError::TooLarge => "more than 2^31 - 1 bytes, records or headers",
            BuildError::NoRecords => "a batch without records, or no payload for its records",
            BuildError::OffsetOrder => "offset is not above the one before, or below the base offset",
            BuildError::OffsetRange => "offset is too far above the base offset, or above the last offset",
            BuildError::Timestamp => {
                "negative timestamp, or one above the largest, or append time without a time, or no type of timestamp"
            }
            BuildError::ProducerId => "a transaction, epoch or sequence without a producer, or a negative producer id",
            BuildError::ProducerEpoch => "a producer without epoch",
            BuildError::Sequence => "a producer without sequence",
            BuildError::Control => "a control record outside of a control batch, or another one in it",
            BuildError::LeaderEpoch => "a change of leader without the leader's epoch",
            BuildError::Magic => "only batches of magic 2 are written",
            BuildError::Codec => "unknown codec",
        })
    }
}

impl core::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BuildError::Message(error) => Some(error),
            _ => None,
        }
    }
}
