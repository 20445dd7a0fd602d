//! What errors and findings say, what caused them, and the small conversions that no other test has a use for.
//! `fuzz/coverage uncovered` showed that nothing called them.

use kafka_view::compression::{Compression, DecompressErrorKind, decompress};
use kafka_view::correlation::CorrelationError;
use kafka_view::messages::Message;
use kafka_view::messages::share_fetch::{ShareFetchRequest, ShareFetchRequestView};
use kafka_view::records::{BuildError, Header, Headers, NewRecord, ReadError, RecordBatchBuilder};
use kafka_view::schema::{FieldInfo, FieldType, FindingKind, Step, Tree, Value, Walk};
use kafka_view::stream::ChunkError;
use kafka_view::{
    ApiKey, Decode, DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, ErrorCode, FieldId, Records, Str,
    Stream, TaggedFields, Uuid,
};
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Display;

/// Each says something, in a line without a full stop, and no two the same.
fn assert_texts<T: Display>(all: impl IntoIterator<Item = T>) {
    let mut seen = BTreeSet::new();
    for item in all {
        let text = item.to_string();
        assert!(text.len() > 3 && !text.ends_with('.') && !text.contains(char::is_control), "{text:?}");
        assert!(seen.insert(text.clone()), "twice: {text}");
    }
}

fn decode_error(kind: DecodeErrorKind) -> DecodeError {
    DecodeError { kind, offset: 3, missing: 1 }
}

fn encode_error(kind: EncodeErrorKind) -> EncodeError {
    EncodeError { kind, field: FieldId { node: 1, field: 2 }, offset: 3 }
}

#[test]
fn errors_say_what_is_wrong() {
    use DecodeErrorKind as D;
    let kinds = [
        D::Incomplete,
        D::InvalidVarint,
        D::InvalidLength,
        D::UnexpectedNull,
        D::TagSize,
        D::TrailingBytes,
        D::UnsupportedVersion,
        D::NegativeFrame,
        D::FrameTooSmall,
        D::FrameTooLarge,
        D::BatchTooSmall,
        D::UnsupportedMagic(3),
        D::CrcMismatch,
        D::RecordCount,
        D::RecordSize,
        D::Compressed(Compression::Lz4),
        D::NestedCompression,
        D::WrapperOffset,
        D::ControlKey,
    ];
    assert_texts(kinds);
    assert_texts(kinds.map(decode_error));

    use EncodeErrorKind as E;
    let kinds = [
        E::BufferTooSmall { needed: 9 },
        E::UnsupportedVersion,
        E::FieldNotInVersion,
        E::NullNotInVersion,
        E::TooLong,
        E::TagCollision,
        E::TagOrder,
        E::TagsNotInVersion,
        E::ArrayNotRead,
        E::WrongType,
    ];
    assert_texts(kinds);
    assert_texts(kinds.map(encode_error));
    let error = encode_error(E::NullNotInVersion).to_string();
    assert_eq!(error, "the version does not allow null here (struct 1, field 2, byte 3)");

    use BuildError as B;
    assert_texts([
        B::BufferTooSmall { needed: 9 },
        B::TooLarge,
        B::NoRecords,
        B::OffsetOrder,
        B::OffsetRange,
        B::Timestamp,
        B::ProducerId,
        B::ProducerEpoch,
        B::Sequence,
        B::Control,
        B::LeaderEpoch,
        B::Message(encode_error(E::TooLong)),
        B::Magic,
        B::Codec,
    ]);
    use CorrelationError as C;
    assert_texts([C::FrameTooSmall, C::Full, C::UnknownCorrelationId(7)]);
    assert_texts(["x".parse::<Uuid>().unwrap_err()]);

    use DecompressErrorKind as Z;
    assert_texts([
        Z::Unavailable(Compression::Zstd),
        Z::Truncated,
        Z::InvalidHeader,
        Z::InvalidData,
        Z::Unsupported,
        Z::ChecksumMismatch,
        Z::SizeMismatch,
    ]);

    use FindingKind as F;
    assert_texts([
        F::LongVarint,
        F::NegativeLength,
        F::Marker,
        F::Bool,
        F::InvalidUtf8,
        F::LongString,
        F::TagOrder,
        F::DuplicateTag,
        F::HighTag,
        F::ManyTags,
        F::DefaultTag,
        F::TrailingBytes,
    ]);
}

