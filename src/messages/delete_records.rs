//! DeleteRecords: drops the oldest records of partitions (KIP-107).

message! {
    /// Asks the leaders of partitions to move the start of the log up, past records that nobody needs.
    request DeleteRecordsRequest, DeleteRecordsRequestView, DeleteRecordsRequestEvent:
        key 21, versions 0..=2, flexible 2.., listeners broker {
        /// The topics with records to drop.
        Topics    topics:     [DeleteRecordsTopic, DeleteRecordsTopicView];
        /// How long to wait until all live replicas have followed, in milliseconds.
        TimeoutMs timeout_ms: int32;
    }
    /// A topic with records to drop.
    struct DeleteRecordsTopic, DeleteRecordsTopicView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [DeleteRecordsPartition, DeleteRecordsPartitionView];
    }
    /// A partition with records to drop.
    struct DeleteRecordsPartition, DeleteRecordsPartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// The first offset to keep: all before it goes; -1 for the high watermark, so that all committed records go.
        Offset         offset:          int64;
    }
}

message! {
    /// Where the partitions begin now.
    response DeleteRecordsResponse, DeleteRecordsResponseView, DeleteRecordsResponseEvent:
        key 21, versions 0..=2, flexible 2.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The outcome for each topic.
        Topics         topics:           [DeleteRecordsTopicResult, DeleteRecordsTopicResultView];
    }
    /// The outcome for a topic.
    struct DeleteRecordsTopicResult, DeleteRecordsTopicResultView {
        /// The topic's name.
        Name       name:       string, map_key, entity(topicName);
        /// Its partitions.
        Partitions partitions: [DeleteRecordsPartitionResult, DeleteRecordsPartitionResultView];
    }
    /// The outcome for a partition.
    struct DeleteRecordsPartitionResult, DeleteRecordsPartitionResultView {
        /// The partition's number.
        PartitionIndex partition_index: int32, map_key;
        /// The lowest offset at which the log of a live replica begins; -1 in case of an error.
        LowWatermark   low_watermark:   int64;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
