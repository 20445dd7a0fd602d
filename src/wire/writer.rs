//! The counting, sticky writer: the same code writes a message and says how long it is.

use super::{
    Items, Read, Reader, Records, SMALL, Str, TaggedField, TaggedFields, TaggedFieldsIter, Uuid, array::Elements,
    tagged::knows, window::fill,
};
use crate::error::{EncodeError, EncodeErrorKind as Kind, FieldId, clamp};
use crate::{api::ApiKey, error_code::ErrorCode};

/// Writes what fits into a buffer, counts the rest, and keeps the first error.
pub struct Writer<'b> {
    /// What is not written yet; nothing after the first piece that did not fit.
    free: &'b mut [u8],
    /// The size of the whole buffer.
    size: usize,
    /// How many bytes would lie behind the buffer.
    over: usize,
    error: Option<EncodeError>,
    at: FieldId,
    /// The version of the message.
    pub version: i16,
    /// Whether that version has compact lengths and tagged fields.
    pub flexible: bool,
}

/// A type that can be written to the wire, null or not.
pub trait Write: Sized {
    /// Writes a value.
    fn write(&self, w: &mut Writer<'_>);

    /// Writes the elements of an array.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_all(values: &[Self], w: &mut Writer<'_>) {
        values.iter().for_each(|value| value.write(w));
    }

    /// Writes a value or null. A struct has a marker in front.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_nullable(value: Option<&Self>, w: &mut Writer<'_>) {
        match value {
            Some(value) => {
                1i8.write(w);
                value.write(w);
            }
            None => (-1i8).write(w),
        }
    }
}

/// What an array of a view may hold: it can be written in another version without becoming a slice of values first.
pub trait Rewrite {
    /// The type itself, for any lifetime.
    type View<'a>: Read<'a>;
    /// What is written of it.
    type Value<'a>: Write + From<Self::View<'a>>;

    /// Reads so many elements and writes them in the writer's version. The reader has a lifetime of its own, so that a pointer
    /// to this function has none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn rewrite(mut r: Reader<'_>, count: u32, w: &mut Writer<'_>) {
        for _ in 0..count {
            Self::Value::from(Self::View::read(&mut r)).write(w);
        }
    }
}

impl<'b> Writer<'b> {
    /// A writer at the start of `buf`.
    pub fn new(buf: &'b mut [u8], version: i16, flexible: bool) -> Self {
        Writer {
            size: buf.len(),
            free: buf,
            over: 0,
            error: None,
            at: FieldId { node: 0, field: 0 },
            version,
            flexible,
        }
    }

