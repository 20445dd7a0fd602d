//! OffsetForLeaderEpoch: where a leader's time ended in the log (KIP-101).

message! {
    /// Asks leaders where an earlier leader's records end, to find out from where on one's own differ.
    ///
    /// Followers truncate by the answer (KIP-101), consumers notice lost records (KIP-320).
    request OffsetForLeaderEpochRequest, OffsetForLeaderEpochRequestView, OffsetForLeaderEpochRequestEvent:
        key 23, versions 0..=4, flexible 4.., listeners broker {
        /// The follower that asks; -1 for a consumer, -2 if that is left open.
        ReplicaId replica_id: int32 @(3..) = -2, ignorable, entity(brokerId);
        /// The topics to look into.
        Topics    topics:     [OffsetForLeaderTopic, OffsetForLeaderTopicView];
    }
    /// A topic to look into.
    struct OffsetForLeaderTopic, OffsetForLeaderTopicView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// Its partitions.
        Partitions partitions: [OffsetForLeaderPartition, OffsetForLeaderPartitionView];
    }
    /// A partition, and the leader epoch to look for in it.
    struct OffsetForLeaderPartition, OffsetForLeaderPartitionView {
        /// The partition's number.
        Partition          partition:            int32;
        /// The present leader epoch, as far as the asker knows; -1 for no check (KIP-320).
        CurrentLeaderEpoch current_leader_epoch: int32 @(2..) = -1, ignorable;
        /// The leader epoch whose end is wanted.
        LeaderEpoch        leader_epoch:         int32;
    }
}

message! {
    /// Where the leader epochs end.
    response OffsetForLeaderEpochResponse, OffsetForLeaderEpochResponseView, OffsetForLeaderEpochResponseEvent:
        key 23, versions 0..=4, flexible 4.. {
        /// How long the request was held back by a quota, in milliseconds.
        ThrottleTimeMs throttle_time_ms: int32 @(2..), ignorable;
        /// The topics that were looked into.
        Topics         topics:           [OffsetForLeaderTopicResult, OffsetForLeaderTopicResultView];
    }
    /// The answers for a topic.
    struct OffsetForLeaderTopicResult, OffsetForLeaderTopicResultView {
        /// The topic's name.
        Topic      topic:      string, map_key, entity(topicName);
        /// Its partitions.
        Partitions partitions: [EpochEndOffset, EpochEndOffsetView];
    }
    /// Where a leader epoch ends in a partition.
    struct EpochEndOffset, EpochEndOffsetView {
        /// What is wrong with this partition.
        ErrorCode   error_code:   error_code;
        /// The partition's number.
        Partition   partition:    int32;
        /// The latest epoch in the log that is not later than the wanted one; -1 if unknown (KIP-279).
        LeaderEpoch leader_epoch: int32 @(1..) = -1, ignorable;
        /// The offset behind the last record of that epoch; -1 if unknown.
        EndOffset   end_offset:   int64 = -1;
    }
}
