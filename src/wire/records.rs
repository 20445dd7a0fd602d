use super::{DebugBytes, Read, Reader};
use core::fmt;

/// A records field: record batches and message sets, one after the other, as bytes.
///
/// A message does not look inside. [`Records::batches`] does.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Records<'a>(&'a [u8]);

impl<'a> Records<'a> {
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
}

impl<'a> From<&'a [u8]> for Records<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Records(bytes)
    }
}

impl fmt::Debug for Records<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Records({:?})", DebugBytes(self.0))
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Records<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Records({=usize} bytes)", self.0.len());
    }
}

impl<'a> Read<'a> for Records<'a> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read_nullable(r: &mut Reader<'a>) -> Option<Self> {
        <&[u8]>::read_nullable(r).map(Records)
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip_nullable(r: &mut Reader<'a>) -> bool {
        <&[u8]>::skip_nullable(r)
    }
}
