use super::{Field, FieldType, MAX_DEPTH, Schema};
use crate::error::{DecodeError, DecodeErrorKind as Kind, FieldId, clamp};
use crate::wire::{DebugBytes, DebugFloat, Read, Reader, Records, Str, TaggedField, Uuid};
use core::fmt;
use core::iter::FusedIterator;

/// A value, whatever its type. Floats are equal by their bits.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Null, of any nullable type.
    Null,
    /// A bool.
    Bool(bool),
    /// A number of any width, an error code, an API key.
    Int(i64),
    /// A float64.
    Float(f64),
    /// A UUID.
    Uuid(Uuid),
    /// A string.
    String(Str<'a>),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A records field.
    Records(Records<'a>),
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Uuid(a), Value::Uuid(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::Records(a), Value::Records(b)) => a == b,
            _ => false,
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Null => f.write_str("Null"),
            Value::Bool(value) => write!(f, "Bool({value})"),
            Value::Int(value) => write!(f, "Int({value})"),
            Value::Float(value) => write!(f, "Float({:?})", DebugFloat(value)),
            Value::Uuid(value) => value.fmt(f),
            Value::String(value) => write!(f, "String({value:?})"),
            Value::Bytes(value) => write!(f, "Bytes({:?})", DebugBytes(value)),
            Value::Records(value) => value.fmt(f),
        }
    }
}

/// What a [`Walk`] comes across.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A struct begins; [`Step::field`] is none for the message itself. The bytes are its null marker, if it can be null.
    BeginStruct {
        /// Its number.
        node: u8,
    },
    /// A struct has ended.
    EndStruct {
        /// Its number.
        node: u8,
    },
    /// An array begins. The bytes are its count.
    BeginArray {
        /// How many elements follow.
        len: u32,
    },
    /// An array has ended.
    EndArray,
    /// A value: a field, or an element of an array. The bytes are its length, if it has one, and its content.
    Value(Value<'a>),
    /// The tag section of the innermost struct begins. The bytes are its count.
    BeginTags {
        /// How many tagged fields follow.
        count: u32,
    },
    /// A tagged field of the schema comes next. The bytes are its number and size.
    KnownTag {
        /// Its number.
        tag: u32,
        /// Its size in bytes.
        size: u32,
    },
    /// A tagged field that the schema does not know. The bytes are its number, size and content.
    UnknownTag(TaggedField<'a>),
}

/// An event, and the bytes it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'a> {
    /// What it is.
    pub event: Event<'a>,
    /// The field that it belongs to; none for the message itself.
    pub field: Option<FieldId>,
    /// Which element of the field's array it is.
    pub index: Option<u32>,
    /// Its first byte, counted from the start of the body.
    pub start: u32,
    /// The byte behind it.
    pub end: u32,
}

/// Decodes any message by its table: an iterator of its structs, arrays, values and tagged fields, in wire order.
///
/// What it accepts is what the views accept. It ends after the first error, and everything before that was good. Its stack is
/// as deep as structs lie in each other; nothing recurses.
///
/// ```
/// use kafka_view::{Decode, messages::header::RequestHeaderView, schema::{Event, Value, Walk}};
///
/// let bytes = [0, 78, 0, 1, 0, 0, 0, 7, 0, 1, b'c', 0];
/// let mut walk = Walk::new(RequestHeaderView::SCHEMA, &bytes, 2)?;
/// let numbers = walk.by_ref().filter_map(|step| match step.ok()?.event {
///     Event::Value(Value::Int(value)) => Some(value),
///     _ => None,
/// });
/// assert_eq!(numbers.collect::<Vec<_>>(), [78, 1, 7]);
/// assert_eq!(walk.rest(), []);
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Walk<'a> {
    bytes: &'a [u8],
    r: Reader<'a>,
    schema: &'static Schema,
    levels: [Level; LEVELS],
    depth: usize,
    /// The field that was read last, for a path.
    pub(super) at: Option<(FieldId, Option<u32>)>,
    ended: bool,
}

/// A struct may lie in an array in a tagged field.
const LEVELS: usize = 4 * MAX_DEPTH;

