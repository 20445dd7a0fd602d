//! One input: both verdicts, and what both read.

use crate::model::{self, Difference};
use crate::mutate::Input;
use crate::typed::typed;
use base64::prelude::{BASE64_STANDARD, Engine};
use kafka_view::{DecodeError, DecodeErrorKind};
use kafka_view_cli::json::{self, Decoded, Unknown};
use serde_json::{Map, Value};

/// What became of an input.
#[derive(Debug)]
pub enum Outcome {
    BothRefuse,
    /// With what they may print or write in different ways.
    BothAccept(Vec<Variation>),
    /// One refuses, for the reasons that the model gives.
    OneRefuses(Vec<Difference>),
    /// No difference that is meant: what is wrong.
    Fault(String),
}

/// A difference in what two sides make of an input that both accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variation {
    /// Kafka writes the same bytes again, to the last one. (No difference; it is counted because more is then compared.)
    Canonical,
    /// A float that is no number, of other bits than Java's NaN: JSON has one NaN only. Our values keep the bits.
    NanBits,
    /// A string with an encoded surrogate, which Java replaces by one U+FFFD and Rust by three.
    Surrogate,
    /// Kafka refuses to write the unknown tagged fields that it read: not ascending, or of a number above 2^31 - 2.
    UnknownTagOrder,
    /// Kafka refuses to write a string that has grown above 32767 bytes, as it replaced what was no UTF-8.
    StringGrew,
}

/// Checks one answer of the oracle.
pub fn check(id: usize, input: &Input, answer: &str, limits_tags: bool) -> Outcome {
    match compare(id, input, answer, limits_tags) {
        Ok(outcome) => outcome,
        Err(fault) => Outcome::Fault(format!("{fault}\n  {input}\n  Kafka: {answer}")),
    }
}

fn compare(id: usize, input: &Input, answer: &str, limits_tags: bool) -> Result<Outcome, String> {
    let kafka: Value = serde_json::from_str(answer).map_err(|error| format!("no JSON from the oracle: {error}"))?;
    if kafka["id"] != id {
        return Err("the answer to another question".to_owned());
    }
    let ours = by_all_ways(input)?;
    let forecast = model::forecast(input.message, input.version, &input.bytes, limits_tags);
    let accepted = kafka["ok"] == true;
    if (ours.is_ok(), accepted) != (forecast.we_accept(), forecast.kafka_accepts()) {
        let ours = ours.map_or_else(|error| error.to_string(), |ours| ours.json.to_string());
        return Err(format!("the model says {forecast:?}, we say {ours}"));
    }
    match ours {
        Ok(ours) if accepted => {
            if Some(ours.rest) != forecast.rest || kafka["rest"] != ours.rest {
                return Err(format!("left over: {} for us, {:?} for the model", ours.rest, forecast.rest));
            }
            both_accept(input, &ours, &kafka).map(Outcome::BothAccept)
        }
        Err(_) if !accepted => Ok(Outcome::BothRefuse),
        _ => Ok(Outcome::OneRefuses(forecast.differences)),
    }
}

/// Decodes by view, table and cursor, which have to agree.
fn by_all_ways(input: &Input) -> Result<Result<Decoded, DecodeError>, String> {
    let Input { message, version, bytes } = input;
    let by_view = json::decode(*message, *version, bytes);
    let by_table = json::decode_by_table(*message, *version, bytes);
    let by_cursor = (typed(*message).stream)(bytes, *version);
    let where_ = |error: &DecodeError| (error.kind, error.offset);
    let same = match (&by_view, &by_table, &by_cursor) {
        (Ok(a), Ok(b), c) => {
            let trailing = (DecodeErrorKind::TrailingBytes, (bytes.len() - a.rest) as u32);
            let end = if a.rest == 0 { c.is_ok() } else { c.as_ref().err().map(where_) == Some(trailing) };
            a.json == b.json && a.rest == b.rest && sorted(&a.unknown) == sorted(&b.unknown) && end
        }
        (Err(a), Err(b), Err(c)) => where_(a) == where_(b) && where_(a) == where_(c),
        _ => false,
    };
    if same { Ok(by_view) } else { Err(format!("view: {by_view:?}\n  table: {by_table:?}\n  cursor: {by_cursor:?}")) }
}

fn sorted(unknown: &[Unknown]) -> Vec<&Unknown> {
    let mut sorted: Vec<_> = unknown.iter().collect();
    sorted.sort_by_key(|of| (&of.path, of.tag));
    sorted
}

