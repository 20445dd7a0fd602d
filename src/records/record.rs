use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::{DebugBytes, Str, debug_bounded, varint};
use core::fmt;
use core::iter::FusedIterator;

/// What the numbers in the records of a batch count from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    pub(super) offset: i64,
    pub(super) timestamp: i64,
    /// The timestamp of all records in a batch with log append time.
    pub(super) append_time: Option<i64>,
    pub(super) sequence: i32,
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
#[derive(Clone)]
pub struct RecordIter<'a> {
    rest: &'a [u8],
    left: usize,
    base: Base,
    /// The end of the batch, counted from the start of the records field.
    end: usize,
    /// What a wrong count would be.
    count_error: DecodeError,
}

impl<'a> RecordIter<'a> {
    #[inline]
    pub(super) fn new(rest: &'a [u8], left: usize, base: Base, end: usize, count_error: DecodeError) -> Self {
        RecordIter { rest, left, base, end, count_error }
    }

    #[cold]
    fn stop(&mut self, error: DecodeError) -> DecodeError {
        self.rest = &[];
        self.left = 0;
        error
    }

    /// The error at the byte that has `left` bytes of the batch from there to the end.
    #[cold]
    fn stop_at(&mut self, kind: Kind, left: usize) -> DecodeError {
        self.stop(DecodeError::new(kind, self.end.saturating_sub(left)))
    }
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<Record<'a>, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Some(left) = self.left.checked_sub(1) else {
            return if self.rest.is_empty() { None } else { Some(Err(self.stop(self.count_error))) };
        };
        if self.rest.is_empty() {
            return Some(Err(self.stop(self.count_error)));
        }
        let mut rest = self.rest;
        let mut record = match sized(&mut rest) {
            Ok(Some(record)) => record,
            Err(Kind::InvalidVarint) => return Some(Err(self.stop_at(Kind::InvalidVarint, self.rest.len()))),
            // Negative, past the end of the batch, or itself cut by it.
            Ok(None) | Err(_) => return Some(Err(self.stop_at(Kind::InvalidLength, self.rest.len()))),
        };
        match Record::read(&mut record, &self.base) {
            Ok(record) => {
                self.rest = rest;
                self.left = left;
                Some(Ok(record))
            }
            // A number that the end of the record cuts.
            Err(Kind::Incomplete) => Some(Err(self.stop_at(Kind::RecordSize, rest.len()))),
            Err(kind) => Some(Err(self.stop_at(kind, rest.len().saturating_add(record.len())))),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // An error comes in the place of a record, or behind the last.
        let least = usize::from(!self.rest.is_empty() || self.left > 0);
        (least, self.left.checked_add(usize::from(!self.rest.is_empty())))
    }
}

impl FusedIterator for RecordIter<'_> {}

impl fmt::Debug for RecordIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordIter")
            .field("left", &self.left)
            .field("rest", &DebugBytes(self.rest))
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RecordIter<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "RecordIter({=usize} records, {=usize} bytes left)", self.left, self.rest.len());
    }
}

/// A record of a batch (KIP-98).
///
/// On the wire it is a row of variable-length numbers (zigzag, seven bits a byte) and bytes:
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
/// ```
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xe8\x9d\xdc\x08\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\
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
    /// Bits without a meaning so far: producers send 0.
    pub attributes: i8,
    /// Milliseconds since the Unix epoch: the batch's base timestamp + [`timestamp_delta`](Self::timestamp_delta), a sum
    /// that wraps at 64 bits, as Kafka's does; in a batch with [`LogAppend`](super::TimestampType::LogAppend) the batch's
    /// maximum timestamp, whatever the delta. -1 if the producer set none.
    pub timestamp: i64,
    /// The milliseconds on the wire.
    pub timestamp_delta: i64,
    /// The place in the partition: the batch's base offset + [`offset_delta`](Self::offset_delta). The sum wraps at 64 bits,
    /// as Kafka's does.
    ///
    /// Records come in the order of the wire. Where compaction took some out there are gaps.
    pub offset: i64,
    /// The offset on the wire.
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
    #[inline]
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
        let sum = base.timestamp.wrapping_add(timestamp_delta);
        Ok(Record {
            attributes: i8::from_be_bytes([attributes]),
            timestamp: base.append_time.unwrap_or(sum),
            timestamp_delta,
            offset: base.offset.wrapping_add(i64::from(offset_delta)),
            offset_delta,
            // The sign is dropped: sequences count in 31 bits.
            sequence: (base.sequence >= 0).then_some(base.sequence.wrapping_add(offset_delta) & i32::MAX),
            key,
            value,
            headers,
        })
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
/// # let bytes = b"\0\0\0\0\0\0\0\x64\0\0\0\x3e\0\0\0\x07\x02\xe8\x9d\xdc\x08\0\0\0\0\0\0\0\0\0\0\0\0\x03\xe8\
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
        HeaderIter { rest: self.bytes, left: self.count }
    }

    /// The count and as many headers, which end where `rest` does.
    #[inline(always)]
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
    rest: &'a [u8],
    left: usize,
}

