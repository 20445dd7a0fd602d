use super::Record;
use crate::error::{DecodeError, DecodeErrorKind as Kind, EncodeError};
use crate::message::{Decode, Encode};
use crate::messages::control_record::{
    EndTxnMarker, EndTxnMarkerView, KRaftVersionRecord, KRaftVersionRecordView, SnapshotFooterRecord,
    SnapshotFooterRecordView, SnapshotHeaderRecord, SnapshotHeaderRecordView,
};
use crate::messages::leader_change_message::{LeaderChangeMessage, LeaderChangeMessageView};
use crate::messages::voters_record::{VotersRecord, VotersRecordView};
use core::fmt;

/// The size in bytes of the key of a control record: its version, and the type.
pub(super) const KEY_LEN: usize = 4;

/// What a control record is for, by its number in the record's key (Kafka's `ControlRecordType`).
///
/// `Display` gives Kafka's name; `UNKNOWN` and the number, where Kafka 4.4 has none.
///
/// ```
/// use kafka_view::records::ControlType;
///
/// assert_eq!(ControlType::COMMIT.to_string(), "COMMIT");
/// assert_eq!(ControlType(99).to_string(), "UNKNOWN(99)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ControlType(pub i16);

impl ControlType {
    /// 0: a transaction of the batch's producer was aborted (KIP-98).
    pub const ABORT: Self = ControlType(0);
    /// 1: a transaction of the batch's producer was committed (KIP-98).
    pub const COMMIT: Self = ControlType(1);
    /// 2: the metadata quorum has a new leader (KIP-595).
    pub const LEADER_CHANGE: Self = ControlType(2);
    /// 3: a snapshot of the metadata log begins (KIP-630).
    pub const SNAPSHOT_HEADER: Self = ControlType(3);
    /// 4: a snapshot of the metadata log ends (KIP-630).
    pub const SNAPSHOT_FOOTER: Self = ControlType(4);
    /// 5: the KRaft version of the metadata quorum (KIP-853).
    pub const KRAFT_VERSION: Self = ControlType(5);
    /// 6: the voters of the metadata quorum (KIP-853).
    pub const KRAFT_VOTERS: Self = ControlType(6);

    /// Kafka's name, if it has one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::ABORT => "ABORT",
            Self::COMMIT => "COMMIT",
            Self::LEADER_CHANGE => "LEADER_CHANGE",
            Self::SNAPSHOT_HEADER => "SNAPSHOT_HEADER",
            Self::SNAPSHOT_FOOTER => "SNAPSHOT_FOOTER",
            Self::KRAFT_VERSION => "KRAFT_VERSION",
            Self::KRAFT_VOTERS => "KRAFT_VOTERS",
            _ => return None,
        })
    }

    /// The type and the version that the key of a control record says.
    ///
    /// # Errors
    /// [`ControlKey`](Kind::ControlKey) at 0, if the key is null, has less than four bytes, or a negative version.
    pub fn of_key(key: Option<&[u8]>) -> Result<(Self, i16), DecodeError> {
        let bytes = key.and_then(|key| key.first_chunk::<KEY_LEN>()).copied();
        match bytes.map(|[a, b, c, d]| (i16::from_be_bytes([a, b]), i16::from_be_bytes([c, d]))) {
            Some((version @ 0.., id)) => Ok((ControlType(id), version)),
            _ => Err(DecodeError::new(Kind::ControlKey, 0)),
        }
    }
}

impl fmt::Display for ControlType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "UNKNOWN({})", self.0),
        }
    }
}

