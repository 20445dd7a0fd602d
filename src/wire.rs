//! Bytes to numbers, strings and arrays, and back: the only code that touches bytes of a message.

mod array;
mod reader;
mod records;
mod string;
mod tagged;
mod uuid;
pub(crate) mod varint;
pub(crate) mod window;
mod writer;

pub use array::{Array, ArrayIter, Items};
pub(crate) use reader::SMALL;
pub use reader::{Fixed, Read, Reader};
pub use records::Records;
pub use string::Str;
pub use tagged::{TaggedField, TaggedFields, TaggedFieldsIter};
pub use uuid::{ParseUuidError, Uuid};
pub(crate) use window::Source;
pub use window::Window;
pub use writer::{Rewrite, Write, Writer};

use core::fmt::{self, Write as _};

/// The most that `Debug` of any type prints, in bytes: a log line stays a line, whatever came over the wire.
const DEBUG_LIMIT: usize = 4096;

/// Formats `value`, and stops with `..` at the limit.
pub(crate) fn debug_bounded(f: &mut fmt::Formatter<'_>, value: fmt::Arguments<'_>) -> fmt::Result {
    struct Bounded<'f, 'g> {
        f: &'f mut fmt::Formatter<'g>,
        left: usize,
        error: fmt::Result,
    }
    impl fmt::Write for Bounded<'_, '_> {
        fn write_str(&mut self, s: &str) -> fmt::Result {
            let cut = s
                .char_indices()
                .map(|(at, c)| at.saturating_add(c.len_utf8()))
                .take_while(|&end| end <= self.left)
                .last();
            let kept = if s.len() <= self.left { s } else { s.get(..cut.unwrap_or(0)).unwrap_or("") };
            self.left = self.left.saturating_sub(s.len());
            self.error = self.f.write_str(kept);
            // An error ends the formatting of the rest: nobody walks a million elements to print nothing.
            if kept.len() == s.len() { self.error } else { Err(fmt::Error) }
        }
    }
    let mut bounded = Bounded { f, left: DEBUG_LIMIT, error: Ok(()) };
    if bounded.write_fmt(value).is_ok() {
        return Ok(());
    }
    bounded.error?;
    f.write_str("..")
}

/// Bytes in `Debug`: how many, and the first of them in hex.
pub(crate) struct DebugBytes<'a>(pub &'a [u8]);

impl fmt::Debug for DebugBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 32;
        write!(f, "[{} bytes", self.0.len())?;
        for (i, byte) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{byte:02x}", if i == 0 { ": " } else { " " })?;
        }
        f.write_str(if self.0.len() > SHOWN { " ..]" } else { "]" })
    }
}

/// A float in `Debug`, by its bits: the decimal form of `core` cannot be linked without a panic.
pub(crate) struct DebugFloat(pub f64);

impl fmt::Debug for DebugFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f64::from_bits({:#018x})", self.0.to_bits())
    }
}
