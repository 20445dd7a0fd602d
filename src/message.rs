//! `message!`, the declaration of a message, and what a declared message can do.
//!
//! One declaration gives a view and its decoder, a value and its encoder, the table ([`Schema`]) and its names ([`Names`]), a
//! visitor of the fields, and the events of the cursor ([`crate::stream`]). The macro is not recursive and munches no tokens.
//! Its body is a table: rustfmt leaves it alone, and columns are a house rule (CONTRIBUTING.md).
//!
//! ```text
//! message! {
//!     /// What the message is for.
//!     request NAME, VIEW, EVENT: key 78, versions 0..=2, flexible 0.., listeners broker {
//!         /// What the field means.
//!         KafkaName rust_name: TYPE [nullable[(VERSIONS)]] [@(VERSIONS)] [= DEFAULT] [, ignorable] [, map_key] [, entity(NAME)];
//!     } tagged {
//!         TAG => KafkaName rust_name: TYPE ..;
//!     }
//!     /// What the struct is.
//!     struct NAME, VIEW [named KAFKA_NAME] { .. } [tagged { .. }]
//!     [uses NAME, VIEW;]
//! }
//! ```
//!
//! `request` may also be `response`, `header` or `data`; `flexible none` is a message that never is; VERSIONS are `1..`, `..=7`
//! or `2..=7`, and the message's own where they are left out. A TYPE is Kafka's (`bool`, `int8` .. `int64`, `uint16`, `uint32`,
//! `float64`, `uuid`, `string`, `bytes`, `records`), or says more: `error_code`, `api_key`, `classic_string` (16-bit length in
//! flexible versions too); `[TYPE]` and `[NAME, VIEW]` are arrays, `(NAME, VIEW)` is a struct. A nullable field with a default
//! has null as its default, one without is empty, as in all of Kafka's schemas. Where request and response use one name for two
//! layouts, `named` says Kafka's; a struct with one layout that both use stands in `shared!`, and both say `uses`.

#[rustfmt::skip]
#[macro_use]
mod declare;
#[cfg(test)]
mod tests;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::schema::{Field, FieldType, Names, Schema, StructInfo};
use crate::wire::{Array, Read, Reader, Records, Str, TaggedFields, Uuid, Write, Writer, debug_bounded};
use crate::{ApiKey, ErrorCode};
use core::fmt;

/// A message that can be decoded: every view of one implements it.
pub trait Decode<'a>: Read<'a> + Visit + Copy + Default + PartialEq + fmt::Debug {
    /// The value of the same message: what you encode.
    type Value: Encode + From<Self> + Copy + Default + PartialEq + fmt::Debug + 'a;
    /// The events of its [`Stream`](crate::Stream).
    type Event: Turn<'a> + Visit + Copy + PartialEq + fmt::Debug;
    /// Its facts.
    const SCHEMA: &'static Schema;
    /// Its names.
    const NAMES: &'static Names;

    /// Decodes a body that fills `bytes`.
    ///
    /// The whole structure is checked once; afterwards the view's fields and iterators cannot fail. Records are opaque here.
    ///
    /// # Errors
    /// What is wrong and at which byte of `bytes`; [`TrailingBytes`](DecodeErrorKind::TrailingBytes) if something is left over.
    fn decode(bytes: &'a [u8], version: i16) -> Result<Self, DecodeError> {
        let mut r = reader::<Self>(bytes, version)?;
        let view = Self::read(&mut r);
        r.finish().map(|()| view)
    }

    /// Decodes a body from the front of `bytes`, and gives what is left over.
    ///
    /// Kafka ignores bytes behind a body, and some clients send them, so whoever watches or forwards traffic wants this form.
    ///
    /// # Errors
    /// What is wrong and at which byte of `bytes`.
    fn decode_prefix(bytes: &'a [u8], version: i16) -> Result<(Self, &'a [u8]), DecodeError> {
        let mut r = reader::<Self>(bytes, version)?;
        let view = Self::read(&mut r);
        r.check().map(|_| (view, r.rest()))
    }
}

/// A view whatever its lifetime, for what borrows from a window that moves: every view implements it.
pub trait Rebind {
    /// The same view, borrowing for `'a`.
    type View<'a>: Decode<'a>;
}

