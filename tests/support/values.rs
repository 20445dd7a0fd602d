//! Values of any message, made from its table: trees of values, not bytes.

use kafka_view::messages::Message;
use kafka_view::schema::{Event, Field, FieldInfo, FieldType, Tree, Value as Plain, Walk};
use kafka_view::{DecodeError, EncodeError, EncodeErrorKind, Str, TaggedField, TaggedFields, Uuid};
use kafka_view_cli::json::{Unknown, camel_case};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Number, Value, json};
use std::collections::BTreeMap;

/// A value of a message, or a part of one.
#[derive(Clone, Debug)]
pub enum Node<'b> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Uuid(Uuid),
    /// Meant to be UTF-8.
    String(Vec<u8>),
    Bytes(Vec<u8>),
    Array(Vec<Node<'b>>),
    Struct {
        fields: BTreeMap<&'static str, Node<'b>>,
        unknown: Vec<TaggedField<'b>>,
    },
}

impl<'t> Tree<'t> for &'t Node<'_> {
    fn value(self) -> Option<Plain<'t>> {
        Some(match self {
            Node::Null => Plain::Null,
            Node::Bool(value) => Plain::Bool(*value),
            Node::Int(value) => Plain::Int(*value),
            Node::Float(value) => Plain::Float(*value),
            Node::Uuid(value) => Plain::Uuid(*value),
            Node::String(value) => Plain::String(Str::from(value.as_slice())),
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

impl<'b> Node<'b> {
    /// The value of a body that decodes, through the table. Of a tagged field that comes twice the last one counts.
    pub fn read(message: Message, version: i16, bytes: &'b [u8]) -> Result<Self, DecodeError> {
        // What is open, each with its name if it is a field of a struct.
        let mut open: Vec<(Option<&'static str>, Node<'b>)> = Vec::new();
        let mut done = Node::Null;
        for step in Walk::new(message.schema(), bytes, version)? {
            let step = step?;
            let name = step.field.filter(|_| step.index.is_none()).map(|id| message.names().info(id).unwrap().name);
            let (name, node) = match step.event {
                Event::BeginStruct { .. } => {
                    open.push((name, Node::Struct { fields: BTreeMap::new(), unknown: Vec::new() }));
                    continue;
                }
                Event::BeginArray { .. } => {
                    open.push((name, Node::Array(Vec::new())));
                    continue;
                }
                Event::EndStruct { .. } | Event::EndArray => open.pop().unwrap(),
                Event::UnknownTag(tag) => {
                    let Some((_, Node::Struct { unknown, .. })) = open.last_mut() else { unreachable!() };
                    unknown.push(tag);
                    continue;
                }
                Event::Value(value) => (
                    name,
                    match value {
                        Plain::Bool(value) => Node::Bool(value),
                        Plain::Int(value) => Node::Int(value),
                        Plain::Float(value) => Node::Float(value),
                        Plain::Uuid(value) => Node::Uuid(value),
                        Plain::String(value) => Node::String(value.as_bytes().to_vec()),
                        Plain::Bytes(value) => Node::Bytes(value.to_vec()),
                        Plain::Records(value) => Node::Bytes(value.as_bytes().to_vec()),
                        _ => Node::Null,
                    },
                ),
                _ => continue,
            };
            match (open.last_mut(), name) {
                (Some((_, Node::Struct { fields, .. })), Some(name)) => drop(fields.insert(name, node)),
                (Some((_, Node::Array(items))), None) => items.push(node),
                _ => done = node,
            }
        }
        Ok(done)
    }

    /// Its body in a version.
    pub fn encode(&self, message: Message, version: i16) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        loop {
            match message.encode(version, self, &mut bytes) {
                Ok(len) => {
                    assert_eq!(len, bytes.len());
                    return Ok(bytes);
                }
                Err(EncodeError { kind: EncodeErrorKind::BufferTooSmall { needed }, .. }) => bytes.resize(needed, 0),
                Err(error) => return Err(error),
            }
        }
    }

    /// In the form of Kafka's JSON, tagged fields that hold their default included; and the unknown tagged fields.
    pub fn json(&self) -> (Value, Vec<Unknown>) {
        let mut unknown = Vec::new();
        (self.json_at(&mut String::new(), &mut unknown), unknown)
    }

    fn json_at(&self, path: &mut String, all: &mut Vec<Unknown>) -> Value {
        use base64::prelude::{BASE64_STANDARD, Engine};
        match self {
            Node::Null => Value::Null,
            Node::Bool(value) => json!(value),
            Node::Int(value) => json!(value),
            Node::Float(value) if value.is_nan() => json!("NaN"),
            Node::Float(value) if value.is_infinite() => json!(if *value > 0.0 { "Infinity" } else { "-Infinity" }),
            Node::Float(value) => Value::Number(Number::from_f64(*value).unwrap()),
            Node::Uuid(value) => json!(value.to_string()),
            Node::String(value) => json!(std::str::from_utf8(value).unwrap()),
            Node::Bytes(value) => json!(BASE64_STANDARD.encode(value)),
            Node::Array(items) => {
                let len = path.len();
                let items = items.iter().enumerate().map(|(i, item)| {
                    path.push_str(&format!("[{i}]"));
                    let item = item.json_at(path, all);
                    path.truncate(len);
                    item
                });
                Value::Array(items.collect())
            }
            Node::Struct { fields, unknown } => {
                all.extend(unknown.iter().map(|of| Unknown {
                    path: path.clone(),
                    tag: of.tag,
                    bytes: of.bytes.to_vec(),
                }));
                let len = path.len();
                let mut object = Map::new();
                for (name, value) in fields {
                    let name = camel_case(name);
                    *path += &format!("{}{name}", if len == 0 { "" } else { "." });
                    let value = value.json_at(path, all);
                    path.truncate(len);
                    object.insert(name, value);
                }
                Value::Object(object)
            }
        }
    }
}

/// Any value of a message that a version can hold.
pub fn any(message: Message, version: i16) -> impl Strategy<Value = Node<'static>> {
    let lean = |lean| Of { message, version, lean }.structure(0);
    prop_oneof![3 => lean(Lean::Any), 1 => lean(Lean::Nulls), 1 => lean(Lean::Full)]
}

/// What a value is filled with: nothing is null or left out, and every array has elements.
#[derive(Clone, Copy)]
pub struct Filling<'f> {
    pub text: &'f str,
    pub bytes: &'f [u8],
    /// How many elements an array has, unless they are structs within structs.
    pub len: usize,
    /// Whether a struct in a tagged field has nothing but its defaults, and an unknown tag.
    pub tagged_defaults: bool,
}

