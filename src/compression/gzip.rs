//! gzip (RFC 1952): members, one after the other. Inflating is `miniz_oxide`'s.

use super::input::Input;
use super::window::Window;
use super::{DecompressError, DecompressErrorKind as Kind};
use crate::checksum::{Checksum, crc32};
use miniz_oxide::inflate::TINFLStatus as Status;
use miniz_oxide::inflate::core::inflate_flags::{TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// How far back deflate (RFC 1951) refers.
const HISTORY: usize = 32 << 10;
/// What a window should have besides.
const STEP: usize = HISTORY / 32;
/// The most that deflate makes of a byte.
const MOST: u64 = 1032;

const HEADER_CRC: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// The fixed part of a header, and the trailer: CRC-32 and size of the content.
const HEADER: usize = 10;
const TRAILER: usize = 8;

pub(super) struct Gzip {
    inflate: DecompressorOxide,
    crc: Checksum,
    /// How much of the member's content has come out.
    size: u64,
    at: At,
}

#[derive(Clone, Copy, PartialEq)]
enum At {
    /// The first header, which has to be there.
    Start,
    Content,
    Trailer,
    /// Behind a member: another one, or the end.
    Between,
}

impl Gzip {
    #[inline(always)]
    pub(super) fn new() -> Self {
        // Not its `default`, which would be inlined and built on the stack twice over.
        Gzip { inflate: DecompressorOxide::new(), crc: Checksum::crc32(), size: 0, at: At::Start }
    }

    /// The same for a `Decompression`, in which it is then built at once; by way of `new` LTO built its 10 KB on the stack and copied
    /// them, which `firmware/try` saw. For `decompress` it is the other way round, which `tests/flash/measure` sees.
    #[inline(always)]
    pub(super) fn idle() -> Self {
        #[inline(never)]
        fn inflate() -> DecompressorOxide {
            DecompressorOxide::new()
        }
        Gzip { inflate: inflate(), crc: Checksum::crc32(), size: 0, at: At::Start }
    }

    /// Before another payload; the rest is set at the start of each member.
    pub(super) fn restart(&mut self) {
        self.at = At::Start;
    }

    #[inline(never)]
    pub(super) fn fill(&mut self, input: &mut Input<'_>, window: &mut Window<'_>) -> Result<bool, DecompressError> {
        loop {
            match self.at {
                At::Between if input.is_empty() => return Ok(false),
                At::Start | At::Between => {
                    let size = header(input)?;
                    input.advance(size);
                    self.inflate.init();
                    self.crc = Checksum::crc32();
                    self.size = 0;
                    self.at = At::Content;
                }
                At::Content => {
                    if self.content(input, window)? {
                        return Ok(true);
                    }
                }
                At::Trailer => {
                    self.trailer(input)?;
                    self.at = At::Between;
                }
            }
        }
    }

    /// Inflates a piece, and says whether anything came out.
    fn content(&mut self, input: &mut Input<'_>, window: &mut Window<'_>) -> Result<bool, DecompressError> {
        // Of this member only: nothing may refer to what is before it.
        let history = usize::try_from(self.size).map_or(HISTORY, |size| size.min(HISTORY));
        let (piece, at) = window.piece(history);
        let more = if input.has_more() { TINFL_FLAG_HAS_MORE_INPUT } else { 0 };
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF | more;
        let (status, used, written) = decompress(&mut self.inflate, input.rest(), piece, at, flags);
        let new = piece.get(at..).and_then(|new| new.get(..written)).unwrap_or_default();
        self.crc.update(new);
        self.size = self.size.saturating_add(written as u64);
        window.grow(written);
        input.advance(used);
        match status {
            Status::Done => self.at = At::Trailer,
            // An error comes with the next piece, so that what is good before it is not lost.
            _ if written > 0 => {}
            Status::HasMoreOutput => {
                if let Err(kind) = window.make_room(HISTORY, 1, STEP) {
                    return Err(input.error(with_size(kind, input, window)));
                }
            }
            Status::FailedCannotMakeProgress | Status::NeedsMoreInput => return Err(input.truncated()),
            _ => return Err(input.error(Kind::InvalidData)),
        }
        Ok(written > 0)
    }

    fn trailer(&mut self, input: &mut Input<'_>) -> Result<(), DecompressError> {
        let crc = u32::from_le_bytes(input.peek_at(0)?);
        let size = u32::from_le_bytes(input.peek_at(4)?);
        if crc != self.crc.value() {
            return Err(input.error(Kind::ChecksumMismatch));
        }
        // It is kept in 32 bits.
        if u64::from(size) != self.size & u64::from(u32::MAX) {
            return Err(input.error_at(Kind::SizeMismatch, 4));
        }
        input.advance(TRAILER);
        Ok(())
    }
}

/// The size of the header that comes next.
fn header(input: &Input<'_>) -> Result<usize, DecompressError> {
    let [id1, id2, method, flags, ..] = input.peek_at::<HEADER>(0)?;
    if (id1, id2, method) != (0x1f, 0x8b, 8) || flags & RESERVED != 0 {
        return Err(input.error(Kind::InvalidHeader));
    }
    let mut size = HEADER;
    if flags & EXTRA != 0 {
        let extra = u16::from_le_bytes(input.peek_at(size)?);
        size = size.saturating_add(2).saturating_add(extra.into());
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let rest = input.rest().get(size..).ok_or(input.truncated())?;
            let len = rest.iter().position(|&byte| byte == 0).ok_or(input.truncated())?;
            size = size.saturating_add(len).saturating_add(1);
        }
    }
    if flags & HEADER_CRC != 0 {
        let crc = u16::from_le_bytes(input.peek_at(size)?);
        let [.., high, low] = crc32(input.peek(size)?).to_be_bytes();
        if crc != u16::from_be_bytes([high, low]) {
            return Err(input.error_at(Kind::ChecksumMismatch, size));
        }
        size = size.saturating_add(2);
    }
    input.peek(size)?;
    Ok(size)
}

/// Says how much is needed as the last trailer has it, which is all if there is only one member.
#[cold]
fn with_size(kind: Kind, input: &Input<'_>, window: &Window<'_>) -> Kind {
    let (Kind::TooLarge { needed }, Some(size), false) = (kind, input.rest().last_chunk(), input.has_more()) else {
        return kind;
    };
    let size = u32::from_le_bytes(*size);
    // What cannot be is a lie.
    let most = (input.rest().len() as u64).saturating_mul(MOST).saturating_add(window.total());
    let said = usize::try_from(size).ok().filter(|_| u64::from(size) <= most);
    Kind::TooLarge { needed: said.unwrap_or(0).max(needed) }
}
