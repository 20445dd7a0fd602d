//! Messages as JSON, in the form of Kafka's own JSON converters, and back.
//!
//! Names are in camelCase; a UUID is 22 characters of base64url, bytes and records are standard base64; int64 is exact; NaN and the
//! infinities are strings as Java prints them. A tagged field that holds its default is left out.

use base64::prelude::{BASE64_STANDARD, Engine};
use kafka_view::messages::Message;
use kafka_view::schema::{DefaultValue, Event, Field, FieldInfo, FieldType, Tree, Value as Plain, Walk};
use kafka_view::{
    DecodeError, EncodeError, EncodeErrorKind, Names, Records, Schema, Str, TaggedField, TaggedFields, Uuid, Visitor,
};
use serde_json::{Map, Number, Value, json};
use std::collections::BTreeMap;

/// A tagged field that the schema does not know, and the path of the struct that it is in; empty for the message itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// As `topics[0].partitions[1]`.
    pub path: String,
    /// Its number.
    pub tag: u32,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Unknown {
    /// `{"path","tag","hex"}`.
    pub(crate) fn json(&self) -> Value {
        json!({ "path": self.path, "tag": self.tag, "hex": hex::encode(&self.bytes) })
    }
}

/// A decoded message.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// Its fields.
    pub json: Value,
    /// What the schema does not know.
    pub unknown: Vec<Unknown>,
    /// How many bytes are left over behind it.
    pub rest: usize,
}

/// Decodes a message through its view.
///
/// # Errors
/// What is wrong with the bytes.
pub fn decode(message: Message, version: i16, bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let mut builder = Builder::default();
    let rest = message.visit(bytes, version, &mut builder)?;
    Ok(Decoded { json: builder.done, unknown: builder.unknown, rest: rest.len() })
}

/// The name of a field in JSON: Kafka's, with a small first letter.
#[must_use]
pub fn camel_case(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + chars.as_str())
}

/// Builds JSON from the fields that it is shown.
#[derive(Debug, Default)]
struct Builder {
    open: Vec<Open>,
    field: String,
    done: Value,
    unknown: Vec<Unknown>,
}

/// An array or object under way, and the name that it will have in the object around it.
#[derive(Debug)]
struct Open {
    name: String,
    value: Value,
}

impl Builder {
    fn put(&mut self, value: Value) {
        let name = std::mem::take(&mut self.field);
        match self.open.last_mut().map(|open| &mut open.value) {
            Some(Value::Array(items)) => items.push(value),
            Some(Value::Object(fields)) => {
                fields.insert(name, value);
            }
            _ => self.done = value,
        }
    }

    fn begin(&mut self, value: Value) {
        let name = std::mem::take(&mut self.field);
        self.open.push(Open { name, value });
    }

    fn end(&mut self) {
        if let Some(open) = self.open.pop() {
            self.field = open.name;
            self.put(open.value);
        }
    }

    /// The path of the innermost open value.
    fn path(&self) -> String {
        let mut path = String::new();
        for (at, open) in self.open.iter().enumerate() {
            match self.open.get(at.wrapping_sub(1)).map(|around| &around.value) {
                Some(Value::Array(items)) => path += &format!("[{}]", items.len()),
                Some(_) if path.is_empty() => path += &open.name,
                Some(_) => path += &format!(".{}", open.name),
                None => {}
            }
        }
        path
    }

    /// Forgets a field with all that is in it: of a tagged field that comes twice, the last one counts.
    fn forget(&mut self, field: &str) {
        if let Some(Open { value: Value::Object(fields), .. }) = self.open.last_mut() {
            if fields.shift_remove(field).is_some() {
                let path = self.path();
                self.unknown.retain(|unknown| !is_within(&unknown.path, &path, field));
            }
        }
    }

    fn plain(&mut self, value: Plain<'_>) {
        match value {
            Plain::Bool(value) => self.bool(value),
            Plain::Int(value) => self.int(value),
            Plain::Float(value) => self.float(value),
            Plain::Uuid(value) => self.uuid(value),
            Plain::String(value) => self.string(value),
            Plain::Bytes(value) => self.bytes(value),
            Plain::Records(value) => self.records(value),
            _ => self.null(),
        }
    }
}

