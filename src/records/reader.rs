use super::{Record, RecordBatch, RecordStream};
use crate::compression::{DecompressError, Decompressor};
use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::varint;
use core::fmt;

/// Reads the records of a batch one by one, whatever its codec, through a window that holds no more than the codec's history
/// and a record: for batches that are larger than memory.
///
/// The [table](crate::compression#memory) says how large the window has to be for records up to some size. A batch that is not
/// compressed needs none.
///
/// Positions, and offsets of errors in a record, count in the decompressed bytes.
///
/// ```
/// # #[cfg(feature = "snappy")] {
/// use kafka_view::Records;
/// use kafka_view::records::RecordReader;
///
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x40\0\0\0\x07\x02\xe1\xb7\x6d\x60\0\x02\0\0\0\0\0\0\0\0\0\0\x03\xe8\
/// #     \0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x01\
/// #     \x0d\x30\x18\0\0\0\x02k\x02v\x02\x02h\x02!";
/// let mut window = [0; 1000];
/// for batch in Records::from(&bytes[..]).batches() {
///     let batch = batch?;
///     let mut records = RecordReader::new(&batch, &mut window, 1 << 20)?;
///     while let Some(record) = records.next_record()? {
///         assert_eq!((record.offset, record.key), (100, Some(&b"k"[..])));
///     }
/// }
/// # }
/// # Ok::<(), kafka_view::records::ReadError>(())
/// ```
pub struct RecordReader<'a, 'w> {
    source: Decompressor<'a, 'w>,
    records: RecordStream,
    has_failed: bool,
}

impl<'a, 'w> RecordReader<'a, 'w> {
    /// Reads the records of `batch` through `window`. More than `limit` decompressed bytes are an error.
    ///
    /// # Errors
    /// All at 0, as nothing was read yet: [`UnsupportedMagic`](Kind::UnsupportedMagic) below magic 2, where the last message has
    /// to be known before the first; [`RecordCount`](Kind::RecordCount) of a negative count; and those of
    /// [`Decompressor::new`], unless compaction has emptied the batch, which needs no codec then.
    pub fn new(batch: &RecordBatch<'a>, window: &'w mut [u8], limit: u64) -> Result<Self, ReadError> {
        let records = batch.stream().map_err(|error| DecodeError::new(error.kind, 0))?;
        let source = Decompressor::new(batch.codec(), batch.payload(), window, limit)?;
        Ok(RecordReader { source, records, has_failed: false })
    }

    /// The next record; `None` after the last one, or after an error.
    ///
    /// # Errors
    /// Those of the [iterator](super::RecordIter) over records, and those of [`Decompressor::fill`]. All but
    /// [`WindowTooSmall`](crate::compression::DecompressErrorKind::WindowTooSmall) come behind every record that is whole. It
    /// asks for no more than the limit, a history and a block, whatever a record says of its length: one that ends above
    /// the limit is [`TooLarge`](crate::compression::DecompressErrorKind::TooLarge), where the window does not hold all of the
    /// output anyway.
    pub fn next_record(&mut self) -> Result<Option<Record<'_>>, ReadError> {
        if self.has_failed {
            return Ok(None);
        }
        // It counts as failed unless it is seen to be good.
        self.has_failed = true;
        let start = usize::try_from(self.source.position()).unwrap_or(usize::MAX);
        if self.records.left() == 0 {
            let is_over = !self.source.fill_to(1)?;
            return if is_over { Ok(None) } else { Err(DecodeError::new(Kind::RecordCount, start).into()) };
        }
        let size = self.size(start)?;
        if !self.source.fill_to(size)? {
            return Err(DecodeError::new(Kind::InvalidLength, start).into());
        }
        let record = self.records.read(self.source.take(size));
        let (record, _) =
            record.map_err(|error| error.shifted(start))?.ok_or(DecodeError::new(Kind::RecordCount, start))?;
        self.has_failed = false;
        Ok(Some(record))
    }

    /// Where the next record begins, counted in the decompressed bytes.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.source.position()
    }

    /// The size of the record that comes next, with its length.
    fn size(&mut self, start: usize) -> Result<usize, ReadError> {
        let error = |kind| Err(DecodeError::new(kind, start).into());
        loop {
            let unread = self.source.unread();
            match varint::varint(unread) {
                Ok((length, used)) => match usize::try_from(length) {
                    Ok(length) => return Ok(length.saturating_add(used)),
                    Err(_) => return error(Kind::InvalidLength),
                },
                Err(Kind::Incomplete) => {
                    let have = unread.len();
                    if !self.source.fill_to(have.saturating_add(1))? {
                        return error(if have == 0 { Kind::RecordCount } else { Kind::InvalidLength });
                    }
                }
                Err(kind) => return error(kind),
            }
        }
    }
}

impl fmt::Debug for RecordReader<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordReader")
            .field("left", &self.records.left())
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RecordReader<'_, '_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "RecordReader({=usize} records left, {})", self.records.left(), self.source);
    }
}

/// Why a record could not be read: the payload does not decompress, or the record in it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ReadError {
    /// The payload: the offset counts in the compressed bytes.
    Decompress(DecompressError),
    /// The record: the offset counts in the decompressed bytes, where they were compressed.
    Decode(DecodeError),
    /// The window of a [`ChunkStream`](crate::ChunkStream) cannot hold the header of a batch, an entry that is read whole, or a
    /// block of a compressed batch. The window of a decompressor says so by itself.
    WindowTooSmall {
        /// How many bytes it has to hold at least.
        needed: usize,
    },
}

impl From<DecompressError> for ReadError {
    fn from(error: DecompressError) -> Self {
        ReadError::Decompress(error)
    }
}

impl From<DecodeError> for ReadError {
    fn from(error: DecodeError) -> Self {
        ReadError::Decode(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Decompress(error) => write!(f, "{error} of the payload"),
            ReadError::Decode(error) => write!(f, "{error} of the decompressed payload"),
            ReadError::WindowTooSmall { needed } => write!(f, "window too small: {needed} bytes are needed"),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ReadError::Decompress(error) => Some(error),
            ReadError::Decode(error) => Some(error),
            ReadError::WindowTooSmall { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::BuildError;
    use super::*;
    use crate::compression::{Compression, decompress};
    use crate::error::EncodeError;
    use core::error::Error;

    /// Whoever looks for the cause finds the error as it was.
    #[test]
    fn sources() {
        let decode = DecodeError::new(Kind::RecordCount, 5);
        let decompress = decompress(Compression::Unknown(5), &[], &mut []).unwrap_err();
        let encode = EncodeError::unsupported_version();
        assert!(ReadError::from(decode).source().and_then(|e| e.downcast_ref()) == Some(&decode));
        assert!(ReadError::from(decompress).source().and_then(|e| e.downcast_ref()) == Some(&decompress));
        assert!(BuildError::Message(encode).source().and_then(|e| e.downcast_ref()) == Some(&encode));
        assert!(BuildError::NoRecords.source().is_none());
    }
}
