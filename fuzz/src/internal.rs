//! What brokers keep: by the typed enums and by `Topic`, and as it is stored again.

use crate::input::Input;
use crate::with_rooms;
use kafka_view::internal::group::{GroupKey, GroupValue};
use kafka_view::internal::metadata::MetadataRecord;
use kafka_view::internal::remote_log::RemoteLogRecord;
use kafka_view::internal::share::{ShareKey, ShareValue};
use kafka_view::internal::storage::producer_snapshot;
use kafka_view::internal::transaction::{TransactionKey, TransactionValue};
use kafka_view::internal::{Store, Stored, Topic};
use kafka_view::messages::producer_snapshot::ProducerSnapshot;
use kafka_view::{DecodeError, schema};

/// Any bytes as a key and a value of a topic.
///
/// Input: the topic, the size of the key; the key, and the value.
pub fn stored(data: &[u8]) {
    let mut input = Input(data);
    let [topic, n] = input.chunk();
    let (key, value) = (input.take(n.into()), input.0);
    /// The enum over keys, then that over values; the same again from what they store.
    macro_rules! coordinator {
        ($topic:ident $key:ident $value:ident) => {{
            let by_topic = Topic::$topic.key(key);
            let by_enum = $key::decode(key);
            same(key, by_topic, by_enum.as_ref().map(|_| ()), matches!(by_enum, Ok($key::Unknown { .. })));
            let Ok(by_enum) = by_enum else { return };
            again(key, |buf| by_enum.store(buf), |bytes| $key::decode(bytes) == Ok(by_enum));
            let record_type = by_enum.record_type();
            assert_eq!(by_topic.map(|stored| stored.record_type), Ok(record_type));
            let by_topic = Topic::$topic.value(Some(record_type), value);
            let of_key = by_enum.value(value);
            let is_unknown = matches!(of_key, Ok($value::Unknown { .. }));
            // Of a type that is not known, not even the version is looked for.
            if !matches!(by_enum, $key::Unknown { .. }) {
                same(value, by_topic, of_key.as_ref().map(|_| ()), is_unknown);
            }
            let Ok(of_key) = of_key else { return };
            again(value, |buf| of_key.store(buf), |bytes| by_enum.value(bytes) == Ok(of_key));
        }};
    }
    macro_rules! framed {
        ($topic:ident $record:ident) => {{
            let by_enum = $record::decode(value);
            let is_unknown = matches!(by_enum, Ok($record::Unknown { .. }));
            same(value, Topic::$topic.value(None, value), by_enum.as_ref().map(|_| ()), is_unknown);
            let Ok(by_enum) = by_enum else { return };
            again(value, |buf| by_enum.store(buf), |bytes| $record::decode(bytes) == Ok(by_enum));
        }};
    }
    match topic % 6 {
        0 => coordinator!(ConsumerOffsets GroupKey GroupValue),
        1 => coordinator!(ShareState ShareKey ShareValue),
        2 => coordinator!(TransactionState TransactionKey TransactionValue),
        3 => framed!(ClusterMetadata MetadataRecord),
        4 => framed!(RemoteLog RemoteLogRecord),
        _ => {
            let Ok(snapshot) = producer_snapshot(value) else { return };
            // The bytes say which version it is.
            let version = i16::from_be_bytes([value[0], value[1]]);
            let snapshot_again = |bytes: &[u8]| producer_snapshot(bytes) == Ok(snapshot);
            again(value, |buf| ProducerSnapshot::from(snapshot).store(version, buf), snapshot_again);
        }
    }
}

/// `Topic` and the enum say the same of it.
fn same(bytes: &[u8], by_topic: Result<Stored<'_>, DecodeError>, by_enum: Result<(), &DecodeError>, is_unknown: bool) {
    match by_topic {
        Err(error) => assert_eq!(by_enum, Err(&error)),
        Ok(stored) => {
            assert_eq!(stored.message.is_none(), is_unknown);
            assert_eq!(*stored.body, bytes[stored.at..]);
            let Some(message) = stored.message else { return assert_eq!(by_enum, Ok(())) };
            let skipped = schema::skip(message.schema(), stored.body, stored.version);
            match by_enum {
                Ok(()) => assert_eq!(skipped, Ok(stored.body.len())),
                Err(error) => {
                    assert!(!error.is_incomplete(), "the end is known");
                    assert!(skipped != Ok(stored.body.len()));
                }
            }
        }
    }
}

/// What was read is stored in no more room than it says, and read again as the same.
fn again(
    bytes: &[u8],
    store: impl Fn(&mut [u8]) -> Result<usize, kafka_view::EncodeError>,
    read: impl FnOnce(&[u8]) -> bool,
) {
    with_rooms([4 * bytes.len() + 64], |[room]| {
        let n = store(room).expect("what was read can be stored");
        assert!(read(&room[..n]));
        assert_eq!(store(&mut room[..n]), Ok(n));
        assert!(n == 0 || store(&mut room[..n - 1]).is_err());
    });
}
