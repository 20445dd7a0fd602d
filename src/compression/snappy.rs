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
use crate::wire::window::fill;

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
    let (mut rest, mut end) = (block, 0usize);
    while let Some(&tag) = rest.first() {
        let (used, written) = match short(rest, out, end) {
            Some(done) => done,
            None => any(tag, rest, out, end).map_err(|fault| match fault {
                Fault::Cut => block.len(),
                Fault::Element => block.len().saturating_sub(rest.len()),
            })?,
        };
        rest = rest.get(used..).unwrap_or_default();
        end = end.wrapping_add(written);
    }
    if end == out.len() { Ok(()) } else { Err(block.len()) }
}

/// What an element takes of the block, and what it writes.
type Done = (usize, usize);

/// What is wrong with an element.
enum Fault {
    /// The block ends in it.
    Cut,
    /// It does not fit behind what is written, or into what is to be.
    Element,
}

/// The longest literal that is written at once.
const SHORT: usize = 16;
/// The longest copy.
const LONG: usize = 64;

/// Does an element that is like most: short, and far enough from any end that as many bytes as that could be are copied at once,
/// whatever its length is. What is too many is written again by those that follow.
#[inline(always)]
fn short(rest: &[u8], out: &mut [u8], end: usize) -> Option<Done> {
    let &[tag, ref next @ ..] = rest.first_chunk::<{ SHORT + 1 }>()?;
    let [a, b, ..] = *next;
    let (before, free) = out.split_at_mut_checked(end)?;
    let free = free.first_chunk_mut::<LONG>()?;
    let more = usize::from(tag >> 2);
    let (used, len, offset) = match tag & 3 {
        0 if more < SHORT => {
            *free.first_chunk_mut()? = *next;
            return Some((more.wrapping_add(2), more.wrapping_add(1)));
        }
        1 => (2, (more & 7).wrapping_add(4), usize::from(tag >> 5) << 8 | usize::from(a)),
        2 => (3, more.wrapping_add(1), usize::from(u16::from_le_bytes([a, b]))),
        _ => return None,
    };
    let from = before.get(end.checked_sub(offset)?..)?;
    if len <= SHORT {
        *free.first_chunk_mut::<SHORT>()? = *from.first_chunk()?;
    } else {
        *free = *from.first_chunk()?;
    }
    Some((used, len))
}

/// Does any element, or says what is wrong with it.
#[inline(never)]
fn any(tag: u8, rest: &[u8], out: &mut [u8], end: usize) -> Result<Done, Fault> {
    let (before, free) = out.split_at_mut_checked(end).ok_or(Fault::Element)?;
    let more = usize::from(tag >> 2);
    // The lengths of copies are in the tag, their offsets behind it, the lowest byte first.
    let (used, len, offset) = match (tag & 3, rest) {
        (0, _) => return literal(more, rest, free),
        (1, [_, a, ..]) => (2, (more & 7).saturating_add(4), usize::from(tag >> 5) << 8 | usize::from(*a)),
        (2, [_, a, b, ..]) => (3, more.saturating_add(1), usize::from(u16::from_le_bytes([*a, *b]))),
        (3, [_, a, b, c, d, ..]) => {
            let offset = u32::from_le_bytes([*a, *b, *c, *d]);
            (5, more.saturating_add(1), usize::try_from(offset).unwrap_or(usize::MAX))
        }
        _ => return Err(Fault::Cut),
    };
    copy(before, free, offset, len).ok_or(Fault::Element)?;
    Ok((used, len))
}

/// Writes a literal.
fn literal(short: usize, rest: &[u8], free: &mut [u8]) -> Result<Done, Fault> {
    // Above 59 the tag says how many bytes the length has behind it.
    let more = short.saturating_sub(59);
    let len = match more {
        0 => short,
        _ => {
            let bytes = rest.get(1..=more).ok_or(Fault::Cut)?;
            bytes.iter().rev().fold(0, |len: usize, &byte| len << 8 | usize::from(byte))
        }
    };
    let len = len.saturating_add(1);
    let from = more.saturating_add(1);
    let to = from.saturating_add(len);
    let literal = rest.get(from..to).ok_or(Fault::Cut)?;
    fill(free.get_mut(..len).ok_or(Fault::Element)?, literal);
    Ok((to, len))
}

/// Writes `len` bytes, those from `offset` bytes ahead on. Where these are fewer, they repeat themselves.
fn copy(before: &[u8], free: &mut [u8], offset: usize, len: usize) -> Option<()> {
    let pattern = before.get(before.len().checked_sub(offset)?..)?;
    let free = free.get_mut(..len)?;
    if pattern.is_empty() {
        return None;
    }
    fill(free, pattern);
    // What is written becomes the pattern, and each is twice as long as the one before.
    let mut done = pattern.len();
    while let Some((written, behind)) = free.split_at_mut_checked(done) {
        fill(behind, written);
        done = done.saturating_mul(2);
    }
    Some(())
}
