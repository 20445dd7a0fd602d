//! What can go wrong, and where.

use core::fmt;

/// Why bytes could not be decoded, and at which byte.
///
/// Twelve bytes and `Copy`. Field names stay off the decode path: [`crate::schema::locate`] turns the offset into a path.
///
/// ```
/// use kafka_view::{Decode, DecodeErrorKind, messages::offset_fetch::OffsetFetchResponseView};
///
/// let error = OffsetFetchResponseView::decode(&[0, 0, 0, 0, 2, 4, b'g'], 9).unwrap_err();
/// assert_eq!(error.kind, DecodeErrorKind::Incomplete);
/// assert_eq!((error.offset, error.missing), (7, 2)); // "g" has three letters
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DecodeError {
    /// What is wrong.
    pub kind: DecodeErrorKind,
    /// The first byte of the number, length or marker at fault; where bytes ran out, the end of the input.
    /// Counted from the start of the bytes that were handed in.
    pub offset: u32,
    /// The least number of bytes that would have to follow; 0 unless the kind is [`DecodeErrorKind::Incomplete`].
    pub missing: u32,
}

/// What is wrong with bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ended too early: more bytes could mend it. Every other kind is final.
    Incomplete,
    /// A variable-length number that is too long, or has bits that do not fit.
    InvalidVarint,
    /// A length or count that is negative where null is not meant, beyond 2^31 - 1, or past the end of its piece.
    InvalidLength,
    /// Null where the version does not allow it.
    UnexpectedNull,
    /// A known tagged field whose value does not fill exactly the size that the tag declares.
    TagSize,
    /// Bytes are left over after the value. [`crate::Decode::decode_prefix`] hands them out instead.
    TrailingBytes,
    /// The message has no such version, or the API is not known at all.
    UnsupportedVersion,
    /// A frame whose length is negative.
    NegativeFrame,
    /// A frame too small for what it has to hold.
    FrameTooSmall,
    /// A frame above the caller's limit.
    FrameTooLarge,
    /// A record batch, or an old message, whose length has no room for its own header.
    BatchTooSmall,
    /// A record batch or message set of a format that is not read.
    UnsupportedMagic(i8),
    /// The bytes of a record batch do not match its checksum.
    CrcMismatch,
    /// A record batch that holds fewer or more records than its header says, or a wrapper of old messages that holds none.
    RecordCount,
    /// A record whose content does not fill exactly its length.
    RecordSize,
    /// The records of a batch are compressed; its header can be read, and its payload handed to a decompressor.
    Compressed(crate::compression::Compression),
    /// A compressed message within a compressed message.
    NestedCompression,
    /// A compressed message whose offset is below that of the last message within it.
    WrapperOffset,
    /// A control record whose key is too short to say its type, or says a negative version.
    ControlKey,
}

impl DecodeError {
    pub(crate) const fn new(kind: DecodeErrorKind, offset: usize) -> Self {
        DecodeError { kind, offset: clamp(offset), missing: 0 }
    }

    pub(crate) const fn incomplete(offset: usize, missing: usize) -> Self {
        DecodeError { kind: DecodeErrorKind::Incomplete, offset: clamp(offset), missing: clamp(missing) }
    }

    /// Whether more bytes at the end of the input could mend it.
    #[must_use]
    pub const fn is_incomplete(&self) -> bool {
        matches!(self.kind, DecodeErrorKind::Incomplete)
    }

    /// The same error, seen from a buffer in which the decoded bytes start at `start`.
    #[must_use]
    pub const fn shifted(self, start: usize) -> Self {
        DecodeError { offset: self.offset.saturating_add(clamp(start)), ..self }
    }

    /// The same error, where the end of the bytes is known: what runs out there is invalid, as no more can come.
    pub(crate) const fn closed(self) -> Self {
        if self.is_incomplete() {
            DecodeError { kind: DecodeErrorKind::InvalidLength, missing: 0, ..self }
        } else {
            self
        }
    }
}

/// Offsets are 32 bits wide, as Kafka's lengths are; what lies beyond is shown as the largest.
#[expect(clippy::cast_possible_truncation, reason = "the value was compared with the limit")]
pub(crate) const fn clamp(n: usize) -> u32 {
    if n > u32::MAX as usize { u32::MAX } else { n as u32 }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.missing) {
            (DecodeErrorKind::Incomplete, 0) => write!(f, "incomplete at byte {}", self.offset),
            (DecodeErrorKind::Incomplete, 1) => write!(f, "incomplete at byte {}: at least 1 byte more", self.offset),
            (DecodeErrorKind::Incomplete, n) => {
                write!(f, "incomplete at byte {}: at least {n} bytes more", self.offset)
            }
            (kind, _) => write!(f, "{kind} at byte {}", self.offset),
        }
    }
}