#[test]
fn errors_tell_their_cause() {
    let decode = decode_error(DecodeErrorKind::RecordSize);
    let decompress = decompress(Compression::Gzip, b"\x1f", &mut []).unwrap_err();
    let cause = |error: &dyn Error| error.source().map(ToString::to_string);
    assert_eq!(cause(&ReadError::Decode(decode)), Some(decode.to_string()));
    assert_eq!(cause(&ReadError::Decompress(decompress)), Some(decompress.to_string()));
    assert_eq!(cause(&ReadError::WindowTooSmall { needed: 9 }), None);
    assert_eq!(ReadError::WindowTooSmall { needed: 9 }.to_string(), "window too small: 9 bytes are needed");
    assert_eq!(cause(&ChunkError::Decode(decode)), Some(decode.to_string()));
    assert_eq!(ChunkError::Decode(decode).to_string(), decode.to_string());
    assert_eq!(cause(&ChunkError::WindowTooSmall { needed: 9 }), None);
    assert_eq!(ChunkError::WindowTooSmall { needed: 9 }.to_string(), "window too small: at least 9 bytes are needed");
    let encode = encode_error(EncodeErrorKind::TooLong);
    assert_eq!(cause(&BuildError::Message(encode)), Some(encode.to_string()));
    assert_eq!(cause(&BuildError::Magic), None);
}

#[test]
fn conversions() {
    assert_eq!((ErrorCode::from(3), i16::from(ErrorCode(3))), (ErrorCode(3), 3));
    assert_eq!((ApiKey::from(78), i16::from(ApiKey(78))), (ApiKey(78), 78));
    assert!(Str::from("").is_empty() && !Str::from("a").is_empty());
    assert!(Str::from("a") == *"a" && Str::from("a") != *"b");
    assert!(Records::from(&b""[..]).is_empty() && !Records::from(&b"a"[..]).is_empty());
    let pair = [Header::new("a", Some(b"1")), Header::new("b", None)];
    let mut buf = [0; 200];
    let mut builder = RecordBatchBuilder::new(&mut buf, Default::default()).unwrap();
    builder.push(&NewRecord { headers: (&pair).into(), ..Default::default() }).unwrap();
    let record = builder.finish().unwrap().records().unwrap().next().unwrap().unwrap();
    let headers: Headers<'_> = record.headers;
    assert!((&headers).into_iter().eq(pair) && headers.into_iter().eq(pair));
}

/// A request with one forgotten topic, whose partitions are 7 and 9, and a tagged field that nobody knows.
const REQUEST: &[u8] =
    b"\x02g\x02m\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02AAAAAAAAAAAAAAAA\x03\0\0\0\x07\0\0\0\x09\0\x01\x63\x02hi";

#[test]
fn arrays_and_tagged_fields() {
    let view = ShareFetchRequestView::decode(REQUEST, 0).unwrap();
    let topics = view.forgotten_topics_data;
    assert_eq!((topics.iter().len(), topics.iter().size_hint()), (1, (1, Some(1))));
    let topic = (&topics).into_iter().next().unwrap();
    let partitions = topic.partitions;
    assert_eq!([0, 1, 2, usize::MAX].map(|at| partitions.get(at)), [Some(7), Some(9), None, None]);
    #[allow(clippy::clone_on_copy, reason = "it is about the clone")]
    let cloned = (partitions.clone(), ShareFetchRequest::from(view).forgotten_topics_data.clone());
    assert!(cloned.0 == partitions && cloned.1.len() == 1 && cloned.1.iter().count() == 1);
    assert_eq!(
        view.unknown_tagged_fields().into_iter().map(|field| (field.tag, field.bytes)).collect::<Vec<_>>(),
        [(99, &b"hi"[..])]
    );

    let mut stream = Stream::<ShareFetchRequestView<'_>>::new(REQUEST, 0).unwrap();
    assert_eq!(stream.rest(), REQUEST);
    assert!(stream.by_ref().all(|event| event.is_ok()));
    assert_eq!(stream.rest(), b"");
}

