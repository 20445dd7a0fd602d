//! The table of a message that its declaration also emits, and what walks it.
//!
//! A [`Schema`] has the facts that decoding needs, in bytes; [`Names`] has the rest, apart from it, so that a program which
//! prints no names does not carry them. Every message gives both: [`crate::Decode::SCHEMA`], [`crate::Decode::NAMES`].
//!
//! The table serves *any* message, untyped: [`Walk`] decodes one, [`skip`] passes over it, a [`Tree`] of values is written by
//! [`Message::encode`](crate::messages::Message::encode), [`locate`] tells which field an offset belongs to, [`Strict`] finds what
//! decodes but Kafka never writes. It is a second way through the same declaration, and slower than the views.

mod encode;
mod locate;
mod skip;
mod strict;
mod walk;

pub use encode::Tree;
pub(crate) use encode::encode;
pub use locate::{Path, Segment, locate};
pub use skip::skip;
pub use strict::{Finding, FindingKind, Strict};
pub use walk::{Event, Step, Value, Walk};

use crate::wire::Reader;
use crate::{api::ApiKey, error::DecodeErrorKind, error::FieldId};
use core::fmt;
use core::ops::RangeInclusive;

/// The facts of a message.
pub struct Schema {
    /// Request, response, header or data.
    pub kind: MessageKind,
    /// The API of a request or response.
    pub api_key: Option<ApiKey>,
    /// First and last version.
    pub(crate) versions: (i16, i16),
    /// The first version with compact lengths and tagged fields.
    pub(crate) flexible_from: i16,
    /// Its structs by number: each is its fields. The message itself is number 0.
    pub(crate) structs: &'static [&'static [Field]],
    /// Those that it shares with its request or response, by number from [`FIRST_SHARED`] on.
    pub(crate) shared: &'static [&'static [Field]],
}

/// The number of the first struct that a request and its response share.
pub(crate) const FIRST_SHARED: u8 = 128;

/// The struct of a number.
fn of_number<T: Copy>(structs: &[T], shared: &[T], node: u8) -> Option<T> {
    match node.checked_sub(FIRST_SHARED) {
        Some(node) => shared.get(usize::from(node)).copied(),
        None => structs.get(usize::from(node)).copied(),
    }
}

/// What a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum MessageKind {
    /// What a client asks.
    Request,
    /// What a broker answers.
    Response,
    /// What stands in front of them.
    Header,
    /// A message inside a bytes field, or a record.
    Data,
}

/// The type of a field, or of its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are Kafka's")]
pub enum FieldType {
    Bool,
    Int8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Float64,
    Uuid,
    String,
    /// A string whose length stays 16 bits wide in flexible versions.
    ClassicString,
    Bytes,
    Records,
    Struct,
    /// An int16 that holds an error code.
    ErrorCode,
    /// An int16 that holds an API key.
    ApiKey,
}

/// The names of the types in a declaration.
#[allow(non_upper_case_globals, dead_code, reason = "Kafka's spelling; not every type is in use yet")]
impl FieldType {
    pub(crate) const bool: Self = FieldType::Bool;
    pub(crate) const int8: Self = FieldType::Int8;
    pub(crate) const int16: Self = FieldType::Int16;
    pub(crate) const uint16: Self = FieldType::Uint16;
    pub(crate) const int32: Self = FieldType::Int32;
    pub(crate) const uint32: Self = FieldType::Uint32;
    pub(crate) const int64: Self = FieldType::Int64;
    pub(crate) const float64: Self = FieldType::Float64;
    pub(crate) const uuid: Self = FieldType::Uuid;
    pub(crate) const string: Self = FieldType::String;
    pub(crate) const classic_string: Self = FieldType::ClassicString;
    pub(crate) const bytes: Self = FieldType::Bytes;
    pub(crate) const records: Self = FieldType::Records;
    pub(crate) const error_code: Self = FieldType::ErrorCode;
    pub(crate) const api_key: Self = FieldType::ApiKey;
}