/// A reader of a body: the only place that makes one for bytes from outside. Whoever calls it also checks the end.
pub(crate) fn reader<'a, M: Decode<'a>>(bytes: &'a [u8], version: i16) -> Result<Reader<'a>, DecodeError> {
    if M::SCHEMA.has_version(version) {
        Ok(Reader::new(bytes, version, M::SCHEMA.is_flexible(version)))
    } else {
        Err(DecodeError::new(DecodeErrorKind::UnsupportedVersion, 0))
    }
}

/// A message that can be encoded: every value of one implements it.
pub trait Encode: Write + Sized {
    /// Its facts.
    const SCHEMA: &'static Schema;
    /// Its names.
    const NAMES: &'static Names;

    /// Writes the body into `buf`, and says how many bytes it takes.
    ///
    /// # Errors
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the exact length; a value that the
    /// version cannot hold, with its field. What is in `buf` then is of no use.
    fn encode(&self, version: i16, buf: &mut [u8]) -> Result<usize, EncodeError> {
        written(self, version, buf)?.finish()
    }

    /// The exact length of the body.
    ///
    /// # Errors
    /// A value that the version cannot hold, with its field.
    fn encoded_len(&self, version: i16) -> Result<usize, EncodeError> {
        written(self, version, &mut [])?.count()
    }
}

fn written<'b>(message: &impl Encode, version: i16, buf: &'b mut [u8]) -> Result<Writer<'b>, EncodeError> {
    written_behind(message, version, buf, |_| {})
}

/// Writes a body behind what `front` writes.
pub(crate) fn written_behind<'b>(
    message: &impl Encode,
    version: i16,
    buf: &'b mut [u8],
    front: impl FnOnce(&mut Writer<'b>),
) -> Result<Writer<'b>, EncodeError> {
    let schema = schema_of(message);
    if !schema.has_version(version) {
        return Err(EncodeError::unsupported_version());
    }
    let mut w = Writer::new(buf, version, schema.is_flexible(version));
    front(&mut w);
    message.write(&mut w);
    Ok(w)
}

/// Writes bytes as they are.
pub(crate) fn copied(bytes: &[u8], buf: &mut [u8]) -> Result<usize, EncodeError> {
    let mut w = Writer::new(buf, 0, false);
    w.raw(bytes);
    w.finish()
}

fn schema_of<M: Encode>(_: &M) -> &'static Schema {
    M::SCHEMA
}

/// Sees the fields of a message one after the other: JSON, trees and searches need no code per message.
///
/// [`Visit`] calls it for a view. Every method does nothing unless it is written out.
#[allow(unused_variables, reason = "the names are documentation")]
pub trait Visitor {
    /// A field comes next: Kafka's name, and its type or that of its elements.
    fn field(&mut self, name: &'static str, field_type: FieldType) {}
    /// A struct begins.
    fn begin_struct(&mut self, name: &'static str) {}
    /// The unknown tagged fields of the struct; only if it has some.
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {}
    /// A struct ends.
    fn end_struct(&mut self) {}
    /// An array begins.
    fn begin_array(&mut self, len: usize) {}
    /// An array ends.
    fn end_array(&mut self) {}
    /// Null, whatever the type.
    fn null(&mut self) {}
    /// A bool.
    fn bool(&mut self, value: bool) {}
    /// A number of any width, an error code, an API key.
    fn int(&mut self, value: i64) {}
    /// A float64.
    fn float(&mut self, value: f64) {}
    /// A UUID.
    fn uuid(&mut self, value: Uuid) {}
    /// A string.
    fn string(&mut self, value: Str<'_>) {}
    /// Bytes.
    fn bytes(&mut self, value: &[u8]) {}
    /// A records field.
    fn records(&mut self, value: Records<'_>) {}
}

/// A value that shows its fields to a [`Visitor`]: every view implements it, and every event of a cursor.
pub trait Visit {
    /// Shows the fields of `version`, in the order of the declaration. Tagged fields that hold their default are left out, as
    /// they are on the wire.
    fn visit(&self, version: i16, visitor: &mut dyn Visitor);
}

macro_rules! visits {
    ($($t:ty: $value:ident, $visitor:ident => $call:expr;)*) => { $(
        impl Visit for $t {
            fn visit(&self, _: i16, $visitor: &mut dyn Visitor) {
                let $value = *self;
                $call
            }
        }
    )* };
}

visits! {
    bool: value, v => v.bool(value);
    i8: value, v => v.int(value.into()); i16: value, v => v.int(value.into()); u16: value, v => v.int(value.into());
    i32: value, v => v.int(value.into()); u32: value, v => v.int(value.into()); i64: value, v => v.int(value);
    ErrorCode: value, v => v.int(value.0.into()); ApiKey: value, v => v.int(value.0.into());
    f64: value, v => v.float(value); Uuid: value, v => v.uuid(value); Str<'_>: value, v => v.string(value);
    &[u8]: value, v => v.bytes(value); Records<'_>: value, v => v.records(value);
}

impl<T: Visit> Visit for Option<T> {
    fn visit(&self, version: i16, visitor: &mut dyn Visitor) {
        match self {
            Some(value) => value.visit(version, visitor),
            None => visitor.null(),
        }
    }
}

impl<'a, T: Visit + Read<'a>> Visit for Array<'a, T> {
    fn visit(&self, version: i16, visitor: &mut dyn Visitor) {
        visitor.begin_array(self.len());
        self.iter().for_each(|item| item.visit(version, visitor));
        visitor.end_array();
    }
}

/// Which fields of its struct an event has: those since the struct's last event. The others hold their defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Part {
    /// All of them.
    Whole,
    /// From the first to an array of structs, whose elements come next. The array says how many.
    Head,
    /// From one array of structs to the next.
    Middle,
    /// From an array of structs to the end, the tagged fields included.
    Tail,
}

/// The events of a message's struct: reads from its stop number `at` to its end, or to an array of structs with elements.
pub trait Turn<'a>: Sized {
    /// The struct number `node`. `CHUNKED` if the bytes are a moving window.
    fn turn<const CHUNKED: bool>(node: u8, at: u8, r: &mut Reader<'a>) -> (Self, Stop);
}

/// Where a struct stopped, and what comes next: `count` elements of struct number `node`. `at` 0 is the struct's end.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    pub at: u8,
    pub node: u8,
    pub count: u32,
}

impl Stop {
    pub const END: Stop = Stop { at: 0, node: 0, count: 0 };
    /// In the place of a struct's number, where the reader is a moving window: a bytes field of `count` bytes.
    pub const BYTES: u8 = u8::MAX;
    /// The same for a records field.
    pub const RECORDS: u8 = u8::MAX - 1;

