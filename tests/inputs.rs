//! Inputs that broke decoders, and odd ones with Kafka's verdict.
//!
//! `tests/data/bugs.jsonl` says of each input what is right: here against the library and against `kafka-view json --lines`. The
//! rows about records go through `--lines` here, and in `tests/records.rs` through the library. `tests/data/odd.jsonl` says what Kafka 4.4's own reader does; where we differ on
//! purpose, [`DIFFERENCES`] says why.

use kafka_view::correlation::{InFlight, Sent};
use kafka_view::messages::{Message, api_versions::ApiVersionsResponseView, header::*};
use kafka_view::schema::skip;
use kafka_view::{ApiKey, Decode, DecodeError, DecodeErrorKind, frame, varint};
use kafka_view_cli::json::{self, Unknown};
use kafka_view_cli::lines;
use serde_json::{Value, json};

/// What Kafka accepts and we refuse, or the other way, by the names in `odd.jsonl` and the numbers in `bugs.jsonl`.
const DIFFERENCES: &[(&str, &str)] = &[
    ("length-dropped-bits", "bits that do not fit a number are an error: Kafka drops them"),
    ("length-wrapped-null", "a length of 2^31 or more is an error: Kafka's wraps around to null"),
    ("known-tag-size-small", "a known tag fills the size that it declares: Kafka ignores the size"),
    ("known-tag-size-large", "the same"),
    ("known-tag-old-version", "a known tag below its version is kept as unknown: Kafka refuses it"),
];

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn version(row: &Value) -> i16 {
    i16::try_from(row["version"].as_i64().unwrap()).unwrap()
}

/// Kafka's JSON of records says only how long they are, unless its writer left them out altogether.
fn as_kafka_prints(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(records) = fields.shift_remove("records") {
                let size = records.as_str().map(|text| text.len() / 4 * 3 - text.matches('=').count());
                fields.insert("recordsSizeInBytes".to_owned(), json!(size));
            }
            fields.values_mut().for_each(as_kafka_prints);
        }
        Value::Array(items) => items.iter_mut().for_each(as_kafka_prints),
        _ => {}
    }
}

#[test]
fn odd_inputs() {
    let rows = rows(include_str!("data/odd.jsonl"));
    for row in &rows {
        let (name, version) = (row["name"].as_str().unwrap(), version(row));
        let message = Message::from_name(row["message"].as_str().unwrap()).unwrap();
        let bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        let ours = json::decode(message, version, &bytes);
        let by_table = json::decode_by_table(message, version, &bytes);
        assert_eq!(ours.as_ref().ok().map(|d| &d.json), by_table.as_ref().ok().map(|d| &d.json), "{name}");
        let kafka_accepts = row["java"] == "accepts";
        let differs = DIFFERENCES.iter().any(|(listed, _)| *listed == name);
        assert_eq!(ours.is_ok() != kafka_accepts, differs, "{name}: {ours:?}");
        let (Ok(ours), true) = (ours, kafka_accepts) else { continue };
        assert_eq!((ours.json, json!(ours.rest)), (row["json"].clone(), row["bytes_left"].clone()), "{name}");
        let unknown: Vec<_> =
            ours.unknown.iter().map(|u| json!({"tag": u.tag, "hex": hex::encode(&u.bytes)})).collect();
        assert_eq!(Value::from(unknown), row.get("unknown").cloned().unwrap_or(json!([])), "{name}");
    }
    assert_eq!(rows.len(), 41);
}

/// An outcome in the words of `bugs.jsonl`.
struct Outcome {
    result: Result<(Value, usize), DecodeError>,
    unknown: Vec<Unknown>,
    /// How many bytes were read whole before a fault.
    consumed: Option<usize>,
}

impl Outcome {
    fn plain(result: Result<(Value, usize), DecodeError>) -> Self {
        Outcome { result, unknown: Vec::new(), consumed: None }
    }
}

fn decoded(message: Message, version: i16, bytes: &[u8]) -> Outcome {
    match json::decode(message, version, bytes) {
        Ok(decoded) => {
            Outcome { unknown: decoded.unknown, ..Outcome::plain(Ok((decoded.json, bytes.len() - decoded.rest))) }
        }
        Err(error) => {
            // The other ways say the same.
            let table = skip(message.schema(), bytes, version).unwrap_err();
            assert_eq!((table.kind, table.offset), (error.kind, error.offset), "{message:?}");
            Outcome::plain(Err(error))
        }
    }
}

