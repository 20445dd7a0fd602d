//! OffsetFetch: what a consumer group has committed.

message! {
    /// Asks for the committed offsets of consumer groups: of one up to version 7, of several from version 8 on (KIP-709).
    request OffsetFetchRequest, OffsetFetchRequestView, OffsetFetchRequestEvent:
        key 9, versions 0..=10, flexible 6.., listeners broker {
        /// The group.
        GroupId       group_id:       string @(..=7), entity(groupId);
        /// The partitions to tell about; null for all of the group's.
        Topics        topics:         [OffsetFetchRequestTopic, OffsetFetchRequestTopicView] nullable(2..=7) @(..=7);
        /// The groups, each with its partitions.
        Groups        groups:         [OffsetFetchRequestGroup, OffsetFetchRequestGroupView] @(8..);
        /// Whether offsets of open transactions are refused with a retriable error instead of being told (KIP-447).
        RequireStable require_stable: bool @(7..);
    }
    /// A topic to tell about.
    struct OffsetFetchRequestTopic, OffsetFetchRequestTopicView {
        /// The topic's name.
        Name             name:              string, entity(topicName);
        /// The numbers of the partitions.
        PartitionIndexes partition_indexes: [int32];
    }
    /// A group to tell about.
    struct OffsetFetchRequestGroup, OffsetFetchRequestGroupView {
        /// The group.
        GroupId     group_id:     string, entity(groupId);
        /// The member that asks, in the new consumer protocol (KIP-848).
        MemberId    member_id:    string nullable @(9..) = null, ignorable;
        /// Its epoch; -1 where there is none.
        MemberEpoch member_epoch: int32 @(9..) = -1, ignorable;
        /// The partitions to tell about; null for all of the group's.
        Topics      topics:       [OffsetFetchRequestTopics, OffsetFetchRequestTopicsView] nullable;
    }
    /// A topic of a group to tell about.
    struct OffsetFetchRequestTopics, OffsetFetchRequestTopicsView {
        /// The topic's name; from version 10 on its id stands instead.
        Name             name:              string @(..=9), ignorable, entity(topicName);
        /// The topic's id (KIP-848).
        TopicId          topic_id:          uuid @(10..), ignorable;
        /// The numbers of the partitions.
        PartitionIndexes partition_indexes: [int32];
    }
}

message! {
    /// The committed offsets of consumer groups.
    response OffsetFetchResponse, OffsetFetchResponseView, OffsetFetchResponseEvent:
        key 9, versions 0..=10, flexible 6.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(3..), ignorable;
        /// The offsets of the one group.
        Topics         topics:           [OffsetFetchResponseTopic, OffsetFetchResponseTopicView] @(..=7);
        /// What is wrong with the request as a whole.
        ErrorCode      error_code:       error_code @(2..=7), ignorable;
        /// The offsets of each group.
        Groups         groups:           [OffsetFetchResponseGroup, OffsetFetchResponseGroupView] @(8..);
    }
    /// The offsets of a topic.
    struct OffsetFetchResponseTopic, OffsetFetchResponseTopicView {
        /// The topic's name.
        Name       name:       string, entity(topicName);
        /// Its partitions.
        Partitions partitions: [OffsetFetchResponsePartition, OffsetFetchResponsePartitionView];
    }
    /// The offset of a partition.
    struct OffsetFetchResponsePartition, OffsetFetchResponsePartitionView {
        /// The partition's number.
        PartitionIndex       partition_index:        int32;
        /// The offset of the next record to consume; -1 if none was committed.
        CommittedOffset      committed_offset:       int64;
        /// The leader epoch of the last consumed record, if it was committed too (KIP-320).
        CommittedLeaderEpoch committed_leader_epoch: int32 @(5..) = -1, ignorable;
        /// What the committer wrote beside the offset.
        Metadata             metadata:               string nullable;
        /// What is wrong with this partition.
        ErrorCode            error_code:             error_code;
    }
    /// The offsets of a group.
    struct OffsetFetchResponseGroup, OffsetFetchResponseGroupView {
        /// The group.
        GroupId   group_id:   string, entity(groupId);
        /// Its topics.
        Topics    topics:     [OffsetFetchResponseTopics, OffsetFetchResponseTopicsView];
        /// What is wrong with this group.
        ErrorCode error_code: error_code;
    }
    /// The offsets of a topic of a group.
    struct OffsetFetchResponseTopics, OffsetFetchResponseTopicsView {
        /// The topic's name; from version 10 on its id stands instead.
        Name       name:       string @(..=9), ignorable, entity(topicName);
        /// The topic's id (KIP-848).
        TopicId    topic_id:   uuid @(10..), ignorable;
        /// Its partitions.
        Partitions partitions: [OffsetFetchResponsePartitions, OffsetFetchResponsePartitionsView];
    }
    /// The offset of a partition of a group.
    struct OffsetFetchResponsePartitions, OffsetFetchResponsePartitionsView {
        /// The partition's number.
        PartitionIndex       partition_index:        int32;
        /// The offset of the next record to consume; -1 if none was committed.
        CommittedOffset      committed_offset:       int64;
        /// The leader epoch of the last consumed record, if it was committed too (KIP-320).
        CommittedLeaderEpoch committed_leader_epoch: int32 = -1, ignorable;
        /// What the committer wrote beside the offset.
        Metadata             metadata:               string nullable;
        /// What is wrong with this partition.
        ErrorCode            error_code:             error_code;
    }
}