#[derive(Clone, Copy, Debug)]
pub(super) enum Level {
    /// Before anything.
    Start,
    /// In a struct, `next` its next field; `of` is the field that holds it, unless that is an array.
    Struct { node: u8, next: u8, of: Option<FieldId> },
    /// In an array, its next element `index`.
    Array { of: FieldId, index: u32, len: u32 },
    /// In the tag section of a struct.
    Tags { node: u8, left: u32 },
    /// In a known tagged field, before or behind its value. `outer` is where the bytes around it end.
    Tag { of: FieldId, read: bool, outer: usize },
}

/// The number of the field behind a struct's last, when its tag section is done.
const DONE: u8 = u8::MAX;

impl<'a> Walk<'a> {
    /// A walk over the body of a message at the front of `bytes`.
    ///
    /// # Errors
    /// [`DecodeErrorKind::UnsupportedVersion`](crate::DecodeErrorKind::UnsupportedVersion).
    pub fn new(schema: &'static Schema, bytes: &'a [u8], version: i16) -> Result<Self, DecodeError> {
        if !schema.has_version(version) {
            return Err(DecodeError::new(Kind::UnsupportedVersion, 0));
        }
        let r = Reader::new(bytes, version, schema.is_flexible(version));
        Ok(Walk { bytes, r, schema, levels: [Level::Start; LEVELS], depth: 1, at: None, ended: false })
    }

