//! lz4 frames, as `lz4_Frame_format.md` of the lz4 project has them. Blocks are `lz4_flex`'s.

use super::input::Input;
use super::window::{Window, size};
use super::{DecompressError, DecompressErrorKind as Kind};
use crate::wire::window::fill;
use core::hash::Hasher as _;
use lz4_flex::block::{self, decompress_into, decompress_into_with_dict};
use twox_hash::XxHash32;

const MAGIC: u32 = 0x184d_2204;

/// What a frame's flags say, in its first byte behind the magic; the version is in the two highest bits.
const DICTIONARY: u8 = 1;
const RESERVED: u8 = 1 << 1;
const CONTENT_CHECKSUM: u8 = 1 << 2;
const CONTENT_SIZE: u8 = 1 << 3;
const BLOCK_CHECKSUM: u8 = 1 << 4;
const INDEPENDENT: u8 = 1 << 5;
const VERSION: u8 = 0b01;

/// In a block's length: it is stored as it is.
const STORED: u32 = 1 << 31;
/// The length of a block, and of any checksum.
const LENGTH: usize = 4;
/// How far back a block refers.
const HISTORY: usize = 64 << 10;
/// The most that a block makes of a byte.
const MOST: u64 = 255;

pub(super) struct Lz4 {
    frame: Option<Frame>,
    /// Whether there was a frame: one has to be there.
    any: bool,
    /// Whether header checksums count.
    check_headers: bool,
}

#[derive(Clone)]
struct Frame {
    flags: u8,
    block_size: usize,
    content_size: Option<u64>,
    hash: XxHash32,
    /// How much of the content has come out.
    size: u64,
}

impl Lz4 {
    pub(super) const fn new(check_headers: bool) -> Self {
        Lz4 { frame: None, any: false, check_headers }
    }

    #[inline(never)]
    pub(super) fn fill(&mut self, input: &mut Input<'_>, window: &mut Window<'_>) -> Result<bool, DecompressError> {
        loop {
            let Some(frame) = &mut self.frame else {
                if input.is_empty() && self.any {
                    return Ok(false);
                }
                if input.at_skippable()? {
                    input.skip_frame()?;
                } else if input.peek_at(0)? == MAGIC.to_le_bytes() {
                    self.frame = Some(Frame::new(input, window, self.check_headers)?);
                } else {
                    return Err(input.error(Kind::InvalidHeader));
                }
                self.any = true;
                continue;
            };
            match u32::from_le_bytes(input.peek_at(0)?) {
                0 => {
                    frame.end(input)?;
                    self.frame = None;
                }
                length => {
                    if frame.block(length, input, window)? {
                        return Ok(true);
                    }
                }
            }
        }
    }
}

impl Frame {
    /// A frame whose header comes next.
    fn new(input: &mut Input<'_>, window: &Window<'_>, check: bool) -> Result<Self, DecompressError> {
        let [_, _, _, _, flags, sizes] = input.peek_at(0)?;
        let mut end = 6;
        let content_size = match flags & CONTENT_SIZE {
            0 => None,
            _ => Some(u64::from_le_bytes(input.peek_at(end)?)),
        };
        end = end.saturating_add(if content_size.is_some() { 8 } else { 0 });
        end = end.saturating_add(if flags & DICTIONARY != 0 { 4 } else { 0 });
        let [checksum] = input.peek_at(end)?;
        if check {
            let descriptor = input.peek(end)?.get(4..).unwrap_or_default();
            let [_, _, wanted, _] = XxHash32::oneshot(0, descriptor).to_be_bytes();
            if checksum != wanted {
                return Err(input.error_at(Kind::ChecksumMismatch, end));
            }
        }
        let block_size = match sizes {
            0x40 => 64 << 10,
            0x50 => 256 << 10,
            0x60 => 1 << 20,
            0x70 => 4 << 20,
            _ => return Err(input.error_at(Kind::InvalidHeader, 5)),
        };
        if flags >> 6 != VERSION || flags & RESERVED != 0 {
            return Err(input.error_at(Kind::InvalidHeader, 4));
        }
        if flags & DICTIONARY != 0 {
            return Err(input.error_at(Kind::Unsupported, 4));
        }
        if let Some(size) = content_size {
            // More than the bytes could hold: they were cut, or it is a lie.
            if size > input.left().saturating_mul(MOST) {
                return Err(input.truncated());
            }
            if size > window.left() {
                let needed = self::size(window.total().saturating_add(size));
                return Err(input.error_at(Kind::TooLarge { needed }, 6));
            }
        }
        input.advance(end.saturating_add(1));
        Ok(Frame { flags, block_size, content_size, hash: XxHash32::with_seed(0), size: 0 })
    }

