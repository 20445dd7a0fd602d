//! WriteShareGroupState: the leader of a partition has the state of a share group stored (KIP-932).

message! {
    /// Stores how far a share group has come with partitions. The leaders of the partitions send it to the share
    /// coordinator, which keeps it in `__share_group_state` (KIP-932).
    request WriteShareGroupStateRequest, WriteShareGroupStateRequestView, WriteShareGroupStateRequestEvent:
        key 85, versions 0..=1, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string;
        /// The topics.
        Topics  topics:   [WriteStateData, WriteStateDataView];
    }
    /// A topic.
    struct WriteStateData, WriteStateDataView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// The state of a partition.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        Partition             partition:               int32;
        /// Grows whenever the state is begun anew; a write for an older one is refused.
        StateEpoch            state_epoch:             int32;
        /// The leader epoch of the sender; a write by an older leader is refused.
        LeaderEpoch           leader_epoch:            int32;
        /// The first offset that the group has not done with; -1 leaves it as it is.
        StartOffset           start_offset:            int64;
        /// How many records from there on are done with already; -1 if unknown (KIP-1226).
        DeliveryCompleteCount delivery_complete_count: int32 @(1..) = -1, ignorable;
        /// Ranges whose state has changed.
        StateBatches          state_batches:           [StateBatch, StateBatchView];
    }
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

message! {
    /// Whether the state was stored.
    response WriteShareGroupStateResponse, WriteShareGroupStateResponseView, WriteShareGroupStateResponseEvent:
        key 85, versions 0..=1, flexible 0.. {
        /// The topics.
        Results results: [WriteStateResult, WriteStateResultView];
    }
    /// A topic.
    struct WriteStateResult, WriteStateResultView {
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionResult, PartitionResultView];
    }
    /// A partition.
    struct PartitionResult, PartitionResultView {
        /// The partition's number.
        Partition    partition:     int32;
        /// What is wrong with this partition.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
    }
}