pub fn filled(message: Message, version: i16, with: Filling<'_>) -> Node<'static> {
    let unknown = || match message.schema().is_flexible(version) {
        true => vec![TaggedField { tag: 1000, bytes: POOL }],
        false => Vec::new(),
    };
    fn structure(
        of: (Message, i16),
        node: u8,
        with: Filling<'_>,
        unknown: &dyn Fn() -> Vec<TaggedField<'static>>,
    ) -> Node<'static> {
        let fields = fields(of.0, node).filter(|(field, _)| field.is_in(of.1)).map(|(field, info)| {
            let one = || match (field.holds(), field.field_type()) {
                (Some(_), _) if with.tagged_defaults && field.tag().is_some() => {
                    Node::Struct { fields: BTreeMap::new(), unknown: unknown() }
                }
                (Some(node), _) => structure(of, node, Filling { len: 1, ..with }, unknown),
                (_, FieldType::Bool) => Node::Bool(true),
                (_, FieldType::Float64) => Node::Float(f64::NAN),
                (_, FieldType::Uuid) => Node::Uuid(Uuid([0x1b; 16])),
                (_, FieldType::String | FieldType::ClassicString) => Node::String(with.text.as_bytes().to_vec()),
                (_, FieldType::Bytes | FieldType::Records) => Node::Bytes(with.bytes.to_owned()),
                (_, of) => Node::Int(range(of).1),
            };
            let value = if field.is_array() { Node::Array((0..with.len).map(|_| one()).collect()) } else { one() };
            (info.name, value)
        });
        Node::Struct { fields: fields.collect(), unknown: unknown() }
    }
    structure((message, version), 0, with, &unknown)
}

