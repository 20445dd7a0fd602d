//! snappy: a raw block, or the frames of xerial's `snappy-java`, which Kafka's own clients write.
//!
//! A frame is a header of 16 bytes (a magic of 8, then two version numbers) and chunks: each an int32 length and a raw block.
//! A raw block begins with the size of its output, a varint. Behind that come elements, each with a tag whose lowest two bits
//! tell a literal from the three kinds of copies.

use super::input::Input;
use super::window::{Window, size};
use super::{DecompressError, DecompressErrorKind as Kind};
use crate::error::DecodeErrorKind;
use crate::wire::varint::uvarint;

/// What a frame begins with, and no raw block: its first element would copy from before the start.
const MAGIC: &[u8; 8] = b"\x82SNAPPY\0";
const HEADER: usize = 16;
/// The length in front of a chunk.
const LENGTH: usize = 4;

pub(super) struct Snappy {
    at: At,
}

enum At {
    Start,
    Chunks,
    End,
}

impl Snappy {
    pub(super) const fn new() -> Self {
        Snappy { at: At::Start }
    }

    #[inline(never)]
    pub(super) fn fill(&mut self, input: &mut Input<'_>, window: &mut Window<'_>) -> Result<bool, DecompressError> {
        loop {
            match self.at {
                At::End => return Ok(false),
                // A raw block is read whole, and whether it is one is seen from what a frame begins with.
                At::Start if input.has_more() && !(input.rest().starts_with(MAGIC)) => {
                    let whole = usize::try_from(input.left()).unwrap_or(usize::MAX);
                    input.peek(if MAGIC.starts_with(input.rest()) { MAGIC.len() } else { whole })?;
                }
                // Short of a magic: a chunk's length has fewer bytes.
                At::Chunks if input.has_more() && input.rest().len() < MAGIC.len() => {
                    input.peek(usize::try_from(input.left()).unwrap_or(usize::MAX).min(MAGIC.len()))?;
                }
                // Streams that were put together have more than one header.
                At::Start | At::Chunks if input.rest().starts_with(MAGIC) => {
                    header(input)?;
                    input.advance(HEADER);
                    self.at = At::Chunks;
                }
                At::Start => {
                    let block = Block::new(input, 0, input.rest())?;
                    let written = block.write(input, window, |block| block.size)?;
                    input.advance(input.rest().len());
                    self.at = At::End;
                    return Ok(written > 0);
                }
                At::Chunks if input.is_empty() => return Ok(false),
                At::Chunks => {
                    let (block, end) = chunk(input, 0)?;
                    let written = block.write(input, window, |_| all_sizes(input))?;
                    input.advance(end);
                    if written > 0 {
                        return Ok(true);
                    }
                }
            }
        }
    }
}

/// Checks the header that comes next.
///
/// `snappy-java` takes any compatible version from 1 on, big-endian. That lets pass what clients on little-endian machines
/// wrote in their own order, and so do we.
fn header(input: &Input<'_>) -> Result<(), DecompressError> {
    let version = i32::from_be_bytes(input.peek_at(8)?);
    let compatible = i32::from_be_bytes(input.peek_at(12)?);
    if version < 1 || compatible < 1 { Err(input.error_at(Kind::InvalidHeader, 8)) } else { Ok(()) }
}

/// The chunk that begins `from` bytes behind the next, and where it ends.
fn chunk<'a>(input: &Input<'a>, from: usize) -> Result<(Block<'a>, usize), DecompressError> {
    let length = i32::from_be_bytes(input.peek_at(from)?);
    let length = usize::try_from(length).map_err(|_| input.error_at(Kind::InvalidHeader, from))?;
    let start = from.saturating_add(LENGTH);
    let end = start.saturating_add(length);
    let bytes = input.peek(end)?.get(start..).unwrap_or_default();
    Ok((Block::new(input, start, bytes)?, end))
}

/// The sizes of all chunks from the next on, as far as they are good: a walk over lengths.
#[cold]
fn all_sizes(input: &Input<'_>) -> u64 {
    let (mut from, mut sum) = (0, 0u64);
    while let Ok((block, end)) = chunk(input, from) {
        sum = sum.saturating_add(block.size);
        from = end;
    }
    sum
}

/// A raw block.
struct Block<'a> {
    /// The size of the output.
    size: u64,
    elements: &'a [u8],
    /// Where the block begins, and where its elements do, counted from the next byte of the input.
    start: usize,
    elements_at: usize,
}

impl<'a> Block<'a> {
    fn new(input: &Input<'a>, start: usize, bytes: &'a [u8]) -> Result<Self, DecompressError> {
        // Where the input ends with the block, bytes that are missing may have been cut off.
        let error = |kind| match !input.has_more() && start.saturating_add(bytes.len()) >= input.rest().len() {
            true => input.truncated(),
            false => input.error_at(kind, start),
        };
        let (size, used) = match uvarint(bytes) {
            Ok((size, used)) => (u64::from(size), used),
            Err(DecodeErrorKind::Incomplete) => return Err(error(Kind::InvalidHeader)),
            Err(_) => return Err(input.error_at(Kind::InvalidHeader, start)),
        };
        let elements = bytes.get(used..).unwrap_or_default();
        // A copy makes at most 64 bytes of three, a literal less than one of one.
        if size.saturating_mul(3) > (elements.len() as u64).saturating_mul(64) {
            return Err(error(Kind::SizeMismatch));
        }
        Ok(Block { size, elements, start, elements_at: start.saturating_add(used) })
    }