/// Whether a path leads into a field of the struct at another path.
fn is_within(path: &str, around: &str, field: &str) -> bool {
    let inner = path.strip_prefix(around);
    let inner = if around.is_empty() { inner } else { inner.and_then(|inner| inner.strip_prefix('.')) };
    inner
        .and_then(|inner| inner.strip_prefix(field))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl Visitor for Builder {
    fn field(&mut self, name: &'static str, _: FieldType) {
        self.field = camel_case(name);
    }
    fn begin_struct(&mut self, _: &'static str) {
        self.begin(Value::Object(Map::new()));
    }
    fn unknown_tagged_fields(&mut self, fields: TaggedFields<'_>) {
        let path = self.path();
        self.unknown.extend(fields.iter().map(|f| Unknown { path: path.clone(), tag: f.tag, bytes: f.bytes.to_vec() }));
    }
    fn end_struct(&mut self) {
        self.end();
    }
    fn begin_array(&mut self, _: usize) {
        self.begin(Value::Array(Vec::new()));
    }
    fn end_array(&mut self) {
        self.end();
    }
    fn null(&mut self) {
        self.put(Value::Null);
    }
    fn bool(&mut self, value: bool) {
        self.put(value.into());
    }
    fn int(&mut self, value: i64) {
        self.put(value.into());
    }
    fn float(&mut self, value: f64) {
        let text = if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        };
        self.put(Number::from_f64(value).map_or_else(|| text.into(), Value::Number));
    }
    fn uuid(&mut self, value: Uuid) {
        self.put(value.to_string().into());
    }
    fn string(&mut self, value: Str<'_>) {
        self.put(value.to_string().into());
    }
    fn bytes(&mut self, value: &[u8]) {
        self.put(BASE64_STANDARD.encode(value).into());
    }
    fn records(&mut self, value: Records<'_>) {
        self.bytes(value.as_bytes());
    }
}

/// Decodes a message through its table: the second way to the same JSON.
///
/// # Errors
/// What is wrong with the bytes.
pub fn decode_by_table(message: Message, version: i16, bytes: &[u8]) -> Result<Decoded, DecodeError> {
    let (schema, names) = (message.schema(), message.names());
    let mut builder = Builder::default();
    let mut walk = Walk::new(schema, bytes, version)?;
    let mut structs = Vec::new();
    for step in &mut walk {
        let step = step?;
        if step.index.is_none()
            && !matches!(step.event, Event::UnknownTag(_) | Event::EndArray | Event::EndStruct { .. })
        {
            if let Some((_, name)) = step.field.and_then(|field| names.field(field)) {
                builder.field = camel_case(name);
            }
        }
        match step.event {
            Event::BeginStruct { node } => {
                structs.push((node, Vec::new()));
                builder.begin(Value::Object(Map::new()));
            }
            Event::EndStruct { node } => {
                let unknown = structs.pop().map_or_else(Vec::new, |(_, unknown)| unknown);
                let path = builder.path();
                builder.unknown.extend(unknown.into_iter().map(|f: TaggedField<'_>| Unknown {
                    path: path.clone(),
                    tag: f.tag,
                    bytes: f.bytes.to_vec(),
                }));
                let Builder { open, unknown, .. } = &mut builder;
                if let Some(Open { value: Value::Object(fields), .. }) = open.last_mut() {
                    drop_defaults(schema, names, node, version, fields, |field| {
                        unknown.iter().any(|unknown| is_within(&unknown.path, &path, field))
                    });
                }
                builder.end();
            }
            Event::BeginArray { .. } => builder.begin(Value::Array(Vec::new())),
            Event::EndArray => builder.end(),
            Event::Value(value) => builder.plain(value),
            Event::KnownTag { .. } => {
                let field = std::mem::take(&mut builder.field);
                builder.forget(&field);
            }
            Event::UnknownTag(field) => {
                if let Some((_, unknown)) = structs.last_mut() {
                    unknown.push(field);
                }
            }
            _ => {}
        }
    }
    Ok(Decoded { json: builder.done, unknown: builder.unknown, rest: walk.rest().len() })
}

/// The fields of a struct with their names.
fn fields(
    schema: &'static Schema,
    names: &'static Names,
    node: u8,
) -> impl Iterator<Item = (&'static Field, &'static FieldInfo)> {
    schema.fields(node).iter().zip(names.node(node).map_or(&[][..], |of| of.fields))
}

/// Drops the tagged fields that hold their defaults. One in which something is unknown is another value.
fn drop_defaults(
    schema: &'static Schema,
    names: &'static Names,
    node: u8,
    version: i16,
    object: &mut Map<String, Value>,
    has_unknown: impl Fn(&str) -> bool,
) {
    for (field, info) in fields(schema, names, node).filter(|(field, _)| field.tag().is_some()) {
        let name = camel_case(info.name);
        let is_default = object.get(&name) == Some(&default_json(schema, names, field, info, version));
        if is_default && !has_unknown(&name) {
            object.shift_remove(&name);
        }
    }
}