impl FieldType {
    /// The size of a value in bytes, or 0 where that differs.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            FieldType::Bool | FieldType::Int8 => 1,
            FieldType::Int16 | FieldType::Uint16 | FieldType::ErrorCode | FieldType::ApiKey => 2,
            FieldType::Int32 | FieldType::Uint32 => 4,
            FieldType::Int64 | FieldType::Float64 => 8,
            FieldType::Uuid => 16,
            FieldType::String
            | FieldType::ClassicString
            | FieldType::Bytes
            | FieldType::Records
            | FieldType::Struct => 0,
        }
    }

    /// Kafka's name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FieldType::Bool => "bool",
            FieldType::Int8 => "int8",
            FieldType::Int16 | FieldType::ErrorCode | FieldType::ApiKey => "int16",
            FieldType::Uint16 => "uint16",
            FieldType::Int32 => "int32",
            FieldType::Uint32 => "uint32",
            FieldType::Int64 => "int64",
            FieldType::Float64 => "float64",
            FieldType::Uuid => "uuid",
            FieldType::String | FieldType::ClassicString => "string",
            FieldType::Bytes => "bytes",
            FieldType::Records => "records",
            FieldType::Struct => "struct",
        }
    }
}

/// The facts of a field, in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    field_type: FieldType,
    /// The width of its type, and above that whether it is an array.
    shape: u8,
    tag: u8,
    holds: u8,
    versions: (u8, u8),
    nullable: (u8, u8),
}

/// Stands for "none", and for "no last version".
pub(crate) const NONE: u8 = u8::MAX;

/// In a field's shape: it is an array.
const ARRAY: u8 = 0x80;

/// An empty range.
const NEVER: (u8, u8) = (1, 0);

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "versions are small and not negative")]
const fn range((first, last): (i16, i16)) -> (u8, u8) {
    (first as u8, if last >= NONE as i16 { NONE } else { last as u8 })
}

fn has((first, last): (u8, u8), version: i16) -> bool {
    u8::try_from(version).is_ok_and(|version| first <= version && version <= last)
}

fn bounds((first, last): (u8, u8)) -> (i16, Option<i16>) {
    (i16::from(first), if last == NONE { None } else { Some(i16::from(last)) })
}

impl Field {
    /// A field of a type, as an array of it or not, and holding the struct of a number.
    #[expect(clippy::cast_possible_truncation, reason = "a width is 16 at most")]
    pub(crate) const fn new(
        (field_type, is_array, holds): (FieldType, bool, u8),
        versions: (i16, i16),
        nullable: (i16, i16),
        tag: Option<u8>,
    ) -> Self {
        let tag = match tag {
            Some(tag) => tag,
            None => NONE,
        };
        let shape = field_type.width() as u8 | if is_array { ARRAY } else { 0 };
        Field { field_type, shape, tag, holds, versions: range(versions), nullable: range(nullable) }
    }

    /// Whether the cursor stops at it, if its bytes are a moving window: an array of structs, bytes, or records.
    pub(crate) const fn is_stop(&self) -> bool {
        match self.field_type {
            _ if self.tag != NONE => false,
            FieldType::Struct => self.is_array(),
            FieldType::Bytes | FieldType::Records => !self.is_array(),
            _ => false,
        }
    }

    /// Its type, or that of its elements.
    #[must_use]
    pub const fn field_type(&self) -> FieldType {
        self.field_type
    }

    /// Whether it is an array.
    #[must_use]
    pub const fn is_array(&self) -> bool {
        self.shape & ARRAY != 0
    }

    /// Its size in bytes, or 0 if its bytes say it.
    const fn fixed_width(&self) -> u8 {
        if self.is_array() { 0 } else { self.shape }
    }

    /// The size of its elements in bytes, or 0 if it is no array or they differ in size.
    const fn element_width(&self) -> u8 {
        if self.is_array() { self.shape & !ARRAY } else { 0 }
    }

    /// Reads the marker of a struct that may be null: whether the struct follows. Only where null is allowed is there one; a
    /// tagged field's is a varint, in every version.
    fn struct_follows(&self, nullable: bool, r: &mut Reader<'_>) -> bool {
        let tagged = self.tag().is_some();
        if self.nullable_versions().is_none() || !(nullable || tagged) {
            return true;
        }
        let at = r.position();
        let follows = if tagged { r.uvarint() != 0 } else { r.struct_follows() };
        if !follows && !nullable {
            r.fail(DecodeErrorKind::UnexpectedNull, at);
        }
        follows
    }

