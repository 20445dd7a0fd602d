//! The records of the topic `__remote_log_metadata`: segments that were copied to remote storage (KIP-405).

use crate::messages::remote_log_records::*;

framed! {
    /// A record of `__remote_log_metadata`, and its version. Keys are null.
    ///
    /// Layout: the unsigned varints frame version (1), record type and version; body.
    records RemoteLogRecord;
    /// A segment is about to be copied to remote storage.
    0 => RemoteLogSegmentMetadata: RemoteLogSegmentMetadataRecord RemoteLogSegmentMetadataRecordView;
    /// The state of a segment in remote storage has changed.
    1 => RemoteLogSegmentMetadataUpdate: RemoteLogSegmentMetadataUpdateRecord RemoteLogSegmentMetadataUpdateRecordView;
    /// The state of a partition that is deleted from remote storage has changed.
    2 => RemotePartitionDeleteMetadata: RemotePartitionDeleteMetadataRecord RemotePartitionDeleteMetadataRecordView;
    /// A segment in remote storage, in a snapshot of the segments of one partition.
    3 => RemoteLogSegmentMetadataSnapshot:
        RemoteLogSegmentMetadataSnapshotRecord RemoteLogSegmentMetadataSnapshotRecordView;
}
