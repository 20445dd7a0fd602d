//! Records of the topic `__share_group_state`: how far a share group is in a partition (KIP-932). `internal::share`
//! reads them as they are stored.

message! {
    /// Whose state it is: a share group's, in a partition.
    data ShareSnapshotKey, ShareSnapshotKeyView, ShareSnapshotKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId   group_id:  string;
        /// The topic's id.
        TopicId   topic_id:  uuid;
        /// The partition's number.
        Partition partition: int32;
    }
}

message! {
    /// All of the state of a share group in a partition. It takes the place of what came before.
    data ShareSnapshotValue, ShareSnapshotValueView, ShareSnapshotValueEvent:
        versions 0..=0, flexible 0.. {
        /// The number of the snapshot, which grows with each; updates have that of the snapshot that they belong to.
        SnapshotEpoch   snapshot_epoch:   int32;
        /// Grows whenever the state is begun anew.
        StateEpoch      state_epoch:      int32;
        /// The epoch of the partition's leader that sent the state.
        LeaderEpoch     leader_epoch:     int32;
        /// The first offset that the group has not done with; -1 if it has not begun.
        StartOffset     start_offset:     int64;
        /// When the state was begun, in milliseconds since 1970.
        CreateTimestamp create_timestamp: int64;
        /// When this snapshot was written, in milliseconds since 1970.
        WriteTimestamp  write_timestamp:  int64;
        /// Ranges of records that are not simply available.
        StateBatches    state_batches:    [StateBatch, StateBatchView];
    } tagged {
        /// How many records from there on are done with already; -1 if unknown (KIP-1226).
        0 => DeliveryCompleteCount delivery_complete_count: int32 = -1;
    }
    uses StateBatch, StateBatchView;
}

message! {
    /// Whose state it is: a share group's, in a partition.
    data ShareUpdateKey, ShareUpdateKeyView, ShareUpdateKeyEvent:
        versions 0..=0, flexible none {
        /// The group.
        GroupId   group_id:  string;
        /// The topic's id.
        TopicId   topic_id:  uuid;
        /// The partition's number.
        Partition partition: int32;
    }
}

message! {
    /// What has changed since the latest ShareSnapshotValue.
    data ShareUpdateValue, ShareUpdateValueView, ShareUpdateValueEvent:
        versions 0..=0, flexible 0.. {
        /// The number of the snapshot, which grows with each; updates have that of the snapshot that they belong to.
        SnapshotEpoch snapshot_epoch: int32;
        /// The epoch of the partition's leader that sent the state.
        LeaderEpoch   leader_epoch:   int32;
        /// The first offset that the group has not done with; -1 if it has not changed.
        StartOffset   start_offset:   int64;
        /// Ranges whose state has changed.
        StateBatches  state_batches:  [StateBatch, StateBatchView];
    } tagged {
        /// How many records from there on are done with already; -1 if unknown (KIP-1226).
        0 => DeliveryCompleteCount delivery_complete_count: int32 = -1;
    }
    uses StateBatch, StateBatchView;
}

shared! {
    /// A range of offsets, and the state of its records.
    struct StateBatch, StateBatchView {
        /// The first offset.
        FirstOffset   first_offset:   int64;
        /// The last offset; the range includes it.
        LastOffset    last_offset:    int64;
        /// 0 available, 2 acknowledged, 4 archived.
        DeliveryState delivery_state: int8;
        /// How often these records were delivered.
        DeliveryCount delivery_count: int16;
    }
}
