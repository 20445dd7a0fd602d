//! zstd frames (RFC 8878). Blocks are `ruzstd`'s, which needs a heap.
//!
//! A frame's header is read here, and `ruzstd` is given one of our own, so that what it keeps is bounded by the limit on the
//! output and not by what the frame says. Lengths are checked here as well: to `ruzstd` the input never ends too early.

extern crate alloc;

use super::input::Input;
use super::window::{Window, size};
use super::{DecompressError, DecompressErrorKind as Kind};
use alloc::boxed::Box;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::io::Read as _;

const MAGIC: [u8; 4] = 0xfd2f_b528u32.to_le_bytes();

/// The largest window that is taken, as with libzstd's default, and so with Kafka.
const MOST_WINDOW: u64 = 128 << 20;
/// The most that comes out of a block.
const MOST_BLOCK: u64 = 128 << 10;
/// The header of a block.
const BLOCK: usize = 3;

/// Flags of a frame, in its first byte behind the magic.
const CHECKSUM: u8 = 1 << 2;
const RESERVED: u8 = 1 << 3;
const SINGLE_SEGMENT: u8 = 1 << 5;

pub(super) struct Zstd {
    frame: Option<Box<Frame>>,
    /// Whether there was a frame: one has to be there.
    any: bool,
}

struct Frame {
    decoder: FrameDecoder,
    has_checksum: bool,
    content_size: Option<u64>,
    /// How much of the content has come out.
    size: u64,
}

impl Zstd {
    pub(super) const fn new() -> Self {
        Zstd { frame: None, any: false }
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
                } else {
                    self.frame = Some(Frame::new(input, window)?);
                }
                self.any = true;
                continue;
            };
            if frame.decoder.can_collect() > 0 {
                return frame.collect(input, window);
            }
            if frame.decoder.is_finished() {
                frame.end(input)?;
                self.frame = None;
            } else {
                frame.block(input)?;
            }
        }
    }
}

impl Frame {
    /// A frame whose header comes next.
    fn new(input: &mut Input<'_>, window: &Window<'_>) -> Result<Box<Self>, DecompressError> {
        if input.peek_at(0)? != MAGIC {
            return Err(input.error(Kind::InvalidHeader));
        }
        let [flags] = input.peek_at(4)?;
        if flags & RESERVED != 0 {
            return Err(input.error_at(Kind::InvalidHeader, 4));
        }
        let mut end = 5usize;
        let mut history = None;
        if flags & SINGLE_SEGMENT == 0 {
            let [descriptor] = input.peek_at(end)?;
            let base = 1u64 << 10 << (descriptor >> 3);
            history = Some(base.saturating_add((base / 8).saturating_mul(u64::from(descriptor & 7))));
            end = end.saturating_add(1);
        }
        let dictionary = [0, 1, 2, 4].get(usize::from(flags & 3)).copied().unwrap_or(0);
        let dictionary_at = end;
        end = end.saturating_add(dictionary);
        let dictionary = input.peek(end)?.get(dictionary_at..).unwrap_or_default();
        let content_size_at = end;
        let content_size = match (flags >> 6, flags & SINGLE_SEGMENT) {
            (0, 0) => None,
            (0, _) => Some((u64::from(input.peek_at::<1>(end)?[0]), 1)),
            (1, _) => Some((u64::from(u16::from_le_bytes(input.peek_at(end)?)).saturating_add(256), 2)),
            (2, _) => Some((u64::from(u32::from_le_bytes(input.peek_at(end)?)), 4)),
            _ => Some((u64::from_le_bytes(input.peek_at(end)?), 8)),
        };
        end = end.saturating_add(content_size.map_or(0, |(_, width)| width));
        let content_size = content_size.map(|(size, _)| size);
        if dictionary.iter().any(|&byte| byte != 0) {
            return Err(input.error_at(Kind::Unsupported, dictionary_at));
        }
        if let Some(history) = history {
            if history > MOST_WINDOW {
                return Err(input.error_at(Kind::Unsupported, 5));
            }
        }
        if let Some(size) = content_size {
            // More than the bytes could hold: they were cut, or it is a lie. A block has at least a byte behind its header.
            if size > (input.left() / 4).saturating_mul(MOST_BLOCK) {
                return Err(input.truncated());
            }
            if size > window.left() {
                let needed = self::size(window.total().saturating_add(size));
                return Err(input.error_at(Kind::TooLarge { needed }, content_size_at));
            }
        }
        // What is before the limit is all that anything can refer to.
        let history = history.or(content_size).unwrap_or(0).min(window.left()).clamp(MOST_BLOCK, MOST_WINDOW);
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MOST_WINDOW);
        decoder.reset(&header(flags & CHECKSUM, history)[..]).map_err(|_| input.error(Kind::InvalidHeader))?;
        input.advance(end);
        Ok(Box::new(Frame { decoder, has_checksum: flags & CHECKSUM != 0, content_size, size: 0 }))
    }

    /// Decodes a block, which `ruzstd` keeps.
    fn block(&mut self, input: &mut Input<'_>) -> Result<(), DecompressError> {
        let [a, b, c] = input.peek_at(0)?;
        let header = u32::from_le_bytes([a, b, c, 0]);
        let content = match header >> 1 & 3 {
            0 | 2 => header >> 3,
            1 => 1,
            _ => return Err(input.error(Kind::InvalidData)),
        };
        let mut end = usize::try_from(content).unwrap_or(usize::MAX).saturating_add(BLOCK);
        if header & 1 == 1 && self.has_checksum {
            end = end.saturating_add(4);
        }
        let mut bytes = input.peek(end)?;
        let strategy = BlockDecodingStrategy::UptoBlocks(1);
        self.decoder.decode_blocks(&mut bytes, strategy).map_err(|_| input.error(Kind::InvalidData))?;
        input.advance(end);
        Ok(())
    }

    /// Moves into the window what `ruzstd` needs no longer.
    fn collect(&mut self, input: &Input<'_>, window: &mut Window<'_>) -> Result<bool, DecompressError> {
        if window.free() == 0 {
            window.make_room(0, 1, 1).map_err(|kind| input.error(kind))?;
        }
        let (_, room) = window.split(0, usize::MAX);
        let n = self.decoder.read(room).map_err(|_| input.error(Kind::InvalidData))?;
        window.grow(n);
        self.size = self.size.saturating_add(n as u64);
        if self.content_size.is_some_and(|size| size < self.size) {
            return Err(input.error(Kind::SizeMismatch));
        }
        Ok(true)
    }

    /// Checks what is known at the end.
    fn end(&self, input: &Input<'_>) -> Result<(), DecompressError> {
        if self.content_size.is_some_and(|size| size != self.size) {
            return Err(input.error(Kind::SizeMismatch));
        }
        if self.has_checksum && self.decoder.get_checksum_from_data() != self.decoder.get_calculated_checksum() {
            return Err(DecompressError::new(Kind::ChecksumMismatch, input.at().saturating_sub(4)));
        }
        Ok(())
    }
}

/// The header of a frame with a window of at least so many bytes.
fn header(checksum: u8, history: u64) -> [u8; 6] {
    let [a, b, c, d] = MAGIC;
    let exponent = history.next_power_of_two().trailing_zeros().saturating_sub(10);
    let [.., exponent] = exponent.to_be_bytes();
    [a, b, c, d, checksum, exponent << 3]
}
