//! The late reader.
//!
//! It is *sticky* and *late*. A fixed-size read only moves the position and gives 0 past the end, without an error branch;
//! running out is noticed at the next length, after each loop step and at the end. So a value that nobody uses costs an
//! addition, and the compiler merges a run of them. Lengths and counts are checked at once, against what is there, so
//! nothing overflows and nothing loops for longer than the bytes last. The first error is kept; after it every read is empty.
//!
//! Inlining goes by pointer width: on 64 bits always, since a reader whose address never escapes lives in registers; on
//! 32 bits the primitives are shared code, since flash is what is short there.

use super::Array;
use crate::error::{DecodeError, DecodeErrorKind as Kind, clamp};
use core::fmt;

/// Small targets share code.
///
/// `--cfg kafka_view_small` runs their code on a host, so that the tests can see it.
pub const SMALL: bool = cfg!(any(kafka_view_small, not(target_pointer_width = "64")));

/// A position past the end of any buffer: no slice is longer than `isize::MAX`.
const POISON: usize = usize::MAX / 2 + 1;

/// The largest length plus one that a compact length may say: lengths are 32-bit signed numbers.
const LONGEST: usize = 0x8000_0000;

/// Reads a message body of one version from a slice.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    buf: &'a [u8],
    pos: usize,
    error: Option<DecodeError>,
    /// The version of the message.
    pub version: i16,
    /// Whether that version has compact lengths and tagged fields.
    pub flexible: bool,
}

/// A type that can be read from the wire, null or not.
///
/// Every method leaves the position behind what it read; whether that is inside the buffer is known only after the next
/// length, or [`Reader::finish`]. A type whose null is a length writes out the nullable half, a struct the other one; what
/// is left here follows from it.
pub trait Read<'a>: Sized + Default {
    /// The size of every value of the type in bytes, or 0 where that differs.
    const WIDTH: usize = 0;

    /// Reads a value where null is possible on the wire; `None` is null. A struct has a marker in front.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read_nullable(r: &mut Reader<'a>) -> Option<Self> {
        if r.struct_follows() { Some(Self::read(r)) } else { None }
    }

    /// Reads a value where null is an error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read(r: &mut Reader<'a>) -> Self {
        let at = r.pos;
        match Self::read_nullable(r) {
            Some(value) => value,
            None => {
                r.fail(Kind::UnexpectedNull, at);
                Self::default()
            }
        }
    }

    /// Moves over a value where null is possible on the wire; `false` is null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip_nullable(r: &mut Reader<'a>) -> bool {
        let follows = r.struct_follows();
        if follows {
            Self::skip(r);
        }
        follows
    }

    /// Moves over a value where null is an error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip(r: &mut Reader<'a>) {
        let at = r.pos;
        if !Self::skip_nullable(r) {
            r.fail(Kind::UnexpectedNull, at);
        }
    }
}

