#[cfg(feature = "gzip")]
use super::gzip::Gzip;
use super::input::Input;
#[cfg(feature = "lz4")]
use super::lz4::Lz4;
#[cfg(feature = "snappy")]
use super::snappy::Snappy;
use super::window::Window;
#[cfg(feature = "zstd")]
use super::zstd::Zstd;
use super::{Compression, DecompressError, DecompressErrorKind as Kind};
use core::fmt;

/// Decompresses piece by piece into a window that the caller owns, which has to hold the history of the format and what the
/// caller wants to see at once, but not the whole.
///
/// It works as `BufRead` of the standard library does: [`unread`](Self::unread) is what came out and was not taken yet, as
/// one slice; [`take`](Self::take) takes some of it; [`fill`](Self::fill) puts more behind it. The [module](super) says how
/// large the window has to be. While all of the output fits into it, any window will do.
///
/// Without compression nothing is copied and no window is needed: the slices are those of the input.
///
/// ```
/// # #[cfg(feature = "snappy")] {
/// use kafka_view::compression::{Compression, Decompressor};
///
/// // A frame of two chunks.
/// let input = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01\0\0\0\x05\x03\x08one\0\0\0\x05\x03\x08two";
/// let mut window = [0; 4];
/// let mut chunks = Decompressor::new(Compression::Snappy, input, &mut window, 1 << 20)?;
/// assert!(chunks.fill()?);
/// assert_eq!(chunks.unread(), b"one");
/// assert_eq!(chunks.take(2), b"on");
/// assert!(chunks.fill()?);
/// assert_eq!(chunks.unread(), b"etwo");
/// assert_eq!(chunks.take(4), b"etwo");
/// assert!(!chunks.fill()?);
/// # }
/// # Ok::<(), kafka_view::compression::DecompressError>(())
/// ```
pub struct Decompressor<'a, 'w> {
    input: Input<'a>,
    output: Output<'w>,
}

/// What is kept between one piece and the next, whose input comes with each.
pub(super) struct Output<'w> {
    pub(super) window: Window<'w>,
    codec: Codec,
    // Beside the others, and not one of them: it is so large that it has to stay in its place from the beginning. To put a new one
    // there would take as much stack again.
    #[cfg(feature = "gzip")]
    gzip: Gzip,
    end: Option<Result<(), DecompressError>>,
}

#[allow(
    clippy::large_enum_variant,
    reason = "without a heap there is no other place, and features that are off cost nothing"
)]
enum Codec {
    None,
    #[cfg(feature = "gzip")]
    Gzip,
    #[cfg(feature = "snappy")]
    Snappy(Snappy),
    #[cfg(feature = "lz4")]
    Lz4(Lz4),
    #[cfg(feature = "zstd")]
    Zstd(Zstd),
}

impl<'a, 'w> Decompressor<'a, 'w> {
    /// Decompresses `input`, which is all of it, through `window`. More than `limit` bytes never come out.
    ///
    /// # Errors
    /// [`Unavailable`](Kind::Unavailable) if the codec is not known, or its feature is off; [`TooLarge`](Kind::TooLarge) if it
    /// is [`None`](Compression::None) and the input is above the limit.
    #[inline]
    pub fn new(codec: Compression, input: &'a [u8], window: &'w mut [u8], limit: u64) -> Result<Self, DecompressError> {
        Self::with_magic(2, codec, input, window, limit)
    }

    /// The same for the value of a message of that magic.
    ///
    /// The lz4 frames in messages of magic 0 have a wrong header checksum (KAFKA-3160). As in Kafka it counts only above
    /// magic 0.
    ///
    /// # Errors
    /// As of [`new`](Self::new).
    // In its place at once: on its way through other functions it would be copied, and take that much more stack.
    #[inline(always)]
    pub fn with_magic(
        magic: i8,
        codec: Compression,
        input: &'a [u8],
        window: &'w mut [u8],
        limit: u64,
    ) -> Result<Self, DecompressError> {
        if codec == Compression::None && input.len() as u64 > limit {
            return Err(DecompressError::new(Kind::TooLarge { needed: input.len() }, 0));
        }
        let Some(codec) = Codec::new(magic, codec) else {
            return Err(DecompressError::new(Kind::Unavailable(codec), 0));
        };
        let output = Output {
            window: Window::new(window, limit),
            codec,
            #[cfg(feature = "gzip")]
            gzip: Gzip::new(),
            end: None,
        };
        Ok(Decompressor { input: Input::new(input), output })
    }

    /// What came out and was not taken yet.
    #[must_use]
    #[inline]
    pub fn unread(&self) -> &[u8] {
        match self.output.codec {
            Codec::None => self.input.rest(),
            _ => self.output.window.unread(),
        }
    }

