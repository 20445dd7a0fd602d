//! `--lines`: a line of JSON in, a line of JSON out, whatever is in it.

use crate::json::{self, Decoded, Unknown};
use crate::value::safe;
use kafka_view::correlation::{InFlight, Sent};
use kafka_view::frame::{self, FrameKind};
use kafka_view::messages::{Message, api_versions::ApiVersionsResponseView, header::RequestHeaderView};
use kafka_view::schema::{self, MessageKind};
use kafka_view::{ApiKey, DecodeError, DecodeErrorKind, varint};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
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
        /// What was good before, and how many bytes that took, where this is a value by itself.
        before: Option<(Value, usize)>,
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

    /// The same, seen from a buffer in which the bytes start at `start`.
    fn shifted(self, start: usize) -> Self {
        match self {
            Failure::Bytes { error, path, before } => Failure::Bytes { error: error.shifted(start), path, before },
            other => other,
        }
    }

    fn answer(&self) -> Value {
        let (kind, path, error) = match self {
            Failure::Line { kind, path } => (kind.clone(), path, None),
            Failure::Bytes { error, path, .. } => (error.kind.to_string(), path, Some(error)),
            Failure::Records { error, what, .. } => (what.clone(), &String::new(), Some(error)),
        };
        let mut answer = json!({
            "ok": false, "kind": kind, "incomplete": error.is_some_and(DecodeError::is_incomplete),
            "missing": error.map_or(0, |error| error.missing), "offset": error.map_or(0, |error| error.offset), "path": path,
        });
        let before = match self {
            Failure::Bytes { before: Some((json, consumed)), .. } => Some((json, consumed)),
            Failure::Records { json, consumed, .. } => Some((json, consumed)),
            _ => None,
        };
        if let (Some((json, consumed)), Value::Object(fields)) = (before, &mut answer) {
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

/// Bytes to JSON: `{"message","version","hex"}` to `{"ok","json","rest","unknown"?}`.
///
/// With an `"entry"` the bytes are something else than a body: `header` (of that message), `header-peek` (the front of any
/// request), `request` and `response` (header and body), `versioned` (a 16-bit version and a body), `api-versions-fallback` (the
/// answer to a request of that version, possibly in version 0), `frame` (a stream of frames, which hold a `"context"` of
/// `request`, `response` or `raw`, and are no larger than a `"limit"`), `records` (a records field) and `record` (one of magic 2),
/// `sasl` (frames of a client that authenticates), `uvarint`, `varint`, `varlong` (a number).
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

    /// The message, if it is of that kind.
    fn message_of(&self, kind: MessageKind) -> Result<Message, Failure> {
        let message = self.message()?;
        if message.schema().kind == kind {
            return Ok(message);
        }
        let what = match kind {
            MessageKind::Request => "request",
            MessageKind::Response => "response",
            MessageKind::Header => "header",
            _ => "message in a bytes field or a record",
        };
        Err(Failure::line(format!("{} is no {what}", message.name())))
    }

    /// What frames have to hold.
    fn frame_kind(&self) -> Result<FrameKind, Failure> {
        match self.text("context")? {
            "request" => Ok(FrameKind::Request),
            "response" => Ok(FrameKind::Response),
            "raw" => Ok(FrameKind::Raw),
            other => Err(Failure::line(format!("\"context\" {other} is none of request, response, raw"))),
        }
    }

    /// The largest frame, or the most bytes that a decompressor may give, unless there is none.
    fn limit(&self, unless: usize) -> Result<usize, Failure> {
        let limit = match self.0.get("limit") {
            None | Some(Value::Null) => return Ok(unless),
            Some(limit) => limit.as_u64().and_then(|limit| usize::try_from(limit).ok()),
        };
        limit.ok_or_else(|| Failure::line("\"limit\" is no number of bytes"))
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
    let bytes = unhex(line.text("hex")?)?;
    Ok(answer(match entry {
        "message" => body(line.message()?, line.version()?, &bytes, 0)?,
        "header" => body(line.message_of(MessageKind::Header)?, line.version()?, &bytes, 0)?,
        "header-peek" => peek(&bytes)?,
        "request" => request(&line, &bytes)?,
        "response" => response(line.message_of(MessageKind::Response)?, line.version()?, &bytes)?,
        "versioned" => versioned(line.message_of(MessageKind::Data)?, &bytes)?,
        "api-versions-fallback" => fallback(line.message_of(MessageKind::Response)?, line.version()?, &bytes)?,
        "frame" => frames(line.frame_kind()?, line.limit(usize::MAX)?, &bytes)?,
        "records" => records(&bytes, line.limit(crate::codecs::LIMIT)?)?,
        "record" => record(&bytes)?,
        "sasl" => sasl(&bytes)?,
        "uvarint" => number(varint::unsigned(&bytes), bytes.len())?,
        "varint" => number(varint::signed(&bytes), bytes.len())?,
        "varlong" => number(varint::signed_long(&bytes), bytes.len())?,
        _ => return Err(Failure::line(format!("unsupported entry {entry}"))),
    }))
}

fn answer(decoded: Decoded) -> Value {
    let mut answer = json!({ "ok": true, "json": decoded.json, "rest": decoded.rest });
    if let (Value::Object(fields), false) = (&mut answer, decoded.unknown.is_empty()) {
        fields.insert("unknown".to_owned(), decoded.unknown.iter().map(Unknown::json).collect());
    }
    answer
}

fn at(error: DecodeError, path: impl Into<String>) -> Failure {
    Failure::Bytes { error, path: path.into(), before: None }
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

fn request(line: &Line, bytes: &[u8]) -> Result<Decoded, Failure> {
    let front = RequestHeaderView::peek(bytes).map_err(|error| at(error, "header"))?;
    let header_version = front.api_key.request_header_version(front.api_version);
    let message = Message::of(front.api_key, MessageKind::Request);
    // Its header says what it is; a line that says otherwise is no good.
    if line.0.get("message").is_some_and(|name| !name.is_null()) {
        let expected = line.message_of(MessageKind::Request)?;
        if message.is_some_and(|message| message != expected) {
            return Err(Failure::line(format!("the header is that of API {}", front.api_key)));
        }
    }
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
            Failure::Bytes { error, path, .. } => at(error, within(part, &path)),
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
    if message.schema().api_key != Some(ApiKey::API_VERSIONS) {
        return Err(Failure::line(format!("{} has no other version to fall back to", message.name())));
    }
    body(message, ApiVersionsResponseView::answered_version(bytes, version), bytes, 0)
}

/// A stream of frames, each in hex.
fn frames(kind: FrameKind, limit: usize, bytes: &[u8]) -> Result<Decoded, Failure> {
    each_frame(limit, bytes, || kind, |content| Ok(hex::encode(content).into()))
}

/// What a client sends while it authenticates: requests, and bare tokens where these follow.
fn sasl(bytes: &[u8]) -> Result<Decoded, Failure> {
    let place = RefCell::new(InFlight::<1>::new());
    let read = |content: &[u8]| {
        let mut place = place.borrow_mut();
        // Nothing is answered here.
        place.forget_oldest();
        if place.request(content) == Ok(Sent::Token) {
            return Ok(json!({ "rawToken": hex::encode(content) }));
        }
        let front = RequestHeaderView::peek(content).map_err(|error| at(error, "header"))?;
        let header_version = front.api_key.request_header_version(front.api_version);
        let message = Message::of(front.api_key, MessageKind::Request);
        let decoded = with_header("RequestHeader", header_version, message, front.api_version, content)?;
        Ok(json!({ "header": decoded.json.get("header"), "body": decoded.json.get("body") }))
    };
    each_frame(usize::MAX, bytes, || place.borrow().request_kind(), read)
}

/// Reads one frame after the other, up to the first that is no good.
fn each_frame(
    limit: usize,
    bytes: &[u8],
    kind: impl Fn() -> FrameKind,
    read: impl Fn(&[u8]) -> Result<Value, Failure>,
) -> Result<Decoded, Failure> {
    let (mut frames, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        let begin = bytes.len().saturating_sub(rest.len());
        let content = begin.saturating_add(frame::PREFIX);
        let read = frame::split(rest, kind(), limit)
            .map_err(|error| at(error.shifted(begin), ""))
            .and_then(|(frame, behind)| Ok((read(frame).map_err(|failure| failure.shifted(content))?, behind)));
        match read {
            Ok((frame, behind)) => {
                frames.push(frame);
                rest = behind;
            }
            Err(Failure::Bytes { error, path, .. }) => {
                return Err(Failure::Bytes { error, path, before: Some((json!({ "frames": frames }), begin)) });
            }
            Err(other) => return Err(other),
        }
    }
    Ok(Decoded { json: json!({ "frames": frames }), unknown: Vec::new(), rest: 0 })
}

fn number<T: Into<Value>>(read: Result<(T, usize), DecodeError>, len: usize) -> Result<Decoded, Failure> {
    let (value, used) = read.map_err(|error| at(error, ""))?;
    Ok(Decoded { json: value.into(), unknown: Vec::new(), rest: len.saturating_sub(used) })
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
