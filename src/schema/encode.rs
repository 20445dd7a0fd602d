use super::{DefaultValue, Field, FieldInfo, FieldType, Names, Schema, Value};
use crate::error::{EncodeError, EncodeErrorKind as Kind, FieldId, clamp};
use crate::wire::{Records, Str, TaggedFields, Uuid, Write, Writer};

/// A tree of values that [`Message::encode`](crate::messages::Message::encode) writes a message from: JSON, a configuration, a test's own model.
///
/// Whether a value fits its field is checked there.
pub trait Tree<'t>: Copy {
    /// What stands here; none for an array or a struct.
    fn value(self) -> Option<Value<'t>>;
    /// How many elements there are, if this is an array.
    fn elements(self) -> Option<usize>;
    /// An element of the array.
    fn item(self, index: usize) -> Option<Self>;
    /// A field of the struct; none takes the default.
    fn field(self, info: &'static FieldInfo) -> Option<Self>;
    /// The tagged fields of the struct that the schema does not know.
    fn unknown_tagged_fields(self) -> TaggedFields<'t>;
}

/// Writes a message by its table and its names; [`Message::encode`](crate::messages::Message::encode) has them together.
pub(crate) fn encode<'t>(
    schema: &'static Schema,
    names: &'static Names,
    version: i16,
    tree: impl Tree<'t>,
    buf: &mut [u8],
) -> Result<usize, EncodeError> {
    if !schema.has_version(version) {
        return Err(EncodeError::unsupported_version());
    }
    let mut w = Writer::new(buf, version, schema.is_flexible(version));
    Tables { schema, names }.write_struct(&mut w, 0, Some(tree));
    w.finish()
}

/// Recursion here is on the schema, whose depth is fixed, not on the tree.
#[derive(Clone, Copy)]
struct Tables {
    schema: &'static Schema,
    names: &'static Names,
}

impl Tables {
    /// The fields of a struct with their numbers.
    fn fields(self, node: u8) -> impl Iterator<Item = (FieldId, &'static Field, &'static FieldInfo)> + Clone {
        let infos = self.names.node(node).map_or(&[][..], |of| of.fields);
        self.schema
            .fields(node)
            .iter()
            .zip(infos)
            .zip(0u8..)
            .map(move |((field, info), i)| (FieldId { node, field: i }, field, info))
    }

    fn write_struct<'t, T: Tree<'t>>(self, w: &mut Writer<'_>, node: u8, tree: Option<T>) {
        if tree.is_some_and(|tree| tree.elements().is_some() || tree.value().is_some()) {
            return w.fail(Kind::WrongType);
        }
        let version = w.version;
        let value = |info| tree.and_then(|tree| tree.field(info));
        for (id, field, info) in self.fields(node) {
            w.at(id.node, id.field);
            if !field.is_in(version) {
                if !info.is_ignorable {
                    w.absent(self.is_default(field, info, value(info)));
                }
            } else if field.tag().is_none() {
                self.write_field(w, field, info, value(info));
            }
        }
        let unknown = tree.map_or_else(TaggedFields::default, Tree::unknown_tagged_fields);
        if !w.flexible {
            return w.no_tag_section(&unknown);
        }
        // Tagged fields of the version, and of those the ones to be written, in the order of their numbers.
        let known = self.fields(node).filter(|(_, field, _)| field.tag().is_some() && field.is_in(version));
        let mask =
            known.clone().fold(0, |mask, (_, field, _)| mask | 1u16.checked_shl(field.tag().unwrap_or(0)).unwrap_or(0));
        let present = known.filter(|(_, field, info)| !self.is_default(field, info, value(info)));
        let mut tags = [0; 16];
        let all = self.schema.fields(node).iter().filter_map(Field::tag);
        let count = tags.iter_mut().zip(all).map(|(free, tag)| *free = tag).count();
        let tags = tags.get(..count).unwrap_or(&[]);
        let mut unknown = w.tag_section(mask, tags, clamp(present.clone().count()), &unknown);
        for (id, field, info) in present {
            let tag = field.tag().unwrap_or(0);
            unknown.write_below(tag, w);
            w.at(id.node, id.field);
            w.tag(tag, |w| self.write_field(w, field, info, value(info)));
        }
        unknown.write_rest(w);
    }

