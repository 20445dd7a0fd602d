//! DescribeShareGroupOffsets: how far share groups have got (KIP-932).

message! {
    /// Asks where in its partitions a share group stands, for several groups at once (KIP-932).
    request DescribeShareGroupOffsetsRequest, DescribeShareGroupOffsetsRequestView,
        DescribeShareGroupOffsetsRequestEvent:
        key 90, versions 0..=1, flexible 0.., listeners broker {
        /// The groups to tell about.
        Groups groups: [DescribeShareGroupOffsetsRequestGroup, DescribeShareGroupOffsetsRequestGroupView];
    }
    /// A group to tell about.
    struct DescribeShareGroupOffsetsRequestGroup, DescribeShareGroupOffsetsRequestGroupView {
        /// The share group.
        GroupId group_id: string, entity(groupId);
        /// The topics to tell about; null for all that the group has offsets of.
        Topics  topics:   [DescribeShareGroupOffsetsRequestTopic, DescribeShareGroupOffsetsRequestTopicView] nullable;
    }
    /// A topic to tell about.
    struct DescribeShareGroupOffsetsRequestTopic, DescribeShareGroupOffsetsRequestTopicView {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// The numbers of the partitions.
        Partitions partitions: [int32];
    }
}

message! {
    /// Where in their partitions the share groups stand; version 1 adds how far they lag behind (KIP-1226).
    response DescribeShareGroupOffsetsResponse, DescribeShareGroupOffsetsResponseView,
        DescribeShareGroupOffsetsResponseEvent:
        key 90, versions 0..=1, flexible 0.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The groups.
        Groups         groups:
            [DescribeShareGroupOffsetsResponseGroup, DescribeShareGroupOffsetsResponseGroupView];
    }
    /// The offsets of a group.
    struct DescribeShareGroupOffsetsResponseGroup, DescribeShareGroupOffsetsResponseGroupView {
        /// The share group.
        GroupId      group_id:      string, entity(groupId);
        /// Its topics.
        Topics       topics:
            [DescribeShareGroupOffsetsResponseTopic, DescribeShareGroupOffsetsResponseTopicView];
        /// What is wrong with this group.
        ErrorCode    error_code:    error_code;
        /// The same in words.
        ErrorMessage error_message: string nullable = null;
    }
    /// The offsets of a topic.
    struct DescribeShareGroupOffsetsResponseTopic, DescribeShareGroupOffsetsResponseTopicView {
        /// The topic's name.
        TopicName  topic_name: string, entity(topicName);
        /// The topic's id.
        TopicId    topic_id:   uuid;
        /// Its partitions.
        Partitions partitions:
            [DescribeShareGroupOffsetsResponsePartition, DescribeShareGroupOffsetsResponsePartitionView];
    }
    /// The offsets of a partition.
    struct DescribeShareGroupOffsetsResponsePartition, DescribeShareGroupOffsetsResponsePartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// The first offset that the group is not done with; -1 if it has not been set.
        StartOffset    start_offset:    int64;
        /// The epoch of the partition's leader.
        LeaderEpoch    leader_epoch:    int32;
        /// How many records the group is not done with, those in delivery included; -1 if unknown (KIP-1226).
        Lag            lag:             int64 @(1..) = -1, ignorable;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
        /// The same in words.
        ErrorMessage   error_message:   string nullable = null;
    }
}