/// Which values are likely.
#[derive(Clone, Copy, PartialEq)]
enum Lean {
    Any,
    /// All that can be null is, and every array of structs has one element.
    Nulls,
    /// Nothing is null, no array of structs is empty, every tagged field is there.
    Full,
}

/// A message in a version.
#[derive(Clone, Copy)]
struct Of {
    message: Message,
    version: i16,
    lean: Lean,
}

fn fields(message: Message, node: u8) -> impl Iterator<Item = (&'static Field, &'static FieldInfo)> {
    message.schema().fields(node).iter().zip(message.names().node(node).unwrap().fields)
}

impl Of {
    fn structure(self, node: u8) -> BoxedStrategy<Node<'static>> {
        let mut some = Vec::new();
        for (field, info) in fields(self.message, node).filter(|(field, _)| field.is_in(self.version)) {
            let value = self.field(field).prop_map(move |value| Some((info.name, value))).boxed();
            // What is left out has its default, which for a field without a tag may not fit: null, or a fixed number.
            let may_go = field.tag().is_some() && self.lean != Lean::Full;
            some.push(if may_go { prop_oneof![Just(None), value].boxed() } else { value });
        }
        let fields = some.prop_map(|fields| fields.into_iter().flatten().collect::<BTreeMap<_, _>>());
        (fields, self.unknown(node)).prop_map(|(fields, unknown)| Node::Struct { fields, unknown }).boxed()
    }

    fn field(self, field: &'static Field) -> BoxedStrategy<Node<'static>> {
        let value = if field.is_array() { self.array(field) } else { self.value(field) };
        match (field.is_nullable_in(self.version), self.lean) {
            (false, _) | (true, Lean::Full) => value,
            (true, Lean::Nulls) => Just(Node::Null).boxed(),
            (true, Lean::Any) => prop_oneof![1 => Just(Node::Null), 3 => value].boxed(),
        }
    }

    fn array(self, field: &'static Field) -> BoxedStrategy<Node<'static>> {
        let element = self.value(field);
        let of = |element, len| vec(element, len).prop_map(Node::Array);
        match (field.holds().is_some(), self.lean) {
            (true, Lean::Nulls) => of(element, 1..=1).boxed(),
            (true, Lean::Full) => of(element, 1..=2).boxed(),
            (true, Lean::Any) => of(element, 0..=2).boxed(),
            // Around where a count takes another byte.
            (false, _) => prop_oneof![15 => of(element.clone(), 0..=3), 1 => of(element, 126..=128)].boxed(),
        }
    }

    /// A value, or an element of an array: not null.
    fn value(self, field: &'static Field) -> BoxedStrategy<Node<'static>> {
        if let Some(node) = field.holds() {
            return self.structure(node);
        }
        match field.field_type() {
            FieldType::Bool => any_bool().prop_map(Node::Bool).boxed(),
            FieldType::Float64 => float().prop_map(Node::Float).boxed(),
            FieldType::Uuid => {
                let uuids = prop_oneof![Just([0; 16]), Just([0xff; 16]), proptest::array::uniform16(any_byte())];
                uuids.prop_map(|bytes| Node::Uuid(Uuid(bytes))).boxed()
            }
            FieldType::String | FieldType::ClassicString => {
                text().prop_map(|text| Node::String(text.into_bytes())).boxed()
            }
            FieldType::Bytes | FieldType::Records => blob().prop_map(Node::Bytes).boxed(),
            of => {
                let (least, most) = range(of);
                let numbers = prop_oneof![Just(least), Just(most), Just(0), Just(1), Just(most.min(127)), least..=most];
                let minus_one = Just((-1).max(least));
                prop_oneof![5 => numbers, 1 => minus_one].prop_map(Node::Int).boxed()
            }
        }
    }

    /// Tagged fields with numbers that no version of the struct gives a field, in their order.
    fn unknown(self, node: u8) -> BoxedStrategy<Vec<TaggedField<'static>>> {
        if !self.message.schema().is_flexible(self.version) {
            return Just(Vec::new()).boxed();
        }
        let known: Vec<_> = fields(self.message, node).filter_map(|(field, _)| field.tag()).collect();
        // Around where a number takes another byte; and the largest that Kafka writes.
        let tags = prop_oneof![0..20u32, 126..=128u32, 16382..=16384u32, Just(i32::MAX as u32 - 1)];
        let tags = tags.prop_filter("known", move |tag| !known.contains(tag));
        let bytes = (0..8usize, prop_oneof![8 => 0..6usize, 1 => 126..=128usize]).prop_map(|(at, n)| &POOL[at..][..n]);
        let of = |len| {
            let listed = |map: BTreeMap<_, _>| map.into_iter().map(|(tag, bytes)| TaggedField { tag, bytes }).collect();
            btree_map(tags.clone(), bytes.clone(), len).prop_map(listed).boxed()
        };
        prop_oneof![6 => Just(Vec::new()), 3 => of(1..=2), 1 => of(8..=20)].boxed()
    }
}

/// What unknown tagged fields hold: pieces of it.
static POOL: &[u8] = &[0x80; 136];

fn any_bool() -> impl Strategy<Value = bool> {
    proptest::bool::ANY
}

fn any_byte() -> impl Strategy<Value = u8> + Clone {
    proptest::num::u8::ANY
}

/// The least and the largest number of a type.
fn range(of: FieldType) -> (i64, i64) {
    match of {
        FieldType::Int8 => (i8::MIN.into(), i8::MAX.into()),
        FieldType::Int16 | FieldType::ErrorCode | FieldType::ApiKey => (i16::MIN.into(), i16::MAX.into()),
        FieldType::Uint16 => (0, u16::MAX.into()),
        FieldType::Int32 => (i32::MIN.into(), i32::MAX.into()),
        FieldType::Uint32 => (0, u32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    }
}

fn float() -> impl Strategy<Value = f64> {
    let odd = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN, f64::MAX, f64::MIN_POSITIVE, 5e-324];
    // Of the numbers that are none, JSON has only one.
    let any = proptest::num::f64::ANY.prop_map(|f| if f.is_nan() { f64::NAN } else { f });
    prop_oneof![proptest::sample::select(odd.to_vec()), any]
}

/// Text: empty, of any character, around the lengths where the number in front takes another byte, and the longest.
fn text() -> impl Strategy<Value = String> {
    let chars =
        prop_oneof![Just('a'), Just('\0'), Just('"'), Just('é'), Just('\u{ffff}'), Just('😀'), proptest::char::any()];
    let short = vec(chars, 0..6).prop_map(|chars| chars.into_iter().collect());
    let long =
        prop_oneof![60 => 125..=129usize, 3 => 16381..=16385usize, 1 => Just(32767usize)].prop_map(|n| "x".repeat(n));
    prop_oneof![1 => Just(String::new()), 40 => short, 4 => long]
}

fn blob() -> impl Strategy<Value = Vec<u8>> {
    let long = prop_oneof![60 => 125..=129usize, 3 => 16381..=16385usize, 1 => 40_000..40_002usize]
        .prop_map(|n| vec![0xff; n]);
    prop_oneof![1 => Just(Vec::new()), 40 => vec(any_byte(), 0..6), 4 => long]
}
