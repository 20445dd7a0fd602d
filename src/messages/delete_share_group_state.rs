//! DeleteShareGroupState: removes what a share coordinator stores for a share group (KIP-932).

message! {
    /// Asks a share coordinator to remove the delivery state of a share group's partitions. A group coordinator
    /// sends it to clean up (KIP-932).
    request DeleteShareGroupStateRequest, DeleteShareGroupStateRequestView, DeleteShareGroupStateRequestEvent:
        key 86, versions 0..=0, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string;
        /// The topics whose state goes.
        Topics  topics:   [DeleteStateData, DeleteStateDataView];
    }
    /// A topic whose state goes.
    struct DeleteStateData, DeleteStateDataView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionData, PartitionDataView];
    }
    /// A partition whose state goes.
    struct PartitionData, PartitionDataView {
        /// The partition's number.
        Partition partition: int32;
    }
}

message! {
    /// Whether the state was removed.
    response DeleteShareGroupStateResponse, DeleteShareGroupStateResponseView, DeleteShareGroupStateResponseEvent:
        key 86, versions 0..=0, flexible 0.. {
        /// The outcome for each topic.
        Results results: [DeleteStateResult, DeleteStateResultView];
    }
    /// The outcome for a topic.
    struct DeleteStateResult, DeleteStateResultView {
        /// The topic.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [PartitionResult, PartitionResultView];
    }
    /// The outcome for a partition.
    struct PartitionResult, PartitionResultView {
        /// The partition's number.
        Partition    partition:     int32;
        /// What is wrong with this partition.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
    }
}
