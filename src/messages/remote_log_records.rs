//! Records of the topic `__remote_log_metadata`: the log segments that were copied to remote storage (KIP-405).
//! `internal::remote_log` reads them as they are stored.

message! {
    /// A segment is about to be copied to remote storage.
    data RemoteLogSegmentMetadataRecord, RemoteLogSegmentMetadataRecordView, RemoteLogSegmentMetadataRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The segment.
        RemoteLogSegmentId    remote_log_segment_id:    (RemoteLogSegmentIdEntry, RemoteLogSegmentIdEntryView);
        /// The segment's first offset.
        StartOffset           start_offset:             int64;
        /// The segment's last offset; the segment includes it.
        EndOffset             end_offset:               int64;
        /// The broker that says so.
        BrokerId              broker_id:                int32;
        /// The largest time of its records, in milliseconds since 1970.
        MaxTimestampMs        max_timestamp_ms:         int64;
        /// When this was said, in milliseconds since 1970.
        EventTimestampMs      event_timestamp_ms:       int64;
        /// The leader epochs of its records.
        SegmentLeaderEpochs   segment_leader_epochs:    [SegmentLeaderEpochEntry, SegmentLeaderEpochEntryView];
        /// The segment's size in bytes.
        SegmentSizeInBytes    segment_size_in_bytes:    int32;
        /// Whatever the plug-in of the remote storage wants to keep; null for nothing (KIP-917).
        CustomMetadata        custom_metadata:          bytes nullable = null;
        /// 0 copying, 1 copied, 2 deleting, 3 deleted.
        RemoteLogSegmentState remote_log_segment_state: int8;
    } tagged {
        /// Whether the segment has no aborted transactions.
        0 => TxnIndexEmpty txn_index_empty: bool;
    }
    /// Where a leader epoch begins in the segment.
    struct SegmentLeaderEpochEntry, SegmentLeaderEpochEntryView {
        /// The epoch.
        LeaderEpoch leader_epoch: int32;
        /// The epoch's first offset.
        Offset      offset:       int64;
    }
    uses TopicIdPartitionEntry, TopicIdPartitionEntryView;
    uses RemoteLogSegmentIdEntry, RemoteLogSegmentIdEntryView;
}

message! {
    /// The state of a segment in remote storage has changed.
    data RemoteLogSegmentMetadataUpdateRecord, RemoteLogSegmentMetadataUpdateRecordView,
        RemoteLogSegmentMetadataUpdateRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The segment.
        RemoteLogSegmentId    remote_log_segment_id:    (RemoteLogSegmentIdEntry, RemoteLogSegmentIdEntryView);
        /// The broker that says so.
        BrokerId              broker_id:                int32;
        /// When this was said, in milliseconds since 1970.
        EventTimestampMs      event_timestamp_ms:       int64;
        /// Whatever the plug-in of the remote storage wants to keep; null for nothing (KIP-917).
        CustomMetadata        custom_metadata:          bytes nullable = null;
        /// 0 copying, 1 copied, 2 deleting, 3 deleted.
        RemoteLogSegmentState remote_log_segment_state: int8;
    }
    uses TopicIdPartitionEntry, TopicIdPartitionEntryView;
    uses RemoteLogSegmentIdEntry, RemoteLogSegmentIdEntryView;
}

message! {
    /// The state of a partition that is deleted from remote storage has changed.
    data RemotePartitionDeleteMetadataRecord, RemotePartitionDeleteMetadataRecordView,
        RemotePartitionDeleteMetadataRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The partition.
        TopicIdPartition           topic_id_partition:            (TopicIdPartitionEntry, TopicIdPartitionEntryView);
        /// The broker that says so.
        BrokerId                   broker_id:                     int32;
        /// When this was said, in milliseconds since 1970.
        EventTimestampMs           event_timestamp_ms:            int64;
        /// 0 marked to be deleted, 1 deleting, 2 deleted.
        RemotePartitionDeleteState remote_partition_delete_state: int8;
    }
    uses TopicIdPartitionEntry, TopicIdPartitionEntryView;
}

message! {
    /// A segment in remote storage, in a snapshot of the segments of one partition.
    data RemoteLogSegmentMetadataSnapshotRecord, RemoteLogSegmentMetadataSnapshotRecordView,
        RemoteLogSegmentMetadataSnapshotRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The segment's id.
        SegmentId             segment_id:               uuid;
        /// The segment's first offset.
        StartOffset           start_offset:             int64;
        /// The segment's last offset; the segment includes it.
        EndOffset             end_offset:               int64;
        /// The broker that says so.
        BrokerId              broker_id:                int32;
        /// The largest time of its records, in milliseconds since 1970.
        MaxTimestampMs        max_timestamp_ms:         int64;
        /// When this was said, in milliseconds since 1970.
        EventTimestampMs      event_timestamp_ms:       int64;
        /// The leader epochs of its records.
        SegmentLeaderEpochs   segment_leader_epochs:    [SnapshotLeaderEpochEntry, SnapshotLeaderEpochEntryView];
        /// The segment's size in bytes.
        SegmentSizeInBytes    segment_size_in_bytes:    int32;
        /// Whatever the plug-in of the remote storage wants to keep; null for nothing (KIP-917).
        CustomMetadata        custom_metadata:          bytes nullable = null;
        /// 0 copying, 1 copied, 2 deleting, 3 deleted.
        RemoteLogSegmentState remote_log_segment_state: int8;
    } tagged {
        /// Whether the segment has no aborted transactions.
        0 => TxnIndexEmpty txn_index_empty: bool;
    }
    /// Where a leader epoch begins in the segment.
    struct SnapshotLeaderEpochEntry, SnapshotLeaderEpochEntryView named SegmentLeaderEpochEntry {
        /// The epoch.
        LeaderEpoch leader_epoch: int32;
        /// The epoch's first offset.
        Offset      offset:       int64;
    }
}

shared! {
    /// A partition.
    struct TopicIdPartitionEntry, TopicIdPartitionEntryView {
        /// The topic's name.
        Name      name:      string;
        /// The topic's id.
        Id        id:        uuid;
        /// The partition's number.
        Partition partition: int32;
    }
    /// A segment of a partition.
    struct RemoteLogSegmentIdEntry, RemoteLogSegmentIdEntryView {
        /// The partition.
        TopicIdPartition topic_id_partition: (TopicIdPartitionEntry, TopicIdPartitionEntryView);
        /// The segment's id.
        Id               id:                 uuid;
    }
}
