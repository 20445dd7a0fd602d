//! Control records: what stands in control batches, among the records of a log but not meant for applications.

message! {
    /// The key of every control record, which says what its value is; 16 bits ahead of it say its version (KIP-98).
    data ControlRecordTypeSchema, ControlRecordTypeSchemaView, ControlRecordTypeSchemaEvent:
        versions 0..=0, flexible none {
        /// 0 abort, 1 commit, 2 change of leader, 3 header and 4 footer of a snapshot, 5 KRaft version, 6 voters.
        Type type_: int16;
    }
}

message! {
    /// The value of the marker that aborts or commits a transaction in a partition; 16 bits ahead of it say its version
    /// (KIP-98).
    data EndTxnMarker, EndTxnMarkerView, EndTxnMarkerEvent:
        versions 0..=0, flexible none {
        /// The epoch of the transaction coordinator that decided, so that an outdated coordinator is noticed.
        CoordinatorEpoch coordinator_epoch: int32;
    }
}

message! {
    /// The value of the record that begins a snapshot of the metadata log (KIP-630).
    data SnapshotHeaderRecord, SnapshotHeaderRecordView, SnapshotHeaderRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The version of this record; nothing stands ahead of it to say so.
        Version                   version:                      int16;
        /// The time of the newest record that went into the snapshot, in milliseconds since 1970.
        LastContainedLogTimestamp last_contained_log_timestamp: int64;
    }
}

message! {
    /// The value of the record that ends a snapshot; a snapshot without it is incomplete (KIP-630).
    data SnapshotFooterRecord, SnapshotFooterRecordView, SnapshotFooterRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The version of this record; nothing stands ahead of it to say so.
        Version version: int16;
    }
}

message! {
    /// The value of the record, in the metadata log and its snapshots, that says which KRaft version the quorum is at
    /// (KIP-853).
    data KRaftVersionRecord, KRaftVersionRecordView, KRaftVersionRecordEvent:
        versions 0..=0, flexible 0.. {
        /// The version of this record; nothing stands ahead of it to say so.
        Version      version:       int16;
        /// 0 if the voters are fixed by configuration, 1 if the log says who they are.
        KRaftVersion kraft_version: int16;
    }
}
