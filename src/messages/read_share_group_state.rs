//! ReadShareGroupState: a share group's stored progress in partitions (KIP-932).

message! {
    /// Asks a share coordinator for a share group's stored progress: brokers send it when they begin to serve a
    /// partition to the group (KIP-932).
    request ReadShareGroupStateRequest, ReadShareGroupStateRequestView, ReadShareGroupStateRequestEvent:
        key 84, versions 0..=0, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string;
        /// The topics to tell about.
        Topics  topics:   [ReadStateData, ReadStateDataView];
    }
    /// A topic to tell about.
    struct ReadStateData, ReadStateDataView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// A partition to tell about.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        Partition   partition:    int32;
        /// The epoch of the asking broker's leadership; one that has been overtaken is refused.
        LeaderEpoch leader_epoch: int32;
    }
}

message! {
    /// A share group's stored progress.
    response ReadShareGroupStateResponse, ReadShareGroupStateResponseView, ReadShareGroupStateResponseEvent:
        key 84, versions 0..=0, flexible 0.. {
        /// The topics of the request.
        Results results: [ReadStateResult, ReadStateResultView];
    }
    /// The progress in a topic.
    struct ReadStateResult, ReadStateResultView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionResult, PartitionResultView];
    }
    /// The progress in a partition.
    struct PartitionResult, PartitionResultView {
        /// The partition's number.
        Partition    partition:     int32;
        /// What is wrong with this partition.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
        /// Which initialization of the state this is: a new one has a higher epoch.
        StateEpoch   state_epoch:   int32;
        /// Where the group's work begins: everything before is done; -1 if not yet initialized.
        StartOffset  start_offset:  int64;
        /// What became of the records from there on.
        StateBatches state_batches: [StateBatch, StateBatchView];
    }
    /// A range of offsets in one state.
    struct StateBatch, StateBatchView {
        /// The first offset.
        FirstOffset   first_offset:   int64;
        /// The last offset; the range includes it.
        LastOffset    last_offset:    int64;
        /// The state: 0 available, 2 acknowledged, 4 archived.
        DeliveryState delivery_state: int8;
        /// How often these records were delivered.
        DeliveryCount delivery_count: int16;
    }
}
