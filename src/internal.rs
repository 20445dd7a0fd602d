//! What brokers keep for themselves: the records of internal topics, of the metadata log and its snapshots.
//!
//! A message stands in each key and value, and ahead of it what says which one, and in which version:
//!
//! | topic | module | key | value |
//! |---|---|---|---|
//! | `__consumer_offsets` | [`group`] | int16 record type, body | int16 version, body |
//! | `__share_group_state` | [`share`] | int16 record type, body | int16 version, body |
//! | `__transaction_state` | [`transaction`] | int16 record type, body | int16 version, body |
//! | `__cluster_metadata`, snapshots | [`metadata`] | null | uvarint frame version (1), uvarint record type, uvarint version, body |
//! | `__remote_log_metadata` | [`remote_log`] | null | uvarint frame version (1), uvarint record type, uvarint version, body |
//! | files `.snapshot` of producers | [`storage`] | | int16 version, body |
//!
//! The body of a key is never flexible and has one version, which is not written. A coordinator's value does not say what it is:
//! the key does. A null value is a tombstone: what the key names is gone. The metadata quorum keeps its elections as JSON, in the
//! form of [`QuorumStateData`](crate::messages::quorum_state_data::QuorumStateData).
//!
//! The enums stay open: a type or a version that Kafka 4.4 does not have passes as bytes. [`Topic`] is for code that finds out at
//! run time which topic it reads, [`Store`] writes.
//!
//! ```
//! use kafka_view::internal::group::{GroupKey, GroupValue};
//!
//! let (key, value) = (b"\0\x01\0\x01g\0\x01t\0\0\0\x05", b"\0\x03\0\0\0\0\0\0\0\x2a\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0");
//! let key = GroupKey::decode(key)?;
//! let GroupKey::OffsetCommit(of) = key else { panic!() };
//! let GroupValue::OffsetCommit(committed, 3) = key.value(value)? else { panic!() };
//! assert_eq!((of.group, of.topic, of.partition, committed.offset), ("g".into(), "t".into(), 5, 42));
//! # Ok::<(), kafka_view::DecodeError>(())
//! ```

use crate::error::{DecodeError, DecodeErrorKind as Kind, EncodeError};
use crate::message::{Decode, Encode, written_behind};
use crate::messages::Message;
use crate::varint;
use crate::wire::DebugBytes;
use core::fmt;

#[macro_use]
mod declare;
pub mod group;
pub mod metadata;
pub mod remote_log;
pub mod share;
pub mod storage;
pub mod transaction;

/// The frame version of metadata and remote-log records.
const FRAME_VERSION: u32 = 1;

/// What stands ahead of a body that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Front {
    /// An int16 record type: a coordinator's key. The version is not written.
    Key(i16),
    /// An int16 version: a coordinator's value, or a snapshot of producers.
    Value,
    /// Three unsigned varints, frame version, record type and version: a record of the metadata or the remote log.
    Frame(i16),
}

/// A message that brokers store, with what stands ahead of it.
///
/// ```
/// use kafka_view::{internal::Store, messages::cluster_metadata_records::FeatureLevelRecord};
///
/// let record = FeatureLevelRecord { name: "kraft.version".into(), feature_level: 1, ..Default::default() };
/// let mut buf = [0; 32];
/// let n = record.store(0, &mut buf)?;
/// assert_eq!(buf[..n], *b"\x01\x0c\0\x0ekraft.version\0\x01\0");
/// # Ok::<(), kafka_view::EncodeError>(())
/// ```
pub trait Store: Encode {
    /// What stands ahead of the body.
    const FRONT: Front;

    /// Writes the front and the body into `buf`, and says how many bytes they take. A key has one version, whatever `version` is.
    ///
    /// # Errors
    /// As [`Encode::encode`]; offsets count from the start of `buf`.
    fn store(&self, version: i16, buf: &mut [u8]) -> Result<usize, EncodeError> {
        let version = match Self::FRONT {
            Front::Key(_) => *Self::SCHEMA.versions().start(),
            Front::Value | Front::Frame(_) => version,
        };
        let w = written_behind(self, version, buf, |w| match Self::FRONT {
            Front::Key(record_type) => w.raw(&record_type.to_be_bytes()),
            Front::Value => w.raw(&version.to_be_bytes()),
            Front::Frame(record_type) => {
                w.uvarint(FRAME_VERSION);
                w.uvarint(record_type.unsigned_abs().into());
                w.uvarint(version.unsigned_abs().into());
            }
        })?;
        w.finish()
    }
}

/// A topic that brokers keep, for code that finds out at run time which one it reads.
///
/// ```
/// use kafka_view::internal::Topic;
///
/// let stored = Topic::ClusterMetadata.value(None, b"\x01\x14\0\0")?;
/// assert_eq!(stored.message.map(|message| message.name()), Some("NoOpRecord"));
/// assert_eq!((stored.record_type, stored.version, stored.body), (20, 0, &b"\0"[..]));
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Topic {
    /// `__consumer_offsets`, of the group coordinator.
    ConsumerOffsets,
    /// `__share_group_state`, of the share coordinator.
    ShareState,
    /// `__transaction_state`, of the transaction coordinator.
    TransactionState,
    /// `__cluster_metadata` and its snapshots.
    ClusterMetadata,
    /// `__remote_log_metadata`.
    RemoteLog,
}

