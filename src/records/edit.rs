use super::batch::{ATTRIBUTES_AT, HEADER_LEN, Header, LOG_APPEND_TIME};
use super::{Batches, RecordBatch, TimestampType, crc32c};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use core::fmt;

/// A batch of magic 2 whose header is changed in place, as a broker does when it appends what a producer has sent.
///
/// ```
/// # let mut bytes = *b"\0\0\0\0\0\0\0\x64\0\0\0\x31\0\0\0\0\x02\xbc\x7b\xb7\x18\0\0\0\0\0\x04\0\0\0\0\0\0\x03\xe8\0\0\0\0\
/// #     \0\0\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0";
/// use kafka_view::records::{Batches, RecordBatchMut, TimestampType};
///
/// let mut batch = RecordBatchMut::new(&mut bytes)?;
/// batch.set_base_offset(5000);
/// batch.set_partition_leader_epoch(7);
/// batch.set_max_timestamp(TimestampType::LogAppend, 1_700_000_000_000);
///
/// let batch = Batches::new(&bytes).next().unwrap()?;
/// batch.verify_crc()?;
/// assert_eq!((batch.base_offset(), batch.last_offset(), batch.partition_leader_epoch()), (5000, 5004, 7));
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
pub struct RecordBatchMut<'b> {
    /// The batch alone.
    bytes: &'b mut [u8],
}

impl<'b> RecordBatchMut<'b> {
    /// The batch at the front of some bytes. Others may follow: [`RecordBatch::start`] and [`RecordBatch::size`] say where.
    ///
    /// # Errors
    /// Those of [`Batches`]; [`Incomplete`](Kind::Incomplete) if there are no bytes, too; and
    /// [`UnsupportedMagic`](Kind::UnsupportedMagic) of all but 2.
    pub fn new(bytes: &'b mut [u8]) -> Result<Self, DecodeError> {
        let batch = Batches::new(bytes).next().unwrap_or(Err(DecodeError::incomplete(0, 12)))?;
        if batch.header.is_none() {
            return Err(DecodeError::new(Kind::UnsupportedMagic(batch.magic()), super::batch::MAGIC_AT));
        }
        let size = batch.size();
        Ok(RecordBatchMut { bytes: bytes.get_mut(..size).unwrap_or_default() })
    }

    /// The batch as it is now.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Sets the offset of the first record, and so those of all. The checksum does not cover it.
    pub fn set_base_offset(&mut self, offset: i64) {
        self.change(|header| header.base_offset = offset);
    }

    /// Sets the epoch of the leader that appends the batch; -1 for none. The checksum does not cover it.
    pub fn set_partition_leader_epoch(&mut self, epoch: i32) {
        self.change(|header| header.partition_leader_epoch = epoch);
    }

    /// Sets which time the records carry, and the largest of them, in milliseconds since the Unix epoch; with
    /// [`TimestampType::LogAppend`] that is the time of all. [`TimestampType::None`] is as [`TimestampType::Create`] here.
    ///
    /// The checksum is mended. One that was wrong differs from the right one as it did before: Kafka's
    /// `DefaultRecordBatch.setMaxTimestamp` writes a right one, which covers up the damage. Two passes over the batch.
    pub fn set_max_timestamp(&mut self, timestamp_type: TimestampType, timestamp: i64) {
        self.set_max_timestamp_with(timestamp_type, timestamp, crc32c);
    }

    /// As [`set_max_timestamp`](Self::set_max_timestamp), with a function of the caller's for the CRC-32C. It is called twice.
    pub fn set_max_timestamp_with(
        &mut self,
        timestamp_type: TimestampType,
        timestamp: i64,
        mut crc: impl FnMut(&[u8]) -> u32,
    ) {
        let before = crc(self.crc_bytes());
        self.change(|header| {
            let attributes = header.attributes & !LOG_APPEND_TIME;
            let append_time = if timestamp_type == TimestampType::LogAppend { LOG_APPEND_TIME } else { 0 };
            header.attributes = attributes | append_time;
            header.max_timestamp = timestamp;
        });
        let after = crc(self.crc_bytes());
        self.change(|header| header.crc ^= before ^ after);
    }

    fn crc_bytes(&self) -> &[u8] {
        self.bytes.get(ATTRIBUTES_AT..).unwrap_or_default()
    }

    fn change(&mut self, change: impl FnOnce(&mut Header)) {
        if let Some(place) = self.bytes.first_chunk_mut::<HEADER_LEN>() {
            let mut header = Header::read(place);
            change(&mut header);
            *place = header.to_bytes();
        }
    }
}

impl fmt::Debug for RecordBatchMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let batch: Option<Result<RecordBatch<'_>, _>> = Batches::new(self.bytes).next();
        f.debug_tuple("RecordBatchMut").field(&batch.and_then(Result::ok)).finish()
    }
}