/// Header and body, the header's version found from API and version.
fn whole(row: &Value, bytes: &[u8]) -> Outcome {
    let name = row["message"].as_str().unwrap();
    let split = if row["entry"] == "request" {
        RequestHeaderView::split(bytes).map(|(header, body)| {
            (header.request_api_key.request_header_version(header.request_api_version), "RequestHeader", body)
        })
    } else {
        let api_key = ApiKey::from_name(name.strip_suffix("Response").unwrap()).unwrap();
        ResponseHeaderView::split(bytes, api_key, version(row))
            .map(|(_, body)| (api_key.response_header_version(version(row)), "ResponseHeader", body))
    };
    let (header_version, header, body) = match split {
        Ok(split) => split,
        Err(error) => return Outcome::plain(Err(error)),
    };
    let front = bytes.len() - body.len();
    let header =
        json::decode(Message::from_name(header).unwrap(), header_version.unwrap(), &bytes[..front]).unwrap().json;
    let body = decoded(Message::from_name(name).unwrap(), version(row), body);
    let result = body
        .result
        .map(|(json, used)| (json!({"headerVersion": header_version, "header": header, "body": json}), front + used));
    Outcome { result, ..body }
}

fn outcome(row: &Value, bytes: &[u8]) -> Option<Outcome> {
    let plain = Outcome::plain;
    let number = |read: Result<(i64, usize), DecodeError>| plain(read.map(|(value, used)| (json!(value), used)));
    Some(match row["entry"].as_str().unwrap() {
        "message" | "header" => decoded(Message::from_name(row["message"].as_str().unwrap()).unwrap(), version(row), bytes),
        "header-peek" => plain(RequestHeaderView::peek(bytes).map(|peek| {
            let json = json!({
                "requestApiKey": peek.api_key.0, "requestApiVersion": peek.api_version, "correlationId": peek.correlation_id,
            });
            (json, 8)
        })),
        "request" | "response" => whole(row, bytes),
        "api-versions-fallback" => {
            let (view, read_as, rest) = ApiVersionsResponseView::decode_or_fallback(bytes, version(row)).unwrap();
            assert_eq!(json!(read_as), row["expect"]["decodedAsVersion"]);
            assert_eq!(ApiVersionsResponseView::decode(bytes, read_as), Ok(view));
            let outcome = decoded(Message::from_name("ApiVersionsResponse").unwrap(), read_as, bytes);
            assert_eq!(outcome.result.as_ref().unwrap().1, bytes.len() - rest.len());
            outcome
        }
        "versioned" => {
            let (version, body) = bytes.split_first_chunk().unwrap();
            let message = Message::from_name(row["message"].as_str().unwrap()).unwrap();
            let outcome = decoded(message, i16::from_be_bytes(*version), body);
            let result = outcome.result.map(|(json, used)| (json, used + 2)).map_err(|error| error.shifted(2));
            Outcome { result, ..outcome }
        }
        "frame" => {
            let kind = match row["context"].as_str().unwrap() {
                "request" => frame::FrameKind::Request,
                "response" => frame::FrameKind::Response,
                _ => frame::FrameKind::Raw,
            };
            let limit = usize::try_from(row["limit"].as_u64().unwrap()).unwrap();
            let (mut frames, mut at) = (Vec::new(), 0);
            loop {
                match frame::split(&bytes[at..], kind, limit) {
                    Ok((content, rest)) => {
                        frames.push(hex::encode(content));
                        at = bytes.len() - rest.len();
                        if rest.is_empty() {
                            break plain(Ok((json!({ "frames": frames }), at)));
                        }
                    }
                    Err(error) => break Outcome { consumed: Some(at), ..plain(Err(error.shifted(at))) },
                }
            }
        }
        "sasl" => {
            let mut in_flight = InFlight::<2>::new();
            let (handshake, rest) = frame::split(bytes, in_flight.request_kind(), 100).unwrap();
            assert!(matches!(in_flight.request(handshake), Ok(Sent::Request(front)) if front.api_key == ApiKey::SASL_HANDSHAKE));
            let (token, rest) = frame::split(rest, in_flight.request_kind(), 100).unwrap();
            assert_eq!(in_flight.request(token), Ok(Sent::Token));
            let (_, body) = RequestHeaderView::split(handshake).unwrap();
            let message = |name| Message::from_name(name).unwrap();
            let front = &handshake[..handshake.len() - body.len()];
            let header = json::decode(message("RequestHeader"), 1, front).unwrap().json;
            let body = json::decode(message("SaslHandshakeRequest"), version(row), body).unwrap().json;
            let frames = json!([{ "header": header, "body": body }, { "rawToken": hex::encode(token) }]);
            plain(Ok((json!({ "frames": frames }), bytes.len() - rest.len())))
        }
        "uvarint" => number(varint::unsigned(bytes).map(|(value, used)| (value.into(), used))),
        "varint" => number(varint::signed(bytes).map(|(value, used)| (value.into(), used))),
        "varlong" => number(varint::signed_long(bytes)),
        _ => return None,
    })
}

