//! AlterShareGroupOffsets: sets where a share group starts to read (KIP-932).

message! {
    /// Sets where a share group starts to read partitions; it must have no members meanwhile (KIP-932).
    request AlterShareGroupOffsetsRequest, AlterShareGroupOffsetsRequestView, AlterShareGroupOffsetsRequestEvent:
        key 91, versions 0..=0, flexible 0.., listeners broker {
        /// The share group.
        GroupId group_id: string, entity(groupId);
        /// The partitions to set, by topic.
        Topics  topics:   [AlterShareGroupOffsetsRequestTopic, AlterShareGroupOffsetsRequestTopicView];
    }
    /// A topic with partitions to set.
    struct AlterShareGroupOffsetsRequestTopic, AlterShareGroupOffsetsRequestTopicView {
        /// The topic's name.
        TopicName  topic_name: string, map_key, entity(topicName);
        /// Its partitions.
        Partitions partitions: [AlterShareGroupOffsetsRequestPartition, AlterShareGroupOffsetsRequestPartitionView];
    }
    /// A partition to set.
    struct AlterShareGroupOffsetsRequestPartition, AlterShareGroupOffsetsRequestPartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// The offset to start from; what comes before it will not be delivered any more.
        StartOffset    start_offset:    int64;
    }
}

message! {
    /// Which partitions were set.
    response AlterShareGroupOffsetsResponse, AlterShareGroupOffsetsResponseView, AlterShareGroupOffsetsResponseEvent:
        key 91, versions 0..=0, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// The same in words.
        ErrorMessage   error_message:    string nullable = null;
        /// How it went, for each topic.
        Responses      responses:        [AlterShareGroupOffsetsResponseTopic, AlterShareGroupOffsetsResponseTopicView];
    }
    /// How it went with a topic.
    struct AlterShareGroupOffsetsResponseTopic, AlterShareGroupOffsetsResponseTopicView {
        /// The topic's name.
        TopicName  topic_name: string, map_key, entity(topicName);
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions: [AlterShareGroupOffsetsResponsePartition, AlterShareGroupOffsetsResponsePartitionView];
    }
    /// How it went with a partition.
    struct AlterShareGroupOffsetsResponsePartition, AlterShareGroupOffsetsResponsePartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The same in words.
        ErrorMessage   error_message:   string nullable = null;
    }
}