    /// Writes the output into the window. `all` says how much more is needed in all if that is above the limit.
    fn write(
        &self,
        input: &Input<'_>,
        window: &mut Window<'_>,
        all: impl FnOnce(&Self) -> u64,
    ) -> Result<usize, DecompressError> {
        let len = size(self.size);
        if self.size > window.left() {
            let needed = size(window.total().saturating_add(all(self)));
            return Err(input.error_at(Kind::TooLarge { needed }, self.start));
        }
        if window.free() < len {
            window.make_room(0, len, len).map_err(|kind| input.error_at(kind, self.start))?;
        }
        let (_, room) = window.split(0, len);
        elements(self.elements, room).map_err(|at| match at {
            // It was the input that ended, not the chunk.
            at if at >= self.elements.len()
                && !input.has_more()
                && self.elements_at.saturating_add(at) >= input.rest().len() =>
            {
                input.truncated()
            }
            at => input.error_at(Kind::InvalidData, self.elements_at.saturating_add(at)),
        })?;
        window.grow(len);
        Ok(len)
    }
}

/// Writes what the elements of a block say, which has to fill `out`. The error is where the element at fault begins, or where
/// the block ends if that is too early.
fn elements(block: &[u8], out: &mut [u8]) -> Result<(), usize> {
    let (mut at, mut end) = (0usize, 0usize);
    while let Some(&tag) = block.get(at) {
        let rest = block.get(at..).unwrap_or_default();
        let (used, written) = match tag & 3 {
            0 => literal(tag, rest, out, end).map_err(|cut| if cut { block.len() } else { at })?,
            kind => {
                // The lengths of copies are in the tag, their offsets behind it, the lowest byte first.
                let (len, offset, used) = match (kind, rest) {
                    (1, [_, a, ..]) => {
                        (usize::from(tag >> 2 & 7).saturating_add(4), usize::from(tag >> 5) << 8 | usize::from(*a), 2)
                    }
                    (2, [_, a, b, ..]) => {
                        (usize::from(tag >> 2).saturating_add(1), usize::from(u16::from_le_bytes([*a, *b])), 3)
                    }
                    (3, [_, a, b, c, d, ..]) => {
                        let offset = u32::from_le_bytes([*a, *b, *c, *d]);
                        (usize::from(tag >> 2).saturating_add(1), usize::try_from(offset).unwrap_or(usize::MAX), 5)
                    }
                    _ => return Err(block.len()),
                };
                copy(out, end, offset, len).ok_or(at)?;
                (used, len)
            }
        };
        at = at.wrapping_add(used);
        end = end.wrapping_add(written);
    }
    if end == out.len() { Ok(()) } else { Err(block.len()) }
}

/// How much is copied at once where there is room for it, whatever the length.
const WIDE: usize = 16;

/// Writes a literal at `end`: how many bytes it takes and how many it writes. The error is whether the block ends in it.
#[inline(always)]
fn literal(tag: u8, rest: &[u8], out: &mut [u8], end: usize) -> Result<(usize, usize), bool> {
    let short = usize::from(tag >> 2);
    let free = out.get_mut(end..).unwrap_or_default();
    if short < WIDE {
        if let (Some(from), Some(to)) = (rest.get(1..).and_then(<[u8]>::first_chunk::<WIDE>), free.first_chunk_mut()) {
            *to = *from;
            return Ok((short.wrapping_add(2), short.wrapping_add(1)));
        }
    }
    // Above 59 the tag says how many bytes the length has behind it.
    let more = short.saturating_sub(59);
    let mut len = 0usize;
    if more == 0 {
        len = short;
    } else {
        for &byte in rest.get(1..=more).ok_or(true)?.iter().rev() {
            len = len << 8 | usize::from(byte);
        }
    }
    let len = len.saturating_add(1);
    let from = more.wrapping_add(1);
    let to = from.saturating_add(len);
    let literal = rest.get(from..to).ok_or(true)?;
    free.get_mut(..len).ok_or(false)?.copy_from_slice(literal);
    Ok((to, len))
}

/// Writes at `end` the `len` bytes from `offset` bytes before it on; they may run into what is being written.
#[inline(always)]
fn copy(out: &mut [u8], end: usize, offset: usize, len: usize) -> Option<()> {
    let start = end.checked_sub(offset)?;
    if offset >= WIDE && len <= WIDE {
        let (before, free) = out.split_at_mut_checked(end)?;
        if let (Some(from), Some(to)) =
            (before.get(start..).and_then(<[u8]>::first_chunk::<WIDE>), free.first_chunk_mut())
        {
            *to = *from;
            return Some(());
        }
    }
    long_copy(out, end, start, len)
}

#[inline(never)]
fn long_copy(out: &mut [u8], end: usize, start: usize, len: usize) -> Option<()> {
    let (before, free) = out.split_at_mut_checked(end)?;
    let free = free.get_mut(..len)?;
    let pattern = before.get(start..)?;
    if let Some(whole) = pattern.get(..len) {
        free.copy_from_slice(whole);
        return Some(());
    }
    // The pattern repeats itself, and each copy of it makes the next one twice as long.
    let mut done = pattern.len();
    free.get_mut(..done)?.copy_from_slice(pattern);
    if done == 0 {
        return None;
    }
    while done < len {
        let (written, rest) = free.split_at_mut_checked(done)?;
        let n = done.min(rest.len());
        rest.get_mut(..n)?.copy_from_slice(written.get(..n)?);
        done = done.saturating_add(n);
    }
    Some(())
}