impl fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecodeErrorKind::Incomplete => "incomplete",
            DecodeErrorKind::InvalidVarint => "invalid varint",
            DecodeErrorKind::InvalidLength => "invalid length",
            DecodeErrorKind::UnexpectedNull => "null where it is not allowed",
            DecodeErrorKind::TagSize => "tagged field does not fill its declared size",
            DecodeErrorKind::TrailingBytes => "trailing bytes",
            DecodeErrorKind::UnsupportedVersion => "unsupported version",
            DecodeErrorKind::NegativeFrame => "negative frame length",
            DecodeErrorKind::FrameTooSmall => "frame too small",
            DecodeErrorKind::FrameTooLarge => "frame above the limit",
            DecodeErrorKind::BatchTooSmall => "record batch too small for its header",
            DecodeErrorKind::CrcMismatch => "checksum mismatch",
            DecodeErrorKind::RecordCount => "record count does not match the records",
            DecodeErrorKind::RecordSize => "record does not fill its length",
            DecodeErrorKind::NestedCompression => "compressed message within a compressed one",
            DecodeErrorKind::WrapperOffset => "offset of a compressed message below that of its last message",
            DecodeErrorKind::ControlKey => "key of a control record does not say its type",
            DecodeErrorKind::UnsupportedMagic(magic) => return write!(f, "unsupported record format (magic {magic})"),
            DecodeErrorKind::Compressed(codec) => return write!(f, "records are compressed with {codec}"),
        })
    }
}

impl core::error::Error for DecodeError {}

/// A field of a message: the number of its struct and its own number within it, both as in the message's
/// [`Schema`](crate::Schema). [`Names::field`](crate::schema::Names::field) gives the names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct FieldId {
    /// The struct's number.
    pub node: u8,
    /// The field's number.
    pub field: u8,
}

/// Why a value could not be encoded.
///
/// ```
/// use kafka_view::{Encode, EncodeErrorKind, messages::share_fetch::ShareFetchRequest};
///
/// let request = ShareFetchRequest { max_records: 500, ..Default::default() };
/// let error = request.encode(0, &mut [0; 64]).unwrap_err(); // version 0 has no such limit
/// assert_eq!(error.kind, EncodeErrorKind::FieldNotInVersion);
/// assert_eq!(ShareFetchRequest::NAMES.field(error.field), Some(("ShareFetchRequest", "MaxRecords")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct EncodeError {
    /// What is wrong.
    pub kind: EncodeErrorKind,
    /// The field at fault; the first of the message where the fault is not one field's.
    pub field: FieldId,
    /// How many bytes were written, or would have been, before the fault.
    pub offset: u32,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// The buffer is smaller than the message.
    BufferTooSmall {
        /// The exact length of the message in bytes.
        needed: usize,
    },
    /// The message has no such version.
    UnsupportedVersion,
    /// A value that is not the default, in a version that lacks the field and may not drop it.
    FieldNotInVersion,
    /// Null where the version does not allow it.
    NullNotInVersion,
    /// A string above 32767 bytes in a version that cannot say so, or a length above 2^31 - 1.
    TooLong,
    /// An unknown tagged field with the number of a known one, which readers would take for it.
    TagCollision,
    /// A list of unknown tagged fields whose numbers do not ascend (KIP-482).
    TagOrder,
    /// Unknown tagged fields in a version that has no tagged fields at all.
    TagsNotInVersion,
    /// An array of which an event of the cursor gave only the count: its elements are not there to be written.
    ArrayNotRead,
    /// A value of another type than the field's, or out of its range. Typed values cannot have it.
    WrongType,
}

impl EncodeError {
    pub(crate) const fn unsupported_version() -> Self {
        EncodeError { kind: EncodeErrorKind::UnsupportedVersion, field: FieldId { node: 0, field: 0 }, offset: 0 }
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EncodeErrorKind::BufferTooSmall { .. } | EncodeErrorKind::UnsupportedVersion => write!(f, "{}", self.kind),
            kind => write!(f, "{kind} (struct {}, field {}, byte {})", self.field.node, self.field.field, self.offset),
        }
    }
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EncodeErrorKind::UnsupportedVersion => "unsupported version",
            EncodeErrorKind::FieldNotInVersion => "the version lacks this field, and its value is not the default",
            EncodeErrorKind::NullNotInVersion => "the version does not allow null here",
            EncodeErrorKind::TooLong => "too long for its length prefix",
            EncodeErrorKind::TagCollision => "an unknown tagged field has the number of a known one",
            EncodeErrorKind::TagOrder => "the numbers of unknown tagged fields have to ascend",
            EncodeErrorKind::TagsNotInVersion => "the version has no tagged fields, and there are unknown ones",
            EncodeErrorKind::ArrayNotRead => "the elements of this array were not read",
            EncodeErrorKind::WrongType => "value does not fit the field's type",
            EncodeErrorKind::BufferTooSmall { needed } => {
                return write!(f, "buffer too small: {needed} bytes are needed");
            }
        })
    }
}

impl core::error::Error for EncodeError {}