    /// The number of its struct, for [`Schema::fields`], if it is one or an array of them.
    #[must_use]
    pub fn holds(&self) -> Option<u8> {
        (self.holds != NONE).then_some(self.holds)
    }

    /// Its number in the struct's tag section, if it is a tagged field.
    #[must_use]
    pub fn tag(&self) -> Option<u32> {
        (self.tag != NONE).then_some(u32::from(self.tag))
    }

    /// Whether a version has it.
    #[must_use]
    pub fn is_in(&self, version: i16) -> bool {
        has(self.versions, version)
    }

    /// Whether it may be null in a version.
    #[must_use]
    pub fn is_nullable_in(&self, version: i16) -> bool {
        has(self.nullable, version)
    }

    /// Its first version, and its last unless it lives on.
    #[must_use]
    pub fn versions(&self) -> (i16, Option<i16>) {
        bounds(self.versions)
    }

    /// The first version in which it may be null, and the last unless that lives on.
    #[must_use]
    pub fn nullable_versions(&self) -> Option<(i16, Option<i16>)> {
        (self.nullable != NEVER).then_some(bounds(self.nullable))
    }
}

/// How many structs lie in each other at most, the message included. Walks have a stack of that size and never recurse; a test
/// holds every message to it.
pub(crate) const MAX_DEPTH: usize = 6;

/// How many fields a struct has at most whose sizes their bytes say, the tagged ones aside.
pub(crate) const MAX_SIZED: usize = 16;

impl Schema {
    /// Its versions.
    #[must_use]
    pub const fn versions(&self) -> RangeInclusive<i16> {
        self.versions.0..=self.versions.1
    }

    /// Whether it has the version.
    #[must_use]
    pub const fn has_version(&self, version: i16) -> bool {
        self.versions.0 <= version && version <= self.versions.1
    }

    /// Whether the version has compact lengths and tagged fields (KIP-482).
    #[must_use]
    pub const fn is_flexible(&self, version: i16) -> bool {
        version >= self.flexible_from
    }

    /// The first version with compact lengths and tagged fields, if there is one.
    #[must_use]
    pub fn flexible_from(&self) -> Option<i16> {
        (self.flexible_from != NEVER_FLEXIBLE).then_some(self.flexible_from)
    }

    /// The numbers of its structs.
    pub fn nodes(&self) -> impl Iterator<Item = u8> + use<> {
        let own = (0..FIRST_SHARED).take(self.structs.len());
        own.chain((FIRST_SHARED..=u8::MAX).take(self.shared.len()))
    }

    /// A struct's fields; none for a number that is no struct.
    #[must_use]
    pub fn fields(&self, node: u8) -> &'static [Field] {
        of_number(self.structs, self.shared, node).unwrap_or(&[])
    }

    /// A field.
    #[must_use]
    pub fn field(&self, id: FieldId) -> Option<&'static Field> {
        self.fields(id.node).get(usize::from(id.field))
    }

    /// Whether a field of any struct has that type.
    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated at compile time")]
    pub(crate) const fn has(&self, field_type: FieldType) -> bool {
        let mut all = [self.structs, self.shared];
        let mut i = 0;
        while i < all.len() {
            while let &[mut fields, ref others @ ..] = all[i] {
                while let [field, others @ ..] = fields {
                    if field.field_type as u8 == field_type as u8 {
                        return true;
                    }
                    fields = others;
                }
                all[i] = others;
            }
            i += 1;
        }
        false
    }
}

/// Stands for "no version is flexible".
pub(crate) const NEVER_FLEXIBLE: i16 = i16::MAX;

/// The names of a message, and what else only text needs.
pub struct Names {
    /// Who answers the request: broker, controller.
    pub listeners: &'static [&'static str],
    /// The structs, in the order of the [`Schema`].
    pub(crate) structs: &'static [&'static StructInfo],
    /// Those that the message shares with its request or response.
    pub(crate) shared: &'static [&'static StructInfo],
}