/// A field's default as JSON.
fn default_json(
    schema: &'static Schema,
    names: &'static Names,
    field: &Field,
    info: &FieldInfo,
    version: i16,
) -> Value {
    match (info.default, field.field_type(), field.holds()) {
        (DefaultValue::Null, ..) => Value::Null,
        _ if field.is_array() => Value::Array(Vec::new()),
        (_, _, Some(node)) => Value::Object(
            fields(schema, names, node)
                .filter(|(field, _)| field.tag().is_none() && field.is_in(version))
                .map(|(field, info)| (camel_case(info.name), default_json(schema, names, field, info, version)))
                .collect(),
        ),
        (DefaultValue::Int(value), FieldType::Bool, _) => Value::Bool(value != 0),
        (DefaultValue::Int(value), ..) => value.into(),
        (_, FieldType::Bool, _) => false.into(),
        (_, FieldType::Float64, _) => 0.0.into(),
        (_, FieldType::Uuid, _) => Uuid::ZERO.to_string().into(),
        (_, FieldType::String | FieldType::ClassicString | FieldType::Bytes | FieldType::Records, _) => "".into(),
        _ => 0.into(),
    }
}

/// Why JSON could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// It does not fit the schema: where, and why.
    Mismatch {
        /// The path of the value; empty for the message itself.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It fits the schema, but not the version.
    Encode {
        /// What is wrong.
        error: EncodeError,
        /// Kafka's names of the struct and the field.
        field: String,
    },
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            JsonError::Mismatch { path, reason } if path.is_empty() => f.write_str(reason),
            JsonError::Mismatch { path, reason } => write!(f, "{path}: {reason}"),
            JsonError::Encode { error, field } if field.is_empty() => write!(f, "{error}"),
            JsonError::Encode { error, field } => write!(f, "{field}: {}", error.kind),
        }
    }
}

impl std::error::Error for JsonError {}

/// Encodes JSON to a message body through the table of the message. Fields that are not there take their defaults.
///
/// # Errors
/// What does not fit the schema or the version.
pub fn encode(message: Message, version: i16, json: &Value, unknown: &[Unknown]) -> Result<Vec<u8>, JsonError> {
    let mut by_path: BTreeMap<&str, Vec<TaggedField<'_>>> = BTreeMap::new();
    for field in unknown {
        by_path.entry(&field.path).or_default().push(TaggedField { tag: field.tag, bytes: &field.bytes });
    }
    let mut parser = Parser { schema: message.schema(), names: message.names(), unknown: by_path };
    let tree = parser.parse_struct(0, json, String::new())?;
    if let Some(path) = parser.unknown.keys().next() {
        return Err(mismatch((*path).to_owned(), "there is no such struct for the unknown tagged fields"));
    }
    crate::sample::to_vec(|buf| message.encode(version, &tree, buf))
        .map_err(|error| JsonError::Encode { error, field: field_name(message.names(), error) })
}

/// Kafka's names of the field at fault, if the fault is a field's.
fn field_name(names: &Names, error: EncodeError) -> String {
    let field = match error.kind {
        EncodeErrorKind::UnsupportedVersion | EncodeErrorKind::BufferTooSmall { .. } => return String::new(),
        _ => error.field,
    };
    names.field(field).map_or_else(String::new, |(of, name)| format!("{of}.{name}"))
}

fn mismatch(path: String, reason: impl Into<String>) -> JsonError {
    JsonError::Mismatch { path, reason: reason.into() }
}

/// JSON that fits a schema.
#[derive(Debug)]
enum Node<'u> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Uuid(Uuid),
    String(String),
    Bytes(Vec<u8>),
    Array(Vec<Node<'u>>),
    Struct { fields: BTreeMap<&'static str, Node<'u>>, unknown: Vec<TaggedField<'u>> },
}

impl<'t> Tree<'t> for &'t Node<'_> {
    fn value(self) -> Option<Plain<'t>> {
        Some(match self {
            Node::Null => Plain::Null,
            Node::Bool(value) => Plain::Bool(*value),
            Node::Int(value) => Plain::Int(*value),
            Node::Float(value) => Plain::Float(*value),
            Node::Uuid(value) => Plain::Uuid(*value),
            Node::String(value) => Plain::String(Str::from(value.as_str())),
            Node::Bytes(value) => Plain::Bytes(value),
            Node::Array(_) | Node::Struct { .. } => return None,
        })
    }
    fn elements(self) -> Option<usize> {
        if let Node::Array(items) = self { Some(items.len()) } else { None }
    }
    fn item(self, index: usize) -> Option<Self> {
        if let Node::Array(items) = self { items.get(index) } else { None }
    }
    fn field(self, info: &'static FieldInfo) -> Option<Self> {
        if let Node::Struct { fields, .. } = self { fields.get(info.name) } else { None }
    }
    fn unknown_tagged_fields(self) -> TaggedFields<'t> {
        if let Node::Struct { unknown, .. } = self { unknown.as_slice().into() } else { TaggedFields::default() }
    }
}

