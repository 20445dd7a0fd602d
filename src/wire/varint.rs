//! Variable-length numbers, seven bits a byte, lowest first, the top bit set where another byte follows. Encodings that are
//! longer than needed decode, as with Kafka's own `ByteUtils`; bits that do not fit are an error (Kafka drops them).

#![expect(clippy::arithmetic_side_effects, reason = "shifts and counts are below 70")]

use crate::error::DecodeErrorKind as Kind;

macro_rules! unsigned {
    ($(#[doc = $about:literal])* $name:ident $t:ty) => {
        $(#[doc = $about])*
        pub(crate) fn $name(bytes: &[u8]) -> Result<($t, usize), Kind> {
            let (mut value, mut shift, mut used) = (0, 0, 0);
            for &byte in bytes {
                // The last byte that may come holds what is left of the bits: 4 of 32, 1 of 64.
                if shift + 7 >= <$t>::BITS && byte >> (<$t>::BITS - shift) != 0 {
                    return Err(Kind::InvalidVarint);
                }
                value |= <$t>::from(byte & 0x7f) << shift;
                used += 1;
                if byte < 0x80 {
                    return Ok((value, used));
                }
                shift += 7;
            }
            Err(Kind::Incomplete)
        }
    };
}

unsigned! {
    /// An unsigned varint of 32 bits, at most 5 bytes, from the front of `bytes`; and the number of bytes it took.
    uvarint u32
}

unsigned! {
    /// An unsigned varint of 64 bits, at most 10 bytes.
    uvarlong u64
}

/// A zigzag varint of 32 bits, at most 5 bytes.
pub(crate) fn varint(bytes: &[u8]) -> Result<(i32, usize), Kind> {
    uvarint(bytes).map(|(value, used)| ((value >> 1) as i32 ^ -((value & 1) as i32), used))
}

/// A zigzag varint of 64 bits, at most 10 bytes.
pub(crate) fn varlong(bytes: &[u8]) -> Result<(i64, usize), Kind> {
    uvarlong(bytes).map(|(value, used)| ((value >> 1) as i64 ^ -((value & 1) as i64), used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsigned_32_bits() {
        assert_eq!(uvarint(&[0x96, 1, 9]), Ok((150, 2)));
        assert_eq!(uvarint(&[0x80, 0x80, 0x80, 0x80, 0]), Ok((0, 5)));
        assert_eq!(uvarint(&[0xff, 0xff, 0xff, 0xff, 0x0f]), Ok((u32::MAX, 5)));
        assert_eq!(uvarint(&[0xff, 0xff, 0xff, 0xff, 0x10]), Err(Kind::InvalidVarint));
        assert_eq!(uvarint(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]), Err(Kind::InvalidVarint));
        assert_eq!(uvarint(&[0xff]), Err(Kind::Incomplete));
        assert_eq!(uvarint(&[]), Err(Kind::Incomplete));
    }

    #[test]
    fn zigzag() {
        for (bytes, value) in
            [(&[0][..], 0), (&[1], -1), (&[2], 1), (&[0x96, 1], 75), (&[0xff, 0xff, 0xff, 0xff, 0x0f], i32::MIN)]
        {
            assert_eq!(varint(bytes), Ok((value, bytes.len())));
            assert_eq!(varlong(bytes), Ok((i64::from(value), bytes.len())));
        }
        let mut longest = [0xff; 10];
        longest[9] = 1;
        assert_eq!(varlong(&longest), Ok((i64::MIN, 10)));
        longest[9] = 2;
        assert_eq!(varlong(&longest), Err(Kind::InvalidVarint));
        assert_eq!(varlong(&[0x80; 10]), Err(Kind::InvalidVarint));
        assert_eq!(varlong(&[0x80; 9]), Err(Kind::Incomplete));
    }
}
