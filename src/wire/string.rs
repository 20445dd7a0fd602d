use super::{Read, Reader, debug_bounded};
use core::fmt::{self, Write as _};
use core::str::Utf8Error;

/// A string of the wire: bytes meant to be UTF-8.
///
/// Kafka replaces bad UTF-8 and never refuses it, so decoding does not look at it either. Compare with a `&str`, print it
/// (bad bytes show as U+FFFD, as with [`String::from_utf8_lossy`]), or have it checked by [`Str::to_str`].
///
/// [`String::from_utf8_lossy`]: https://doc.rust-lang.org/std/string/struct.String.html#method.from_utf8_lossy
///
/// ```
/// use kafka_view::Str;
///
/// let topic = Str::from("orders");
/// assert!(topic == "orders");
/// assert_eq!(topic.to_str(), Ok("orders"));
/// assert_eq!(Str::from(&b"caf\xe9"[..]).to_string(), "caf\u{fffd}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Str<'a>(&'a [u8]);

impl<'a> Str<'a> {
    /// The bytes as they are on the wire.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are no bytes.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text, if the bytes are UTF-8.
    ///
    /// # Errors
    /// As [`core::str::from_utf8`].
    pub const fn to_str(self) -> Result<&'a str, Utf8Error> {
        core::str::from_utf8(self.0)
    }
}

impl<'a> From<&'a str> for Str<'a> {
    fn from(text: &'a str) -> Self {
        Str(text.as_bytes())
    }
}

impl<'a> From<&'a [u8]> for Str<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Str(bytes)
    }
}

impl PartialEq<str> for Str<'_> {
    fn eq(&self, text: &str) -> bool {
        self.0 == text.as_bytes()
    }
}

impl PartialEq<&str> for Str<'_> {
    fn eq(&self, text: &&str) -> bool {
        self.0 == text.as_bytes()
    }
}

impl fmt::Display for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                f.write_str("\u{fffd}")?;
            }
        }
        Ok(())
    }
}

/// In quotes, control characters and bad bytes escaped, cut at 4 KiB.
impl fmt::Debug for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Quoted<'a>(&'a [u8]);
        impl fmt::Display for Quoted<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"")?;
                for chunk in self.0.utf8_chunks() {
                    for c in chunk.valid().chars() {
                        match c {
                            '"' | '\\' => write!(f, "\\{c}")?,
                            c if is_unprintable(c) => write!(f, "{}", c.escape_default())?,
                            c => f.write_char(c)?,
                        }
                    }
                    for byte in chunk.invalid() {
                        write!(f, "\\x{byte:02x}")?;
                    }
                }
                f.write_str("\"")
            }
        }
        debug_bounded(f, format_args!("{}", Quoted(self.0)))
    }
}

/// What a terminal would obey instead of showing: control characters, ends of lines, and those that turn the direction of text.
fn is_unprintable(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(feature = "defmt")]
impl defmt::Format for Str<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        const SHOWN: usize = 64;
        let shown = self.0.get(..SHOWN).unwrap_or(self.0);
        // A cut in the middle of a character shows what is whole before it.
        let text = match core::str::from_utf8(shown) {
            Ok(text) => text,
            Err(error) => {
                shown.get(..error.valid_up_to()).and_then(|good| core::str::from_utf8(good).ok()).unwrap_or("")
            }
        };
        let more = self.0.len().saturating_sub(text.len());
        if more == 0 {
            defmt::write!(f, "{=str:?}", text)
        } else {
            defmt::write!(f, "{=str:?} and {=usize} bytes", text, more)
        }
    }
}

impl<'a> Read<'a> for Str<'a> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read_nullable(r: &mut Reader<'a>) -> Option<Self> {
        let n = r.short_length().checked_sub(1)?;
        Some(Str(r.take(n)))
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip_nullable(r: &mut Reader<'a>) -> bool {
        match r.short_length().checked_sub(1) {
            Some(n) => {
                r.advance(n);
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::{format, string::ToString};

    #[test]
    fn text() {
        assert_eq!(Str::from("a").to_string(), "a");
        assert_eq!(Str::from(&b"a\xffb\xe2\x82"[..]).to_string(), "a\u{fffd}b\u{fffd}");
        assert_eq!(format!("{:?}", Str::from(&b"\n\"\xff\x1b"[..])), r#""\n\"\xff\u{1b}""#);
    }

    #[test]
    fn debug_is_bounded() {
        let long = [b'\x07'; 100_000];
        let shown = format!("{:?}", Str::from(&long[..]));
        assert!(shown.len() <= 4096 + 2 && shown.ends_with(".."), "{}", shown.len());
    }
}
