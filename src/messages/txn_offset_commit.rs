//! TxnOffsetCommit: commits offsets of a consumer group as part of a transaction (KIP-98).

message! {
    /// Commits offsets that take effect if and when the transaction commits (KIP-98). Version 3 tells who in the group
    /// commits (KIP-447), version 5 can do without AddOffsetsToTxn (KIP-890), version 6 names topics by id (KIP-1319).
    request TxnOffsetCommitRequest, TxnOffsetCommitRequestView, TxnOffsetCommitRequestEvent:
        key 28, versions 0..=6, flexible 3.., listeners broker {
        /// The producer's transactional id.
        TransactionalId           transactional_id:              string, entity(transactionalId);
        /// The group whose offsets they are.
        GroupId                   group_id:                      string, entity(groupId);
        /// The producer's number.
        ProducerId                producer_id:                   int64, entity(producerId);
        /// Its epoch; whoever has an older one is fenced off.
        ProducerEpoch             producer_epoch:                int16;
        /// The generation of the group, or the epoch of the member; -1 if the group is not managed (KIP-447).
        GenerationIdOrMemberEpoch generation_id_or_member_epoch: int32 @(3..) = -1;
        /// The member that consumed the records; empty if the group is not managed (KIP-447).
        MemberId                  member_id:                     string @(3..);
        /// Its lasting id, if it is a static member (KIP-447).
        GroupInstanceId           group_instance_id:             string nullable @(3..) = null;
        /// The topics.
        Topics                    topics:
            [TxnOffsetCommitRequestTopic, TxnOffsetCommitRequestTopicView];
    }
    /// A topic.
    struct TxnOffsetCommitRequestTopic, TxnOffsetCommitRequestTopicView {
        /// The topic's name; from version 6 on its id stands instead.
        Name       name:       string @(..=5), ignorable, entity(topicName);
        /// The topic's id (KIP-1319).
        TopicId    topic_id:   uuid @(6..), ignorable;
        /// Its partitions.
        Partitions partitions: [TxnOffsetCommitRequestPartition, TxnOffsetCommitRequestPartitionView];
    }
    /// An offset to commit.
    struct TxnOffsetCommitRequestPartition, TxnOffsetCommitRequestPartitionView {
        /// The partition's number.
        PartitionIndex       partition_index:        int32;
        /// The offset of the next record to consume.
        CommittedOffset      committed_offset:       int64;
        /// The leader epoch of the last consumed record; -1 if unknown (KIP-320).
        CommittedLeaderEpoch committed_leader_epoch: int32 @(2..) = -1, ignorable;
        /// Anything that the committer wants to keep beside the offset.
        CommittedMetadata    committed_metadata:     string nullable;
    }
}

message! {
    /// How committing the offsets went.
    response TxnOffsetCommitResponse, TxnOffsetCommitResponseView, TxnOffsetCommitResponseEvent:
        key 28, versions 0..=6, flexible 3.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32;
        /// The topics.
        Topics         topics:           [TxnOffsetCommitResponseTopic, TxnOffsetCommitResponseTopicView];
    }
    /// A topic.
    struct TxnOffsetCommitResponseTopic, TxnOffsetCommitResponseTopicView {
        /// The topic's name; from version 6 on its id stands instead.
        Name       name:       string @(..=5), ignorable, entity(topicName);
        /// The topic's id (KIP-1319).
        TopicId    topic_id:   uuid @(6..), ignorable;
        /// Its partitions.
        Partitions partitions: [TxnOffsetCommitResponsePartition, TxnOffsetCommitResponsePartitionView];
    }
    /// A partition.
    struct TxnOffsetCommitResponsePartition, TxnOffsetCommitResponsePartitionView {
        /// The partition's number.
        PartitionIndex partition_index: int32;
        /// What is wrong with this partition.
        ErrorCode      error_code:      error_code;
    }
}
