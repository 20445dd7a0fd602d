//! Kafka's own bytes and values, and any others, both ways: by view, by value, by table and by cursor.
//!
//! One binary, as the code of all messages is much to compile: what else goes through all of them is in `vectors/`.

use kafka_view::messages::Message;
use kafka_view::{Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Stream, schema};
use kafka_view_cli::json::{self, Unknown};
use serde_json::Value;

#[path = "support/strict.rs"]
mod as_encoded;
#[path = "vectors/debug.rs"]
mod debug;
#[path = "vectors/generated.rs"]
mod generated;
#[path = "support/vectors.rs"]
mod rows;
#[path = "vectors/strict.rs"]
mod strict;
#[path = "support/values.rs"]
mod values;

/// A line of a vector file.
struct Vector {
    message: Message,
    version: i16,
    bytes: Vec<u8>,
    json: Value,
    unknown: Vec<Unknown>,
    line: String,
}

/// Every so-manieth vector of a message is enough, the first one of each always: for machines that are emulated, and slow.
fn thinned() -> usize {
    std::env::var("KAFKA_VIEW_THIN").map_or(1, |thin| thin.parse().expect("KAFKA_VIEW_THIN is a number above 0"))
}

/// How many of at least `n` there have to be, thinned or not.
fn least(n: usize) -> usize {
    if thinned() == 1 { n } else { n / thinned() / 2 }
}

/// Vectors of the declared messages: those in this project, or all of the folder that `KAFKA_VIEW_SHARED` names.
fn vectors() -> Vec<Vector> {
    let (mut vectors, mut seen) = (Vec::new(), std::collections::HashMap::new());
    for (message, row, line) in rows::of_messages() {
        let of_message = seen.entry(message.name()).or_insert(0_usize);
        *of_message += 1;
        if (*of_message - 1) % thinned() != 0 {
            continue;
        }
        let unknown = row["unknown"].as_array().into_iter().flatten();
        vectors.push(Vector {
            message,
            version: rows::version_of(&row),
            bytes: rows::bytes_of(&row),
            json: row["json"].clone(),
            unknown: unknown
                .map(|u| Unknown {
                    path: u["path"].as_str().unwrap().to_owned(),
                    tag: u32::try_from(u["tag"].as_u64().unwrap()).unwrap(),
                    bytes: hex::decode(u["hex"].as_str().unwrap()).unwrap(),
                })
                .collect(),
            line: line.chars().take(300).collect(),
        });
    }
    assert_eq!(seen.len(), Message::all().len(), "every message has vectors");
    vectors
}

fn sorted(mut unknown: Vec<Unknown>) -> Vec<Unknown> {
    unknown.sort_by(|a, b| (&a.path, a.tag).cmp(&(&b.path, b.tag)));
    unknown
}

/// What needs the types of a message that is known by name only.
#[allow(clippy::type_complexity, reason = "each stands once")]
struct Typed {
    decode: fn(&[u8], i16) -> Result<(), DecodeError>,
    stream: fn(&[u8], i16) -> Result<(), DecodeError>,
    /// Decodes, and encodes the value that comes of it in another version, into a buffer of so many bytes.
    encode: fn(&[u8], i16, i16, usize) -> Result<Vec<u8>, EncodeError>,
    encoded_len: fn(&[u8], i16, i16) -> Result<usize, EncodeError>,
    /// `Debug` of the view, the value, and the events of the cursor.
    debug: fn(&[u8], i16) -> Vec<String>,
}

macro_rules! typed {
    ($name:ident $($module:ident: $($value:ident $view:ident $event:ident),+;)+) => {
        match $name {
            $($( stringify!($value) => { use kafka_view::messages::$module::{$value, $view}; Typed {
                decode: |bytes, version| $view::decode(bytes, version).map(|_| ()),
                stream: |bytes, version| Stream::<$view<'_>>::new(bytes, version)?.try_for_each(|event| event.map(|_| ())),
                encode: |bytes, version, other, len| {
                    let mut buf = vec![0xaa; len];
                    let n = $value::from($view::decode(bytes, version).unwrap()).encode(other, &mut buf)?;
                    assert!(buf[n..].iter().all(|b| *b == 0xaa), "written past the end");
                    buf.truncate(n);
                    Ok(buf)
                },
                encoded_len: |bytes, version, other| $value::from($view::decode(bytes, version).unwrap()).encoded_len(other),
                debug: |bytes, version| {
                    let view = $view::decode(bytes, version).unwrap();
                    let value = $value::from(view);
                    assert_eq!(value, $value::from(view));
                    let events = Stream::<$view<'_>>::new(bytes, version).unwrap();
                    let shown = [format!("{view:?}"), format!("{value:?}")].into_iter();
                    shown.chain(events.map(|event| format!("{:?}", event.unwrap()))).collect()
                },
            } } )+)+
            name => panic!("{name} is no message"),
        }
    };
}