impl<'a> Iterator for HeaderIter<'a> {
    type Item = Header<'a>;

    #[inline]
    fn next(&mut self) -> Option<Header<'a>> {
        self.left = self.left.checked_sub(1)?;
        // They were read before; the compiler cannot know.
        Header::read(&mut self.rest).ok()
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
        f.debug_struct("HeaderIter").field("left", &self.left).field("rest", &DebugBytes(self.rest)).finish()
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
    /// A header from the front of `rest`. After an error, `rest` begins with the bytes at fault.
    #[inline]
    fn read(rest: &mut &'a [u8]) -> Result<Self, Kind> {
        let before = *rest;
        let Some(key) = sized(rest)? else {
            *rest = before;
            return Err(Kind::UnexpectedNull);
        };
        let value = sized(rest)?;
        Ok(Header { key: Str::from(key), value })
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
#[inline(always)]
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

/// A varint. After an error, `rest` is as it was. Nearly all numbers in a record take one byte or two.
#[inline(always)]
fn varint(rest: &mut &[u8]) -> Result<i32, Kind> {
    match **rest {
        [a @ ..0x80, ref tail @ ..] => {
            *rest = tail;
            Ok(i32::from(a >> 1) ^ i32::from(a & 1).wrapping_neg())
        }
        [a, b @ ..0x80, ref tail @ ..] => {
            *rest = tail;
            let low = i32::from(a & 0x7f) >> 1;
            Ok((low | i32::from(b) << 6) ^ i32::from(a & 1).wrapping_neg())
        }
        _ => {
            let (value, used) = varint::varint(rest)?;
            *rest = rest.get(used..).unwrap_or_default();
            Ok(value)
        }
    }
}

/// A varlong. After an error, `rest` is as it was.
#[inline(always)]
fn varlong(rest: &mut &[u8]) -> Result<i64, Kind> {
    match **rest {
        [a @ ..0x80, ref tail @ ..] => {
            *rest = tail;
            Ok(i64::from(a >> 1) ^ i64::from(a & 1).wrapping_neg())
        }
        _ => {
            let (value, used) = varint::varlong(rest)?;
            *rest = rest.get(used..).unwrap_or_default();
            Ok(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short ways are the long way, for numbers of up to three bytes, whole or cut.
    #[test]
    fn short_numbers() {
        for bits in (0..1u32 << 24).step_by(13) {
            let [_, bytes @ ..] = bits.to_be_bytes();
            for bytes in [&bytes[..], &bytes[..1], &bytes[..2]] {
                let mut rest = bytes;
                let read = varint(&mut rest);
                let (wanted, used) =
                    varint::varint(bytes).map_or_else(|kind| (Err(kind), 0), |(n, used)| (Ok(n), used));
                assert_eq!((read, rest), (wanted, &bytes[used..]));

                let mut rest = bytes;
                assert_eq!(varlong(&mut rest), wanted.map(i64::from));
                assert_eq!(rest, &bytes[used..]);
            }
        }
    }

    #[test]
    fn nothing_of_nothing() {
        assert_eq!(varint(&mut &[][..]), Err(Kind::Incomplete));
        assert_eq!(varlong(&mut &[][..]), Err(Kind::Incomplete));
        assert_eq!(sized(&mut &[][..]), Err(Kind::Incomplete));
    }
}