/// Whether an outcome is what the row expects, or one of the others that it calls right.
fn fits(outcome: &Outcome, expect: &Value, bytes: &[u8]) -> bool {
    let others = expect["or"].as_array().into_iter().flatten();
    let at = |error: &DecodeError| expect["at"].as_u64().is_none_or(|at| at == u64::from(error.offset));
    if let (Some(consumed), Some(expected)) = (outcome.consumed, expect["consumed"].as_u64()) {
        assert_eq!(consumed as u64, expected, "{expect}");
    }
    let told = match (&outcome.result, expect["outcome"].as_str().unwrap()) {
        (Ok((json, used)), "ok" | "ok-with-trailing") => {
            let (mut json, mut expected) = (json.clone(), expect["value"].clone());
            as_kafka_prints(&mut json);
            as_kafka_prints(&mut expected);
            let rest = expect["rest"].as_u64().unwrap_or(0);
            let value = expect.get("value").is_none() || json == expected || !expect["rawBytes"].is_null();
            value && json!(used) == expect["consumed"] && (bytes.len() - used) as u64 == rest
        }
        (Err(error), "incomplete") => {
            error.is_incomplete()
                && expect["missing"].as_u64().is_none_or(|missing| missing == u64::from(error.missing))
                && at(error)
                && expect["have"].as_u64().is_none_or(|have| have == bytes.len() as u64)
        }
        (Err(error), "invalid") => !error.is_incomplete() && at(error),
        _ => false,
    };
    told || others.into_iter().any(|other| fits(outcome, other, bytes))
}

#[test]
fn records_that_broke_decoders() {
    let mut tried = 0;
    for row in rows(include_str!("data/bugs.jsonl")) {
        let entry = row["entry"].as_str().unwrap();
        if !matches!(entry, "records" | "record") {
            continue;
        }
        let line = json!({"entry": entry, "hex": row["hex"], "limit": row["limit"]});
        let answer = kafka_view_cli::lines::decode(line.to_string().as_bytes());
        let expect = &row["expect"];
        let what = format!("{} {}: {answer}, expected {expect}", row["id"], row["about"]);
        tried += 1;
        assert_eq!(answer["ok"], expect["outcome"] == "ok", "{what}");
        assert_eq!(answer["incomplete"] == true, expect["outcome"] == "incomplete", "{what}");
        if let (Some(at), false) = (expect["at"].as_u64(), expect["outcome"] == "incomplete") {
            assert_eq!(answer["offset"], at, "{what}");
        }
        if let Some(missing) = expect["missing"].as_u64() {
            assert_eq!(answer["missing"], missing, "{what}");
        }
        if answer["ok"] == false {
            assert_eq!(answer["consumed"], expect["consumed"], "{what}");
        }
        if entry == "record" {
            assert_eq!(answer["json"], expect["value"], "{what}");
            continue;
        }
        let mut value = expect.get("value").cloned().unwrap_or(json!({"batches": []}));
        for (batch, ours) in
            value["batches"].as_array_mut().into_iter().flatten().zip(answer["json"]["batches"].as_array().unwrap())
        {
            if batch.get("nextOffset").is_none() {
                batch["nextOffset"] = ours["nextOffset"].clone();
            }
        }
        assert_eq!(answer["json"], value, "{what}");
    }
    assert_eq!(tried, 55);
}