struct Parser<'u> {
    schema: &'static Schema,
    names: &'static Names,
    unknown: BTreeMap<&'u str, Vec<TaggedField<'u>>>,
}

impl<'u> Parser<'u> {
    fn parse_struct(&mut self, node: u8, json: &Value, path: String) -> Result<Node<'u>, JsonError> {
        let Value::Object(object) = json else {
            return Err(mismatch(path, format!("expected an object, found {}", kind(json))));
        };
        let (schema, names) = (self.schema, self.names);
        let known = |name: &str| fields(schema, names, node).find(|(_, info)| camel_case(info.name) == name);
        let mut parsed = BTreeMap::new();
        for (name, value) in object {
            let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let Some((field, info)) = known(name) else {
                let of = names.node(node).map_or("the message", |of| of.name);
                return Err(mismatch(inner, format!("{of} has no such field")));
            };
            parsed.insert(info.name, self.parse_field(field, value, inner)?);
        }
        let unknown = self.unknown.remove(path.as_str()).unwrap_or_default();
        Ok(Node::Struct { fields: parsed, unknown })
    }

    fn parse_field(&mut self, field: &Field, json: &Value, path: String) -> Result<Node<'u>, JsonError> {
        if json.is_null() {
            return Ok(Node::Null);
        }
        if !field.is_array() {
            return self.parse_value(field, json, path);
        }
        let Value::Array(items) = json else {
            return Err(mismatch(path, format!("expected an array, found {}", kind(json))));
        };
        let items = items.iter().enumerate().map(|(i, item)| self.parse_value(field, item, format!("{path}[{i}]")));
        Ok(Node::Array(items.collect::<Result<_, _>>()?))
    }

    fn parse_value(&mut self, field: &Field, json: &Value, path: String) -> Result<Node<'u>, JsonError> {
        if let Some(node) = field.holds() {
            return self.parse_struct(node, json, path);
        }
        let of = field.field_type();
        let text = json.as_str();
        let node = match of {
            FieldType::Bool => json.as_bool().map(Node::Bool),
            FieldType::Float64 => match text {
                Some("NaN") => Some(Node::Float(f64::NAN)),
                Some("Infinity") => Some(Node::Float(f64::INFINITY)),
                Some("-Infinity") => Some(Node::Float(f64::NEG_INFINITY)),
                _ => json.as_f64().map(Node::Float),
            },
            FieldType::Uuid => text.and_then(|text| text.parse().ok()).map(Node::Uuid),
            FieldType::String | FieldType::ClassicString => text.map(|text| Node::String(text.to_owned())),
            FieldType::Bytes | FieldType::Records => {
                text.and_then(|text| BASE64_STANDARD.decode(text).ok()).map(Node::Bytes)
            }
            _ => json.as_i64().filter(|number| fits(*number, of)).map(Node::Int),
        };
        let expected = match of {
            FieldType::Bytes | FieldType::Records => "a string of base64",
            FieldType::Uuid => "a uuid of 22 characters",
            _ => of.name(),
        };
        node.ok_or_else(|| mismatch(path, format!("expected {expected}, found {}", kind(json))))
    }
}

/// Whether a number is in the range of a type.
fn fits(number: i64, field_type: FieldType) -> bool {
    match field_type {
        FieldType::Int8 => i8::try_from(number).is_ok(),
        FieldType::Int16 | FieldType::ErrorCode | FieldType::ApiKey => i16::try_from(number).is_ok(),
        FieldType::Uint16 => u16::try_from(number).is_ok(),
        FieldType::Int32 => i32::try_from(number).is_ok(),
        FieldType::Uint32 => u32::try_from(number).is_ok(),
        _ => true,
    }
}

/// A JSON value in an error: short ones as they are.
fn kind(json: &Value) -> String {
    match json {
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.len() > 40 => "a long string".to_owned(),
        other => other.to_string(),
    }
}