impl<'a> Reader<'a> {
    /// A reader at the start of `buf`. Whoever makes one also calls [`Reader::finish`] or [`Reader::check`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn new(buf: &'a [u8], version: i16, flexible: bool) -> Self {
        Reader { buf, pos: 0, error: None, version, flexible }
    }

    /// Whether an error is known by now.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn failed(&self) -> bool {
        self.pos > self.buf.len()
    }

    /// The position; past the end after an error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn position(&self) -> usize {
        self.pos
    }

    /// Keeps the error, if it is the first.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn fail(&mut self, kind: Kind, at: usize) {
        if !self.failed() {
            self.error = Some(DecodeError::new(kind, at));
        }
        self.ran_out();
        self.pos = POISON;
    }

    /// Keeps that the input ended before the position, if it is the first error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn ran_out(&mut self) {
        if self.error.is_none() {
            self.error = Some(self.end_error());
        }
        self.pos = POISON;
    }

    fn end_error(&self) -> DecodeError {
        DecodeError::incomplete(self.buf.len(), self.pos.wrapping_sub(self.buf.len()))
    }

    /// The position, or the first error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn check(&self) -> Result<usize, DecodeError> {
        match self.error {
            Some(error) => Err(error),
            None if self.failed() => Err(self.end_error()),
            None => Ok(self.pos),
        }
    }

    /// Good if nothing failed and nothing is left.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn finish(&self) -> Result<(), DecodeError> {
        match self.check()? {
            at if at < self.buf.len() => Err(DecodeError::new(Kind::TrailingBytes, at)),
            _ => Ok(()),
        }
    }

    /// What was not read; nothing after an error.
    pub fn rest(&self) -> &'a [u8] {
        self.buf.get(self.pos..).unwrap_or(&[])
    }

    /// The bytes from `at` to the position; nothing after an error.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn since(&self, at: usize) -> &'a [u8] {
        self.buf.get(at..self.pos).unwrap_or(&[])
    }

    /// Goes to a position that was there before.
    pub fn set_position(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// Lets the bytes end at `end` of `bytes`, those it reads from or more of them; gives where they ended before.
    pub fn set_end(&mut self, bytes: &'a [u8], end: usize) -> usize {
        let before = self.buf.len();
        self.buf = bytes.get(..end).unwrap_or(bytes);
        before
    }

    /// Moves on without looking.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn skip_fixed(&mut self, n: usize) {
        self.pos = self.pos.wrapping_add(n);
    }

    /// The next `N` bytes, zeros past the end.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fixed<const N: usize>(&mut self) -> [u8; N] {
        let at = self.pos;
        self.skip_fixed(N);
        self.buf.get(at..).and_then(|rest| rest.first_chunk::<N>()).copied().unwrap_or([0; N])
    }

    /// Moves over `n` bytes, a length of at most 32 bits that was just read, so from inside the buffer.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn advance(&mut self, n: usize) {
        if !SMALL {
            self.advance_by(n, 1);
        } else if n > self.buf.len().wrapping_sub(self.pos) {
            self.overrun(n);
        } else {
            self.skip_fixed(n);
        }
    }

    /// Moves over `n` times `width` bytes after a count was read, which on 64 bits cannot overflow: a count has 32.
    ///
    /// What is empty, as many fields are, is stepped over by a branch: a processor that foresees it can read the next length
    /// before this one is there. For the same reason it is the sum that is compared, which is the position of the next length.
    #[inline(always)]
    fn advance_by(&mut self, n: usize, width: usize) {
        if SMALL {
            self.advance(n.saturating_mul(width));
        } else if n != 0 {
            let n = n.wrapping_mul(width);
            if self.pos.wrapping_add(n) > self.buf.len() { self.overrun(n) } else { self.skip_fixed(n) }
        }
    }

    /// `n` bytes are more than are left.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn overrun(&mut self, n: usize) {
        if !self.failed() && self.error.is_none() {
            let left = self.buf.len().wrapping_sub(self.pos);
            self.error = Some(DecodeError::incomplete(self.buf.len(), n.saturating_sub(left)));
        }
        self.ran_out();
    }

    /// The next `n` bytes, after a length was read.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let at = self.pos;
        self.advance(n);
        self.since(at)
    }

    /// An unsigned varint of 32 bits; the position is inside the buffer afterwards, or the reader has failed.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn uvarint(&mut self) -> u32 {
        if SMALL { self.uvarint_bytes() } else { clamp(self.wide_uvarint()) }
    }

    /// As wide as a position, so that no instruction stands between a length and the position behind it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn wide_uvarint(&mut self) -> usize {
        match self.buf.get(self.pos) {
            Some(&byte) if byte < 0x80 => {
                self.skip_fixed(1);
                usize::from(byte)
            }
            _ => {
                let (behind, value) = self.long_uvarint();
                self.go_on(behind);
                value as usize
            }
        }
    }

    /// Goes on where a function that got the reader by value left it. Bytes and version are the same, but the compiler would not
    /// know: it would load and test them again behind every call.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn go_on(&mut self, behind: Reader<'a>) {
        self.pos = behind.pos;
        self.error = behind.error;
    }

    /// Takes and gives the reader by value: one whose address never escapes lives in registers.
    #[cold]
    #[inline(never)]
    fn long_uvarint(mut self) -> (Self, u32) {
        let value = self.uvarint_bytes();
        (self, value)
    }

    #[expect(clippy::arithmetic_side_effects, reason = "the shift ends at 28")]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn uvarint_bytes(&mut self) -> u32 {
        let at = self.pos;
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = u32::from(u8::from_be_bytes(self.fixed()));
            if self.failed() {
                self.ran_out();
                return 0;
            }
            // The fifth byte has room for the last four bits.
            if shift == 28 && byte > 0x0f {
                self.fail(Kind::InvalidVarint, at);
                return 0;
            }
            value |= (byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    }

    /// A compact length: itself plus one, 0 for null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn compact_length(&mut self) -> usize {
        let at = self.pos;
        let n = if SMALL { self.uvarint() as usize } else { self.wide_uvarint() };
        if n > LONGEST {
            self.fail(Kind::InvalidLength, at);
            return 0;
        }
        n
    }

    /// The length of a string plus one; 0 is null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn short_length(&mut self) -> usize {
        if self.flexible {
            return self.compact_length();
        }
        let n = i16::read(self);
        self.classic_length(i32::from(n))
    }

    /// The length of bytes, or the count of an array, plus one; 0 is null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn long_length(&mut self) -> usize {
        if self.flexible {
            return self.compact_length();
        }
        let n = i32::read(self);
        self.classic_length(n)
    }

    /// Any negative length is null, as for Kafka's own readers.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn classic_length(&mut self, n: i32) -> usize {
        if self.failed() {
            self.ran_out();
        }
        usize::try_from(n).map_or(0, |n| n.wrapping_add(1))
    }

    /// The count of an array; `None` is null. An element takes a byte at least, so a count is never above what is left.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn count(&mut self) -> Option<u32> {
        let n = self.long_length().checked_sub(1)?;
        if n > self.buf.len().wrapping_sub(self.pos) {
            self.overrun(n);
            return Some(0);
        }
        Some(clamp(n))
    }

    /// The count of an array whose version allows null or not.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn count_if(&mut self, allowed: bool) -> Option<u32> {
        let at = self.pos;
        let n = self.count();
        if n.is_none() && !allowed {
            self.fail(Kind::UnexpectedNull, at);
        }
        n
    }

    /// The count of an array, or the length of bytes, at which the cursor stops. In a moving window what is behind it is not
    /// there to be compared with; who moves the window does.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn stop_count<const CHUNKED: bool>(&mut self, allowed: bool) -> Option<u32> {
        if !CHUNKED {
            return self.count_if(allowed);
        }
        let at = self.pos;
        let n = self.long_length().checked_sub(1).map(clamp);
        if n.is_none() && !allowed {
            self.fail(Kind::UnexpectedNull, at);
        }
        n
    }

    /// A value that may be null where the version allows it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn nullable_if<T: Read<'a>>(&mut self, allowed: bool) -> Option<T> {
        let at = self.pos;
        let value = T::read_nullable(self);
        if value.is_none() && !allowed {
            self.fail(Kind::UnexpectedNull, at);
        }
        value
    }

    /// Moves over a value that may be null where the version allows it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn skip_nullable_if<T: Read<'a>>(&mut self, allowed: bool) {
        let at = self.pos;
        if !T::skip_nullable(self) && !allowed {
            self.fail(Kind::UnexpectedNull, at);
        }
    }

    /// Reads something whose lengths are not compact, whatever the version.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn classic<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let flexible = core::mem::replace(&mut self.flexible, false);
        let value = read(self);
        self.flexible = flexible;
        value
    }

    /// The marker before a nullable struct: whether the struct follows. Any negative number is null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn struct_follows(&mut self) -> bool {
        let marker = i8::read(self);
        if self.failed() {
            self.ran_out();
        }
        marker >= 0
    }

    /// A tagged struct that may be null: its marker is a varint, and anything but 0 means that it follows.
    pub fn tagged_struct<T: Read<'a>>(&mut self, allowed: bool) -> Option<T> {
        let at = self.pos;
        if self.uvarint() != 0 {
            return Some(T::read(self));
        }
        if !allowed {
            self.fail(Kind::UnexpectedNull, at);
        }
        None
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip_elements<T: Read<'a>>(&mut self, count: u32) {
        if T::WIDTH > 0 {
            return self.advance_by(count as usize, T::WIDTH);
        }
        if SMALL { self.walk::<T>(count) } else { self.go_on(self.walked::<T>(count)) }
    }

    /// The one loop over the elements of a type, out of line: nested arrays call each other's, so that the code of an
    /// element is inlined into it and nowhere else.
    #[inline(never)]
    fn walked<T: Read<'a>>(self, count: u32) -> Self {
        let mut r = self;
        r.walk::<T>(count);
        r
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn walk<T: Read<'a>>(&mut self, count: u32) {
        for _ in 0..count {
            T::skip(self);
            if self.failed() {
                break;
            }
        }
    }

    /// The array whose count was just read.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn elements<T: Read<'a>>(&mut self, count: u32) -> Array<'a, T> {
        let at = self.pos;
        self.skip_elements::<T>(count);
        Array::new(self.since(at), count, self.version, self.flexible)
    }

    /// An array whose elements are still to come.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn pending<T>(&self, count: u32) -> Array<'a, T> {
        Array::new(&[], count, self.version, self.flexible)
    }

    /// Moves over an array of elements of `width` bytes each.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn skip_numbers(&mut self, width: usize, nullable: impl FnOnce() -> bool) {
        let at = self.pos;
        match self.long_length().checked_sub(1) {
            Some(n) => self.advance_by(n, width),
            None if nullable() => {}
            None => self.fail(Kind::UnexpectedNull, at),
        }
    }

    /// The tag section of a struct that knows no tags.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn unknown_tagged(&mut self) -> &'a [u8] {
        let at = self.pos;
        self.skip_unknown_tagged();
        self.since(at)
    }

    /// Moves over the tag section of a struct that knows no tags.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn skip_unknown_tagged(&mut self) {
        let count = self.tag_section();
        if count == 0 {
            return;
        }
        if SMALL { self.some_unknown(count) } else { self.go_on(self.with_unknown(count)) }
    }

    #[cold]
    #[inline(never)]
    fn with_unknown(mut self, count: u32) -> Self {
        self.some_unknown(count);
        self
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn some_unknown(&mut self, count: u32) {
        self.tags_fit(count);
        for _ in 0..count {
            if self.failed() {
                break;
            }
            self.uvarint();
            let size = self.uvarint() as usize;
            self.advance(size);
        }
    }

    /// The tag section of a struct; `read` gets each tag with a reader of its bytes, and leaves that one alone unless it
    /// knows the tag.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn tagged(&mut self, read: impl FnMut(u32, &mut Reader<'a>)) -> &'a [u8] {
        let at = self.pos;
        self.skip_tagged(read);
        self.since(at)
    }

    /// Moves over a tag section; `read` as in [`Reader::tagged`].
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn skip_tagged(&mut self, mut read: impl FnMut(u32, &mut Reader<'a>)) {
        let count = self.tag_section();
        if count == 0 {
            return;
        }
        if SMALL { self.some_tagged(count, &mut read) } else { self.go_on(self.with_tagged(count, &mut read)) }
    }

    /// The count at the front of a struct's tag section, which a version that is not flexible lacks.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn tag_section(&mut self) -> u32 {
        if self.flexible { self.uvarint() } else { 0 }
    }

    /// The count of a tag section, checked.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn tag_count(&mut self) -> u32 {
        let count = self.uvarint();
        self.tags_fit(count);
        count
    }

    /// A tag takes two bytes at least, its number and its size.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn tags_fit(&mut self, count: u32) {
        let least = (count as usize).saturating_mul(2);
        if least > self.buf.len().wrapping_sub(self.pos) {
            self.overrun(least);
        }
    }

    #[cold]
    #[inline(never)]
    fn with_tagged(mut self, count: u32, read: &mut dyn FnMut(u32, &mut Reader<'a>)) -> Self {
        self.some_tagged(count, read);
        self
    }

    pub fn some_tagged(&mut self, count: u32, read: &mut dyn FnMut(u32, &mut Reader<'a>)) {
        self.tags_fit(count);
        for _ in 0..count {
            let tag = self.uvarint();
            let size = self.uvarint() as usize;
            let at = self.pos;
            let mut inner = Reader { buf: self.take(size), pos: 0, ..*self };
            if self.failed() {
                break;
            }
            read(tag, &mut inner);
            // Not read at all: not known. Else it has to be exactly the size that the tag declares.
            if inner.pos == 0 {
                continue;
            }
            if let Err(error) = inner.finish() {
                let kind = match error.kind {
                    Kind::Incomplete | Kind::TrailingBytes => Kind::TagSize,
                    kind => kind,
                };
                self.fail(kind, at.wrapping_add(error.offset as usize));
            }
        }
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reader(at {} of {}, {:?})", self.pos, self.buf.len(), self.error)
    }
}

/// A type of fixed size, whose arrays are numbers one behind the other on the wire.
pub trait Fixed: Sized {
    /// The number at this index.
    fn pick(bytes: &[u8], index: usize) -> Option<Self>;
}

/// Types of fixed size: the type, how many bytes it has, how to get it from them.
macro_rules! fixed {
    ($($t:ty, $n:literal, $b:ident => $get:expr;)*) => { $(
        impl<'a> Read<'a> for $t {
            const WIDTH: usize = $n;
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn read_nullable(r: &mut Reader<'a>) -> Option<Self> {
                Some(Self::read(r))
            }
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
            fn read(r: &mut Reader<'a>) -> Self {
                let $b = r.fixed::<$n>();
                $get
            }
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn skip_nullable(r: &mut Reader<'a>) -> bool {
                r.skip_fixed($n);
                true
            }
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn skip(r: &mut Reader<'a>) {
                r.skip_fixed($n);
            }
        }
        impl Fixed for $t {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn pick(bytes: &[u8], index: usize) -> Option<Self> {
                let $b = *bytes.chunks_exact($n).nth(index)?.first_chunk()?;
                Some($get)
            }
        }
    )* };
}

use super::Uuid;
use crate::{api::ApiKey, error_code::ErrorCode};
fixed! {
    i8, 1, b => i8::from_be_bytes(b);
    bool, 1, b => b != [0]; // any other byte is true, as for Kafka's own readers
    i16, 2, b => i16::from_be_bytes(b);
    u16, 2, b => u16::from_be_bytes(b);
    i32, 4, b => i32::from_be_bytes(b);
    u32, 4, b => u32::from_be_bytes(b);
    i64, 8, b => i64::from_be_bytes(b);
    f64, 8, b => f64::from_be_bytes(b);
    Uuid, 16, b => Uuid(b);
    ApiKey, 2, b => ApiKey(i16::from_be_bytes(b));
    ErrorCode, 2, b => ErrorCode(i16::from_be_bytes(b));
}

impl<'a> Read<'a> for &'a [u8] {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read_nullable(r: &mut Reader<'a>) -> Option<Self> {
        let n = r.long_length().checked_sub(1)?;
        Some(r.take(n))
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip_nullable(r: &mut Reader<'a>) -> bool {
        match r.long_length().checked_sub(1) {
            Some(n) => {
                r.advance(n);
                true
            }
            None => false,
        }
    }
}

