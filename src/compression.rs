//! Compressed payloads: the codecs of record batches, and of whatever else Kafka compresses.
//!
//! Each codec is a feature: `gzip`, `snappy` and `lz4` allocate nothing, `zstd` needs `alloc`. [`decompress`] writes the whole
//! into a buffer; a [`Decompressor`] hands it out piece by piece through a window, for what is larger than memory.
//! [`RecordReader`](crate::records::RecordReader) reads the records of a batch on top of that. Where the compressed bytes are larger
//! than memory, too, a [`ChunkStream`](crate::ChunkStream) reads records through a [`Decompression`].
//!
//! ```
//! # #[cfg(feature = "snappy")] {
//! use kafka_view::compression::{Compression, DecompressErrorKind, decompress};
//!
//! let payload = b"\x0a\x04ab\x11\x02"; // ten bytes: two as they are, then eight from two bytes back
//! let mut buf = [0; 64];
//! assert_eq!(decompress(Compression::Snappy, payload, &mut buf)?, b"ababababab");
//!
//! let error = decompress(Compression::Snappy, payload, &mut buf[..9]).unwrap_err();
//! assert_eq!(error.kind, DecompressErrorKind::TooLarge { needed: 10 });
//! # }
//! # Ok::<(), kafka_view::compression::DecompressError>(())
//! ```
//!
//! # What is read
//!
//! | codec | |
//! |---|---|
//! | gzip | RFC 1952: any number of members; CRC-32 and size of each are checked, and a header's CRC if it has one |
//! | snappy | a raw block; or the frames of `snappy-java` with any number of chunks and headers, whose version numbers may have either endianness |
//! | lz4 | any number of frames (Kafka reads one) and of skippable frames; independent and linked blocks; all checksums and the content size are checked; no dictionaries; in messages of magic 0 the header's checksum does not count |
//! | zstd | RFC 8878: any number of frames and of skippable frames; checksum and content size are checked; windows up to 128 MiB, as with libzstd; no dictionaries |
//!
//! At least one member or frame has to be there, and nothing else may follow the last. (Kafka passes over what follows a gzip
//! member or an lz4 frame, whatever it is.)
//!
//! Output ends at the limit: the length of the buffer, or the number that a [`Decompressor`] is given. What a stream says of
//! its size is checked against what its bytes could hold (if that is less, they count as cut) and against what comes out.
//!
//! # Memory
//!
//! Windows are for records, or whatever else is taken at once, of up to R bytes. While all of the output fits, less will do.
//!
//! | codec | window | stack of [`decompress`] | heap |
//! |---|---|---|---|
//! | none | none | | |
//! | gzip | max(32 KiB, R) + 1 KiB | 11.8 KB | none |
//! | snappy, raw | all of the output | 0.7 KB | none |
//! | snappy, framed | R and a chunk, 32 KiB unless the producer chose otherwise | 0.7 KB | none |
//! | lz4, independent blocks | R and a block, 64 KiB to 4 MiB as the frame says; Kafka's and librdkafka's have 64 KiB | 0.9 KB | none |
//! | lz4, linked blocks | max(64 KiB, R) and a block | 0.9 KB | none |
//! | zstd | R + 1 | 5.9 KB | about twice the frame's window, or the limit if that is less and 128 KiB at least; and up to 2 MB for a block |
//!
//! A [`Decompressor`] holds the state of its codec: 10.6 KB if the feature `gzip` is on, for any codec, and twice as much stack
//! while it is made; 0.2 KB without. It uses no more stack than `decompress` besides. (Measured on x86-64 with opt-level
//! `s`, on a painted stack, for text of 440 kB.)

mod chunked;
mod error;
#[cfg(feature = "gzip")]
mod gzip;
#[allow(dead_code, reason = "each codec uses some of it")]
mod input;
#[cfg(feature = "lz4")]
mod lz4;
#[cfg(feature = "snappy")]
mod snappy;
#[cfg_attr(
    not(any(feature = "gzip", feature = "snappy", feature = "lz4", feature = "zstd")),
    allow(unreachable_patterns, unused_variables, reason = "there is one codec only")
)]
mod stream;
#[allow(dead_code, reason = "each codec uses some of it")]
mod window;
#[cfg(feature = "zstd")]
mod zstd;

pub use chunked::Decompression;
pub(crate) use chunked::Wanting;
pub use error::{DecompressError, DecompressErrorKind};
pub use stream::Decompressor;

use core::fmt;

/// Decompresses all of `input` into `output`, and gives the part of it that was written. The length of `output` is the limit.
///
/// Behind that part `output` may be overwritten, too.
///
/// # Errors
/// [`Unavailable`](DecompressErrorKind::Unavailable) if the codec is not known, or its feature is off;
/// [`TooLarge`](DecompressErrorKind::TooLarge) if `output` is too short, which says how much is needed if the format does; and
/// whatever is wrong with the input. [`Decompressor`] gives what is good before the fault.
///
/// ```
/// # #[cfg(feature = "gzip")] {
/// use kafka_view::compression::{Compression, DecompressErrorKind, decompress};
///
/// let payload = b"\x1f\x8b\x08\0\0\0\0\0\0\xff\xcb\x48\xcd\xc9\xc9\x07\0\x86\xa6\x10\x36\x05\0\0\0";
/// assert_eq!(decompress(Compression::Gzip, payload, &mut [0; 64])?, b"hello");
///
/// let error = decompress(Compression::Gzip, &payload[..20], &mut [0; 64]).unwrap_err();
/// assert_eq!((error.kind, error.offset), (DecompressErrorKind::Truncated, 20));
/// # }
/// # Ok::<(), kafka_view::compression::DecompressError>(())
/// ```
pub fn decompress<'o>(codec: Compression, input: &[u8], output: &'o mut [u8]) -> Result<&'o [u8], DecompressError> {
    decompress_with_magic(2, codec, input, output)
}