/// Steps of a walk are equal where all of their content is: a float and bytes among it.
#[test]
fn steps() {
    let steps = |name: &str, version, body: &'static [u8]| -> Vec<Step<'static>> {
        let schema = Message::from_name(name).unwrap().schema();
        Walk::new(schema, body, version).unwrap().map(Result::unwrap).collect()
    };
    let quotas = |last: &'static [u8]| steps("AlterClientQuotasRequest", 0, last);
    let (one, other) = (
        quotas(b"\0\0\0\x01\0\0\0\0\0\0\0\x01\0\x01k\x3f\xf0\0\0\0\0\0\0\0\0"),
        quotas(b"\0\0\0\x01\0\0\0\0\0\0\0\x01\0\x01k\x3f\xf8\0\0\0\0\0\0\0\0"),
    );
    assert!(one == one.clone() && one != other);
    let token = |body: &'static [u8]| steps("SaslAuthenticateRequest", 0, body);
    assert!(token(b"\0\0\0\x01a") == token(b"\0\0\0\x01a") && token(b"\0\0\0\x01a") != token(b"\0\0\0\x01b"));
}

/// One value in one field of a message, or in the place of the message; all other fields have their defaults.
#[derive(Clone, Copy)]
enum Given {
    Field(&'static str, Value<'static>),
    Value(Value<'static>),
}

impl Tree<'static> for Given {
    fn value(self) -> Option<Value<'static>> {
        if let Given::Value(value) = self { Some(value) } else { None }
    }
    fn elements(self) -> Option<usize> {
        None
    }
    fn item(self, _: usize) -> Option<Self> {
        None
    }
    fn field(self, info: &'static FieldInfo) -> Option<Self> {
        match self {
            Given::Field(name, value) if name == info.name => Some(Given::Value(value)),
            _ => None,
        }
    }
    fn unknown_tagged_fields(self) -> TaggedFields<'static> {
        TaggedFields::default()
    }
}

/// A tree's values fit their fields, or are said not to: every kind of value in every field of every message.
#[test]
fn values_of_another_type() {
    use FieldType as T;
    let values = [
        Value::Bool(true),
        Value::Int(1),
        Value::Int(i64::MAX),
        Value::Float(1.5),
        Value::Uuid(Uuid([1; 16])),
        Value::String(Str::from("a")),
        Value::Bytes(b"a"),
        Value::Records(Records::from(&b"a"[..])),
    ];
    let mut tried = 0;
    for message in Message::all() {
        let (schema, version) = (message.schema(), *message.schema().versions().end());
        let mut buf = [0; 1000];
        let wrong = message.encode(version, Given::Value(values[0]), &mut buf).unwrap_err();
        assert_eq!(wrong.kind, EncodeErrorKind::WrongType, "{message:?}");
        assert_eq!(
            message.encode(version + 1, Given::Field("", values[0]), &mut buf).unwrap_err().kind,
            EncodeErrorKind::UnsupportedVersion
        );
        let infos = message.names().node(0).unwrap().fields;
        for (field, info) in schema.fields(0).iter().zip(infos).filter(|(field, _)| field.is_in(version)) {
            for value in values {
                let fits = !field.is_array()
                    && match (field.field_type(), value) {
                        (T::Bool, Value::Bool(_)) | (T::Float64, Value::Float(_)) | (T::Uuid, Value::Uuid(_)) => true,
                        (T::String | T::ClassicString, Value::String(_)) => true,
                        (T::Bytes | T::Records, Value::Bytes(_) | Value::Records(_)) => true,
                        (T::Int64, Value::Int(_)) => true,
                        (of, Value::Int(1)) => !matches!(
                            of,
                            T::Bool
                                | T::Float64
                                | T::Uuid
                                | T::String
                                | T::ClassicString
                                | T::Bytes
                                | T::Records
                                | T::Struct
                        ),
                        _ => false,
                    };
                let done = message.encode(version, Given::Field(info.name, value), &mut buf);
                assert_eq!(done.is_ok(), fits, "{message:?} {} {value:?}: {done:?}", info.name);
                if let Err(error) = done {
                    assert_eq!(error.kind, EncodeErrorKind::WrongType, "{message:?} {} {value:?}", info.name);
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 5000, "{tried}");
}