/// What a control record says; read by [`Record::control`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ControlRecordView<'a> {
    /// A transaction of the batch's producer ends here, and what it wrote is void.
    Abort(EndTxnMarkerView<'a>),
    /// A transaction of the batch's producer ends here, and what it wrote counts.
    Commit(EndTxnMarkerView<'a>),
    /// A new leader of the metadata quorum.
    LeaderChange(LeaderChangeMessageView<'a>),
    /// The first record of a snapshot.
    SnapshotHeader(SnapshotHeaderRecordView<'a>),
    /// The last record of a snapshot.
    SnapshotFooter(SnapshotFooterRecordView<'a>),
    /// The KRaft version of the quorum.
    KRaftVersion(KRaftVersionRecordView<'a>),
    /// The voters of the quorum.
    KRaftVoters(VotersRecordView<'a>),
    /// A type that Kafka 4.4 does not know. Readers pass over it.
    Unknown {
        /// The type.
        control_type: ControlType,
        /// The version of the key, never negative.
        key_version: i16,
    },
}

impl ControlRecordView<'_> {
    /// The type.
    #[must_use]
    pub const fn control_type(&self) -> ControlType {
        match self {
            Self::Abort(_) => ControlType::ABORT,
            Self::Commit(_) => ControlType::COMMIT,
            Self::LeaderChange(_) => ControlType::LEADER_CHANGE,
            Self::SnapshotHeader(_) => ControlType::SNAPSHOT_HEADER,
            Self::SnapshotFooter(_) => ControlType::SNAPSHOT_FOOTER,
            Self::KRaftVersion(_) => ControlType::KRAFT_VERSION,
            Self::KRaftVoters(_) => ControlType::KRAFT_VOTERS,
            Self::Unknown { control_type, .. } => *control_type,
        }
    }
}

impl<'a> Record<'a> {
    /// What the record says, if it is one of a [control batch](super::RecordBatch::is_control). In other batches keys and
    /// values are the application's, and this has no meaning.
    ///
    /// Values of later versions than Kafka 4.4 knows are read as the latest that it knows, and bytes behind them are ignored,
    /// as Kafka does with markers (its `EndTransactionMarker`).
    ///
    /// # Errors
    /// They spoil this record, not its batch. [`ControlKey`](Kind::ControlKey) at 0, if the key is null, has less than four
    /// bytes, or a negative version. All others are about the value, and count from its start:
    /// [`UnexpectedNull`](Kind::UnexpectedNull), [`UnsupportedVersion`](Kind::UnsupportedVersion) if it has a negative
    /// version, [`InvalidLength`](Kind::InvalidLength) if it ends too early, and those of a message.
    ///
    /// ```
    /// # let bytes = b"\0\0\0\0\0\0\0\x07\0\0\0\x42\0\0\0\0\x02\0\0\0\0\0\x30\0\0\0\0\0\0\0\0\0\0\x03\xe8\0\0\0\0\0\0\x07\xd0\
    /// #     \0\0\0\0\0\0\0\x05\0\0\xff\xff\xff\xff\0\0\0\x01\x20\0\0\0\x08\0\0\0\x01\x0c\0\0\0\0\0\x09\0";
    /// use kafka_view::records::{Batches, ControlRecordView};
    ///
    /// let batch = Batches::new(bytes).next().unwrap()?;
    /// assert!(batch.is_control());
    /// let marker = batch.records()?.next().unwrap()?;
    /// let ControlRecordView::Commit(marker) = marker.control()? else { panic!() };
    /// assert_eq!(marker.coordinator_epoch, 9);
    /// # Ok::<(), kafka_view::DecodeError>(())
    /// ```
    pub fn control(&self) -> Result<ControlRecordView<'a>, DecodeError> {
        let (control_type, key_version) = ControlType::of_key(self.key)?;
        let value = self.value.ok_or(DecodeError::new(Kind::UnexpectedNull, 0));
        Ok(match control_type {
            ControlType::ABORT => ControlRecordView::Abort(end_marker(value?)?),
            ControlType::COMMIT => ControlRecordView::Commit(end_marker(value?)?),
            ControlType::LEADER_CHANGE => ControlRecordView::LeaderChange(versioned(value?)?),
            ControlType::SNAPSHOT_HEADER => ControlRecordView::SnapshotHeader(versioned(value?)?),
            ControlType::SNAPSHOT_FOOTER => ControlRecordView::SnapshotFooter(versioned(value?)?),
            ControlType::KRAFT_VERSION => ControlRecordView::KRaftVersion(versioned(value?)?),
            ControlType::KRAFT_VOTERS => ControlRecordView::KRaftVoters(versioned(value?)?),
            _ => ControlRecordView::Unknown { control_type, key_version },
        })
    }
}

/// The version at the front of a value, and the latest known that reads it.
fn version_of<'a, V: Decode<'a>>(value: &[u8]) -> Result<i16, DecodeError> {
    let Some(version) = value.first_chunk() else {
        return Err(DecodeError::new(Kind::InvalidLength, value.len()));
    };
    let latest = V::SCHEMA.versions().last().unwrap_or(0);
    match i16::from_be_bytes(*version) {
        version @ 0.. => Ok(version.min(latest)),
        _ => Err(DecodeError::new(Kind::UnsupportedVersion, 0)),
    }
}

/// The version stands ahead of the marker.
fn end_marker<'a>(value: &'a [u8]) -> Result<EndTxnMarkerView<'a>, DecodeError> {
    let version = version_of::<EndTxnMarkerView<'a>>(value)?;
    let body = value.get(2..).unwrap_or_default();
    match EndTxnMarkerView::decode_prefix(body, version) {
        Ok((marker, _)) => Ok(marker),
        Err(error) => Err(error.shifted(2).closed()),
    }
}

/// The version is the first field of the message.
fn versioned<'a, V: Decode<'a>>(value: &'a [u8]) -> Result<V, DecodeError> {
    let version = version_of::<V>(value)?;
    V::decode_prefix(value, version).map(|(view, _)| view).map_err(DecodeError::closed)
}

/// What a control record is to say; written by [`RecordBatchBuilder::push_control`](super::RecordBatchBuilder::push_control).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ControlRecord<'a> {
    /// A transaction of the batch's producer ends here, and what it wrote is void.
    Abort(EndTxnMarker<'a>),
    /// A transaction of the batch's producer ends here, and what it wrote counts.
    Commit(EndTxnMarker<'a>),
    /// A new leader of the metadata quorum.
    LeaderChange(LeaderChangeMessage<'a>),
    /// The first record of a snapshot.
    SnapshotHeader(SnapshotHeaderRecord<'a>),
    /// The last record of a snapshot.
    SnapshotFooter(SnapshotFooterRecord<'a>),
    /// The KRaft version of the quorum.
    KRaftVersion(KRaftVersionRecord<'a>),
    /// The voters of the quorum.
    KRaftVoters(VotersRecord<'a>),
}

impl<'a> ControlRecord<'a> {
    /// What was read, to be written again; `None` of a type that is not known.
    #[must_use]
    pub fn from_view(view: ControlRecordView<'a>) -> Option<Self> {
        Some(match view {
            ControlRecordView::Abort(marker) => ControlRecord::Abort(marker.into()),
            ControlRecordView::Commit(marker) => ControlRecord::Commit(marker.into()),
            ControlRecordView::LeaderChange(message) => ControlRecord::LeaderChange(message.into()),
            ControlRecordView::SnapshotHeader(message) => ControlRecord::SnapshotHeader(message.into()),
            ControlRecordView::SnapshotFooter(message) => ControlRecord::SnapshotFooter(message.into()),
            ControlRecordView::KRaftVersion(message) => ControlRecord::KRaftVersion(message.into()),
            ControlRecordView::KRaftVoters(message) => ControlRecord::KRaftVoters(message.into()),
            ControlRecordView::Unknown { .. } => return None,
        })
    }

    /// The type.
    #[must_use]
    pub const fn control_type(&self) -> ControlType {
        match self {
            Self::Abort(_) => ControlType::ABORT,
            Self::Commit(_) => ControlType::COMMIT,
            Self::LeaderChange(_) => ControlType::LEADER_CHANGE,
            Self::SnapshotHeader(_) => ControlType::SNAPSHOT_HEADER,
            Self::SnapshotFooter(_) => ControlType::SNAPSHOT_FOOTER,
            Self::KRaftVersion(_) => ControlType::KRAFT_VERSION,
            Self::KRaftVoters(_) => ControlType::KRAFT_VOTERS,
        }
    }

    /// The key: version 0, and the type.
    pub(super) const fn key(&self) -> [u8; KEY_LEN] {
        let [a, b] = self.control_type().0.to_be_bytes();
        [0, 0, a, b]
    }

    /// Writes the value, in the version that the message says, or counts it where there is no buffer.
    pub(super) fn encode(&self, buf: &mut [u8]) -> Result<usize, EncodeError> {
        match self {
            Self::Abort(marker) | Self::Commit(marker) => {
                let (version, body) = buf.split_at_mut_checked(2).unwrap_or_default();
                version.fill(0);
                marker.encode(0, body).map(|n| n.saturating_add(2))
            }
            Self::LeaderChange(message) => message.encode(message.version, buf),
            Self::SnapshotHeader(message) => message.encode(message.version, buf),
            Self::SnapshotFooter(message) => message.encode(message.version, buf),
            Self::KRaftVersion(message) => message.encode(message.version, buf),
            Self::KRaftVoters(message) => message.encode(message.version, buf),
        }
    }

    /// The length of the value.
    pub(super) fn encoded_len(&self) -> Result<usize, EncodeError> {
        match self {
            Self::Abort(marker) | Self::Commit(marker) => marker.encoded_len(0).map(|n| n.saturating_add(2)),
            Self::LeaderChange(message) => message.encoded_len(message.version),
            Self::SnapshotHeader(message) => message.encoded_len(message.version),
            Self::SnapshotFooter(message) => message.encoded_len(message.version),
            Self::KRaftVersion(message) => message.encoded_len(message.version),
            Self::KRaftVoters(message) => message.encoded_len(message.version),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        for (key, expected) in [
            (None, None),
            (Some(&[][..]), None),
            (Some(&[0, 0, 0]), None),
            (Some(&[0xff, 0xff, 0, 0]), None),
            (Some(&[0, 0, 0, 1]), Some((ControlType::COMMIT, 0))),
            (Some(&[0, 5, 0, 99, 0xaa]), Some((ControlType(99), 5))),
            (Some(&[0, 0, 0xff, 0xff]), Some((ControlType(-1), 0))),
        ] {
            let found = ControlType::of_key(key);
            assert_eq!(found.ok(), expected, "{key:?}");
            assert_eq!(found.is_err_and(|error| error.kind == Kind::ControlKey), expected.is_none());
        }
    }
}
