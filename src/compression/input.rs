use super::{DecompressError, DecompressErrorKind as Kind};

/// Compressed bytes and how many are behind us.
///
/// What runs out is [`Kind::Truncated`] and moves nothing, so that with more bytes the same step could be done again.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Input { bytes, at: 0 }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub(super) const fn advance(&mut self, n: usize) {
        self.at = self.at.saturating_add(n);
    }

    /// The error at the next byte.
    pub(super) const fn error(&self, kind: Kind) -> DecompressError {
        DecompressError::new(kind, self.at)
    }

    /// The error at `n` bytes behind the next.
    pub(super) const fn error_at(&self, kind: Kind, n: usize) -> DecompressError {
        DecompressError::new(kind, self.at.saturating_add(n))
    }

    pub(super) const fn truncated(&self) -> DecompressError {
        DecompressError::new(Kind::Truncated, self.bytes.len())
    }

    /// The next `n` bytes.
    pub(super) fn peek(&self, n: usize) -> Result<&'a [u8], DecompressError> {
        self.rest().get(..n).ok_or(self.truncated())
    }

    /// The `N` bytes that begin `from` bytes behind the next.
    pub(super) fn peek_at<const N: usize>(&self, from: usize) -> Result<[u8; N], DecompressError> {
        self.rest().get(from..).and_then(<[u8]>::first_chunk).copied().ok_or(self.truncated())
    }

    /// Whether the next bytes begin a frame that every reader of lz4 and of zstd passes over: one of 16 magics.
    #[cfg(any(feature = "lz4", feature = "zstd"))]
    pub(super) fn at_skippable(&self) -> Result<bool, DecompressError> {
        Ok(u32::from_le_bytes(self.peek_at(0)?) & !0xf == 0x184d_2a50)
    }

    /// Passes over such a frame: its length is behind the magic.
    #[cfg(any(feature = "lz4", feature = "zstd"))]
    pub(super) fn skip_frame(&mut self) -> Result<(), DecompressError> {
        let length = u32::from_le_bytes(self.peek_at(4)?);
        let length = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(8);
        self.peek(length)?;
        self.advance(length);
        Ok(())
    }
}
