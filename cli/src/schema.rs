//! The declaration of a message: as Kafka's schema JSON, or as a table of one version.

use crate::text::Line;
use crate::tree::type_name;
use crate::value::first_sentence;
use kafka_view::messages::Message;
use kafka_view::schema::{DefaultValue, Field, FieldInfo, FieldType, MessageKind};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// First and last version; [`LIVES`] for one that lives on.
type Range = (i16, i16);

/// Stands for "no last version".
const LIVES: i16 = i16::MAX;

fn cut((first, last): (i16, Option<i16>), within: Range) -> Range {
    (first.max(within.0), last.unwrap_or(LIVES).min(within.1))
}

/// A range as Kafka writes it.
fn words((first, last): Range) -> String {
    match last {
        LIVES => format!("{first}+"),
        last if first == last => first.to_string(),
        last if first > last => "none".to_owned(),
        last => format!("{first}-{last}"),
    }
}

/// The versions of a message as Kafka writes them.
#[must_use]
pub fn versions(range: std::ops::RangeInclusive<i16>) -> String {
    words((*range.start(), *range.end()))
}

/// The versions from one on, if there is one.
#[must_use]
pub fn from_on(first: Option<i16>) -> String {
    first.map_or_else(|| "none".to_owned(), |first| words((first, LIVES)))
}

/// The kind of a message, as Kafka calls it.
#[must_use]
pub fn kind(message: Message) -> &'static str {
    match message.schema().kind {
        MessageKind::Request => "request",
        MessageKind::Response => "response",
        MessageKind::Header => "header",
        _ => "data",
    }
}

/// The declaration in Kafka's schema JSON.
#[must_use]
pub fn to_json(message: Message) -> Value {
    let mut all = Map::new();
    if let Some(api) = message.schema().api_key {
        all.insert("apiKey".into(), api.0.into());
    }
    all.insert("type".into(), kind(message).into());
    if !message.names().listeners.is_empty() {
        all.insert("listeners".into(), message.names().listeners.into());
    }
    all.insert("name".into(), message.name().into());
    all.insert("validVersions".into(), versions(message.schema().versions()).into());
    all.insert("flexibleVersions".into(), from_on(message.schema().flexible_from()).into());
    // A struct that several fields hold has a place of its own.
    let mut held: BTreeMap<u8, usize> = BTreeMap::new();
    for node in message.schema().nodes().flat_map(|node| message.schema().fields(node).iter().filter_map(Field::holds))
    {
        *held.entry(node).or_default() += 1;
    }
    let common: Vec<u8> = held.into_iter().filter(|(_, times)| *times > 1).map(|(node, _)| node).collect();
    let whole = (*message.schema().versions().start(), LIVES);
    all.insert("fields".into(), fields(message, 0, whole, &common));
    if !common.is_empty() {
        let common = common.iter().filter_map(|&node| {
            let name = message.names().node(node)?.name;
            Some(json!({ "name": name, "versions": words(whole), "fields": fields(message, node, whole, &common) }))
        });
        all.insert("commonStructs".into(), common.collect());
    }
    Value::Object(all)
}

/// The fields of a struct with their names.
fn named(message: Message, node: u8) -> impl Iterator<Item = (&'static Field, &'static FieldInfo)> {
    message.schema().fields(node).iter().zip(message.names().node(node).map_or(&[][..], |of| of.fields))
}

fn fields(message: Message, node: u8, within: Range, common: &[u8]) -> Value {
    named(message, node)
        .map(|(field, info)| {
            let range = cut(field.versions(), within);
            let mut all = Map::new();
            let mut put = |key: &str, value: Value| all.insert(key.to_owned(), value);
            put("name", info.name.into());
            put("type", kafka_type(message, field).into());
            put("versions", words(range).into());
            if let Some(nullable) =
                field.nullable_versions().map(|nullable| cut(nullable, range)).filter(|(first, last)| first <= last)
            {
                put("nullableVersions", words(nullable).into());
            }
            if let Some(tag) = field.tag() {
                put("tag", tag.into());
                put("taggedVersions", words(range).into());
            }
            if field.field_type() == FieldType::ClassicString {
                put("flexibleVersions", "none".into());
            }
            if let Some(default) = default(field, info) {
                put("default", default.into());
            }
            for (key, is) in [("ignorable", info.is_ignorable), ("mapKey", info.is_map_key)] {
                if is {
                    put(key, true.into());
                }
            }
            if let Some(entity) = info.entity_type {
                put("entityType", entity.into());
            }
            put("about", info.about.into());
            if let Some(node) = field.holds().filter(|node| !common.contains(node)) {
                put("fields", fields(message, node, range, common));
            }
            Value::Object(all)
        })
        .collect()
}

/// The name of a field's type in Kafka's schemas, which do not tell two kinds of strings apart.
fn kafka_type(message: Message, field: &Field) -> String {
    type_name(message, field).replace("nullable_string", "string")
}

/// A field's default as Kafka writes it; none where it is zero or empty.
fn default(field: &Field, info: &FieldInfo) -> Option<String> {
    match (info.default, field.field_type()) {
        (DefaultValue::Null, _) => Some("null".to_owned()),
        (DefaultValue::Int(value), FieldType::Bool) => Some((value != 0).to_string()),
        (DefaultValue::Int(value), _) if value == i64::from(i32::MAX) || value == i64::MAX => {
            Some(format!("{value:#x}"))
        }
        (DefaultValue::Int(value), _) => Some(value.to_string()),
        _ => None,
    }
}

/// The fields of one version, as the lines of a table.
#[must_use]
pub fn to_lines(message: Message, version: i16) -> Vec<Line> {
    let mut lines = vec![Line {
        name: message.name().to_owned(),
        kind: format!("{} v{version}", kind(message)),
        about: message.names().node(0).map_or("", |of| first_sentence(of.about)).to_owned(),
        ..Line::default()
    }];
    add_lines(message, 0, version, 1, &mut lines);
    lines
}

fn add_lines(message: Message, node: u8, version: i16, depth: usize, lines: &mut Vec<Line>) {
    for (field, info) in named(message, node).filter(|(field, _)| field.is_in(version)) {
        let words = [
            field.tag().map(|tag| format!("tag {tag}")),
            field.is_nullable_in(version).then(|| "nullable".to_owned()),
            default(field, info).map(|default| format!("default {default}")),
            info.is_map_key.then(|| "map key".to_owned()),
            info.entity_type.map(str::to_owned),
        ];
        lines.push(Line {
            depth,
            name: info.name.to_owned(),
            kind: kafka_type(message, field),
            value: words.into_iter().flatten().collect::<Vec<_>>().join(", "),
            about: info.about.to_owned(),
            ..Line::default()
        });
        if let Some(node) = field.holds() {
            add_lines(message, node, version, depth.saturating_add(1), lines);
        }
    }
}
