//! `--lines`: a line of JSON in, a line of JSON out, whatever is in it.

use crate::json::{self, Decoded, Unknown};
use crate::value::safe;
use kafka_view::messages::{Message, api_versions::ApiVersionsResponseView, header::RequestHeaderView};
use kafka_view::schema::{self, MessageKind};
use kafka_view::{DecodeError, DecodeErrorKind};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Write};

/// Why a line has no good answer.
#[derive(Debug)]
enum Failure {
    /// It makes no sense, or cannot be encoded.
    Line {
        /// What is wrong.
        kind: String,
        /// With which value.
        path: String,
    },
    /// Its bytes are bad.
    Bytes {
        /// What is wrong.
        error: DecodeError,
        /// In which field.
        path: String,
    },
    /// The bytes of a records field are bad; what comes before the fault was read.
    Records {
        /// What is wrong, and where.
        error: DecodeError,
        /// The same in words.
        what: String,
        /// The batches.
        json: Value,
        /// How many bytes were read whole.
        consumed: usize,
    },
}

impl Failure {
    fn line(kind: impl Into<String>) -> Self {
        Failure::Line { kind: kind.into(), path: String::new() }
    }

    fn answer(&self) -> Value {
        let (kind, path, error) = match self {
            Failure::Line { kind, path } => (kind.clone(), path, None),
            Failure::Bytes { error, path } => (error.kind.to_string(), path, Some(error)),
            Failure::Records { error, what, .. } => (what.clone(), &String::new(), Some(error)),
        };
        let mut answer = json!({
            "ok": false, "kind": kind, "incomplete": error.is_some_and(DecodeError::is_incomplete),
            "missing": error.map_or(0, |error| error.missing), "offset": error.map_or(0, |error| error.offset), "path": path,
        });
        if let (Value::Object(fields), Failure::Records { json, consumed, .. }) = (&mut answer, self) {
            fields.insert("json".to_owned(), json.clone());
            fields.insert("consumed".to_owned(), (*consumed).into());
        }
        answer
    }
}

/// Answers each line with `answer`, in order.
///
/// # Errors
/// As input and output.
pub fn run(input: &mut dyn BufRead, out: &mut dyn Write, answer: fn(&[u8]) -> Value) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        // Whoever asks one at a time waits for the answer.
        writeln!(out, "{}", safe(&answer(line.trim_ascii_end()).to_string()))?;
        out.flush()?;
        line.clear();
    }
    Ok(())
}

/// Bytes to JSON: `{"message","version","hex","entry"?}` to `{"ok","json","rest","unknown"?}`.
#[must_use]
pub fn decode(line: &[u8]) -> Value {
    decoded(line).unwrap_or_else(|failure| failure.answer())
}

/// JSON to bytes: `{"message","version","json","unknown"?}` to `{"ok","hex"}`.
#[must_use]
pub fn encode(line: &[u8]) -> Value {
    encoded(line).unwrap_or_else(|failure| failure.answer())
}

/// A line, taken apart.
struct Line(Map<String, Value>);

impl Line {
    fn parse(line: &[u8]) -> Result<Self, Failure> {
        match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => Ok(Line(fields)),
            Ok(_) => Err(Failure::line("a line is a JSON object")),
            Err(error) => Err(Failure::line(format!("bad JSON: {error}"))),
        }
    }

    fn get(&self, name: &str) -> Result<&Value, Failure> {
        self.0.get(name).ok_or_else(|| Failure::line(format!("the line has no \"{name}\"")))
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        text(self.get(name)?, name)
    }

    fn message(&self) -> Result<Message, Failure> {
        let name = self.text("message")?;
        Message::from_name(name).ok_or_else(|| Failure::line(format!("unknown message {name}")))
    }

    /// The most bytes that a decompressor may give.
    fn limit(&self) -> Result<usize, Failure> {
        match self.0.get("limit") {
            None | Some(Value::Null) => Ok(crate::records::LIMIT),
            Some(limit) => limit
                .as_u64()
                .and_then(|limit| usize::try_from(limit).ok())
                .ok_or_else(|| Failure::line("\"limit\" is no number of bytes")),
        }
    }

    fn version(&self) -> Result<i16, Failure> {
        let version = self.get("version")?.as_i64().and_then(|version| i16::try_from(version).ok());
        version.ok_or_else(|| Failure::line("\"version\" is no 16-bit number"))
    }
}

fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str, Failure> {
    value.as_str().ok_or_else(|| Failure::line(format!("\"{name}\" is no string")))
}

fn unhex(text: &str) -> Result<Vec<u8>, Failure> {
    hex::decode(text).map_err(|error| Failure::line(format!("bad hex: {error}")))
}

fn decoded(line: &[u8]) -> Result<Value, Failure> {
    let line = Line::parse(line)?;
    let entry = line.0.get("entry").map_or(Ok("message"), |entry| text(entry, "entry"))?;
    if !matches!(
        entry,
        "message"
            | "header"
            | "header-peek"
            | "request"
            | "response"
            | "versioned"
            | "api-versions-fallback"
            | "records"
            | "record"
    ) {
        return Err(Failure::line(format!("unsupported entry {entry}")));
    }
    let bytes = unhex(line.text("hex")?)?;
    Ok(answer(match entry {
        "header-peek" => peek(&bytes)?,
        "request" => request(&bytes)?,
        "response" => response(line.message()?, line.version()?, &bytes)?,
        "versioned" => versioned(line.message()?, &bytes)?,
        "records" => records(&bytes, line.limit()?)?,
        "record" => record(&bytes)?,
        "api-versions-fallback" => fallback(line.message()?, line.version()?, &bytes)?,
        _ => body(line.message()?, line.version()?, &bytes, 0)?,
    }))
}

fn answer(decoded: Decoded) -> Value {
    let mut answer = json!({ "ok": true, "json": decoded.json, "rest": decoded.rest });
    if let (Value::Object(fields), false) = (&mut answer, decoded.unknown.is_empty()) {
        let unknown = |u: &Unknown| json!({ "path": u.path, "tag": u.tag, "hex": hex::encode(&u.bytes) });
        fields.insert("unknown".to_owned(), decoded.unknown.iter().map(unknown).collect());
    }
    answer
}

fn at(error: DecodeError, path: impl Into<String>) -> Failure {
    Failure::Bytes { error, path: path.into() }
}

/// Decodes a message that begins at a byte.
fn body(message: Message, version: i16, bytes: &[u8], from: usize) -> Result<Decoded, Failure> {
    let bytes = bytes.get(from..).unwrap_or(&[]);
    json::decode(message, version, bytes)
        .map_err(|error| at(error.shifted(from), locate(message, version, bytes, error)))
}

/// The path of the field at fault.
pub(crate) fn locate(message: Message, version: i16, bytes: &[u8], error: DecodeError) -> String {
    schema::locate(message.schema(), bytes, version, error.offset).with(message.names()).to_string()
}

fn peek(bytes: &[u8]) -> Result<Decoded, Failure> {
    let front = RequestHeaderView::peek(bytes).map_err(|error| at(error, ""))?;
    let json = json!({
        "requestApiKey": front.api_key.0, "requestApiVersion": front.api_version, "correlationId": front.correlation_id,
    });
    Ok(Decoded { json, unknown: Vec::new(), rest: bytes.len().saturating_sub(8) })
}

fn request(bytes: &[u8]) -> Result<Decoded, Failure> {
    let front = RequestHeaderView::peek(bytes).map_err(|error| at(error, "header"))?;
    let header_version = front.api_key.request_header_version(front.api_version);
    let message = Message::of(front.api_key, MessageKind::Request);
    with_header("RequestHeader", header_version, message, front.api_version, bytes)
}

fn response(message: Message, version: i16, bytes: &[u8]) -> Result<Decoded, Failure> {
    let header_version = message.schema().api_key.and_then(|api| api.response_header_version(version));
    with_header("ResponseHeader", header_version, Some(message), version, bytes)
}

