//! Messages of magic 0 and 1 (before KIP-98), alone or in a compressed wrapper.

use super::batch::{LEAST_LENGTH, LEAST_MESSAGE_LENGTH, LENGTH_AT, LOG_APPEND_TIME, MAGIC_AT};
use super::record::{Base, Headers, Record};
use super::{Compression, TimestampType};
use crate::error::DecodeErrorKind as Kind;

/// Where the attributes are in a message.
pub(super) const ATTRIBUTES_AT: usize = 17;
/// Where the checksum is in a message; it covers all behind it.
pub(super) const CRC_AT: usize = 12;
/// The least size in bytes of a message, with its offset and length.
pub(super) const LEAST_SIZE: usize = 26;
/// The size of a length in front of a key or a value.
const LENGTH: usize = 4;

layout! {
    /// What a message of either magic begins with.
    struct MessageHeader in HEADER_LEN {
        offset: i64,
        length: i32 = LENGTH_AT,
        crc: u32 = CRC_AT,
        magic: i8 = MAGIC_AT,
        attributes: i8 = ATTRIBUTES_AT,
    }
}
const HEADER_LEN: usize = 18;

/// A whole message as it is on the wire.
///
/// In magic 1 a timestamp of 8 bytes is behind the header. Key and value follow, each behind a length of 4 bytes.
#[derive(Clone, Copy)]
pub(super) struct Message<'a>(pub(super) &'a [u8]);

/// What is wrong with a message, and at which of its bytes.
pub(super) type Fault = (Kind, usize);

/// A key and a value.
type Content<'a> = (Option<&'a [u8]>, Option<&'a [u8]>);

impl<'a> Message<'a> {
    /// The message at the front of some bytes, and what is behind it. Those of a set end with a whole one.
    fn split(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), Fault> {
        let (length, size) = entry(bytes).ok_or((Kind::BatchTooSmall, LENGTH_AT))?;
        if length < LEAST_LENGTH {
            return Err((Kind::BatchTooSmall, LENGTH_AT));
        }
        let (bytes, rest) = bytes.split_at_checked(size).ok_or((Kind::InvalidLength, LENGTH_AT))?;
        let message = Message(bytes);
        match message.header().magic {
            0 => Ok((message, rest)),
            1 if length >= LEAST_MESSAGE_LENGTH => Ok((message, rest)),
            1 => Err((Kind::BatchTooSmall, LENGTH_AT)),
            magic => Err((Kind::UnsupportedMagic(magic), MAGIC_AT)),
        }
    }

    /// What it begins with. All of that is there; the compiler cannot know.
    #[inline(always)]
    pub(super) fn header(self) -> MessageHeader {
        match self.0.first_chunk() {
            Some(header) => MessageHeader::read(header),
            None => MessageHeader::default(),
        }
    }

    fn rest(self) -> &'a [u8] {
        self.0.get(HEADER_LEN..).unwrap_or_default()
    }

    /// The timestamp on the wire; -1 in magic 0, which has none.
    pub(super) fn timestamp(self) -> i64 {
        match self.rest().first_chunk() {
            Some(bytes) if self.header().magic != 0 => i64::from_be_bytes(*bytes),
            _ => -1,
        }
    }

    pub(super) fn timestamp_type(self) -> TimestampType {
        let header = self.header();
        match i16::from(header.attributes) & LOG_APPEND_TIME {
            _ if header.magic == 0 => TimestampType::None,
            0 => TimestampType::Create,
            _ => TimestampType::LogAppend,
        }
    }

    pub(super) fn compression(self) -> Compression {
        Compression::from_attributes(self.header().attributes.into())
    }

    /// Key and value, which fill the message.
    pub(super) fn content(self) -> Result<Content<'a>, Fault> {
        let size = self.0.len();
        let rest = self.rest();
        let mut rest = if self.header().magic == 0 { rest } else { rest.get(8..).unwrap_or_default() };
        let mut next = || {
            let at = size.saturating_sub(rest.len());
            sized(&mut rest).map_err(|kind| (kind, if kind == Kind::RecordSize { size } else { at }))
        };
        let content = (next()?, next()?);
        if rest.is_empty() { Ok(content) } else { Err((Kind::RecordSize, size.saturating_sub(rest.len()))) }
    }

    /// What a wrapper holds: the messages, as the codec has made them.
    pub(super) fn wrapped(self) -> Result<&'a [u8], Fault> {
        let (_, value) = self.content()?;
        // The message ends with the length that says null.
        value.ok_or((Kind::UnexpectedNull, self.0.len().saturating_sub(LENGTH)))
    }

    /// What the numbers of the messages in a wrapper count from, and where these are, if it holds any.
    ///
    /// The offsets in a wrapper of magic 1 count from one that is known by the last of them, as the wrapper has the last
    /// one's: Kafka's `AbstractLegacyRecordBatch.DeepRecordsIterator`. Some producers sent 0 instead, which is the base then.
    pub(super) fn base_of(self, set: &MessageSet<'_>) -> Result<Base, Fault> {
        let header = self.header();
        let base = match header.offset {
            _ if header.magic == 0 => 0,
            0 => 0,
            _ if set.has_fault => return Err((Kind::BatchTooSmall, set.last_at.saturating_add(LENGTH_AT))),
            offset if offset < set.last_offset => return Err((Kind::WrapperOffset, set.last_at)),
            offset => offset.wrapping_sub(set.last_offset),
        };
        Ok(match self.timestamp_type() {
            TimestampType::LogAppend => {
                Base { offset: base, timestamp: self.timestamp(), timestamp_mask: 0, ..Base::MESSAGES }
            }
            _ => Base { offset: base, ..Base::MESSAGES },
        })
    }
}