fn typed(name: &str) -> Typed {
    kafka_view::__for_each_message!(typed! { name })
}

#[test]
fn values_and_bytes() {
    let vectors = vectors();
    for v in &vectors {
        let line = &v.line;
        let by_view = json::decode(v.message, v.version, &v.bytes).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(by_view.json, v.json, "{line}");
        assert_eq!(sorted(by_view.unknown.clone()), sorted(v.unknown.clone()), "{line}");
        assert_eq!(by_view.rest, 0, "{line}");
        let by_table =
            json::decode_by_table(v.message, v.version, &v.bytes).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!((by_table.json, sorted(by_table.unknown)), (by_view.json, sorted(by_view.unknown)), "{line}");
        assert_eq!(by_table_alone(v.message, v.version, &v.bytes), Ok(v.bytes.len()), "{line}");
        let encoded =
            json::encode(v.message, v.version, &v.json, &v.unknown).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(hex::encode(encoded), hex::encode(&v.bytes), "{line}");
        round_trip(v);
    }
    println!("{} vectors of {} messages", vectors.len(), Message::all().len());
    assert!(vectors.len() >= least(3400 + 455), "{}", vectors.len());
}

/// The length of a message by its table, in both ways that go by it: the walk, and the skip, which makes no events.
fn by_table_alone(message: Message, version: i16, bytes: &[u8]) -> Result<usize, DecodeError> {
    let skipped = schema::skip(message.schema(), bytes, version);
    let mut walk = schema::Walk::new(message.schema(), bytes, version)?;
    match (walk.find_map(Result::err), &skipped) {
        (None, Ok(used)) => assert_eq!(*used, bytes.len() - walk.rest().len()),
        // How much is missing one may know better than the other: it knows the size of an element.
        (Some(by_walk), Err(by_skip)) => assert_eq!((by_walk.kind, by_walk.offset), (by_skip.kind, by_skip.offset)),
        (by_walk, _) => panic!("walk {by_walk:?}, skip {skipped:?}"),
    }
    skipped
}

/// View to value to bytes: the same, and in other versions something that decodes.
fn round_trip(v: &Vector) {
    let (typed, bytes, len, line) = (typed(v.message.name()), v.bytes.as_slice(), v.bytes.len(), &v.line);
    assert_eq!((typed.encoded_len)(bytes, v.version, v.version), Ok(len), "{line}");
    assert_eq!((typed.encode)(bytes, v.version, v.version, len + 3).as_deref(), Ok(bytes), "{line}");
    for short in [0, len / 2, len.saturating_sub(1)].into_iter().filter(|short| *short < len) {
        let error = (typed.encode)(bytes, v.version, v.version, short).unwrap_err();
        assert_eq!(error.kind, EncodeErrorKind::BufferTooSmall { needed: len }, "{line}");
    }
    for other in v.message.schema().versions() {
        // The table, which starts from the JSON, says the same: the same bytes, or the same error.
        let by_table = json::encode(v.message, other, &v.json, &v.unknown);
        let len = match (typed.encoded_len)(bytes, v.version, other) {
            Ok(len) => len,
            Err(error) => {
                let json::JsonError::Encode { error: by_table, .. } = by_table.unwrap_err() else { panic!("{line}") };
                assert_eq!(error.kind, by_table.kind, "{line} in {other}");
                continue;
            }
        };
        let encoded = (typed.encode)(bytes, v.version, other, len).unwrap();
        assert_eq!(encoded.len(), len, "{line}");
        assert_eq!(by_table.map(hex::encode), Ok(hex::encode(&encoded)), "{line} in {other}");
        assert_eq!((typed.decode)(&encoded, other), Ok(()), "{line} in {other}");
        // What both versions have is the same; what only one has may be dropped, and is then a default.
        let decoded = json::decode(v.message, other, &encoded).unwrap().json;
        assert!(agree(&v.json, &decoded), "{line} in {other}: {decoded}");
    }
    (typed.debug)(bytes, v.version).iter().for_each(|shown| debug::assert_bounded(shown));
}

/// Whether two versions of a message agree in what both have.
fn agree(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => a.iter().all(|(name, a)| b.get(name).is_none_or(|b| agree(a, b))),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b)),
        (a, b) => a == b,
    }
}

/// All that a visitor is shown, as text.
fn shown(message: Message, version: i16, bytes: &[u8]) -> Vec<String> {
    let mut events = Vec::new();
    message.visit(bytes, version, &mut Events(&mut events)).unwrap();
    events
}

#[test]
fn every_prefix_is_incomplete() {
    let mut prefixes = 0;
    for v in vectors() {
        for cut in 0..v.bytes.len() {
            check_prefix(v.message, v.version, &v.bytes, cut);
            prefixes += 1;
        }
    }
    println!("{prefixes} prefixes");
    assert!(prefixes >= least(223_000));
}

