//! InitializeShareGroupState: sets up the stored state of share partitions (KIP-932).

message! {
    /// The group coordinator has a share coordinator set up the state of partitions that a share group begins with.
    request InitializeShareGroupStateRequest, InitializeShareGroupStateRequestView,
        InitializeShareGroupStateRequestEvent:
        key 83, versions 0..=0, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string;
        /// The partitions to set up.
        Topics  topics:   [InitializeStateData, InitializeStateDataView];
    }
    /// A topic to set up.
    struct InitializeStateData, InitializeStateDataView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// A partition to set up.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        Partition   partition:    int32;
        /// Counts how often the state was set up anew; an older epoch is refused.
        StateEpoch  state_epoch:  int32;
        /// The offset that the group begins with; -1 if that is decided later.
        StartOffset start_offset: int64;
    }
}

message! {
    /// How setting up went.
    response InitializeShareGroupStateResponse, InitializeShareGroupStateResponseView,
        InitializeShareGroupStateResponseEvent:
        key 83, versions 0..=0, flexible 0.. {
        /// One for each topic.
        Results results: [InitializeStateResult, InitializeStateResultView];
    }
    /// How setting up a topic went.
    struct InitializeStateResult, InitializeStateResultView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionResult, PartitionResultView];
    }
    /// How setting up a partition went.
    struct PartitionResult, PartitionResultView {
        /// The partition's number.
        Partition    partition:     int32;
        /// What is wrong with this partition.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
    }
}