/// The whole entries at the front of some bytes.
pub(super) struct MessageSet<'a> {
    /// Their bytes.
    pub(super) bytes: &'a [u8],
    /// The offset on the wire of the last one, and where it begins.
    last_offset: i64,
    last_at: usize,
    /// Whether the last one is none, as its length cannot be.
    has_fault: bool,
}

impl<'a> MessageSet<'a> {
    /// Goes over the lengths of the entries. One that is cut is dropped, as Kafka's `DataLogInputStream` does.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        let mut set = MessageSet { bytes: &[], last_offset: 0, last_at: 0, has_fault: false };
        let mut rest = bytes;
        while let Some((length, size)) = entry(rest) {
            let at = bytes.len().saturating_sub(rest.len());
            set.has_fault = length < LEAST_LENGTH;
            if set.has_fault {
                rest = &[];
            } else if let Some((_, behind)) = rest.split_at_checked(size) {
                let offset = rest.first_chunk().copied().unwrap_or_default();
                set.last_offset = i64::from_be_bytes(offset);
                rest = behind;
            } else {
                break;
            }
            set.last_at = at;
            set.bytes = bytes.get(..bytes.len().saturating_sub(rest.len())).unwrap_or_default();
        }
        set
    }
}

/// The next message of a set as a record, and how many bytes it takes.
pub(super) fn record<'a>(bytes: &'a [u8], base: &Base) -> Result<(Record<'a>, usize), Fault> {
    let (message, rest) = Message::split(bytes)?;
    if message.compression() != Compression::None {
        return Err((Kind::NestedCompression, ATTRIBUTES_AT));
    }
    let (key, value) = message.content()?;
    let header = message.header();
    let record = Record {
        attributes: header.attributes,
        timestamp: match header.magic {
            0 => -1,
            _ => base.timestamp.wrapping_add(message.timestamp() & base.timestamp_mask),
        },
        timestamp_delta: 0,
        offset: base.offset.wrapping_add(header.offset),
        offset_delta: 0,
        sequence: None,
        key,
        value,
        headers: Headers::default(),
    };
    Ok((record, bytes.len().saturating_sub(rest.len())))
}

/// The length of an entry, and its size with what is in front of the length, as far as bytes to say so are there.
fn entry(bytes: &[u8]) -> Option<(i32, usize)> {
    let &[.., a, b, c, d] = bytes.first_chunk::<12>()?;
    let length = i32::from_be_bytes([a, b, c, d]);
    Some((length, usize::try_from(length).unwrap_or(0).saturating_add(12)))
}

/// A length and as many bytes; a negative length is null.
fn sized<'a>(rest: &mut &'a [u8]) -> Result<Option<&'a [u8]>, Kind> {
    let (length, behind) = rest.split_first_chunk::<LENGTH>().ok_or(Kind::RecordSize)?;
    let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
        *rest = behind;
        return Ok(None);
    };
    let (bytes, behind) = behind.split_at_checked(length).ok_or(Kind::InvalidLength)?;
    *rest = behind;
    Ok(Some(bytes))
}
