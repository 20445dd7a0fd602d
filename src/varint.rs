//! Variable-length numbers on their own, as they stand in front of stored metadata records and inside batches.
//!
//! Seven bits a byte, the lowest first, the top bit set where another byte follows. Encodings that are longer than needed
//! decode, as with Kafka's own `ByteUtils`; bits that do not fit are an error, which Kafka drops without a word. The signed
//! ones are zigzag: 0, -1, 1, -2 are 0, 1, 2, 3.
//!
//! ```
//! use kafka_view::varint;
//!
//! assert_eq!(varint::unsigned(&[0x96, 0x01, 7])?, (150, 2));
//! assert_eq!(varint::signed(&[0x96, 0x01, 7])?, (75, 2));
//! assert_eq!(varint::signed_long(&[0x01])?, (-1, 1));
//! assert_eq!(varint::unsigned(&[0x96]).unwrap_err().missing, 1);
//! # Ok::<(), kafka_view::DecodeError>(())
//! ```

use crate::error::{DecodeError, DecodeErrorKind as Kind};
use crate::wire::varint;

/// Reads an unsigned number of 32 bits, at most 5 bytes, from the front of `bytes`: the number, and how many bytes it took.
///
/// # Errors
/// [`Incomplete`](Kind::Incomplete) by a byte where the last says that another follows, or there is none;
/// [`InvalidVarint`](Kind::InvalidVarint) where it is too long, or has bits that do not fit.
pub fn unsigned(bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
    varint::uvarint(bytes).map_err(|kind| error(kind, bytes))
}

/// Reads a signed number of 32 bits, at most 5 bytes.
///
/// # Errors
/// As [`unsigned`].
pub fn signed(bytes: &[u8]) -> Result<(i32, usize), DecodeError> {
    varint::varint(bytes).map_err(|kind| error(kind, bytes))
}

/// Reads a signed number of 64 bits, at most 10 bytes.
///
/// # Errors
/// As [`unsigned`].
pub fn signed_long(bytes: &[u8]) -> Result<(i64, usize), DecodeError> {
    varint::varlong(bytes).map_err(|kind| error(kind, bytes))
}

fn error(kind: Kind, bytes: &[u8]) -> DecodeError {
    match kind {
        Kind::Incomplete => DecodeError::incomplete(bytes.len(), 1),
        kind => DecodeError::new(kind, 0),
    }
}
