use core::{error::Error, fmt, str::FromStr};

/// A UUID: topic ids, member ids, directory ids.
///
/// Prints and parses Kafka's form, 22 characters of unpadded base64url; `{:#}` prints the hyphenated hex form.
///
/// ```
/// use kafka_view::Uuid;
///
/// let id: Uuid = "ESIzRFVmdwmImaq7zN3uCQ".parse()?;
/// assert_eq!(id.to_string(), "ESIzRFVmdwmImaq7zN3uCQ");
/// assert_eq!(format!("{id:#}"), "11223344-5566-7709-8899-aabbccddee09");
/// # Ok::<(), kafka_view::ParseUuidError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Uuid(pub [u8; 16]);

/// A text that is not 22 characters of base64url for 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseUuidError;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Uuid {
    /// The id that stands for none.
    pub const ZERO: Uuid = Uuid([0; 16]);
}

#[expect(clippy::arithmetic_side_effects, reason = "shifts of 128 bits by less")]
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = u128::from_be_bytes(self.0);
        if f.alternate() {
            let part = |shift: u32, digits: u32| (bits >> shift) & ((1 << (4 * digits)) - 1);
            return write!(
                f,
                "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
                part(96, 8),
                part(80, 4),
                part(64, 4),
                part(48, 4),
                part(0, 12)
            );
        }
        // 128 bits are 21 characters of 6 bits and one of 2, which are its upper ones.
        for i in 0..22 {
            let sextet = if i < 21 { bits >> (122 - 6 * i) } else { bits << 4 } & 0x3f;
            let character = usize::try_from(sextet).ok().and_then(|at| ALPHABET.get(at)).copied().unwrap_or(b'?');
            fmt::Write::write_char(f, char::from(character))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Uuid({self})")
    }
}

impl FromStr for Uuid {
    type Err = ParseUuidError;

    fn from_str(text: &str) -> Result<Self, ParseUuidError> {
        let mut bits = 0u128;
        for (i, &character) in text.as_bytes().iter().enumerate() {
            let sextet = ALPHABET.iter().zip(0u128..).find(|(c, _)| **c == character).ok_or(ParseUuidError)?.1;
            bits = match i {
                0..21 => bits << 6 | sextet,
                // The last character has room for two bits; others would be a second spelling of the same id.
                21 if sextet & 0xf == 0 => bits << 2 | sextet >> 4,
                _ => return Err(ParseUuidError),
            };
        }
        if text.len() == 22 { Ok(Uuid(bits.to_be_bytes())) } else { Err(ParseUuidError) }
    }
}

impl fmt::Display for ParseUuidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a UUID is 22 characters of base64url")
    }
}

impl Error for ParseUuidError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn both_ways() {
        for n in 0..=255u8 {
            let id = Uuid(core::array::from_fn(|i| n.wrapping_mul(31).wrapping_add(i as u8 * 17)));
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!(Uuid::ZERO.to_string(), "AAAAAAAAAAAAAAAAAAAAAA");
        for bad in [
            "",
            "AAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAB",
            "AAAAAAAAAAAAAAAAAAAA==",
            "é",
        ] {
            assert_eq!(bad.parse::<Uuid>(), Err(ParseUuidError), "{bad}");
        }
    }
}