#[test]
fn inputs_that_broke_decoders() {
    let (mut tried, mut inners) = (0, 0);
    for row in rows(include_str!("data/bugs.jsonl")) {
        let bytes = hex::decode(row["hex"].as_str().unwrap()).unwrap();
        let Some(outcome) = outcome(&row, &bytes) else { continue };
        let expect = &row["expect"];
        let what = || format!("{} {}: {:?}, expected {expect}", row["id"], row["about"], outcome.result);
        assert!(fits(&outcome, expect, &bytes), "{}", what());
        if let Some(unknown) = expect["unknownTags"].as_array() {
            let ours: Vec<_> = outcome
                .unknown
                .iter()
                .map(|u| json!({"in": u.path, "tag": u.tag, "data": hex::encode(&u.bytes)}))
                .collect();
            assert_eq!(&ours, unknown, "{}", what());
        }
        if let Some(count) = expect["unknownTagCount"].as_u64() {
            assert_eq!(outcome.unknown.len() as u64, count, "{}", what());
        }
        for inner in expect["inner"].as_array().into_iter().flatten() {
            let message = Message::from_name(row["message"].as_str().unwrap()).unwrap();
            let field = records_at(message, version(&row), &bytes, inner["path"].as_str().unwrap());
            let answer = lines::decode(json!({"entry": "records", "hex": field}).to_string().as_bytes());
            assert_eq!(answer["ok"], inner["outcome"] == "ok", "{}", what());
            assert_eq!(answer["json"], inner["value"], "{}", what());
            inners += 1;
        }
        for (path, raw) in expect["rawBytes"].as_object().into_iter().flatten() {
            // The bytes are there as they came, whatever their text looks like.
            let message = Message::from_name(row["message"].as_str().unwrap()).unwrap();
            assert!(
                field_at(message, version(&row), &bytes, path).ends_with(&hex::decode(raw.as_str().unwrap()).unwrap()),
                "{}",
                what()
            );
        }
        if let Some(then) = expect.get("then") {
            let (frame, _) = frame::split(&bytes, frame::FrameKind::Request, usize::MAX).unwrap();
            assert!(!RequestHeaderView::split(frame).unwrap_err().is_incomplete(), "{}", what());
            assert_eq!(
                json!(RequestHeaderView::peek(frame).unwrap().api_key.0),
                then["peek"]["requestApiKey"],
                "{}",
                what()
            );
        }
        assert!(fits(&by_command(&row, &bytes), expect, &bytes), "kafka-view json --lines: {}", what());
        tried += 1;
    }
    assert_eq!((tried, inners), (76, 1));
}

/// What `kafka-view json --lines` says of a row.
fn by_command(row: &Value, bytes: &[u8]) -> Outcome {
    let answer = lines::decode(row.to_string().as_bytes());
    if answer["ok"] == true {
        let rest = usize::try_from(answer["rest"].as_u64().unwrap()).unwrap();
        return Outcome::plain(Ok((answer["json"].clone(), bytes.len() - rest)));
    }
    let number = |key: &str| u32::try_from(answer[key].as_u64().unwrap()).unwrap();
    // Any error that is incomplete, or is not, as the answer says.
    let mut error = RequestHeaderView::peek(&[]).unwrap_err();
    (error.offset, error.missing) = (number("offset"), number("missing"));
    if answer["incomplete"] == false {
        error.kind = DecodeErrorKind::InvalidLength;
    }
    let consumed = answer["consumed"].as_u64().map(|consumed| usize::try_from(consumed).unwrap());
    Outcome { consumed, ..Outcome::plain(Err(error)) }
}

/// The bytes of the field at a path.
fn field_at(message: Message, version: i16, bytes: &[u8], path: &str) -> Vec<u8> {
    let mut walk = kafka_view::schema::Walk::new(message.schema(), bytes, version).unwrap();
    while let Some(step) = walk.next() {
        let step = step.unwrap();
        if walk.path().with(message.names()).to_string() == path {
            return bytes[step.start as usize..step.end as usize].to_vec();
        }
    }
    panic!("{path} was not found");
}

/// The records field at a path, in hex.
fn records_at(message: Message, version: i16, bytes: &[u8], path: &str) -> String {
    let mut walk = kafka_view::schema::Walk::new(message.schema(), bytes, version).unwrap();
    while let Some(step) = walk.next() {
        if let kafka_view::schema::Event::Value(kafka_view::schema::Value::Records(records)) = step.unwrap().event {
            if walk.path().with(message.names()).to_string() == path {
                return hex::encode(records.as_bytes());
            }
        }
    }
    panic!("{path} was not found");
}
