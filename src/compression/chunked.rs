use super::input::Input;
use super::stream::Output;
use super::{Compression, DecompressError, DecompressErrorKind as Kind};
use core::fmt;

/// Memory through which a [`ChunkStream`](crate::ChunkStream) decompresses the batches of a response, one after the other, while
/// their bytes come in.
///
/// A [`Decompressor`](super::Decompressor) has its whole input at once; this one takes it in any pieces. The
/// [table](super#memory) says how large the memory has to be for records up to some size. Besides that it is as large as a
/// `Decompressor` is.
///
/// Of gzip any piece of the input will do. A block of lz4 or zstd, a chunk of snappy, and a raw block of snappy, which is all of
/// the batch, have to fit into the window of the connection: Kafka's producers make blocks of up to 64 KiB, and none larger than
/// the batch.
pub struct Decompression<'w> {
    output: Output<'w>,
}

/// Why the next piece did not come out.
pub(crate) enum Wanting {
    /// So many bytes of the input have to be here.
    Input(usize),
    Error(DecompressError),
}

impl From<DecompressError> for Wanting {
    fn from(error: DecompressError) -> Self {
        Wanting::Error(error)
    }
}

impl<'w> Decompression<'w> {
    /// Decompresses through `memory`. A batch of more than `limit` decompressed bytes is an error.
    // In its place at once: it may be large.
    #[inline(always)]
    #[must_use]
    pub fn new(memory: &'w mut [u8], limit: u64) -> Self {
        Decompression { output: Output::idle(memory, limit) }
    }

    /// Begins a payload; `false` if its codec is not there.
    pub(crate) fn restart(&mut self, codec: Compression) -> bool {
        self.output.restart(codec)
    }

    /// How many bytes were taken.
    pub(crate) const fn position(&self) -> u64 {
        self.output.window.taken()
    }

    pub(crate) fn unread(&self) -> &[u8] {
        self.output.window.unread()
    }

    pub(crate) fn take(&mut self, n: usize) -> &[u8] {
        self.output.window.take(n)
    }

    /// Fills until `n` bytes are unread, or says that there are no more. The input is `bytes`, which begin at `at` and which
    /// `behind` others will follow; gives how many of them it used in `used`.
    pub(crate) fn fill_to(
        &mut self,
        n: usize,
        (bytes, at, behind): (&[u8], usize, usize),
        used: &mut usize,
    ) -> Result<bool, Wanting> {
        let mut input = Input::window(bytes, at, behind);
        self.output.window.wanted = n;
        let result = loop {
            if self.unread().len() >= n {
                break Ok(true);
            }
            match self.output.fill(&mut input) {
                Ok(true) => {}
                Err(error) if error.kind == Kind::Truncated && input.has_more() => {
                    let end = at.saturating_add(bytes.len()).saturating_add(behind);
                    break Err(if input.wanted() as u64 > input.left() {
                        Wanting::Error(DecompressError::new(Kind::Truncated, end))
                    } else {
                        Wanting::Input(input.wanted())
                    });
                }
                ended => break ended.map_err(Wanting::Error),
            }
        };
        *used = input.at().saturating_sub(at);
        result
    }
}

impl fmt::Debug for Decompression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompression").field("position", &self.position()).finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Decompression<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Decompression(at {=u64})", self.position());
    }
}
