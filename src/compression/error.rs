use super::Compression;
use crate::error::clamp;
use core::fmt;

/// Why bytes could not be decompressed, and at which of them.
///
/// ```
/// use kafka_view::compression::{Compression, DecompressErrorKind, decompress};
///
/// let error = decompress(Compression::Unknown(5), b"anything", &mut [0; 64]).unwrap_err();
/// assert_eq!((error.kind, error.offset), (DecompressErrorKind::Unavailable(Compression::Unknown(5)), 0));
/// assert_eq!(error.to_string(), "unknown codec 5 cannot be decompressed at byte 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct DecompressError {
    /// What is wrong.
    pub kind: DecompressErrorKind,
    /// Where in the compressed bytes: the first byte of the header, block, chunk or checksum at fault, or of the element in
    /// it where that is known. Where they run out, their end. What does not fit begins there.
    pub offset: u32,
}

/// What is wrong with compressed bytes, or too small for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum DecompressErrorKind {
    /// The codec's feature is off, or nobody knows the codec.
    Unavailable(Compression),
    /// The bytes end too early: they were cut, or one of their lengths is a lie.
    Truncated,
    /// A header that is not one of the format, or has a value that the format does not allow.
    InvalidHeader,
    /// Compressed data that does not make sense.
    InvalidData,
    /// Part of the format that is not read, and that Kafka does not write: a dictionary, a zstd window above 128 MiB.
    Unsupported,
    /// The bytes, or what became of them, do not match a checksum.
    ChecksumMismatch,
    /// More or fewer bytes came out than the format says there are.
    SizeMismatch,
    /// There is more output than the limit allows: the length of the buffer, or what [`Decompressor`](super::Decompressor)
    /// was given.
    TooLarge {
        /// The limit that would do, where the format tells: all of gzip with one member, snappy, and lz4 and zstd with a
        /// content size. Otherwise the least that is known, which is above the present limit. A stream may lie about it.
        needed: usize,
    },
    /// The window is too small for the history of the format and the next piece.
    WindowTooSmall {
        /// The length with which it goes on at least to the end of the next piece or record.
        needed: usize,
    },
}

impl DecompressError {
    pub(super) const fn new(kind: DecompressErrorKind, offset: usize) -> Self {
        DecompressError { kind, offset: clamp(offset) }
    }
}

impl fmt::Display for DecompressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl fmt::Display for DecompressErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use DecompressErrorKind as Kind;
        f.write_str(match self {
            Kind::Truncated => "compressed data ends too early",
            Kind::InvalidHeader => "invalid header of compressed data",
            Kind::InvalidData => "invalid compressed data",
            Kind::Unsupported => "unsupported kind of compressed data",
            Kind::ChecksumMismatch => "checksum mismatch in compressed data",
            Kind::SizeMismatch => "decompressed size is not what the data says",
            Kind::TooLarge { needed } => return write!(f, "decompressed data above the limit: {needed} bytes or more"),
            Kind::WindowTooSmall { needed } => return write!(f, "window too small: {needed} bytes are needed"),
            Kind::Unavailable(codec @ Compression::Unknown(_)) => return write!(f, "{codec} cannot be decompressed"),
            Kind::Unavailable(codec) => return write!(f, "{codec} needs the feature `{codec}`, which is off"),
        })
    }
}

impl core::error::Error for DecompressError {}