/// The names of a struct.
#[non_exhaustive]
pub struct StructInfo {
    /// Kafka's name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its fields, in the order of the [`Schema`].
    pub fields: &'static [FieldInfo],
}

/// The name of a field, and what else only text and the writing side need.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FieldInfo {
    /// Kafka's name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Its value where a message does not say.
    pub default: DefaultValue,
    /// Whether a value that is not the default may be dropped in a version that lacks the field.
    pub is_ignorable: bool,
    /// Whether it is the key, or part of it, among the elements of its array.
    pub is_map_key: bool,
    /// What the value names: `topicName`, `groupId`, `brokerId`, `producerId`, `transactionalId`.
    pub entity_type: Option<&'static str>,
}

/// A field's value where a message does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefaultValue {
    /// Zero, false, empty; a struct of defaults.
    Zero,
    /// Null.
    Null,
    /// A number, or 1 for true.
    Int(i64),
}

impl DefaultValue {
    /// The default of a nullable field, which has to be null: Kafka has no others. Checked where it is declared.
    #[expect(clippy::panic, reason = "evaluated at compile time")]
    pub(crate) const fn null(declared: &str) -> Self {
        match declared.as_bytes() {
            b"null" => DefaultValue::Null,
            _ => panic!("the default of a nullable field can only be null"),
        }
    }
}

impl FieldInfo {
    pub(crate) const fn new(name: &'static str, about: &'static str, default: DefaultValue) -> Self {
        FieldInfo { name, about: trimmed(about), default, is_ignorable: false, is_map_key: false, entity_type: None }
    }
    pub(crate) const fn ignorable(self) -> Self {
        FieldInfo { is_ignorable: true, ..self }
    }
    pub(crate) const fn map_key(self) -> Self {
        FieldInfo { is_map_key: true, ..self }
    }
    pub(crate) const fn entity(self, of: &'static str) -> Self {
        FieldInfo { entity_type: Some(of), ..self }
    }
}

/// Without the blank that a doc comment begins with.
pub(crate) const fn trimmed(about: &'static str) -> &'static str {
    about.trim_ascii()
}

impl Names {
    /// Kafka's name of the message.
    #[must_use]
    pub fn message(&self) -> &'static str {
        self.structs.first().map_or("", |of| of.name)
    }

    /// A struct's names.
    #[must_use]
    pub fn node(&self, node: u8) -> Option<&'static StructInfo> {
        of_number(self.structs, self.shared, node)
    }

    /// Kafka's names of a field's struct and of the field.
    #[must_use]
    pub fn field(&self, id: FieldId) -> Option<(&'static str, &'static str)> {
        let of = self.node(id.node)?;
        Some((of.name, of.fields.get(usize::from(id.field))?.name))
    }

    /// A field's names.
    #[must_use]
    pub fn info(&self, id: FieldId) -> Option<&'static FieldInfo> {
        self.node(id.node)?.fields.get(usize::from(id.field))
    }
}

/// By what they are: a table is no log line.
macro_rules! debug_names {
    ($($t:ident: $self:ident => $shown:expr;)*) => { $(
        impl fmt::Debug for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $self = self;
                write!(f, "{}({})", stringify!($t), $shown)
            }
        }
    )* };
}

debug_names! {
    Schema: of => of.structs.len();
    Names: of => of.message();
    StructInfo: of => of.name;
    FieldInfo: of => of.name;
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, MAX_SIZED, Schema};
    use crate::messages::Message;

    fn depth(schema: &Schema, node: u8) -> usize {
        let fields =
            super::of_number(schema.structs, schema.shared, node).expect("a struct that the message does not name");
        fields
            .iter()
            .filter_map(|field| field.holds())
            .map(|node| depth(schema, node))
            .max()
            .map_or(1, |depth| depth.wrapping_add(1))
    }

    #[test]
    fn the_stacks_of_walks_are_large_enough() {
        for schema in Message::all().map(Message::schema) {
            assert!(depth(schema, 0) <= MAX_DEPTH);
            for node in schema.nodes() {
                let sized =
                    schema.fields(node).iter().filter(|field| field.tag().is_none() && field.fixed_width() == 0);
                assert!(sized.count() <= MAX_SIZED);
            }
        }
    }
}
