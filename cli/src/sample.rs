//! The smallest legal request and response of an API.

use crate::error::Error;
use crate::explain::What;
use kafka_view::messages::{Message, header::RequestHeader, header::ResponseHeader};
use kafka_view::schema::{Field, FieldInfo, FieldType, MessageKind, Tree, Value};
use kafka_view::{Encode, EncodeError, EncodeErrorKind, Records, Str, TaggedFields, Uuid};

/// A record batch without records: 61 bytes of header.
pub const EMPTY_BATCH: &[u8; 61] = b"\
    \0\0\0\0\0\0\0\0\0\0\0\x31\
    \xff\xff\xff\xff\x02\x2c\xe6\x4e\x55\
    \0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\
    \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0";

/// The frame of the smallest request or response of a version, and what it is.
///
/// # Errors
/// The message is no request or response, or has no such version.
pub fn frame(message: Message, version: i16) -> Result<(Vec<u8>, What), Error> {
    crate::names::check_version(message, version)?;
    let name = message.name();
    let failed = |error: EncodeError| Error::Usage(format!("{name}: {error}"));
    let (kind, Some(api)) = (message.schema().kind, message.schema().api_key) else {
        return Err(Error::Usage(format!("{name} is no request or response of an API")));
    };
    let header = if kind == MessageKind::Request {
        let header = RequestHeader {
            request_api_key: api,
            request_api_version: version,
            client_id: Some(Str::default()),
            ..Default::default()
        };
        to_vec(|buf| header.encode(api.request_header_version(version).unwrap_or(0), buf))
    } else {
        to_vec(|buf| ResponseHeader::default().encode(api.response_header_version(version).unwrap_or(0), buf))
    };
    let least = Least { message, version, part: LeastPart::Struct(0) };
    let body = to_vec(|buf| message.encode(version, least, buf)).map_err(failed)?;
    let content = [header.map_err(failed)?, body].concat();
    let length = i32::try_from(content.len()).unwrap_or(i32::MAX);
    Ok(([length.to_be_bytes().to_vec(), content].concat(), What::Known { kind, api, version }))
}

/// What an encoder writes, in a buffer as large as it says.
pub(crate) fn to_vec(encode: impl Fn(&mut [u8]) -> Result<usize, EncodeError>) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = match encode(&mut []) {
        Ok(_) => Vec::new(),
        Err(EncodeError { kind: EncodeErrorKind::BufferTooSmall { needed }, .. }) => vec![0; needed],
        Err(error) => return Err(error),
    };
    encode(&mut bytes)?;
    Ok(bytes)
}

/// The smallest legal value of a message, or of a part of it.
#[derive(Clone, Copy)]
struct Least {
    message: Message,
    version: i16,
    part: LeastPart,
}

#[derive(Clone, Copy)]
enum LeastPart {
    Struct(u8),
    Array(&'static Field),
    Value(FieldType),
}

impl Least {
    fn element(self, field: &'static Field) -> Self {
        let part = field.holds().map_or(LeastPart::Value(field.field_type()), LeastPart::Struct);
        Least { part, ..self }
    }
}

impl Tree<'static> for Least {
    fn value(self) -> Option<Value<'static>> {
        let LeastPart::Value(field_type) = self.part else { return None };
        Some(match field_type {
            FieldType::Bool => Value::Bool(false),
            FieldType::Float64 => Value::Float(0.0),
            FieldType::Uuid => Value::Uuid(Uuid::ZERO),
            FieldType::String | FieldType::ClassicString => Value::String(Str::default()),
            FieldType::Bytes => Value::Bytes(&[]),
            FieldType::Records => Value::Records(Records::from(&EMPTY_BATCH[..])),
            _ => Value::Int(0),
        })
    }

    fn elements(self) -> Option<usize> {
        matches!(self.part, LeastPart::Array(_)).then_some(1)
    }

    fn item(self, _: usize) -> Option<Self> {
        if let LeastPart::Array(field) = self.part { Some(self.element(field)) } else { None }
    }

    fn field(self, info: &'static FieldInfo) -> Option<Self> {
        let LeastPart::Struct(node) = self.part else { return None };
        let infos = self.message.names().node(node)?.fields;
        let (field, _) =
            self.message.schema().fields(node).iter().zip(infos).find(|(_, found)| found.name == info.name)?;
        // What is not there takes its default, and is not written where it is tagged.
        let is_written = field.is_in(self.version) && field.tag().is_none();
        let part = if field.is_array() { Least { part: LeastPart::Array(field), ..self } } else { self.element(field) };
        is_written.then_some(part)
    }

    fn unknown_tagged_fields(self) -> TaggedFields<'static> {
        TaggedFields::default()
    }
}