/// Decodes a header and the body behind it.
fn with_header(
    header: &str,
    header_version: Option<i16>,
    message: Option<Message>,
    version: i16,
    bytes: &[u8],
) -> Result<Decoded, Failure> {
    let (Some(header), Some(header_version), Some(message)) = (Message::from_name(header), header_version, message)
    else {
        return Err(at(DecodeError { kind: DecodeErrorKind::UnsupportedVersion, offset: 0, missing: 0 }, ""));
    };
    let within = |part: &str, path: &str| if path.is_empty() { part.to_owned() } else { format!("{part}.{path}") };
    let inside = |part: &'static str| {
        move |failure| match failure {
            Failure::Bytes { error, path } => Failure::Bytes { error, path: within(part, &path) },
            other => other,
        }
    };
    let front = body(header, header_version, bytes, 0).map_err(inside("header"))?;
    let behind = body(message, version, bytes, bytes.len().saturating_sub(front.rest)).map_err(inside("body"))?;
    let mut unknown = Vec::new();
    for (part, found) in [("header", front.unknown), ("body", behind.unknown)] {
        unknown.extend(found.into_iter().map(|u| Unknown { path: within(part, &u.path), ..u }));
    }
    let json = json!({ "headerVersion": header_version, "header": front.json, "body": behind.json });
    Ok(Decoded { json, unknown, rest: behind.rest })
}

/// An int16 version, then the body.
fn versioned(message: Message, bytes: &[u8]) -> Result<Decoded, Failure> {
    let Some(version) = bytes.first_chunk() else {
        let (offset, missing) = (bytes.len(), 2_usize.saturating_sub(bytes.len()));
        let [offset, missing] = [offset, missing].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        return Err(at(DecodeError { kind: DecodeErrorKind::Incomplete, offset, missing }, ""));
    };
    body(message, i16::from_be_bytes(*version), bytes, 2)
}

/// A records field: batches and messages to the end, checksums checked, every record read.
fn records(bytes: &[u8], limit: usize) -> Result<Decoded, Failure> {
    match crate::records::field_json(bytes, limit) {
        (json, _, None) => Ok(Decoded { json, unknown: Vec::new(), rest: 0 }),
        (json, consumed, Some((error, what))) => Err(Failure::Records { error, what, json, consumed }),
    }
}

/// One record of a batch of magic 2, whose base offset and timestamp are 0.
fn record(bytes: &[u8]) -> Result<Decoded, Failure> {
    let (json, used) = crate::records::lone_record(bytes).map_err(|error| at(error, ""))?;
    Ok(Decoded { json, unknown: Vec::new(), rest: bytes.len().saturating_sub(used) })
}

/// A response to an ApiVersions request, in version 0 if the broker refused that of the request.
fn fallback(message: Message, version: i16, bytes: &[u8]) -> Result<Decoded, Failure> {
    body(message, ApiVersionsResponseView::answered_version(bytes, version), bytes, 0)
}

fn encoded(line: &[u8]) -> Result<Value, Failure> {
    let line = Line::parse(line)?;
    let (message, version, json) = (line.message()?, line.version()?, line.get("json")?);
    let unknown = match line.0.get("unknown") {
        Some(Value::Array(unknown)) => unknown.iter().map(parse_unknown).collect::<Result<Vec<_>, _>>()?,
        Some(Value::Null) | None => Vec::new(),
        Some(_) => return Err(Failure::line("\"unknown\" is no array")),
    };
    let bytes = json::encode(message, version, json, &unknown).map_err(|error| match error {
        json::JsonError::Mismatch { path, reason } => Failure::Line { kind: reason, path },
        json::JsonError::Encode { error, field } => Failure::Line { kind: error.kind.to_string(), path: field },
    })?;
    Ok(json!({ "ok": true, "hex": hex::encode(bytes) }))
}

fn parse_unknown(value: &Value) -> Result<Unknown, Failure> {
    let field =
        |name: &str| value.get(name).ok_or_else(|| Failure::line(format!("an unknown tagged field has no \"{name}\"")));
    let tag = field("tag")?.as_u64().and_then(|tag| u32::try_from(tag).ok());
    Ok(Unknown {
        path: text(field("path")?, "path")?.to_owned(),
        tag: tag.ok_or_else(|| Failure::line("\"tag\" is no 32-bit number"))?,
        bytes: unhex(text(field("hex")?, "hex")?)?,
    })
}