    /// The field that is written next: an error names it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn at(&mut self, node: u8, field: u8) {
        self.at = FieldId { node, field };
    }

    /// The same, for field after field of a struct.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn next_field(&mut self, node: u8, i: &mut u8) {
        self.at(node, *i);
        *i = i.wrapping_add(1);
    }

    /// Keeps the error, if it is the first.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn fail(&mut self, kind: Kind) {
        if self.error.is_none() {
            self.error = Some(EncodeError { kind, field: self.at, offset: clamp(self.position()) });
        }
    }

    /// Does something seldom with a writer of its own: one whose address never escapes lives in registers. Small targets have
    /// few of those anyway.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn seldom<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        if SMALL {
            return write(self);
        }
        let mut moved = core::mem::replace(self, Writer { free: &mut [], ..*self });
        let value = write(&mut moved);
        *self = Writer { size: self.size, version: self.version, flexible: self.flexible, ..moved };
        value
    }

    /// How many bytes came before, written or counted.
    fn position(&self) -> usize {
        self.size.wrapping_sub(self.free.len()).saturating_add(self.over)
    }

    /// The exact length of what was written, or would have been.
    pub fn finish(self) -> Result<usize, EncodeError> {
        match self.error {
            Some(error) => Err(error),
            None if self.over > 0 => Err(EncodeError {
                kind: Kind::BufferTooSmall { needed: self.position() },
                field: FieldId::default(),
                offset: clamp(self.size),
            }),
            None => Ok(self.position()),
        }
    }

    /// The length alone.
    pub fn count(self) -> Result<usize, EncodeError> {
        self.error.map_or(Ok(self.position()), Err)
    }

    /// The next `n` bytes of the buffer, if it has them; if not, they are counted, and so is all that follows.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn room(&mut self, n: usize) -> Option<&'b mut [u8]> {
        let free = core::mem::take(&mut self.free);
        let left = free.len();
        let Some((room, free)) = free.split_at_mut_checked(n) else {
            self.over = self.over.saturating_add(n.wrapping_sub(left));
            return None;
        };
        self.free = free;
        Some(room)
    }

    /// Writes bytes as they are.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn raw(&mut self, bytes: &[u8]) {
        if let Some(room) = self.room(bytes.len()) {
            // On 32 bits the compiler does not see that both are as long.
            fill(room, bytes);
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn fixed<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(room) = self.room(N).and_then(|room| room.first_chunk_mut()) {
            *room = bytes;
        }
    }

    /// Writes numbers of `N` bytes each.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn fixed_all<const N: usize>(&mut self, numbers: impl ExactSizeIterator<Item = [u8; N]>) {
        if let Some(room) = self.room(numbers.len().saturating_mul(N)) {
            room.chunks_exact_mut(N).zip(numbers).for_each(|(to, bytes)| to.copy_from_slice(&bytes));
        }
    }

    /// An unsigned varint in its shortest form.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn uvarint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.fixed([value.to_le_bytes()[0] | 0x80]);
            value >>= 7;
        }
        self.fixed([value.to_le_bytes()[0]]);
    }

    /// A zigzag varint in its shortest form.
    pub fn varint(&mut self, value: i32) {
        self.uvarint((value.wrapping_shl(1) ^ value.wrapping_shr(31)) as u32);
    }

    /// A zigzag varint of 64 bits in its shortest form.
    pub fn varlong(&mut self, value: i64) {
        let mut bits = (value.wrapping_shl(1) ^ value.wrapping_shr(63)) as u64;
        while bits >= 0x80 {
            self.fixed([bits.to_le_bytes()[0] | 0x80]);
            bits >>= 7;
        }
        self.fixed([bits.to_le_bytes()[0]]);
    }

    /// Lets `write` fill the next `n` bytes, if the buffer has room for them.
    pub fn place<T>(&mut self, n: usize, write: impl FnOnce(&mut [u8]) -> T) -> Option<T> {
        self.room(n).map(write)
    }

    /// The length of a string; `None` is null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn short_length(&mut self, n: Option<usize>) {
        if self.flexible {
            return self.long_length(n);
        }
        match n.map_or(Ok(-1), i16::try_from) {
            Ok(n) => self.fixed(n.to_be_bytes()),
            Err(_) => self.fail(Kind::TooLong),
        }
    }

    /// The length of bytes, or the count of an array; `None` is null.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn long_length(&mut self, n: Option<usize>) {
        match n.map_or(Ok(-1), i32::try_from) {
            Ok(n) if self.flexible => self.uvarint((n as u32).wrapping_add(1)),
            Ok(n) => self.fixed(n.to_be_bytes()),
            Err(_) => self.fail(Kind::TooLong),
        }
    }

    /// A value that may be null where the version allows it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn nullable_if<T: Write>(&mut self, value: &Option<T>, allowed: bool) {
        if value.is_none() && !allowed {
            self.fail(Kind::NullNotInVersion);
        }
        T::write_nullable(value.as_ref(), self);
    }

    /// Whether an error is known by now.
    pub fn failed(&self) -> bool {
        self.error.is_some()
    }

    /// A tagged struct that may be null: its marker is a varint.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn tagged_struct<T: Write>(&mut self, value: &Option<T>, allowed: bool) {
        if value.is_none() && !allowed {
            self.fail(Kind::NullNotInVersion);
        }
        self.uvarint(value.is_some().into());
        if let Some(value) = value {
            value.write(self);
        }
    }

    /// A struct that the version does not allow to be null has no marker.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn required_struct<T: Write>(&mut self, value: &Option<T>) {
        match value {
            Some(value) => value.write(self),
            None => self.fail(Kind::NullNotInVersion),
        }
    }

    /// A field that the version lacks must have its default.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn absent(&mut self, is_default: bool) {
        if !is_default {
            self.fail(Kind::FieldNotInVersion);
        }
    }

    /// Writes something whose lengths are not compact, whatever the version.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn classic(&mut self, write: impl FnOnce(&mut Self)) {
        let flexible = core::mem::replace(&mut self.flexible, false);
        write(self);
        self.flexible = flexible;
    }

    /// Starts a tag section. `tags` has the numbers of the struct's tagged fields, which are its last ones; the bits of `known`
    /// are those that the version has, and `present` is how many of them are written.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn tag_section<'t>(
        &mut self,
        known: u16,
        tags: &[u32],
        present: u32,
        unknown: &TaggedFields<'t>,
    ) -> UnknownTags<'t> {
        if unknown.is_plainly_empty() {
            self.uvarint(present);
            return UnknownTags(None);
        }
        self.seldom(|w| w.unknown_section(known, tags, present, unknown))
    }

    #[cold]
    #[inline(never)]
    fn unknown_section<'t>(
        &mut self,
        known: u16,
        tags: &[u32],
        present: u32,
        unknown: &TaggedFields<'t>,
    ) -> UnknownTags<'t> {
        let mut count = present;
        let mut last = None;
        for field in unknown.iter() {
            if knows(known, field.tag) {
                // The struct's last field was the one before this section.
                let behind = tags.iter().rev().zip(0u8..).find(|(tag, _)| **tag == field.tag);
                self.at.field = self.at.field.wrapping_sub(behind.map_or(0, |(_, n)| n));
                self.fail(Kind::TagCollision);
            }
            if unknown.is_list() && last.is_some_and(|last| last >= field.tag) {
                self.fail(Kind::TagOrder);
            }
            last = Some(field.tag);
            count = count.wrapping_add(1);
        }
        self.uvarint(count);
        let mut rest = unknown.iter();
        UnknownTags(rest.next().map(|next| (next, rest)))
    }

    /// A version without tagged fields has no place for unknown ones either.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn no_tag_section(&mut self, unknown: &TaggedFields<'_>) {
        if !unknown.is_empty() {
            self.fail(Kind::TagsNotInVersion);
        }
    }

    /// The size of a tagged field.
    fn tag_size(&mut self, size: usize) {
        match i32::try_from(size) {
            Ok(size) => self.uvarint(size as u32),
            Err(_) => self.fail(Kind::TooLong),
        }
    }

    /// A known tagged field: number, size, value.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn tag(&mut self, tag: u32, value: impl Fn(&mut Writer<'_>)) {
        self.seldom(|w| {
            let mut counter = Writer { free: &mut [], size: 0, over: 0, error: None, ..*w };
            value(&mut counter);
            w.uvarint(tag);
            w.tag_size(counter.over);
            value(w);
        });
    }
}

