//! OffsetCommit: how far a consumer group has come.

message! {
    /// Stores how far a consumer group has come.
    ///
    /// Version 0 stored that in ZooKeeper. From version 9 on members of the new consumer protocol can commit, and from
    /// version 10 on topics go by their ids (KIP-848).
    request OffsetCommitRequest, OffsetCommitRequestView, OffsetCommitRequestEvent:
        key 8, versions 0..=10, flexible 8.., listeners broker {
        /// The group.
        GroupId                   group_id:                      string, entity(groupId);
        /// The group's generation, or the member's epoch in the new protocol (KIP-848); -1 from outside the group.
        GenerationIdOrMemberEpoch generation_id_or_member_epoch: int32 @(1..) = -1, ignorable;
        /// The member that commits; empty from outside the group.
        MemberId                  member_id:                     string @(1..), ignorable;
        /// The instance id of a static member; null for any other (KIP-345).
        GroupInstanceId           group_instance_id:             string nullable @(7..) = null;
        /// How long to keep the offsets, in milliseconds; -1 leaves it to the broker, as later versions do (KIP-211).
        RetentionTimeMs           retention_time_ms:             int64 @(2..=4) = -1, ignorable;
        /// What to store.
        Topics                    topics:
            [OffsetCommitRequestTopic, OffsetCommitRequestTopicView];
    }
    /// The offsets of a topic.
    struct OffsetCommitRequestTopic, OffsetCommitRequestTopicView {
        /// The topic's name; from version 10 on its id stands instead.
        Name       name:       string @(..=9), ignorable, entity(topicName);
        /// The topic's id (KIP-848).
        TopicId    topic_id:   uuid @(10..), ignorable;
        /// Its partitions.
        Partitions partitions: [OffsetCommitRequestPartition, OffsetCommitRequestPartitionView];
    }
    /// The offset of a partition.
    struct OffsetCommitRequestPartition, OffsetCommitRequestPartitionView {
        /// The partition's number.
        PartitionIndex       partition_index:        int32;
        /// The offset of the next record to consume.
        CommittedOffset      committed_offset:       int64;
        /// The leader epoch of the last consumed record; -1 if unknown (KIP-320).
        CommittedLeaderEpoch committed_leader_epoch: int32 @(6..) = -1, ignorable;
        /// When this was committed, in milliseconds since 1970; -1 for when it arrives.
        CommitTimestamp      commit_timestamp:       int64 @(1..=1) = -1;
        /// Any text to keep beside the offset.
        CommittedMetadata    committed_metadata:     string nullable;
    }
}

message! {
    /// Which of the offsets were stored.
    response OffsetCommitResponse, OffsetCommitResponseView, OffsetCommitResponseEvent:
        key 8, versions 0..=10, flexible 8.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(3..), ignorable;
        /// The topics of the request.
        Topics         topics:           [OffsetCommitResponseTopic, OffsetCommitResponseTopicView];
    }
    /// How it went for a topic.
    struct OffsetCommitResponseTopic, OffsetCommitResponseTopicView {
        /// The topic's name; from version 10 on its id stands instead.
        Name       name:       string @(..=9), ignorable, entity(topicName);
        /// The topic's id (KIP-848).
        TopicId    topic_id:   uuid @(10..), ignorable;
        /// Its partitions.
        Partitions partitions: [OffsetCommitResponsePartition, OffsetCommitResponsePartitionView];
    }
    /// How it went for a partition.
    struct OffsetCommitResponsePartition, OffsetCommitResponsePartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
