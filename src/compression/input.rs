use super::{DecompressError, DecompressErrorKind as Kind};
use core::cell::Cell;

/// Compressed bytes, how many are behind us, and how many are known to follow that are not here yet.
///
/// What runs out is [`Kind::Truncated`] and moves nothing, so that with more bytes the same step can be done again.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    behind: usize,
    /// How many bytes have to be here for the step that ran out.
    wanted: Cell<usize>,
}

impl<'a> Input<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self::window(bytes, 0, 0)
    }

    /// The part from `at` on, of which `behind` bytes are still to come.
    pub(super) const fn window(bytes: &'a [u8], at: usize, behind: usize) -> Self {
        Input { bytes, at, behind, wanted: Cell::new(0) }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    pub(super) const fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many bytes are still to be read, whether they are here or not.
    #[allow(dead_code, reason = "some codecs use it")]
    pub(super) const fn left(&self) -> u64 {
        (self.bytes.len() as u64).saturating_add(self.behind as u64)
    }

    /// Whether bytes are still to come.
    pub(super) const fn has_more(&self) -> bool {
        self.behind > 0
    }

    /// How many bytes have to be here at least after a step that ran out.
    pub(super) fn wanted(&self) -> usize {
        self.wanted.get().max(self.bytes.len().saturating_add(1))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.behind == 0
    }

    pub(super) fn advance(&mut self, n: usize) {
        let n = n.min(self.bytes.len());
        self.bytes = self.bytes.get(n..).unwrap_or_default();
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
        DecompressError::new(Kind::Truncated, self.at.saturating_add(self.bytes.len()))
    }

    /// That `n` bytes are not here.
    fn missing(&self, n: usize) -> DecompressError {
        self.wanted.set(n);
        self.truncated()
    }

    /// The next `n` bytes.
    pub(super) fn peek(&self, n: usize) -> Result<&'a [u8], DecompressError> {
        self.bytes.get(..n).ok_or_else(|| self.missing(n))
    }

    /// The `N` bytes that begin `from` bytes behind the next.
    pub(super) fn peek_at<const N: usize>(&self, from: usize) -> Result<[u8; N], DecompressError> {
        let bytes = self.bytes.get(from..).and_then(<[u8]>::first_chunk).copied();
        bytes.ok_or_else(|| self.missing(from.saturating_add(N)))
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