    /// What was not read yet; after the walk, what is behind the message.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.r.rest()
    }

    /// Where the walk stands, outermost first.
    pub(super) fn levels(&self) -> &[Level] {
        self.levels.get(..self.depth).unwrap_or(&[])
    }

    fn push(&mut self, level: Level) {
        // The stack is as deep as the schema can be, which is checked where a message is declared.
        if let Some(free) = self.levels.get_mut(self.depth) {
            *free = level;
            self.depth = self.depth.wrapping_add(1);
        }
    }

    fn set(&mut self, level: Level) {
        if let Some(top) = self.levels.get_mut(self.depth.wrapping_sub(1)) {
            *top = level;
        }
    }

    fn pop(&mut self) {
        self.depth = self.depth.wrapping_sub(1);
    }

    /// The next event, unless a level is left without one.
    fn step(&mut self) -> Option<Result<Step<'a>, DecodeError>> {
        loop {
            let level = *self.levels.get(self.depth.checked_sub(1)?)?;
            let start = self.r.position();
            let event = match level {
                Level::Start => {
                    self.set(Level::Struct { node: 0, next: 0, of: None });
                    Event::BeginStruct { node: 0 }
                }
                Level::Struct { node, next, of } => {
                    let field = self.schema.fields(node).get(usize::from(next)).filter(|field| field.tag().is_none());
                    match field {
                        Some(field) => {
                            self.set(Level::Struct { node, next: next.wrapping_add(1), of });
                            if !field.is_in(self.r.version) {
                                continue;
                            }
                            self.field(field, FieldId { node, field: next })
                        }
                        None if self.r.flexible && next != DONE => {
                            self.set(Level::Struct { node, next: DONE, of });
                            self.at = None;
                            let count = self.r.tag_count();
                            self.push(Level::Tags { node, left: count });
                            Event::BeginTags { count }
                        }
                        None => {
                            self.pop();
                            self.at = of.map(|of| (of, None));
                            Event::EndStruct { node }
                        }
                    }
                }
                Level::Array { of, index, len } if index < len => {
                    self.set(Level::Array { of, index: index.wrapping_add(1), len });
                    self.at = Some((of, Some(index)));
                    let field = self.schema.field(of)?;
                    if let Some(node) = field.holds() {
                        self.push(Level::Struct { node, next: 0, of: None });
                        Event::BeginStruct { node }
                    } else {
                        Event::Value(self.value(field.field_type(), false))
                    }
                }
                Level::Array { of, .. } => {
                    self.pop();
                    self.at = Some((of, None));
                    Event::EndArray
                }
                Level::Tags { left: 0, .. } => {
                    self.pop();
                    continue;
                }
                Level::Tags { node, left } => {
                    self.set(Level::Tags { node, left: left.wrapping_sub(1) });
                    self.tag(node)
                }
                Level::Tag { of, read: false, outer } => {
                    self.set(Level::Tag { of, read: true, outer });
                    let field = self.schema.field(of)?;
                    self.field(field, of)
                }
                Level::Tag { of, outer, .. } => {
                    let filled = self.r.finish();
                    if filled.is_err() {
                        self.at = Some((of, None));
                        return Some(Err(self.error()));
                    }
                    self.r.set_end(self.bytes, outer);
                    self.pop();
                    continue;
                }
            };
            if self.r.failed() {
                return Some(Err(self.error()));
            }
            let (field, index) = self.at.map_or((None, None), |(field, index)| (Some(field), index));
            return Some(Ok(Step { event, field, index, start: clamp(start), end: clamp(self.r.position()) }));
        }
    }

    /// Reads a field, or its beginning.
    fn field(&mut self, field: &'static Field, id: FieldId) -> Event<'a> {
        self.at = Some((id, None));
        let nullable = field.is_nullable_in(self.r.version);
        if field.is_array() {
            let Some(len) = self.r.count_if(nullable) else { return Event::Value(Value::Null) };
            self.push(Level::Array { of: id, index: 0, len });
            return Event::BeginArray { len };
        }
        let Some(node) = field.holds() else { return Event::Value(self.value(field.field_type(), nullable)) };
        if !field.struct_follows(nullable, &mut self.r) {
            return Event::Value(Value::Null);
        }
        self.push(Level::Struct { node, next: 0, of: Some(id) });
        Event::BeginStruct { node }
    }

    /// Reads a value that is no struct.
    fn value(&mut self, field_type: FieldType, nullable: bool) -> Value<'a> {
        let r = &mut self.r;
        let value = match field_type {
            FieldType::Bool => return Value::Bool(bool::read(r)),
            FieldType::Int8 => return Value::Int(i8::read(r).into()),
            FieldType::Int16 | FieldType::ErrorCode | FieldType::ApiKey => return Value::Int(i16::read(r).into()),
            FieldType::Uint16 => return Value::Int(u16::read(r).into()),
            FieldType::Int32 => return Value::Int(i32::read(r).into()),
            FieldType::Uint32 => return Value::Int(u32::read(r).into()),
            FieldType::Int64 => return Value::Int(i64::read(r)),
            FieldType::Float64 => return Value::Float(f64::read(r)),
            FieldType::Uuid => return Value::Uuid(Uuid::read(r)),
            FieldType::String => r.nullable_if::<Str<'_>>(nullable).map(Value::String),
            FieldType::ClassicString => r.classic(|r| r.nullable_if::<Str<'_>>(nullable)).map(Value::String),
            FieldType::Bytes => r.nullable_if::<&[u8]>(nullable).map(Value::Bytes),
            FieldType::Records => r.nullable_if::<Records<'_>>(nullable).map(Value::Records),
            FieldType::Struct => None,
        };
        value.unwrap_or(Value::Null)
    }

    /// Reads a tag's number and size; its content too, unless the schema knows it.
    fn tag(&mut self, node: u8) -> Event<'a> {
        self.at = None;
        let tag = self.r.uvarint();
        let size = self.r.uvarint();
        let version = self.r.version;
        let known = self.schema.fields(node).iter().zip(0u8..).find(|(f, _)| f.tag() == Some(tag) && f.is_in(version));
        let from = self.r.position();
        let bytes = self.r.take(size as usize);
        let Some((_, field)) = known else { return Event::UnknownTag(TaggedField { tag, bytes }) };
        let of = FieldId { node, field };
        self.at = Some((of, None));
        if self.r.failed() {
            return Event::KnownTag { tag, size };
        }
        // Read it from its own bytes: what runs out there has ended for good.
        let outer = self.r.set_end(self.bytes, self.r.position());
        self.r.set_position(from);
        self.push(Level::Tag { of, read: false, outer });
        Event::KnownTag { tag, size }
    }

    fn error(&self) -> DecodeError {
        let error = match self.r.finish() {
            Err(error) => error,
            Ok(()) => DecodeError::new(Kind::InvalidLength, self.r.position()),
        };
        let in_tag = self.levels().iter().any(|level| matches!(level, Level::Tag { .. }));
        match error.kind {
            Kind::Incomplete | Kind::TrailingBytes if in_tag => {
                DecodeError { kind: Kind::TagSize, missing: 0, ..error }
            }
            _ => error,
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Result<Step<'a>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let step = self.step();
        // The levels stay as they are after an error: they say where it was.
        self.ended = !matches!(step, Some(Ok(_)));
        step
    }
}

impl FusedIterator for Walk<'_> {}

impl fmt::Debug for Walk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Walk({:?}, in {:?})", self.r, self.at)
    }
}
