//! Every declaration against Kafka's facts.
//!
//! `KAFKA_VIEW_FACTS` names a folder with `clients.json` and a file for each kind of record that brokers store: arrays of messages
//! with the names, types, versions, tags and defaults of their fields. Without it there is nothing to compare with, and the test
//! says so.

use kafka_view::messages::Message;
use kafka_view::schema::{DefaultValue, FieldType, MessageKind};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What clients and brokers say to each other, and what brokers store.
const FILES: [&str; 7] = [
    "clients.json",
    "group-coordinator.json",
    "metadata.json",
    "raft.json",
    "share-coordinator.json",
    "storage.json",
    "transaction-coordinator.json",
];

/// A range as Kafka writes it, within another.
fn range(text: &str, within: (i16, i16)) -> (i16, i16) {
    let (first, last) = match text.strip_suffix('+') {
        Some(first) => (first, i16::MAX.to_string()),
        None => text.split_once('-').map_or((text, text.to_owned()), |(first, last)| (first, last.to_owned())),
    };
    let (first, last): (i16, i16) = (first.parse().unwrap(), last.parse().unwrap());
    (first.max(within.0), last.min(within.1))
}

/// The fields of a struct as the facts have them: what there is to compare, by name and in order.
fn expected(fields: &[Value], common: &BTreeMap<&str, &Value>, within: (i16, i16)) -> Vec<Value> {
    let (mut tagged, plain): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field["tag"].is_u64());
    // They are declared as they are written, in the order of their tags.
    tagged.sort_by_key(|field| field["tag"].as_u64());
    plain.into_iter().chain(tagged).map(|field| {
        let versions = range(field["versions"].as_str().unwrap(), within);
        let nullable = field["nullable"].as_str().map(|text| range(text, versions)).filter(|(first, last)| first <= last);
        let kind = field["type"].as_str().unwrap();
        let element = kind.trim_start_matches("[]");
        let inner = field["fields"].as_array().or_else(|| common.get(element)?["fields"].as_array());
        json!({
            "name": field["name"], "type": kind, "versions": versions, "nullable": nullable, "tag": field["tag"],
            "default": default(&field["default"]), "ignorable": field["ignorable"] == true, "mapKey": field["mapKey"] == true,
            "entity": field["entity"], "classic": field["flexible"] == "none",
            "fields": inner.map(|fields| expected(fields, common, versions)),
        })
    }).collect()
}

/// Kafka writes defaults as numbers, as decimal or hex text, as `true`, as `null`.
fn default(text: &Value) -> Value {
    match text {
        Value::Bool(true) => json!(1),
        Value::Number(number) if number.as_i64() != Some(0) => text.clone(),
        Value::String(text) => match text.as_str() {
            "null" => json!("null"),
            "true" => json!(1),
            "" | "0" | "false" => json!(0),
            text => {
                json!(text.strip_prefix("0x").map_or_else(|| text.parse(), |hex| i64::from_str_radix(hex, 16)).unwrap())
            }
        },
        _ => json!(0),
    }
}

/// The same of a declaration.
fn declared(message: Message, node: u8, within: (i16, i16)) -> Vec<Value> {
    let of = message.names().node(node).unwrap();
    message.schema().fields(node).iter().zip(of.fields).map(|(field, info)| {
        let cut = |(first, last): (i16, Option<i16>), within: (i16, i16)| (first.max(within.0), last.unwrap_or(i16::MAX).min(within.1));
        let versions = cut(field.versions(), within);
        let nullable = field.nullable_versions().map(|range| cut(range, versions)).filter(|(first, last)| first <= last);
        let element = field.holds().map_or(field.field_type().name(), |node| message.names().node(node).unwrap().name);
        let default = match info.default {
            DefaultValue::Null => json!("null"),
            DefaultValue::Int(value) => json!(value),
            _ => json!(0),
        };
        json!({
            "name": info.name, "type": format!("{}{element}", if field.is_array() { "[]" } else { "" }), "versions": versions,
            "nullable": nullable, "tag": field.tag(), "default": default, "ignorable": info.is_ignorable,
            "mapKey": info.is_map_key, "entity": info.entity_type, "classic": field.field_type() == FieldType::ClassicString,
            "fields": field.holds().map(|node| declared(message, node, versions)),
        })
    }).collect()
}

#[test]
fn declarations_are_kafkas() {
    let Some(folder) = std::env::var_os("KAFKA_VIEW_FACTS") else {
        return println!("KAFKA_VIEW_FACTS is not set: nothing to compare with");
    };
    let mut facts: Vec<Value> = Vec::new();
    for file in FILES {
        let text = std::fs::read_to_string(std::path::Path::new(&folder).join(file)).unwrap();
        facts.extend(serde_json::from_str::<Vec<Value>>(&text).unwrap());
    }
    assert_eq!(facts.len(), Message::all().len());
    for message in Message::all() {
        let fact = facts
            .iter()
            .find(|fact| fact["name"] == message.name())
            .unwrap_or_else(|| panic!("{message:?} is no message"));
        let schema = message.schema();
        let versions = range(fact["versions"].as_str().unwrap(), (0, i16::MAX));
        assert_eq!(schema.versions(), versions.0..=versions.1, "{message:?}");
        assert_eq!(
            schema.flexible_from(),
            fact["flexible"].as_str().unwrap().strip_suffix('+').map(|n| n.parse().unwrap()),
            "{message:?}"
        );
        // What a broker stores has a number, too, but that is of no API: `tests/internal.rs` looks at it.
        let api_key = if schema.kind == MessageKind::Data { None } else { fact["apiKey"].as_i64() };
        assert_eq!(schema.api_key.map(|key| i64::from(key.0)), api_key, "{message:?}");
        let kind = match schema.kind {
            MessageKind::Request => "request",
            MessageKind::Response => "response",
            MessageKind::Header => "header",
            _ => "data",
        };
        let stored = ["coordinator-key", "coordinator-value", "metadata"];
        let expected_kind = fact["type"].as_str().map(|of| if stored.contains(&of) { "data" } else { of });
        assert_eq!(Some(kind), expected_kind, "{message:?}");
        let listeners: Vec<_> =
            fact["listeners"].as_array().into_iter().flatten().map(|l| l.as_str().unwrap()).collect();
        assert_eq!(message.names().listeners, listeners, "{message:?}");
        let common =
            fact["commonStructs"].as_array().into_iter().flatten().map(|s| (s["name"].as_str().unwrap(), s)).collect();
        let expected = expected(fact["fields"].as_array().unwrap(), &common, versions);
        let declared = declared(message, 0, versions);
        for (declared, expected) in declared.iter().zip(&expected) {
            assert_eq!(declared, expected, "{message:?}.{}", expected["name"]);
        }
        assert_eq!(declared.len(), expected.len(), "{message:?}");
    }
    println!("{} messages agree with the facts", Message::all().len());
}

#[test]
fn api_table_agrees_with_the_declarations() {
    for message in Message::all() {
        if let Some(key) = message.schema().api_key {
            assert_eq!(key.versions(), Some(message.schema().versions()), "{message:?}");
            assert_eq!(key.flexible_from(), message.schema().flexible_from(), "{message:?}");
            let name = key.name().unwrap();
            assert!(
                [format!("{name}Request"), format!("{name}Response")].contains(&message.name().to_owned()),
                "{message:?}"
            );
        }
    }
}
