//! OffsetDelete: forgets what a consumer group has committed (KIP-496).

message! {
    /// Deletes committed offsets of a consumer group, of topics that no member subscribes to (KIP-496).
    request OffsetDeleteRequest, OffsetDeleteRequestView, OffsetDeleteRequestEvent:
        key 47, versions 0..=0, flexible none, listeners broker {
        /// The group.
        GroupId group_id: string, entity(groupId);
        /// The partitions whose offsets to delete.
        Topics  topics:   [OffsetDeleteRequestTopic, OffsetDeleteRequestTopicView];
    }
    /// A topic with offsets to delete.
    struct OffsetDeleteRequestTopic, OffsetDeleteRequestTopicView {
        /// The topic's name.
        Name       name:       string, map_key, entity(topicName);
        /// Its partitions.
        Partitions partitions: [OffsetDeleteRequestPartition, OffsetDeleteRequestPartitionView];
    }
    /// A partition whose offset to delete.
    struct OffsetDeleteRequestPartition, OffsetDeleteRequestPartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
    }
}

message! {
    /// Which of the offsets were deleted.
    response OffsetDeleteResponse, OffsetDeleteResponseView, OffsetDeleteResponseEvent:
        key 47, versions 0..=0, flexible none {
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code;
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32, ignorable;
        /// The topics of the request.
        Topics         topics:           [OffsetDeleteResponseTopic, OffsetDeleteResponseTopicView];
    }
    /// How it went for a topic.
    struct OffsetDeleteResponseTopic, OffsetDeleteResponseTopicView {
        /// The topic's name.
        Name       name:       string, map_key, entity(topicName);
        /// Its partitions.
        Partitions partitions: [OffsetDeleteResponsePartition, OffsetDeleteResponsePartitionView];
    }
    /// How it went for a partition.
    struct OffsetDeleteResponsePartition, OffsetDeleteResponsePartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32, map_key;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
