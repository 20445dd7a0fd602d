//! Keys and values of the topics that brokers keep, in place of their bytes.

use crate::json::{self, Unknown};
use crate::lines::locate;
use crate::rows::Rows;
use crate::tree::{Part, walk};
use crate::value::hexed;
use kafka_view::internal::{Stored, Topic};
use kafka_view::records::Record;
use kafka_view::{DecodeError, DecodeErrorKind};
use serde_json::{Map, Value};

/// The key and the value of a record, each as far as it can be told what it is.
pub(crate) struct Sides<'a> {
    topic: Topic,
    key: Option<Side<'a>>,
    value: Option<Side<'a>>,
}

/// A key or a value.
struct Side<'a> {
    what: &'static str,
    bytes: &'a [u8],
    read: Result<Stored<'a>, DecodeError>,
}

impl<'a> Sides<'a> {
    /// Those of a record in a topic.
    pub(crate) fn of(topic: Topic, record: &Record<'a>) -> Self {
        let key = record.key.map(|bytes| Side { what: "key", bytes, read: topic.key(bytes) });
        let record_type = match &key {
            Some(Side { read: Ok(key), .. }) => Some(key.record_type),
            _ => None,
        };
        let value = record.value.map(|bytes| Side { what: "value", bytes, read: topic.value(record_type, bytes) });
        Sides { topic, key, value }
    }

    /// Whether what the key names is gone.
    fn is_tombstone(&self) -> bool {
        self.key.is_some() && self.value.is_none()
    }

    /// What they are, on the line of the record.
    pub(crate) fn titles(&self) -> String {
        let mut text = String::new();
        match &self.key {
            Some(key) => text += &format!("  {}", key.title()),
            None if self.topic.has_keys() => text += "  key null",
            None => {}
        }
        match &self.value {
            Some(value) => text += &format!("  {}", value.title()),
            None if self.is_tombstone() => text += "  tombstone",
            None => text += "  value null",
        }
        text
    }

    /// Their fields, on lines of their own.
    pub(crate) fn trees(&self) -> String {
        let mut text = String::new();
        for side in [&self.key, &self.value].into_iter().flatten() {
            side.tree(&mut text);
        }
        text
    }

    /// Puts JSON in place of the hex of a record.
    pub(crate) fn replace(&self, record: &mut Map<String, Value>) {
        for side in [&self.key, &self.value].into_iter().flatten() {
            record.insert(side.what.to_owned(), side.json());
        }
        if self.is_tombstone() {
            record.insert("tombstone".to_owned(), true.into());
        }
    }

    /// What is wrong with the bytes.
    pub(crate) fn faults(&self) -> impl Iterator<Item = String> + '_ {
        [&self.key, &self.value].into_iter().flatten().filter_map(Side::fault)
    }
}

impl Side<'_> {
    /// `key OffsetCommitKey`, `value OffsetCommitValue v3`, or what is there instead, in hex.
    fn title(&self) -> String {
        let (what, bytes) = (self.what, hexed(self.bytes));
        match &self.read {
            Ok(Stored { message: Some(message), version, .. }) if what == "value" => {
                format!("{what} {} v{version}", message.name())
            }
            Ok(Stored { message: Some(message), .. }) => format!("{what} {}", message.name()),
            Ok(Stored { record_type, version, .. }) if what == "value" => {
                format!("{what} of unknown type {record_type} or version {version}: {bytes}")
            }
            Ok(Stored { record_type, .. }) => format!("{what} of unknown type {record_type}: {bytes}"),
            Err(error) => format!("{what} {error}: {bytes}"),
        }
    }

    /// The fields, a line each, up to the first that is bad.
    fn tree(&self, text: &mut String) {
        let Ok(Stored { message: Some(message), version, at, body, .. }) = self.read else { return };
        let mut rows = Rows::default();
        let end = walk(&mut rows, &Part { message, version, bytes: body, at, in_frame: true });
        for row in &rows.rows {
            let indent = row.depth.saturating_mul(2).saturating_add(14);
            let about = if row.depth == 0 { String::new() } else { row.kind.clone() };
            let line =
                format!("{:indent$}{:<28} {about:<10} {}", "", row.name, row.value.as_deref().unwrap_or_default());
            text.push('\n');
            text.push_str(line.trim_end());
        }
        if end.is_err() || self.fault().is_some() {
            *text += &format!("\n{:14}{}", "", self.fault().unwrap_or_default());
        }
    }

    fn json(&self) -> Value {
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        if let Ok(stored) = &self.read {
            put("type", stored.record_type.into());
            if self.what == "value" {
                put("version", stored.version.into());
            }
            if let Some(message) = stored.message {
                put("name", message.name().into());
                if let Ok(decoded) = json::decode(message, stored.version, stored.body) {
                    put("data", decoded.json);
                    if !decoded.unknown.is_empty() {
                        put("unknown", decoded.unknown.iter().map(Unknown::json).collect());
                    }
                    if decoded.rest == 0 {
                        return fields.into();
                    }
                }
            }
        }
        put("hex", hex::encode(self.bytes).into());
        if let Some(fault) = self.fault() {
            put("error", fault.into());
        }
        fields.into()
    }

    /// What is wrong with the bytes. An unknown type or version is not.
    fn fault(&self) -> Option<String> {
        let stored = match self.read {
            Ok(stored) => stored,
            Err(error) => return Some(format!("{error} of the {}", self.what)),
        };
        let message = stored.message?;
        match json::decode(message, stored.version, stored.body) {
            Ok(decoded) if decoded.rest == 0 => None,
            Ok(decoded) => {
                let end = self.bytes.len().saturating_sub(decoded.rest);
                Some(format!(
                    "{} bytes behind the {}, at byte {end} of the {}",
                    decoded.rest,
                    message.name(),
                    self.what
                ))
            }
            Err(error) => {
                let path = locate(message, stored.version, stored.body, error);
                // The end of a key or value is known: more bytes would not help.
                let kind = if error.is_incomplete() { DecodeErrorKind::InvalidLength } else { error.kind };
                let error = DecodeError { kind, missing: 0, ..error.shifted(stored.at) };
                Some(format!(
                    "{} at byte {} of the {}, in {}.{path}",
                    error.kind,
                    error.offset,
                    self.what,
                    message.name()
                ))
            }
        }
    }
}