/// The unknown tagged fields that are still to be written: the next one, and those behind it.
pub struct UnknownTags<'t>(Option<(TaggedField<'t>, TaggedFieldsIter<'t>)>);

impl UnknownTags<'_> {
    /// Writes those that come before a known tag.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn write_below(&mut self, tag: u32, w: &mut Writer<'_>) {
        if self.0.is_some() {
            w.seldom(|w| self.write_while(|field| field.tag < tag, w));
        }
    }

    /// Writes those that are left.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn write_rest(mut self, w: &mut Writer<'_>) {
        if self.0.is_some() {
            w.seldom(|w| self.write_while(|_| true, w));
        }
    }

    #[cold]
    fn write_while(&mut self, wanted: impl Fn(&TaggedField<'_>) -> bool, w: &mut Writer<'_>) {
        while let Some((field, mut rest)) = self.0.filter(|(field, _)| wanted(field)) {
            w.uvarint(field.tag);
            w.tag_size(field.bytes.len());
            w.raw(field.bytes);
            self.0 = rest.next().map(|next| (next, rest));
        }
    }
}

macro_rules! fixed {
    ($($t:ty, $v:ident => $bytes:expr;)*) => { $(
        impl Rewrite for $t {
            type View<'a> = $t;
            type Value<'a> = $t;
        }
        impl Write for $t {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn write(&self, w: &mut Writer<'_>) {
                let $v = self;
                w.fixed($bytes);
            }
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn write_all(values: &[Self], w: &mut Writer<'_>) {
                w.fixed_all(values.iter().map(|$v| $bytes));
            }
            fn write_nullable(value: Option<&Self>, w: &mut Writer<'_>) {
                // Numbers have no null: no schema has a nullable one.
                if let Some(value) = value {
                    value.write(w);
                }
            }
        }
    )* };
}

fixed! {
    i8, v => v.to_be_bytes(); bool, v => [u8::from(*v)]; i16, v => v.to_be_bytes(); u16, v => v.to_be_bytes();
    i32, v => v.to_be_bytes(); u32, v => v.to_be_bytes(); i64, v => v.to_be_bytes(); f64, v => v.to_be_bytes();
    Uuid, v => v.0; ApiKey, v => v.0.to_be_bytes(); ErrorCode, v => v.0.to_be_bytes();
}

impl Rewrite for Str<'_> {
    type View<'a> = Str<'a>;
    type Value<'a> = Str<'a>;
}
impl Write for Str<'_> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write(&self, w: &mut Writer<'_>) {
        w.short_length(Some(self.len()));
        w.raw(self.as_bytes());
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_nullable(value: Option<&Self>, w: &mut Writer<'_>) {
        match value {
            Some(value) => value.write(w),
            None => w.short_length(None),
        }
    }
}

impl Write for &[u8] {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write(&self, w: &mut Writer<'_>) {
        w.long_length(Some(self.len()));
        w.raw(self);
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_nullable(value: Option<&Self>, w: &mut Writer<'_>) {
        match value {
            Some(value) => value.write(w),
            None => w.long_length(None),
        }
    }
}

impl Write for Records<'_> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write(&self, w: &mut Writer<'_>) {
        self.as_bytes().write(w);
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_nullable(value: Option<&Self>, w: &mut Writer<'_>) {
        <&[u8]>::write_nullable(value.map(|records| records.as_bytes()).as_ref(), w);
    }
}

impl<T: Write, V> Write for Items<'_, T, V> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write(&self, w: &mut Writer<'_>) {
        w.long_length(Some(self.len()));
        match &self.0 {
            Elements::Slice(slice) => T::write_all(slice, w),
            Elements::Array { array, .. } if !array.is_read() => w.fail(Kind::ArrayNotRead),
            Elements::Array { array, .. } if array.is_of(w.version, w.flexible) => w.raw(array.as_bytes()),
            Elements::Array { array, rewrite } => w.seldom(|w| rewrite(array.reader(), array.count(), w)),
        }
    }
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_nullable(value: Option<&Self>, w: &mut Writer<'_>) {
        match value {
            Some(value) => value.write(w),
            None => w.long_length(None),
        }
    }
}
