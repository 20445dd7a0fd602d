//! What a broker keeps beside the segments of a partition.

use super::{body, int16};
use crate::message::Decode as _;
use crate::messages::producer_snapshot::{ProducerSnapshot, ProducerSnapshotView};
use crate::{DecodeError, DecodeErrorKind as Kind};

/// Decodes a snapshot of a partition's producers: a file `.snapshot`.
///
/// Layout: int16 version, body. The checksum in it is not checked: it is the CRC-32C of all that follows it.
///
/// # Errors
/// What is wrong and at which byte of `bytes`; of a version that is not known
/// [`UnsupportedVersion`](Kind::UnsupportedVersion) at 0. As the end is known, one that comes too early is
/// [`InvalidLength`](Kind::InvalidLength), never incomplete.
///
/// ```
/// use kafka_view::internal::storage::producer_snapshot;
///
/// let snapshot = producer_snapshot(b"\0\x01\x48\x67\x4b\xc7\0\0\0\0")?;
/// assert!(snapshot.producer_entries.is_empty());
/// # Ok::<(), kafka_view::DecodeError>(())
/// ```
pub fn producer_snapshot(bytes: &[u8]) -> Result<ProducerSnapshotView<'_>, DecodeError> {
    let (version, _) = int16(bytes)?;
    if !ProducerSnapshotView::SCHEMA.has_version(version) {
        return Err(DecodeError::new(Kind::UnsupportedVersion, 0));
    }
    body(bytes, 2, version)
}

stored! { ProducerSnapshot crate::internal::Front::Value; }