    fn write_field<'t, T: Tree<'t>>(self, w: &mut Writer<'_>, field: &Field, info: &FieldInfo, tree: Option<T>) {
        let nullable = field.is_nullable_in(w.version);
        let null = tree.map_or(info.default == DefaultValue::Null, |tree| tree.value() == Some(Value::Null));
        if null && !nullable {
            return w.fail(Kind::NullNotInVersion);
        }
        if field.is_array() {
            let len = if null { None } else { Some(tree.map_or(Some(0), Tree::elements)) };
            let Some(len) = len.map_or(Some(None), |len| len.map(Some)) else { return w.fail(Kind::WrongType) };
            w.long_length(len);
            for index in 0..len.unwrap_or(0) {
                if w.failed() {
                    break; // a tree may claim any length
                }
                let item = tree.and_then(|tree| tree.item(index));
                match field.holds() {
                    Some(node) if item.is_some_and(|item| item.value().is_none()) => self.write_struct(w, node, item),
                    Some(_) => w.fail(Kind::WrongType),
                    None => write_value(w, field.field_type(), item.and_then(Tree::value)),
                }
            }
        } else if let Some(node) = field.holds() {
            match (nullable, field.tag()) {
                (true, None) => (if null { -1i8 } else { 1i8 }).write(w),
                (_, Some(_)) if field.nullable_versions().is_some() => w.uvarint((!null).into()),
                _ => {}
            }
            if !null {
                self.write_struct(w, node, tree);
            }
        } else {
            let value = tree.map_or(Some(default_value(field.field_type(), info.default)), Tree::value);
            write_value(w, field.field_type(), value);
        }
    }

    fn is_default<'t, T: Tree<'t>>(self, field: &Field, info: &FieldInfo, tree: Option<T>) -> bool {
        let Some(tree) = tree else { return true };
        match (tree.value(), tree.elements()) {
            (None, Some(len)) => len == 0 && info.default == DefaultValue::Zero,
            (None, None) => {
                info.default == DefaultValue::Zero
                    && field.holds().is_some_and(|node| {
                        let unknown = tree.unknown_tagged_fields();
                        unknown.is_empty()
                            && self.fields(node).all(|(_, field, info)| self.is_default(field, info, tree.field(info)))
                    })
            }
            (Some(Value::Float(value)), _) => value.to_bits() == 0 && info.default == DefaultValue::Zero,
            (Some(Value::Null), _) => info.default == DefaultValue::Null,
            (Some(value), _) if field.is_array() || field.holds().is_some() => value == Value::Null,
            (Some(value), _) => value == default_value(field.field_type(), info.default),
        }
    }
}

/// A default as a value of the field's type.
pub(super) fn default_value(field_type: FieldType, default: DefaultValue) -> Value<'static> {
    let number = match default {
        DefaultValue::Null => return Value::Null,
        DefaultValue::Int(number) => number,
        DefaultValue::Zero => 0,
    };
    match field_type {
        FieldType::Bool => Value::Bool(number != 0),
        FieldType::Float64 => Value::Float(0.0),
        FieldType::Uuid => Value::Uuid(Uuid::ZERO),
        FieldType::String | FieldType::ClassicString => Value::String(Str::default()),
        FieldType::Bytes | FieldType::Struct => Value::Bytes(&[]),
        FieldType::Records => Value::Records(Records::default()),
        _ => Value::Int(number),
    }
}

/// Writes a value that is no struct; null has been allowed.
fn write_value(w: &mut Writer<'_>, field_type: FieldType, value: Option<Value<'_>>) {
    fn int<N: Write + TryFrom<i64>>(w: &mut Writer<'_>, value: i64) {
        match N::try_from(value) {
            Ok(value) => value.write(w),
            Err(_) => w.fail(Kind::WrongType),
        }
    }
    match (field_type, value) {
        (FieldType::Bool, Some(Value::Bool(value))) => value.write(w),
        (FieldType::Int8, Some(Value::Int(value))) => int::<i8>(w, value),
        (FieldType::Int16 | FieldType::ErrorCode | FieldType::ApiKey, Some(Value::Int(value))) => int::<i16>(w, value),
        (FieldType::Uint16, Some(Value::Int(value))) => int::<u16>(w, value),
        (FieldType::Int32, Some(Value::Int(value))) => int::<i32>(w, value),
        (FieldType::Uint32, Some(Value::Int(value))) => int::<u32>(w, value),
        (FieldType::Int64, Some(Value::Int(value))) => value.write(w),
        (FieldType::Float64, Some(Value::Float(value))) => value.write(w),
        (FieldType::Uuid, Some(Value::Uuid(value))) => value.write(w),
        (FieldType::String, Some(Value::String(value))) => value.write(w),
        (FieldType::ClassicString, Some(Value::String(value))) => w.classic(|w| value.write(w)),
        (FieldType::Bytes | FieldType::Records, Some(Value::Bytes(value))) => value.write(w),
        (FieldType::Bytes | FieldType::Records, Some(Value::Records(value))) => value.write(w),
        (FieldType::String, Some(Value::Null)) => Str::write_nullable(None, w),
        (FieldType::ClassicString, Some(Value::Null)) => w.classic(|w| Str::write_nullable(None, w)),
        (FieldType::Bytes | FieldType::Records, Some(Value::Null)) => <&[u8]>::write_nullable(None, w),
        _ => w.fail(Kind::WrongType),
    }
}