    /// Takes the first `n` unread bytes, or all if there are fewer.
    #[inline]
    pub fn take(&mut self, n: usize) -> &[u8] {
        match self.output.codec {
            Codec::None => {
                let rest = self.input.rest();
                let taken = rest.get(..n).unwrap_or(rest);
                self.input.advance(taken.len());
                taken
            }
            _ => self.output.window.take(n),
        }
    }

    /// How many bytes have been taken: where the unread ones begin, counted in what comes out.
    #[must_use]
    pub fn position(&self) -> u64 {
        match self.output.codec {
            Codec::None => self.input.at() as u64,
            _ => self.output.window.taken(),
        }
    }

    /// Puts more behind what is [unread](Self::unread): at least a byte; at most a block or chunk, or what there is room
    /// for. Says whether there was more; if not, all is out, and the input was good to its last byte.
    ///
    /// Nothing is lost to an error: what was good before it has come out. A block or chunk of lz4, snappy or zstd is good or
    /// bad as a whole. A checksum of all comes last, behind what it is about.
    ///
    /// # Errors
    /// [`WindowTooSmall`](Kind::WindowTooSmall) if there is no room; it says what would do. If more is taken, it may go on.
    /// All others stay: [`TooLarge`](Kind::TooLarge) above the limit, and whatever is wrong with the input.
    pub fn fill(&mut self) -> Result<bool, DecompressError> {
        self.output.fill(&mut self.input)
    }

    /// Fills until `n` bytes are unread, or says that there are no more. An error has an eye to all `n`.
    pub(crate) fn fill_to(&mut self, n: usize) -> Result<bool, DecompressError> {
        self.output.window.wanted = n;
        while self.unread().len() < n {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<'w> Output<'w> {
    /// Before any payload.
    #[inline(always)]
    pub(super) fn idle(window: &'w mut [u8], limit: u64) -> Self {
        Output {
            window: Window::new(window, limit),
            codec: Codec::None,
            #[cfg(feature = "gzip")]
            gzip: Gzip::idle(),
            end: Some(Ok(())),
        }
    }

    /// Begins a payload; `false` if its codec is not there, or is none.
    pub(super) fn restart(&mut self, codec: Compression) -> bool {
        self.window.restart();
        self.end = None;
        match Codec::new(2, codec) {
            None | Some(Codec::None) => false,
            Some(codec) => {
                self.codec = codec;
                #[cfg(feature = "gzip")]
                self.gzip.restart();
                true
            }
        }
    }

    /// As [`Decompressor::fill`]. Where bytes of the input are still to come, running out of those that are here is no end.
    pub(super) fn fill(&mut self, input: &mut Input<'_>) -> Result<bool, DecompressError> {
        if let Some(end) = self.end {
            return end.map(|()| false);
        }
        let before = self.window.total();
        let Output {
            window,
            codec,
            #[cfg(feature = "gzip")]
            gzip,
            ..
        } = self;
        let result = match codec {
            Codec::None => Ok(false),
            #[cfg(feature = "gzip")]
            Codec::Gzip => gzip.fill(input, window),
            #[cfg(feature = "snappy")]
            Codec::Snappy(snappy) => snappy.fill(input, window),
            #[cfg(feature = "lz4")]
            Codec::Lz4(lz4) => lz4.fill(input, window),
            #[cfg(feature = "zstd")]
            Codec::Zstd(zstd) => zstd.fill(input, window),
        };
        self.end = match result {
            Ok(true) | Err(DecompressError { kind: Kind::WindowTooSmall { .. }, .. }) => None,
            Err(DecompressError { kind: Kind::Truncated, .. }) if input.has_more() => None,
            Ok(false) => Some(Ok(())),
            Err(error) => Some(Err(error)),
        };
        if self.window.total() > before { Ok(true) } else { result }
    }
}

impl Codec {
    /// None if the codec is not known, or its feature is off.
    #[inline(always)]
    #[cfg_attr(not(feature = "lz4"), expect(unused_variables, reason = "the magic matters to lz4 alone"))]
    fn new(magic: i8, codec: Compression) -> Option<Self> {
        Some(match codec {
            Compression::None => Codec::None,
            #[cfg(feature = "gzip")]
            Compression::Gzip => Codec::Gzip,
            #[cfg(feature = "snappy")]
            Compression::Snappy => Codec::Snappy(Snappy::new()),
            #[cfg(feature = "lz4")]
            Compression::Lz4 => Codec::Lz4(Lz4::new(magic != 0)),
            #[cfg(feature = "zstd")]
            Compression::Zstd => Codec::Zstd(Zstd::new()),
            #[allow(unreachable_patterns, reason = "with all features there is only one more")]
            _ => return None,
        })
    }
}

impl fmt::Debug for Decompressor<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressor")
            .field("position", &self.position())
            .field("unread", &self.unread().len())
            .field("end", &self.output.end)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Decompressor<'_, '_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Decompressor(at {=u64}, {=usize} bytes unread)", self.position(), self.unread().len());
    }
}