/// The same for the value of a message of that magic: see [`Decompressor::with_magic`].
///
/// # Errors
/// As of [`decompress`].
#[cfg_attr(not(feature = "lz4"), expect(unused_variables, reason = "the magic matters to lz4 alone"))]
pub fn decompress_with_magic<'o>(
    magic: i8,
    codec: Compression,
    input: &[u8],
    output: &'o mut [u8],
) -> Result<&'o [u8], DecompressError> {
    if codec == Compression::None {
        let written = output.get_mut(..input.len());
        let written = written.ok_or(DecompressError::new(DecompressErrorKind::TooLarge { needed: input.len() }, 0))?;
        written.copy_from_slice(input);
        return Ok(written);
    }
    // Not by way of a `Decompressor`, which has room for the state of any codec and takes as much stack.
    match codec {
        #[cfg(feature = "gzip")]
        Compression::Gzip => whole(gzip::Gzip::new, gzip::Gzip::fill, input, output),
        #[cfg(feature = "snappy")]
        Compression::Snappy => whole(snappy::Snappy::new, snappy::Snappy::fill, input, output),
        #[cfg(feature = "lz4")]
        Compression::Lz4 => whole(|| lz4::Lz4::new(magic != 0), lz4::Lz4::fill, input, output),
        #[cfg(feature = "zstd")]
        Compression::Zstd => whole(zstd::Zstd::new, zstd::Zstd::fill, input, output),
        codec => Err(DecompressError::new(DecompressErrorKind::Unavailable(codec), 0)),
    }
}

/// Fills `output` until there is no more.
#[allow(dead_code, reason = "codecs are what uses it")]
#[inline(never)]
fn whole<'o, C>(
    new: impl FnOnce() -> C,
    fill: impl Fn(&mut C, &mut input::Input<'_>, &mut window::Window<'_>) -> Result<bool, DecompressError>,
    input: &[u8],
    output: &'o mut [u8],
) -> Result<&'o [u8], DecompressError> {
    let limit = output.len() as u64;
    let (mut codec, mut input, mut window) = (new(), input::Input::new(input), window::Window::new(output, limit));
    while fill(&mut codec, &mut input, &mut window)? {}
    Ok(window.into_unread())
}

/// How the records of a batch are compressed: bits 0 to 2 of its attributes.
///
/// `Display` gives the names of Kafka's configuration.
///
/// ```
/// use kafka_view::records::Compression;
///
/// assert_eq!(Compression::from_id(4), Compression::Zstd);
/// assert_eq!(Compression::Zstd.to_string(), "zstd");
/// assert_eq!(Compression::from_id(5).to_string(), "unknown codec 5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Compression {
    /// 0: not compressed.
    #[default]
    None,
    /// 1: gzip (RFC 1952).
    Gzip,
    /// 2: snappy, either raw or in the frames of `snappy-java`.
    Snappy,
    /// 3: lz4 frames.
    Lz4,
    /// 4: zstd (RFC 8878), since Kafka 2.1 (KIP-110).
    Zstd,
    /// A codec that Kafka 4.4 does not know. On the wire it is 5, 6 or 7.
    Unknown(u8),
}

impl Compression {
    /// The codec with that number.
    #[must_use]
    pub const fn from_id(id: u8) -> Self {
        match id {
            0 => Compression::None,
            1 => Compression::Gzip,
            2 => Compression::Snappy,
            3 => Compression::Lz4,
            4 => Compression::Zstd,
            id => Compression::Unknown(id),
        }
    }

    /// The codec's number.
    #[must_use]
    pub const fn id(self) -> u8 {
        match self {
            Compression::None => 0,
            Compression::Gzip => 1,
            Compression::Snappy => 2,
            Compression::Lz4 => 3,
            Compression::Zstd => 4,
            Compression::Unknown(id) => id,
        }
    }

    /// Whether it can be decompressed: it is known, and its feature is on.
    #[must_use]
    pub const fn is_available(self) -> bool {
        match self {
            Compression::None => true,
            Compression::Gzip => cfg!(feature = "gzip"),
            Compression::Snappy => cfg!(feature = "snappy"),
            Compression::Lz4 => cfg!(feature = "lz4"),
            Compression::Zstd => cfg!(feature = "zstd"),
            Compression::Unknown(_) => false,
        }
    }

    /// The codec that a batch's attributes name.
    pub(crate) const fn from_attributes(attributes: i16) -> Self {
        let [_, low] = attributes.to_be_bytes();
        Self::from_id(low & 0b111)
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Snappy => "snappy",
            Compression::Lz4 => "lz4",
            Compression::Zstd => "zstd",
            Compression::Unknown(id) => return write!(f, "unknown codec {id}"),
        })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use crate::compression::Compression;
    use std::string::ToString;

    #[test]
    fn numbers_lead_back() {
        for id in 0..=u8::MAX {
            assert_eq!(Compression::from_id(id).id(), id);
        }
    }

    #[test]
    fn attributes() {
        assert_eq!(Compression::from_attributes(-1), Compression::Unknown(7));
        assert_eq!(Compression::from_attributes(0x78), Compression::None);
        assert_eq!(Compression::from_attributes(0x79), Compression::Gzip);
        assert_eq!(Compression::from_attributes(0x0200), Compression::None);
    }

    #[test]
    fn names() {
        let names = ["none", "gzip", "snappy", "lz4", "zstd", "unknown codec 5", "unknown codec 6"];
        for (id, name) in (0..).zip(names) {
            assert_eq!(Compression::from_id(id).to_string(), name);
        }
    }
}