    /// Writes a block of that length, and says whether anything came out.
    fn block(&mut self, length: u32, input: &mut Input<'_>, window: &mut Window<'_>) -> Result<bool, DecompressError> {
        let len = usize::try_from(length & !STORED).unwrap_or(usize::MAX);
        // A block that is not shorter compressed is stored.
        if len > self.block_size {
            return Err(input.error(Kind::InvalidHeader));
        }
        let checksum = LENGTH.saturating_add(len);
        let end = checksum.saturating_add(if self.flags & BLOCK_CHECKSUM != 0 { LENGTH } else { 0 });
        let block = input.peek(end)?.get(LENGTH..checksum).unwrap_or_default();
        if end > checksum && u32::from_le_bytes(input.peek_at(checksum)?) != XxHash32::oneshot(0, block) {
            return Err(input.error_at(Kind::ChecksumMismatch, checksum));
        }
        let written = match length & STORED {
            0 => self.compressed(block, input, window)?,
            _ => self.stored(block, input, window)?,
        };
        if self.flags & CONTENT_CHECKSUM != 0 {
            let start = window.unread().len().saturating_sub(written);
            self.hash.write(window.unread().get(start..).unwrap_or_default());
        }
        self.size = self.size.saturating_add(written as u64);
        input.advance(end);
        Ok(written > 0)
    }

    fn stored(&self, block: &[u8], input: &Input<'_>, window: &mut Window<'_>) -> Result<usize, DecompressError> {
        self.make_room(block.len(), input, window)?;
        let (_, room) = window.split(0, block.len());
        fill(room, block);
        window.grow(block.len());
        Ok(block.len())
    }

    fn compressed(&self, block: &[u8], input: &Input<'_>, window: &mut Window<'_>) -> Result<usize, DecompressError> {
        loop {
            let (before, room) = window.split(self.history(), self.block_size);
            let result = match before {
                [] => decompress_into(block, room),
                _ => decompress_into_with_dict(block, room, before),
            };
            match result {
                Ok(written) => {
                    window.grow(written);
                    return Ok(written);
                }
                // Nothing says how much comes out of a block before it is there.
                Err(block::DecompressError::OutputTooSmall { expected, .. }) if expected <= self.block_size => {
                    self.make_room(expected.max(room.len().saturating_add(1)), input, window)?;
                }
                Err(_) => return Err(input.error(Kind::InvalidData)),
            }
        }
    }

    fn make_room(&self, least: usize, input: &Input<'_>, window: &mut Window<'_>) -> Result<(), DecompressError> {
        if window.free() >= least {
            return Ok(());
        }
        let history = if self.flags & INDEPENDENT == 0 { HISTORY } else { 0 };
        window.make_room(history, least, self.block_size).map_err(|kind| input.error(kind))
    }

    /// How far back the next block may refer.
    fn history(&self) -> usize {
        if self.flags & INDEPENDENT == 0 { size(self.size).min(HISTORY) } else { 0 }
    }

    /// Checks what comes behind the last block.
    fn end(&self, input: &mut Input<'_>) -> Result<(), DecompressError> {
        let mut end = LENGTH;
        if self.flags & CONTENT_CHECKSUM != 0 {
            if u32::from_le_bytes(input.peek_at(end)?) != self.hash.finish_32() {
                return Err(input.error_at(Kind::ChecksumMismatch, end));
            }
            end = end.saturating_add(LENGTH);
        }
        if self.content_size.is_some_and(|size| size != self.size) {
            return Err(input.error(Kind::SizeMismatch));
        }
        input.advance(end);
        Ok(())
    }
}