/// What a key or value is, and its body, not yet decoded.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Stored<'a> {
    /// The record type.
    pub record_type: i16,
    /// The version of the body.
    pub version: i16,
    /// The message in the body; `None` if the type, or the version of it, is not known.
    pub message: Option<Message>,
    /// The body. It begins this many bytes into the key or value.
    pub at: usize,
    /// The body's bytes.
    pub body: &'a [u8],
}

impl fmt::Debug for Stored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored")
            .field("record_type", &self.record_type)
            .field("version", &self.version)
            .field("message", &self.message)
            .field("at", &self.at)
            .field("body", &DebugBytes(self.body))
            .finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Stored<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        let (record_type, version, body) = (self.record_type, self.version, self.body.len());
        defmt::write!(f, "Stored(type {=i16}, version {=i16}, {=usize} bytes)", record_type, version, body);
    }
}

impl Topic {
    /// Whether records have keys, which say what their values are.
    #[must_use]
    pub const fn has_keys(self) -> bool {
        matches!(self, Topic::ConsumerOffsets | Topic::ShareState | Topic::TransactionState)
    }

    /// What a record's key is. In a topic without keys it is nothing known: of the type -1, and all body.
    ///
    /// # Errors
    /// [`InvalidLength`](Kind::InvalidLength) if the key has less than two bytes, in a topic with keys.
    pub fn key(self, bytes: &[u8]) -> Result<Stored<'_>, DecodeError> {
        if !self.has_keys() {
            return Ok(Stored { record_type: -1, version: 0, message: None, at: 0, body: bytes });
        }
        let (record_type, body) = int16(bytes)?;
        let message = self.names(record_type).map(|[key, _]| key).and_then(Message::from_name);
        let version = message.map_or(0, |message| *message.schema().versions().start());
        Ok(Stored { record_type, version, message, at: 2, body })
    }

    /// What a record's value is; `record_type` is that of the key, if the topic has keys. Without it the type is -1, and unknown.
    ///
    /// # Errors
    /// Those of the front: [`InvalidLength`](Kind::InvalidLength) if it ends too early,
    /// [`UnsupportedVersion`](Kind::UnsupportedVersion) if the frame version is not 1, and
    /// [`InvalidVarint`](Kind::InvalidVarint) where it is none, or does not fit 15 bits.
    pub fn value(self, record_type: Option<i16>, bytes: &[u8]) -> Result<Stored<'_>, DecodeError> {
        let (record_type, version, at) =
            if self.has_keys() { (record_type.unwrap_or(-1), int16(bytes)?.0, 2) } else { frame(bytes)? };
        let message = self.names(record_type).map(|[_, value]| value).and_then(Message::from_name);
        let message = message.filter(|message| message.schema().has_version(version));
        Ok(Stored { record_type, version, message, at, body: bytes.get(at..).unwrap_or_default() })
    }

    /// Kafka's names of the key and the value of a record type.
    fn names(self, record_type: i16) -> Option<[&'static str; 2]> {
        match self {
            Topic::ConsumerOffsets => group::names(record_type),
            Topic::ShareState => share::names(record_type),
            Topic::TransactionState => transaction::names(record_type),
            Topic::ClusterMetadata => metadata::names(record_type).map(|name| [name, name]),
            Topic::RemoteLog => remote_log::names(record_type).map(|name| [name, name]),
        }
    }
}

/// The number at the front of a coordinator's key or value, and the body.
fn int16(bytes: &[u8]) -> Result<(i16, &[u8]), DecodeError> {
    let (number, body) = bytes.split_first_chunk().ok_or(DecodeError::new(Kind::InvalidLength, bytes.len()))?;
    Ok((i16::from_be_bytes(*number), body))
}

/// The record type and the version at the front of a framed record, and where its body begins.
fn frame(bytes: &[u8]) -> Result<(i16, i16, usize), DecodeError> {
    let mut at = 0_usize;
    let mut next = || {
        let (number, used) =
            varint::unsigned(bytes.get(at..).unwrap_or_default()).map_err(|error| error.closed().shifted(at))?;
        let from = at;
        at = at.saturating_add(used);
        Ok((number, from))
    };
    let (frame_version, _) = next()?;
    if frame_version != FRAME_VERSION {
        return Err(DecodeError::new(Kind::UnsupportedVersion, 0));
    }
    let mut short = || {
        let (number, from) = next()?;
        i16::try_from(number).map_err(|_| DecodeError::new(Kind::InvalidVarint, from))
    };
    let (record_type, version) = (short()?, short()?);
    Ok((record_type, version, at))
}

/// The body that begins at a byte, and ends with the key or value.
fn body<'a, V: Decode<'a>>(bytes: &'a [u8], at: usize, version: i16) -> Result<V, DecodeError> {
    V::decode(bytes.get(at..).unwrap_or_default(), version).map_err(|error| error.closed().shifted(at))
}