    /// What an event holds that began at the stop `from` and ended here.
    pub fn part(self, from: u8) -> Part {
        match (from, self.at) {
            (0, 0) => Part::Whole,
            (0, _) => Part::Head,
            (_, 0) => Part::Tail,
            _ => Part::Middle,
        }
    }
}

/// A struct of a message. Only the macro implements it.
pub trait Structure<'a>: Numbered + Read<'a> {
    /// Its fields, the tagged ones last.
    const FIELDS: &'static [Field];
    /// Its names.
    const INFO: &'static StructInfo;

    /// Reads from a stop to the next, or to the end.
    fn turn<const CHUNKED: bool>(r: &mut Reader<'a>, at: u8) -> (Self, Stop);
}

/// The number of a struct in its message.
pub trait Numbered {
    /// The number; 0 is the message itself.
    const NODE: u8;
}

/// Equality of one type, so that a default needs no type of its own.
pub(crate) fn equal<T: PartialEq>(a: &T, b: &T) -> bool {
    a == b
}

/// [`Visit`] of every view: `parts` are a struct's fields in the order of `names`, each with whether it is shown.
pub(crate) fn visit_fields(
    (version, visitor, name, unknown): (i16, &mut dyn Visitor, &'static str, TaggedFields<'_>),
    names: &[(&'static str, FieldType)],
    parts: &[(bool, &dyn Visit)],
) {
    visitor.begin_struct(name);
    for ((name, field_type), (shown, part)) in names.iter().zip(parts) {
        if *shown {
            visitor.field(name, *field_type);
            part.visit(version, visitor);
        }
    }
    if !unknown.is_empty() {
        visitor.unknown_tagged_fields(unknown);
    }
    visitor.end_struct();
}

/// `Debug` of every view and value: bounded, so that a log line stays a line.
pub(crate) fn debug_fields(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    names: &[&str],
    values: &[&dyn fmt::Debug],
) -> fmt::Result {
    struct Fields<'a>(&'a str, &'a [&'a str], &'a [&'a dyn fmt::Debug]);
    impl fmt::Debug for Fields<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut shown = f.debug_struct(self.0);
            for (name, value) in self.1.iter().zip(self.2) {
                shown.field(name, value);
            }
            shown.finish()
        }
    }
    debug_bounded(f, format_args!("{:?}", Fields(name, names, values)))
}