/// A body that is cut is incomplete there, by at most what was cut off.
fn check_prefix(message: Message, version: i16, whole: &[u8], cut: usize) {
    let bytes = &whole[..cut];
    let by_table = by_table_alone(message, version, bytes).map(|_| ());
    let typed = typed(message.name());
    for verdict in [(typed.decode)(bytes, version), (typed.stream)(bytes, version), by_table] {
        let what = || format!("{cut} of {message:?} {version} {}: {verdict:?}", hex::encode(whole));
        let error = verdict.expect_err("a body that is cut");
        assert_eq!((error.kind, error.offset as usize), (DecodeErrorKind::Incomplete, cut), "{}", what());
        assert!((1..=whole.len() - cut).contains(&(error.missing as usize)), "{}", what());
    }
}

/// Everything that a visitor is shown, as text.
struct Events<'v>(&'v mut Vec<String>);
impl kafka_view::Visitor for Events<'_> {
    fn field(&mut self, name: &'static str, _: schema::FieldType) {
        self.0.push(name.to_owned());
    }
    fn unknown_tagged_fields(&mut self, fields: kafka_view::TaggedFields<'_>) {
        self.0.extend(fields.iter().map(|f| format!("{} {}", f.tag, hex::encode(f.bytes))));
    }
    fn begin_array(&mut self, len: usize) {
        self.0.push(format!("[{len}]"));
    }
    fn null(&mut self) {
        self.0.push("null".to_owned());
    }
    fn bool(&mut self, value: bool) {
        self.0.push(value.to_string());
    }
    fn int(&mut self, value: i64) {
        self.0.push(value.to_string());
    }
    fn float(&mut self, value: f64) {
        self.0.push(format!("{:x}", value.to_bits()));
    }
    fn uuid(&mut self, value: kafka_view::Uuid) {
        self.0.push(value.to_string());
    }
    fn string(&mut self, value: kafka_view::Str<'_>) {
        self.0.push(hex::encode(value.as_bytes()));
    }
    fn bytes(&mut self, value: &[u8]) {
        self.0.push(hex::encode(value));
    }
    fn records(&mut self, value: kafka_view::Records<'_>) {
        self.0.push(hex::encode(value.as_bytes()));
    }
}

#[test]
fn every_byte_change_of_small_ones() {
    let mut accepted = 0;
    let mut changes = 0;
    for v in vectors().into_iter().filter(|v| v.bytes.len() <= 64) {
        for at in 0..v.bytes.len() {
            for flip in [1, 2, 4, 8, 16, 32, 64, 128, 0x7f, 0xff, v.bytes[at], v.bytes[at] ^ 0x7f] {
                let mut bytes = v.bytes.clone();
                bytes[at] ^= flip;
                accepted += usize::from(check_any(v.message, v.version, &bytes));
                changes += 1;
            }
        }
    }
    println!("{changes} changes, {accepted} accepted");
    assert!(changes > least(600_000) && accepted > least(400_000), "{changes} {accepted}");
}

/// Any bytes: view, cursor and table agree on them, and the strict check with what encoding gives. Whether they are good.
fn check_any(message: Message, version: i16, bytes: &[u8]) -> bool {
    let typed = typed(message.name());
    let by_table = by_table_alone(message, version, bytes);
    let [by_view, by_stream] = [(typed.decode)(bytes, version), (typed.stream)(bytes, version)];
    let what = || format!("{message:?} {version} {}: {by_view:?} {by_stream:?} {by_table:?}", hex::encode(bytes));
    let place = |error: DecodeError| (error.kind, error.offset);
    for verdict in [by_view, by_stream] {
        let expected = match by_table {
            Ok(used) if used == bytes.len() => Ok(()),
            Ok(used) => Err((DecodeErrorKind::TrailingBytes, u32::try_from(used).unwrap())),
            Err(error) => Err(place(error)),
        };
        assert_eq!(verdict.map_err(place), expected, "{}", what());
    }
    let findings = as_encoded::findings(message, version, bytes);
    assert_eq!(findings.as_ref().err().copied().map(place), by_table.err().map(place), "{}", what());
    if by_view.is_err() {
        return false;
    }
    let [by_view, by_table] = [json::decode, json::decode_by_table].map(|decode| {
        let decoded = decode(message, version, bytes).unwrap();
        (decoded.json, sorted(decoded.unknown))
    });
    assert_eq!(by_view, by_table, "{}", what());
    // What decodes encodes again, to something that decodes to the same value.
    let len = (typed.encoded_len)(bytes, version, version).unwrap();
    let encoded = (typed.encode)(bytes, version, version, len).unwrap();
    assert_eq!(shown(message, version, &encoded), shown(message, version, bytes), "{}", what());
    as_encoded::assert_agrees(message, version, bytes, &findings.unwrap());
    true
}
