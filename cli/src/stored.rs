//! Keys and values of the topics that brokers keep, in place of their bytes.

use crate::json::{self, Decoded, Unknown};
use crate::lines::locate;
use crate::rows::Rows;
use crate::tree::{Part, walk};
use crate::value::{blob, count, hexed};
use kafka_view::internal::{Stored, Topic};
use kafka_view::records::Record;
use kafka_view::{DecodeError, DecodeErrorKind};
use serde_json::{Map, Value};

/// The key and the value of a record, each as far as it can be told what it is.
pub(crate) struct Sides<'a> {
    topic: Topic,
    /// The key where the topic has none that mean anything.
    other_key: Option<&'a [u8]>,
    key: Option<Side<'a>>,
    value: Option<Side<'a>>,
}

/// A key or a value.
struct Side<'a> {
    what: &'static str,
    bytes: &'a [u8],
    read: Result<Stored<'a>, DecodeError>,
    /// What is in the body, if it is known what that is.
    decoded: Option<Result<Decoded, DecodeError>>,
    /// For the value of a record with a key: what that is, if it can be read.
    of: Option<Option<Stored<'a>>>,
}

impl<'a> Sides<'a> {
    /// Those of a record in a topic.
    pub(crate) fn of(topic: Topic, record: &Record<'a>) -> Self {
        let (own, other_key) = if topic.has_keys() { (record.key, None) } else { (None, record.key) };
        let key = own.map(|bytes| Side::new("key", bytes, topic.key(bytes)));
        let of = key.as_ref().and_then(|key| key.read.ok());
        let record_type = of.map(|key| key.record_type);
        let mut value = record.value.map(|bytes| Side::new("value", bytes, topic.value(record_type, bytes)));
        if let (Some(value), true) = (&mut value, topic.has_keys()) {
            value.of = Some(of);
        }
        Sides { topic, other_key, key, value }
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
            None => text += &self.other_key.map_or_else(String::new, |key| format!("  key {}", blob(key))),
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
    pub(crate) fn replace(self, record: &mut Map<String, Value>) {
        let is_tombstone = self.is_tombstone();
        for side in [self.key, self.value].into_iter().flatten() {
            record.insert(side.what.to_owned(), side.json());
        }
        if is_tombstone {
            record.insert("tombstone".to_owned(), true.into());
        }
    }

    /// What is wrong with the bytes.
    pub(crate) fn faults(&self) -> impl Iterator<Item = String> + '_ {
        [&self.key, &self.value].into_iter().flatten().filter_map(Side::fault)
    }
}

impl<'a> Side<'a> {
    fn new(what: &'static str, bytes: &'a [u8], read: Result<Stored<'a>, DecodeError>) -> Self {
        let known = read.ok().and_then(|stored| Some((stored, stored.message?)));
        let decoded = known.map(|(stored, message)| json::decode(message, stored.version, stored.body));
        Side { what, bytes, read, decoded, of: None }
    }

    /// `key OffsetCommitKey`, `value OffsetCommitValue v3`, or what is there instead, in hex.
    fn title(&self) -> String {
        let (what, bytes) = (self.what, hexed(self.bytes));
        match &self.read {
            Ok(Stored { message: Some(message), version, .. }) if what == "value" => {
                format!("{what} {} v{version}", message.name())
            }
            Ok(Stored { message: Some(message), .. }) => format!("{what} {}", message.name()),
            Ok(Stored { record_type, version, .. }) if what == "value" => match self.of {
                Some(None) => format!("{what} of an unknown type: {bytes}"),
                Some(Some(Stored { message: Some(_), .. })) => {
                    format!("{what} of type {record_type}, of unknown version {version}: {bytes}")
                }
                Some(_) => format!("{what} of unknown type {record_type}: {bytes}"),
                None => format!("{what} of unknown type {record_type} or version {version}: {bytes}"),
            },
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
        let fault = self.fault();
        if end.is_err() || fault.is_some() {
            *text += &format!("\n{:14}{}", "", fault.unwrap_or_default());
        }
    }

    fn json(self) -> Value {
        let fault = self.fault();
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        if let Ok(stored) = &self.read {
            put("type", if let Some(None) = self.of { Value::Null } else { stored.record_type.into() });
            if self.what == "value" {
                put("version", stored.version.into());
            }
            if let Some(message) = stored.message {
                put("name", message.name().into());
            }
            if let Some(Ok(decoded)) = self.decoded {
                put("data", decoded.json);
                if !decoded.unknown.is_empty() {
                    put("unknown", decoded.unknown.iter().map(Unknown::json).collect());
                }
                if decoded.rest == 0 {
                    return fields.into();
                }
            }
        }
        put("hex", hex::encode(self.bytes).into());
        if let Some(fault) = fault {
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
        match self.decoded.as_ref()? {
            Ok(decoded) if decoded.rest == 0 => None,
            Ok(decoded) => {
                let end = self.bytes.len().saturating_sub(decoded.rest);
                let rest = count(decoded.rest, "byte", "bytes");
                Some(format!("{rest} behind the {}, at byte {end} of the {}", message.name(), self.what))
            }
            Err(error) => {
                let error = *error;
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