impl<'a, T: Read<'a>> Read<'a> for Array<'a, T> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read_nullable(r: &mut Reader<'a>) -> Option<Self> {
        if let Some(width) = one_check::<T>() {
            let n = r.long_length().checked_sub(1)?;
            let at = r.pos;
            r.advance_by(n, width);
            let bytes = r.since(at);
            return Some(Array::new(bytes, clamp(n), r.version, r.flexible));
        }
        let count = r.count()?;
        Some(r.elements(count))
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip_nullable(r: &mut Reader<'a>) -> bool {
        if let Some(width) = one_check::<T>() {
            let n = r.long_length().checked_sub(1);
            n.inspect(|n| r.advance_by(*n, width));
            return n.is_some();
        }
        let count = r.count();
        count.inspect(|count| r.skip_elements::<T>(*count));
        count.is_some()
    }
    // The trait's own `read` and `skip`, written out once more: through a shared helper that takes a closure, W4's cursor went
    // from 0.95 to 1.71 million instructions.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read(r: &mut Reader<'a>) -> Self {
        if one_check::<T>().is_some() {
            let at = r.pos;
            return match Self::read_nullable(r) {
                Some(array) => array,
                None => {
                    r.fail(Kind::UnexpectedNull, at);
                    Self::default()
                }
            };
        }
        let count = r.count_if(false).unwrap_or(0);
        r.elements(count)
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn skip(r: &mut Reader<'a>) {
        if one_check::<T>().is_some() {
            let at = r.pos;
            if !Self::skip_nullable(r) {
                r.fail(Kind::UnexpectedNull, at);
            }
            return;
        }
        let count = r.count_if(false).unwrap_or(0);
        r.skip_elements::<T>(count);
    }
}

/// The size of an element, if one check is enough for the whole array: on 64 bits the product of a count and a size does not
/// overflow. Small targets share the check of the count.
const fn one_check<'a, T: Read<'a>>() -> Option<usize> {
    if SMALL || T::WIDTH == 0 { None } else { Some(T::WIDTH) }
}