fn both_accept(input: &Input, ours: &Decoded, kafka: &Value) -> Result<Vec<Variation>, String> {
    let mut variations = Vec::new();
    same_json(&ours.json, &kafka["json"], "", &mut variations)
        .map_err(|path| format!("other JSON at {path}: {}", ours.json))?;
    if variations.contains(&Variation::Surrogate) && !has_surrogate(&input.bytes) {
        return Err(format!("replaced otherwise, and no surrogate: {}", ours.json));
    }
    let body = &input.bytes[..input.bytes.len() - ours.rest];
    let ours_again = json::encode(input.message, input.version, &ours.json, &ours.unknown);
    let value_again = (typed(input.message).rewrite)(&input.bytes, input.version);
    let Some(kafka_again) = kafka["hex"].as_str() else {
        variations.push(why_not_rewritten(ours, kafka["encode_error"].as_str().unwrap_or_default())?);
        return Ok(variations);
    };
    if kafka_again == hex::encode(body) {
        variations.push(Variation::Canonical);
        if value_again.as_deref() != Ok(body) {
            return Err(format!("our value writes other bytes: {:?}", value_again.map(hex::encode)));
        }
    }
    if ours_again.as_ref().map(hex::encode).as_deref() == Ok(kafka_again) {
        return Ok(variations);
    }
    // What JSON cannot say, or says in two ways, is then written in two ways. All else has to be the same.
    let again = hex::decode(kafka_again).map_err(|error| error.to_string())?;
    let again = json::decode(input.message, input.version, &again).map_err(|error| error.to_string())?;
    let (surrogate, nan) = (variations.contains(&Variation::Surrogate), has_nan(&ours.json));
    let same = same_json(&ours.json, &again.json, "", &mut variations).is_ok() && again.unknown == ours.unknown;
    if !same || !(surrogate || nan) {
        return Err(format!("our table writes other bytes: {:?}", ours_again.map(hex::encode)));
    }
    if nan {
        variations.push(Variation::NanBits);
    }
    Ok(variations)
}

/// Which limit of its writer Kafka ran into, judged by what we read.
fn why_not_rewritten(ours: &Decoded, error: &str) -> Result<Variation, String> {
    let of_one_struct = |pair: &[Unknown]| pair[0].path == pair[1].path && pair[0].tag >= pair[1].tag;
    let beyond = |of: &Unknown| of.tag >= i32::MAX.cast_unsigned();
    let unordered = ours.unknown.windows(2).any(of_one_struct) || ours.unknown.iter().any(beyond);
    if unordered && (error.contains("raw tag field list") || error.contains("as an undefined tag")) {
        return Ok(Variation::UnknownTagOrder);
    }
    if has_long_string(&ours.json) && error.contains("too long to be serialized") {
        return Ok(Variation::StringGrew);
    }
    Err("Kafka cannot write what it read".to_owned())
}

fn has_long_string(json: &Value) -> bool {
    has_text(json, &|text| text.len() > 0x7fff)
}

fn has_nan(json: &Value) -> bool {
    has_text(json, &|text| text == "NaN")
}

/// Whether there is such a string somewhere.
fn has_text(json: &Value, is: &impl Fn(&str) -> bool) -> bool {
    match json {
        Value::String(text) => is(text),
        Value::Array(items) => items.iter().any(|item| has_text(item, is)),
        Value::Object(fields) => fields.values().any(|field| has_text(field, is)),
        _ => false,
    }
}

/// Whether somewhere in the bytes a surrogate is encoded as if it were a character.
fn has_surrogate(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair[0] == 0xed && pair[1] >= 0xa0)
}

/// Our JSON and Kafka's. The error is the path of the first difference.
fn same_json(ours: &Value, kafka: &Value, path: &str, variations: &mut Vec<Variation>) -> Result<(), String> {
    let same = match (ours, kafka) {
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            return a.iter().try_for_each(|(name, a)| same_field(name, a, b, &format!("{path}.{name}"), variations));
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut items = a.iter().zip(b).enumerate();
            return items.try_for_each(|(i, (a, b))| same_json(a, b, &format!("{path}[{i}]"), variations));
        }
        (Value::String(a), Value::String(b)) if a != b && one_replacement(a) == one_replacement(b) => {
            variations.push(Variation::Surrogate);
            true
        }
        // By its bits, so that -0.0 is not 0.0.
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            a.as_f64().map(f64::to_bits) == b.as_f64().map(f64::to_bits)
        }
        (a, b) => a == b,
    };
    if same { Ok(()) } else { Err(path.to_owned()) }
}

fn same_field(
    name: &str,
    ours: &Value,
    kafka: &Map<String, Value>,
    path: &str,
    variations: &mut Vec<Variation>,
) -> Result<(), String> {
    if let Some(kafka) = kafka.get(name) {
        return same_json(ours, kafka, path, variations);
    }
    // Of records, Kafka's converter prints the size only. Their bytes are compared by what is written again.
    let size = ours.as_str().and_then(|text| BASE64_STANDARD.decode(text).ok()).map(|bytes| bytes.len());
    match (size, kafka.get(&format!("{name}SizeInBytes"))) {
        (Some(ours), Some(kafka)) if *kafka == ours => Ok(()),
        _ => Err(path.to_owned()),
    }
}

/// The text with one U+FFFD in the place of several in a row.
fn one_replacement(text: &str) -> String {
    let mut last = None;
    text.chars().filter(|c| last.replace(*c) != Some(*c) || *c != char::REPLACEMENT_CHARACTER).collect()
}
